//! What a build may advise of, and need not: the words of `allow`.

use std::fmt;

/// A kind of advice; made by [`unscaled`], [`unbalanced`], [`unfinished`], [`overfitted`],
/// [`imprecise`], [`mismatched`], [`seen`] or [`unlearned`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Advice(pub(crate) Kind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Unscaled,
    Unbalanced,
    Unfinished,
    Overfitted,
    Imprecise,
    Mismatched,
    Seen,
    Unlearned,
}

/// That inputs are of very different size, and not normalised, that a number lies far from all others, or that targets
/// are of a size that is not reached.
pub fn unscaled() -> Advice {
    Advice(Kind::Unscaled)
}

/// That some class has many times as many rows as another, which is then not recognised.
pub fn unbalanced() -> Advice {
    Advice(Kind::Unbalanced)
}

/// That the loss still falls fast when training ends.
pub fn unfinished() -> Advice {
    Advice(Kind::Unfinished)
}

/// That the model is far better on the rows that it was trained on than on others.
pub fn overfitted() -> Advice {
    Advice(Kind::Overfitted)
}

/// That a quantised model is worse than the network that it was made from, on the evaluation rows or, where there are
/// none, on those trained on.
pub fn imprecise() -> Advice {
    Advice(Kind::Imprecise)
}

/// That a network that was trained elsewhere knows no more than chance would, or recognises no row of some class.
pub fn mismatched() -> Advice {
    Advice(Kind::Mismatched)
}

/// That a network that was trained elsewhere is evaluated on rows that it may have been trained on.
pub fn seen() -> Advice {
    Advice(Kind::Seen)
}

/// That a network knows no more than chance would, or the mean, and no other advice says why.
pub fn unlearned() -> Advice {
    Advice(Kind::Unlearned)
}

/// As it is written in a specification.
impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Kind::Unscaled => "unscaled",
            Kind::Unbalanced => "unbalanced",
            Kind::Unfinished => "unfinished",
            Kind::Overfitted => "overfitted",
            Kind::Imprecise => "imprecise",
            Kind::Mismatched => "mismatched",
            Kind::Seen => "seen",
            Kind::Unlearned => "unlearned",
        })
    }
}

/// So that `allow` takes one, an array or a `Vec`.
impl IntoIterator for Advice {
    type Item = Advice;
    type IntoIter = std::iter::Once<Advice>;

    fn into_iter(self) -> Self::IntoIter {
        std::iter::once(self)
    }
}
