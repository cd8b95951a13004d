//! The elementary functions: the same in a constant, on every machine, and right at the edges.

mod elementary;

use elementary::{double, single, singles};

#[test]
fn constants_have_the_bits_of_run_time() {
    const SINGLE_INPUTS: [f32; 12] = [
        -1e30, -87.5, -9.0, -1.5, -0.7, -1e-40, 0.3, 0.9375, 1.25, 8.8, 88.6, 3e38,
    ];
    const DOUBLE_INPUTS: [f64; 12] = [
        -1e300, -709.5, -18.7, -1.5, -0.7, -1e-310, 0.3, 0.9375, 1.25, 5.5, 709.7, 1e308,
    ];
    const SINGLE: [[f32; 5]; 12] = single::table(SINGLE_INPUTS);
    const DOUBLE: [[f64; 5]; 12] = double::table(DOUBLE_INPUTS);
    let same = |a: f64, b: f64| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
    for (x, row) in SINGLE_INPUTS.into_iter().zip(SINGLE) {
        for ((name, function), constant) in single::ALL.into_iter().zip(row) {
            let now = function(std::hint::black_box(x));
            assert!(same(now.into(), constant.into()), "{name}({x:e})");
        }
    }
    for (x, row) in DOUBLE_INPUTS.into_iter().zip(DOUBLE) {
        for ((name, function), constant) in double::ALL.into_iter().zip(row) {
            let now = function(std::hint::black_box(x));
            assert!(same(now, constant), "{name}({x:e})");
        }
    }
}

#[test]
fn edges_have_their_exact_values() {
    let infinity = f64::INFINITY;
    let least = f64::from(f32::from_bits(1));
    let edges = [
        ("exp", -infinity, 0.0),
        ("exp", -1e4, 0.0),
        ("exp", -0.0, 1.0),
        ("exp", 0.0, 1.0),
        ("exp", least, 1.0),
        ("exp", 1e4, infinity),
        ("exp", infinity, infinity),
        ("ln", -0.0, -infinity),
        ("ln", 0.0, -infinity),
        ("ln", 1.0, 0.0),
        ("ln", infinity, infinity),
        ("tanh", -infinity, -1.0),
        ("tanh", -30.0, -1.0),
        ("tanh", -0.0, -0.0),
        ("tanh", 0.0, 0.0),
        ("tanh", least, least),
        ("tanh", infinity, 1.0),
        ("sigmoid", -infinity, 0.0),
        ("sigmoid", -1e4, 0.0),
        ("sigmoid", -0.0, 0.5),
        ("sigmoid", 0.0, 0.5),
        ("sigmoid", 1e4, 1.0),
        ("sigmoid", infinity, 1.0),
        ("erf", -infinity, -1.0),
        ("erf", -7.0, -1.0),
        ("erf", -0.0, -0.0),
        ("erf", 0.0, 0.0),
        ("erf", infinity, 1.0),
    ];
    for (name, x, expected) in edges {
        let single = single::function(name)(x as f32);
        assert_eq!(single.to_bits(), (expected as f32).to_bits(), "{name}({x})");
        let double = double::function(name)(x);
        assert_eq!(double.to_bits(), expected.to_bits(), "{name}({x})");
    }
}

#[test]
fn what_has_no_value_is_nan() {
    for (name, function) in single::ALL {
        assert!(
            function(f32::NAN).is_nan() && function(-f32::NAN).is_nan(),
            "{name}"
        );
    }
    for (name, function) in double::ALL {
        assert!(
            function(f64::NAN).is_nan() && function(-f64::NAN).is_nan(),
            "{name}"
        );
    }
    for x in [-f64::INFINITY, -1.0, -1e-40] {
        assert!(single::function("ln")(x as f32).is_nan(), "{x}");
        assert!(double::function("ln")(x).is_nan(), "{x}");
    }
}

#[test]
fn exp_overflows_and_vanishes_where_the_range_of_numbers_ends() {
    let exp = single::function("exp");
    let [largest, smallest] = [88.722_83_f32, -103.972_08];
    assert!(exp(largest).is_finite() && exp(largest.next_up()).is_infinite());
    assert_eq!(exp(smallest), f32::from_bits(1));
    assert_eq!(exp(smallest.next_down()), 0.0);
    let exp = double::function("exp");
    let [largest, smallest] = [709.782_712_893_384_f64, -745.133_219_101_941_1];
    assert!(exp(largest).is_finite() && exp(largest.next_up()).is_infinite());
    assert_eq!(exp(smallest), f64::from_bits(1));
    assert_eq!(exp(smallest.next_down()), 0.0);
}

#[test]
fn tanh_and_erf_are_odd_and_stay_within_one() {
    for name in ["tanh", "erf"] {
        let (single, double) = (single::function(name), double::function(name));
        for x in singles().filter(|x| !x.is_nan()) {
            assert_eq!(
                single(-x).to_bits(),
                (-single(x)).to_bits(),
                "{name}({x:e})"
            );
            assert!(single(x).abs() <= 1.0, "{name}({x:e})");
            let x = f64::from(x);
            assert_eq!(
                double(-x).to_bits(),
                (-double(x)).to_bits(),
                "{name}({x:e})"
            );
            assert!(double(x).abs() <= 1.0, "{name}({x:e})");
        }
    }
}

/// One result on every machine, and in every version that the changelog does not name.
#[test]
fn bits_never_change() {
    // NaN has no bits of its own. The hash is FNV-1a, number by number.
    let mix = |hash: u64, bits: u64| (hash ^ bits).wrapping_mul(0x100_0000_01b3);
    let hash = |bits: &mut dyn Iterator<Item = u64>| bits.fold(0xcbf2_9ce4_8422_2325, mix);
    let single = single::ALL.map(|(_, function)| {
        let results = singles().map(function).filter(|result| !result.is_nan());
        hash(&mut results.map(|result| result.to_bits().into()))
    });
    let double = double::ALL.map(|(_, function)| {
        let results = singles().map(|x| function(x.into()));
        hash(&mut results.filter(|result| !result.is_nan()).map(f64::to_bits))
    });
    assert_eq!((single, double), HASHES, "{single:#x?} {double:#x?}");
}

const HASHES: ([u64; 5], [u64; 5]) = (
    [
        0x01ca_b6f2_aff3_e79f,
        0xa44a_33e1_708d_9a45,
        0xb54c_6fe0_0d6e_6732,
        0xeaf0_90d1_ce18_751d,
        0x8714_f8ff_cdb4_a172,
    ],
    [
        0x92c7_6047_7fbc_a1fc,
        0xa5fa_abed_cbe9_0970,
        0x8494_3a3d_85df_7a1d,
        0x6686_3510_20d8_6ce2,
        0xcb29_d042_f32f_5ac9,
    ],
);
