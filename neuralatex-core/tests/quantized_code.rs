//! The generated source of a quantised model computes what the core computed, to the bit, at every level of
//! optimisation, holds no way to panic, and nothing but integers where it says so.

mod common;

use common::floats::is_of_floats;
use common::folder;
use common::generated::*;
use neuralatex_core::prelude::*;

/// One model of each kind: all activations, both precisions, one output, several and numbers, weights as literals and
/// as bytes.
fn models() -> Vec<Trained> {
    let classes = || blobs(20).classes(3).dimensions(4).noise(2.0);
    let numbers = |n| {
        from_fn(n, |random| {
            let x = random.uniform(-3.0, 3.0);
            ([x, 1e3 * x], [x.sin(), x])
        })
    };
    let every = activations();
    let specifications = [
        model("Arm", [2, 8, 1])
            .data(spiral(20))
            .eval(spiral(20))
            .loss(cross_entropy()),
        model("Line", [2, 1])
            .data(moons(20))
            .precision(Precision::F64),
        model("Every", [2, 5, 4, 3, 4, 5, 4, 3, 1])
            .data(spiral(20))
            .activation(every),
        model("EveryDouble", [2, 5, 4, 3, 4, 5, 4, 3, 1])
            .data(spiral(20))
            .activation(every)
            .precision(Precision::F64),
        model("Three", [4, 9, 3])
            .data(classes())
            .eval(classes())
            .normalize(standard())
            .loss(cross_entropy()),
        model("Many", [4, 70, 33, 3])
            .data(classes())
            .eval(classes())
            .activation([tanh(), leaky_relu(0.2)]),
        model("ManyDouble", [4, 130, 17, 3])
            .data(classes())
            .activation([gelu(), relu()])
            .precision(Precision::F64),
        model("Numbers", [2, 6, 2])
            .data(numbers(50))
            .eval(numbers(20)),
    ];
    let train = |model: Model| model.epochs(3).quantize(i8()).train().unwrap();
    specifications.into_iter().map(train).collect()
}

#[test]
fn weights_are_literals_and_bytes() {
    let models = models();
    let literal = |trained: &&Trained| trained.code().contains("const WEIGHTS: &[i8] = &[");
    let bytes = |trained: &&Trained| trained.code().contains("static INTEGERS: [u8; ");
    assert_eq!(models.iter().filter(literal).count(), 6);
    assert_eq!(models.iter().filter(bytes).count(), 2);
}

/// Rows of training, and others far beyond them.
fn inputs(trained: &Trained) -> Vec<Vec<f64>> {
    let data = trained.data();
    let rows = (0..data.rows()).step_by(3).map(|row| data.inputs(row));
    let width = data.inputs(0).len();
    let far = (-12..12).map(|n| vec![f64::from(n) * 0.75 - 0.25; width]);
    let odd = [f64::INFINITY, -f64::MAX, 1e-300, f64::NAN].map(|x| vec![x; width]);
    let narrow = |x: f64| f64::from(x as f32);
    rows.chain(far)
        .chain(odd)
        .map(|row| row.into_iter().map(narrow).collect())
        .collect()
}

/// The scales of inputs, of which 255 reach from the least number to the largest, and their offsets.
fn steps(trained: &Trained) -> (Vec<f64>, Vec<f64>) {
    let data = trained.data();
    let rows: Vec<Vec<f64>> = (0..data.rows()).map(|row| data.inputs(row)).collect();
    let of_column = |column: usize| {
        let numbers = || rows.iter().map(|row| row[column]);
        let least = numbers().fold(f64::INFINITY, f64::min);
        let most = numbers().fold(f64::NEG_INFINITY, f64::max);
        ((most - least) / 255.0, least)
    };
    (0..rows[0].len()).map(of_column).unzip()
}

#[test]
fn it_computes_the_cores_scores_to_the_bit_at_every_level_of_optimisation() {
    let folder = folder("quantized_bits");
    let models = models();
    let mut expected = String::new();
    let mut source = String::new();
    for trained in &models {
        let name = trained.name();
        let rows = inputs(trained);
        let literal = |x: &f64| match x {
            x if *x == f64::INFINITY => format!("{}::INFINITY", real(trained)),
            x if *x == f64::NEG_INFINITY => format!("{}::NEG_INFINITY", real(trained)),
            x if x.is_nan() => format!("{}::NAN", real(trained)),
            x => format!("{x:?}"),
        };
        let row = |row: &Vec<f64>| {
            let numbers: Vec<String> = row.iter().map(literal).collect();
            format!("[{}]", numbers.join(", "))
        };
        let list: Vec<String> = rows.iter().map(row).collect();
        let (real, count) = (real(trained), rows.len());
        let width = rows[0].len();
        // What is no number is the least.
        source += &format!(
            "    assert_eq!({name}::quantize([{real}::NAN; {width}]), [-128; {width}]);\n"
        );
        // What an integer stands for is that integer.
        source += &format!(
            "    for (steps, integer) in [(0.0, -128), (100.0, -28), (255.0, 127)] {{\n        \
             let input = std::array::from_fn(|n| {name}::INPUT_SCALES[n] * steps + {name}::INPUT_OFFSETS[n]);\n        \
             assert_eq!({name}::quantize(input), [integer; {width}]);\n    }}\n"
        );
        source += &format!(
            "    let rows: [[{real}; {width}]; {count}] = [{}];\n    for row in std::hint::black_box(rows) {{\n",
            list.join(", ")
        );
        // Integers that are scaled by hand are the scores as well.
        source += &format!(
            "        for (score, whole) in {name}::scores(row).iter().zip({name}::scores_i8({name}::quantize(row))) {{\n            \
             println!(\"{{}}\", score.to_bits());\n            \
             assert_eq!(*score, whole as {real} * {name}::SCORE_SCALE);\n        }}\n"
        );
        let probabilities = trained.probabilities(&rows[0]).is_some();
        if probabilities {
            source += &format!(
                "        for share in {name}::probabilities(row) {{ println!(\"{{}}\", share.to_bits()); }}\n"
            );
        }
        let has_classes = !trained.data().classes().is_empty();
        if has_classes {
            source += &format!(
                "        assert_eq!({name}::predict(row), {name}::predict_i8({name}::quantize(row)));\n"
            );
        }
        source += "    }\n";
        let grid = (-20..20).map(|n| vec![f64::from(n) * 0.25; width]);
        source += &of_many(trained, &grid.collect::<Vec<_>>());
        for row in &rows {
            let shares = trained.probabilities(row).unwrap_or_default();
            let numbers = trained.scores(row).into_iter().chain(shares);
            expected += &bits(trained, numbers);
        }
        if let Some(eval) = trained.eval() {
            let rows: Vec<String> = (0..eval.rows())
                .map(|index| row(&eval.inputs(index)))
                .collect();
            source += &format!(
                "    for row in [{}] {{ println!(\"{{:?}}\", {name}::predict(row)); }}\n",
                rows.join(", ")
            );
            expected += &predictions(trained);
        }
    }
    for trained in &models {
        let name = trained.name();
        for constant in ["WEIGHTS", "INPUT_SCALES", "INPUT_OFFSETS"] {
            source += &format!(
                "    for number in {name}::{constant} {{ println!(\"{{}}\", number.to_bits()); }}\n"
            );
        }
        let (scales, offsets) = steps(trained);
        let numbers = [trained.weights(), scales, offsets].concat().into_iter();
        expected += &bits(trained, numbers);
    }
    // In a constant too.
    source += "    const ARM: i32 = Arm::predict([0.5, 0.5]);\n    assert_eq!(ARM, Arm::predict(std::hint::black_box([0.5, 0.5])));\n";
    assert_prints(&folder, &source, &models, &ways(), &expected);
}

/// A crate that calls the functions of this code which compute with integers alone, or all.
fn calling(trained: &Trained, code: &str, all: bool) -> String {
    let (name, real) = (trained.name(), real(trained));
    let inputs = trained.data().inputs(0).len();
    let outputs = trained.data().targets(0).len();
    let integers = format!("[i8; {inputs}]");
    let call = |function: &str| format!("{name}::{function}(input)");
    let sums = format!("[i32; {outputs}]");
    let mut uses = caller("scores", &integers, &sums, &call("scores_i8"));
    if !trained.data().classes().is_empty() {
        uses += &caller("class", &integers, "i32", &call("predict_i8"));
    }
    if all {
        let [input, output] = [inputs, outputs].map(|count| format!("[{real}; {count}]"));
        uses += &caller("all", &input, &output, &call("scores"));
    }
    // At the level of optimisation 0 all public functions are compiled, used or not.
    let code = match all {
        true => code,
        false => &code.replace("pub struct", "struct"),
    };
    library(code, &uses)
}

#[test]
fn it_compiles_with_core_alone_in_every_edition_and_cannot_panic() {
    let folder = folder("quantized_core_alone");
    for trained in models() {
        for has_file in [false, true] {
            let code = code(&folder, &trained, has_file);
            assert_cannot_panic(&folder, trained.name(), &calling(&trained, &code, true));
        }
    }
}

/// A processor that has nothing for floats calls a function for each operation on them, whose name tells.
#[test]
fn the_path_of_integers_has_no_float_operation() {
    const TARGET: &str = "thumbv6m-none-eabi";
    let folder = folder("quantized_floats");
    for trained in models() {
        let name = trained.name();
        let ways = [("0", false), ("s", false), ("3", false), ("s", true)];
        let ways = ways
            .into_iter()
            .flat_map(|(level, all)| [false, true].map(|has_file| (level, all, has_file)));
        for (level, all, has_file) in ways {
            let source = folder.join(format!("{name}.rs"));
            let code = code(&folder, &trained, has_file);
            std::fs::write(&source, calling(&trained, &code, all)).unwrap();
            let bytes = match object(&source, level, &["--edition=2021", "--target", TARGET]) {
                Ok(bytes) => bytes,
                Err(why) => {
                    assert!(why.contains("can't find crate for `core`"), "{why}");
                    let is_ci = std::env::var_os("CI").is_some();
                    assert!(!is_ci, "CI has the target {TARGET}");
                    return eprintln!("SKIPPED: the target {TARGET} is not installed");
                }
            };
            let of_floats: Vec<String> = undefined(&bytes)
                .into_iter()
                .filter(|name| is_of_floats(name))
                .collect();
            // That they would be seen, the path of floats shows.
            assert_eq!(
                !of_floats.is_empty(),
                all,
                "{name} at {level}, in a file: {has_file}: {of_floats:?}"
            );
        }
    }
}

#[test]
fn it_is_formatted() {
    assert_formatted(&folder("quantized_formatted"), &models());
}
