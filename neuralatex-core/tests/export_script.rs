//! What the script of an export says when something is wrong, and the order in which it takes rows.

mod common;

use std::fs;

use common::export::*;
use common::python::{run, torch};
use neuralatex_core::prelude::*;

fn plain() -> Model {
    model("Plain", [2, 3, 1]).data(moons(10)).batch(4).epochs(2)
}

#[test]
fn whatever_is_wrong_is_told_with_what_to_do() {
    let Some(python) = torch("numpy") else { return };
    let sound = exported("export_wrong/sound", &plain());
    let cut = exported("export_wrong/cut", &plain());
    let data = cut.join("data.safetensors");
    let bytes = fs::read(&data).unwrap();
    fs::write(&data, &bytes[..bytes.len() - 1]).unwrap();
    let part = exported("export_wrong/part", &plain());
    fs::remove_file(part.join("start.safetensors")).unwrap();
    let none = exported("export_wrong/none", &plain());
    fs::write(none.join("specification.json"), "{").unwrap();
    let later = exported("export_wrong/later", &plain());
    let text = fs::read_to_string(later.join("specification.json")).unwrap();
    let text = text.replace("neuralatex export 1", "neuralatex export 9");
    fs::write(later.join("specification.json"), text).unwrap();
    let wild = exported(
        "export_wrong/wild",
        &plain().loss(mse()).optimizer(sgd(1e20)).epochs(9),
    );
    let state = exported("export_wrong/state", &plain());
    fs::write(state.join("state.safetensors"), "no state").unwrap();
    let missing = sound
        .join("nowhere/weights.safetensors")
        .display()
        .to_string();
    let out = ["--out", &missing];
    let cases: [(Run<'_>, &[&str]); 9] = [
        (
            (&cut, &[], &[]),
            &[
                "data.safetensors is not the file",
                "copy the whole folder again",
            ],
        ),
        (
            (&part, &[], &[]),
            &[
                "no complete export",
                "start.safetensors",
                "export the model again",
            ],
        ),
        ((&none, &[], &[]), &["no complete export"]),
        (
            (&later, &[], &[]),
            &["'neuralatex export 9', not 'neuralatex export 1'"],
        ),
        (
            (&wild, &[], &[]),
            &["training diverged in epoch", "try a lower learning rate"],
        ),
        (
            (&state, &[], &[]),
            &[
                "state.safetensors cannot be read",
                "`--fresh` begins from the start",
            ],
        ),
        (
            (&sound, &["--device", "abacus"], &[]),
            &["`abacus` cannot be used", "`--device cpu`"],
        ),
        (
            (&sound, &out, &[]),
            &["cannot be written: there is no folder"],
        ),
        (
            (&sound, &[], &[("WORLD_SIZE", "5")]),
            &[
                "5 processes cannot share batches of 4 rows",
                "a larger `batch`",
            ],
        ),
    ];
    let runs = cases.map(|(run, _)| run);
    for ((run, words), (code, out, err)) in cases.iter().zip(run_all(&python, &runs)) {
        assert_eq!((code, &out[..]), (1, ""), "{run:?}: {err}");
        assert!(err.lines().last().unwrap().starts_with("error: "), "{err}");
        for word in *words {
            assert!(err.contains(word), "{run:?}: expected {word:?}: {err}");
        }
    }
    let fresh: [Run<'_>; 2] = [(&state, &["--fresh"], &[]), (&sound, &[], &[])];
    for (code, _, err) in run_all(&python, &fresh) {
        assert_eq!(code, 0, "{err}");
    }
    // The state of an earlier specification.
    let model = plain().epochs(100_000);
    model.export(&state).unwrap();
    kill(script(&python, &state), &state.join("state.safetensors"));
    plain().seed(1).export(&state).unwrap();
    let again: [Run<'_>; 3] = [
        (&state, &[], &[]),
        (&state, &["--fresh"], &[]),
        (&state, &[], &[]),
    ];
    let [first, fresh, last] = run_all(&python, &again).try_into().unwrap();
    assert_eq!([first.0, fresh.0, last.0], [1, 0, 0]);
    let told = "state.safetensors is of another specification";
    assert!(first.2.contains(told), "{}", first.2);
    // So are the weights of the run before, until they are written over.
    let told = "note: weights.safetensors is there, and not of this specification";
    assert!(fresh.2.contains(told), "{}", fresh.2);
    assert!(!last.2.contains(told), "{}", last.2);
}

#[test]
fn without_pytorch_it_says_so() {
    let Some(python) = torch("numpy") else { return };
    let folder = exported("export_bare", &plain());
    fs::write(folder.join("torch.py"), "raise ImportError('none here')").unwrap();
    let output = script(&python, &folder).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        told.starts_with("error: PyTorch and NumPy are needed (none here)"),
        "{told}"
    );
    fs::remove_file(folder.join("torch.py")).unwrap();
    let output = script(&python, &folder).arg("--help").output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success());
    for word in [
        "torchrun --nproc_per_node",
        "--device",
        "--out",
        "--fresh",
        "--save-every",
    ] {
        assert!(told.contains(word), "{word}: {told}");
    }
}

/// The first epoch also loads libraries, and is no measure of the others.
#[test]
fn the_time_that_is_left_is_that_of_epochs_after_the_first() {
    let Some(python) = torch("numpy") else { return };
    let program = r#"
import sys
sys.path.insert(0, sys.argv[1])
import train
def left(*ends):
    now = iter([0.0, *ends])
    train.time.monotonic = lambda: next(now)
    clock = train.Clock()
    return [clock.left(10) for _ in ends]
assert left(3.0, 3.5, 4.5) == [0.0, 5.0, 7.5]
assert left(60.0, 118.0) == [600.0, 580.0]
"#;
    let folder = exported("export_clock", &plain());
    run(&python, program, &[&folder]);
}

/// The digests of orders, and of the order in which the core's generator mixes as many rows, are in one file.
#[test]
fn rows_are_mixed_as_the_core_mixes_them() {
    let Some(python) = torch("numpy") else { return };
    let program = r#"
import hashlib, json, sys
sys.path.insert(0, sys.argv[1])
import train
for told in json.load(open(sys.argv[2])):
    order = train.order(told["rows"], told["seed"], told["epoch"])
    found = hashlib.sha256(order.astype("<u4").tobytes()).hexdigest()
    assert found == told["sha256"], told
"#;
    let folder = exported("export_orders", &plain());
    let orders = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reference/orders.json");
    run(&python, program, &[&folder, orders.as_ref()]);
}
