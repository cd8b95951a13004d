//! The generated source stands alone: it needs `core` and nothing else, holds no way to panic, is
//! formatted, and computes what the core computed, to the bit.

use std::path::{Path, PathBuf};
use std::process::Command;

use neuralatex_core::prelude::*;

/// One model of each shape that the emitter knows.
fn models() -> Vec<Trained> {
    let two_classes = || spiral(20).seed(1);
    let many_classes = || points([([0.0, 1.0], 3), ([1.0, 0.5], -1), ([2.0, 0.0], 7)]);
    let numbers = || points([([0.0], [1.0, 2.0]), ([1.0], [0.5, 4.0])]);
    let many_numbers = || {
        from_fn(4, |random| {
            ([random.normal(), 0.5], vec![random.normal(); 48])
        })
    };
    let specifications = [
        model("Deep", [2, 4, 4, 1])
            .data(two_classes())
            .eval(spiral(20))
            .init(paper()),
        model("Double", [2, 5, 1])
            .data(two_classes())
            .precision(Precision::F64),
        model("Linear", [2, 1])
            .data(two_classes())
            .doc("Its \"doc\".\n\nWith `code` and \\ lines."),
        model("OneHot", [2, 6, 3])
            .data(many_classes())
            .loss(mse())
            .eval(many_classes()),
        model("Numbers", [1, 3, 2]).data(numbers()).eval(numbers()),
        model("Wide", [2, 70, 1]).data(two_classes()),
        model("Panels", [2, 32, 16, 48]).data(many_numbers()),
        model("Odd", [2, 37, 19, 3]).data(many_classes()),
        model("Late", [2, 5, 20, 32, 3]).data(many_classes()),
        model("OddDouble", [2, 37, 19, 3])
            .data(many_classes())
            .activation([tanh(), gelu()])
            .precision(Precision::F64),
        model("Bytes", [2, 33, 31, 3]).data(many_classes()),
        model("Three", [2, 6, 3])
            .data(many_classes())
            .loss(cross_entropy()),
        model("ThreeDouble", [2, 6, 3])
            .data(many_classes())
            .loss(cross_entropy())
            .precision(Precision::F64),
        model("Arm", [2, 5, 1])
            .data(two_classes())
            .loss(binary_cross_entropy())
            .activation(sigmoid()),
        model("Binary", [2, 6, 3])
            .data(many_classes())
            .loss(binary_cross_entropy())
            .normalize(standard()),
        model("Every", [2, 3, 3, 3, 3, 3, 3, 3, 1])
            .data(two_classes())
            .activation(activations()),
        model("EveryDouble", [2, 3, 3, 3, 3, 3, 3, 3, 1])
            .data(two_classes())
            .activation(activations())
            .precision(Precision::F64),
    ];
    let train = |model: Model| model.epochs(3).train().unwrap();
    specifications.into_iter().map(train).collect()
}

/// All of them. A slope of 0.01 is another number in f32 than in f64.
fn activations() -> [Activation; 7] {
    [
        relu(),
        leaky_relu(0.01),
        tanh(),
        sigmoid(),
        silu(),
        gelu(),
        identity(),
    ]
}

/// Whether this is one of the models whose numbers are f64.
fn is_double(name: &str) -> bool {
    name.ends_with("Double")
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn rustc(arguments: &[&str], source: &Path, output: &Path) {
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let result = Command::new(rustc)
        .args(arguments)
        .arg(source)
        .arg("-o")
        .arg(output)
        .output()
        .unwrap();
    assert!(
        result.status.success(),
        "{}",
        String::from_utf8_lossy(&result.stderr)
    );
}

#[test]
fn it_compiles_with_core_alone_in_every_edition_and_cannot_panic() {
    let folder = folder("core_alone");
    for trained in models() {
        let name = trained.name();
        let source = folder.join(format!("{name}.rs"));
        let head =
            "//! A crate.\n#![no_std]\n#![deny(warnings, missing_docs)]\n#![forbid(unsafe_code)]\n";
        // Something that cannot be inlined away calls the functions.
        let real = if is_double(name) { "f64" } else { "f32" };
        let inputs = trained.data().inputs(0).len();
        let outputs = trained.data().targets(0).len();
        let answer = match trained.data().classes().len() {
            0 => format!("[{real}; {outputs}]"),
            _ => "i32".to_string(),
        };
        let mut uses = format!(
            "/// Calls them.\n#[inline(never)]\n#[must_use]\n\
             pub fn call(input: [{real}; {inputs}]) -> ([{real}; {outputs}], {answer}) {{\n    \
             ({name}::scores(input), {name}::predict(input))\n}}\n\
             /// Calls them.\n#[inline(never)]\n\
             pub fn many(inputs: &[[{real}; {inputs}]], scores: &mut [[{real}; {outputs}]], \
             predicted: &mut [{answer}]) {{\n    \
             let _ = {name}::scores_many(inputs, scores);\n    \
             let _ = {name}::predict_many(inputs, predicted);\n}}\n"
        );
        if let Some(probabilities) = trained.probabilities(&vec![0.0; inputs]) {
            let classes = probabilities.len();
            uses += &format!(
                "/// Calls it.\n#[inline(never)]\n#[must_use]\n\
                 pub fn ask(input: [{real}; {inputs}]) -> [{real}; {classes}] {{\n    \
                 {name}::probabilities(input)\n}}\n"
            );
        }
        std::fs::write(&source, format!("{head}\n{}\n{uses}", trained.code())).unwrap();
        for (edition, (level, features)) in ["2018", "2021", "2024"].into_iter().cycle().zip(ways())
        {
            let object = folder.join(format!("{name}.{level}{features}.o"));
            let level = format!("opt-level={level}");
            let features = format!("target-feature={features}");
            let arguments = [
                "--crate-type=lib",
                "--emit=obj",
                "--edition",
                edition,
                "-C",
                &level,
                "-C",
                &features,
            ];
            rustc(&arguments, &source, &object);
            let bytes = std::fs::read(&object).unwrap();
            let panics = bytes.windows(9).any(|window| window == b"panicking");
            assert!(!panics, "{name} at {level} can panic");
        }
    }
}

#[test]
fn it_computes_the_cores_scores_to_the_bit_at_every_level_of_optimisation() {
    let folder = folder("bits");
    let trained = models();
    let inputs = |trained: &Trained| -> Vec<Vec<f64>> {
        let width = trained.data().inputs(0).len();
        let grid = (-20..20).map(|i| f64::from(i) * 0.37);
        grid.map(|x| {
            (0..width)
                .map(|i| f64::from((x * (1.0 + i as f64)) as f32))
                .collect()
        })
        .collect()
    };
    // Prints the bits of all scores, as integers of the model's precision.
    let mut source = String::from("#![allow(missing_docs)]\n");
    let mut expected = String::new();
    source += "fn main() {\n";
    for trained in &trained {
        for input in inputs(trained) {
            let name = trained.name();
            let answers = [
                ("scores", Some(trained.scores(&input))),
                ("probabilities", trained.probabilities(&input)),
            ];
            for (function, answers) in answers {
                let Some(answers) = answers else { continue };
                source += &format!(
                    "    for number in {name}::{function}(std::hint::black_box({input:?})) {{ println!(\"{{}}\", number.to_bits()); }}\n"
                );
                for number in answers {
                    expected += &match is_double(name) {
                        true => format!("{}\n", number.to_bits()),
                        false => format!("{}\n", (number as f32).to_bits()),
                    };
                }
            }
        }
    }
    for trained in &trained {
        let name = trained.name();
        source += &of_many(trained, &inputs(trained));
        source += &format!(
            "    for weight in {name}::WEIGHTS {{ println!(\"{{}}\", weight.to_bits()); }}\n"
        );
        for weight in trained.weights() {
            expected += &match is_double(name) {
                true => format!("{}\n", weight.to_bits()),
                false => format!("{}\n", (weight as f32).to_bits()),
            };
        }
    }
    source += "}\n";
    for trained in &trained {
        source += &trained.code();
    }
    let path = folder.join("main.rs");
    std::fs::write(&path, source).unwrap();
    for (level, features) in ways() {
        let name = format!("main{level}{features}{}", std::env::consts::EXE_SUFFIX);
        let program = folder.join(name);
        let (level, features) = (
            format!("opt-level={level}"),
            format!("target-feature={features}"),
        );
        let arguments = ["--edition=2021", "-C", &level, "-C", &features];
        rustc(&arguments, &path, &program);
        let output = Command::new(&program).output().unwrap();
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            expected,
            "{level}, {features}"
        );
    }
}

/// Levels of optimisation, and the features of processors with which generated code does more at once, as far
/// as this one has them.
fn ways() -> Vec<(&'static str, &'static str)> {
    let mut ways = vec![("0", ""), ("s", ""), ("3", "")];
    #[cfg(target_arch = "x86_64")]
    for (feature, is_there) in [
        ("+avx2", is_x86_feature_detected!("avx2")),
        ("+avx512f", is_x86_feature_detected!("avx512f")),
    ] {
        match is_there {
            true => ways.push(("3", feature)),
            false => eprintln!("SKIPPED: {feature}, which this processor does not have"),
        }
    }
    ways
}

/// Firmware has no more than these.
#[test]
fn a_model_with_relu_needs_functions_that_copy_and_fill_memory_alone() {
    use object::{Object, ObjectSymbol};
    let folder = folder("undefined");
    let is_relu =
        |trained: &Trained| ["Deep", "Wide", "Panels", "Odd", "Bytes"].contains(&trained.name());
    for trained in models().into_iter().filter(is_relu) {
        let name = trained.name();
        let source = folder.join(format!("{name}.rs"));
        std::fs::write(&source, format!("#![no_std]\n{}", trained.code())).unwrap();
        for level in ["1", "2", "3", "s", "z"] {
            let path = folder.join(format!("{name}.{level}.o"));
            let level = format!("opt-level={level}");
            let arguments = [
                "--crate-type=lib",
                "--emit=obj",
                "--edition=2024",
                "-C",
                &level,
            ];
            rustc(&arguments, &source, &path);
            let bytes = std::fs::read(&path).unwrap();
            let object = object::File::parse(&bytes[..]).unwrap();
            let names = object.symbols().filter(|symbol| symbol.is_undefined());
            let is_other = |name: &&str| !["", "memcpy", "memset"].contains(name);
            let others: Vec<&str> = names
                .filter_map(|s| s.name().ok())
                .filter(is_other)
                .collect();
            assert!(others.is_empty(), "{name} at {level} needs {others:?}");
            let is_there =
                |symbol: object::Symbol<'_, '_>| symbol.name().is_ok_and(|n| n.contains("scores"));
            assert!(object.symbols().any(is_there), "{name} at {level}");
        }
    }
}

/// Holds the functions of many rows to those of one, for even and odd numbers of rows, and for slices of
/// different lengths.
fn of_many(trained: &Trained, rows: &[Vec<f64>]) -> String {
    let name = trained.name();
    let real = if is_double(name) { "f64" } else { "f32" };
    let width = rows[0].len();
    let outputs = trained.scores(&rows[0]).len();
    format!(
        "    {{
        let rows: Vec<[{real}; {width}]> = std::hint::black_box(vec!{rows:?});
        for (given, wanted) in [(0, 0), (1, 1), (2, 2), (7, 7), (40, 40), (5, 8), (8, 5), (2, 1)] {{
            let mut scores = vec![[7.0; {outputs}]; wanted];
            let mut predicted = vec![{name}::predict(rows[39]); wanted];
            let count = {name}::scores_many(&rows[..given], &mut scores);
            assert_eq!(count, given.min(wanted));
            assert_eq!({name}::predict_many(&rows[..given], &mut predicted), count);
            for row in 0..count {{
                let bits = |scores: [{real}; {outputs}]| scores.map({real}::to_bits);
                assert_eq!(bits(scores[row]), bits({name}::scores(rows[row])));
                assert_eq!(predicted[row], {name}::predict(rows[row]));
            }}
            assert!(scores[count..].iter().all(|scores| *scores == [7.0; {outputs}]));
        }}
    }}\n"
    )
}

/// The constants and `predict` of every shape of model, run and compared with the core's answers.
#[test]
fn it_says_and_predicts_what_the_core_found() {
    let folder = folder("answers");
    let mut source = String::from("fn main() {\n");
    let mut expected = String::new();
    for trained in models().iter().filter(|trained| trained.eval().is_some()) {
        let (name, eval) = (trained.name(), trained.eval().unwrap());
        let loss = trained.loss().unwrap().to_bits();
        source +=
            &format!("    println!(\"{{}} {{}}\", {name}::EVALUATED, {name}::LOSS.to_bits());\n");
        expected += &format!("{} {loss}\n", eval.rows());
        if let (Some(correct), Some(accuracy)) = (trained.correct(), trained.accuracy()) {
            source += &format!("    println!(\"{{}} {{}}\", {name}::CORRECT, {name}::ACCURACY);\n");
            expected += &format!("{correct} {accuracy}\n");
        }
        for row in 0..eval.rows() {
            let inputs: Vec<f32> = eval.inputs(row).iter().map(|&input| input as f32).collect();
            source += &format!("    println!(\"{{:?}}\", {name}::predict({inputs:?}));\n");
            expected += &match trained.predicted().get(row) {
                Some(class) => format!("{class}\n"),
                None => {
                    let scores = trained.scores(&eval.inputs(row));
                    let scores: Vec<f32> = scores.iter().map(|&score| score as f32).collect();
                    format!("{scores:?}\n")
                }
            };
        }
        source += &format!(
            "    assert_eq!({name}::TRAINED, {});\n",
            trained.data().rows()
        );
        source += &format!("    assert_eq!({name}::EPOCHS, {name}::LOSSES.len());\n");
    }
    source += "}\n";
    for trained in models() {
        source += &trained.code();
    }
    let path = folder.join("main.rs");
    std::fs::write(&path, source).unwrap();
    let program = folder.join(format!("main{}", std::env::consts::EXE_SUFFIX));
    rustc(&["--edition=2021"], &path, &program);
    let output = Command::new(&program).output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

#[test]
fn it_is_formatted() {
    let folder = folder("formatted");
    for trained in models() {
        let path = folder.join(format!("{}.rs", trained.name()));
        std::fs::write(&path, trained.code()).unwrap();
        let check = Command::new("rustfmt")
            .args(["--check", "--edition=2024"])
            .arg(&path)
            .output();
        let Ok(output) = check else {
            assert!(std::env::var_os("CI").is_none(), "CI has rustfmt");
            return eprintln!("SKIPPED: rustfmt is not installed");
        };
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stdout)
        );
        let longest = trained
            .code()
            .lines()
            .map(|line| line.chars().count())
            .max();
        assert!(longest <= Some(100), "a line of {longest:?} characters");
    }
}

#[test]
fn the_digest_is_that_of_the_weights_as_they_are_written() {
    use sha2::{Digest, Sha256};
    for trained in models() {
        let weights = trained.weights();
        let bytes: Vec<u8> = match is_double(trained.name()) {
            true => weights
                .iter()
                .flat_map(|weight| weight.to_le_bytes())
                .collect(),
            false => weights
                .iter()
                .flat_map(|&weight| (weight as f32).to_le_bytes())
                .collect(),
        };
        let digest: String = Sha256::digest(bytes)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(trained.digest(), digest);
        assert!(trained.code().contains(&digest));
    }
}
