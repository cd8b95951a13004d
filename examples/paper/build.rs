//! The data, the method and the experiment of the paper, and all that it takes from them.

use std::path::{Path, PathBuf};
use std::{env, fs};

use neuralatex_core::measures::{SourceLines, library, scomiscop};
use neuralatex_core::prelude::*;

fn main() -> Result<()> {
    let trained = model("Arm", [2, 16, 16, 1])
        .doc("Which of two arms of a spiral a point lies on.")
        .data(from_fn(400, arm))
        .eval(from_fn(400, arm))
        .activation(tanh())
        .loss(custom(|score, target| {
            (1.0 - score * target).relu().powi(2)
        }))
        .optimizer(adam(|epoch: f64| 0.03 / (1.0 + 0.02 * epoch)))
        .epochs(150)
        .require(accuracy().at_least(0.9))
        .train()?;
    trained.compile()?;
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets it")).join("report");
    trained.report(&folder)?;
    fs::write(folder.join("measures.tex"), measures()?)?;
    // What is counted: when it changes, so do the measures.
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", library().display());
    Ok(())
}

/// A point of one of two arms, which lie opposite each other, a little off its place.
fn arm(random: &mut Random) -> ([f64; 2], i32) {
    let class = random.below(2);
    let turn = random.uniform(0.3, 1.5);
    let angle = std::f64::consts::PI * (2.0 * turn + class as f64);
    let off = |random: &mut Random| 0.08 * random.normal();
    let place = [
        turn * angle.cos() + off(random),
        turn * angle.sin() + off(random),
    ];
    (place, if class == 0 { -1 } else { 1 })
}

/// The measures as macros and as rows of tables.
fn measures() -> Result<String> {
    let paper = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets it"));
    let repository = paper.join("../..");
    let own = paper.join("build.rs");
    let parts = ["src", "kernels", "build.rs"].map(|part| library().join(part));
    let method: Vec<&Path> = parts.iter().chain([&own]).map(PathBuf::as_path).collect();

    let lines = SourceLines::of(library())?;
    let mut text = String::new();
    let mut define = |name: &str, value: String| {
        text += &format!("\\newcommand{{\\{name}}}{{{value}}}\n");
    };
    let shares: String = lines
        .languages()
        .map(|(name, count)| format!("{name} & {count} & {} \\\\\n", share(lines.share(name))))
        .collect();
    define("LibraryLines", lines.total().to_string());
    define("WrittenInRust", share(lines.share("Rust")));
    define("WrittenInLaTeX", share(lines.share("LaTeX")));
    define("LibraryRows", shares);
    define("OwnLines", SourceLines::of(&own)?.total().to_string());
    define("ScomiscopOwn", share(scomiscop(&paper, [&own])?));
    define("ScomiscopCrate", share(scomiscop(&paper, &method)?));
    define(
        "ScomiscopRepository",
        share(scomiscop(repository, &method)?),
    );
    Ok(text)
}

fn share(share: f64) -> String {
    format!("{share:.4}")
}
