//! The elementary functions: as accurate as they say, the same in a constant, right at the edges.

/// One source and its functions, as the core and generated code have them.
macro_rules! functions {
    ($module:ident, $real:ty, $file:literal) => {
        mod $module {
            include!(concat!("../src/inference/", $file));

            pub(crate) const ALL: [(&str, fn($real) -> $real); 5] = [
                ("exp", exp),
                ("ln", ln),
                ("tanh", tanh),
                ("sigmoid", sigmoid),
                ("erf", erf),
            ];

            pub(crate) fn function(name: &str) -> fn($real) -> $real {
                ALL.into_iter().find(|(known, _)| *known == name).unwrap().1
            }

            /// The ulp that the comment of a function promises.
            pub(crate) fn promised(name: &str) -> f64 {
                let source = include_str!(concat!("../src/inference/", $file));
                let head = format!("const fn {name}(");
                let mut blocks = source.split("\n\n");
                let block = blocks.find(|block| block.contains(&head)).unwrap();
                let (_, after) = block.split_once("within ").unwrap();
                let (ulp, _) = after.split_once(" ulp").unwrap();
                ulp.parse().unwrap()
            }

            /// The five functions of each number.
            pub(crate) const fn table<const N: usize>(inputs: [$real; N]) -> [[$real; 5]; N] {
                let mut table = [[0.0; 5]; N];
                let mut index = 0;
                while index < N {
                    let x = inputs[index];
                    table[index] = [exp(x), ln(x), tanh(x), sigmoid(x), erf(x)];
                    index += 1;
                }
                table
            }
        }
    };
}

functions!(single, f32, "elementary_f32.rs");
functions!(double, f64, "elementary_f64.rs");

/// Numbers of all sizes and both signs: every 40009th pattern of bits.
fn singles() -> impl Iterator<Item = f32> {
    (0..=u32::MAX).step_by(40_009).map(f32::from_bits)
}

/// The distance between neighbouring f32 numbers where this one lies.
fn single_ulp(number: f64) -> f64 {
    let exponent = (number.abs().to_bits() >> 52).max(1023 - 126) - 23;
    f64::from_bits(exponent << 52)
}

fn exact(name: &str, x: f64) -> f64 {
    match name {
        "exp" => libm::exp(x),
        "ln" => libm::log(x),
        "tanh" => libm::tanh(x),
        "sigmoid" if x < 0.0 => libm::exp(x) / (1.0 + libm::exp(x)),
        "sigmoid" => 1.0 / (1.0 + libm::exp(-x)),
        _ => libm::erf(x),
    }
}

#[test]
fn f32_results_are_as_near_as_their_comments_say() {
    for (name, function) in single::ALL {
        let promised = single::promised(name);
        for x in singles() {
            let (result, exact) = (function(x), exact(name, f64::from(x)));
            if exact.is_nan() || (exact as f32).is_infinite() {
                assert_eq!(result.is_nan(), exact.is_nan(), "{name}({x:e})");
                assert!(result.is_nan() || result == exact as f32, "{name}({x:e})");
            } else {
                let error = (f64::from(result) - exact).abs() / single_ulp(exact);
                assert!(error <= promised, "{name}({x:e}) is off by {error} ulp");
            }
        }
    }
}

#[test]
fn f64_results_are_as_near_as_their_comments_say() {
    let lines = include_str!("elementary/f64.txt").lines();
    let mut tested = 0;
    for line in lines {
        let [name, x, nearest, above] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let [x, nearest] = [x, nearest].map(|bits| u64::from_str_radix(bits, 16).unwrap());
        let above: f64 = above.parse().unwrap();
        let result = double::function(name)(f64::from_bits(x));
        let steps = result.to_bits().wrapping_sub(nearest) as i64;
        // Bits count away from zero.
        let away = above * f64::from_bits(nearest).signum();
        let error = (steps as f64 - away).abs();
        assert!(
            error <= double::promised(name),
            "{name}({:e}) is off by {error} ulp",
            f64::from_bits(x)
        );
        tested += 1;
    }
    assert!(tested > 900, "{tested}");
}

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
