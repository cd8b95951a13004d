use proptest::prelude::*;

use super::{bits, numbers, others, unaligned};
use crate::kernels::Number;
use crate::kernels::interface::{Activate, Activation, Form, lanes};

pub(super) const ACTIVATIONS: [Activation; 7] = [
    Activation::Identity,
    Activation::Relu,
    Activation::LeakyRelu,
    Activation::Tanh,
    Activation::Sigmoid,
    Activation::Silu,
    Activation::Gelu,
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn activations_have_the_same_bits_in_every_form(values in numbers(64), vectors in 0_usize..5) {
        for activation in ACTIVATIONS {
            check_activation::<f32>(activation, &values[..vectors * 16]);
            check_activation::<f64>(activation, &values[..vectors * 8]);
        }
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
