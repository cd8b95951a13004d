//! Every form against the portable one, to the bit, and the portable one against `std`.

use proptest::prelude::*;

use super::interface::{
    Activate, Activation, Form, Loss, Method, Operation, Product, Step, Update, lanes,
};
use super::network::{Answers, Rows, Shape};
use super::scores::scores_with;
use super::trainer::{Outcome, Settings, Trainer};
use super::{Number, forms};
use crate::random::{Random, Stream};

/// Forms other than the portable one, which comes first.
fn others() -> (&'static Form, Vec<(&'static str, &'static Form)>) {
    let mut forms = forms();
    let (_, portable) = forms.remove(0);
    (portable, forms)
}

/// Numbers of every kind.
fn numbers(length: usize) -> impl Strategy<Value = Vec<f64>> {
    any::<u64>().prop_map(move |seed| {
        let mut random = Random::new(seed, Stream::Data);
        (0..length).map(|_| number(&mut random)).collect()
    })
}

fn number(random: &mut Random) -> f64 {
    const SPECIAL: [f64; 9] = [
        0.0,
        -0.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        1e-42,
        -1e-310,
        3e38,
        -1e308,
    ];
    match random.below(40) {
        0 => SPECIAL[random.below(SPECIAL.len())],
        1 => f64::from(f32::from_bits(random.below(1 << 32) as u32)),
        2 => random.uniform(-1.0, 1.0) * random.uniform(-600.0, 600.0).exp2(),
        _ => random.uniform(-2.0, 2.0),
    }
}

/// Numbers of a type that begin somewhere within a cache line.
fn unaligned<T: Number>(numbers: &[f64]) -> Vec<T> {
    [0.0].iter().chain(numbers).map(|&n| T::of(n)).collect()
}

/// All not-a-numbers are one: their bits are nobody's promise.
fn bits<T: Number>(numbers: &[T]) -> Vec<Option<u64>> {
    let bits = |number: &T| {
        Some(number.wide())
            .filter(|n| !n.is_nan())
            .map(f64::to_bits)
    };
    numbers.iter().map(bits).collect()
}

fn product<T: Number>(form: &Form, sizes: [usize; 3], fused: bool, ab: [&[f64]; 2]) -> Vec<T> {
    let [rows, columns, depth] = sizes;
    let [a, b] = ab.map(unaligned::<T>);
    let mut c = vec![T::of(7.0); rows * columns + 1];
    let job = Product {
        a: a[1..].as_ptr(),
        b: b[1..].as_ptr(),
        c: c[1..].as_mut_ptr(),
        rows,
        columns,
        depth,
        fused,
    };
    // SAFETY: the slices have as many numbers as the sizes tell.
    unsafe { (T::kernels(form).product)(&job) };
    c
}

fn check_product<T: Number>(sizes: [usize; 3], fused: bool, a: &[f64], b: &[f64]) {
    let (portable, others) = others();
    let [rows, vectors, depth] = sizes;
    let sizes = [rows, vectors * lanes::<T>(), depth];
    let (a, b) = (&a[..rows * depth], &b[..depth * sizes[1]]);
    let expected = bits(&product::<T>(portable, sizes, fused, [a, b]));
    for (name, form) in others {
        let found = bits(&product::<T>(form, sizes, fused, [a, b]));
        assert_eq!(found, expected, "{name} {sizes:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn products_have_the_same_bits_in_every_form(
        rows in 1_usize..20,
        vectors in 1_usize..8,
        depth in prop_oneof![9 => 1_usize..12, 1 => Just(300_usize)],
        fused: bool,
        a in numbers(20 * 300),
        b in numbers(300 * 8 * 16),
    ) {
        check_product::<f32>([rows, vectors, depth], fused, &a, &b);
        check_product::<f64>([rows, vectors, depth], fused, &a, &b);
    }

    /// With a first factor of 1, the second step of a sum is a single fused multiply-add.
    #[test]
    fn portable_multiply_add_is_rounded_once(
        a in numbers(1), b in numbers(16), c in numbers(16),
    ) {
        let (portable, _) = others();
        let a = a[0];
        let single = product::<f32>(portable, [1, 16, 2], true, [&[1.0, a], &[&c[..], &b].concat()]);
        let double = product::<f64>(
            portable, [1, 8, 2], true, [&[1.0, a], &[&c[..8], &b[..8]].concat()],
        );
        for lane in 0..16 {
            let [a, b, c] = [a, b[lane], c[lane]].map(|n| n as f32);
            prop_assert_eq!(bits(&single[1 + lane..][..1]), bits(&[a.mul_add(b, c + 0.0)]));
        }
        for lane in 0..8 {
            let expected = a.mul_add(b[lane], c[lane] + 0.0);
            prop_assert_eq!(bits(&double[1 + lane..][..1]), bits(&[expected]));
        }
    }

    #[test]
    fn steps_have_the_same_bits_in_every_form(
        weights in numbers(67), gradients in numbers(67), first in numbers(67),
        second in numbers(67), length in 0_usize..67, decay in prop_oneof![Just(0.0), 0.0..0.1],
        step in 1_u64..1_000_000,
    ) {
        let all = [&weights[..], &gradients, &first, &second].map(|part| &part[..length]);
        for method in METHODS {
            check_update::<f32>(method, all, decay, step);
            check_update::<f64>(method, all, decay, step);
        }
    }

    #[test]
    fn activations_have_the_same_bits_in_every_form(values in numbers(64), vectors in 0_usize..5) {
        for activation in ACTIVATIONS {
            check_activation::<f32>(activation, &values[..vectors * 16]);
            check_activation::<f64>(activation, &values[..vectors * 8]);
        }
    }
}

const METHODS: [Method; 6] = [
    Method::Sgd,
    Method::Momentum,
    Method::Nesterov,
    Method::Adam,
    Method::AdamW,
    Method::RmsProp,
];

const ACTIVATIONS: [Activation; 7] = [
    Activation::Identity,
    Activation::Relu,
    Activation::LeakyRelu,
    Activation::Tanh,
    Activation::Sigmoid,
    Activation::Silu,
    Activation::Gelu,
];

fn check_update<T: Number>(method: Method, all: [&[f64]; 4], weight_decay: f64, step: u64) {
    let run = |form: &Form| {
        let mut all = all.map(unaligned::<T>);
        let [weights, gradients, first, second] = all.each_mut().map(|part| part[1..].as_mut_ptr());
        let job = Update {
            weights,
            gradients,
            first,
            second,
            length: all[0].len() - 1,
            method,
            momentum: 0.9,
            weight_decay,
            rate: 0.1,
            step,
        };
        // SAFETY: all slices have that length.
        unsafe { (T::kernels(form).update)(&job) };
        all.map(|part| bits(&part))
    };
    let (portable, others) = others();
    let expected = run(portable);
    for (name, form) in others {
        assert_eq!(run(form), expected, "{name} {method:?}");
    }
}

fn check_activation<T: Number>(activation: Activation, numbers: &[f64]) {
    let run = |form: &Form| {
        let mut values = unaligned::<T>(numbers);
        let mut slopes = vec![T::of(1.0); values.len()];
        let job = Activate {
            values: values[1..].as_mut_ptr(),
            slopes: slopes[1..].as_mut_ptr(),
            vectors: numbers.len() / lanes::<T>(),
            activation,
            slope: T::of(0.01),
        };
        // SAFETY: both slices have that length.
        unsafe { (T::kernels(form).activate)(&job) };
        (bits(&values), bits(&slopes))
    };
    let (portable, others) = others();
    let expected = run(portable);
    for (name, form) in others {
        assert_eq!(run(form), expected, "{name} {activation:?}");
    }
}

/// A training with everything in it that the case asks for; weights and losses.
fn train<T: Number>(case: &Case, form: &'static Form, threads: usize) -> [Vec<Option<u64>>; 3] {
    let mut random = Random::new(case.seed, Stream::Data);
    let mut draw = |count: usize| -> Vec<T> {
        (0..count)
            .map(|_| T::of(random.uniform(-1.0, 1.0)))
            .collect()
    };
    let sizes = &case.sizes;
    let outputs = sizes[sizes.len() - 1];
    let inputs = draw(case.rows * sizes[0]);
    let targets = draw(case.rows * outputs);
    let weights = draw(crate::spec::parameters(sizes));
    let (shift, scale) = (draw(sizes[0]), draw(sizes[0]));
    let shape = Shape {
        sizes: sizes.clone(),
        activations: case.activations.iter().map(|&a| (a, 0.1)).collect(),
    };
    let rows = Rows {
        inputs: &inputs,
        columns: sizes[0],
        normalization: Some((&shift[..], &scale[..])),
        answers: Answers::Targets(&targets),
    };
    let mut trainer =
        Trainer::new(shape.clone(), case.settings.clone(), &weights, case.rows).with_form(form);
    let mut losses = Vec::new();
    let rates = [0.01, 0.005, 0.002];
    // Two calls, so that the second goes on where the first ended.
    if trainer.run(0..2, &rates, &rows, &mut losses, threads) == Outcome::Sound {
        trainer.run(2..3, &rates, &rows, &mut losses, threads);
    }
    let scores = scores_with(form, &shape, &trainer.weights(), &rows);
    [bits(&trainer.weights()), bits(&losses), bits(&scores)]
}

#[derive(Clone, Debug)]
struct Case {
    sizes: Vec<usize>,
    activations: Vec<Activation>,
    rows: usize,
    seed: u64,
    settings: Settings,
}

fn case() -> impl Strategy<Value = Case> {
    let size = || prop_oneof![3 => 1_usize..6, 1 => 14_usize..40];
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
    (sizes, settings, 1_usize..300, any::<u64>()).prop_flat_map(|(sizes, settings, rows, seed)| {
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
                settings: Settings {
                    loss,
                    delta: 0.7,
                    steps: every_operation(),
                    result: every_operation().len() + 1,
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
                let order = super::trainer::order(form, seed, rows, epoch);
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
            settings: Settings {
                loss: Loss::Mse,
                delta: 1.0,
                steps: Vec::new(),
                result: 0,
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

/// Squares of these gradients are beyond f32: weights stay finite, and hardly move.
#[test]
fn squares_beyond_f32_make_small_steps() {
    for (name, form) in forms() {
        for method in [Method::Adam, Method::AdamW, Method::RmsProp] {
            let mut numbers = [[1.0_f32; 20], [1e25; 20], [0.0; 20], [0.0; 20]];
            let [weights, gradients, first, second] =
                numbers.each_mut().map(|part| part.as_mut_ptr());
            let job = Update {
                weights,
                gradients,
                first,
                second,
                length: 20,
                method,
                momentum: 0.0,
                weight_decay: 0.0,
                rate: 1e-12,
                step: 1,
            };
            // SAFETY: all slices have that length.
            unsafe { (form.single.update)(&job) };
            let near = |weight: &f32| (weight - 1.0).abs() < 1e-3;
            assert!(
                numbers[0].iter().all(near),
                "{name} {method:?} {:?}",
                numbers[0]
            );
        }
    }
}

/// Newton's method against the processor's own roots and quotients.
#[test]
fn steps_of_f32_are_exact_to_the_last_digits() {
    let mut random = Random::new(3, Stream::Data);
    for _ in 0..2000 {
        let gradient = random.uniform(-1.0, 1.0) * random.uniform(-20.0, 20.0).exp2();
        let second = random.uniform(0.0, 1.0) * random.uniform(-20.0, 20.0).exp2();
        let step = |form: &Form| {
            let (mut weight, mut v) = ([0.0_f32], [second as f32]);
            let gradient = [gradient as f32];
            let job = Update {
                weights: weight.as_mut_ptr(),
                gradients: gradient.as_ptr(),
                first: std::ptr::null_mut(),
                second: v.as_mut_ptr(),
                length: 1,
                method: Method::RmsProp,
                momentum: 0.0,
                weight_decay: 0.0,
                rate: 1.0,
                step: 1,
            };
            // SAFETY: all hold one number.
            unsafe { (form.single.update)(&job) };
            (f64::from(weight[0]), f64::from(v[0]))
        };
        for (name, form) in forms() {
            let (weight, v) = step(form);
            let expected = -f64::from(gradient as f32) / (v.sqrt() + 1e-8);
            let error = (weight - expected).abs() / expected.abs();
            assert!(error < 3e-7, "{name}: {weight} {expected}");
        }
    }
}
