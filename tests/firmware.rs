//! Models on microcontrollers, which QEMU emulates: the answers of the host, and how little they take.
//! `cargo test --test firmware -- --nocapture` prints the table of `tests/firmware/README.md`.

#[path = "../neuralatex-core/tests/common/floats.rs"]
mod floats;
#[path = "firmware/harness/mod.rs"]
mod harness;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

use floats::is_of_floats;
use harness::{Build, CHIPS, Level, builds, host_answers, rust};

/// The images, and the bytes of weights and biases in each; integers have a bias and a factor for each neuron.
const IMAGES: [(&str, usize); 9] = [
    ("sine", 4 * (2 * 16 + 17 * 16 + 17)),
    ("sine_i8", (16 + 16 * 16 + 16) + 8 * (16 + 16 + 1)),
    ("spiral", 4 * (3 * 4 + 5 * 4 + 5)),
    ("spiral_i8", (2 * 4 + 4 * 4 + 4) + 8 * (4 + 4 + 1)),
    ("iris", 4 * (5 * 16 + 17 * 3)),
    ("iris_i8", (4 * 16 + 16 * 3) + 8 * (16 + 3)),
    ("digits", 4 * (65 * 32 + 33 * 10)),
    ("digits_i8", (64 * 32 + 32 * 10) + 8 * (32 + 10)),
    ("moons", 8 * (3 * 8 + 9 * 4 + 5)),
];

#[test]
fn chips_answer_as_the_host_does_to_the_bit() {
    let Some(builds) = builds() else { return };
    let expected = host_answers();
    assert_they_tell_something(&expected);
    // Where weights stand changes no answer.
    let of = |models| -> Vec<&str> {
        let lines = expected.lines();
        lines.filter_map(|line| line.strip_prefix(models)).collect()
    };
    assert_same(&of("every_in_files,"), &of("every,"), "files");
    let expected: Vec<&str> = expected.lines().collect();
    for build in builds {
        let answers = build.run("answers");
        let answers: Vec<&str> = answers.lines().collect();
        assert_same(&answers, &expected, &build.to_string());
    }
}

#[track_caller]
fn assert_same(answers: &[&str], expected: &[&str], whose: &str) {
    let differing = answers.iter().zip(expected).find(|(a, b)| a != b);
    assert_eq!(differing, None, "{whose}");
    assert_eq!(answers.len(), expected.len(), "{whose}");
}

/// Nothing could be seen in answers that are all the same; one that is so small that a chip might take it for 0
/// shows that it does not. Some inputs are no numbers, or have no finite answer.
fn assert_they_tell_something(answers: &str) {
    let mut of_questions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for line in answers.lines() {
        let (asked, answer) = line.split_once(": ").expect("a question and its answer");
        let (question, _) = asked.rsplit_once(' ').expect("the number of a row");
        of_questions.entry(question).or_default().insert(answer);
    }
    for (question, different) in &of_questions {
        // There are two classes, or a few; and few steps for floats of which most are beyond the rows of training.
        let least = match question.split_once(", ") {
            Some((_, "class")) => 2,
            Some(_) => 6,
            None => 11,
        };
        assert!(different.len() >= least, "{question}: {different:?}");
    }
    let has_question = |(name, _)| of_questions.contains_key(name);
    assert!(IMAGES.into_iter().all(has_question), "{of_questions:?}");
    let numbers = answers.split_whitespace().filter(|it| it.len() == 8);
    let bits = numbers.filter_map(|number| u32::from_str_radix(number, 16).ok());
    let numbers: Vec<f32> = bits.map(f32::from_bits).collect();
    assert!(numbers.iter().any(|number| number.is_subnormal()));
    assert!(numbers.iter().any(|number| number.is_infinite()));
    assert!(answers.contains(" nan"));
    let is_least =
        |line: &str| line.starts_with("spiral_i8, steps") && line.ends_with(": -128 -128");
    assert!(answers.lines().any(is_least));
}

/// Each model has an image and lines in the table of the README, and there are no others. Those that have every
/// activation are there for their answers alone.
#[test]
fn every_model_has_its_lines_in_the_table() {
    let images: BTreeSet<String> = IMAGES.map(|(name, _)| name.to_string()).into();
    let source = include_str!("firmware/src/models.rs");
    let between = |line: &str, start: &str, end: &str| {
        let (_, rest) = line.split_once(start)?;
        Some(snake_case(rest.split_once(end)?.0))
    };
    let models = source.lines().filter_map(|line| {
        between(line, "pub model ", "<").or_else(|| between(line, "\"/", ".rs\""))
    });
    let models: BTreeSet<String> = models.filter(|name| !name.starts_with("every")).collect();
    assert_eq!(models, images, "models and images");

    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/firmware/examples");
    let files = fs::read_dir(folder).expect("a folder").map(|entry| {
        let path = entry.expect("an entry").path();
        path.file_stem().expect("a name").display().to_string()
    });
    let examples: BTreeSet<String> = files.filter(|name| name != "nothing").collect();
    assert_eq!(examples, images, "examples and images");

    let of_each_chip = |name: &String| CHIPS.map(|chip| format!("{name} | {}", chip.name));
    let mut expected: Vec<String> = images.iter().flat_map(of_each_chip).collect();
    let rows = include_str!("firmware/README.md")
        .lines()
        .filter_map(|line| {
            let (name, rest) = line.strip_prefix("| ")?.split_once(" | ")?;
            let (chip, _) = rest.split_once(" | ")?;
            chip.starts_with("Cortex")
                .then(|| format!("{name} | {chip}"))
        });
    let mut rows: Vec<String> = rows.collect();
    expected.sort_unstable();
    rows.sort_unstable();
    assert_eq!(rows, expected, "the table and images");
}

/// `SineI8` as its file is called.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

#[test]
fn models_take_little_flash_and_no_memory_but_the_stack() {
    let Some(builds) = builds() else { return };
    let mut table = String::new();
    let mut differing = Vec::new();
    for (name, weights) in IMAGES {
        for chip in &CHIPS {
            let mut columns = vec![weights];
            for level in [Level::Small, Level::Fast] {
                let mut those = builds.iter().filter(|build| build.level == level);
                let build = those.find(|build| build.chip.name == chip.name);
                columns.extend(measured(build.expect("it was built"), name));
            }
            let start = format!("| {name} | {} |", chip.name);
            let known = documented(&start);
            let is_near = |(known, column): (&usize, &usize)| is_as_documented(*known, *column);
            if known.len() != columns.len() || !known.iter().zip(&columns).all(is_near) {
                differing.push(format!("{start} {known:?}"));
            }
            table += &start;
            for column in columns {
                _ = write!(table, " {column} |");
            }
            table += "\n";
        }
    }
    println!("{table}");
    assert!(
        differing.is_empty(),
        "the README has {differing:#?}, and here it is\n{table}"
    );
}

/// Whether a number of bytes is that of the README: nearly with the Rust that its table is of; with another one it
/// may be less, or a tenth more.
fn is_as_documented(known: usize, found: usize) -> bool {
    const FEW: usize = 32;
    match include_str!("firmware/README.md").contains(&format!("with Rust {},", rust())) {
        true => found.abs_diff(known) <= FEW,
        false => found <= known + FEW.max(known / 10),
    }
}

/// The numbers in the line of the table that starts so.
fn documented(start: &str) -> Vec<usize> {
    let table = include_str!("firmware/README.md");
    let line = table.lines().find_map(|line| line.strip_prefix(start));
    let columns = line.unwrap_or_default().split('|');
    columns
        .filter_map(|column| column.trim().parse().ok())
        .collect()
}

/// The flash of the model, that of the whole image, and the stack.
fn measured(build: &Build, name: &str) -> [usize; 3] {
    let (image, nothing) = (build.size(name), build.size("nothing"));
    assert_eq!([nothing.memory, image.memory], [0; 2], "{build}: {name}");
    let is_integer = name.ends_with("_i8");
    for symbol in &image.symbols {
        assert!(!symbol.contains("panic"), "{build}: {name} has {symbol}");
        let is_wrong = is_integer && is_of_floats(symbol);
        assert!(!is_wrong, "{build}: {name} has {symbol}");
    }
    // That they would be seen, other models show where the chip has no instructions for floats.
    let has_floats = image.symbols.iter().any(|symbol| is_of_floats(symbol));
    let is_seen = build.chip.name == "Cortex-M0" && !is_integer;
    assert!(has_floats || !is_seen, "{build}: {name}");
    let depths = build.run("stack");
    let start = format!("{name}: ");
    let depth = depths.lines().find_map(|line| line.strip_prefix(&start));
    let depth = depth.and_then(|it| it.parse().ok()).expect(name);
    [image.flash - nothing.flash, image.flash, depth]
}
