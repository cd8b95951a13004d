//! A network that PyTorch has written gives PyTorch's scores.

mod common;

use common::{folder, python};
use neuralatex_core::prelude::*;
use serde_json::Value as Json;

/// A network of linear layers and activations for each kind of numbers, in files; and what they answer, by
/// the numbers that the files hold.
const SCRIPT: &str = r#"
import json, pathlib, sys
import torch
from torch import nn
from safetensors.torch import save_file
torch.manual_seed(7)
folder = pathlib.Path(sys.argv[1])
inputs = torch.randn(20, 4, dtype=torch.float64)
answers = {}

class Module(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(4, 8), nn.Linear(8, 3)
    def forward(self, x):
        return self.fc2(torch.tanh(self.fc1(x)))

class Around(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 3, bias=False))
    def forward(self, x):
        return self.net(x)

for name in ["float32", "float64", "float16", "bfloat16"]:
    plain = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Dropout(), nn.Linear(8, 3))
    for kind, network in [("sequential", plain), ("module", Module()), ("around", Around())]:
        network = network.to(getattr(torch, name)).eval()
        save_file(network.state_dict(), folder / f"{kind}-{name}.safetensors", metadata={"format": "pt"})
        with torch.no_grad():
            answers[f"{kind}-{name}"] = network.double()(inputs).tolist()
json.dump({"inputs": inputs.tolist(), "answers": answers}, sys.stdout)
"#;

#[test]
fn networks_of_pytorch_answer_as_in_pytorch() {
    let Some(python) = python::torch("safetensors.torch") else {
        return;
    };
    let folder = folder("weights_pytorch");
    let printed = python::run(&python, SCRIPT, &[&folder]);
    let told: Json = serde_json::from_slice(&printed).unwrap();
    let inputs: Vec<Vec<f64>> = serde_json::from_value(told["inputs"].clone()).unwrap();
    let answers = told["answers"].as_object().unwrap();
    assert_eq!(answers.len(), 12);
    for (name, answers) in answers {
        let answers: Vec<Vec<f64>> = serde_json::from_value(answers.clone()).unwrap();
        for (precision, near) in [(Precision::F32, 1e-6), (Precision::F64, 1e-12)] {
            let trained = model("Net", [4, 8, 3])
                .data(blobs(9).dimensions(4))
                .activation(tanh())
                .precision(precision)
                .weights(folder.join(format!("{name}.safetensors")))
                .train()
                .unwrap();
            let mut furthest = 0.0_f64;
            for (input, expected) in inputs.iter().zip(&answers) {
                for (found, expected) in trained.scores(input).iter().zip(expected) {
                    furthest = furthest.max((found - expected).abs());
                }
            }
            assert!(furthest <= near, "{name}, {precision:?}: {furthest:e}");
        }
    }
}
