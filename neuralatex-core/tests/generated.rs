//! The generated source stands alone: it needs `core` and nothing else, holds no way to panic, is
//! formatted, and computes what the core computed, to the bit.

mod common;

use common::folder;
use common::generated::*;
use neuralatex_core::prelude::*;
use object::{File, Object, ObjectSection, ObjectSymbol, SectionKind, Symbol};

/// One model of each shape that the emitter knows.
fn models() -> Vec<Trained> {
    let twelve_inputs = || {
        from_fn(40, |random| {
            let inputs: Vec<f64> = (0..12).map(|_| random.normal()).collect();
            let targets = vec![inputs[0], inputs[11]];
            (inputs, targets)
        })
    };
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
        model("Lanes", [2, 15, 15, 3]).data(many_classes()),
        model("Curves", [2, 15, 15, 3])
            .data(many_classes())
            .activation([silu(), tanh()]),
        model("Behind", [2, 40, 6, 3]).data(many_classes()),
        model("Panels", [2, 32, 16, 48]).data(many_numbers()),
        model("Odd", [2, 37, 19, 3]).data(many_classes()),
        model("Late", [2, 5, 20, 32, 3]).data(many_classes()),
        model("OddDouble", [2, 37, 19, 3])
            .data(many_classes())
            .activation([tanh(), gelu()])
            .precision(Precision::F64),
        model("Vectors", [2, 64, 8, 67, 32, 4, 3]).data(many_classes()),
        model("VectorFirst", [12, 8, 16, 2]).data(twelve_inputs()),
        model("Bytes", [2, 33, 31, 3]).data(many_classes()),
        model("Halves", [2, 130, 64, 149, 3]).data(many_classes()),
        model("HalvesDouble", [2, 64, 75, 3])
            .data(many_classes())
            .activation(tanh())
            .precision(Precision::F64),
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

#[test]
fn it_compiles_with_core_alone_in_every_edition_and_cannot_panic() {
    let folder = folder("core_alone");
    for trained in models() {
        let (name, real) = (trained.name(), real(&trained));
        let inputs = trained.data().inputs(0).len();
        let outputs = trained.data().targets(0).len();
        let answer = match trained.data().classes().len() {
            0 => format!("[{real}; {outputs}]"),
            _ => "i32".to_string(),
        };
        let input = format!("[{real}; {inputs}]");
        let output = format!("([{real}; {outputs}], {answer})");
        let body = format!("({name}::scores(input), {name}::predict(input))");
        let mut uses = caller("call", &input, &output, &body);
        let rows = format!("(&[{input}], &mut [[{real}; {outputs}]], &mut [{answer}])");
        let many = "scores_many(input.0, input.1)";
        let body = format!("({name}::{many}, {name}::predict_many(input.0, input.2))");
        uses += &caller("many", &rows, "(usize, usize)", &body);
        if let Some(probabilities) = trained.probabilities(&vec![0.0; inputs]) {
            let output = format!("[{real}; {}]", probabilities.len());
            let body = format!("{name}::probabilities(input)");
            uses += &caller("ask", &input, &output, &body);
        }
        for has_file in [false, true] {
            let code = code(&folder, &trained, has_file);
            assert_cannot_panic(&folder, name, &library(&code, &uses));
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
    let (mut source, mut expected) = (String::new(), String::new());
    for trained in &trained {
        let (name, rows) = (trained.name(), inputs(trained));
        let mut asked = vec!["scores"];
        asked.extend(trained.probabilities(&rows[0]).map(|_| "probabilities"));
        source += &format!("    for row in std::hint::black_box({rows:?}) {{\n");
        for function in asked {
            source += &format!(
                "        for number in {name}::{function}(row) {{ println!(\"{{}}\", number.to_bits()); }}\n"
            );
        }
        source += "    }\n";
        for row in &rows {
            let shares = trained.probabilities(row).unwrap_or_default();
            let numbers = trained.scores(row).into_iter().chain(shares);
            expected += &bits(trained, numbers);
        }
        source += &of_many(trained, &rows);
        source += &format!(
            "    for weight in {name}::WEIGHTS {{ println!(\"{{}}\", weight.to_bits()); }}\n"
        );
        expected += &bits(trained, trained.weights());
    }
    assert_prints(&folder, &source, &trained, &ways(), &expected);
}

/// Firmware has no more than these.
#[test]
fn a_model_needs_functions_that_copy_and_fill_memory_alone() {
    let folder = folder("undefined");
    for trained in models() {
        let name = trained.name();
        let source = folder.join(format!("{name}.rs"));
        std::fs::write(&source, format!("#![no_std]\n{}", trained.code())).unwrap();
        for (level, feature) in ways().into_iter().chain([("1", ""), ("2", ""), ("z", "")]) {
            let feature = format!("-Ctarget-feature={feature}");
            let bytes = object(&source, level, &["--edition=2024", &feature]).unwrap();
            let is_other = |name: &String| !["", "memcpy", "memset"].contains(&&name[..]);
            let others: Vec<String> = undefined(&bytes).into_iter().filter(is_other).collect();
            assert!(
                others.is_empty(),
                "{name} at {level} {feature} needs {others:?}"
            );
            let object = File::parse(&bytes[..]).unwrap();
            let is_there =
                |symbol: Symbol<'_, '_>| symbol.name().is_ok_and(|n| n.contains("scores"));
            assert!(object.symbols().any(is_there), "{name} at {level}");
        }
    }
}

/// Types of its own have other names then.
#[test]
fn models_may_have_names_that_it_needs_itself() {
    let folder = folder("names");
    for name in ["Stored", "Curve", "Option", "Some", "None", "Copy"] {
        let model = model(name, [2, 17, 1]).data(spiral(20)).epochs(1);
        for model in [model.clone(), model.activation(tanh()).quantize(i8())] {
            let trained = model.train().unwrap();
            let body = format!("{name}::scores(input)");
            let uses = caller("ask", "[f32; 2]", "[f32; 1]", &body);
            let source = folder.join(format!("{name}.rs"));
            std::fs::write(&source, library(&trained.code(), &uses)).unwrap();
            object(&source, "0", &["--edition=2024"]).unwrap();
        }
    }
}

/// The constants and `predict` of every shape of model, run and compared with the core's answers.
#[test]
fn it_says_and_predicts_what_the_core_found() {
    let folder = folder("answers");
    let models = models();
    let (mut source, mut expected) = (String::new(), String::new());
    for trained in models.iter().filter(|trained| trained.eval().is_some()) {
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
        }
        expected += &predictions(trained);
        source += &format!(
            "    assert_eq!({name}::TRAINED, {});\n",
            trained.data().rows()
        );
        source += &format!("    assert_eq!({name}::EPOCHS, {name}::LOSSES.len());\n");
    }
    assert_prints(&folder, &source, &models, &[("0", "")], &expected);
}

#[test]
fn it_is_formatted() {
    assert_formatted(&folder("formatted"), &models());
}

#[test]
fn the_digest_is_that_of_the_weights_as_they_are_written() {
    use sha2::{Digest, Sha256};
    for trained in models() {
        let weights = trained.weights();
        let bytes: Vec<u8> = match real(&trained) {
            "f64" => weights
                .iter()
                .flat_map(|weight| weight.to_le_bytes())
                .collect(),
            _ => weights
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

#[test]
fn the_form_of_weights_changes_no_instruction() {
    let folder = folder("forms");
    for trained in models() {
        let (name, real) = (trained.name(), real(&trained));
        let inputs = trained.data().inputs(0).len();
        let outputs = trained.data().targets(0).len();
        let input = format!("[{real}; {inputs}]");
        let output = format!("[{real}; {outputs}]");
        let mut uses = caller("call", &input, &output, &format!("{name}::scores(input)"));
        let rows = format!("(&[{input}], &mut [{output}])");
        let body = format!("{name}::scores_many(input.0, input.1)");
        uses += &caller("many", &rows, "usize", &body);
        let [in_source, in_file] = [false, true].map(|has_file| {
            let code = code(&folder, &trained, has_file);
            let source = folder.join("forms.rs");
            std::fs::write(&source, library(&code, &uses)).unwrap();
            let arguments = ["--edition", "2024", "-C", "codegen-units=1"];
            instructions(&object(&source, "3", &arguments).unwrap())
        });
        assert!(in_source.len() > 100, "{name} has no code");
        assert!(in_source == in_file, "{name} has other code for a file");
    }
}

/// The code of an object, in which addresses are not filled in yet.
fn instructions(object: &[u8]) -> Vec<u8> {
    let object = File::parse(object).unwrap();
    let sections = object.sections();
    let code = sections.filter(|section| section.kind() == SectionKind::Text);
    code.flat_map(|section| section.data().unwrap().to_vec())
        .collect()
}
