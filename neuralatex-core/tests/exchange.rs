//! `model.onnx` and `model.safetensors` hold the network that is shipped, read here by hand.

mod common;
#[path = "common/networks.rs"]
mod networks;
#[path = "common/protobuf.rs"]
mod protobuf;

use std::collections::HashMap;

use common::models::train;
use common::{folder, safetensors, tables};
use networks::{inputs, networks};
use neuralatex_core::prelude::*;
use protobuf::Message;
use serde_json::{Value as Json, json};

/// Two weights that are what they are given as.
fn tiny() -> Model {
    model("Tiny", [1, 1])
        .doc("A \"tiny\" one.")
        .data(points([([1.0], 0), ([2.0], 1)]))
        .init(values([0.5, -1.0]))
        .optimizer(sgd(0.0))
        .epochs(1)
}

/// What a file tells, as JSON; lists are JSON in JSON.
fn metadata(file: &Trained) -> Json {
    let header: Json = serde_json::from_str(&safetensors::header(&file.safetensors())).unwrap();
    header["__metadata__"].clone()
}

/// The entries of an ONNX file.
fn entries(model: &Message) -> HashMap<String, String> {
    let entries = model.messages(14).into_iter();
    entries
        .map(|entry| (entry.text(1), entry.text(2)))
        .collect()
}

#[test]
fn a_safetensors_file_is_the_bytes_that_it_should_be() {
    let trained = train(tiny());
    let file = trained.safetensors();
    let header = format!(
        concat!(
            r#"{{"__metadata__":{{"format":"pt","neuralatex.version":"{}","neuralatex.model":"Tiny","#,
            r#""neuralatex.layers":"[1,1]","neuralatex.activations":"[]","#,
            r#""neuralatex.normalize":"folded","neuralatex.digest":"{}","#,
            r#""neuralatex.classes":"[0,1]"}},"#,
            r#""0.bias":{{"dtype":"F32","shape":[1],"data_offsets":[0,4]}},"#,
            r#""0.weight":{{"dtype":"F32","shape":[1, 1],"data_offsets":[4,8]}}}}"#,
        ),
        env!("CARGO_PKG_VERSION"),
        trained.digest()
    );
    let found = safetensors::header(&file);
    assert_eq!(found.trim_end(), header);
    assert!(found.len().is_multiple_of(8), "numbers are aligned");
    let numbers = &file[8 + found.len()..];
    let expected = [(-1.0_f32).to_le_bytes(), 0.5_f32.to_le_bytes()];
    assert_eq!(numbers, expected.as_flattened());
}

#[test]
fn an_onnx_file_is_the_bytes_that_it_should_be() {
    fn field(tag: u8, content: &[u8]) -> Vec<u8> {
        assert!(content.len() < 128 * 128);
        let length = match content.len() {
            short @ ..128 => vec![short as u8],
            long => vec![long as u8 | 0x80, (long >> 7) as u8],
        };
        [&[tag], &length[..], content].concat()
    }
    fn text(tag: u8, content: &str) -> Vec<u8> {
        field(tag, content.as_bytes())
    }
    let trained = train(tiny());
    let attribute = [text(0x0a, "transB"), vec![0x18, 1, 0xa0, 1, 2]].concat();
    let node = [
        text(0x0a, "input"),
        text(0x0a, "0.weight"),
        text(0x0a, "0.bias"),
        text(0x12, "scores"),
        text(0x1a, "scores"),
        text(0x22, "Gemm"),
        field(0x2a, &attribute),
    ];
    let tensor = |name: &str, shape: &[u8], number: f32| {
        let bytes = field(0x4a, &number.to_le_bytes());
        let parts = [shape, &[0x10, 1], &text(0x42, name), &bytes];
        field(0x2a, &parts.concat())
    };
    let value = |tag: u8, name: &str, doc: &str| {
        let shape = [field(0x0a, &text(0x12, "N")), field(0x0a, &[0x08, 1])];
        let kind = [&[0x08, 1], &field(0x12, &shape.concat())[..]].concat();
        let kind = field(0x12, &field(0x0a, &kind));
        field(tag, &[text(0x0a, name), kind, text(0x1a, doc)].concat())
    };
    let graph = [
        field(0x0a, &node.concat()),
        text(0x12, "Tiny"),
        tensor("0.weight", &[0x08, 1, 0x08, 1], 0.5),
        tensor("0.bias", &[0x08, 1], -1.0),
        value(
            0x5a,
            "input",
            "Rows of inputs as they come: normalisation is in the weights.",
        ),
        value(0x62, "scores", "0 or more for the second class."),
    ];
    let entry = |name: &str, value: &str| {
        let name = format!("neuralatex.{name}");
        field(0x72, &[text(0x0a, &name), text(0x12, value)].concat())
    };
    let version = env!("CARGO_PKG_VERSION");
    let model = [
        vec![0x08, 8],
        text(0x12, "neuralatex"),
        text(0x1a, version),
        text(0x32, "A \"tiny\" one."),
        field(0x3a, &graph.concat()),
        field(0x42, &[0x0a, 0, 0x10, 17]),
        entry("version", version),
        entry("model", "Tiny"),
        entry("layers", "[1,1]"),
        entry("activations", "[]"),
        entry("normalize", "folded"),
        entry("digest", &trained.digest()),
        entry("classes", "[0,1]"),
    ];
    assert_eq!(trained.onnx(), model.concat());
}

/// The numbers of a tensor.
fn numbers(tensor: &Message, precision: Precision) -> Vec<f64> {
    let [bytes] = tensor.bytes(9)[..] else {
        panic!("a tensor has its numbers once")
    };
    let single = |bytes: &[u8]| f64::from(f32::from_le_bytes(bytes.try_into().unwrap()));
    let double = |bytes: &[u8]| f64::from_le_bytes(bytes.try_into().unwrap());
    let (kind, numbers): (usize, Vec<f64>) = match precision {
        Precision::F32 => (1, bytes.chunks(4).map(single).collect()),
        Precision::F64 => (11, bytes.chunks(8).map(double).collect()),
    };
    assert_eq!(tensor.wholes(2), [kind]);
    assert_eq!(tensor.wholes(1).iter().product::<usize>(), numbers.len());
    numbers
}

/// What a graph makes of one row, in `f64`, by name.
fn run(graph: &Message, precision: Precision, input: &[f64]) -> HashMap<String, Vec<f64>> {
    let tensors = graph.messages(5);
    let shapes = tensors
        .iter()
        .map(|tensor| (tensor.text(8), tensor.wholes(1)));
    let shapes: HashMap<String, Vec<usize>> = shapes.collect();
    let initializers = tensors
        .iter()
        .map(|tensor| (tensor.text(8), numbers(tensor, precision)));
    let mut values: HashMap<String, Vec<f64>> = initializers.collect();
    values.insert("input".to_string(), input.to_vec());
    for node in graph.messages(1) {
        let inputs: Vec<Vec<f64>> = node
            .texts(1)
            .iter()
            .map(|name| values[name].clone())
            .collect();
        let attribute = node.messages(5).into_iter().next();
        let x = &inputs[0];
        let each = |value: &dyn Fn(f64) -> f64| x.iter().map(|x| value(*x)).collect::<Vec<f64>>();
        let with = |value: &dyn Fn(f64, f64) -> f64| {
            let others = inputs[1].iter().cycle();
            x.iter().zip(others).map(|(x, y)| value(*x, *y)).collect()
        };
        let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
        let output = match &node.text(4)[..] {
            "Gemm" => {
                assert_eq!(attribute.unwrap().wholes(3), [1], "transB");
                assert_eq!(shapes[&node.texts(1)[1]], [inputs[2].len(), x.len()]);
                let neurons = inputs[1].chunks(x.len()).zip(&inputs[2]);
                let sum = |row: &[f64]| row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>();
                neurons.map(|(row, bias)| sum(row) + bias).collect()
            }
            "Relu" => each(&|x| x.max(0.0)),
            "LeakyRelu" => {
                let slope = f64::from(attribute.unwrap().reals(2)[0]);
                each(&|x| if x < 0.0 { slope * x } else { x })
            }
            "PRelu" => with(&|x, slope| if x < 0.0 { slope * x } else { x }),
            "Tanh" => each(&f64::tanh),
            "Sigmoid" => each(&sigmoid),
            "Erf" => each(&libm::erf),
            "Neg" => each(&|x| -x),
            "Cast" => x.clone(),
            "Add" => with(&|x, y| x + y),
            "Mul" => with(&|x, y| x * y),
            "Div" => with(&|x, y| x / y),
            "Concat" => inputs.concat(),
            "Softmax" => {
                let largest = x.iter().fold(f64::NEG_INFINITY, |a, b| a.max(*b));
                let sum: f64 = x.iter().map(|x| (x - largest).exp()).sum();
                each(&|x| (x - largest).exp() / sum)
            }
            other => panic!("a node of kind {other}"),
        };
        assert!(
            values.insert(node.text(2), output).is_none(),
            "a name twice"
        );
    }
    values
}

/// That numbers of one row are near each other, as seen from the largest of them.
#[track_caller]
fn assert_near(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let size = expected.iter().fold(1.0, |size: f64, x| size.max(x.abs()));
    for (found, expected) in found.iter().zip(expected) {
        let near = (found - expected).abs() <= tolerance * size;
        assert!(near, "{what}: found {found:?}, expected {expected:?}");
    }
}

#[test]
fn the_graph_of_an_onnx_file_computes_what_the_network_does() {
    for (precision, trained) in networks() {
        let name = trained.name();
        let file = Message::read(&trained.onnx());
        let graph = file.message(7);
        let tolerance = match precision {
            Precision::F32 => 1e-6,
            Precision::F64 => 1e-12,
        };
        let outputs: Vec<String> = graph
            .messages(12)
            .iter()
            .map(|value| value.text(1))
            .collect();
        for input in inputs(&trained) {
            let values = run(&graph, precision, &input);
            assert_near(&values["scores"], &trained.scores(&input), tolerance, name);
            let probabilities = trained.probabilities(&input);
            let has_probabilities = outputs.contains(&"probabilities".to_string());
            assert_eq!(has_probabilities, probabilities.is_some(), "{name}");
            if let Some(expected) = probabilities {
                assert_near(&values["probabilities"], &expected, tolerance, name);
            }
        }
    }
}

/// The nodes that runtimes look for.
#[test]
fn activations_are_the_nodes_that_are_known_for_them() {
    let nodes = |activation: Activation, precision| {
        let model = model("Nodes", [1, 1, 1]).data(points([([1.0], [0.5])]));
        let trained = train(model.activation(activation).precision(precision).epochs(1));
        let graph = Message::read(&trained.onnx()).message(7);
        let kinds: Vec<String> = graph.messages(1).iter().map(|node| node.text(4)).collect();
        assert_eq!(
            (&kinds[0][..], &kinds[kinds.len() - 1][..]),
            ("Gemm", "Gemm")
        );
        (kinds[1..kinds.len() - 1].join(" "), graph.texts(10))
    };
    let gelu_nodes = "Div Erf Add Mul Mul";
    let wide = "Div Cast Erf Cast Add Mul Mul";
    for (activation, single, double) in [
        (relu(), "Relu", "Relu"),
        (leaky_relu(0.1), "LeakyRelu", "PRelu"),
        (tanh(), "Tanh", "Tanh"),
        (sigmoid(), "Sigmoid", "Sigmoid"),
        (silu(), "Sigmoid Mul", "Sigmoid Mul"),
        (gelu(), gelu_nodes, wide),
        (identity(), "", ""),
    ] {
        assert_eq!(
            nodes(activation, Precision::F32),
            (single.to_string(), vec![])
        );
        let (found, doc) = nodes(activation, Precision::F64);
        assert_eq!(found, double);
        // What is not in the precision of the model is told.
        assert_eq!(doc.concat().contains("in f32"), found.contains("Cast"));
    }
}

#[test]
fn files_tell_what_inputs_and_outputs_are() {
    let folder = folder("exchange_names");
    let wild = train(tables::wild(&folder));
    let told = metadata(&wild);
    let list = |told: &Json, name: &str| -> Json {
        let text = told[format!("neuralatex.{name}")].as_str().unwrap();
        serde_json::from_str(text).unwrap()
    };
    let mut classes = tables::CLASSES;
    classes.sort_unstable();
    assert_eq!(list(&told, "classes"), json!(classes));
    assert_eq!(list(&told, "inputs")[0], tables::COLUMNS[0]);
    assert_eq!(list(&told, "inputs").as_array().unwrap().len(), 5);
    assert_eq!(list(&told, "layers"), json!([5, 12, 6]));
    assert_eq!(list(&told, "activations"), json!(["relu"]));
    assert_eq!(told["neuralatex.model"], "Wild");
    assert_eq!(told["neuralatex.digest"], wild.digest());
    assert!(told.get("neuralatex.targets").is_none());
    // Both files tell the same.
    let mut entries = entries(&Message::read(&wild.onnx()));
    entries.insert("format".to_string(), "pt".to_string());
    assert_eq!(serde_json::to_value(entries).unwrap(), told);
    let both = metadata(&train(tables::both(&folder)));
    assert_eq!(list(&both, "targets"), json!(["price", "<i>rent</i> %"]));
    assert!(both.get("neuralatex.classes").is_none());
    // Folded or without any, there is nothing left to fold.
    for normalize in [none(), standard()] {
        let told = metadata(&train(tiny().normalize(normalize)));
        assert_eq!(told["neuralatex.normalize"], "folded");
    }
}

/// Integers are for Rust: other tools get the floats that they were made from, and are told so.
#[test]
fn a_quantised_model_is_handed_on_as_it_was_before() {
    for precision in [Precision::F32, Precision::F64] {
        let arms = model("Arms", [2, 16, 4])
            .data(blobs(30).classes(4))
            .normalize(min_max())
            .activation(tanh())
            .precision(precision)
            .epochs(20);
        let floats = train(arms.clone());
        let integers = train(arms.quantize(i8()));
        let [expected, found] = [&floats, &integers].map(|trained| {
            let file = trained.safetensors();
            let numbers = 8 + safetensors::header(&file).len();
            let onnx = Message::read(&trained.onnx());
            (onnx.bytes(7).concat(), file[numbers..].to_vec())
        });
        assert_eq!(found, expected, "graph and weights");
        let mut told = metadata(&floats);
        assert!(told.get("neuralatex.quantize").is_none());
        told["neuralatex.quantize"] = json!("i8");
        assert_eq!(metadata(&integers), told);
        let mut entries = entries(&Message::read(&integers.onnx()));
        entries.insert("format".to_string(), "pt".to_string());
        assert_eq!(serde_json::to_value(entries).unwrap(), told);
        // Its own answers are others.
        let differ = |input: &Vec<f64>| integers.scores(input) != floats.scores(input);
        assert!(inputs(&integers).iter().all(differ));
    }
}

#[test]
fn a_report_has_both_files() {
    let folder = folder("exchange_report");
    let trained = train(tiny().normalize(standard()));
    trained.report(&folder).unwrap();
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    assert_eq!(read("model.onnx"), trained.onnx());
    assert_eq!(read("model.safetensors"), trained.safetensors());
    let page = String::from_utf8(read("index.html")).unwrap();
    for name in ["model.onnx", "model.safetensors"] {
        assert!(page.contains(&format!("href=\"{name}\"")), "{name}");
    }
}
