//! Specifications that between them use every part of training, and what each must give.
//!
//! `tests/crates/digests/src/main.rs` has the same for the macro.

#![allow(
    unreachable_pub,
    reason = "a crate of its own includes this file as well"
)]

use neuralatex_core::prelude::*;

/// A model, and the beginning of its digest with the bits of its last loss.
pub struct Expected {
    pub name: &'static str,
    pub model: Model,
    pub result: &'static str,
}

/// How results are written down.
pub fn result(digest: &str, losses: &[f64]) -> String {
    let last = losses.last().copied().unwrap_or(f64::NAN);
    format!("{} {:016x}", &digest[..16], last.to_bits())
}

fn expected(
    name: &'static str,
    layers: &[usize],
    result: &'static str,
    rest: impl Fn(Model) -> Model,
) -> Expected {
    Expected {
        name,
        model: rest(model(name, layers.to_vec())),
        result,
    }
}

/// Numbers, texts and gaps, from the folder of either crate that reads them.
fn flies() -> Csv {
    let crates = match env!("CARGO_PKG_NAME") {
        "digests" => "..",
        _ => "tests/crates",
    };
    csv(format!("{crates}/data/data/flies.csv"))
}

/// All of them.
pub fn specifications() -> Vec<Expected> {
    vec![
        // The paper's: layers that are summed across lanes, one batch of all rows.
        expected(
            "Paper",
            &[2, 4, 4, 1],
            "43b55c7b8a0e25ad 3fe421ac28f5c28f",
            |model| {
                model
                    .data(spiral(50).seed(1))
                    .optimizer(sgd(|epoch: f64| 1.0 - 0.9 * (epoch - 1.0) / 100.0))
                    .init(paper())
                    .epochs(35)
                    .batch(100)
                    .seed(7)
            },
        ),
        // Several batches in a new order each epoch, the last one smaller; the best of three.
        expected(
            "Shuffled",
            &[2, 8, 5, 1],
            "39b06a33343d3239 3fd22a99541d41d4",
            |model| {
                model
                    .data(moons(35).noise(0.2).seed(1))
                    .eval(moons(20).noise(0.2).seed(2))
                    .activation(tanh())
                    .loss(binary_cross_entropy())
                    .optimizer(adam(linear(0.05, 0.01)))
                    .normalize(standard())
                    .epochs(8)
                    .batch(16)
                    .restarts(3)
            },
        ),
        // Wide layers, and batches of more rows than are worked on at a time.
        expected(
            "Wide",
            &[20, 70, 33, 5],
            "8a1ae471e5fbd5a3 3ff6a313f258bf26",
            |model| {
                model
                    .data(blobs(60).classes(5).dimensions(20).noise(4.0).seed(1))
                    .activation([gelu(), leaky_relu(0.1)])
                    .loss(cross_entropy())
                    .optimizer(
                        adamw(cosine(0.01, 0.001).warmup(2))
                            .weight_decay(0.1)
                            .clip(1.0),
                    )
                    .normalize(min_max())
                    .epochs(4)
                    .batch(200)
                    .seed(3)
            },
        ),
        // As above, in the other precision.
        expected(
            "WideDouble",
            &[11, 37, 3],
            "28cba7920cf8e245 3fe2ac7c2d73371a",
            |model| {
                model
                    .data(blobs(50).classes(3).dimensions(11).noise(4.0))
                    .activation(silu())
                    .optimizer(adam(0.01).weight_decay(0.01))
                    .precision(Precision::F64)
                    .epochs(3)
                    .batch(140)
            },
        ),
        // A recorded loss, with functions that are not the kernels' own.
        expected(
            "Recorded",
            &[2, 6, 1],
            "b9a3c3cfec7151be 4007cc40bbbbbbbc",
            |model| {
                model
                    .data(circles(30).noise(0.1))
                    .activation(sigmoid())
                    .loss(custom(|score, target| {
                        let error = (score - target).abs() + 0.5;
                        error.powf(1.7)
                            + 0.1 * (score * 3.0).sin()
                            + (-score * target).exp().min(2.0)
                    }))
                    .optimizer(sgd(0.05).momentum(0.9).nesterov())
                    .epochs(10)
            },
        ),
        expected(
            "RecordedDouble",
            &[2, 17, 1],
            "1a6305af4bbfecfa 3ffb87aac0701f3e",
            |model| {
                model
                    .data(circles(30).noise(0.1))
                    .loss(custom(|score, target| {
                        let margin = 1.0 - score * target;
                        margin.relu().powi(2) + (margin * margin + 1.0).ln() * score.cos().max(0.2)
                    }))
                    .optimizer(rmsprop(exponential(0.01, 0.9)))
                    .precision(Precision::F64)
                    .epochs(10)
                    .shuffle(false)
            },
        ),
        // Several targets, and a rule that ends training.
        expected(
            "Targets",
            &[2, 5, 3],
            "d92354eb9a9efa87 3fe2fde392aaaaab",
            |model| {
                model
                    .data(points([
                        ([0.0, 1.0], [1.0, 2.0, -3.0]),
                        ([1.0, 0.5], [0.5, 4.0, 0.25]),
                        ([-1.0, 2.5], [0.1, -4.0, 2.25]),
                    ]))
                    .activation(identity())
                    .loss(huber(0.7))
                    .optimizer(sgd(step(0.1).every(3).by(0.5)).momentum(0.8))
                    .init(uniform(-1.0, 1.0))
                    .epochs(40)
                    .batch(2)
                    .stop(loss_below(0.6))
            },
        ),
        // More weights than are moved at once, and a rule that watches other rows.
        expected(
            "Blocks",
            &[200, 90, 3],
            "a503ca043a393688 3fb0aa378e38e38e",
            |model| {
                model
                    .data(blobs(30).classes(3).dimensions(200).noise(20.0).seed(1))
                    .eval(blobs(20).classes(3).dimensions(200).noise(20.0).seed(2))
                    .optimizer(adam(0.01))
                    .epochs(12)
                    .batch(40)
                    .stop(patience(2))
            },
        ),
        expected(
            "Absolute",
            &[2, 16, 16, 1],
            "d46b590e6cf856db 3fe3b4aefabd146b",
            |model| {
                model
                    .data(xor(40).seed(1))
                    .loss(mae())
                    .optimizer(sgd(0.1).clip(0.5))
                    .precision(Precision::F64)
                    .epochs(6)
                    .batch(33)
            },
        ),
        // Texts as inputs and as classes, gaps, and rows held out.
        expected(
            "File",
            &[AUTO, 8, AUTO],
            "ec2b3a1ffd66bf79 3fec9159f1c71c72",
            |model| {
                model
                    .data(flies().label("kind").missing(mean()))
                    .eval(hold_out(0.2))
                    .normalize(standard())
                    .epochs(6)
                    .seed(5)
            },
        ),
        expected(
            "FileDouble",
            &[AUTO, 5, AUTO],
            "ba867540bac79e79 4051c4842c20ea52",
            |model| {
                model
                    .data(flies().target("weight").missing(drop()))
                    .eval(hold_out(0.3).seed(2))
                    .precision(Precision::F64)
                    .epochs(6)
            },
        ),
    ]
}
