//! How much is done at once.

use super::super::stored::{self, Layer};
use crate::spec::activation::Activation;
use crate::spec::{Model, Precision};

/// How much is done at once depends on the processor. It changes no sum.
const AT_ONCE: &str = "\
/// Whether registers have room for the sums of two panels.
const WIDE: bool = ::core::cfg!(any(target_feature = \"avx\", target_feature = \"neon\"));

/// From how many inputs on four are taken in turn instead of two.
const LONG: usize = if ::core::cfg!(target_feature = \"sse2\") && !WIDE {
    64
} else {
    usize::MAX
};

/// For how many rows there is room.
const ROWS_AT_ONCE: usize = ROOM;
";

/// The room for rows, where the most that are taken at once are two or four.
const ROOM_FOR_TWO: &str = "if WIDE { 2 } else { 1 }";
const ROOM_FOR_FOUR: &str = "\
if ::core::cfg!(target_feature = \"avx512f\") {
    4
} else if WIDE {
    2
} else {
    1
}";

/// The most inputs and weights of layers whose rows may be lanes of vectors, and the most weights of all of them.
const MOST_INPUTS: usize = 32;
const MOST_WEIGHTS: usize = 225;
const MOST_IN_ALL: usize = 1000;

/// Whether the compiler is to see all of a network, so that it takes as many rows at once as its vectors have lanes. It
/// does not where a layer is wide or has a curve, and is slow then.
pub(super) fn are_lanes(model: &Model, layers: &[Layer]) -> bool {
    let pairs = || model.layers.windows(2).map(|pair| (pair[0], pair[1]));
    let weights = pairs().map(|(inputs, outputs)| inputs * outputs);
    !layers.iter().any(Layer::has_panels)
        && pairs()
            .all(|(inputs, outputs)| inputs <= MOST_INPUTS && inputs * outputs <= MOST_WEIGHTS)
        && weights.sum::<usize>() <= MOST_IN_ALL
        && !model.activations().into_iter().any(Activation::is_curve)
}

/// So many rows that are taken at once, and how the names of their functions end.
pub(in crate::emit) struct Rows {
    pub(in crate::emit) count: usize,
    pub(in crate::emit) ending: &'static str,
}

impl Rows {
    /// What some processor takes at once, the most first.
    const SEVERAL: [Rows; 2] = [
        Rows {
            count: 4,
            ending: "_of_four",
        },
        Rows {
            count: 2,
            ending: "_of_two",
        },
    ];

    /// Those of a model: none, where no layer has panels. Of four rows in f64 the compiler makes vectors across panels,
    /// most of which it has to gather: two are faster.
    pub(in crate::emit) fn at_once(model: &Model) -> &'static [Rows] {
        match stored::layers(model).iter().any(Layer::has_panels) {
            true if model.precision == Precision::F64 => &Rows::SEVERAL[1..],
            true => &Rows::SEVERAL,
            false => &[],
        }
    }

    /// The constants that tell how many of these a processor takes, if there are any.
    pub(super) fn constants(several: &[Rows]) -> Option<String> {
        let room = match several.first()?.count {
            4 => ROOM_FOR_FOUR,
            _ => ROOM_FOR_TWO,
        };
        Some(AT_ONCE.replace("ROOM", room))
    }

    /// A letter for each row, from one on.
    pub(in crate::emit) fn letters(&self, first: char) -> impl Iterator<Item = String> {
        (first..).take(self.count).map(String::from)
    }

    /// A list of what is made of each letter.
    pub(in crate::emit) fn list(&self, first: char, made: impl Fn(String) -> String) -> String {
        let made: Vec<String> = self.letters(first).map(made).collect();
        format!("[{}]", made.join(", "))
    }
}
