//! Trains one model.

use neuralatex_core::prelude::*;

fn main() -> Result<()> {
    model("Built", [2, 3, 1])
        .data(moons(20))
        .eval(moons(20))
        .epochs(5)
        .compile()
}
