//! Models on microcontrollers, which QEMU emulates: the answers of the host, and how little they take.
//! `cargo test --test firmware -- --nocapture` prints the table of `tests/firmware/README.md`.

#[path = "firmware/harness/mod.rs"]
mod harness;

use std::fmt::Write;

use harness::{Build, CHIPS, Level, builds, host_answers};

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
    for build in builds {
        let answers = build.run("answers");
        let differing = answers.lines().zip(expected.lines()).find(|(a, b)| a != b);
        assert_eq!(differing, None, "{build}");
        assert_eq!(answers.len(), expected.len(), "{build}");
    }
}

/// Nothing could be seen in answers that are all the same, or no numbers; one that is so small that a chip
/// might take it for 0 shows that it does not.
fn assert_they_tell_something(answers: &str) {
    for (name, _) in IMAGES {
        let lines = answers.lines().filter_map(|line| line.split_once(": "));
        let of_this = lines.filter(|(who, _)| who.split(' ').next() == Some(name));
        let mut different: Vec<&str> = of_this.map(|(_, answer)| answer).collect();
        different.sort_unstable();
        different.dedup();
        assert!(different.len() > 10, "{name}: {different:?}");
    }
    let numbers = answers.split_whitespace().filter(|it| it.len() == 8);
    let bits = numbers.filter_map(|number| u32::from_str_radix(number, 16).ok());
    let numbers: Vec<f32> = bits.map(f32::from_bits).collect();
    assert!(numbers.iter().any(|number| number.is_subnormal()));
    assert!(!numbers.iter().any(|number| number.is_nan()));
}

#[test]
fn models_take_little_flash_and_no_memory_but_the_stack() {
    let Some(builds) = builds() else { return };
    let mut table = String::new();
    let mut grown = Vec::new();
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
            if known.len() != columns.len()
                || known.iter().zip(&columns).any(|(k, c)| 3 * k < 2 * c)
            {
                grown.push(format!("{start} {known:?}"));
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
        grown.is_empty(),
        "more than half as much again as {grown:#?}:\n{table}"
    );
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
        let is_of_floats = ["__aeabi_f", "__aeabi_d", "__aeabi_i2f", "__aeabi_i2d"]
            .iter()
            .any(|start| symbol.starts_with(start));
        assert!(
            !(is_integer && is_of_floats),
            "{build}: {name} has {symbol}"
        );
    }
    let depths = build.run("stack");
    let start = format!("{name}: ");
    let depth = depths.lines().find_map(|line| line.strip_prefix(&start));
    let depth = depth.and_then(|it| it.parse().ok()).expect(name);
    [image.flash - nothing.flash, image.flash, depth]
}
