//! The elementary functions are as accurate as they say.

mod elementary;

use elementary::{double, single, singles};

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
    let mut tested = 0;
    for line in include_str!("elementary/f64.txt").lines() {
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
