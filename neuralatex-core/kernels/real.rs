//! The two types of numbers: `f32` and `f64`.

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::software;

/// A number that networks are trained with.
pub(crate) trait Real:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    fn of(number: f64) -> Self;
    fn wide(self) -> f64;
    fn exp(self) -> Self;
    fn ln(self) -> Self;
    fn tanh(self) -> Self;
    fn sigmoid(self) -> Self;
    fn erf(self) -> Self;
    /// `self * factor + term`, rounded once, without help of the processor.
    fn fused(self, factor: Self, term: Self) -> Self;
    fn square_root(self) -> Self;
    /// `1 / self`, roughly: from the exponent in the bits.
    fn inverse_seed(self) -> Self;

    #[inline(always)]
    fn absolute(self) -> Self {
        if self < Self::ZERO { -self } else { self }
    }
}

// The functions are also written into generated code, which is why they are files of their own.
macro_rules! real {
    ($module:ident, $real:ident, $elementary:literal, $fused:ident, $square_root:ident,
     $seed:literal) => {
        #[allow(dead_code)]
        mod $module {
            use super::{Real, software};

            include!($elementary);

            impl Real for $real {
                const ZERO: $real = 0.0;
                const ONE: $real = 1.0;

                #[inline(always)]
                fn of(number: f64) -> $real {
                    number as $real
                }

                #[inline(always)]
                fn wide(self) -> f64 {
                    self as f64
                }

                #[inline(always)]
                fn exp(self) -> $real {
                    exp(self)
                }

                #[inline(always)]
                fn ln(self) -> $real {
                    ln(self)
                }

                #[inline(always)]
                fn tanh(self) -> $real {
                    tanh(self)
                }

                #[inline(always)]
                fn sigmoid(self) -> $real {
                    sigmoid(self)
                }

                #[inline(always)]
                fn erf(self) -> $real {
                    erf(self)
                }

                #[inline(always)]
                fn fused(self, factor: $real, term: $real) -> $real {
                    software::$fused(self, factor, term)
                }

                #[inline(always)]
                fn square_root(self) -> $real {
                    software::$square_root(self)
                }

                #[inline(always)]
                fn inverse_seed(self) -> $real {
                    $real::from_bits($seed.wrapping_sub(self.to_bits()))
                }
            }
        }
    };
}

real!(
    single,
    f32,
    "../src/inference/elementary_f32.rs",
    fused_single,
    square_root_single,
    0x7ef3_11c3_u32
);
real!(
    double,
    f64,
    "../src/inference/elementary_f64.rs",
    fused_double,
    square_root_double,
    0x7fde_6238_5024_84ba_u64
);
