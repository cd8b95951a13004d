//! What takes the place of a model that is not trained: in an editor, and after an error, so that its
//! uses are not errors as well.

use std::sync::OnceLock;

use super::prepare::{plan, prepare};
use crate::attempt::{Attempt, Rows};
use crate::data::{self, Asked, Classes, Examples, Header, Task, loss_of_classes, names};
use crate::error::Field;
use crate::evaluation::Evaluation;
use crate::quantized::Quantized;
use crate::spec::activation::relu;
use crate::spec::canonical::Canonical;
use crate::spec::{AUTO, Model, check};
use crate::trained::Trained;
use crate::training::checkpoint::Checkpoint;
use crate::training::history::Frames;
use crate::training::plan::Plan;

/// The most neurons of a layer, where all together are too many.
const MOST_NEURONS: usize = 100;

/// For the macro.
impl Model {
    /// A model with the types of the generated code, and zeros for its numbers. Where nothing is wrong
    /// they are those that training gives, but for the number of losses if a rule may end it. Where
    /// a mistake keeps the specification and its data from telling a type, it is a guess.
    #[doc(hidden)]
    pub fn placeholder(&self) -> Option<Trained> {
        let rates = check::rates(self);
        match check::check(self, &rates).is_empty() {
            true => {
                prepare(self, rates).map_or_else(|_| self.guess(), |it| Some(self.untrained(it)))
            }
            false => self.guess(),
        }
    }

    /// The model as it is before training.
    pub(super) fn untrained(&self, (plan, rows): (Plan, Rows)) -> Trained {
        let mut model = self.clone();
        model.layers.clone_from(&plan.layers);
        model.card = false;
        let evaluation = rows.eval.as_ref().map(|eval| Evaluation {
            rows: eval.rows(),
            ..Evaluation::none(&rows.task)
        });
        let zeros_of = |_| Quantized::zeros(&plan, evaluation.clone());
        Trained {
            words: Canonical::of(&model, &plan.loss, &plan.rates),
            quantized: model.quantize.map(zeros_of),
            attempt: zeros(&model, plan.epochs(), evaluation),
            model,
            plan,
            rows,
            files: Vec::new(),
            keys: None,
            digest: OnceLock::new(),
        }
    }

    /// Something like the model, of which something is wrong. It has an evaluation in any case: perhaps
    /// that is what was mistyped.
    fn guess(&self) -> Option<Trained> {
        let mut model = self.clone();
        if !check::is_name(&model.name) {
            return None;
        }
        model.layers.resize(model.layers.len().max(2), 1);
        let last = model.layers.len() - 1;
        let (asked, header, inputs) = learned(&model, last);
        if let Some(inputs) = inputs {
            model.layers[0] = inputs;
        }
        if let Some(asked) = &asked {
            model.layers[last] = asked.outputs;
        }
        for size in &mut model.layers {
            *size = if *size == AUTO { 1 } else { *size };
        }
        let most = if check::fits(&model.layers) {
            AUTO
        } else {
            MOST_NEURONS
        };
        for size in &mut model.layers {
            *size = (*size).clamp(1, most);
        }
        model.card = false;
        model.activations = relu().into();
        let (task, loss) = match asked {
            Some(asked) => (asked.task, asked.loss),
            None => {
                let outputs = model.layers[last];
                let classes = match outputs {
                    1 => vec![-1, 1],
                    _ => (0..outputs as i32).collect(),
                };
                let loss = loss_of_classes(model.loss.as_ref(), outputs);
                (Task::Classes(Classes::Whole(classes)), loss)
            }
        };
        let rates = vec![0.0; check::rates(&model).len()];
        let attempt = zeros(&model, rates.len(), Some(Evaluation::none(&task)));
        let rows = Rows {
            task,
            data: Examples::default(),
            eval: None,
            scaling: None,
            header,
            is_held_out: false,
            is_foreign: false,
        };
        let words = Canonical::of(&model, &loss, &rates);
        let plan = plan(&model, model.layers.clone(), loss, rates);
        let zeros_of = |_| Quantized::zeros(&plan, attempt.evaluation.clone());
        Some(Trained {
            words,
            quantized: model.quantize.map(zeros_of),
            plan,
            model,
            rows,
            attempt,
            files: Vec::new(),
            keys: None,
            digest: OnceLock::new(),
        })
    }
}

/// A training that has come to nothing.
fn zeros(model: &Model, epochs: usize, evaluation: Option<Evaluation>) -> Attempt {
    let weights = vec![0.0; model.parameters()];
    Attempt {
        seed: model.seed,
        checkpoint: Checkpoint {
            weights: weights.clone(),
            losses: vec![0.0; epochs],
            ..Checkpoint::default()
        },
        weights,
        evaluation,
        history: Frames::default(),
    }
}

/// What the data tells of types, as far as it can be read: what it asks for, the names of its columns,
/// and how many inputs there are, if sizes do not say so or have to fit the names.
fn learned(model: &Model, last: usize) -> (Option<Asked>, Option<Header>, Option<usize>) {
    let problems = check::check(model, &[]);
    let is_wrong = problems
        .iter()
        .any(|problem| problem.field() == Field::Data);
    let source = model.data.as_ref().filter(|_| !is_wrong);
    let Some(table) = source.and_then(|source| data::load(source, model, true).ok()) else {
        return (None, None, None);
    };
    let with = |outputs| Asked::of(&table.labels, model.loss.as_ref(), outputs).ok();
    // If the classes are not as many as the outputs, they still have their names.
    let asked = with(model.layers[last]).or_else(|| with(AUTO).filter(|_| table.header.is_some()));
    let asked = asked.filter(|asked| names::check(table.header.as_ref(), &asked.task).is_ok());
    let header = table.header.filter(|_| asked.is_some());
    let follows = header.is_some() || model.layers[0] == AUTO;
    (asked, header, follows.then_some(table.columns))
}
