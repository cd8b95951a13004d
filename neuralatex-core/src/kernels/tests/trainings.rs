use proptest::prelude::*;

use super::activations::ACTIVATIONS;
use super::steps::METHODS;
use super::{bits, number, others};
use crate::kernels::criterion::Criterion;
use crate::kernels::interface::{Activation, Form, Loss, Method, Operation, Step};
use crate::kernels::network::{Answers, Rows, Shape};
use crate::kernels::scores::{Judge, Scorer};
use crate::kernels::trainer::{Outcome, Settings, Trainer, order};
use crate::kernels::{Number, forms};
use crate::random::{Random, Stream};

/// A training with everything in it that the case asks for; weights and losses.
fn train<T: Number>(case: &Case, form: &'static Form, threads: usize) -> [Vec<Option<u64>>; 3] {
    let mut random = Random::new(case.seed, Stream::Data);
    let mut draw = |count: usize| -> Vec<T> {
        let mut draw = || match case.special {
            true => number(&mut random),
            false => random.uniform(-1.0, 1.0),
        };
        (0..count).map(|_| T::of(draw())).collect()
    };
    let sizes = &case.sizes;
    let outputs = sizes[sizes.len() - 1];
    let inputs = draw(case.rows * sizes[0]);
    let targets = draw(case.rows * outputs);
    let weights = draw(crate::spec::parameters(sizes));
    let (shift, scale) = (draw(sizes[0]), draw(sizes[0]));
    let classes: Vec<u32> = (0..case.rows)
        .map(|row| row as u32 % outputs.max(2) as u32)
        .collect();
    let shape = Shape {
        sizes: sizes.clone(),
        activations: case.activations.iter().map(|&a| (a, 0.1)).collect(),
    };
    let rows = Rows {
        inputs: &inputs,
        columns: sizes[0],
        normalization: case.normalized.then_some((&shift[..], &scale[..])),
        answers: match case.classes {
            true => Answers::Classes(&classes, [1.0, 0.0].map(T::of)),
            false => Answers::Targets(&targets),
        },
    };
    let mut trainer =
        Trainer::new(shape.clone(), case.settings.clone(), &weights, case.rows).with_form(form);
    let mut losses = Vec::new();
    let rates = [0.01, 0.005, 0.002];
    // Two calls, so that the second goes on where the first ended.
    if trainer.run(0..2, &rates, &rows, &mut losses, threads, None) == Outcome::Sound {
        trainer.run(2..3, &rates, &rows, &mut losses, threads, None);
    }
    let mut scorer = Scorer::new(&shape, case.rows).with_form(form);
    let mut judge = Judge::new(case.settings.criterion.clone(), outputs).with_form(form);
    let scores = scorer.scores(&trainer.weights(), &rows);
    losses.push(judge.losses(scores, &rows));
    [bits(&trainer.weights()), bits(&losses), bits(scores)]
}

#[derive(Clone, Debug)]
struct Case {
    sizes: Vec<usize>,
    activations: Vec<Activation>,
    rows: usize,
    seed: u64,
    /// Whether there are infinities among the numbers, and such that are none, and tiny ones.
    special: bool,
    classes: bool,
    normalized: bool,
    settings: Settings,
}

fn case() -> impl Strategy<Value = Case> {
    let size = || prop_oneof![3 => 1_usize..6, 2 => 6_usize..40];
    let losses = vec![
        Loss::MaxMargin,
        Loss::Mse,
        Loss::Mae,
        Loss::Huber,
        Loss::BinaryCrossEntropy,
        Loss::CrossEntropy,
        Loss::Formula,
    ];
    let settings = (
        prop::sample::select(losses),
        prop::sample::select(METHODS.to_vec()),
        prop_oneof![Just(0.0), Just(0.01)],
        prop_oneof![Just(f64::INFINITY), Just(0.05)],
        1_usize..200,
        any::<bool>(),
    );
    let sizes = prop::collection::vec(size(), 2..5);
    let kinds = (prop::bool::weighted(0.2), any::<bool>(), any::<bool>());
    let all = (sizes, settings, 1_usize..300, any::<u64>(), kinds);
    all.prop_flat_map(|(sizes, settings, rows, seed, kinds)| {
        let (special, classes, normalized) = kinds;
        let hidden = sizes.len() - 2;
        let activations =
            prop::collection::vec(prop::sample::select(ACTIVATIONS.to_vec()), hidden..=hidden);
        activations.prop_map(move |mut activations| {
            activations.push(Activation::Identity);
            let (loss, method, weight_decay, clip, batch, shuffle) = settings;
            Case {
                sizes: sizes.clone(),
                activations,
                rows,
                seed,
                special,
                classes,
                normalized,
                settings: Settings {
                    criterion: Criterion {
                        loss,
                        delta: 0.7,
                        steps: every_operation(),
                        result: every_operation().len() + 1,
                    },
                    method,
                    momentum: 0.9,
                    weight_decay,
                    clip,
                    batch,
                    shuffle: shuffle.then(|| Random::shuffling(seed)),
                },
            }
        })
    })
}

/// A loss in which every operation has a part.
fn every_operation() -> Vec<Step> {
    let mut steps = Vec::new();
    let mut step = |operation: Operation, a: u32, b: u32, number: f64| {
        steps.push(Step {
            operation,
            operands: [a, b],
            number,
        });
        steps.len() as u32 + 1
    };
    let difference = step(Operation::Subtract, 0, 1, 0.0);
    let square = step(Operation::WholePower, difference, difference, 2.0);
    let mut sum = square;
    for operation in [
        Operation::Relu,
        Operation::Tanh,
        Operation::Sigmoid,
        Operation::Abs,
        Operation::Sin,
        Operation::Cos,
    ] {
        let term = step(operation, difference, difference, 0.0);
        sum = step(Operation::Add, sum, term, 0.0);
    }
    let number = step(Operation::Number, 0, 0, 2.5);
    let above = step(Operation::Add, square, number, 0.0);
    for operation in [Operation::Ln, Operation::Sqrt] {
        let term = step(operation, above, above, 0.0);
        sum = step(Operation::Multiply, sum, term, 0.0);
    }
    for operation in [Operation::Minimum, Operation::Maximum, Operation::Power] {
        let term = step(operation, above, number, 0.0);
        sum = step(Operation::Add, sum, term, 0.0);
    }
    let tanh = step(Operation::Tanh, difference, difference, 0.0);
    let exp = step(Operation::Exp, tanh, tanh, 0.0);
    step(Operation::Divide, sum, exp, 0.0);
    steps
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn training_has_the_same_bits_in_every_form_and_with_any_number_of_threads(case in case()) {
        let (portable, others) = others();
        let single = train::<f32>(&case, portable, 1);
        let double = train::<f64>(&case, portable, 1);
        for (name, form) in &others {
            prop_assert_eq!(&train::<f32>(&case, form, 1), &single, "{}", name);
            prop_assert_eq!(&train::<f64>(&case, form, 1), &double, "{}", name);
        }
        let (_, best) = forms().pop().expect("there is a form");
        for threads in [2, 5] {
            prop_assert_eq!(&train::<f32>(&case, best, threads), &single, "{} threads", threads);
            prop_assert_eq!(&train::<f64>(&case, best, threads), &double, "{} threads", threads);
        }
    }
}

#[test]
fn rows_are_mixed_as_the_generator_of_the_core_mixes_them() {
    for (seed, rows) in [(0, 1), (1, 2), (7, 1000), (u64::MAX, 70_000)] {
        for epoch in [1_u64, 2, 1000] {
            let mut expected: Vec<usize> = (0..rows).collect();
            Random::nth(seed, Stream::Shuffle, epoch).shuffle(&mut expected);
            for (name, form) in forms() {
                let order = order(form, seed, rows, epoch);
                assert!(
                    order
                        .iter()
                        .map(|&row| row as usize)
                        .eq(expected.iter().copied()),
                    "{name}"
                );
            }
        }
    }
}

/// More weights than are moved at once, more inputs than are summed in one go, more threads than
/// panels.
#[test]
fn large_layers_have_the_same_bits_in_every_form_and_with_any_number_of_threads() {
    for (sizes, batch) in [(vec![300, 60, 3], 20), (vec![5, 20, 1], 300)] {
        let case = Case {
            activations: vec![Activation::Relu, Activation::Identity],
            sizes,
            rows: 310,
            seed: 5,
            special: false,
            classes: false,
            normalized: true,
            settings: Settings {
                criterion: Criterion {
                    loss: Loss::Mse,
                    delta: 1.0,
                    steps: Vec::new(),
                    result: 0,
                },
                method: Method::Adam,
                momentum: 0.0,
                weight_decay: 0.01,
                clip: f64::INFINITY,
                batch,
                shuffle: Some(Random::shuffling(5)),
            },
        };
        let (portable, others) = others();
        let expected = train::<f32>(&case, portable, 1);
        for (name, form) in others {
            for threads in [1, 2, 40] {
                let found = train::<f32>(&case, form, threads);
                assert_eq!(found, expected, "{name} {threads}");
            }
        }
    }
}
