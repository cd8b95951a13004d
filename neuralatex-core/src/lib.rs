//! The core of [neuralatex](https://docs.rs/neuralatex): specification, data, networks,
//! training and code generation, and the build-script door to them.
//!
//! ```no_run
//! // build.rs, with neuralatex-core in [build-dependencies]
//! use neuralatex_core::prelude::*;
//!
//! fn main() -> Result<()> {
//!     model("Spiral", [2, 4, 4, 1])
//!         .data(spiral(50).seed(1))
//!         .eval(spiral(50).seed(2))
//!         .loss(max_margin())
//!         .optimizer(sgd(|epoch: f64| 1.0 - 0.9 * (epoch - 1.0) / 100.0))
//!         .init(paper())
//!         .epochs(35)
//!         .batch(100)
//!         .seed(7)
//!         .compile()
//! }
//! ```
//! The crate then takes the generated source in with
//! `include!(concat!(env!("OUT_DIR"), "/spiral.rs"));`.
//!
//! A model goes one way: spec → data → network → training → trained → results → figures → emit →
//! report. The modules stand
//! below in that order, after the tools that all of them use; a stage knows those before it,
//! never those after.

// Tools.
mod digest;
mod environment;
pub mod error;
mod escape;
mod files;
mod gzip;
mod json;
mod log;
mod maths;
mod memory;
mod prose;
mod random;
mod remembered;
mod rounded;
mod safetensors;
mod suggest;
mod surroundings;
mod terminal;
mod threads;
mod warning;
mod weights_file;

// The engine, on which losses, networks and training stand.
pub mod engine;

// The hot loops, compiled for the processor.
#[allow(unsafe_code)]
mod kernels;

// The pipeline, in its order.

// What is to be trained.
mod spec;

// The rows that it learns from.
mod data;

// The network, of engine values.
pub mod nn;

// From start weights to trained ones.
mod training;

// Who watches over that: progress, limits, states to go on from.
mod supervision;

// The network as it is shipped.
mod inference;

// How good it is.
mod evaluation;

// One training, from its start to what is shipped.
mod attempt;

// The network as integers.
mod quantized;

// What all of it follows from.
mod contents;
mod key;

// What training gives.
mod trained;

// Whether that is good enough.
mod requirements;

// What to do about it.
mod advice;

// What there is to show of it.
mod results;

// Its figures, described and drawn.
mod figures;

// Trained models as Rust source.
mod emit;

// What is written about them: a page, a paper, data.
mod report;

// What doors need of them.
mod shipped;

// What is trained elsewhere.
mod export;

// What is kept, so that it is not done again.
mod store;

// All stages in a row.
mod pipeline;

// The build-script door.
mod compile;

// The paper's measures of source trees.
pub mod measures;

// What `cargo neuralatex` needs.
#[doc(hidden)]
pub mod tool;

// The training by itself, for the project's benchmark.
#[doc(hidden)]
pub mod bench;

pub mod prelude;

#[cfg(test)]
mod golden;

pub use data::Examples;
pub use error::{Error, Result};
pub use figures::Figure;
#[doc(hidden)]
pub use log::log_expansion;
#[doc(hidden)]
pub use report::Door;
#[doc(hidden)]
pub use shipped::Shipped;
pub use spec::{Model, Precision};
#[doc(hidden)]
pub use surroundings::is_of_dependency;
pub use trained::Trained;
#[doc(hidden)]
pub use warning::variables_of_warnings;
