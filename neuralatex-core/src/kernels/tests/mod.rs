//! Every form against the portable one, to the bit, and the portable one against `std`.

mod activations;
mod products;
mod steps;
mod trainings;

use proptest::prelude::*;

use super::interface::Form;
use super::{Number, forms, why_slow};
use crate::random::{Random, Stream};

/// Forms other than the portable one, which comes first.
fn others() -> (&'static Form, Vec<(&'static str, &'static Form)>) {
    let mut forms = forms();
    let (_, portable) = forms.remove(0);
    (portable, forms)
}

/// All of them where they are asked for, as in the workspace, the best one everywhere.
#[cfg(neuralatex_prebuilt = "portable")]
#[test]
fn the_forms_of_this_processor_are_there() {
    let names: Vec<&str> = forms().iter().map(|(name, _)| *name).collect();
    let expected = super::processor::forms();
    match std::env::var("NEURALATEX_PREBUILT").is_ok_and(|value| value == "all") {
        true => assert_eq!(names, expected),
        false => assert_eq!(names.last(), expected.last()),
    }
}

#[test]
fn who_trains_slowly_is_told_why() {
    let failed = Some("the compiler failed");
    assert_eq!(why_slow(1, failed, true), failed);
    assert!(why_slow(1, None, true).is_some_and(|why| why.contains("another processor")));
    assert_eq!(why_slow(1, None, false), None);
    assert_eq!(why_slow(2, failed, true), None);
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
