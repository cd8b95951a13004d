//! Blobs: as many classes in as many dimensions as one likes.

/// Classes that lie around centres; see [`blobs`].
#[derive(Clone, PartialEq, Debug)]
pub struct Blobs {
    pub(crate) per_class: usize,
    pub(crate) classes: usize,
    pub(crate) dimensions: usize,
    pub(crate) noise: f64,
    pub(crate) seed: Option<u64>,
}

/// `n` points around the centre of each class, as scikit-learn's `make_blobs`; the centres lie
/// anywhere between -10 and 10. By default there are 3 classes, from 0 on, in 2 dimensions.
///
/// The blobs of `eval` have the centres of those of `data`, also with a seed of their own.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let data = blobs(50).classes(4).dimensions(3).noise(0.5).seed(1);
/// ```
pub fn blobs(n: usize) -> Blobs {
    Blobs {
        per_class: n,
        classes: 3,
        dimensions: 2,
        noise: 1.0,
        seed: None,
    }
}

impl Blobs {
    /// How many classes there are. By default 3.
    pub fn classes(mut self, classes: usize) -> Blobs {
        self.classes = classes;
        self
    }

    /// How many inputs a point has. By default 2.
    pub fn dimensions(mut self, dimensions: usize) -> Blobs {
        self.dimensions = dimensions;
        self
    }

    /// How far points lie off their centre: the deviation of a normal distribution along each
    /// axis. By default 1.
    pub fn noise(mut self, noise: f64) -> Blobs {
        self.noise = noise;
        self
    }

    /// The seed; by default the model's.
    pub fn seed(mut self, seed: u64) -> Blobs {
        self.seed = Some(seed);
        self
    }
}
