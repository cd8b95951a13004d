//! What runs on the chips. `build.rs` trains those that are taken in here.

include!(concat!(env!("OUT_DIR"), "/sine.rs"));
include!(concat!(env!("OUT_DIR"), "/sine_i8.rs"));

/// Models of every activation.
pub mod every {
    include!(concat!(env!("OUT_DIR"), "/every.rs"));
}

/// The same, with weights in files.
pub mod every_in_files {
    include!(concat!(env!("OUT_DIR"), "/every_in_files.rs"));
}

neuralatex::train! {
    /// The paper's network: the arm of the spiral that a point lies on.
    pub model Spiral<2, 4, 4, 1> {
        data: spiral(50).seed(1),
        epochs: 35,
        seed: 7,
    }

    /// Curves: hyperbolic tangents, and probabilities.
    pub model Iris<4, 16, 3> {
        data: csv("../../examples/data/iris.csv").label("species"),
        activation: tanh,
        normalize: standard,
        epochs: 50,
    }

    /// More than a thousand weights, which are a byte string.
    pub model Digits<64, 32, 10> {
        data: csv("../../examples/data/digits.csv").label("digit"),
        normalize: min_max,
        epochs: 20,
    }

    /// Doubles, for which neither chip has instructions.
    pub model Moons<2, 8, 4, 1> {
        data: moons(50).seed(1),
        activation: [gelu, silu],
        loss: cross_entropy,
        epochs: 50,
        precision: f64,
    }

    /// The same in integers.
    pub model SpiralI8<2, 4, 4, 1> {
        data: spiral(50).seed(1),
        epochs: 35,
        seed: 7,
        quantize: i8,
    }

    /// The same in integers: tangents are a table.
    pub model IrisI8<4, 16, 3> {
        data: csv("../../examples/data/iris.csv").label("species"),
        activation: tanh,
        normalize: standard,
        epochs: 50,
        quantize: i8,
    }

    /// The same in integers.
    pub model DigitsI8<64, 32, 10> {
        data: csv("../../examples/data/digits.csv").label("digit"),
        normalize: min_max,
        epochs: 20,
        quantize: i8,
    }
}
