//! Python's own safetensors package reads our checkpoints, and what it writes is still one.

mod common;

use std::path::Path;

use common::folder;
use neuralatex_core::prelude::*;
use serde_json::Value as Json;

const SCRIPT: &str = r#"
import json, sys
from safetensors import safe_open
from safetensors.numpy import save_file
with safe_open(sys.argv[1], framework="numpy") as file:
    metadata = file.metadata()
    tensors = {name: file.get_tensor(name) for name in file.keys()}
save_file(tensors, sys.argv[2], metadata=metadata)
shown = {name: [str(t.dtype), t.shape, t.astype("float64").flatten().tolist()] for name, t in tensors.items()}
json.dump({"metadata": metadata, "tensors": shown}, sys.stdout)
"#;

/// The interpreter.
fn python() -> Option<String> {
    common::python::python("numpy, safetensors")
}

/// What Python reads in a file; it also writes it again.
fn read(python: &str, file: &Path, copy: &Path) -> Json {
    let printed = common::python::run(python, SCRIPT, &[file, copy]);
    serde_json::from_slice(&printed).unwrap()
}

/// The kind, the shape and the numbers of a tensor.
fn tensor(read: &Json, name: &str) -> (String, Vec<usize>, Vec<f64>) {
    serde_json::from_value(read["tensors"][name].clone())
        .unwrap_or_else(|_| panic!("{name}: {read}"))
}

#[test]
fn python_reads_what_we_write_and_writes_what_we_read() {
    let Some(python) = python() else { return };
    let folder = folder("safetensors_python");
    let [file, copy] = ["ours.safetensors", "theirs.safetensors"].map(|name| folder.join(name));
    for (precision, kind) in [(Precision::F32, "float32"), (Precision::F64, "float64")] {
        let model = model("Read", [2, 3, 1])
            .card(false)
            .data(moons(10).seed(1))
            .eval(moons(10).seed(2))
            .optimizer(adam(0.05))
            .stop(patience(90))
            .precision(precision);
        let trained = model.clone().epochs(4).train().unwrap();
        trained.save(&file).unwrap();
        let read = read(&python, &file, &copy);
        assert_eq!(read["metadata"]["format"], "neuralatex 3");
        assert_eq!(read["metadata"]["layers"], "2, 3, 1");
        assert_eq!(read["metadata"]["optimizer"], "adam");
        let losses = tensor(&read, "losses");
        assert_eq!(
            losses,
            ("float64".to_string(), vec![4], trained.losses().to_vec())
        );
        assert_eq!(tensor(&read, "rates").2, [0.05; 4]);
        assert_eq!(tensor(&read, "eval_losses").2[3], trained.loss().unwrap());
        let weights = trained.weights();
        let (found, shape, numbers) = tensor(&read, "layers.0.weight");
        assert_eq!((&found[..], shape), (kind, vec![3, 2]));
        let rows = [&weights[0..2], &weights[3..5], &weights[6..8]].concat();
        assert_eq!(numbers, rows);
        let bias = tensor(&read, "layers.0.bias");
        assert_eq!(
            bias,
            (
                kind.to_string(),
                vec![3],
                vec![weights[2], weights[5], weights[8]]
            )
        );
        assert_eq!(tensor(&read, "layers.1.weight").1, [1, 3]);
        assert_eq!(tensor(&read, "layers.1.bias").2, [weights[12]]);
        for moment in ["first", "second"] {
            let (_, shape, numbers) = tensor(&read, &format!("optimizer.{moment}.layers.0.weight"));
            assert_eq!(shape, [3, 2]);
            assert!(numbers.iter().any(|number| *number != 0.0), "{numbers:?}");
        }
        assert_eq!(read["tensors"].as_object().unwrap().len(), 3 + 3 * 4);
        let rest = model.clone().epochs(9).checkpoint(&copy).train().unwrap();
        assert_eq!(rest.code(), model.epochs(9).train().unwrap().code());
    }
}
