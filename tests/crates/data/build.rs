//! The same by the second door.

use neuralatex_core::prelude::*;

fn main() -> Result<()> {
    model("Fly", [AUTO, 8, AUTO])
        .data(csv("data/flies.csv").label("kind").missing(mean()))
        .eval(hold_out(0.2))
        .normalize(standard())
        .require([accuracy().at_least(0.9), recall("fruit fly").above(0.5)])
        .compile()?;
    model("Weight", [AUTO, 4, AUTO])
        .data(
            csv("data/flies.csv")
                .target("weight")
                .ignore("kind")
                .missing(drop()),
        )
        .eval(hold_out(0.2))
        .normalize(min_max())
        .require(r2().at_least(0.5))
        .compile()?;
    model("Plant", [AUTO, 4, AUTO])
        .data(csv("data/ähren.csv").label("Art"))
        .normalize(standard())
        .epochs(5)
        .compile()
}
