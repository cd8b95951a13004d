//! Points that a source makes: how many, of which classes, where, and what they follow from.

use neuralatex_core::prelude::*;
use proptest::prelude::*;
use serde_json::Value as Json;

/// Inputs and class of each row.
type Rows = Vec<(Vec<f64>, i32)>;

fn rows(examples: &Examples) -> Rows {
    let row = |row| (examples.inputs(row), examples.classes()[row]);
    (0..examples.rows()).map(row).collect()
}

/// A network with as many inputs and outputs as the source asks for, that learns nothing.
fn idle(source: &Source, [inputs, classes]: [usize; 2], seed: u64) -> Model {
    model("Idle", [inputs, if classes == 2 { 1 } else { classes }])
        .data(source.clone())
        .precision(Precision::F64)
        .loss(mse())
        .optimizer(sgd(0.0))
        .epochs(1)
        .seed(seed)
}

fn made(source: impl Into<Source>, sizes: [usize; 2], seed: u64) -> Rows {
    rows(idle(&source.into(), sizes, seed).train().unwrap().data())
}

fn plane(source: impl Into<Source>) -> Rows {
    made(source, [2, 2], 0)
}

const SHAPES: [fn(usize) -> Shape; 3] = [moons, circles, xor];

#[test]
fn points_without_noise_are_those_of_scikit_learn() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reference/sources.json");
    let reference: Json = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cases = reference["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 10);
    for case in cases {
        let source = match case["source"].as_str().unwrap() {
            "moons" => moons,
            _ => circles,
        };
        let made = plane(source(case["n"].as_u64().unwrap() as usize));
        let expected = case["rows"].as_array().unwrap();
        assert_eq!(made.len(), expected.len());
        for ((point, class), row) in made.iter().zip(expected) {
            assert_eq!(f64::from(*class), row[2].as_f64().unwrap(), "{case}");
            for axis in 0..2 {
                let error = (point[axis] - row[axis].as_f64().unwrap()).abs();
                assert!(error < 4e-16, "{point:?} is not {row}");
            }
        }
    }
}

#[test]
fn classes_come_one_after_the_other_with_n_points_each() {
    for shape in SHAPES {
        let classes: Vec<i32> = plane(shape(3)).iter().map(|(_, class)| *class).collect();
        assert_eq!(classes, [0, 0, 0, 1, 1, 1]);
    }
    let blobs = made(blobs(2).classes(4), [2, 4], 0);
    let classes: Vec<i32> = blobs.iter().map(|(_, class)| *class).collect();
    assert_eq!(classes, [0, 0, 1, 1, 2, 2, 3, 3]);
}

#[test]
fn blobs_have_three_classes_in_the_plane_unless_told_otherwise() {
    let by_default = made(blobs(5), [2, 3], 0);
    let told = blobs(5).classes(3).dimensions(2).noise(1.0);
    assert_eq!(by_default, made(told, [2, 3], 0));
}

/// The quadrants of a class are filled alike, up to their corners.
#[test]
fn xor_fills_the_square_and_its_class_is_the_sign_of_the_product() {
    let mut quadrants = [0; 4];
    let points = plane(xor(10_000));
    for (point, class) in &points {
        let [x, y] = [point[0], point[1]];
        assert!(x.abs() <= 1.0 && y.abs() <= 1.0, "{point:?}");
        assert_eq!(*class, i32::from(x * y < 0.0), "{point:?}");
        quadrants[2 * usize::from(x < 0.0) + usize::from(y < 0.0)] += 1;
    }
    let fair = |&count: &i32| (count - 5_000).abs() < 300;
    assert!(quadrants.iter().all(fair), "{quadrants:?}");
    let mean_square = points
        .iter()
        .map(|(point, _)| point[0] * point[0] + point[1] * point[1]);
    let mean_square = mean_square.sum::<f64>() / points.len() as f64;
    assert!((mean_square - 2.0 / 3.0).abs() < 0.02, "{mean_square}");
}

/// Mean, deviation, and the share of a normal distribution within one deviation.
#[track_caller]
fn assert_normal(distances: &[f64], deviation: f64) {
    let count = distances.len() as f64;
    let mean = distances.iter().sum::<f64>() / count;
    assert!(mean.abs() < 0.03 * deviation, "{mean}");
    let variance = distances.iter().map(|d| d * d).sum::<f64>() / count;
    assert!(
        (variance.sqrt() / deviation - 1.0).abs() < 0.03,
        "{variance}"
    );
    let within = distances.iter().filter(|d| d.abs() < deviation).count();
    assert!((within as f64 / count - 0.6827).abs() < 0.02, "{within}");
}

#[test]
fn noise_is_the_deviation_of_a_normal_distribution_along_each_axis() {
    for shape in [moons, circles] {
        for deviation in [0.05, 2.0] {
            let clean = plane(shape(5_000));
            let noisy = plane(shape(5_000).noise(deviation));
            for axis in 0..2 {
                let pairs = noisy.iter().zip(&clean);
                let distances: Vec<f64> = pairs.map(|(n, c)| n.0[axis] - c.0[axis]).collect();
                assert_normal(&distances, deviation);
            }
        }
    }
}

#[test]
fn noise_moves_points_of_xor_over_the_axes_but_not_into_another_class() {
    let crossed = |noise: f64| {
        let points = plane(xor(1_000).noise(noise));
        let crosses =
            |(point, class): &&(Vec<f64>, i32)| i32::from(point[0] * point[1] < 0.0) != *class;
        points.iter().filter(crosses).count()
    };
    assert_eq!(crossed(0.0), 0);
    assert!((20..500).contains(&crossed(0.1)), "{}", crossed(0.1));
}

#[test]
fn blobs_are_normal_around_centres_between_minus_10_and_10() {
    let noise = 0.25;
    let points = made(
        blobs(4_000).classes(5).dimensions(3).noise(noise),
        [3, 5],
        4,
    );
    for class in points.chunks(4_000) {
        for axis in 0..3 {
            let mean = class.iter().map(|(point, _)| point[axis]).sum::<f64>() / 4_000.0;
            assert!((-10.1..10.1).contains(&mean), "{mean}");
            let distances: Vec<f64> = class.iter().map(|(p, _)| p[axis] - mean).collect();
            assert_normal(&distances, noise);
        }
    }
}

#[test]
fn centres_lie_anywhere_between_minus_10_and_10() {
    let centres = made(blobs(1).classes(400).dimensions(2).noise(0.0), [2, 400], 0);
    for axis in 0..2 {
        let mut along: Vec<f64> = centres.iter().map(|(point, _)| point[axis]).collect();
        along.sort_by(f64::total_cmp);
        assert!((-10.0..-9.5).contains(&along[0]), "{}", along[0]);
        assert!((9.5..10.0).contains(&along[399]), "{}", along[399]);
        assert!(along[200].abs() < 1.5, "{}", along[200]);
    }
}

/// A source with a seed of its own or none, and the inputs and classes that it asks for.
type Noisy = (fn(Option<u64>) -> Source, [usize; 2]);

const NOISY: [Noisy; 4] = [
    (
        |seed| seeded(moons(6).noise(0.1), seed, Shape::seed),
        [2, 2],
    ),
    (
        |seed| seeded(circles(6).noise(0.1), seed, Shape::seed),
        [2, 2],
    ),
    (|seed| seeded(xor(6), seed, Shape::seed), [2, 2]),
    (|seed| seeded(blobs(6), seed, Blobs::seed), [2, 3]),
];

fn seeded<S: Into<Source>>(source: S, seed: Option<u64>, set: fn(S, u64) -> S) -> Source {
    match seed {
        Some(seed) => set(source, seed).into(),
        None => source.into(),
    }
}

#[test]
fn points_follow_their_own_seed_or_else_the_models() {
    for (source, sizes) in NOISY {
        let made = |own, models| made(source(own), sizes, models);
        assert_ne!(made(None, 1), made(None, 2));
        assert_ne!(made(Some(1), 0), made(Some(2), 0));
        assert_eq!(made(Some(7), 1), made(Some(7), 2));
        assert_eq!(made(None, 7), made(Some(7), 1));
    }
}

#[test]
fn data_and_eval_with_equal_seeds_have_no_point_in_common() {
    for (source, sizes) in NOISY {
        let model = idle(&source(Some(3)), sizes, 0).eval(source(Some(3)));
        let trained = model.train().unwrap();
        let [data, eval] = [trained.data(), trained.eval().unwrap()].map(rows);
        assert_eq!(data.len(), eval.len());
        assert!(eval.iter().all(|row| !data.contains(row)));
    }
}

/// Else nothing could be learned about them.
#[test]
fn blobs_of_eval_lie_around_the_centres_of_data_whatever_their_seed() {
    let near = |eval: Blobs| {
        let data = blobs(1).noise(1e-3).seed(1).into();
        let trained = idle(&data, [2, 3], 0).eval(eval).train().unwrap();
        let [data, eval] = [trained.data(), trained.eval().unwrap()].map(rows);
        assert_ne!(data, eval);
        data.iter()
            .zip(&eval)
            .all(|(a, b)| a.0.iter().zip(&b.0).all(|(a, b)| (a - b).abs() < 0.01))
    };
    let eval = blobs(1).noise(1e-3);
    assert!(near(eval.clone().seed(1)));
    assert!(near(eval.clone().seed(2)));
    assert!(near(eval));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_source_gives_n_finite_points_of_each_class(
        n in 1_usize..40,
        noise in 0.0..5.0,
        seed: u64,
        classes in 2_usize..6,
        dimensions in 1_usize..5,
    ) {
        let mut all: Vec<(Rows, usize)> = SHAPES
            .map(|shape| (plane(shape(n).noise(noise).seed(seed)), 2))
            .into();
        let many = blobs(n).classes(classes).dimensions(dimensions).noise(noise).seed(seed);
        all.push((made(many, [dimensions, classes], 0), classes));
        for (rows, classes) in all {
            prop_assert_eq!(rows.len(), n * classes);
            for class in 0..classes {
                let count = rows.iter().filter(|(_, own)| *own == class as i32).count();
                prop_assert_eq!(count, n);
            }
            prop_assert!(rows.iter().all(|(point, _)| point.iter().all(|x| x.is_finite())));
        }
    }
}
