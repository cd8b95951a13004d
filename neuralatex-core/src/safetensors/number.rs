//! The numbers of tensors: kinds of floating point, each of which `f64` holds exactly.

use crate::spec::Precision;

/// A kind of number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    F64,
    F32,
    F16,
    Bf16,
}

impl Kind {
    /// What files call them.
    pub(crate) const NAMES: &str = "F32, F64, F16 or BF16";

    pub(super) fn of(name: &str) -> Option<Kind> {
        let all = [Kind::F64, Kind::F32, Kind::F16, Kind::Bf16];
        all.into_iter().find(|kind| kind.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::F64 => "F64",
            Kind::F32 => "F32",
            Kind::F16 => "F16",
            Kind::Bf16 => "BF16",
        }
    }

    /// The bytes of a number.
    pub(crate) fn width(self) -> usize {
        match self {
            Kind::F64 => 8,
            Kind::F32 => 4,
            Kind::F16 | Kind::Bf16 => 2,
        }
    }

    /// The numbers of some bytes.
    pub(crate) fn numbers(self, bytes: &[u8]) -> impl Iterator<Item = f64> {
        bytes
            .chunks_exact(self.width())
            .map(move |bytes| match *bytes {
                [a, b] if self == Kind::F16 => half(u16::from_le_bytes([a, b])),
                // The upper half of an f32.
                [a, b] => f64::from(f32::from_le_bytes([0, 0, a, b])),
                [a, b, c, d] => f64::from(f32::from_le_bytes([a, b, c, d])),
                [a, b, c, d, e, f, g, h] => f64::from_le_bytes([a, b, c, d, e, f, g, h]),
                _ => f64::NAN,
            })
    }
}

impl From<Precision> for Kind {
    fn from(precision: Precision) -> Kind {
        match precision {
            Precision::F32 => Kind::F32,
            Precision::F64 => Kind::F64,
        }
    }
}

/// A number of 16 bits: a sign, 5 bits of an exponent, 10 of a fraction (IEEE 754).
fn half(bits: u16) -> f64 {
    let fraction = f64::from(bits & 0x3ff);
    let power = |exponent: u64| f64::from_bits((1023 + exponent - 25) << 52);
    let size = match u64::from(bits >> 10 & 0x1f) {
        0 => fraction * power(1),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        exponent => (1024.0 + fraction) * power(exponent),
    };
    if bits >> 15 == 0 { size } else { -size }
}

#[cfg(test)]
mod tests {
    use super::{Kind, half};

    /// Those that IEEE 754 gives as examples, and the ends of all ranges.
    #[test]
    fn halves_are_those_of_ieee_754() {
        for (bits, number) in [
            (0x0000, 0.0),
            (0x0001, 2.0_f64.powi(-24)),
            (0x03ff, 1023.0 / 1024.0 * 2.0_f64.powi(-14)),
            (0x0400, 2.0_f64.powi(-14)),
            (0x3555, 0.333_251_953_125),
            (0x3bff, 1.0 - 2.0_f64.powi(-11)),
            (0x3c00, 1.0),
            (0x3c01, 1.0 + 2.0_f64.powi(-10)),
            (0x7bff, 65504.0),
            (0x7c00, f64::INFINITY),
            (0xc000, -2.0),
            (0xfc00, f64::NEG_INFINITY),
        ] {
            assert_eq!(half(bits), number, "{bits:#x}");
        }
        assert!(half(0x7c01).is_nan() && half(0xffff).is_nan());
        assert!(half(0x8000).is_sign_negative());
    }

    #[test]
    fn every_kind_is_read_little_end_first() {
        let one = |kind: Kind, bytes: &[u8]| kind.numbers(bytes).collect::<Vec<f64>>();
        assert_eq!(one(Kind::F64, &0.1_f64.to_le_bytes()), [0.1]);
        assert_eq!(one(Kind::F32, &0.1_f32.to_le_bytes()), [f64::from(0.1_f32)]);
        assert_eq!(one(Kind::F16, &[0x00, 0x3c, 0x00, 0xc0]), [1.0, -2.0]);
        assert_eq!(one(Kind::Bf16, &[0x80, 0x3f, 0x00, 0xc0]), [1.0, -2.0]);
        assert_eq!(one(Kind::Bf16, &[0x80, 0x7f]), [f64::INFINITY]);
    }
}
