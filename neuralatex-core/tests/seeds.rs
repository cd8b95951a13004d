//! What a seed decides, and how start weights and points are spread.

use neuralatex_core::prelude::*;

fn weights(init: Init, sizes: &[usize]) -> Vec<f64> {
    let graph = Graph::new();
    let mlp = Mlp::new(&graph, sizes[0], &sizes[1..], init);
    mlp.parameters()
        .iter()
        .map(|weight| weight.data())
        .collect()
}

/// All weights but the biases lie within bounds, come close to both, and have their mean between.
fn assert_spread(init: Init, low: f64, high: f64) {
    let all = weights(init.seed(5), &[50, 200]);
    let neurons = || all.chunks(51);
    assert!(neurons().all(|neuron| neuron[50] == 0.0), "biases are 0");
    let weights: Vec<f64> = neurons()
        .flat_map(|neuron| &neuron[..50])
        .copied()
        .collect();
    let [least, most] =
        [f64::min, f64::max].map(|fold| weights.iter().copied().reduce(fold).unwrap());
    let span = high - low;
    assert!(
        low <= least && least < low + 0.01 * span,
        "{least} is not just above {low}"
    );
    assert!(
        high - 0.01 * span < most && most < high,
        "{most} is not just below {high}"
    );
    let mean = weights.iter().sum::<f64>() / weights.len() as f64;
    assert!((mean - (low + high) / 2.0).abs() < 0.02 * span, "{mean}");
}

#[test]
fn start_weights_fill_the_bounds_of_their_formula() {
    assert_spread(uniform(-1.0, 3.0), -1.0, 3.0);
    let he_bound = (6.0_f64 / 50.0).sqrt();
    assert_spread(he(), -he_bound, he_bound);
    let xavier_bound = (6.0_f64 / 250.0).sqrt();
    assert_spread(xavier(), -xavier_bound, xavier_bound);
    assert_spread(paper(), -1.0, 1.0);
}

#[test]
fn start_weights_follow_their_own_seed_or_else_the_models() {
    for init in [he, xavier, || uniform(-1.0, 1.0)] {
        assert_ne!(
            weights(init().seed(1), &[2, 3]),
            weights(init().seed(2), &[2, 3])
        );
        let start = |init: Init, seed: u64| {
            let model = model("Start", [2, 3, 1])
                .data(spiral(3).seed(9))
                .init(init)
                .seed(seed);
            model
                .optimizer(sgd(0.0))
                .epochs(1)
                .train()
                .unwrap()
                .weights()
        };
        assert_ne!(start(init(), 1), start(init(), 2));
        assert_eq!(start(init().seed(7), 1), start(init().seed(7), 2));
        assert_eq!(start(init(), 7), start(init().seed(7), 1));
    }
}

fn points_of(source: impl Into<Source>, seed: u64) -> Vec<Vec<f64>> {
    let model = model("Points", [2, 1]).data(source).seed(seed).epochs(1);
    let model = model.precision(Precision::F64);
    let trained = model.loss(mse()).train().unwrap();
    (0..trained.data().rows())
        .map(|row| trained.data().inputs(row))
        .collect()
}

#[test]
fn points_follow_their_own_seed_or_else_the_models() {
    let function = || {
        from_fn(9, |random| {
            (
                [random.normal(), random.uniform(0.0, 1.0)],
                random.below(2) as f64,
            )
        })
    };
    assert_ne!(points_of(spiral(5), 1), points_of(spiral(5), 2));
    assert_eq!(
        points_of(spiral(5).seed(7), 1),
        points_of(spiral(5).seed(7), 2)
    );
    assert_eq!(points_of(spiral(5), 7), points_of(spiral(5).seed(7), 1));
    assert_ne!(points_of(function(), 1), points_of(function(), 2));
    assert_eq!(
        points_of(function().seed(7), 1),
        points_of(function().seed(7), 2)
    );
    assert_eq!(points_of(function(), 7), points_of(function().seed(7), 1));
}

/// With the same draws, a point lies as far off its arm as the noise is wide.
#[test]
fn noise_is_the_width_of_an_arm() {
    let [none, some, more] = [0.0, 0.25, 1.0].map(|noise| points_of(spiral(50).noise(noise), 3));
    for ((none, some), more) in none.iter().zip(&some).zip(&more) {
        let radius = (none[0] * none[0] + none[1] * none[1]).sqrt();
        assert!(
            (0.5..0.5 + std::f64::consts::PI).contains(&radius),
            "{radius}"
        );
        for axis in 0..2 {
            let [small, large] = [some[axis] - none[axis], more[axis] - none[axis]];
            assert!(
                large.abs() <= 0.5 && (large - 4.0 * small).abs() < 1e-12,
                "{small}, {large}"
            );
        }
    }
}
