//! The rules that may end training early, asked after each epoch.

use crate::spec::stop::{Kind, Stop};

/// What some rules have seen of a training.
pub(crate) struct Watch<'p> {
    rules: &'p [Stop],
    lowest: f64,
    /// Epochs since the lowest loss.
    waited: usize,
}

impl Watch<'_> {
    pub(crate) fn new(rules: &[Stop]) -> Watch<'_> {
        Watch {
            rules,
            lowest: f64::INFINITY,
            waited: 0,
        }
    }

    /// Takes the loss of the next epoch; returns whether training ends with it.
    pub(crate) fn sees(&mut self, loss: f64) -> bool {
        if loss < self.lowest {
            self.lowest = loss;
            self.waited = 0;
        } else {
            self.waited += 1;
        }
        self.rules.iter().any(|rule| match rule.0 {
            Kind::Patience(epochs) => self.waited >= epochs,
            Kind::LossBelow(bound) => loss < bound,
        })
    }
}
