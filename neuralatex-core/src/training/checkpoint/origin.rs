//! What a training follows from, field by field, in words: a checkpoint is of use only to a
//! training that has them all in common with the one that wrote it.

use crate::data::Examples;
use crate::spec::normalize::Normalize;
use crate::training::plan::Plan;

/// A training, as far as its numbers follow from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin<'t> {
    pub(crate) plan: &'t Plan,
    /// Of start weights and shuffling; that of the plan or, after restarts, of the best.
    pub(crate) seed: u64,
    pub(crate) restarts: usize,
    pub(crate) normalize: Normalize,
    pub(crate) data: &'t Examples,
    pub(crate) eval: Option<&'t Examples>,
}

impl Origin<'_> {
    /// The fields with their values, apart from the learning rates. Rows are told by their digests.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        let plan = self.plan;
        let watched = self.eval.filter(|_| !plan.stop.is_empty());
        vec![
            ("model", plan.name.clone()),
            ("layers", list(&plan.layers)),
            ("activation", list(&plan.activations)),
            ("loss", plan.loss.in_full()),
            (
                "optimizer",
                plan.rule.method.name().to_string() + &plan.rule.to_string(),
            ),
            ("init", plan.init.to_string()),
            ("normalize", self.normalize.to_string()),
            ("batch", plan.batch.to_string()),
            ("seed", self.seed.to_string()),
            ("restarts", self.restarts()),
            ("shuffle", plan.shuffle.to_string()),
            ("stop", list(&plan.stop)),
            ("precision", plan.precision.name().to_string()),
            ("data", self.data.digest()),
            // Only a rule that watches the evaluation lets it have a say in training.
            ("eval", watched.map(Examples::digest).unwrap_or_default()),
        ]
    }

    /// How many there were, from which seed on, and which was the best.
    fn restarts(&self) -> String {
        match self.restarts {
            0 | 1 => "1".to_string(),
            times => {
                let (first, best) = (self.plan.seed, self.seed);
                format!("{times} from seed {first}, best {best}")
            }
        }
    }

    /// Whether a file of a single training may say this of restarts: it may be the best of several.
    pub(super) fn is_of_several(&self, restarts: &str) -> bool {
        let end = format!(", best {}", self.seed);
        self.restarts <= 1 && restarts.contains(" from seed ") && restarts.ends_with(&end)
    }
}

/// Words with commas between them.
pub(in crate::training) fn list<T: ToString>(items: &[T]) -> String {
    let words: Vec<String> = items.iter().map(T::to_string).collect();
    words.join(", ")
}
