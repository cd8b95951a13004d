//! Rows from files of the MNIST format, described.

use std::path::PathBuf;

use super::GIBIBYTE;

/// Files of images and labels; see [`idx`].
#[derive(Clone, PartialEq, Debug)]
pub struct Idx {
    pub(crate) images: PathBuf,
    pub(crate) labels: PathBuf,
    pub(crate) limit: u64,
}

/// Images and their labels from files of the format of MNIST, with paths relative to the crate's
/// `Cargo.toml`; either may be packed with gzip. Pixels are numbers from 0 to 1, row by row; the
/// labels are classes.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let digits = idx("data/train-images-idx3-ubyte.gz", "data/train-labels-idx1-ubyte.gz");
/// ```
pub fn idx(images: impl Into<PathBuf>, labels: impl Into<PathBuf>) -> Idx {
    Idx {
        images: images.into(),
        labels: labels.into(),
        limit: GIBIBYTE,
    }
}

impl Idx {
    /// The largest file that is read, in bytes, also after unpacking. By default 1 GiB.
    pub fn limit(mut self, bytes: u64) -> Idx {
        self.limit = bytes;
        self
    }
}
