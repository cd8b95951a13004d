//! The kernels against the loop over engine values: every activation, loss and optimiser, over
//! random shapes, batches and rows.

use proptest::prelude::*;

use super::{checkpoint::Checkpoint, plan::Plan, reference, train};
use crate::data::Examples;
use crate::random::{Random, Stream};
use crate::spec::Precision;
use crate::spec::activation::{Activation, gelu, identity, leaky_relu, relu, sigmoid, silu, tanh};
use crate::spec::init::{uniform, xavier};
use crate::spec::loss::{Kind, *};
use crate::spec::optimizer::*;
use crate::spec::source::{Label, points};

fn activations() -> Vec<Activation> {
    vec![
        relu(),
        leaky_relu(0.1),
        tanh(),
        sigmoid(),
        silu(),
        gelu(),
        identity(),
    ]
}

fn losses() -> Vec<Loss> {
    vec![
        max_margin(),
        mse(),
        mae(),
        huber(0.7),
        binary_cross_entropy(),
        cross_entropy(),
        custom(|score, target| ((score - target).powi(2) + 1.0).sqrt() + score.tanh().abs()),
        custom(|score, target| {
            let error = (score - target).abs() + 0.5;
            error.powf(1.5) + error.ln() * score.sin() + score.cos().max(target).min(2.0)
        }),
        custom(|score, target| (1.0 - score * target).relu().powi(3) / (score.exp() + 1.0)),
    ]
}

fn optimizers() -> Vec<Optimizer> {
    vec![
        sgd(0.0),
        sgd(0.0).momentum(0.9),
        sgd(0.0).momentum(0.8).nesterov().weight_decay(0.01),
        adam(0.0),
        adam(0.0).weight_decay(0.05).clip(0.1),
        adamw(0.0),
        rmsprop(0.0),
        rmsprop(0.0).weight_decay(0.01).clip(0.5),
        sgd(0.0).clip(0.2),
    ]
}

/// Rows that suit the loss: classes or numbers.
fn rows(plan: &Plan, rows: usize, seed: u64) -> Examples {
    let mut random = Random::new(seed, Stream::Data);
    let (inputs, outputs) = (plan.layers[0], plan.layers[plan.layers.len() - 1]);
    let classes = match plan.loss.0 {
        Kind::CrossEntropy => true,
        Kind::MaxMargin => outputs == 1,
        // A neuron that is never positive gives a score of exactly 0, which is a target of classes
        // and where the derivative jumps.
        Kind::Mae => false,
        Kind::BinaryCrossEntropy => outputs > 1 && seed.is_multiple_of(2),
        _ => seed.is_multiple_of(2),
    };
    let least = if plan.loss.0 == Kind::BinaryCrossEntropy {
        0.0
    } else {
        -1.0
    };
    let row = |_| {
        let inputs: Vec<f64> = (0..inputs).map(|_| random.uniform(-1.0, 1.0)).collect();
        let label: Label = match classes {
            true => random.below(outputs.max(2)).into(),
            false => {
                let numbers = (0..outputs).map(|_| random.uniform(least, 1.0));
                numbers.collect::<Vec<f64>>().into()
            }
        };
        (inputs, label)
    };
    let rows: Vec<_> = (0..rows).map(row).collect();
    Examples::given(points(rows), outputs, plan.precision)
}

fn plan(precision: Precision) -> impl Strategy<Value = Plan> {
    let size = || prop_oneof![3 => 1_usize..6, 1 => 7_usize..36];
    let choices = (
        prop::sample::select(losses()),
        prop::sample::select(optimizers()),
        1_usize..60,
        any::<(u64, bool, bool)>(),
    );
    (prop::collection::vec(size(), 2..5), choices).prop_flat_map(move |(layers, choices)| {
        let hidden = layers.len() - 2;
        let list = prop::collection::vec(prop::sample::select(activations()), hidden..=hidden);
        list.prop_map(move |activations| {
            let (loss, optimizer, batch, (seed, shuffle, narrow)) = choices.clone();
            Plan {
                name: String::new(),
                layers: layers.clone(),
                activations,
                loss,
                rule: optimizer.rule,
                rates: vec![0.01, 0.02, 0.005],
                init: if narrow { uniform(-1.0, 1.0) } else { xavier() },
                given: None,
                batch,
                seed,
                shuffle,
                stop: Vec::new(),
                precision,
            }
        })
    })
}

fn trained(plan: &Plan, data: &Examples, threads: usize) -> Checkpoint {
    let state = train(plan, data, None, None, None, threads, None).unwrap();
    state.expect("nobody ended it").checkpoint
}

/// How far lists of numbers are apart, beside the size of the numbers.
fn distance(found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let apart = |(a, b): (&f64, &f64)| (a - b).abs() / (1.0 + b.abs());
    found.iter().zip(expected).map(apart).fold(0.0, f64::max)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn training_agrees_with_the_engine(
        mut plan in plan(Precision::F64), mut count in 1_usize..90, seed: u64,
    ) {
        let divides = plan.rule.remembers()[1];
        if divides && matches!(plan.loss.0, Kind::Mae | Kind::MaxMargin | Kind::Huber(_)) {
            // Derivatives of equal size may sum to nothing but a rounding, which a division by its own
            // size makes a step: but not over an odd number of rows.
            plan.batch |= 1;
            count = plan.batch * (count % 3 + 1);
        }
        let data = rows(&plan, count, seed);
        let (weights, losses) = reference::train(&plan, &data);
        let Ok(trained) = train(&plan, &data, None, None, None, 1, None) else {
            prop_assert!(!losses.iter().chain(&weights).all(|number| number.is_finite()));
            return Ok(());
        };
        let trained = trained.unwrap().checkpoint;
        prop_assert!(distance(&trained.losses, &losses) < 1e-10);
        // The root of a square that is nearly 0 has few digits.
        let bound = if divides { 1e-6 } else { 1e-10 };
        prop_assert!(distance(&trained.weights, &weights) < bound);
    }
}

/// Paths that small networks never take: blocks that are used at once, sums in several parts, and
/// batches of several chunks.
#[test]
fn large_layers_and_batches_agree_with_the_engine_too() {
    let base = Plan {
        name: String::new(),
        layers: vec![150, 120, 4],
        activations: vec![tanh()],
        loss: mse(),
        rule: sgd(0.0).momentum(0.9).rule,
        rates: vec![0.01, 0.02],
        init: xavier(),
        given: None,
        batch: 24,
        seed: 3,
        shuffle: true,
        stop: Vec::new(),
        precision: Precision::F64,
    };
    let long = Plan {
        layers: vec![600, 3],
        activations: Vec::new(),
        loss: cross_entropy(),
        ..base.clone()
    };
    let chunks = Plan {
        layers: vec![3, 20, 2],
        rule: adam(0.0).clip(0.05).rule,
        batch: 300,
        ..base.clone()
    };
    let unclipped = Plan {
        rule: sgd(0.0).rule,
        ..chunks.clone()
    };
    for (plan, count) in [(base, 50), (long, 40), (chunks, 700), (unclipped, 300)] {
        let data = rows(&plan, count, 1);
        let (weights, losses) = reference::train(&plan, &data);
        for threads in [1, 3] {
            let trained = trained(&plan, &data, threads);
            assert!(
                distance(&trained.losses, &losses) < 1e-10,
                "{:?}",
                plan.layers
            );
            assert!(
                distance(&trained.weights, &weights) < 1e-9,
                "{:?}",
                plan.layers
            );
        }
    }
}

/// Bounds of values that are beyond all numbers.
#[test]
fn recorded_losses_take_infinities_as_the_engine_does() {
    let losses = [
        custom(|score, target| score.exp() - target * score + target * target.ln().max(-100.0)),
        custom(|score, target| (score - target).powi(2) + (1.0 / target).min(5.0)),
    ];
    for loss in losses {
        let plan = Plan {
            name: String::new(),
            layers: vec![1, 1],
            activations: Vec::new(),
            loss,
            rule: sgd(0.0).rule,
            rates: vec![0.1, 0.1],
            init: xavier(),
            given: None,
            batch: 3,
            seed: 3,
            shuffle: false,
            stop: Vec::new(),
            precision: Precision::F64,
        };
        let row = |n: u8| ([f64::from(n)], vec![f64::from(n % 2)]);
        let data = Examples::given(points([0, 1, 2].map(row)), 1, Precision::F64);
        let (weights, losses) = reference::train(&plan, &data);
        let trained = trained(&plan, &data, 1);
        assert!(distance(&trained.losses, &losses) < 1e-12);
        assert!(distance(&trained.weights, &weights) < 1e-12);
    }
}
