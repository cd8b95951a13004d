//! The code of a given network is kept until its file changes; nothing is ever trained for it.

mod common;

use std::fs;

use common::network::{arm, file, tensors};
use common::store::{Store, is_worker};
use neuralatex_core::Door;
use neuralatex_core::prelude::*;

#[test]
fn another_file_is_another_model_and_none_is_trained() {
    const NAME: &str = "another_file_is_another_model_and_none_is_trained";
    if !is_worker() {
        let store = Store::new("weights");
        let mut worker = store.worker(NAME);
        // Even where nothing may be trained.
        let told = worker.env("NEURALATEX_FROZEN", "1").output().unwrap();
        assert_eq!(common::store::told(told).results, ["done"]);
        assert_eq!(store.trainings(), 0);
        return;
    }
    let store = Store::of_worker();
    let path = common::folder("weights_store").join("network.safetensors");
    let ship = |model: Model| model.ship(Door::BuildScript).unwrap().code().to_string();
    let digest = |code: &str| {
        let (_, after) = code.split_once("DIGEST: &'static str =").unwrap();
        after[..80].to_string()
    };
    let good = tensors(["0", "2"]);
    fs::write(&path, file("", &good)).unwrap();
    let first = ship(arm().weights(&path));
    assert_eq!(store.records("code").len(), 1);
    assert_eq!(ship(arm().weights(&path)), first);
    assert_eq!(store.records("code").len(), 1, "it was there");
    // A bit of a weight, and back.
    let mut other = good.clone();
    other[2].3[0] ^= 1;
    fs::write(&path, file("", &other)).unwrap();
    let second = ship(arm().weights(&path));
    assert_ne!(digest(&second), digest(&first));
    assert_eq!(store.records("code").len(), 2);
    fs::write(&path, file("", &good)).unwrap();
    assert_eq!(ship(arm().weights(&path)), first);
    assert_eq!(store.records("code").len(), 2);
    // What is said of the weights counts too, and so do fields.
    let metadata = r#""__metadata__":{"neuralatex.normalize":"folded"}"#;
    fs::write(&path, file(metadata, &good)).unwrap();
    ship(arm().weights(&path));
    ship(arm().normalize(standard()).weights(&path));
    assert_eq!(store.records("code").len(), 4);
    // A record does not stand for a file that is gone.
    fs::remove_file(&path).unwrap();
    let error = arm().weights(&path).ship(Door::BuildScript).err().unwrap();
    assert!(
        error.to_string().contains("there is no such file"),
        "{error}"
    );
    assert!(store.records("training").is_empty());
    println!("RESULT done");
}
