//! What a training needs to know, as plain data: a specification without its data and its
//! closures, after its checks. Threads may share it.

use crate::data::Examples;
use crate::error::Training;
use crate::spec::Precision;
use crate::spec::activation::Activation;
use crate::spec::init::Init;
use crate::spec::loss::{Kind, Loss};
use crate::spec::optimizer::Rule;
use crate::spec::stop::Stop;

/// A training, apart from the rows.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// What is trained, for messages about it.
    pub(crate) name: String,
    pub(crate) layers: Vec<usize>,
    /// Those of the hidden layers.
    pub(crate) activations: Vec<Activation>,
    pub(crate) loss: Loss,
    pub(crate) rule: Rule,
    /// The learning rate of each epoch: as many as there are epochs.
    pub(crate) rates: Vec<f64>,
    pub(crate) init: Init,
    /// Those of a network that was trained elsewhere. Then there are no epochs.
    pub(crate) given: Option<Vec<f64>>,
    pub(crate) batch: usize,
    pub(crate) seed: u64,
    pub(crate) shuffle: bool,
    pub(crate) stop: Vec<Stop>,
    pub(crate) precision: Precision,
}

impl Plan {
    /// How often to go over the data.
    pub(crate) fn epochs(&self) -> usize {
        self.rates.len()
    }

    /// Whether weights are given, so that nothing is trained.
    pub(crate) fn is_given(&self) -> bool {
        self.rates.is_empty()
    }

    /// What may make it fail, for errors that say so.
    pub(crate) fn hazards(&self, data: &Examples) -> Training {
        Training {
            decays: self.rule.weight_decay != 0.0,
            has_targets: data.places().is_empty(),
            custom: matches!(self.loss.0, Kind::Custom(_)),
        }
    }

    /// Neurons of the last layer.
    pub(crate) fn outputs(&self) -> usize {
        self.layers[self.layers.len() - 1]
    }

    /// Whether epochs differ in the order of their rows. Where a batch holds them all, another
    /// order is but another order of sums.
    #[cfg(test)]
    pub(crate) fn shuffles(&self, rows: usize) -> bool {
        self.shuffle && self.batch < rows
    }
}

#[cfg(test)]
mod tests {
    use super::Plan;

    #[test]
    fn threads_may_share_it() {
        fn shared<T: Send + Sync>() {}
        shared::<Plan>();
    }
}
