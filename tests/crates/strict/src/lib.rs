//! Everything that a user may do with a model, with many a lint denied.
#![no_std]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]
#![deny(missing_copy_implementations, missing_debug_implementations)]
#![deny(
    trivial_casts,
    trivial_numeric_casts,
    unreachable_pub,
    unused_qualifications,
    unused_results
)]
#![forbid(unsafe_code)]

use learning::train;

include!(concat!(env!("OUT_DIR"), "/regression.rs"));
include!(concat!(env!("OUT_DIR"), "/every.rs"));
include!(concat!(env!("OUT_DIR"), "/every_double.rs"));
include!(concat!(env!("OUT_DIR"), "/panels.rs"));
include!(concat!(env!("OUT_DIR"), "/panels_double.rs"));
include!(concat!(env!("OUT_DIR"), "/halves.rs"));
include!(concat!(env!("OUT_DIR"), "/binary.rs"));
include!(concat!(env!("OUT_DIR"), "/integers.rs"));
include!(concat!(env!("OUT_DIR"), "/integers_double.rs"));
include!(concat!(env!("OUT_DIR"), "/bytes.rs"));

/// A private module with a model of the build script's, most of which nobody uses.
mod private {
    include!(concat!(env!("OUT_DIR"), "/one_hot.rs"));
    include!(concat!(env!("OUT_DIR"), "/texts.rs"));

    /// Uses a part.
    pub(super) fn class() -> i32 {
        let input = TextsInput { a: 0.0, b: 1.0 };
        match Texts::predict(input.to_array()) {
            TextsClass::Left => OneHot::predict([0.0, 1.0]),
            TextsClass::Right => 0,
        }
    }
}

train! {
    /// A public model.
    #[derive(Debug, Clone, Copy)]
    pub model Public<2, 4, 4, 1> {
        data: spiral(5),
        eval: spiral(5),
        epochs: 2,
    }

    /// One that computes with integers.
    pub model Whole<2, 4, 1> { data: spiral(5), quantize: i8, epochs: 2 }

    /// One with wide layers.
    pub model Wide<2, 5, 37, 32, 1> { data: spiral(5), epochs: 2 }

    /// One that only this crate sees.
    pub(crate) model Restricted<2, 1> { data: spiral(5), epochs: 2 }

    /// One that nobody should use any more, and nobody does.
    #[deprecated]
    pub model Deprecated<2, 1> { data: spiral(5), epochs: 2 }

    /// One that is there with a feature only.
    #[cfg(feature = "extra")]
    pub model Extra<2, 1> { data: spiral(5), epochs: 2 }
}

train! {
    /// One whose first loss is ln 2, for which clippy knows a constant.
    pub model Logistic<2, 1> {
        data: spiral(5),
        eval: spiral(5),
        loss: |score, target| ln(1.0 + exp(-(score * target))),
        init: values([0.0, 0.0, 0.0]),
        epochs: 2,
    }
}

/// Models in a module.
pub mod inner {
    learning::train! {
        /// A model for the module above.
        pub(super) model Inner<1, 2> {
            data: points([([0.0], [1.0, 2.0]), ([1.0], [0.5, 4.0])]),
            precision: f64,
            epochs: 2,
        }
    }
}

/// Models in a module for which nothing is in scope that Rust brings by itself.
pub mod bare {
    #![no_implicit_prelude]

    ::learning::train! {
        /// One whose weights are literals.
        pub model Few<2, 3, 1> { data: spiral(5), eval: spiral(5), epochs: 2 }

        /// One whose weights are bytes.
        pub model Many<2, 40, 40, 1> { data: spiral(5), precision: f64, epochs: 2 }

        /// One that computes with integers.
        pub model Whole<2, 3, 1> { data: spiral(5), quantize: i8, epochs: 2 }
    }

    ::core::include!(::core::concat!(::core::env!("OUT_DIR"), "/bare.rs"));
    ::core::include!(::core::concat!(::core::env!("OUT_DIR"), "/bare_whole.rs"));
}

/// The trait of the crate, by whatever name.
#[must_use]
pub const fn accuracy<C: learning::Classifier>() -> Option<f64> {
    C::ACCURACY
}

/// The accuracy of a model that generic code takes.
pub const ACCURACY: Option<f64> = accuracy::<Public>();

/// Inference inside a constant.
pub const ANSWER: i32 = Public::predict([1.0, 0.5]);

/// Probabilities inside constants, through every activation.
pub const SHARES: [f32; 3] = Every::probabilities([1.0, 0.5]);

/// As above, in the other precision.
pub const SHARES_DOUBLE: [f64; 3] = EveryDouble::probabilities([1.0, 0.5]);

/// Both classes of one output.
pub const BOTH: [f32; 2] = Binary::probabilities([1.0, 0.5]);

/// A model inside a function.
#[must_use]
pub fn local() -> i32 {
    train! {
        model Local<2, 3, 1> { data: spiral(5), epochs: 2 }
    }
    const INSIDE: i32 = Local::predict([0.0, 1.0]);
    INSIDE + Restricted::predict([0.0, 1.0]) + private::class()
}

/// The other models.
#[must_use]
pub fn numbers() -> [f64; 2] {
    inner::Inner::predict([0.5])
}
