//! Elementary functions that give the same bits on every platform.
//!
//! `std`'s `exp`, `tanh`, … call the platform's maths library, whose last bits differ. Those that
//! networks are made of are our own, shared with the generated code; the others come from the
//! `libm` crate, plain Rust. `sqrt`, `abs` and the four operations are exact in IEEE 754 and
//! need no such care.

#[allow(unused_imports, reason = "no activation calls erf yet")]
pub(crate) use double::shared::erf;
pub(crate) use double::shared::{exp, ln, sigmoid, tanh};
pub(crate) use libm::{cos, pow, sin};

#[allow(dead_code, reason = "no activation calls erf yet")]
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
