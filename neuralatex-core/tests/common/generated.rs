//! Generated source as users have it: compiled, run, and looked at.

use std::path::Path;
use std::process::Command;

use neuralatex_core::prelude::*;
use object::{File, Object, ObjectSymbol};

/// Every activation. A slope of 0.01 is another number in f32 than in f64.
pub(crate) fn activations() -> [Activation; 7] {
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

/// The type of a model's numbers.
pub(crate) fn real(trained: &Trained) -> &'static str {
    match trained.code().contains("WEIGHTS: &'static [f64") {
        true => "f64",
        false => "f32",
    }
}

/// The bits of numbers in the precision of a model, as lines of a program that prints them.
pub(crate) fn bits(trained: &Trained, numbers: impl IntoIterator<Item = f64>) -> String {
    let line = match real(trained) {
        "f64" => |number: f64| format!("{}\n", number.to_bits()),
        _ => |number: f64| format!("{}\n", (number as f32).to_bits()),
    };
    numbers.into_iter().map(line).collect()
}

/// What the debug format of a prediction prints for each evaluation row, line by line.
pub(crate) fn predictions(trained: &Trained) -> String {
    let eval = trained.eval().unwrap();
    let predicted = trained.predicted();
    let line = |row: usize| match predicted.get(row) {
        Some(class) => format!("{class}\n"),
        None => {
            let scores = trained.scores(&eval.inputs(row));
            let scores: Vec<f32> = scores.iter().map(|&score| score as f32).collect();
            format!("{scores:?}\n")
        }
    };
    (0..eval.rows()).map(line).collect()
}

pub(crate) fn rustc(arguments: &[&str], source: &Path, output: &Path) -> Result<(), String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let mut command = Command::new(rustc);
    command.args(arguments).arg(source).arg("-o").arg(output);
    let result = command.output().unwrap();
    match result.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&result.stderr).into_owned()),
    }
}

/// The object of a library, with this level of optimisation and these arguments.
pub(crate) fn object(source: &Path, level: &str, arguments: &[&str]) -> Result<Vec<u8>, String> {
    let object = source.with_extension(format!("{level}.o"));
    let level = format!("opt-level={level}");
    let all = ["--crate-type=lib", "--emit=obj", "-C", &level];
    rustc(&[&all, arguments].concat(), source, &object)?;
    Ok(std::fs::read(&object).unwrap())
}

/// The names of what an object needs from elsewhere.
pub(crate) fn undefined(object: &[u8]) -> Vec<String> {
    let object = File::parse(object).unwrap();
    let undefined = object.symbols().filter(|symbol| symbol.is_undefined());
    undefined
        .filter_map(|symbol| symbol.name().ok().map(str::to_string))
        .collect()
}

/// The code of a model, which may have its weights in a file of this folder.
pub(crate) fn code(folder: &Path, trained: &Trained, has_file: bool) -> String {
    if !has_file {
        return trained.code();
    }
    let (code, name, content) = trained.code_and_file();
    std::fs::write(folder.join(name), content).unwrap();
    code
}

/// A library of a model, with functions that call it, in the manner of a user who allows nothing.
pub(crate) fn library(code: &str, uses: &str) -> String {
    let head =
        "//! A crate.\n#![no_std]\n#![deny(warnings, missing_docs)]\n#![forbid(unsafe_code)]\n";
    format!("{head}\n{code}\n{uses}")
}

/// A function of such a library, which cannot be inlined away.
pub(crate) fn caller(name: &str, input: &str, output: &str, body: &str) -> String {
    format!(
        "/// Calls it.\n#[inline(never)]\n#[must_use]\npub fn {name}(input: {input}) -> {output} {{\n    {body}\n}}\n"
    )
}

/// That a library compiles in every edition, and has no way to panic at any level of optimisation.
#[track_caller]
pub(crate) fn assert_cannot_panic(folder: &Path, name: &str, library: &str) {
    let source = folder.join(format!("{name}.rs"));
    std::fs::write(&source, library).unwrap();
    let editions = ["2018", "2021", "2024"].into_iter().cycle();
    for (edition, (level, features)) in editions.zip(ways()) {
        let features = format!("target-feature={features}");
        let object = object(&source, level, &["--edition", edition, "-C", &features]).unwrap();
        let panics = object.windows(9).any(|window| window == b"panicking");
        assert!(
            !panics,
            "{name} at opt-level={level}, {features}, can panic"
        );
    }
}

/// Levels of optimisation, and features of processors with which generated code does more at once, as far as
/// this one has them.
pub(crate) fn ways() -> Vec<(&'static str, &'static str)> {
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

/// Holds the functions of many rows to those of one, for even and odd numbers of rows, and for slices of
/// different lengths.
pub(crate) fn of_many(trained: &Trained, rows: &[Vec<f64>]) -> String {
    let name = trained.name();
    let real = real(trained);
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

/// That a program of these models prints this, compiled in each of these ways, and so with weights in files.
#[track_caller]
pub(crate) fn assert_prints(
    folder: &Path,
    main: &str,
    models: &[Trained],
    ways: &[(&str, &str)],
    expected: &str,
) {
    let main = format!("#![allow(missing_docs)]\nfn main() {{\n{main}}}\n");
    let [plain, with_files] = [false, true].map(|has_files| {
        let codes = models
            .iter()
            .map(|trained| code(folder, trained, has_files));
        codes.collect()
    });
    assert_prints_in(folder, &main, plain, ways, expected);
    assert_prints_in(folder, &main, with_files, ways, expected);
}

#[track_caller]
fn assert_prints_in(
    folder: &Path,
    main: &str,
    code: String,
    ways: &[(&str, &str)],
    expected: &str,
) {
    let path = folder.join("main.rs");
    std::fs::write(&path, format!("{main}{code}")).unwrap();
    for (level, features) in ways {
        let way = format!("{level}{features}");
        let program = folder.join(format!("main{way}{}", std::env::consts::EXE_SUFFIX));
        let level = format!("opt-level={level}");
        let features = format!("target-feature={features}");
        let arguments = ["--edition=2021", "-C", &level, "-C", &features];
        rustc(&arguments, &path, &program).unwrap();
        let output = Command::new(&program).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{way}: {errors}");
        let found = String::from_utf8_lossy(&output.stdout);
        assert_eq!(found.lines().count(), expected.lines().count());
        for (place, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
            assert_eq!(found, expected, "{way}, line {place}");
        }
    }
}

/// That the code of models is as rustfmt has it.
#[track_caller]
pub(crate) fn assert_formatted(folder: &Path, models: &[Trained]) {
    for trained in models {
        let path = folder.join(format!("{}.rs", trained.name()));
        let code = trained.code();
        std::fs::write(&path, &code).unwrap();
        let mut check = Command::new("rustfmt");
        let check = check.args(["--check", "--edition=2024"]).arg(&path);
        let Ok(output) = check.output() else {
            assert!(std::env::var_os("CI").is_none(), "CI has rustfmt");
            return eprintln!("SKIPPED: rustfmt is not installed");
        };
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{told}");
        let longest = code.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(100), "a line of {longest:?} characters");
    }
}
