//! A model with a checkpoint beside its sources: builds use it as it is, go on from it, or tell what has
//! changed.

mod day;

use std::fs;

use day::{Crate, SCRIPT, files, library, trained_in};

#[test]
fn a_committed_model_is_used_gone_on_with_or_refused() {
    let crate_ = Crate::new("committed");
    let rows = fs::read_to_string(crate_.folder.join("data/rows.csv")).unwrap();
    let named = "        checkpoint: \"models/expanded.safetensors\",\n";
    let script = SCRIPT.replace(
        ".compile()",
        ".checkpoint(\"models/built.safetensors\").compile()",
    );
    crate_.write("build.rs", &script);
    crate_.write("src/lib.rs", &library(named));
    fs::create_dir_all(crate_.folder.join("models")).unwrap();
    // Nothing is there yet: a frozen build says what to do, where the store does not have it either.
    let frozen = [("NEURALATEX_FROZEN", "1")];
    let empty = crate_.folder.with_file_name("empty");
    let _ = fs::remove_dir_all(&empty);
    let cold = [frozen[0], ("NEURALATEX_CACHE_DIR", empty.to_str().unwrap())];
    let told = crate_.fails(&["check"], &cold);
    assert!(told.contains("which NEURALATEX_FROZEN forbids"), "{told}");
    assert!(told.contains("cargo neuralatex save Built"), "{told}");
    // A program saves them as `cargo neuralatex save` does.
    let save = |name: &str| {
        use neuralatex_core::prelude::*;
        let folder = &crate_.folder;
        let rows = csv(folder.join("data/rows.csv")).label("kind");
        let model = model(name, [2, 4, 1]).data(rows).eval(hold_out(0.3));
        let model = model.normalize(standard()).epochs(40);
        let file = format!("models/{}.safetensors", name.to_lowercase());
        model.train().unwrap().save(folder.join(file)).unwrap();
    };
    save("Built");
    save("Expanded");
    // The paper's spiral, which is nobody's to commit, is trained even so: its script runs again.
    let noisier = [cold[0], cold[1], ("NEURALATEX_LOG", "med")];
    let told = crate_.cargo(&["check", "-vv"], &noisier);
    assert!(told.contains("Spiral: "), "{told}");
    let sources = files(&crate_.folder);
    crate_.touch();
    let told = crate_.cargo(&["check"], &cold);
    assert!(!told.contains("Loss for epoch"), "{told}");
    assert_eq!(trained_in(&empty), [""; 0], "nothing was trained");
    let digest = crate_.digest(&cold);
    assert_eq!(files(&crate_.folder).len(), sources.len());

    // Another batch: it is told which field has changed, through both doors.
    crate_.write(
        "build.rs",
        &script.replace(".epochs(40)", ".epochs(40).batch(7)"),
    );
    let told = crate_.fails(&["check"], &[]);
    for words in [
        "models/built.safetensors",
        "`batch`: the file is from `32`, now it is `7`",
        "`cargo neuralatex save Built` renews it",
        "NEURALATEX_STALE=retrain",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    crate_.write("build.rs", &script);
    crate_.write(
        "src/lib.rs",
        &library(&format!("{named}        seed: 3,\n")),
    );
    let told = crate_.fails(&["check"], &[]);
    assert!(
        told.contains("`seed`: the file is from `0`, now it is `3`"),
        "{told}"
    );
    // A frozen build does not train, whatever else it is told.
    let both = [cold[0], cold[1], ("NEURALATEX_STALE", "retrain")];
    let told = crate_.fails(&["check"], &both);
    assert!(told.contains("which NEURALATEX_FROZEN forbids"), "{told}");
    // It is trained anew where that is wanted, with a warning, and is an error again where it is not.
    let told = crate_.cargo(&["check"], &[("NEURALATEX_STALE", "retrain")]);
    assert!(
        told.contains("is passed over, since NEURALATEX_STALE is `retrain`"),
        "{told}"
    );
    crate_.fails(&["check"], &[]);
    crate_.write("src/lib.rs", &library(named));
    // A cell of the data.
    crate_.write("data/rows.csv", &rows.replacen("0.37,", "0.99,", 1));
    let told = crate_.fails(&["check"], &[]);
    assert!(
        told.contains("`data`: its rows are not those that the file is from"),
        "{told}"
    );
    crate_.write("data/rows.csv", &rows);
    crate_.touch();
    assert_eq!(crate_.digest(&cold), digest);

    // Fewer epochs than wanted: it goes on from there, to the same bits.
    let more = library(named).replace("epochs: 40", "epochs: 60");
    let straight = library("").replace("epochs: 40", "epochs: 60");
    crate_.write("build.rs", &SCRIPT.replace("epochs(40)", "epochs(60)"));
    crate_.write("src/lib.rs", &straight);
    let digest = crate_.digest(&[]);
    crate_.write("src/lib.rs", &more);
    let told = crate_.cargo(&["test", "--lib", "--", "--nocapture"], &[]);
    assert!(told.contains(&format!("RESULT {digest}")), "{told}");
    assert!(
        told.contains("Loss for epoch 41") && !told.contains("Loss for epoch 40 "),
        "{told}"
    );
}
