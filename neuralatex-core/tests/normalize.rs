//! Inputs are brought to a common size for training, and what is shipped takes them as they are.

mod common;

use neuralatex_core::prelude::*;
use proptest::prelude::*;

/// Columns of very different size, one of them constant.
const ROWS: [([f64; 3], i32); 5] = [
    ([1000.0, 0.001, 0.1], 0),
    ([3000.0, 0.004, 0.1], 1),
    ([2000.0, -0.002, 0.1], 0),
    ([5000.0, 0.003, 0.1], 1),
    ([4000.0, 0.002, 0.1], 1),
];

fn specification() -> Model {
    model("Scaled", [3, 4, 1])
        .card(false)
        .data(points(ROWS))
        .eval(points(ROWS))
        .activation(tanh())
        .loss(cross_entropy())
        .optimizer(sgd(0.1))
        .precision(Precision::F64)
        .epochs(20)
        .batch(2)
}

/// Shift and spread of each column, by the definitions.
fn statistics(normalize: Normalize) -> [[f64; 2]; 3] {
    [0, 1, 2].map(|column| {
        let numbers = ROWS.map(|(inputs, _)| inputs[column]);
        let least = numbers.into_iter().reduce(f64::min).unwrap();
        let most = numbers.into_iter().reduce(f64::max).unwrap();
        let mean = numbers.iter().sum::<f64>() / 5.0;
        let squares = numbers.map(|number| (number - mean).powi(2));
        let deviation = (squares.iter().sum::<f64>() / 5.0).sqrt();
        match normalize {
            _ if least == most => [least, 1.0],
            _ if normalize == standard() => [mean, deviation],
            _ => [least, most - least],
        }
    })
}

fn scaled(normalize: Normalize) -> Points {
    let statistics = statistics(normalize);
    points(ROWS.map(|(inputs, class)| {
        let scaled = [0, 1, 2].map(|i| (inputs[i] - statistics[i][0]) / statistics[i][1]);
        (scaled, class)
    }))
}

#[track_caller]
fn assert_near(found: &[f64], expected: &[f64]) {
    let mut pairs = found.iter().zip(expected);
    let near = pairs.all(|(a, b)| (a - b).abs() <= 1e-9 * (1.0 + b.abs()));
    assert!(
        near && found.len() == expected.len(),
        "{found:?} {expected:?}"
    );
}

#[test]
fn training_sees_normalised_inputs() {
    for normalize in [standard(), min_max()] {
        let model = specification().normalize(normalize);
        let by_hand = specification().data(scaled(normalize));
        let by_hand = by_hand.eval(scaled(normalize)).train().unwrap();
        let trained = model.train().unwrap();
        assert_near(trained.losses(), by_hand.losses());
        assert_near(&[trained.loss().unwrap()], &[by_hand.loss().unwrap()]);
        assert_eq!(trained.predicted(), by_hand.predicted());
        assert_ne!(trained.losses(), specification().train().unwrap().losses());
    }
}

#[test]
fn shipped_weights_take_inputs_as_they_are() {
    let start = [0.5, -1.0, 2.0, 0.25, 1.5, 0.0, -0.5, 1.0, 2.0, -3.0, 0.125];
    for normalize in [standard(), min_max()] {
        let two = model("Two", [3, 2, 1])
            .data(points(ROWS))
            .precision(Precision::F64);
        let two = two.init(values(start)).optimizer(sgd(0.0)).epochs(1);
        let plain = two.clone().train().unwrap();
        assert_eq!(plain.weights(), start);
        let trained = two.normalize(normalize).train().unwrap();
        let statistics = statistics(normalize);
        for (inputs, _) in ROWS {
            let scaled = [0, 1, 2].map(|i| (inputs[i] - statistics[i][0]) / statistics[i][1]);
            assert_near(&trained.scores(&inputs), &plain.scores(&scaled));
        }
        let weights = trained.weights();
        assert_near(&weights[..1], &[0.5 / statistics[0][1]]);
        assert_eq!(weights[2], 0.0, "a constant column has nothing to say");
        assert_eq!(weights[8..], start[8..], "only the first layer changes");
        assert_eq!(trained.data().inputs(0), ROWS[0].0, "rows are as given");
    }
}

#[test]
fn no_normalisation_is_the_default() {
    let code = |model: Model| model.train().unwrap().code();
    assert_eq!(
        code(specification()),
        code(specification().normalize(none()))
    );
}

#[test]
fn a_checkpoint_holds_the_weights_of_training() {
    let file = common::folder("normalize").join("checkpoint.txt");
    for precision in [Precision::F32, Precision::F64] {
        let model = || specification().normalize(standard()).precision(precision);
        let straight = model().train().unwrap();
        model().epochs(7).train().unwrap().save(&file).unwrap();
        let resumed = model().checkpoint(&file).train().unwrap();
        assert_eq!(resumed.code(), straight.code());
        assert_eq!(resumed.losses(), straight.losses());
    }
}

#[test]
fn weights_are_the_numbers_that_are_shipped() {
    let trained = specification().precision(Precision::F32).train().unwrap();
    for weight in trained.weights() {
        assert_eq!(f64::from(weight as f32), weight);
        assert!(trained.code().contains(&format!("{:?}", weight as f32)));
    }
}

#[test]
fn what_cannot_be_normalised_is_an_error() {
    let rows = |far: f64| points([([far], 0), ([-far], 1)]);
    let line = || model("Line", [1, 1]).precision(Precision::F64).epochs(1);
    for normalize in [standard(), min_max()] {
        let error = line()
            .data(rows(1.5e308))
            .normalize(normalize)
            .train()
            .unwrap_err();
        assert_eq!(error.problems()[0].field().name(), "normalize");
        assert!(
            error.to_string().contains("input 1 lie too far apart"),
            "{error}"
        );
        line()
            .data(rows(1e150))
            .normalize(normalize)
            .train()
            .unwrap();
        line().data(rows(0.0)).normalize(normalize).train().unwrap();
    }
    // Fine for training, but the weight of such inputs is beyond all numbers of the precision.
    for (precision, size) in [(Precision::F32, 1e-40), (Precision::F64, 1e-320)] {
        let near = line().data(rows(size)).precision(precision);
        let error = near.normalize(min_max()).train().unwrap_err().to_string();
        let name = format!("{precision:?}").to_lowercase();
        for words in [&format!("`{name}` cannot hold"), "numbers of input 1 lie"] {
            assert!(error.contains(words), "{error}");
        }
        let wider = error.contains("`precision: f64`");
        assert_eq!(wider, precision == Precision::F32, "{error}");
    }
    // Squares of such distances are 0.
    for size in [1e-160, 1e-200] {
        let near = line().data(rows(size)).normalize(standard());
        let error = near.train().unwrap_err().to_string();
        assert!(error.contains("input 1 lie too close together"), "{error}");
    }
    let near = line().data(rows(1e-150)).normalize(standard());
    near.train().unwrap();
}

/// One input that has this mean and deviation, and this middle and half range.
fn far_off(middle: f64, half: f64, precision: Precision) -> Model {
    let rows = points([([middle - half], 0), ([middle + half], 1)]);
    let model = model("Far", [1, 1]).data(rows).precision(precision);
    model.epochs(1)
}

/// How often its own extent a column may lie away from 0: all but 8 bits.
const BOUNDS: [(Precision, f64); 2] = [
    (Precision::F32, 65_536.0),
    (Precision::F64, 35_184_372_088_832.0),
];

/// The shipped network would be a worse one than was trained, without a word.
#[test]
fn what_lies_too_far_off_is_an_error() {
    for (precision, bound) in BOUNDS {
        for (normalize, words) in [(standard(), "has the mean"), (min_max(), "lies from")] {
            for sign in [-1.0, 1.0] {
                let model = |middle: f64| far_off(sign * middle, 1.0, precision);
                model(bound - 1.0).normalize(normalize).train().unwrap();
                model(bound).train().unwrap();
                let error = model(bound).normalize(normalize).train().unwrap_err();
                assert_eq!(error.problems()[0].field().name(), "normalize");
                let error = error.to_string();
                assert!(error.contains(&format!("input 1 {words}")), "{error}");
                let wider = error.contains("`precision: f64`");
                assert_eq!(wider, precision == Precision::F32, "{error}");
            }
        }
    }
}

/// Training sees 0 there, whatever the number is.
#[test]
fn a_constant_column_is_left_out_of_what_is_shipped() {
    for (precision, bound) in BOUNDS {
        for normalize in [standard(), min_max()] {
            for number in [-0.25, 70_000.0, bound, -3e38] {
                let rows = points([([number, 0.0], 0), ([number, 1.0], 1)]);
                let model = model("Same", [2, 3, 1]).data(rows).precision(precision);
                let trained = model.epochs(50).normalize(normalize).train().unwrap();
                for x in [0.0, 0.3, 1.0] {
                    let scores = trained.scores(&[number, x]);
                    assert_eq!(trained.scores(&[0.0, x]), scores);
                    assert_eq!(trained.scores(&[1e30, x]), scores);
                }
                let alone = trained.scores(&[number, 0.0]) != trained.scores(&[number, 1.0]);
                assert!(alone, "the other column counts");
                let weights = trained.weights();
                let zero = |neuron: usize| weights[3 * neuron].to_bits() == 0;
                assert!((0..3).all(zero), "{weights:?}");
            }
        }
    }
}

#[test]
fn what_people_measure_does_not_lie_too_far_off() {
    let days = 86_400.0;
    for (middle, half, precision) in [
        (1965.0, 65.0, Precision::F32),       // years
        (52.52, 0.01, Precision::F32),        // latitudes in a quarter of a town
        (5_820_000.0, 500.0, Precision::F32), // the same in metres
        (101_325.0, 10.0, Precision::F32),    // air pressure in pascal
        (1.7e9, 30.0 * days, Precision::F32), // seconds since 1970, in two months
        (1.7e9, 0.001, Precision::F64),       // in two milliseconds
        (1.7e18, 1e6, Precision::F64),        // nanoseconds, too
    ] {
        for normalize in [standard(), min_max()] {
            let model = far_off(middle, half, precision).normalize(normalize);
            assert!(model.train().is_ok(), "{middle:?} ± {half:?}");
        }
    }
}

proptest! {
    /// What is not refused is shipped as it was trained, to the bits that are left.
    #[test]
    fn the_first_layer_tells_rows_apart_up_to_the_bound(
        exponent in 0.0..16.0_f64,
        half in 0.001..1000.0_f64,
        at in -1.0..1.0_f64,
        to_range in any::<bool>(),
    ) {
        let normalize = if to_range { min_max() } else { standard() };
        let middle = half * exponent.exp2() * 0.99;
        let model = far_off(middle, half, Precision::F32).normalize(normalize);
        let model = model.optimizer(sgd(0.0)).init(values([1.0, 0.0]));
        let trained = model.train().unwrap();
        // As the training saw it: inputs are numbers of the precision.
        let input = |x: f64| f64::from((middle + x * half) as f32);
        let [least, most] = [input(-1.0), input(1.0)];
        let scaled = (input(at) - least) / (most - least);
        let expected = if to_range { scaled } else { 2.0 * scaled - 1.0 };
        let found = trained.scores(&[input(at)])[0];
        let error = (found - expected).abs();
        // Weight, product, bias and sum are rounded, each to 24 bits of no more than this.
        let largest = exponent.exp2() + 1.0;
        prop_assert!(error <= 4.0 * largest * (-24.0_f64).exp2(), "{found} {expected}");
    }
}
