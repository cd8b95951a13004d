//! The weights that training starts from: the words of `init`. Biases start at 0.

use std::fmt;

use crate::digest::Sha256;

/// Start weights; made by [`uniform`], [`he`], [`xavier`], [`paper`] or [`values`].
#[derive(Clone, PartialEq, Debug)]
pub struct Init {
    pub(crate) kind: Kind,
    pub(crate) seed: Option<u64>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Kind {
    Uniform(f64, f64),
    He,
    Xavier,
    Paper,
    Values(Vec<f64>),
}

impl Init {
    fn new(kind: Kind) -> Init {
        Init { kind, seed: None }
    }

    /// The seed; by default the model's. That of [`paper`] is 123456789 by default, and lies
    /// between 1 and 2147483646.
    pub fn seed(mut self, seed: u64) -> Init {
        self.seed = Some(seed);
        self
    }
}

/// Uniform between two bounds.
pub fn uniform(low: f64, high: f64) -> Init {
    Init::new(Kind::Uniform(low, high))
}

/// Uniform within `±√(6 / inputs)` of each neuron (He et al.): for ReLU and its kin.
pub fn he() -> Init {
    Init::new(Kind::He)
}

/// Uniform within `±√(6 / (inputs + outputs))` of each layer (Glorot and Bengio).
pub fn xavier() -> Init {
    Init::new(Kind::Xavier)
}

/// The paper's own weights: uniform in -1..1 from the generator of LaTeX's `fp` package.
pub fn paper() -> Init {
    Init::new(Kind::Paper)
}

/// Every weight and bias, in the paper's order: neuron by neuron, weights then bias.
pub fn values(values: impl Into<Vec<f64>>) -> Init {
    Init::new(Kind::Values(values.into()))
}

/// As it is written in a specification; values are told by the SHA-256 of their bytes.
impl fmt::Display for Init {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Uniform(low, high) => write!(f, "uniform({low:?}, {high:?})")?,
            Kind::He => f.write_str("he")?,
            Kind::Xavier => f.write_str("xavier")?,
            Kind::Paper => f.write_str("paper")?,
            Kind::Values(values) => {
                let mut digest = Sha256::new();
                for value in values {
                    digest.update(&value.to_le_bytes());
                }
                write!(f, "values({})", digest.finish())?;
            }
        }
        match self.seed {
            Some(seed) => write!(f, ".seed({seed})"),
            None => Ok(()),
        }
    }
}
