//! Advice comes where data or losses show trouble, and not to sound models.

#[path = "common/reading.rs"]
mod reading;

use neuralatex_core::prelude::*;
use reading::{Folder, trained};

#[track_caller]
fn told(model: Model) -> Vec<String> {
    let advice = trained(model).advice();
    let told = |problem: &neuralatex_core::error::Problem| {
        format!("{}: {}", problem.field().name(), problem.message())
    };
    advice.iter().map(told).collect()
}

/// This advice and no other; and none once it is allowed.
#[track_caller]
fn assert_told(model: Model, kind: Advice, words: &[&str]) {
    let told_once = told(model.clone());
    let [only] = &told_once[..] else {
        panic!("{told_once:?}")
    };
    for word in words {
        assert!(only.contains(word), "{word} is not in: {only}");
    }
    assert!(
        only.ends_with(&format!("(`allow` silences this: `{kind}`)")),
        "{only}"
    );
    for other in [
        unscaled(),
        unbalanced(),
        unfinished(),
        overfitted(),
        imprecise(),
        mismatched(),
        seen(),
        unlearned(),
    ] {
        let silenced = told(model.clone().allow(other)).is_empty();
        assert_eq!(silenced, other == kind, "{kind} and {other}");
    }
}

#[track_caller]
fn assert_silent(model: Model) {
    assert_eq!(told(model), [""; 0]);
}

/// One input in thousands, one below 1, and a label that follows neither of them.
fn of_two_sizes() -> impl Fn(usize) -> ([f64; 2], i32) {
    |n| {
        (
            [(n * 37 % 100) as f64 * 50.0, (n % 7) as f64 / 7.0],
            (n * n / 3 % 2) as i32,
        )
    }
}

fn large() -> Model {
    let model = model("Large", [2, 2, 1]).data(points((0..60).map(of_two_sizes())));
    model.optimizer(sgd(0.0))
}

#[test]
fn inputs_of_very_different_size_are_to_be_normalised() {
    let words = [
        "data: the inputs are of very different size: input 1 reaches 4950",
        "input 2 only 0.857",
        "`standard` as `normalize`",
    ];
    assert_told(large(), unscaled(), &words);
    assert_silent(large().normalize(standard()));
    assert_silent(large().normalize(min_max()));
    let folder = Folder::of("advice_unscaled");
    let rows: String = (0..60)
        .map(of_two_sizes())
        .map(|([a, b], y)| format!("{a},{b},{y}\n"))
        .collect();
    let source = folder.csv(format!("area,share,y\n{rows}")).label("y");
    assert_told(
        large().data(source),
        unscaled(),
        &["input `area` reaches 4950, input `share` only"],
    );
}

/// Prices of houses, which a network does not reach from weights near 1.
fn prices(unit: f64) -> Model {
    let price = move |n: usize| ([n as f64 / 17.0], (n * 10_000 + 200_000) as f64 / unit);
    let rows = || points((0..40).map(|n| price(n % 17)));
    model("Prices", [1, 4, 1])
        .data(rows())
        .eval(rows())
        .epochs(500)
        .optimizer(adam(0.01))
        .normalize(standard())
}

#[test]
fn targets_that_are_out_of_reach_need_another_unit() {
    let words = [
        "data",
        "not learned the targets, which reach 360000",
        "a unit",
    ];
    assert_told(prices(1.0), unscaled(), &words);
    // Few evaluation rows show nothing, but all those trained on do.
    let one = points([([1.0], [300_000.0])]);
    assert_told(prices(1.0).eval(one), unscaled(), &words);
    assert_silent(prices(200_000.0));
}

/// Targets of any size, where evaluation rows are others.
#[test]
fn targets_that_are_known_by_heart_need_no_other_unit() {
    let rows = |slope: f64| {
        let row = move |n: i32| {
            let x = f64::from(n) / 20.0 - 1.0;
            ([x], [slope * x])
        };
        points((0..40).map(row))
    };
    let model = model("Line", [1, 1]).data(rows(500.0)).eval(rows(-500.0));
    let model = model
        .init(values([500.0, 0.0]))
        .optimizer(sgd(0.0))
        .epochs(1);
    assert_told(model, overfitted(), &["eval: ", "by heart: R² is -3"]);
}

/// What is learned of the others is no reason to be silent.
#[test]
fn each_target_that_is_out_of_reach_needs_another_unit() {
    let folder = Folder::of("advice_targets");
    let file = |name: &str, units: [f64; 2]| {
        let row = |n: usize| {
            let x = (n % 40) as f64 / 20.0 - 1.0;
            format!("{x},{},{}\n", x * units[0], (1.0 - x) * units[1])
        };
        let rows: String = (0..80).map(row).collect();
        let source = folder.file(name, format!("x,y,z\n{rows}"));
        let model = model("Both", [1, 8, 2]).data(csv(source).target(["y", "z"]));
        model.eval(hold_out(0.25)).epochs(300)
    };
    let words = [
        "data: the network has not learned target `z`, which reaches 2000000: ",
        "a unit",
    ];
    assert_told(file("large.csv", [1.0, 1e6]), unscaled(), &words);
    let words = [
        "data: the network has not learned target `y`, which reaches 1e-7, beside target `z`, which reaches 10: ",
    ];
    assert_told(file("small.csv", [1e-7, 5.0]), unscaled(), &words);
    let beside = [
        "data: the network has not learned target `y`, which reaches 0.02, beside target `z`, which reaches 50: ",
    ];
    assert_told(file("beside.csv", [0.02, 25.0]), unscaled(), &beside);
    // Nor are integers to blame for what floats do not know.
    assert_told(
        file("small.csv", [1e-7, 5.0]).quantize(i8()),
        unscaled(),
        &words,
    );
    assert_silent(file("sound.csv", [1.0, 1.0]));
    // Of one that is the same in all rows nothing is to be learned.
    assert_silent(file("constant.csv", [0.0, 1.0]));
}

/// Those trained on show it.
#[test]
fn an_input_that_integers_hardly_hold_is_told_without_evaluation_too() {
    let rows = |far: f64| {
        let row = move |n: i32| {
            let x = f64::from(n % 20) / 20.0;
            ([if n == 7 { far } else { x }], i32::from(x < 0.5))
        };
        model("Far", [1, 4, 1])
            .data(points((0..200).map(row)))
            .optimizer(adam(0.1))
            .epochs(200)
            .quantize(i8())
    };
    let words = [
        "of the rows trained on are right with integers",
        "; input 1 is from 0",
        "which has 2 of 256 integers",
        "as it is from 0 to 300 in `data`",
    ];
    assert_told(rows(300.0), imprecise(), &words);
    assert_silent(rows(0.5));
    // Steps of whole numbers are no trouble, however few of them most rows need.
    let counts = |n: i32| {
        let x = if n % 20 == 7 { 255 } else { n % 5 };
        ([f64::from(x)], i32::from(x > 1))
    };
    let counts = model("Counts", [1, 4, 1]).data(points((0..200).map(counts)));
    let counts = counts
        .normalize(standard())
        .optimizer(adam(0.1))
        .epochs(200);
    assert_silent(counts.quantize(i8()));
}

#[test]
fn sizes_that_do_no_harm_are_no_trouble() {
    let scaled = |by: [f64; 2]| {
        let rows = (0..60).map(of_two_sizes());
        large().data(points(
            rows.map(move |([a, b], y)| ([a * by[0], b * by[1]], y)),
        ))
    };
    assert_silent(scaled([0.001, 0.001]));
    assert_silent(scaled([1.0, 1000.0]));
    let constant = points((0..60).map(of_two_sizes()).map(|([a, _], y)| ([a, 0.5], y)));
    assert_silent(large().data(constant));
    // Nor what is right in spite of them.
    let easy = || {
        points((0..60).map(|n| {
            (
                [f64::from(n % 2) * 5000.0 - 2500.0, f64::from(n) / 60.0],
                n % 2,
            )
        }))
    };
    let model = model("Easy", [2, 4, 1]).data(easy()).eval(easy());
    assert_eq!(trained(model.clone()).accuracy(), Some(1.0));
    assert_silent(model);
}

/// Rare rows lie among the others.
fn rare(count: usize) -> Points {
    points((0..200 + count).map(|n| ([(n * 31 % 97) as f64 / 97.0], i32::from(n >= 200))))
}

#[test]
fn a_class_with_few_rows_that_is_not_recognised_needs_more() {
    let model = |rows| model("Rare", [1, 2, 1]).data(rows).optimizer(sgd(0.001));
    let words = [
        "data: the classes are of very different size: 200 rows are of class `0`, only 10 of class `1`",
        "ask for its `recall`",
    ];
    assert_told(model(rare(10)), unbalanced(), &words);
    assert_told(model(rare(10)).eval(rare(10)), unbalanced(), &words);
    assert_silent(model(rare(21)));
    // One that is recognised is none.
    let apart = || {
        points((0..210).map(|n| {
            (
                [f64::from(u8::from(n >= 200)) * 4.0 - 2.0],
                i32::from(n >= 200),
            )
        }))
    };
    let model = neuralatex_core::prelude::model("Rare", [1, 8, 1]).data(apart());
    assert_silent(model.eval(apart()));
}

fn slow() -> Model {
    model("Slow", [2, 8, 1])
        .data(moons(50))
        .optimizer(sgd(0.05))
        .epochs(10)
}

#[test]
fn a_loss_that_still_falls_fast_needs_more_epochs() {
    let words = [
        "epochs: the loss still falls fast when training ends: from ",
        " in the last 1 of 10 epochs",
    ];
    assert_told(slow(), unfinished(), &words);
    assert_silent(slow().epochs(9));
    assert_silent(slow().stop(patience(5)));
    assert_silent(slow().require(loss().at_most(100.0)));
    assert_told(
        slow().require(parameters().at_most(100)),
        unfinished(),
        &words,
    );
    assert_silent(slow().optimizer(adam(0.05)).epochs(200));
}

#[test]
fn rows_learned_by_heart_need_to_be_more() {
    let noise = |seed| {
        from_fn(40, |random| {
            ([random.normal(), random.normal()], random.below(2) as i32)
        })
        .seed(seed)
    };
    let by_heart = || model("Heart", [2, 64, 64, 1]).data(noise(1)).epochs(300);
    let words = [
        "eval: the network knows what it was trained on by heart: ",
        " % of these rows are right, of those trained on ",
        "`.weight_decay(…)`",
    ];
    assert_told(by_heart().eval(noise(2)), overfitted(), &words);
    assert_silent(by_heart());
    let numbers = |seed| from_fn(40, |random| ([random.normal()], random.normal())).seed(seed);
    let by_heart = model("Heart", [1, 64, 64, 1]).data(numbers(1)).epochs(1000);
    let words = [
        "eval: the network knows",
        "R² is -",
        " on these rows, on those trained on 0.",
    ];
    assert_told(by_heart.eval(numbers(2)), overfitted(), &words);
}

/// Two classes of which one is above the other.
fn above(far: f64) -> Model {
    let row = move |n: usize| {
        let x = 1500.0 + 100.0 * (n % 2) as f64 + (n % 5) as f64;
        ([if n == 7 { far } else { x }], (n % 2) as i32)
    };
    let rows = move |from| points((from..from + 200).map(row));
    let model = model("Above", [1, 8, 1]).data(rows(0)).eval(rows(200));
    model.normalize(standard())
}

#[test]
fn a_network_that_has_learned_nothing_is_told() {
    let words = [
        "epochs: the network has learned nothing: classes are told no better than by chance; try another learning \
         rate, more epochs, or the best of several `restarts` (",
    ];
    let slow = above(1600.0).optimizer(sgd(0.0)).epochs(1);
    assert_told(slow.clone(), unlearned(), &words);
    assert_silent(above(1600.0));
    // Of fewer rows nobody can tell.
    let few = |count| points((0..count).map(|n| ([1500.0 + 100.0 * f64::from(n % 2)], n % 2)));
    assert_told(slow.clone().eval(few(20)), unlearned(), &words);
    assert_silent(slow.clone().eval(few(19)));
    // Whoever says what is good enough has it.
    assert_silent(slow.require(accuracy().at_least(0.1)));
}

/// As is done where it is not normalised, for which another size is no cure.
#[test]
fn a_number_that_lies_far_from_all_others_is_told() {
    let words = [
        "data: input 1 is 3e9 somewhere, and from 150",
        " in half of all rows: leave that row out if it is a mistake, or else clamp this column, or take its logarithm",
    ];
    assert_told(above(3e9), unscaled(), &words);
    let words = [
        "data: input 1 is 3e9 somewhere",
        " in half of all rows: leave that row out",
    ];
    assert_told(above(3e9).normalize(none()), unscaled(), &words);
    // What is right in spite of it is sound.
    let apart = |far: f64| {
        let row = move |n: usize| {
            (
                [if n == 7 {
                    far
                } else {
                    (n % 2) as f64 + n as f64 / 1e4
                }],
                (n % 2) as i32,
            )
        };
        let rows = || points((0..200).map(row));
        model("Apart", [1, 8, 1]).data(rows()).eval(rows())
    };
    assert_eq!(trained(apart(3000.0)).accuracy(), Some(1.0));
    assert_silent(apart(3000.0));
}

/// A line with some noise, and one number that is another.
fn line(name: &str, which: usize, change: fn(&mut [f64; 2])) -> Model {
    let row = |n: usize| {
        let x = (n * 37 % 100) as f64 / 50.0 - 1.0;
        let mut row = [x, 5.0 * x + (n * 13 % 7) as f64 / 10.0];
        if n == which {
            change(&mut row);
        }
        ([row[0]], [row[1]])
    };
    let rows = |range: std::ops::Range<usize>| points(range.map(row));
    let model = model(name, [1, 8, 1])
        .data(rows(0..200))
        .eval(rows(200..300));
    model.epochs(100).normalize(standard())
}

#[test]
fn a_target_that_lies_far_from_all_others_is_told_where_others_are_not_learned() {
    let far = || line("Far", 20, |[_, y]| *y = 30_000.0);
    let words = [
        "data: target 1 is 30000 somewhere, and from -",
        " in half of all rows: leave that row out if it is a mistake, or else clamp this column (`allow`",
    ];
    assert_told(far(), unscaled(), &words);
    // A loss that does not mind it learns the others, and they are what counts.
    for loss in [huber(1.0), mae()] {
        let sound = far().loss(loss);
        trained(sound.clone().require(r2().at_least(0.95)));
        assert_silent(sound);
    }
}

/// Where almost all is explained it does no harm; if there are no evaluation rows, those trained on show that.
#[test]
fn an_input_that_lies_far_from_all_others_and_does_no_harm_is_no_trouble() {
    let rows = |slope: f64| {
        let row = move |n: usize| {
            let x = (n * 37 % 100) as f64 / 50.0 - 1.0;
            let beside = if n == 20 { 30_000.0 } else { (n % 3) as f64 };
            ([x, beside], [slope * x + (n * 13 % 7) as f64 / 7.0])
        };
        points((0..200).map(row))
    };
    let model = |slope| {
        let model = model("Beside", [2, 8, 1]).data(rows(slope));
        model.epochs(100).normalize(standard())
    };
    assert_silent(model(5.0));
    assert_silent(model(5.0).eval(rows(5.0)));
    let words = ["data: input 2 is 30000 somewhere, and from 0 to 2 in half of all rows"];
    assert_told(model(0.1), unscaled(), &words);
    assert_told(model(0.1).eval(rows(0.1)), unscaled(), &words);
}

/// No network is to blame for it.
#[test]
fn a_number_that_lies_far_from_all_other_evaluation_rows_is_told() {
    for (name, change) in [
        ("Input", (|[x, _]| *x = 300.0) as fn(&mut [f64; 2])),
        ("Target", |[_, y]| *y = 3_000.0),
    ] {
        let words = [
            "eval: R² is -",
            " somewhere, and from -",
            "leave that row out",
        ];
        assert_told(line(name, 220, change), overfitted(), &words);
    }
}

/// Whose median is what a network is to know.
#[test]
fn a_loss_that_asks_for_the_median_is_sound_where_the_mean_is_elsewhere() {
    let skewed = |seed| {
        let row = |random: &mut Random| {
            let x = random.normal();
            ([x], [0.5 * x + random.normal().exp()])
        };
        from_fn(1_000, row).seed(seed)
    };
    for loss in [mae(), huber(0.2)] {
        let model = model("Skewed", [1, 16, 1]).data(skewed(1)).eval(skewed(2));
        let model = model.loss(loss).epochs(100);
        let of_mean = model.clone().require(r2().at_least(0.0));
        assert!(of_mean.train().is_err());
        assert_silent(model);
    }
}

/// And numbers to predict; one that is predicted is enough.
#[test]
fn a_network_that_is_worse_than_the_mean_has_learned_nothing() {
    let rows = |seed| {
        let row = |random: &mut Random| {
            let x = random.uniform(-1.0, 1.0);
            ([x], [x + 2.0, -x])
        };
        from_fn(60, row).seed(seed)
    };
    let fixed = |bias| {
        let model = model("Fixed", [1, 2]).data(rows(1)).eval(rows(2));
        let model = model.init(values([0.0, bias, 1.0, 0.0]));
        model.optimizer(sgd(0.0)).epochs(1)
    };
    let words = ["the mean of the rows would be nearer"];
    assert_told(fixed(0.0), unlearned(), &words);
    let half = model("Half", [1, 2]).data(rows(1)).eval(rows(2));
    let half = half.init(values([0.0, 0.0, -1.0, 0.0]));
    assert_silent(half.optimizer(sgd(0.0)).epochs(1));
    // Nobody has to learn a target that is always the same.
    let constant = |seed| {
        from_fn(60, |random| {
            ([random.uniform(-1.0, 1.0)], [3.0, random.normal()])
        })
        .seed(seed)
    };
    let beside = model("Beside", [1, 2]).data(constant(1)).eval(constant(2));
    let beside = beside.init(values([0.0, 3.0, 0.0, 5.0]));
    assert_told(beside.optimizer(sgd(0.0)).epochs(1), unlearned(), &words);
}

/// Scores of such losses are no estimates of targets, but logarithms of odds, or of rates, which may be below 0.
#[test]
fn sound_models_of_any_loss_get_none() {
    let labels = |seed| {
        let row = |random: &mut Random| {
            let [x, y] = [random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)];
            ([x, y], [f64::from(x > 0.0), f64::from(y > x)])
        };
        from_fn(300, row).seed(seed)
    };
    let model_of = |name, layers: [usize; 3]| model(name, layers).epochs(300);
    let model = model_of("Labels", [2, 16, 2])
        .data(labels(1))
        .eval(labels(2));
    assert_silent(model.loss(binary_cross_entropy()));
    let rates = |seed| {
        let row = |random: &mut Random| {
            let x = random.uniform(0.5, 6.0);
            ([x], [x.exp()])
        };
        from_fn(300, row).seed(seed)
    };
    let model = model_of("Rates", [1, 8, 1]).data(rates(1)).eval(rates(2));
    let likelihood = |least: f64| custom(move |score, target| score.exp() - target * score + least);
    assert_silent(model.clone().loss(likelihood(0.0)));
    // Losses that are negative from the first epoch on fall no faster.
    assert_silent(model.loss(likelihood(-1e4)));
}

/// Of few rows, some that are right may be wrong by chance; many rows, or all those trained on, are not.
#[test]
fn a_network_that_has_learned_something_of_noise_is_sound() {
    let noisy = |rows, seed| {
        let row = |random: &mut Random| {
            let x = random.uniform(-1.0, 1.0);
            let is_wrong = random.uniform(0.0, 1.0) < 0.35;
            ([x], i32::from((x > 0.0) != is_wrong))
        };
        from_fn(rows, row).seed(seed)
    };
    let slope = |rows, seed| {
        let row = |random: &mut Random| {
            let x = random.normal();
            ([x], [x + 3.0 * random.normal()])
        };
        from_fn(rows, row).seed(seed)
    };
    for seed in 0..20 {
        let classes = model("Noisy", [1, 4, 1]).data(noisy(2_000, 100));
        assert_silent(classes.eval(noisy(20, seed)).epochs(5));
        let numbers = model("Slope", [1, 1]).data(slope(2_000, 100));
        assert_silent(numbers.eval(slope(20, seed)).epochs(20));
    }
    // Almost all are right, although not one of the second class.
    let even = points((0..100).map(|n| ([f64::from(n % 2) * 2.0 - 1.0], n % 2)));
    let odd = |rows| points((0..rows).map(|n| ([-1.0], i32::from(n % 40 == 0))));
    let model = model("Odd", [1, 4, 1]).data(even);
    assert_silent(model.clone().eval(odd(40)));
    assert_silent(model.eval(odd(400)));
}

#[test]
fn sound_models_of_points_get_none() {
    for seed in 0..5 {
        for source in [spiral, moons, circles, xor] {
            let model = model("Sound", [2, 16, 16, 1]).data(source(50)).seed(seed);
            assert_silent(model.clone());
            assert_silent(model.eval(source(50)));
        }
        let model = model("Sound", [2, 16, 3])
            .data(blobs(50).classes(3))
            .seed(seed);
        assert_silent(model.eval(blobs(50).classes(3)));
    }
}

#[test]
fn sound_models_of_files_get_none() {
    let file = |name: &str| csv(format!("../examples/data/{name}.csv"));
    let sound = |data: Csv| {
        model("Sound", [AUTO, 16, AUTO])
            .data(data)
            .normalize(standard())
    };
    for seed in 0..3 {
        for (name, label) in [
            ("iris", "species"),
            ("wine", "cultivar"),
            ("breast_cancer", "diagnosis"),
            ("digits", "digit"),
        ] {
            let model = sound(file(name).label(label)).seed(seed);
            assert_silent(model.clone());
            assert_silent(model.eval(hold_out(0.2)));
        }
    }
    // Of 442 patients, a wide network learns many by heart.
    for seed in 0..3 {
        let data = file("diabetes").target("progression");
        let model = model("Sound", [AUTO, 4, AUTO])
            .data(data)
            .normalize(standard());
        assert_silent(model.clone().seed(seed));
        assert_silent(model.seed(seed).eval(hold_out(0.2)));
    }
}

#[test]
fn the_experiment_of_the_paper_gets_none() {
    let experiment = model("Spiral", [2, 4, 4, 1])
        .data(spiral(50).seed(1))
        .eval(spiral(50).seed(2))
        .loss(max_margin())
        .optimizer(sgd(|epoch: f64| 1.0 - 0.9 * (epoch - 1.0) / 100.0))
        .init(paper())
        .epochs(35)
        .batch(100)
        .seed(7);
    assert_silent(experiment);
}
