//! More than a million weights are a file beside the code, through both doors.

mod day;

use day::Crate;
use std::fs;
use std::time::SystemTime;

const FIELDS: &str = "
        data: blobs(2).dimensions(100).classes(2),
        epochs: 1,
        card: false,
";

const LIBRARY: &str = "//! A crate.
#![forbid(unsafe_code)]
#![no_std]
include!(concat!(env!(\"OUT_DIR\"), \"/built.rs\"));
neuralatex::train! {
    /// From a macro.
    pub model Expanded<100, 9900, 1> { FIELDS }
    /// In integers.
    pub model Quantized<100, 9900, 1> { FIELDS quantize: i8 }
}
#[cfg(test)]
extern crate std;
#[test]
fn both_doors_give_the_same() {
    let expected = include!(concat!(env!(\"OUT_DIR\"), \"/expected\"));
    for (row, expected, quantized) in expected {
        let input = core::array::from_fn(|n| ((n * 7 + row) % 13) as f32 - 6.0);
        let scores = Expanded::scores(input);
        assert_eq!(scores.map(f32::to_bits), [expected]);
        assert_eq!(scores, Built::scores(input));
        let mut many = [[0.0]; 3];
        Expanded::scores_many(&[input; 3], &mut many);
        assert_eq!(many, [scores; 3]);
        let scores = Quantized::scores(input);
        assert_eq!(scores.map(f32::to_bits), [quantized]);
    }
    assert_eq!(Built::DIGEST, Expanded::DIGEST);
    std::println!(\"RESULT {}\", Expanded::DIGEST);
}
";

const SCRIPT: &str = "use neuralatex_core::prelude::*;
fn main() -> Result<()> {
    let model = || model(\"Built\", [100, 9900, 1])
        .data(blobs(2).dimensions(100).classes(2))
        .epochs(1)
        .card(false);
    let trained = model().train()?;
    let quantized = model().quantize(i8()).train()?;
    let input = |row: usize| -> Vec<f64> {
        (0..100).map(|n| ((n * 7 + row) % 13) as f64 - 6.0).collect()
    };
    let score = |trained: &Trained, row| (trained.scores(&input(row))[0] as f32).to_bits();
    let expected: Vec<(usize, u32, u32)> = (0..5)
        .map(|row| (row, score(&trained, row), score(&quantized, row)))
        .collect();
    let folder = std::env::var(\"OUT_DIR\").unwrap();
    std::fs::write(folder + \"/expected\", format!(\"{expected:?}\")).unwrap();
    // What a program makes of the code alone holds all weights.
    assert!(trained.code().contains(\"Stored(*b\\\"\"));
    model().compile()
}
";

#[test]
fn more_than_a_million_weights_are_a_file_beside_the_code() {
    let user = Crate::new("large");
    user.write("build.rs", SCRIPT);
    user.write("src/lib.rs", &LIBRARY.replace("FIELDS", FIELDS));
    let folder = user.target.join("neuralatex-weights");
    let _ = fs::remove_dir_all(&folder);
    let digest = user.digest(&[]);
    let files: Vec<_> = fs::read_dir(&folder).unwrap().flatten().collect();
    let sizes = || {
        let found = files.iter().map(|file| file.path().metadata().unwrap());
        let mut sizes: Vec<u64> = found.map(|found| found.len()).collect();
        sizes.sort_unstable();
        sizes
    };
    // Behind the numbers of a quantised network stand a scale and an offset of each input, a bias and a multiplier
    // of each neuron, and the weights.
    let (numbers, steps, neurons, weights) = (4 * 1_009_801, 100 * 8, 9901 * 8, 999_900);
    let expected = [numbers, numbers + steps + neurons + weights];
    assert_eq!(sizes(), expected, "{files:?}");
    // Cargo would compile again for a file that is younger than what it has compiled.
    let long_ago = SystemTime::now() - std::time::Duration::from_secs(1 << 20);
    for file in &files {
        assert!(file.metadata().unwrap().modified().unwrap() < long_ago);
    }
    let told = user.cargo(&["test", "--lib", "--no-run", "-v"], &[]);
    assert!(told.contains("Fresh large"), "{told}");
    // A file that is gone comes back, a damaged one is not used.
    for damage in [true, false] {
        for file in &files {
            match damage {
                true => fs::write(file.path(), "damaged").unwrap(),
                false => fs::remove_file(file.path()).unwrap(),
            }
        }
        user.touch();
        assert_eq!(user.digest(&[]), digest);
        assert_eq!(sizes(), expected);
    }
}
