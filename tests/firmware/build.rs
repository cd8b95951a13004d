//! Trains the sine predictors and models of every activation, and tells the linker of the chip's memory.

use std::env;
use std::f64::consts::TAU;
use std::fs;
use std::path::PathBuf;

use neuralatex_core::prelude::*;

fn main() -> Result<()> {
    link();
    sine("Sine").compile()?;
    sine("SineI8").quantize(i8()).compile()?;
    let few = [2, 3, 3, 3, 3, 3, 3, 3, 1];
    // More than a thousand weights, which are a byte string.
    let many = [2, 3, 3, 3, 3, 3, 30, 30, 1];
    let double = Precision::F64;
    write_in_both_forms([
        every("Every", few),
        every("EveryDouble", many).precision(double),
        every("EveryI8", few).quantize(i8()),
        every("EveryI8Double", few).precision(double).quantize(i8()),
    ])
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

/// Every activation.
fn every(name: &str, layers: [usize; 9]) -> Model {
    model(name, layers)
        .data(moons(50).seed(1))
        .activation([
            relu(),
            leaky_relu(0.1),
            tanh(),
            sigmoid(),
            silu(),
            gelu(),
            identity(),
        ])
        .epochs(20)
}

/// Writes the source of models as it is, and as that of large ones, whose weights are in files.
fn write_in_both_forms<const N: usize>(models: [Model; N]) -> Result<()> {
    let (mut source, mut with_files) = (String::new(), String::new());
    for model in models {
        let trained = model.train()?;
        let (code, file, weights) = trained.code_and_file();
        write(&file, weights);
        source += &trained.code();
        with_files += &code;
    }
    write("every.rs", source);
    write("every_in_files.rs", with_files);
    Ok(())
}

fn write(name: &str, content: impl AsRef<[u8]>) {
    fs::write(out().join(name), content).expect("the folder can be written to");
}

fn out() -> PathBuf {
    env::var_os("OUT_DIR").expect("Cargo sets it").into()
}

fn link() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=memory");
    let memory = match env::var("TARGET").as_deref() {
        Ok("thumbv7em-none-eabihf") => "memory/cortex-m4f.x",
        Ok("thumbv6m-none-eabi") => "memory/cortex-m0.x",
        _ => return,
    };
    let folder = out();
    fs::copy(memory, folder.join("memory.x")).expect("the folder can be written to");
    println!("cargo::rustc-link-search={}", folder.display());
    for kind in ["bins", "examples"] {
        println!("cargo::rustc-link-arg-{kind}=-Tlink.x");
    }
}
