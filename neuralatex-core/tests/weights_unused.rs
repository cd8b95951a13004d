//! `WEIGHTS` costs nothing where nobody uses it: weights that inference reads in another order are in a program twice
//! only if they are asked for; those that integers were made from, only then at all.

mod common;

use common::folder;
use common::generated::{code, real, rustc};
use neuralatex_core::prelude::*;

#[test]
fn weights_in_the_papers_order_cost_nothing_unless_they_are_used() {
    let folder = folder("unused_weights");
    let bytes = model("Bytes", [20, 40, 8]).data(blobs(9).dimensions(20).classes(8));
    let double = bytes.clone().precision(Precision::F64);
    let integers = bytes.clone().quantize(i8());
    for (model, is_file, stored_once) in [
        (bytes.clone(), false, 1),
        (double, false, 1),
        (integers.clone(), false, 0),
        (bytes, true, 1),
        (integers, true, 0),
    ] {
        let trained = model.epochs(1).train().unwrap();
        let code = code(&folder, &trained, is_file);
        let real = real(&trained);
        let weights = format!("WEIGHTS: &'static [{real}; 1168] = &");
        let (_, value) = code.split_once(&weights).expect("they are there");
        assert!(!value.starts_with('['), "they are bytes");
        let in_precision = |numbers: Vec<f64>| -> Vec<u8> {
            let single = |number: &f64| (*number as f32).to_le_bytes().to_vec();
            let double = |number: &f64| number.to_le_bytes().to_vec();
            let numbers = numbers.iter();
            match real {
                "f32" => numbers.flat_map(single).collect(),
                _ => numbers.flat_map(double).collect(),
            }
        };
        let weights = trained.weights();
        // Those of one neuron stand together, or those of one input.
        let in_order = in_precision(weights[..4].to_vec());
        let stored = in_precision((0..4).map(|neuron| weights[21 * neuron]).collect());
        let library = folder.join("libuser.rlib");
        let source = folder.join("user.rs");
        std::fs::write(&source, format!("#![no_std]\n{code}")).unwrap();
        let ask = "Bytes::scores(black_box([1.0; 20]))";
        let look = "Bytes::WEIGHTS[black_box(7)]";
        let programs = [
            ("asked", ask.to_string(), [0, stored_once]),
            ("looked_at", format!("({ask}, {look})"), [1, stored_once]),
        ];
        for level in ["0", "s", "3"] {
            let level = format!("opt-level={level}");
            let arguments = ["--edition=2024", "-C", &level];
            let lib = [&arguments[..], &["--crate-type=rlib"]].concat();
            rustc(&lib, &source, &library).unwrap();
            let user = format!("user={}", library.display());
            for (name, used, expected) in &programs {
                let main = folder.join(format!("{name}.rs"));
                let uses = "use std::hint::black_box;\nuse user::Bytes;\n";
                let text = format!("{uses}fn main() {{\n    println!(\"{{:?}}\", {used});\n}}\n");
                std::fs::write(&main, text).unwrap();
                let program = main.with_extension(std::env::consts::EXE_EXTENSION);
                let bin = [&arguments[..], &["--extern", &user]].concat();
                rustc(&bin, &main, &program).unwrap();
                let program = std::fs::read(&program).unwrap();
                let found = [&in_order, &stored].map(|numbers| {
                    let windows = program.windows(numbers.len());
                    windows.filter(|window| window == numbers).count()
                });
                assert_eq!(found, *expected, "{real}, {name}, {level}");
            }
        }
    }
}
