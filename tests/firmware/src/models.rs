//! What runs on the chips. The sine predictors are trained by `build.rs`.

include!(concat!(env!("OUT_DIR"), "/sine.rs"));
include!(concat!(env!("OUT_DIR"), "/sine_i8.rs"));

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

    /// Every activation.
    pub model Every<2, 3, 3, 3, 3, 3, 3, 3, 1> {
        data: moons(50).seed(1),
        activation: [relu, leaky_relu(0.1), tanh, sigmoid, silu, gelu, identity],
        epochs: 20,
        allow: [unfinished, imprecise],
    }

    /// The same in doubles, more than a thousand, which are a byte string.
    pub model EveryDouble<2, 13, 13, 13, 13, 13, 13, 13, 1> {
        data: moons(50).seed(1),
        activation: [relu, leaky_relu(0.1), tanh, sigmoid, silu, gelu, identity],
        epochs: 20,
        precision: f64,
        allow: [unfinished, imprecise],
    }

    /// The same in integers.
    pub model EveryI8<2, 3, 3, 3, 3, 3, 3, 3, 1> {
        data: moons(50).seed(1),
        activation: [relu, leaky_relu(0.1), tanh, sigmoid, silu, gelu, identity],
        epochs: 20,
        quantize: i8,
        allow: [unfinished, imprecise],
    }

    /// Integers, made from doubles.
    pub model EveryI8Double<2, 3, 3, 3, 3, 3, 3, 3, 1> {
        data: moons(50).seed(1),
        activation: [relu, leaky_relu(0.1), tanh, sigmoid, silu, gelu, identity],
        epochs: 20,
        precision: f64,
        quantize: i8,
        allow: [unfinished, imprecise],
    }
}
