//! Optimisers and whole trainings give PyTorch's numbers; `reference/pytorch_reference.py` made
//! them.

mod common;

use common::{list, whole};
use neuralatex_core::prelude::*;
use serde_json::Value as Json;

fn reference() -> Json {
    let path = format!(
        "{}/tests/reference/pytorch_reference.json",
        env!("CARGO_MANIFEST_DIR")
    );
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn numbers(json: &Json) -> Vec<f64> {
    let number = |json: &Json| json.as_f64().unwrap_or_else(|| panic!("{json}"));
    list(json).iter().map(number).collect()
}

fn optimizer(setting: &Json, rate: impl Into<Rate>) -> Optimizer {
    let mut optimizer = match setting["method"].as_str().unwrap() {
        "sgd" => sgd(rate),
        "adam" => adam(rate),
        "adamw" => adamw(rate),
        "rmsprop" => rmsprop(rate),
        other => panic!("{other}"),
    };
    if let Some(share) = setting["momentum"].as_f64() {
        optimizer = optimizer.momentum(share);
    }
    if setting["nesterov"] == true {
        optimizer = optimizer.nesterov();
    }
    if let Some(decay) = setting["weight_decay"].as_f64() {
        optimizer = optimizer.weight_decay(decay);
    }
    if let Some(norm) = setting["clip"].as_f64() {
        optimizer = optimizer.clip(norm);
    }
    optimizer
}

/// The network, its start and its rows, which are taken in their order.
fn network(case: &Json, labels: impl Fn(Vec<f64>) -> Label) -> Model {
    let rows = list(&case["rows"]).iter().zip(list(&case["targets"]));
    let rows = rows.map(|(inputs, targets)| (numbers(inputs), labels(numbers(targets))));
    let layers: Vec<usize> = list(&case["layers"]).iter().map(whole).collect();
    model("Reference", layers)
        .data(points(rows))
        .init(values(numbers(&case["start"])))
        .precision(Precision::F64)
        .shuffle(false)
}

#[track_caller]
fn assert_near(found: &[f64], expected: &[f64], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        let near = (found - expected).abs() <= 1e-11;
        assert!(near, "{what}: {found:?} should be {expected:?}");
    }
}

#[test]
fn every_optimizer_makes_the_steps_of_pytorch() {
    let reference = reference();
    let case = &reference["optimizers"];
    let settings = list(&case["settings"]);
    assert_eq!(settings.len(), 12);
    for setting in settings {
        let what = optimizer(setting, setting["rate"].as_f64().unwrap());
        let steps = list(&setting["steps"]);
        for (step, epochs) in steps.iter().zip(1..) {
            let model = network(case, Label::from).activation(tanh()).loss(mse());
            let model = model.optimizer(what.clone()).epochs(epochs);
            let trained = model.train().unwrap();
            let weights = numbers(&step["weights"]);
            assert_near(&trained.weights(), &weights, &format!("{what:?}"));
            let loss = step["loss"].as_f64().unwrap();
            let last = trained.losses()[epochs - 1];
            assert_near(&[last], &[loss], &format!("{what:?}"));
        }
    }
}

#[test]
fn whole_trainings_end_with_the_weights_of_pytorch() {
    let reference = reference();
    let cases = list(&reference["trainings"]);
    assert_eq!(cases.len(), 2);
    for case in cases {
        let what = case["loss"].as_str().unwrap();
        let (activation, loss) = match what {
            "binary_cross_entropy" => (tanh(), binary_cross_entropy()),
            _ => (silu(), cross_entropy()),
        };
        assert_eq!(
            case["activation"],
            if what == "cross_entropy" {
                "silu"
            } else {
                "tanh"
            }
        );
        let class = |targets: Vec<f64>| match targets[..] {
            [second] => Label::from(second as i32),
            _ => Label::from(targets.iter().position(|&target| target == 1.0).unwrap()),
        };
        let rates = numbers(&case["rates"]);
        let epochs = rates.len();
        let trained = network(case, class)
            .activation(activation)
            .loss(loss)
            .optimizer(optimizer(&case["optimizer"], move |epoch: f64| {
                rates[epoch as usize - 1]
            }))
            .epochs(epochs)
            .batch(whole(&case["batch"]))
            .train()
            .unwrap();
        assert_near(trained.losses(), &numbers(&case["losses"]), what);
        assert_near(&trained.weights(), &numbers(&case["weights"]), what);
    }
}
