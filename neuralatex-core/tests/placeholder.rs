//! What an editor gets in place of a trained model has the same items with the same types.

mod common;

use common::folder;
use neuralatex_core::prelude::*;

/// The declarations of generated code: constants without their values, functions, structs and enums.
fn signatures(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut in_enum = false;
    for line in code.lines().map(str::trim) {
        let declared = match line.starts_with("pub const") && !line.ends_with('{') {
            true => line.split_once(" =").map_or(line, |(declared, _)| declared),
            false => line,
        };
        in_enum = (in_enum && line != "}") || line.starts_with("pub enum");
        let counts = ["pub ", "impl ", "#[derive"];
        let is_variant = in_enum && !line.starts_with("//");
        if is_variant || counts.iter().any(|start| line.starts_with(start)) {
            found.push(declared.to_string());
        }
    }
    found
}

/// Sources, each with sizes that fit and another source for `eval`.
fn sources(test: &str) -> Vec<(Vec<usize>, Source, Source)> {
    let folder = folder(test);
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let flies = "wing,leg,colour,kind,weight\n1,2,red,ant,0.5\n2,1,blue,bee,1.5\n3,4,red,fly,2.5\n\
                 4,3,blue,ant,3.5\n5,5,red,bee,4.5\n6,7,green,fly,5.5\n";
    let flies = csv(file("flies.csv", flies));
    let numbers = "1;0;7\n2;1;8\n3;0;9\n4;1;10\n";
    let numbers = csv(file("numbers.csv", numbers))
        .header(false)
        .delimiter(';');
    let label = || flies.clone().label("kind").ignore(["weight"]);
    let targets = || flies.clone().target(["weight", "leg"]).ignore(["kind"]);
    let given = || points([([0.0, 1.0], 0.5), ([1.0, 0.0], 1.5), ([1.0, 1.0], 2.5)]);
    let lists = || {
        points([
            ([0.0], [0.5, 0.1]),
            ([1.0], [0.2, 0.3]),
            ([2.0], [0.0, 1.0]),
        ])
    };
    vec![
        (vec![2, 3, 1], spiral(5).into(), spiral(4).into()),
        (vec![2, 2], moons(5).into(), moons(4).into()),
        (
            vec![3, 4, 50],
            blobs(2).classes(50).dimensions(3).into(),
            blobs(2).classes(50).dimensions(3).into(),
        ),
        (vec![AUTO, 4, AUTO], xor(5).into(), xor(4).into()),
        (vec![2, 1], given().into(), given().into()),
        (vec![AUTO, 3, 2], lists().into(), lists().into()),
        (vec![AUTO, 3, AUTO], label().into(), label().into()),
        (vec![5, 3], label().into(), label().into()),
        (vec![AUTO, 4, AUTO], targets().into(), targets().into()),
        (
            vec![2, 1],
            numbers.clone().label(2).into(),
            numbers.clone().label(2).into(),
        ),
        (
            vec![AUTO, AUTO],
            numbers.clone().target(3).into(),
            numbers.target(3).into(),
        ),
        (
            vec![2, 1],
            from_fn(6, |random| ([random.uniform(0.0, 1.0), 0.0], 1.5)).into(),
            given().into(),
        ),
    ]
}

/// A source, with one of `eval`, a share, or nothing.
fn evaluated(model: Model, eval: &Source, how: usize) -> Model {
    match how {
        0 => model,
        1 => model.eval(eval.clone()),
        _ => model.eval(hold_out(0.4)),
    }
}

#[test]
fn placeholders_have_the_items_of_trained_models() {
    let losses = [
        None,
        Some(max_margin()),
        Some(cross_entropy()),
        Some(binary_cross_entropy()),
        Some(mse()),
        Some(custom(|score, target| (score - target).powi(2))),
    ];
    let mut compared = 0;
    for (layers, data, eval) in sources("placeholders") {
        for loss in &losses {
            for how in 0..3 {
                for precision in [Precision::F32, Precision::F64] {
                    let model = model("Fly", layers.clone()).data(data.clone());
                    let mut model = evaluated(model, &eval, how).precision(precision).epochs(3);
                    // Every other one.
                    if compared % 2 == 1 {
                        model = model.quantize(i8());
                    }
                    if let Some(loss) = loss {
                        model = model.loss(loss.clone());
                    }
                    // Sources and losses that do not suit each other have no model.
                    if model.check().is_err() {
                        continue;
                    }
                    let placeholder = model.placeholder().unwrap();
                    let trained = model.clone().train().unwrap();
                    let [expected, found] =
                        [&trained, &placeholder].map(|it| signatures(&it.code()));
                    assert!(expected.len() > 10, "{expected:?}");
                    assert_eq!(found, expected, "{model:?}");
                    assert_eq!(placeholder.implementation(), trained.implementation());
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 150, "{compared} were compared");
}

/// Which is why their number is the only type that cannot be told.
#[test]
fn a_rule_that_ends_training_leaves_fewer_losses() {
    let model = model("Arm", [2, 3, 1])
        .data(spiral(5))
        .epochs(9)
        .stop(loss_below(1e9));
    let [trained, placeholder] = [model.clone().train().unwrap(), model.placeholder().unwrap()];
    let [expected, found] = [&trained, &placeholder].map(|it| signatures(&it.code()));
    let differ: Vec<_> = expected
        .iter()
        .zip(&found)
        .filter(|(one, other)| one != other)
        .collect();
    assert_eq!(expected.len(), found.len());
    assert_eq!(differ.len(), 1, "{differ:?}");
    assert!(
        differ[0].0.contains("LOSSES: &'static [f64; 1]"),
        "{differ:?}"
    );
}

#[test]
fn a_given_network_has_no_epochs_in_an_editor_either() {
    let file = folder("placeholder_given").join("arm.safetensors");
    let model = model("Arm", [2, 3, 1]).data(spiral(5)).eval(spiral(4));
    let trained = model.clone().epochs(2).train().unwrap();
    trained.save(&file).unwrap();
    let given = model.weights(&file);
    let placeholder = given.placeholder().unwrap();
    let expected = signatures(&given.clone().train().unwrap().code());
    assert_eq!(signatures(&placeholder.code()), expected);
    assert!(placeholder.code().contains("TRAINED: usize = 0;"));
    // Nor if something is wrong with the file.
    std::fs::remove_file(file).unwrap();
    assert_eq!(signatures(&given.placeholder().unwrap().code()), expected);
}

#[test]
fn rows_are_counted_without_training() {
    let model = model("Arm", [2, 3, 1])
        .data(spiral(50))
        .eval(spiral(20))
        .epochs(1_000_000);
    let code = model.placeholder().unwrap().code();
    for constant in [
        "TRAINED: usize = 100;",
        "EVALUATED: usize = 40;",
        "ACCURACY: f64 = 0.0;",
    ] {
        assert!(code.contains(constant), "{constant}");
    }
}
