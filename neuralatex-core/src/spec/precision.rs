//! The kind of number that is shipped: the words of `precision`.

/// The kind of number that training and the generated code compute with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Precision {
    /// 32-bit floating point.
    #[default]
    F32,
    /// 64-bit floating point.
    F64,
}

impl Precision {
    /// The name of the type in Rust.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Precision::F32 => "f32",
            Precision::F64 => "f64",
        }
    }

    /// The bytes of a number.
    pub(crate) fn size(self) -> usize {
        match self {
            Precision::F32 => size_of::<f32>(),
            Precision::F64 => size_of::<f64>(),
        }
    }

    /// How many bits of a number count.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Precision::F32 => f32::MANTISSA_DIGITS,
            Precision::F64 => f64::MANTISSA_DIGITS,
        }
    }

    /// The nearest number of this kind; infinite where it has none so large.
    pub(crate) fn round(self, number: f64) -> f64 {
        match self {
            Precision::F32 => f64::from(number as f32),
            Precision::F64 => number,
        }
    }

    /// A number as it stands in source.
    pub(crate) fn literal(self, number: f64) -> String {
        match self {
            Precision::F32 => format!("{:?}", number as f32),
            Precision::F64 => format!("{number:?}"),
        }
    }

    /// Numbers as they stand in memory, little end first.
    pub(crate) fn bytes(self, numbers: &[f64]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(numbers.len() * self.size());
        for &number in numbers {
            match self {
                Precision::F32 => bytes.extend_from_slice(&(number as f32).to_le_bytes()),
                Precision::F64 => bytes.extend_from_slice(&number.to_le_bytes()),
            }
        }
        bytes
    }

    /// Numbers that stood so; `None` if something is left over.
    pub(crate) fn numbers(self, bytes: &[u8]) -> Option<Vec<f64>> {
        match self {
            Precision::F32 => match bytes.as_chunks() {
                (numbers, []) => {
                    let number = |bytes: &[u8; 4]| f64::from(f32::from_le_bytes(*bytes));
                    Some(numbers.iter().map(number).collect())
                }
                _ => None,
            },
            Precision::F64 => match bytes.as_chunks() {
                (numbers, []) => Some(numbers.iter().map(|b| f64::from_le_bytes(*b)).collect()),
                _ => None,
            },
        }
    }
}
