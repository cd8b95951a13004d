//! A network that was trained elsewhere, through both doors: shipped with the same bits, never trained, and
//! shipped anew when its file changes.

mod day;

use std::fs;

use day::{Crate, SCRIPT, library, trained_in};
use neuralatex_core::prelude::*;

/// A network for the rows of the crate, by a training of so many epochs.
fn elsewhere(crate_: &Crate, epochs: usize) -> Model {
    let rows = csv(crate_.folder.join("data/rows.csv")).label("kind");
    let model = model("Elsewhere", [2, 4, 1]).data(rows).eval(hold_out(0.3));
    model.normalize(standard()).epochs(epochs)
}

/// Writes it into the folder of the crate.
fn network(crate_: &Crate, epochs: usize) -> String {
    let trained = elsewhere(crate_, epochs).train().unwrap();
    let folder = crate_.folder.join("models");
    fs::create_dir_all(&folder).unwrap();
    trained.save(folder.join("network.safetensors")).unwrap();
    trained.digest()
}

#[test]
fn a_given_network_is_the_same_through_both_doors_and_is_never_trained() {
    let crate_ = Crate::new("given");
    let field = "weights: \"models/network.safetensors\"";
    crate_.write("src/lib.rs", &library("").replace("epochs: 40", field));
    let method = ".weights(\"models/network.safetensors\")";
    let script = SCRIPT.replace(".epochs(40)", method);
    crate_.write("build.rs", &script);
    let told = crate_.fails(&["check"], &[]);
    let missing = "the weights `models/network.safetensors` cannot be used: there is no such file";
    assert!(told.contains(missing), "{told}");
    let digest = network(&crate_, 30);
    // Nothing has to be trained for it, even where nothing may be.
    let frozen = [("NEURALATEX_FROZEN", "1")];
    assert_eq!(crate_.digest(&frozen), digest);
    assert_eq!(trained_in(&crate_.store()), [""; 0]);
    crate_.touch();
    let told = crate_.cargo(&["check"], &[]);
    assert!(told.contains("Expanded: From the store"), "{told}");
    // Cargo sees another file, whichever door named it.
    let other = network(&crate_, 31);
    assert_ne!(other, digest);
    assert_eq!(crate_.digest(&[]), other);
    assert_eq!(trained_in(&crate_.store()), [""; 0]);
    network(&crate_, 30);
    assert_eq!(crate_.digest(&[]), digest);
    // One that does not fit is told by both.
    let path = crate_.folder.join("models/network.safetensors");
    let mut bytes = fs::read(&path).unwrap();
    bytes.pop();
    fs::write(&path, bytes).unwrap();
    let cut =
        "the weights `models/network.safetensors` cannot be used: the end: the file is cut short";
    let told = crate_.fails(&["check"], &[]);
    assert!(
        told.contains("model `Built`: the weights") && told.contains(cut),
        "{told}"
    );
    crate_.write("build.rs", SCRIPT);
    let told = crate_.fails(&["check"], &[]);
    assert!(told.contains(cut), "{told}");
    let line = "        weights: \"models/network.safetensors\",";
    let shown = told.split_once(line).expect("the line is shown").1;
    let below = shown.lines().nth(1).unwrap();
    assert_eq!(below.trim_matches([' ', '|']), "^".repeat(28), "{told}");
}

/// What is told of it, and what it answers, is that of the same network quantised where it was trained.
#[test]
fn a_given_network_is_quantised_through_both_doors() {
    let crate_ = Crate::new("given_i8");
    network(&crate_, 1000);
    let fields = "weights: \"models/network.safetensors\", quantize: i8";
    let methods = ".weights(\"models/network.safetensors\").quantize(i8())";
    crate_.write("build.rs", &SCRIPT.replace(".epochs(40)", methods));
    let floats = elsewhere(&crate_, 1000).train().unwrap();
    let integers = elsewhere(&crate_, 1000).quantize(i8()).train().unwrap();
    let eval = integers.eval().unwrap();
    let mut rows = String::new();
    for (row, class) in integers.predicted().into_iter().enumerate() {
        let (input, truth) = (eval.inputs(row), eval.classes()[row]);
        let bits = (integers.scores(&input)[0] as f32).to_bits();
        rows += &format!("({input:?}, {bits}, {class}, {truth}), ");
    }
    let results = |trained: &Trained| [trained.accuracy().unwrap(), trained.loss().unwrap()];
    let (results, floats) = (results(&integers), results(&floats));
    assert!(results[0] > 0.8 && results[1] != floats[1], "{results:?}");
    let held = |name: &str| {
        format!(
            "    assert_eq!([{name}::ACCURACY, {name}::LOSS], {results:?});
    assert_eq!([{name}::ACCURACY_FLOAT, {name}::LOSS_FLOAT], {floats:?});
    let mut correct = 0;
    for (row, bits, class, truth) in rows {{
        let class = {name}Class::ALL[class];
        assert_eq!({name}::scores(row)[0].to_bits(), bits);
        assert_eq!([{name}::predict(row), {name}::predict_i8({name}::quantize(row))], [class; 2]);
        correct += usize::from(class == {name}Class::ALL[truth]);
    }}
    assert_eq!(({name}::CORRECT, {name}::EVALUATED), (correct, rows.len()));
"
        )
    };
    let test = format!(
        "#[test]\nfn integers() {{\n    let rows: [([f32; 2], u32, usize, usize); {}] = [{rows}];\n{}{}}}\n",
        eval.rows(),
        held("Built"),
        held("Expanded")
    );
    crate_.write(
        "src/lib.rs",
        &(library("").replace("epochs: 40", fields) + &test),
    );
    let told = crate_.cargo(&["test", "--lib"], &[("NEURALATEX_FROZEN", "1")]);
    assert!(told.contains("2 passed"), "{told}");
    assert_eq!(trained_in(&crate_.store()), [""; 0]);
}
