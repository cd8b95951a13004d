//! A network that was trained elsewhere, through both doors: shipped with the same bits, never trained, and
//! shipped anew when its file changes.

mod day;

use std::fs;

use day::{Crate, SCRIPT, library, trained_in};
use neuralatex_core::prelude::*;

/// A network for the rows of the crate, by a training of so many epochs, written into its folder.
fn network(crate_: &Crate, epochs: usize) -> String {
    let folder = &crate_.folder;
    let rows = csv(folder.join("data/rows.csv")).label("kind");
    let model = model("Elsewhere", [2, 4, 1]).data(rows).eval(hold_out(0.3));
    let trained = model.normalize(standard()).epochs(epochs).train().unwrap();
    fs::create_dir_all(folder.join("models")).unwrap();
    trained
        .save(folder.join("models/network.safetensors"))
        .unwrap();
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
