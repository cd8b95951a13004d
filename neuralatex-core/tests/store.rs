//! What was trained once is not trained again, until something changes that it follows from.

mod common;

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::store::{Store, is_worker};
use neuralatex_core::Door;
use neuralatex_core::prelude::*;

fn specification() -> Model {
    model("Kept", [2, 3, 1])
        .data(moons(9).noise(0.1))
        .eval(moons(9).noise(0.1))
        .loss(custom(|score, target| (score - target).abs()))
        .optimizer(sgd(|epoch: f64| 0.1 / epoch))
        .epochs(4)
        .batch(5)
        .precision(Precision::F64)
}

fn tell(trained: &Trained) {
    println!("RESULT {} {}", trained.digest(), trained.code().len());
}

#[test]
fn a_second_process_finds_what_a_first_one_has_trained() {
    const NAME: &str = "a_second_process_finds_what_a_first_one_has_trained";
    if is_worker() {
        let trained = specification().train().unwrap();
        println!("RESULT {}", trained.digest());
        println!("RESULT {:?}", trained.losses());
        println!("RESULT {}", trained.code().replace('\n', ""));
        return;
    }
    let store = Store::new("second");
    let first = store.run(NAME);
    assert_eq!((first.results.len(), store.trainings()), (3, 1));
    assert_eq!(store.run(NAME), first);
    assert_eq!(store.trainings(), 1);
    // It is the same as without a store.
    let mut worker = store.worker(NAME);
    let off = worker.env("NEURALATEX_CACHE", "off").output().unwrap();
    assert_eq!(common::store::told(off), first);
    assert_eq!(store.trainings(), 1);
}

/// What the store is told of after a training of another model.
#[test]
fn every_field_that_has_a_say_is_part_of_the_key() {
    const NAME: &str = "every_field_that_has_a_say_is_part_of_the_key";
    if !is_worker() {
        return assert_eq!(Store::new("fields").run(NAME).results, ["done"]);
    }
    let store = Store::of_worker();
    let rows = |cell: f64| points([([0.0, cell], 1), ([1.0, 0.5], 0)]);
    let targets = |target: f64| points([([0.0, 1.0], target), ([1.0, 0.5], 0.5)]);
    let made = |cell: f64| from_fn(4, move |random| ([random.normal(), cell], 1.5 + cell));
    let of = specification;
    let others = [
        of(),
        model("Kept", [2, 4, 1]).data(moons(9)).epochs(4),
        model("Kept", [2, 3, 3, 1]).data(moons(9)).epochs(4),
        of().data(moons(10).noise(0.1)),
        of().data(moons(9).noise(0.2)),
        of().data(moons(9).noise(0.1).seed(1)),
        of().data(circles(9).noise(0.1)),
        of().data(rows(1.0)),
        of().data(rows(1.0_f64.next_up())),
        of().data(targets(1.0)).eval(targets(1.0)),
        of().data(targets(2.0)).eval(targets(1.0)),
        of().data(targets(2.0)).eval(targets(2.0)),
        of().data(made(1.0)).eval(targets(1.0)),
        of().data(made(2.0)).eval(targets(1.0)),
        of().eval(moons(8).noise(0.1)),
        of().eval(hold_out(0.2)),
        of().eval(hold_out(0.3)),
        of().activation(tanh()),
        of().activation(leaky_relu(0.1)),
        of().activation(leaky_relu(0.2)),
        of().loss(mse()),
        of().loss(custom(|score, target| (score - target).abs() * 2.0)),
        of().loss(custom(|score, target| (score - target).abs() * 2.5)),
        of().loss(huber(1.0)),
        of().loss(huber(2.0)),
        of().optimizer(sgd(|epoch: f64| 0.2 / epoch)),
        of().optimizer(sgd(0.1)),
        of().optimizer(sgd(0.1).momentum(0.9)),
        of().optimizer(sgd(0.1).momentum(0.9).nesterov()),
        of().optimizer(adam(0.1)),
        of().optimizer(adamw(0.1)),
        of().optimizer(adam(0.1).clip(1.0)),
        of().optimizer(adam(0.1).weight_decay(0.1)),
        of().init(xavier()),
        of().init(xavier().seed(3)),
        of().init(uniform(-1.0, 1.0)),
        of().init(values([0.5; 13])),
        of().init(values([0.25; 13])),
        of().normalize(standard()),
        of().normalize(min_max()),
        of().epochs(5),
        of().batch(6),
        of().seed(1),
        of().shuffle(false),
        of().restarts(2),
        of().stop(patience(2)),
        of().stop(patience(3)),
        of().stop(loss_below(0.1)),
        of().precision(Precision::F32),
    ];
    for (n, model) in others.iter().enumerate() {
        for _ in 0..2 {
            let trained = model.clone().train().unwrap();
            assert_eq!(
                store.trainings(),
                n + 1,
                "number {n}: {:?}",
                trained.digest()
            );
        }
    }
    // Words change the code, but nothing is trained for it.
    let words = [
        of().doc("Other words."),
        of().card(false),
        of().allow(unscaled()),
        of().require(loss().at_most(1e9)),
        of().quantize(i8()),
    ];
    let mut codes = vec![of().ship(Door::Macro).unwrap().code().to_string()];
    for model in words {
        for _ in 0..2 {
            let shipped = model.clone().ship(Door::Macro).unwrap();
            assert_eq!(shipped.code(), model.clone().train().unwrap().code());
            codes.push(shipped.code().to_string());
        }
    }
    let renamed = model("Other", [2, 3, 1]).data(moons(9)).epochs(1);
    renamed.train().unwrap();
    let again = model("Another", [2, 3, 1]).data(moons(9)).epochs(1);
    assert!(again.train().unwrap().code().contains("struct Another"));
    assert_eq!(store.trainings(), others.len() + 1);
    assert_eq!(codes[0], of().train().unwrap().code());
    assert!(codes[1].contains("Other words.") && codes[3].len() < codes[0].len());
    assert!(codes[9].contains("scores_i8"));
    println!("RESULT done");
}

#[test]
fn a_cell_of_a_file_is_part_of_the_key_and_other_files_are_not() {
    const NAME: &str = "a_cell_of_a_file_is_part_of_the_key_and_other_files_are_not";
    if !is_worker() {
        return assert_eq!(Store::new("cells").run(NAME).results, ["done"]);
    }
    let store = Store::of_worker();
    let file = store.0.with_extension("csv");
    let text = "a,b,kind\n1,2,x\n3,4,y\n5,6,x\n";
    let model = || {
        model("Cells", [2, 2, 1])
            .data(csv(&file).label("kind"))
            .epochs(2)
    };
    let ship = |text: &str, trainings: usize| {
        fs::write(&file, text).unwrap();
        for _ in 0..2 {
            let shipped = model().ship(Door::Macro).unwrap();
            assert_eq!(shipped.code(), model().train().unwrap().code());
        }
        assert_eq!(store.trainings(), trainings, "{text}");
    };
    ship(text, 1);
    ship(&text.replace('4', "7"), 2);
    ship(&text.replace('y', "z"), 3);
    ship(&text.replace("b,", "c,"), 4);
    ship(text, 4);
    fs::remove_file(&file).unwrap();
    assert!(model().ship(Door::Macro).is_err(), "it is not there");
    println!("RESULT done");
}

#[test]
fn what_is_not_good_enough_is_told_each_time_and_trained_once() {
    const NAME: &str = "what_is_not_good_enough_is_told_each_time_and_trained_once";
    if !is_worker() {
        return assert_eq!(Store::new("unmet").run(NAME).results, ["done"]);
    }
    let store = Store::of_worker();
    let model = |bound| specification().require(loss().at_most(bound));
    for _ in 0..2 {
        let error = model(0.0).ship(Door::Macro).unwrap_err();
        assert!(error.to_string().contains("is not met"), "{error}");
    }
    model(1e9).ship(Door::Macro).unwrap();
    assert_eq!(store.trainings(), 1);
    println!("RESULT done");
}

/// Those that are held out as well: a rule may watch them.
#[test]
fn every_row_that_a_function_makes_is_part_of_the_key() {
    const NAME: &str = "every_row_that_a_function_makes_is_part_of_the_key";
    const ROWS: usize = 20;
    if !is_worker() {
        return assert_eq!(Store::new("made").run(NAME).results, ["done"]);
    }
    let store = Store::of_worker();
    for changed in 0..=ROWS {
        let count = AtomicUsize::new(0);
        let made = from_fn(ROWS, move |random| {
            let row = 1 + count.fetch_add(1, Ordering::Relaxed) % ROWS;
            let x = random.uniform(-1.0, 1.0);
            let shift = if row == changed { 0.25 } else { 0.0 };
            ([x + shift, x * x], i32::from(row.is_multiple_of(2)))
        });
        let model = specification().data(made).eval(hold_out(0.5));
        model.stop(patience(2)).train().unwrap();
        assert_eq!(store.trainings(), changed + 1, "row {changed}");
    }
    println!("RESULT done");
}

/// By a function that makes other rows, so that it is written to in the middle.
#[test]
fn a_file_that_changes_while_it_is_read_is_not_stored() {
    const NAME: &str = "a_file_that_changes_while_it_is_read_is_not_stored";
    if !is_worker() {
        return assert_eq!(Store::new("meanwhile").run(NAME).results, ["done"]);
    }
    let store = Store::of_worker();
    let file = store.0.with_extension("csv");
    fs::write(&file, "a,b,y\n1,2,0\n3,4,1\n").unwrap();
    let train = |text: &'static str| {
        let other = file.clone();
        let made = from_fn(2, move |random| {
            fs::write(&other, text).unwrap();
            ([random.uniform(0.0, 1.0), 0.5], random.below(2) as i32)
        });
        let rows = csv(&file).label("y");
        specification().data(rows).eval(made).train().unwrap();
    };
    let other = "a,b,y\n1,2,0\n3,5,1\n";
    train(other);
    let records = store.records("training").len();
    assert_eq!((store.trainings(), records), (0, 0), "it is nobody's");
    train(other);
    train(other);
    assert_eq!(store.trainings(), 1);
    println!("RESULT done");
}

/// Whoever trains a model and then names the file that it is to be saved in has it already.
#[test]
fn a_checkpoint_that_is_not_there_has_no_say() {
    const NAME: &str = "a_checkpoint_that_is_not_there_has_no_say";
    if !is_worker() {
        return assert_eq!(Store::new("named").run(NAME).results, ["done"]);
    }
    let store = Store::of_worker();
    let file = store.0.with_extension("safetensors");
    let _ = fs::remove_file(&file);
    let named = || specification().checkpoint(&file);
    specification().train().unwrap();
    let trained = named().train().unwrap();
    assert_eq!(store.trainings(), 1);
    // Once it is there, it is used, and so is one with fewer epochs.
    trained.save(&file).unwrap();
    assert_eq!(named().train().unwrap().digest(), trained.digest());
    named().epochs(6).train().unwrap();
    assert_eq!(store.trainings(), 2);
    println!("RESULT done");
}

#[test]
fn what_was_not_of_use_for_long_goes_and_what_was_stays() {
    const NAME: &str = "what_was_not_of_use_for_long_goes_and_what_was_stays";
    if is_worker() {
        let seed = std::env::var("SEED").unwrap().parse().unwrap();
        return tell(&specification().seed(seed).train().unwrap());
    }
    use std::time::{Duration, SystemTime};
    let store = Store::new("pruned");
    let train = |seed: &str| {
        let mut worker = store.worker(NAME);
        common::store::told(worker.env("SEED", seed).output().unwrap())
    };
    let day = Duration::from_secs(24 * 60 * 60);
    let age = |path: &std::path::Path, time: SystemTime| {
        fs::File::options()
            .write(true)
            .open(path)
            .unwrap()
            .set_modified(time)
            .unwrap();
    };
    let old = train("1");
    let old_record = store.record("training");
    let digest = "0123456789abcdef".repeat(4);
    let left_behind = store.0.join(format!("{digest}.training.1-0.tmp"));
    let foreign = [
        "notes.txt",
        "Cargo.lock",
        "notes.tmp",
        "my.state",
        "my.code",
    ];
    let foreign = foreign.map(|name| store.0.join(name));
    for file in foreign.iter().chain([&left_behind]) {
        fs::write(file, "left behind").unwrap();
        age(file, SystemTime::now() - 100 * day);
    }
    // A lock that somebody has is not removed, however old; one that nobody has is.
    let [held, free] = ["0", "1"].map(|digit| store.0.join(format!("{}.lock", digit.repeat(64))));
    let [holding, _] = [&held, &free].map(|path| fs::File::create(path).unwrap());
    holding.lock().unwrap();
    for path in [&held, &free] {
        age(path, SystemTime::now() - 100 * day);
    }
    age(&old_record, SystemTime::now() - 100 * day);
    train("2");
    assert!(!old_record.exists() && !left_behind.exists());
    assert!(held.exists() && !free.exists());
    for file in &foreign {
        assert!(file.exists(), "{}: what is not ours stays", file.display());
    }
    // One that is of use is new again; one of tomorrow, after the clock was put back, stays.
    assert_eq!(train("1"), old);
    age(&old_record, SystemTime::now() - 50 * day);
    assert_eq!(train("1"), old);
    assert_eq!(store.trainings(), 3);
    age(
        &store.records("training")[0],
        SystemTime::now() + 1000 * day,
    );
    train("3");
    train("1");
    train("2");
    assert_eq!((store.trainings(), store.records("training").len()), (4, 3));
}
