//! The specifications through the second door.

#[allow(dead_code)]
#[path = "../../specifications/mod.rs"]
mod specifications;

fn main() -> neuralatex_core::Result<()> {
    println!("cargo::rerun-if-changed=../../specifications/mod.rs");
    println!("cargo::rerun-if-changed=build.rs");
    let all = specifications::specifications();
    all.into_iter().try_for_each(|each| each.model.compile())
}
