//! Training that goes on from a safetensors checkpoint ends with the bits of training at once,
//! whatever the optimiser remembers.

mod common;

use std::fs;
use std::path::Path;

use common::folder;
use neuralatex_core::prelude::*;
use proptest::prelude::*;

fn specification() -> Model {
    model("Resumed", [2, 5, 4, 1])
        .card(false)
        .data(moons(9).noise(0.2).seed(1))
        .eval(moons(10).noise(0.2).seed(2))
        .loss(max_margin())
        .seed(7)
        .batch(4)
}

fn optimizers() -> Vec<(&'static str, Optimizer)> {
    let rate = |epoch: f64| 0.02 - 0.0001 * epoch;
    let plain = vec![
        ("sgd", sgd(rate)),
        ("momentum", sgd(rate).momentum(0.9)),
        ("no momentum", sgd(rate).momentum(0.0)),
        ("nesterov", sgd(rate).momentum(0.8).nesterov()),
        ("adam", adam(rate)),
        ("adamw", adamw(rate)),
        ("rmsprop", rmsprop(rate)),
    ];
    let more = |(name, optimizer): &(&'static str, Optimizer)| {
        (*name, optimizer.clone().clip(0.1).weight_decay(0.03))
    };
    let clipped: Vec<_> = plain.iter().map(more).collect();
    [plain, clipped].concat()
}

fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

fn saved(trained: &Trained, file: &Path) -> Vec<u8> {
    trained.save(file).unwrap();
    fs::read(file).unwrap()
}

/// That a training is the same in parts, down to the file that it leaves.
#[track_caller]
fn assert_parts(model: &Model, parts: &[usize], file: &Path, what: &str) {
    let _ = fs::remove_file(file);
    let all = parts[parts.len() - 1];
    let straight = model.clone().epochs(all).train().unwrap();
    let whole = saved(&straight, &file.with_extension("whole.safetensors"));
    for &epochs in parts {
        let part = model.clone().checkpoint(file).epochs(epochs);
        let part = part
            .train()
            .unwrap_or_else(|error| panic!("{what}: {error}"));
        let done = part.losses().len();
        assert_eq!(
            bits(part.losses()),
            bits(&straight.losses()[..done]),
            "{what}"
        );
        part.save(file).unwrap();
    }
    let complete = model.clone().checkpoint(file).epochs(all).train().unwrap();
    assert_eq!(
        bits(&complete.weights()),
        bits(&straight.weights()),
        "{what}"
    );
    assert_eq!(complete.code(), straight.code(), "{what}");
    assert!(fs::read(file).unwrap() == whole, "{what}: another file");
}

#[test]
fn thirty_five_epochs_at_once_are_twenty_and_fifteen_more() {
    let file = folder("safetensors_parts").join("checkpoint.safetensors");
    for (name, optimizer) in optimizers() {
        for precision in [Precision::F32, Precision::F64] {
            for (shuffle, batch) in [(true, 4), (false, 4), (true, 18), (true, 1)] {
                let model = specification().optimizer(optimizer.clone());
                let model = model.precision(precision).shuffle(shuffle).batch(batch);
                let what = format!("{name}, {precision:?}, shuffle {shuffle}, batch {batch}");
                assert_parts(&model, &[20, 35], &file, &what);
            }
        }
    }
}

#[test]
fn normalised_training_goes_on() {
    let file = folder("safetensors_normalize").join("checkpoint.safetensors");
    for normalize in [standard(), min_max()] {
        let model = specification().normalize(normalize);
        assert_parts(&model, &[1, 2, 9], &file, &format!("{normalize:?}"));
    }
}

#[test]
fn recorded_losses_and_several_outputs_go_on() {
    let file = folder("safetensors_losses").join("checkpoint.safetensors");
    let margin = custom(|score, target| (1.0 - score * target).relu().powi(2) + 0.1 * score.sin());
    assert_parts(&specification().loss(margin), &[3, 7], &file, "custom");
    let thirds = model("Thirds", [3, 6, 3])
        .card(false)
        .data(blobs(6).classes(3).dimensions(3))
        .activation(tanh())
        .init(uniform(-0.5, 0.5).seed(3));
    assert_parts(&thirds, &[3, 7], &file, "cross entropy");
}

#[test]
fn patience_remembers_what_it_saw_of_the_evaluation() {
    let file = folder("safetensors_stop").join("checkpoint.safetensors");
    let model = specification()
        .optimizer(adam(0.1))
        .stop([patience(4), loss_below(1e-9)]);
    let straight = model.clone().epochs(200).train().unwrap();
    let end = straight.losses().len();
    assert!((6..200).contains(&end), "{end}");
    for parts in [
        vec![1, 200],
        vec![end - 1, 200],
        vec![end, 200],
        vec![end - 3, end - 2, 200],
        (1..=end).chain([200]).collect(),
    ] {
        assert_parts(&model, &parts, &file, &format!("{parts:?}"));
    }
}

#[test]
fn rules_that_watch_training_go_on() {
    let file = folder("safetensors_watch").join("checkpoint.safetensors");
    let rows = points([([1.0], 1.0), ([2.0], 2.0), ([-1.0], -1.0)]);
    let model = model("Line", [1, 1])
        .card(false)
        .data(rows)
        .optimizer(sgd(|epoch: f64| if epoch < 10.0 { 0.1 } else { 0.0 }))
        .precision(Precision::F64)
        .stop(patience(5));
    for epochs in [3, 10, 12, 15] {
        assert_parts(&model, &[epochs, 60], &file, &format!("{epochs} epochs"));
    }
}

#[test]
fn the_best_of_restarts_goes_on_with_its_own_seed() {
    let file = folder("safetensors_restarts").join("checkpoint.safetensors");
    let model = specification().epochs(3);
    let best = model.clone().restarts(4).train().unwrap();
    best.save(&file).unwrap();
    let seeds: Vec<u64> = (7..11)
        .filter(|seed| {
            let again = model.clone().seed(*seed).checkpoint(&file).train();
            again.is_ok_and(|again| again.digest() == best.digest())
        })
        .collect();
    assert_eq!(seeds.len(), 1, "{seeds:?}");
    let straight = model.clone().seed(seeds[0]).epochs(8).train().unwrap();
    let rest = model.seed(seeds[0]).epochs(8).checkpoint(&file).train();
    assert_eq!(rest.unwrap().code(), straight.code());
}

#[test]
fn more_epochs_than_asked_for_are_refused() {
    let file = folder("safetensors_more").join("checkpoint.safetensors");
    let bytes = saved(&specification().epochs(5).train().unwrap(), &file);
    let error = specification().checkpoint(&file).epochs(4).train();
    let error = error.unwrap_err().to_string();
    for part in ["tensor `losses`", "5 epochs", "`epochs` is 4"] {
        assert!(error.contains(part), "{error}");
    }
    assert_eq!(fs::read(&file).unwrap(), bytes);
}

/// A text does not tell what Adam remembers, and so neither does what is made of it.
#[test]
fn what_a_text_did_not_tell_is_still_missing() {
    let folder = folder("safetensors_text");
    let [text, file] = ["a.txt", "a.SafeTensors"].map(|name| folder.join(name));
    let trained = specification().epochs(3).train().unwrap();
    trained.save(&text).unwrap();
    let read = specification().epochs(3).checkpoint(&text).train().unwrap();
    read.save(&file).unwrap();
    let again = specification().epochs(3).checkpoint(&file).train().unwrap();
    assert_eq!(again.code(), trained.code());
    let error = specification().epochs(5).checkpoint(&file).train();
    let error = error.unwrap_err().to_string();
    for part in ["tensor `losses`", "3 of 5 epochs", "what `adam` remembers"] {
        assert!(error.contains(part), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_training_comes_back_from_its_file(
        hidden in prop::collection::vec(1_usize..9, 0..3),
        sizes in (1_usize..6, 1_usize..4),
        (batch, seed, shuffle, double) in any::<(u8, u64, bool, bool)>(),
        optimizer in prop::sample::select(optimizers()),
        part in 1_usize..4,
    ) {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("property.safetensors");
        let (inputs, outputs) = sizes;
        let layers = [vec![inputs], hidden, vec![outputs]].concat();
        let row = move |random: &mut Random| {
            let mut draw = |count| (0..count).map(|_| random.normal()).collect::<Vec<f64>>();
            (draw(inputs), draw(outputs))
        };
        let model = model("Any", layers).card(false)
            .data(from_fn(11, row))
            .loss(huber(0.5))
            .optimizer(optimizer.1)
            .batch(usize::from(batch) + 1)
            .seed(seed)
            .shuffle(shuffle)
            .precision(if double { Precision::F64 } else { Precision::F32 });
        assert_parts(&model, &[part, 5], &file, optimizer.0);
    }
}
