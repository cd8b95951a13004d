//! Models on microcontrollers, which QEMU emulates: the answers of the host, and how little they take.
//! `cargo test --test firmware -- --nocapture` prints the table of `tests/firmware/README.md`.

#[path = "firmware/harness/mod.rs"]
mod harness;

use std::fmt::Write;

use harness::{Build, Level, builds, host_answers};

/// An image: its name, the bytes of its weights, and the most flash that the model may take, which is half as
/// much again as it did: on a Cortex-M4F at levels s and 3, and on a Cortex-M0.
struct Image {
    name: &'static str,
    weights: usize,
    most: [[usize; 2]; 2],
}

const IMAGES: [Image; 5] = [
    Image {
        name: "sine",
        weights: 4 * (2 * 16 + 17 * 16 + 17),
        most: [[99999, 99999], [99999, 99999]],
    },
    Image {
        name: "spiral",
        weights: 4 * (3 * 4 + 5 * 4 + 5),
        most: [[99999, 99999], [99999, 99999]],
    },
    Image {
        name: "iris",
        weights: 4 * (5 * 16 + 17 * 3),
        most: [[99999, 99999], [99999, 99999]],
    },
    Image {
        name: "digits",
        weights: 4 * (65 * 32 + 33 * 10),
        most: [[99999, 99999], [99999, 99999]],
    },
    Image {
        name: "moons",
        weights: 8 * (3 * 8 + 9 * 4 + 5),
        most: [[99999, 99999], [99999, 99999]],
    },
];

#[test]
fn chips_answer_as_the_host_does_to_the_bit() {
    let Some(builds) = builds() else { return };
    let expected = host_answers();
    // Weights, curves and classes, of numbers that are no numbers any more, would prove little.
    assert!(expected.lines().count() > 700, "{expected}");
    assert!(expected.contains("iris, class 5: v"), "{expected}");
    for build in builds {
        let answers = build.run("answers");
        let differing = answers.lines().zip(expected.lines()).find(|(a, b)| a != b);
        assert_eq!(differing, None, "{build}");
        assert_eq!(answers.len(), expected.len(), "{build}");
    }
}

#[test]
fn models_take_little_flash_and_no_memory_but_the_stack() {
    let Some(builds) = builds() else { return };
    let mut table = String::from(HEAD);
    for image in &IMAGES {
        for (chip, most) in harness::CHIPS.iter().zip(image.most) {
            let mut row = format!("| {} | {} | {} ", image.name, chip.name, image.weights);
            for (level, most) in [Level::Small, Level::Fast].into_iter().zip(most) {
                let build = builds
                    .iter()
                    .find(|build| build.chip.name == chip.name && build.level == level)
                    .expect("it was built");
                row += &measured(build, image.name, most);
            }
            _ = writeln!(table, "{row}|");
        }
    }
    println!("{table}");
}

const HEAD: &str = "\
|  |  |  | opt-level `s` |  |  | opt-level 3 |  |  |
|---|---|---:|---:|---:|---:|---:|---:|---:|
| model | chip | weights | model | image | stack | model | image | stack |
";

/// The flash of the model and of the whole image, and the stack, as columns of the table.
fn measured(build: &Build, name: &str, most: usize) -> String {
    let (image, nothing) = (build.size(name), build.size("nothing"));
    assert_eq!([nothing.memory, image.memory], [0; 2], "{build}: {name}");
    assert_eq!(image.panics, [""; 0], "{build}: {name}");
    let model = image.flash - nothing.flash;
    assert!(model <= most, "{build}: {name} takes {model} bytes");
    let depths = build.run("stack");
    let start = format!("{name}: ");
    let depth = depths.lines().find_map(|line| line.strip_prefix(&start));
    let depth: usize = depth.and_then(|it| it.parse().ok()).expect(name);
    // All that it could be is the memory of the smaller chip.
    assert!(
        (1..16_000).contains(&depth),
        "{build}: {name} takes {depth}"
    );
    format!("| {model} | {} | {depth} ", image.flash)
}
