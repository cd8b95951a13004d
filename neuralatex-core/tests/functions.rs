//! The functions of a value where they have an edge: kinks, poles, zeros and NaN.

use neuralatex_core::prelude::*;

/// The gradient of a function of one value.
fn slope(at: f64, function: impl for<'g> Fn(Value<'g>) -> Value<'g>) -> f64 {
    let graph = Graph::new();
    let x = graph.value(at);
    function(x).backward();
    x.grad()
}

fn result(at: f64, function: impl for<'g> Fn(Value<'g>) -> Value<'g>) -> f64 {
    function(Graph::new().value(at)).data()
}

#[test]
fn relu_keeps_zeros_and_nan_and_has_no_slope_there() {
    assert!(result(-0.0, |x| x.relu()).is_sign_negative());
    assert!(result(0.0, |x| x.relu()).is_sign_positive());
    assert!(
        result(f64::NAN, |x| x.relu()).is_nan(),
        "what has diverged must be seen"
    );
    assert_eq!(result(-1.0, |x| x.relu()).to_bits(), 0.0_f64.to_bits());
    assert_eq!(result(f64::INFINITY, |x| x.relu()), f64::INFINITY);
    let slopes = [-1.0, -0.0, 0.0, f64::MIN_POSITIVE, 1.0].map(|at| slope(at, |x| x.relu()));
    assert_eq!(slopes, [0.0, 0.0, 0.0, 1.0, 1.0]);
}

#[test]
fn of_equal_values_the_first_takes_the_gradient_of_min_and_max() {
    for smaller in [true, false] {
        let graph = Graph::new();
        let (x, y) = (graph.value(2.0), graph.value(2.0));
        let best = if smaller { x.min(y) } else { x.max(y) };
        best.backward();
        assert_eq!((x.grad(), y.grad(), y.grad_counter()), (1.0, 0.0, 1.0));
    }
    assert_eq!(
        (slope(2.0, |x| x.min(2.0)), slope(2.0, |x| x.max(2.0))),
        (1.0, 1.0)
    );
    assert_eq!(
        (slope(2.0, |x| x.min(1.0)), slope(2.0, |x| x.max(1.0))),
        (0.0, 1.0)
    );
    assert_eq!(slope(2.0, |x| x.max(x)), 1.0);
}

#[test]
fn min_and_max_keep_nan_on_either_side() {
    let graph = Graph::new();
    let (nan, one) = (graph.value(f64::NAN), graph.value(1.0));
    for value in [
        nan.min(one),
        one.min(nan),
        nan.max(one),
        one.max(nan),
        nan.max(1.0),
    ] {
        assert!(value.data().is_nan(), "{value}");
    }
}

#[test]
fn abs_has_no_slope_at_zero() {
    let slopes = [-2.0, -0.0, 0.0, 2.0].map(|at| slope(at, |x| x.abs()));
    assert_eq!(slopes, [-1.0, 0.0, 0.0, 1.0]);
    assert!(result(-0.0, |x| x.abs()).is_sign_positive());
}

#[test]
fn powers_are_right_at_zero_and_below() {
    assert_eq!(
        (result(0.0, |x| x.powi(0)), slope(0.0, |x| x.powi(0))),
        (1.0, 0.0)
    );
    assert_eq!(
        (result(0.0, |x| x.powi(2)), slope(0.0, |x| x.powi(2))),
        (0.0, 0.0)
    );
    assert_eq!(
        (result(0.0, |x| x.powi(1)), slope(0.0, |x| x.powi(1))),
        (0.0, 1.0)
    );
    assert_eq!(
        (result(-2.0, |x| x.powi(3)), slope(-2.0, |x| x.powi(3))),
        (-8.0, 12.0)
    );
    assert_eq!(
        (result(-2.0, |x| x.powf(2.0)), slope(-2.0, |x| x.powf(2.0))),
        (4.0, -4.0)
    );
    assert_eq!(
        (result(2.0, |x| x.powi(-1)), slope(2.0, |x| x.powi(-1))),
        (0.5, -0.25)
    );
    assert!(result(-2.0, |x| x.powf(0.5)).is_nan());
    let graph = Graph::new();
    let x = graph.value(2.0);
    assert_eq!(
        x.powi(3).id(),
        x.powf(3.0).id(),
        "one operation in two spellings"
    );
}

#[test]
fn an_exponent_has_a_gradient_where_the_base_is_positive() {
    for (base, expected) in [(2.0, 8.0 * 2.0_f64.ln()), (0.0, 0.0), (-2.0, 0.0)] {
        let graph = Graph::new();
        let exponent = graph.value(3.0);
        graph.value(base).powf(exponent).backward();
        let gradient = exponent.grad();
        assert!((gradient - expected).abs() < 1e-12, "{base}: {gradient}");
    }
}

#[test]
fn functions_do_not_overflow_where_their_value_exists() {
    assert_eq!(
        [-1000.0, 1000.0].map(|at| result(at, |x| x.sigmoid())),
        [0.0, 1.0]
    );
    assert_eq!(
        [-1000.0, 1000.0].map(|at| slope(at, |x| x.sigmoid())),
        [0.0, 0.0]
    );
    assert_eq!(
        [-1000.0, 1000.0].map(|at| result(at, |x| x.tanh())),
        [-1.0, 1.0]
    );
}
