//! The second door, for the same strict crate.

use neuralatex_core::prelude::*;

fn main() -> Result<()> {
    model("Regression", [1, 3, 2])
        .data(points([([0.0], [1.0, 2.0]), ([1.0], [0.5, 4.0])]))
        .eval(points([([0.5], [0.75, 3.0])]))
        .epochs(5)
        .compile()?;
    let bare = model("Bare", [2, 3, 1]).data(spiral(5)).epochs(2);
    bare.compile()?;
    let bare = model("BareWhole", [2, 3, 1]).data(spiral(5)).epochs(2);
    bare.quantize(i8()).compile()?;
    model("OneHot", [2, 3])
        .data(points([([0.0, 1.0], 3), ([1.0, 0.5], -1), ([2.0, 0.0], 7)]))
        .loss(mse())
        .precision(Precision::F64)
        .epochs(5)
        .compile()?;
    model("Texts", [2, 3, 1])
        .data(csv("rows.csv").label("side"))
        .epochs(2)
        .compile()?;
    let every = [
        relu(),
        leaky_relu(0.1),
        tanh(),
        sigmoid(),
        silu(),
        gelu(),
        identity(),
    ];
    for (name, precision) in [("Every", Precision::F32), ("EveryDouble", Precision::F64)] {
        model(name, [2, 3, 3, 3, 3, 3, 3, 3, 3])
            .data(points([([0.0, 1.0], 3), ([1.0, 0.5], -1), ([2.0, 0.0], 7)]))
            .activation(every)
            .normalize(standard())
            .precision(precision)
            .epochs(5)
            .compile()?;
    }
    for (name, precision) in [
        ("Integers", Precision::F32),
        ("IntegersDouble", Precision::F64),
    ] {
        model(name, [2, 3, 3, 3, 3, 3, 3, 3, 3])
            .data(points([([0.0, 1.0], 3), ([1.0, 0.5], -1), ([2.0, 0.0], 7)]))
            .activation(every)
            .loss(cross_entropy())
            .precision(precision)
            .quantize(i8())
            .epochs(5)
            .compile()?;
    }
    for (name, precision) in [("Panels", Precision::F32), ("PanelsDouble", Precision::F64)] {
        model(name, [2, 64, 8, 67, 32, 4, 1])
            .data(spiral(5))
            .precision(precision)
            .epochs(2)
            .compile()?;
    }
    model("Halves", [2, 64, 64, 67, 1])
        .data(spiral(5))
        .precision(Precision::F64)
        .epochs(2)
        .compile()?;
    model("Bytes", [1, 40, 40, 2])
        .data(points([([0.0], [1.0, 2.0]), ([1.0], [0.5, 4.0])]))
        .eval(points([([0.5], [0.75, 3.0])]))
        .quantize(i8())
        .allow(imprecise())
        .epochs(5)
        .compile()?;
    model("Binary", [2, 1])
        .data(spiral(5))
        .loss(binary_cross_entropy())
        .epochs(5)
        .compile()
}
