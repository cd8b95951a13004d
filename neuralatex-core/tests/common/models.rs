//! One model of every kind that is shown differently.

#![allow(dead_code, reason = "each test file uses a part of it")]

use neuralatex_core::prelude::*;

pub(crate) fn train(model: Model) -> Trained {
    model.train().unwrap_or_else(|error| panic!("{error}"))
}

/// The paper's.
pub(crate) fn paper_spiral() -> Model {
    model("Spiral", [2, 4, 4, 1])
        .doc("Which arm of the paper's spiral a point lies on.")
        .data(spiral(50).seed(1))
        .eval(spiral(50).seed(2))
        .loss(max_margin())
        .optimizer(sgd(|epoch: f64| 1.0 - 0.9 * (epoch - 1.0) / 100.0))
        .init(paper())
        .epochs(35)
        .batch(100)
        .seed(7)
}

pub(crate) fn kinds() -> Vec<Trained> {
    let sine = |n| {
        from_fn(n, |random| {
            let x = random.uniform(-3.0, 3.0);
            ([x], x.sin())
        })
    };
    let two = |n| {
        from_fn(n, |random| {
            let [x, y] = [random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)];
            ([x, y], [x + y, 1e4 * x * y])
        })
    };
    let twenty = |n| {
        from_fn(n, |random| {
            let class = random.below(20) as i32;
            ([f64::from(class) + random.normal(), random.normal()], class)
        })
    };
    let two_rows = || points([([0.0, 0.0], 0), ([1.0, 1.0], 1)]);
    let models = [
        paper_spiral(),
        model("Four", [2, 8, 4])
            .data(blobs(40).classes(4))
            .eval(blobs(20).classes(4))
            .activation(gelu()),
        model("Many", [6, 16, 5])
            .data(blobs(60).classes(5).dimensions(6).noise(4.0))
            .eval(blobs(60).classes(5).dimensions(6).noise(4.0))
            .normalize(standard()),
        model("Sine", [1, 16, 1])
            .data(sine(100))
            .eval(sine(50))
            .epochs(300),
        model("Two", [2, 8, 2])
            .data(two(80))
            .eval(two(40))
            .precision(Precision::F64),
        model("Alone", [2, 4, 1]).data(two_rows()).epochs(1),
        model("Pair", [2, 4, 1])
            .data(two_rows())
            .eval(two_rows())
            .epochs(1),
        model("Constant", [2, 1])
            .data(two_rows())
            .eval(two_rows())
            .optimizer(sgd(0.0))
            .epochs(5),
        model("Line", [1, 4, 1])
            .data(points([([-1.5], 0), ([0.5], 1), ([2.0], 1)]))
            .eval(points([([-1.0], 0), ([0.7], 1)])),
        model("Twenty", [2, 16, 20])
            .data(twenty(400))
            .eval(twenty(300))
            .epochs(20),
        model("Huge", [2, 1])
            .data(points([([1e300, -1e-300], 0), ([-1e300, 2e-300], 1)]))
            .eval(points([([1e300, -1e-300], 0), ([-1e300, 2e-300], 1)]))
            .precision(Precision::F64)
            .init(values([0.0; 3]))
            .optimizer(sgd(0.0))
            .epochs(3),
        model("Tiny", [2, 2, 1])
            .data(points([([1e-30, 5.0], 0), ([2e-30, 5.0], 1)]))
            .eval(points([([1e-30, 5.0], 0), ([2e-30, 5.0], 1)]))
            .epochs(2),
        model("Wide", [40, 300, 3])
            .data(blobs(30).dimensions(40))
            .eval(blobs(30).dimensions(40))
            .epochs(3),
    ];
    models.into_iter().map(train).collect()
}
