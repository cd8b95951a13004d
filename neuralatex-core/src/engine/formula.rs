//! A formula of a score and a target, recorded once by running it on engine values.
//!
//! The record is a list of steps; a step's operands are the score (0), the target (1) or
//! earlier steps (2, 3, …). It can then be applied to values of any graph, or to numbers.

use std::fmt;

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

    /// Every step, exactly: `|0, 1| 2: 1.0, 3: * 0 1, 4: - 2 3; 4`. The score is 0, the target 1, the
    /// last number the result.
    pub(crate) fn steps_in_words(&self) -> String {
        let steps = self.steps.iter().zip(2..).map(|(step, place)| {
            let what = match step {
                Step::Number(number) => format!("{number:?}"),
                Step::Operation(operation, operands) => {
                    let operands = &operands[..operation.arity()];
                    let places = operands.iter().map(|operand| format!(" {operand}"));
                    operation.symbol().to_string() + &places.collect::<String>()
                }
            };
            format!("{place}: {what}")
        });
        let steps: Vec<String> = steps.collect();
        format!("|0, 1| {}; {}", steps.join(", "), self.result)
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

/// As a closure is written: `|score, target| (1.0 - score * target).relu()`. One that would fill
/// more than a few lines, since steps are used again, is told by its number of steps.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 100;
        let mut sizes = vec![1usize; 2];
        for step in &self.steps {
            sizes.push(match step {
                Step::Number(_) => 1,
                Step::Operation(operation, operands) => {
                    let operands = &operands[..operation.arity()];
                    operands
                        .iter()
                        .fold(1, |sum, &i| sum.saturating_add(sizes[i]))
                }
            });
        }
        if sizes[self.result] > LONGEST {
            return write!(f, "|score, target| … ({} steps)", self.steps.len());
        }
        let score = Term::atom("score".to_string());
        let target = Term::atom("target".to_string());
        // Every step that is not needed was left out, so that terms stay within the bound.
        let mut terms = vec![score, target];
        for step in &self.steps {
            terms.push(match step {
                Step::Number(number) => Term::number(*number),
                Step::Operation(operation, [a, b]) => {
                    Term::of(*operation, &terms[*a], terms.get(*b))
                }
            });
        }
        write!(f, "|score, target| {}", terms[self.result].text)
    }
}

/// A part of an expression, and how tightly it holds together.
struct Term {
    text: String,
    binding: u8,
}

const SUM: u8 = 0;
const PRODUCT: u8 = 1;
const SIGN: u8 = 2;
const ATOM: u8 = 3;

impl Term {
    fn atom(text: String) -> Term {
        Term {
            text,
            binding: ATOM,
        }
    }

    fn number(number: f64) -> Term {
        Term {
            text: format!("{number:?}"),
            binding: if number.is_sign_negative() {
                SIGN
            } else {
                ATOM
            },
        }
    }

    /// In parentheses if it binds less tightly than what is around it.
    fn within(&self, binding: u8) -> String {
        match self.binding < binding {
            true => format!("({})", self.text),
            false => self.text.clone(),
        }
    }

    fn of(operation: Operation, a: &Term, b: Option<&Term>) -> Term {
        let symbol = operation.symbol();
        let b = |binding| b.map(|term| term.within(binding)).unwrap_or_default();
        let (text, binding) = match operation {
            Operation::Add => (format!("{} + {}", a.within(SUM), b(PRODUCT)), SUM),
            Operation::Subtract => (format!("{} - {}", a.within(SUM), b(PRODUCT)), SUM),
            Operation::Multiply => (format!("{} * {}", a.within(PRODUCT), b(SIGN)), PRODUCT),
            Operation::Divide => (format!("{} / {}", a.within(PRODUCT), b(SIGN)), PRODUCT),
            Operation::Power => (format!("{}.powf({})", a.within(ATOM), b(SUM)), ATOM),
            _ if operation.arity() == 2 => {
                (format!("{}.{symbol}({})", a.within(ATOM), b(SUM)), ATOM)
            }
            _ => (format!("{}.{symbol}()", a.within(ATOM)), ATOM),
        };
        Term { text, binding }
    }
}

#[cfg(test)]
mod tests {
    use super::Formula;
    use crate::engine::Value;

    #[test]
    fn a_formula_is_written_as_its_closure() {
        let written = |text: &str, formula: Formula| {
            assert_eq!(formula.to_string(), format!("|score, target| {text}"));
        };
        written(
            "(1.0 - score * target).relu()",
            Formula::record(|s, t| (1.0 - s * t).relu()),
        );
        written(
            "score - (target - score)",
            Formula::record(|s, t| s - (t - s)),
        );
        written(
            "score / (target * score)",
            Formula::record(|s, t| s / (t * s)),
        );
        written(
            "(score + target) * -2.0",
            Formula::record(|s, t| (s + t) * -2.0),
        );
        written(
            "score + (target + score)",
            Formula::record(|s, t| s + (t + s)),
        );
        written(
            "score * (target / score)",
            Formula::record(|s, t| s * (t / s)),
        );
        written("target", Formula::record(|_, t| t));
    }

    #[test]
    fn a_formula_that_uses_its_steps_again_and_again_is_not_written_out() {
        fn again<'g>(s: Value<'g>, _: Value<'g>) -> Value<'g> {
            (0..40).fold(s, |sum, _| sum * sum)
        }
        assert_eq!(
            Formula::record(again).to_string(),
            "|score, target| … (40 steps)"
        );
    }
}
