#![doc = include_str!("../README.md")]
#![no_std]

pub use neuralatex_macros::train;

/// The paper's experiment, done while this crate was compiled: see `build.rs`.
pub mod spiral {
    include!(concat!(env!("OUT_DIR"), "/spiral.rs"));
    include!(concat!(env!("OUT_DIR"), "/spiral_points.rs"));
}
