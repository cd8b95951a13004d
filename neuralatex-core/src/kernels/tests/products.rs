use proptest::prelude::*;

use super::{bits, numbers, others, unaligned};
use crate::kernels::Number;
use crate::kernels::interface::{Form, Product, lanes};

fn product<T: Number>(form: &Form, sizes: [usize; 3], ab: [&[f64]; 2]) -> Vec<T> {
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
    };
    // SAFETY: the slices have as many numbers as the sizes tell.
    unsafe { (T::kernels(form).product)(&job) };
    c
}

fn check_product<T: Number>(sizes: [usize; 3], a: &[f64], b: &[f64]) {
    let (portable, others) = others();
    let [rows, vectors, depth] = sizes;
    let sizes = [rows, vectors * lanes::<T>(), depth];
    let (a, b) = (&a[..rows * depth], &b[..depth * sizes[1]]);
    let expected = bits(&product::<T>(portable, sizes, [a, b]));
    for (name, form) in others {
        let found = bits(&product::<T>(form, sizes, [a, b]));
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
        a in numbers(20 * 300),
        b in numbers(300 * 8 * 16),
    ) {
        check_product::<f32>([rows, vectors, depth], &a, &b);
        check_product::<f64>([rows, vectors, depth], &a, &b);
    }

    /// With a first factor of 1, the second step of a sum is a single fused multiply-add.
    #[test]
    fn portable_multiply_add_is_rounded_once(
        a in numbers(1), b in numbers(16), c in numbers(16),
    ) {
        let (portable, _) = others();
        let a = a[0];
        let single = product::<f32>(portable, [1, 16, 2], [&[1.0, a], &[&c[..], &b].concat()]);
        let double = product::<f64>(
            portable, [1, 8, 2], [&[1.0, a], &[&c[..8], &b[..8]].concat()],
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
}
