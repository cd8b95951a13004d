//! A formula of a score and a target, recorded once by running it on engine values.
//!
//! The record is a list of steps; a step's operands are the score (0), the target (1) or
//! earlier steps (2, 3, …). It can then be applied to values of any graph, or to numbers.

use super::{Graph, Operation, Value};

/// What a loss closure did.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Formula {
    pub(crate) steps: Vec<Step>,
    /// The place of the result: 0 is the score, 1 the target, 2 the first step.
    pub(crate) result: usize,
}

/// One step of a formula.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Step {
    Number(f64),
    Operation(Operation, [usize; 2]),
}

impl Formula {
    pub(crate) fn record(run: impl for<'g> Fn(Value<'g>, Value<'g>) -> Value<'g>) -> Formula {
        let graph = Graph::new();
        let score = graph.value(0.0);
        let target = graph.value(0.0);
        let result = run(score, target);
        // Ids 1 and 2 are the score and the target, so a step's number is its id less one.
        let steps = graph
            .nodes
            .borrow()
            .from(3)
            .iter()
            .map(|node| match node.operation {
                Operation::Leaf => Step::Number(node.data),
                operation => Step::Operation(operation, node.prev.map(|id| id as usize - 1)),
            })
            .collect();
        let result = result.id() - 1;
        Formula { steps, result }.without_idle_steps()
    }

    /// Only the steps that the result follows from: what others come to, which may be no number,
    /// must not reach it, nor its derivative.
    fn without_idle_steps(self) -> Formula {
        let mut needed = vec![false; self.steps.len() + 2];
        needed[self.result] = true;
        for (index, step) in self.steps.iter().enumerate().rev() {
            if let (true, Step::Operation(_, operands)) = (needed[index + 2], step) {
                operands.iter().for_each(|&operand| needed[operand] = true);
            }
        }
        needed[..2].fill(true);
        // The number that a step gets: those before it that are needed.
        let numbers: Vec<usize> = needed
            .iter()
            .scan(0, |count, &needed| {
                let number = *count;
                *count += usize::from(needed);
                Some(number)
            })
            .collect();
        let steps = self.steps.into_iter().zip(&needed[2..]);
        Formula {
            steps: steps
                .filter_map(|(step, &needed)| needed.then_some(step))
                .map(|step| match step {
                    Step::Operation(operation, operands) => {
                        Step::Operation(operation, operands.map(|operand| numbers[operand]))
                    }
                    number => number,
                })
                .collect(),
            result: numbers[self.result],
        }
    }

    /// The formula on values of a graph. Applied again to the same values, it updates the
    /// same nodes.
    #[cfg(test)]
    pub(crate) fn apply<'g>(&self, score: Value<'g>, target: Value<'g>) -> Value<'g> {
        let graph = score.graph();
        let number = |number| graph.number(number);
        let operation = |operation, operands: [Value<'g>; 2]| graph.apply(operation, operands);
        self.run(score, target, number, operation)
    }

    /// Whether the result changes with the score at all.
    pub(crate) fn depends_on_score(&self) -> bool {
        let operation = |_, [a, b]: [bool; 2]| a || b;
        self.run(true, false, |_| false, operation)
    }

    fn run<T: Copy>(
        &self,
        score: T,
        target: T,
        number: impl Fn(f64) -> T,
        operation: impl Fn(Operation, [T; 2]) -> T,
    ) -> T {
        let mut values = vec![score, target];
        for step in &self.steps {
            values.push(match step {
                Step::Number(data) => number(*data),
                Step::Operation(kind, operands) => operation(*kind, operands.map(|i| values[i])),
            });
        }
        values[self.result]
    }
}
