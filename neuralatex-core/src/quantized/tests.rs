//! Networks of integers against the networks that they were made from, and against their own definition.

use super::{Quantized, scores_of};
use crate::error::Field;
use crate::kernels::integers::{Layer, Then};
use crate::prelude::*;
use crate::random::{Random, Stream};

const ACTIVATIONS: [fn() -> Activation; 7] = [
    relu,
    || leaky_relu(0.1),
    tanh,
    sigmoid,
    silu,
    gelu,
    identity,
];

/// Inputs of any size, far from 0 or not, some always the same.
fn rows(count: usize, columns: usize, seed: u64) -> FromFn {
    let places: Vec<[f64; 2]> = (0..columns)
        .map(|column| match column % 5 {
            0 => [0.0, 1.0],
            1 => [1e4, 3e2],
            2 => [-2e-3, 1e-3],
            3 => [7.0, 0.0],
            _ => [-1.0, 1e5],
        })
        .collect();
    from_fn(count, move |random| {
        let deviations: Vec<f64> = places.iter().map(|_| random.normal()).collect();
        let pairs = deviations.iter().zip(&places);
        let inputs: Vec<f64> = pairs.map(|(z, [mean, spread])| mean + spread * z).collect();
        let wave = deviations[0] - 0.5 * deviations[1 % deviations.len()];
        (inputs, [wave.sin(), wave])
    })
    .seed(seed)
}

/// What integers answer, beside what the network answered before, for the rows of the evaluation.
fn answers(trained: &Trained) -> [Vec<f64>; 2] {
    let eval = trained.eval().unwrap();
    let all: Vec<usize> = (0..eval.rows()).collect();
    let inputs = eval.inputs_of(&all);
    let mut floats = trained.clone();
    floats.quantized = None;
    [trained.scores_of(&inputs), floats.scores_of(&inputs)]
}

#[test]
fn integers_answer_nearly_what_the_network_did() {
    for (case, activation) in ACTIVATIONS.iter().enumerate() {
        for layers in [
            vec![3, 12, 2],
            vec![7, 24, 16, 2],
            vec![1, 2],
            vec![40, 30, 2],
        ] {
            for precision in [Precision::F32, Precision::F64] {
                let columns = layers[0];
                let trained = model("Near", layers.clone())
                    .data(rows(400, columns, 1))
                    .eval(rows(200, columns, 2))
                    .normalize(standard())
                    .activation(activation())
                    .precision(precision)
                    .seed(case as u64)
                    .epochs(20)
                    .quantize(i8())
                    .train()
                    .unwrap();
                let [integers, floats] = answers(&trained);
                let mean = floats.iter().sum::<f64>() / floats.len() as f64;
                let of =
                    |numbers: &mut dyn Iterator<Item = f64>| numbers.map(|x| x * x).sum::<f64>();
                let spread = of(&mut floats.iter().map(|y| y - mean));
                let error = of(&mut integers.iter().zip(&floats).map(|(a, b)| a - b));
                let what = format!("{} {layers:?}: {}", activation(), error / spread);
                assert!(error < 0.005 * spread, "{what}");
            }
        }
    }
}

/// Sums in whole numbers without an end, rounded once.
fn by_definition(layers: &[Layer], inputs: &[i8]) -> Vec<i64> {
    let mut values: Vec<i64> = inputs.iter().map(|q| i64::from(*q)).collect();
    for layer in layers {
        let rows = layer.weights.chunks(values.len()).zip(&layer.neurons);
        let outputs = rows
            .enumerate()
            .map(|(index, (weights, [bias, multiplier]))| {
                let products = weights.iter().zip(&values);
                let products = products.map(|(w, q)| i128::from(*w) * i128::from(*q));
                let sum = i128::from(*bias) + products.sum::<i128>();
                assert!(i32::try_from(sum).is_ok(), "{sum}");
                let half = 1_i128 << layer.shift;
                let times = |multiplier: i128| (sum * multiplier + half).div_euclid(2 * half);
                let steps = match &layer.then {
                    Then::Scored => times(i128::from(*multiplier)),
                    Then::Straight => times(i128::from(*multiplier)).clamp(0, 255) - 128,
                    Then::Leaky { slope, zeros } => {
                        let bent =
                            (i128::from(*multiplier) * i128::from(*slope)).div_euclid(1 << 30);
                        let multiplier = if sum < 0 {
                            bent
                        } else {
                            i128::from(*multiplier)
                        };
                        (times(multiplier) + i128::from(zeros[index])).clamp(-128, 127)
                    }
                    Then::Curved(pieces) => {
                        let place = times(i128::from(*multiplier)).clamp(0, 65535);
                        let [from, to] = pieces[(place / 512) as usize].map(i128::from);
                        let value = 512 * from + (to - from) * (place % 512);
                        (value + 65536).div_euclid(131_072)
                    }
                };
                steps as i64
            });
        values = outputs.collect();
    }
    values
}

#[test]
fn the_kernels_compute_what_layers_are_defined_as() {
    let mut random = Random::new(3, Stream::Data);
    for (case, activation) in ACTIVATIONS.iter().cycle().take(28).enumerate() {
        let data = from_fn(60, |random| {
            let inputs: Vec<f64> = (0..5).map(|_| random.normal()).collect();
            let [a, b] = [inputs[0] * inputs[1], inputs[2]];
            (inputs, [a, b, a + b])
        });
        let trained = model("Exact", [5, 1 + case, 9, 3])
            .data(data.seed(case as u64))
            .activation(activation())
            .normalize(min_max())
            .quantize(i8())
            .epochs(2)
            .train()
            .unwrap();
        let quantized = trained.quantized.as_ref().unwrap();
        for _ in 0..50 {
            // Also beyond what was trained on.
            let input: Vec<f64> = (0..5).map(|_| 3.0 * random.normal()).collect();
            let integers: Vec<i8> = (0..5)
                .map(|i| {
                    let offset = quantized.offsets[i] as f32;
                    let steps = (input[i] as f32 - offset) / quantized.scales[i] as f32 + 0.5;
                    (steps.floor().clamp(0.0, 255.0) - 128.0) as i8
                })
                .collect();
            let expected = by_definition(&quantized.layers, &integers);
            let expected: Vec<f64> = expected
                .iter()
                .map(|score| f64::from(*score as f32 * quantized.score_scale as f32))
                .collect();
            assert_eq!(scores_of(quantized, Precision::F32, &input), expected);
        }
    }
}

/// What was always the same, layers that are dead, numbers at both ends of their type, one row.
#[test]
fn odd_networks_are_quantised_or_refused() {
    const REFUSED: [&str; 4] = ["huge", "tiny", "large", "larger"];
    let start = |numbers: &[f64]| values(numbers.to_vec());
    let two = |a: f64, b: f64| points([([a, b], 0), ([b, b], 1)]);
    let cases = [
        (
            "same",
            two(5.0, 5.0),
            start(&[1.0, 2.0, 3.0, -1.0, 0.5]),
            Precision::F32,
        ),
        (
            "dead",
            two(0.0, 1.0),
            start(&[1.0, 1.0, -9.0, 1.0, 0.5]),
            Precision::F32,
        ),
        ("zero", two(0.0, 1.0), start(&[0.0; 5]), Precision::F32),
        (
            "large",
            two(3e38, -3e38),
            start(&[1e-38, 1e-38, 0.0, 1.0, 0.0]),
            Precision::F32,
        ),
        (
            "wide",
            two(1.5e38, -1.5e38),
            start(&[1e-38, 1e-38, 0.0, 1.0, 0.0]),
            Precision::F32,
        ),
        (
            "larger",
            two(1e308, -1e308),
            start(&[1e-308, 0.0, 0.0, 1.0, 0.0]),
            Precision::F64,
        ),
        (
            "small",
            two(1e-45, 2e-45),
            start(&[1e38, 0.0, 0.0, 1.0, 0.0]),
            Precision::F32,
        ),
        (
            "bias",
            two(0.0, 1.0),
            start(&[1e-30, 1e-30, 1e7, 1.0, 0.0]),
            Precision::F32,
        ),
        (
            "huge",
            two(1.0, 2.0),
            start(&[1e38, 1e38, 0.0, 1e38, 0.0]),
            Precision::F32,
        ),
        (
            "tiny",
            two(1.0, 2.0),
            start(&[1e-40, 1e-40, 0.0, 1e-40, 0.0]),
            Precision::F32,
        ),
    ];
    for (name, data, init, precision) in cases {
        for activation in ACTIVATIONS {
            let model = model("Odd", [2, 1, 1])
                .data(data.clone())
                .loss(max_margin())
                .init(init.clone())
                .optimizer(sgd(0.0))
                .precision(precision)
                .activation(activation())
                .epochs(1);
            let Ok(floats) = model.clone().train() else {
                continue;
            };
            let inputs = [-1e300, -3.0, 0.0, 1.0, 5.0, f64::INFINITY, f64::NAN];
            match model.quantize(i8()).train() {
                Ok(trained) => {
                    assert!(!["large", "larger"].contains(&name), "{name}");
                    for a in inputs {
                        let [score] = trained.scores(&[a, 1.0])[..] else {
                            panic!("one output")
                        };
                        assert!(score.is_finite(), "{name}: {score}");
                    }
                    // As good as nothing is lost where there was one value of each input.
                    if name == "same" {
                        let [found, expected] =
                            [&trained, &floats].map(|trained| trained.scores(&[5.0, 5.0])[0]);
                        assert!((found - expected).abs() < 0.02 * (1.0 + expected.abs()));
                    }
                }
                Err(error) => {
                    assert_eq!(
                        error.problems()[0].field(),
                        Field::Quantize,
                        "{name}: {error}"
                    );
                    assert!(REFUSED.contains(&name), "{name}: {error}");
                    // A network that is given was trained on none.
                    assert!(error.to_string().contains("on the rows of `data`"));
                }
            }
        }
    }
}

/// Generated code tells a class by integers, evaluation by the numbers that these stand for.
#[test]
fn a_class_is_the_same_by_integers_and_by_numbers() {
    let mut random = Random::new(2, Stream::Data);
    for _ in 0..200 {
        let weight = random.uniform(0.5, 4.0);
        let other = weight * (1.0 + 1e-7 * random.uniform(-1.0, 1.0));
        let trained = model("Near", [1, 2])
            .data(points([([-1.0], 0), ([1.0], 1)]))
            .init(values([
                weight,
                0.0,
                other,
                1e-7 * random.uniform(-1.0, 1.0),
            ]))
            .optimizer(sgd(0.0))
            .epochs(1)
            .quantize(i8())
            .train()
            .unwrap();
        let quantized = trained.quantized.as_ref().unwrap();
        for q in -128..=127_i8 {
            let integers = by_definition(&quantized.layers, &[q]);
            let input = quantized.scales[0] * (f64::from(q) + 128.0) + quantized.offsets[0];
            let numbers = scores_of(quantized, Precision::F32, &[input]);
            assert_eq!(
                integers[0].cmp(&integers[1]),
                numbers[0].total_cmp(&numbers[1]),
                "{integers:?} and {numbers:?}"
            );
        }
    }
}

/// They share a scale, in which the smaller one has to be counted too.
#[test]
fn an_output_keeps_its_digits_beside_one_a_million_times_as_large() {
    let mut random = Random::new(1, Stream::Data);
    let numbers: Vec<f64> = (0..3 * 12 + 13 * 2)
        .map(|_| random.uniform(-1.0, 1.0))
        .collect();
    let error = |factor: f64| {
        let mut numbers = numbers.clone();
        numbers[36..49].iter_mut().for_each(|n| *n *= factor);
        let data = from_fn(200, |random| {
            let inputs = [random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)];
            (inputs, [0.0, inputs[0]])
        });
        let floats = model("Sizes", [2, 12, 2])
            .data(data)
            .init(values(numbers))
            .optimizer(sgd(0.0))
            .epochs(1);
        let integers = floats.clone().quantize(i8()).train().unwrap();
        let floats = floats.train().unwrap();
        let rows = (0..200).map(|row| floats.data().inputs(row));
        let second = rows.map(|row| [&floats, &integers].map(|trained| trained.scores(&row)[1]));
        let second: Vec<[f64; 2]> = second.collect();
        let largest = second.iter().fold(0.0, |most, [a, _]| a.abs().max(most));
        let worst = second.iter().map(|[a, b]| (a - b).abs());
        worst.fold(0.0, f64::max) / largest
    };
    let [alone, beside] = [1.0, 1e6].map(error);
    assert!(alone < 0.03 && beside < 0.01, "{alone} and {beside}");
}

#[test]
fn zeros_have_the_shape_of_what_is_trained() {
    let model = model("Shape", [2, 3, 4, 3, 1])
        .data(spiral(10))
        .activation([tanh(), relu(), leaky_relu(0.1)])
        .quantize(i8());
    let trained = model.epochs(1).train().unwrap();
    let zeros = Quantized::zeros(&trained.plan, None);
    let trained = trained.quantized.unwrap();
    for (one, other) in zeros.layers.iter().zip(&trained.layers) {
        assert_eq!(one.weights.len(), other.weights.len());
        assert_eq!(one.neurons.len(), other.neurons.len());
    }
    assert_eq!(zeros.scales.len(), trained.scales.len());
    assert_eq!(scores_of(&zeros, Precision::F32, &[1.0, 2.0]), [0.0]);
}
