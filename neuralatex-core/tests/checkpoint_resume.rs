//! Training that goes on from a checkpoint ends with the bits of training at once.

mod common;

use std::path::Path;

use common::folder;
use neuralatex_core::prelude::*;

/// 14 rows: a batch of 14 is all, one of 7 goes in evenly, one of 4 leaves a batch of 2.
fn specification(batch: usize, shuffle: bool) -> Model {
    model("Resumed", [2, 4, 4, 1])
        .data(spiral(7).seed(1))
        .eval(spiral(10).seed(2))
        .loss(max_margin())
        .optimizer(sgd(|epoch: f64| 0.5 - 0.4 * (epoch - 1.0) / 100.0))
        .init(paper())
        .seed(7)
        .shuffle(shuffle)
        .batch(batch)
}

fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

#[track_caller]
fn assert_same(one: &Trained, other: &Trained, what: &str) {
    assert_eq!(bits(&one.weights()), bits(&other.weights()), "{what}");
    assert_eq!(bits(one.losses()), bits(other.losses()), "{what}");
    assert_eq!(one.correct(), other.correct(), "{what}");
    assert_eq!(one.digest(), other.digest(), "{what}");
}

fn saved(trained: &Trained, file: &Path) -> String {
    trained.save(file).unwrap();
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn thirty_five_epochs_at_once_are_twenty_and_fifteen_more() {
    let folder = folder("resume_parts");
    for batch in [14, 7, 4, 1, 100] {
        for shuffle in [true, false] {
            for precision in [Precision::F64, Precision::F32] {
                let what = format!("batch {batch}, shuffle {shuffle}, {precision:?}");
                let model = || specification(batch, shuffle).precision(precision);
                let file = folder.join(&what);
                let straight = model().epochs(35).train().unwrap();
                assert_eq!(straight.losses().len(), 35);
                let part = model().epochs(20).train().unwrap();
                assert_eq!(
                    bits(part.losses()),
                    bits(&straight.losses()[..20]),
                    "{what}"
                );
                part.save(&file).unwrap();
                // Start weights have no say any more.
                let rest = model().init(he()).checkpoint(&file).epochs(35);
                let rest = rest.train().unwrap();
                assert_same(&rest, &straight, &what);
                let whole = saved(&straight, &folder.join("straight"));
                assert_eq!(saved(&rest, &folder.join("rest")), whole, "{what}");
            }
        }
    }
}

#[test]
fn any_number_of_parts_is_as_good() {
    let file = folder("resume_each").join("checkpoint.txt");
    let straight = specification(4, true).epochs(6).train().unwrap();
    for epochs in 1..=6 {
        // The first time there is no file: training starts from the start.
        let part = specification(4, true).checkpoint(&file).epochs(epochs);
        part.train().unwrap().save(&file).unwrap();
    }
    let complete = specification(4, true).checkpoint(&file).epochs(6);
    assert_same(&complete.train().unwrap(), &straight, "one by one");
}

#[test]
fn a_complete_checkpoint_is_used_as_it_is() {
    let file = folder("resume_complete").join("checkpoint.txt");
    let straight = specification(4, true).epochs(5).train().unwrap();
    let text = saved(&straight, &file);
    // Adam, other data: if anything were trained, it would show.
    let complete = specification(4, true)
        .data(spiral(9).seed(3))
        .optimizer(adam(0.3))
        .checkpoint(&file)
        .epochs(5)
        .train()
        .unwrap();
    assert_same(&complete, &straight, "complete");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn numbers_of_any_size_come_back_to_the_bit() {
    let file = folder("resume_numbers").join("checkpoint.txt");
    let weights = [
        f64::MIN_POSITIVE,
        5e-324,
        -0.0,
        f64::MAX,
        -1.0 / 3.0,
        0.1 + 0.2,
        1e22,
    ];
    let specification = || {
        model("Numbers", [6, 1])
            .data(points([([0.0; 6], 1), ([0.0; 6], -1)]))
            .optimizer(sgd(0.0))
            .precision(Precision::F64)
            .epochs(1)
    };
    let trained = specification().init(values(weights)).train().unwrap();
    let text = saved(&trained, &file);
    assert!(!text.contains(['e', 'E']), "TeX reads no exponents: {text}");
    let again = specification().checkpoint(&file).train().unwrap();
    assert_eq!(bits(&again.weights()), bits(&weights));
}

#[test]
fn an_optimizer_does_not_go_on_from_a_file_that_lacks_its_memory() {
    let file = folder("resume_memory").join("checkpoint.txt");
    for (name, optimizer) in [
        ("`adam`", adam(0.01)),
        ("`adamw`", adamw(0.01)),
        ("`rmsprop`", rmsprop(0.01)),
        ("`sgd`", sgd(0.01).momentum(0.5)),
    ] {
        let model = |epochs| {
            let model = specification(4, true).optimizer(optimizer.clone());
            model.epochs(epochs)
        };
        let trained = model(3).train().unwrap();
        let text = saved(&trained, &file);
        let error = model(5).checkpoint(&file).train().unwrap_err().to_string();
        let words = [name, "3 of 5 epochs", "only `sgd` without momentum"];
        for part in words {
            assert!(error.contains(part), "{error}");
        }
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        let again = model(3).checkpoint(&file).train().unwrap();
        assert_same(&again, &trained, name);
        std::fs::remove_file(&file).unwrap();
    }
}

#[test]
fn a_checkpoint_with_more_epochs_than_asked_for_is_refused() {
    let file = folder("resume_more").join("checkpoint.txt");
    let text = saved(&specification(4, true).epochs(5).train().unwrap(), &file);
    let error = specification(4, true).checkpoint(&file).epochs(4).train();
    let error = error.unwrap_err().to_string();
    for part in ["line 2", "5 epochs", "`epochs` is 4"] {
        assert!(error.contains(part), "{error}");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
}
