//! Labels: what a row is, or what is to be predicted from it.

/// What belongs to the inputs of a row: a class or one or several numbers to predict.
#[derive(Clone, PartialEq, Debug)]
pub struct Label(pub(crate) LabelKind);

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum LabelKind {
    Whole(i64),
    Number(f64),
    Targets(Vec<f64>),
}

macro_rules! whole_labels {
    ($($number:ty)+) => { $(
        impl From<$number> for Label {
            /// A class. Classes are `i32`; what lies outside is refused when the data is read.
            fn from(class: $number) -> Label {
                Label(LabelKind::Whole(i64::try_from(class).unwrap_or(i64::MAX)))
            }
        }
    )+ };
}

whole_labels! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

impl From<f64> for Label {
    /// A number to predict, or, with a classification loss, a class if it is whole.
    fn from(number: f64) -> Label {
        Label(LabelKind::Number(number))
    }
}

impl From<Vec<f64>> for Label {
    /// Several numbers to predict.
    fn from(targets: Vec<f64>) -> Label {
        Label(LabelKind::Targets(targets))
    }
}

impl<const N: usize> From<[f64; N]> for Label {
    /// Several numbers to predict.
    fn from(targets: [f64; N]) -> Label {
        Label(LabelKind::Targets(targets.to_vec()))
    }
}
