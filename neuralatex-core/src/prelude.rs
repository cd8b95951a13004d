//! Every name that a specification may need: `use neuralatex_core::prelude::*;`.

pub use crate::data::Examples;
pub use crate::data::mesh::{Bounds, bounds, mesh};
pub use crate::engine::{Graph, Value};
pub use crate::error::{Error, Result};
pub use crate::figures::Figure;
pub use crate::nn::{Layer, Mlp, Neuron};
pub use crate::random::Random;
pub use crate::spec::activation::{
    Activation, Activations, gelu, identity, leaky_relu, relu, sigmoid, silu, tanh,
};
pub use crate::spec::advice::{
    Advice, imprecise, mismatched, overfitted, seen, unbalanced, unfinished, unlearned, unscaled,
};
pub use crate::spec::budget::{Budget, hours, minutes, seconds};
pub use crate::spec::init::{Init, he, paper, uniform, values, xavier};
pub use crate::spec::loss::{
    Loss, binary_cross_entropy, cross_entropy, custom, huber, mae, max_margin, mse,
};
pub use crate::spec::normalize::{Normalize, min_max, none, standard};
pub use crate::spec::optimizer::{Optimizer, adam, adamw, rmsprop, sgd};
pub use crate::spec::quantize::{Quantize, i8};
pub use crate::spec::rate::{Rate, StepRate, cosine, exponential, linear, step};
pub use crate::spec::require::{Metric, Requirement, accuracy, loss, parameters};
pub use crate::spec::require::{precision, r2, recall, rmse};
pub use crate::spec::source::{Blobs, FromFn, HoldOut, Label, Points, Shape, Source};
pub use crate::spec::source::{Column, Columns, Csv, Idx, Missing, csv, drop, idx, mean, value};
pub use crate::spec::source::{blobs, circles, from_fn, hold_out, moons, points, spiral, xor};
pub use crate::spec::stop::{Stop, loss_below, patience};
pub use crate::spec::{AUTO, Model, Precision, model};
pub use crate::trained::Trained;
