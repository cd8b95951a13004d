//! Trains the sine predictor, and tells the linker of the chip's memory.

use std::env;
use std::f64::consts::TAU;
use std::fs;
use std::path::PathBuf;

use neuralatex_core::prelude::*;

fn main() -> Result<()> {
    link();
    sine("Sine").compile()?;
    sine("SineI8").quantize(i8()).compile()
}

/// The sine of an angle, as TensorFlow's first example for chips has it.
fn sine(name: &str) -> Model {
    let rows = |count| {
        from_fn(count, |random| {
            let x = random.uniform(0.0, TAU);
            ([x], x.sin())
        })
    };
    model(name, [1, 16, 16, 1])
        .doc("The sine of an angle from 0 to 2π.")
        .data(rows(1000))
        .eval(rows(200))
        .optimizer(adam(cosine(0.01, 0.0001)))
        .epochs(300)
        .seed(1)
        .require(loss().at_most(0.001))
}

fn link() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=memory");
    let memory = match env::var("TARGET").as_deref() {
        Ok("thumbv7em-none-eabihf") => "memory/cortex-m4f.x",
        Ok("thumbv6m-none-eabi") => "memory/cortex-m0.x",
        _ => return,
    };
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets it"));
    fs::copy(memory, folder.join("memory.x")).expect("the folder can be written to");
    println!("cargo::rustc-link-search={}", folder.display());
    for kind in ["bins", "examples"] {
        println!("cargo::rustc-link-arg-{kind}=-Tlink.x");
    }
}
