//! What is told of a quantised model is that of its integers, which are about as good as what they were made from; a
//! model that is not says so. Training knows nothing of it.

mod common;

use common::folder;
use neuralatex_core::prelude::*;

fn file(name: &str) -> String {
    format!("{}/../examples/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn iris() -> Model {
    model("Iris", [4, 16, 3])
        .data(csv(file("iris.csv")).label("species"))
        .eval(hold_out(0.2))
        .normalize(standard())
        .epochs(200)
        .batch(16)
}

fn digits() -> Model {
    model("Digits", [64, 32, 10])
        .data(csv(file("digits.csv")).label("digit"))
        .eval(hold_out(0.2))
        .normalize(min_max())
        .epochs(50)
}

#[test]
fn integers_are_within_a_point_of_the_floats() {
    for activation in [relu(), leaky_relu(0.1), tanh(), sigmoid(), silu(), gelu()] {
        for model in [iris(), digits()] {
            let model = model.activation(activation);
            let floats = model.clone().train().unwrap();
            let integers = model.quantize(i8()).train().unwrap();
            let [before, now] = [&floats, &integers].map(|trained| trained.accuracy().unwrap());
            let what = format!("{} {activation}: {before} and {now}", integers.name());
            assert!(before > 0.9 && now >= before - 0.01, "{what}");
            assert_eq!(integers.weights(), floats.weights());
            assert_eq!(integers.digest(), floats.digest());
            assert_eq!(integers.losses(), floats.losses());
            let constants = [
                format!("ACCURACY: f64 = {now:?};"),
                format!("ACCURACY_FLOAT: f64 = {before:?};"),
                format!("LOSS: f64 = {:?};", integers.loss().unwrap()),
                format!("LOSS_FLOAT: f64 = {:?};", floats.loss().unwrap()),
            ];
            let code = integers.code();
            for constant in constants {
                assert!(
                    code.contains(&format!("pub const {constant}")),
                    "{constant}"
                );
            }
            assert!(!floats.code().contains("_FLOAT") && !floats.code().contains("quantize"));
        }
    }
}

/// A row that lies far off leaves no steps for the others, which are all that count.
fn blurred(name: &str) -> Model {
    let rows = |far: f64| {
        let near = (0..20).map(|n| f64::from(n) / 20.0 + 0.01);
        let all: Vec<f64> = near.chain([far]).collect();
        points(all.into_iter().map(|x| ([x], i32::from(x >= 0.5))))
    };
    model(name, [1, 1])
        .data(rows(1e4))
        .eval(rows(1.0))
        .init(values([1.0, -0.5]))
        .optimizer(sgd(0.0))
        .epochs(1)
        .allow(unscaled())
        .quantize(i8())
}

#[test]
fn a_model_that_is_worse_than_before_warns_and_can_be_silenced() {
    let blurred = || blurred("Blurred");
    let trained = blurred().train().unwrap();
    assert!(trained.accuracy().unwrap() < 0.7);
    let advice = trained.advice();
    let [only] = &advice[..] else {
        panic!("{advice:?}")
    };
    assert_eq!(only.field().name(), "quantize");
    for words in [
        "with integers, 100 % without",
        "input 1 is from 0.01 to 1 in at least half of the rows, which has 1 of 256 integers",
        "as it is from 0.01 to 10000 in `data`",
        "leave `quantize` out",
        "(`allow` silences this: `imprecise`)",
    ] {
        assert!(only.message().contains(words), "{}", only.message());
    }
    assert!(
        blurred()
            .allow(imprecise())
            .train()
            .unwrap()
            .advice()
            .is_empty()
    );
    // What is required is required of the integers.
    let unmet = blurred()
        .require(accuracy().at_least(0.9))
        .train()
        .unwrap_err();
    let unmet = unmet.to_string();
    for words in [
        "`accuracy >= 0.9` is not met",
        "before it was quantised, the network has met it, with 1.0: ",
        "leave `quantize` out",
    ] {
        assert!(unmet.contains(words), "{unmet}");
    }
    assert!(!unmet.contains("epochs"), "{unmet}");

    let line = points((0..30).map(|n| ([f64::from(n)], f64::from(n) / 2.0)));
    let line = model("Line", [1, 1])
        .data(points([([0.0], 0.5), ([1e5], 1.5)]))
        .eval(line)
        .init(values([0.5, 0.0]))
        .optimizer(sgd(0.0))
        .epochs(1)
        .allow([unscaled(), overfitted()])
        .quantize(i8());
    let trained = line.train().unwrap();
    assert!(trained.code().contains("pub const R2_FLOAT: f64 = 1.0;"));
    let advice = trained.advice();
    assert_eq!(advice.len(), 1, "{advice:?}");
    assert!(
        advice[0].message().contains("with integers, 1 without"),
        "{advice:?}"
    );
    assert!(advice[0].message().contains("input 1 is from 0 to 29"));
}

/// It is named as its file does, among others that are as they should be.
#[test]
fn the_input_that_lies_far_off_is_named() {
    let folder = folder("quantized_far");
    let path = folder.join("houses.csv");
    let mut text = "rooms,area,garden,large\n".to_string();
    for n in 0..60 {
        let (rooms, area) = (n % 6, 20 + 7 * n % 90);
        let label = if area > 60 { "yes" } else { "no" };
        let far = if n == 7 { 90_000 } else { area };
        text += &format!("{rooms},{far},{},{label}\n", i32::from(n == 9));
    }
    std::fs::write(&path, text).unwrap();
    let houses = model("Houses", [3, 1])
        .data(csv(&path).label("large"))
        .eval(hold_out(0.3))
        .init(values([0.0, 1.0, 0.0, -60.5]))
        .optimizer(sgd(0.0))
        .epochs(1)
        .allow([unscaled(), unfinished()])
        .quantize(i8());
    let trained = houses.train().unwrap();
    let [only] = &trained.advice()[..] else {
        panic!("{:?}", trained.advice())
    };
    let told = only.message();
    assert!(told.contains("input `area` is from "), "{told}");
    assert!(told.contains(" to 90000 in `data`"), "{told}");
}

#[test]
fn cards_and_reports_tell_of_both() {
    let trained = blurred("Told").train().unwrap();
    let code = trained.code();
    for words in [
        "| accuracy, not quantised | 100 % |",
        "| quantised | i8: integers alone |",
        "    quantize: i8,",
    ] {
        assert!(code.contains(words), "{words}");
    }
    let folder = folder("quantized_report");
    trained.report(&folder).unwrap();
    let page = std::fs::read_to_string(folder.join("index.html")).unwrap();
    for words in [
        "The model is shipped as integers",
        "accuracy, not quantised",
        "loss, not quantised",
        "computes in integers, and may give others",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("with the arithmetic of the generated code"));
    let results = std::fs::read_to_string(folder.join("results.json")).unwrap();
    let results: serde_json::Value = serde_json::from_str(&results).unwrap();
    let metrics = &results["metrics"];
    assert_eq!(metrics["not_quantized"]["accuracy"], 1.0);
    assert_eq!(metrics["accuracy"].as_f64(), trained.accuracy());
}

/// Nothing is trained anew, and nothing is refused, where only the code is another.
#[test]
fn a_checkpoint_does_not_know_of_it() {
    let folder = folder("quantized_checkpoint");
    let arm = || {
        model("Arm", [2, 6, 1])
            .data(moons(30))
            .eval(moons(30))
            .epochs(9)
    };
    for name in ["arm.safetensors", "arm.txt"] {
        let path = folder.join(name);
        arm().train().unwrap().save(&path).unwrap();
        let kept = arm().checkpoint(&path).quantize(i8()).train().unwrap();
        let trained = arm().quantize(i8()).train().unwrap();
        assert_eq!(kept.weights(), trained.weights());
        assert_eq!(kept.accuracy(), trained.accuracy());
        trained.save(&path).unwrap();
        assert!(arm().checkpoint(&path).train().is_ok());
    }
}

/// The loss has no value where a score is 0, which the floats never are, and an integer is.
#[test]
fn integers_without_a_finite_loss_are_refused() {
    let log = |precision| {
        model("Log", [1, 1])
            .data(points([([-128.0], 1.0), ([127.0], 1.0)]))
            .eval(points([([0.25], 1.0)]))
            .loss(custom(|score, target| (score * score / target).ln()))
            .init(values([1.0, 0.0]))
            .optimizer(sgd(0.0))
            .epochs(1)
            .allow(unscaled())
            .precision(precision)
    };
    for precision in [Precision::F32, Precision::F64] {
        assert!(log(precision).train().is_ok());
        let refused = log(precision).quantize(i8()).train().unwrap_err();
        let [problem] = refused.problems() else {
            panic!("{refused}")
        };
        assert_eq!(problem.field().name(), "quantize");
        let told = problem.message();
        for words in ["with integers the loss", "`quantize` out", "division by 0"] {
            assert!(told.contains(words), "{told}");
        }
    }
}
