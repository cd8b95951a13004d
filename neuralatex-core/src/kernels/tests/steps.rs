use proptest::prelude::*;

use super::{bits, numbers, others, unaligned};
use crate::kernels::interface::{Form, Method, Update};
use crate::kernels::{Number, forms};
use crate::random::{Random, Stream};

pub(super) const METHODS: [Method; 6] = [
    Method::Sgd,
    Method::Momentum,
    Method::Nesterov,
    Method::Adam,
    Method::AdamW,
    Method::RmsProp,
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

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
}

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

/// Halley's quotients against exact ones.
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
