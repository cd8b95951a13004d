//! Of several trainings the best is kept.

mod common;

use neuralatex_core::prelude::*;

fn specification(seed: u64) -> Model {
    model("Best", [2, 3, 1])
        .card(false)
        .data(spiral(10).seed(1))
        .eval(spiral(10).seed(1))
        .loss(cross_entropy())
        .batch(4)
        .epochs(5)
        .seed(seed)
}

fn train(model: Model) -> Trained {
    model.train().unwrap()
}

fn last(trained: &Trained) -> f64 {
    *trained.losses().last().unwrap()
}

#[test]
fn the_best_has_the_lowest_evaluation_loss_of_consecutive_seeds() {
    let mut kept = Vec::new();
    for seed in [0, 7, 100, u64::MAX - 1] {
        let singles: Vec<Trained> = (0..4)
            .map(|n| train(specification(seed.wrapping_add(n))))
            .collect();
        let best = singles
            .iter()
            .min_by(|a, b| a.loss().unwrap().total_cmp(&b.loss().unwrap()))
            .unwrap();
        let found = train(specification(seed).restarts(4));
        assert_eq!(found.code(), best.code());
        kept.push(singles.iter().position(|one| one.digest() == best.digest()));
    }
    assert!(kept.iter().any(|place| *place != kept[0]), "{kept:?}");
}

#[test]
fn without_evaluation_the_last_training_loss_decides() {
    let plain = |seed: u64| {
        model("Best", [2, 3, 1])
            .card(false)
            .data(spiral(10).seed(1))
            .epochs(5)
            .seed(seed)
    };
    let singles: Vec<Trained> = (3..8).map(|seed| train(plain(seed))).collect();
    let best = singles
        .iter()
        .min_by(|a, b| last(a).total_cmp(&last(b)))
        .unwrap();
    assert_eq!(train(plain(3).restarts(5)).code(), best.code());
}

#[test]
fn data_keeps_the_seed_of_the_model() {
    let plain = || model("Best", [2, 3, 1]).data(spiral(10)).epochs(2).seed(5);
    let rows = |trained: &Trained| trained.data().inputs(0);
    let one = train(plain());
    let best = (1..8).map(|times| train(plain().restarts(times)));
    let mut digests: Vec<String> = Vec::new();
    for trained in best {
        assert_eq!(rows(&trained), rows(&one));
        digests.push(trained.digest());
    }
    digests.dedup();
    assert!(digests.len() > 1, "another seed was better once");
}

#[test]
fn of_equal_ones_the_first_is_kept() {
    // Only the order of the rows differs, and nothing is learned from them.
    let same = || specification(4).init(values([0.1; 13])).optimizer(sgd(0.0));
    let best = train(same().restarts(3));
    assert_eq!(best.code(), train(same()).code());
    // Its file tells which one it is.
    let path = std::env::temp_dir().join(format!("restarts-{}.safetensors", std::process::id()));
    best.save(&path).unwrap();
    let file = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let header = String::from_utf8_lossy(&file[8..2000.min(file.len())]).into_owned();
    assert!(header.contains(r#""seed":"4""#), "{header}");
}

/// Losses overflow where a start weight is larger than 0.99.
#[test]
fn one_that_diverges_does_not_count() {
    let model = |seed: u64| {
        model("Steep", [1, 1])
            .card(false)
            .data(points([([1.0], 0.0), ([1.5], 0.0)]))
            .loss(custom(|score, _| (score * 700.0).exp()))
            .init(uniform(-1.0, 2.0))
            .optimizer(sgd(0.0))
            .precision(Precision::F64)
            .epochs(1)
            .seed(seed)
    };
    let diverges = |seed: &u64| model(*seed).train().is_err();
    let bad = (0..100).find(diverges).unwrap();
    let good = (bad..200).find(|seed| !diverges(seed)).unwrap();
    let times = (good - bad) as usize;
    assert_eq!(
        train(model(bad).restarts(times + 1)).code(),
        train(model(good)).code()
    );
    let error = model(bad).restarts(times).train().unwrap_err().to_string();
    assert!(error.contains("diverged"), "all of them: {error}");
}

#[test]
fn restarts_that_make_no_sense_are_refused() {
    let error = |model: Model, words: &str| {
        let error = model.train().unwrap_err();
        assert_eq!(error.problems()[0].field().name(), "restarts");
        assert!(error.to_string().contains(words), "{error}");
    };
    error(specification(0).restarts(0), "at least 1, found 0");
    error(specification(0).restarts(usize::MAX), "at most");
}

/// All of them would have to be done again to go on.
#[test]
fn the_best_of_several_is_used_from_its_checkpoint_as_long_as_nothing_has_changed() {
    let file = common::folder("restarts_checkpoint").join("best.safetensors");
    let model = specification(0).restarts(3).card(false);
    let best = train(model.clone());
    best.save(&file).unwrap();
    let read = train(model.clone().checkpoint(&file));
    assert_eq!(read.code(), best.code());
    let again = file.with_file_name("again.safetensors");
    read.save(&again).unwrap();
    assert_eq!(
        std::fs::read(&again).unwrap(),
        std::fs::read(&file).unwrap()
    );

    let longer = model.clone().epochs(best.losses().len() + 1);
    for (other, words) in [
        (model.clone().restarts(4), "now it is `4 from seed 0, best"),
        (model.clone().seed(1), "now it is `3 from seed 1, best"),
        (longer, "each of several `restarts` begins anew"),
    ] {
        let error = other.checkpoint(&file).train().unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn trainings_that_cannot_differ_are_refused() {
    let inits = [
        (values([0.1; 13]), "`values` gives their start weights"),
        (paper(), "`paper` always gives the same start weights"),
        (paper().seed(5), "`init` has a seed of its own"),
        (he().seed(5), "`init` has a seed of its own"),
    ];
    for (init, start) in inits {
        let model = || specification(0).init(init.clone()).restarts(3);
        for (same, order) in [
            (model().shuffle(false), "`shuffle` is false"),
            (model().batch(20), "one batch holds all rows"),
        ] {
            train(same.clone().restarts(1));
            let error = same.train().unwrap_err();
            assert_eq!(error.problems().len(), 1, "{error}");
            assert_eq!(error.problems()[0].field().name(), "restarts");
            let words = format!("all 3 trainings would be the same: {start}, and {order}");
            assert!(error.to_string().contains(&words), "{error}");
        }
        train(model());
        train(model().batch(19));
    }
    train(specification(0).init(he()).shuffle(false).restarts(2));
    train(specification(0).batch(100).restarts(2));
}
