//! Elementary functions that give the same bits on every platform.
//!
//! `std`'s `exp`, `tanh`, … call the platform's maths library, whose last bits differ. Those that
//! networks are made of are our own, shared with the generated code; the others come from the
//! `libm` crate, plain Rust. `sqrt`, `abs` and the four operations are exact in IEEE 754 and
//! need no such care.

pub(crate) use double::shared::{erf, exp, ln, sigmoid, tanh};
pub(crate) use libm::{cos, pow, sin};

mod double {
    include!("inference/elementary_f64.rs");

    macro_rules! share {
        ($($name:ident)*) => {
            /// The functions under names that the crate can see: in the source they are private,
            /// as they are where it is written into generated code.
            pub(crate) mod shared {
                $(pub(crate) const fn $name(x: f64) -> f64 {
                    super::$name(x)
                })*
            }
        };
    }

    share!(exp ln tanh sigmoid erf);
}

/// A whole power, by squaring: `x^13` is `x · x⁴ · x⁸`.
pub(crate) fn power(base: f64, exponent: u64) -> f64 {
    let (mut result, mut square, mut rest) = (1.0, base, exponent);
    while rest > 0 {
        if rest % 2 == 1 {
            result *= square;
        }
        square *= square;
        rest /= 2;
    }
    result
}

/// `ln(1 + exp(x))`, without overflow for large `x`, and without loss for large negative ones.
pub(crate) fn softplus(x: f64) -> f64 {
    let small = exp(-x.abs());
    let sum = 1.0 + small;
    // What rounding took from the sum is given back (Kahan).
    let logarithm = match sum - 1.0 {
        0.0 => small,
        rounded => ln(sum) * (small / rounded),
    };
    x.max(0.0) + logarithm
}

#[cfg(test)]
mod tests {
    use super::{power, softplus};

    #[test]
    fn powers_are_products() {
        for (base, exponent, expected) in [
            (3.0, 0, 1.0),
            (3.0, 1, 3.0),
            (3.0, 13, 1594323.0),
            (0.5, 20, 0.5_f64.powi(20)),
            (0.999, u64::MAX, 0.0),
            (0.0, 0, 1.0),
        ] {
            assert_eq!(power(base, exponent), expected);
        }
    }

    #[test]
    fn softplus_is_exact_far_out_and_near_zero() {
        let expected = [
            (1e4, 1e4),
            (-1e4, 0.0),
            (0.0, std::f64::consts::LN_2),
            (-40.0, 4.248354255291589e-18),
            (-1.0, 0.31326168751822286),
            (2.5, 2.5788897342925496),
        ];
        for (x, expected) in expected {
            let error = (softplus(x) - expected).abs();
            assert!(error <= 1e-15 * expected, "{x}: {}", softplus(x));
        }
        assert!(softplus(f64::NAN).is_nan());
    }
}
