//! Weights that do not fit, or are measured on rows that they may know, are told as advice.

mod common;

use common::folder;
use common::network::{arm, file, singles, tensors, written};
use neuralatex_core::prelude::*;

fn told(model: &Model) -> Vec<String> {
    let advice = model.clone().train().unwrap().advice();
    let told = |problem: &neuralatex_core::error::Problem| {
        format!("{}: {}", problem.field().name(), problem.message())
    };
    advice.iter().map(told).collect()
}

/// One kind of advice, which `allow` silences.
#[track_caller]
fn assert_told(model: Model, kind: Advice, words: &[&str]) {
    let advice = told(&model);
    let [only] = &advice[..] else {
        panic!("{advice:?}")
    };
    for word in words {
        assert!(only.contains(word), "{word} is not in: {only}");
    }
    let end = format!("(`allow` silences this: `{kind}`)");
    assert!(only.ends_with(&end), "{only}");
    assert_eq!(told(&model.allow(kind)), [""; 0]);
}

/// A network of one layer.
fn single(weight: f64, bias: f64) -> Vec<u8> {
    let tensors = [
        singles("0.weight", &[1, 1], &[weight]),
        singles("0.bias", &[1], &[bias]),
    ];
    file("", &tensors)
}

#[test]
fn a_network_that_does_not_know_a_class_does_not_fit() {
    let folder = folder("weights_advice_classes");
    let line = |weight, bias| {
        let path = written(&folder, "line.safetensors", &single(weight, bias));
        let rows = || points((0..40).map(|n| ([f64::from(n)], n / 20)));
        model("Line", [1, 1])
            .data(rows())
            .eval(rows())
            .weights(path)
    };
    let words = [
        "weights: the weights of `",
        "none of the 20 evaluation rows of class `0` is recognised",
        "`activation` and `normalize` have to be those",
    ];
    assert_told(line(1.0, 0.0), mismatched(), &words);
    assert_eq!(told(&line(1.0, -19.5)), [""; 0]);
    // Half of each.
    let rows = || {
        let inputs = (0..10).chain(0..10).zip(0..20);
        points(inputs.map(|(input, n)| ([f64::from(input)], n / 10)))
    };
    let mixed = |bias| {
        let path = written(&folder, "mixed.safetensors", &single(1.0, bias));
        let mixed = model("Line", [1, 1]).data(rows()).eval(rows());
        mixed.weights(path)
    };
    let by_chance = ["classes are told no better than by chance"];
    assert_told(mixed(-4.5), mismatched(), &by_chance);
}

/// A class may be hard where almost all else is right.
#[test]
fn a_class_of_forty_that_is_not_known_is_none_of_the_weights() {
    const CLASSES: usize = 40;
    let folder = folder("weights_advice_forty");
    let network = |missed: &[usize]| {
        let is_one = |n: usize| n / CLASSES == n % CLASSES && !missed.contains(&(n % CLASSES));
        let weights: Vec<f64> = (0..CLASSES * CLASSES)
            .map(|n| f64::from(u8::from(is_one(n))))
            .collect();
        let tensors = [
            singles("0.weight", &[CLASSES, CLASSES], &weights),
            singles("0.bias", &[CLASSES], &[0.0; CLASSES]),
        ];
        let path = written(&folder, "forty.safetensors", &file("", &tensors));
        let rows = || {
            let row = |n: usize| {
                let inputs = (0..CLASSES).map(|input| f64::from(u8::from(input == n % CLASSES)));
                (inputs.collect::<Vec<f64>>(), (n % CLASSES) as i32)
            };
            points((0..25 * CLASSES).map(row))
        };
        model("Forty", [CLASSES, CLASSES])
            .data(rows())
            .eval(rows())
            .weights(path)
    };
    assert_eq!(told(&network(&[7])), [""; 0]);
    let words = ["none of the 25 evaluation rows of class `7` is recognised"];
    assert_told(network(&[7, 8, 9]), mismatched(), &words);
}

/// Others may all be right, so that none of the others is compared with.
#[test]
fn evaluation_rows_of_one_class_show_a_network_that_does_not_know_it() {
    let folder = folder("weights_advice_one_class");
    let path = written(&folder, "one.safetensors", &single(-1.0, 0.0));
    let rows = || points((0..40).map(|n| ([f64::from(n) - 19.5], n / 20)));
    let one = points((0..40).map(|n| ([f64::from(n) + 1.0], 1)));
    let model = model("One", [1, 1]).data(rows()).eval(one).weights(path);
    assert_told(
        model,
        mismatched(),
        &["classes are told no better than by chance"],
    );
}

/// What rounding does is told for what it is.
#[test]
fn integers_are_not_taken_for_weights_that_do_not_fit() {
    let folder = folder("weights_advice_integers");
    // One row takes almost all of the range, so that the others are one integer.
    let far = 1e6;
    let path = written(&folder, "fine.safetensors", &single(1.0, -0.5));
    let rows = move || {
        points((0..61).map(move |n| {
            (
                [if n == 60 { far } else { f64::from(n % 2) }],
                if n == 60 { 1 } else { n % 2 },
            )
        }))
    };
    let model = model("Fine", [1, 1])
        .data(rows())
        .eval(points((0..60).map(|n| ([f64::from(n % 2)], n % 2))));
    let model = model.weights(path).quantize(i8());
    assert_eq!(model.clone().train().unwrap().accuracy(), Some(0.5));
    assert_told(
        model,
        imprecise(),
        &["50 % of the evaluation rows are right with integers, 100 % without"],
    );
}

#[test]
fn a_network_that_is_worse_than_the_mean_does_not_fit() {
    let folder = folder("weights_advice_targets");
    let line = |weight| {
        let path = written(&folder, "line.safetensors", &single(weight, 0.0));
        let rows = || points((0..20).map(|n| ([f64::from(n)], 2.0 * f64::from(n))));
        model("Line", [1, 1])
            .data(rows())
            .eval(rows())
            .weights(path)
    };
    let words = ["the mean of the rows would be nearer"];
    assert_told(line(-2.0), mismatched(), &words);
    assert_eq!(told(&line(1.9)), [""; 0]);
}

#[test]
fn rows_that_are_held_out_may_have_been_seen() {
    let folder = folder("weights_advice_seen");
    let path = written(&folder, "own.safetensors", &file("", &tensors(["0", "2"])));
    let elsewhere = arm().allow(mismatched()).weights(&path);
    assert_eq!(told(&elsewhere), [""; 0]);
    let held = elsewhere.eval(hold_out(0.25));
    let words = ["eval: the rows that are held out", "own.safetensors`"];
    assert_told(held.allow([mismatched(), unscaled()]), seen(), &words);
    // A checkpoint tells of which rows it is.
    let own = || model("Own", [2, 3, 1]).data(spiral(60).seed(1));
    let checkpoint = folder.join("checkpoint.safetensors");
    let trained = own().eval(hold_out(0.25)).epochs(5).train().unwrap();
    trained.save(&checkpoint).unwrap();
    let given = own().eval(hold_out(0.25)).weights(&checkpoint);
    assert_eq!(told(&given.allow(unlearned())), [""; 0]);
}

/// All that could be another was compared.
#[test]
fn a_checkpoint_that_knows_nothing_is_not_told_to_be_of_another_activation() {
    let folder = folder("weights_advice_own");
    let own = || {
        let data = moons(100).seed(1);
        model("Own", [2, 3, 1]).data(data).eval(hold_out(0.25))
    };
    let checkpoint = folder.join("checkpoint.safetensors");
    let untrained = own().optimizer(sgd(0.0)).epochs(1).seed(2);
    untrained.train().unwrap().save(&checkpoint).unwrap();
    let words = [
        "weights: the network of `",
        "` has learned nothing: ",
        "train it again",
    ];
    assert_told(own().seed(2).weights(&checkpoint), unlearned(), &words);
}
