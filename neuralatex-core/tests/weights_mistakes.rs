//! A file of weights that does not fit, or is hostile, is refused: the error names the tensor, what was
//! found and what was expected.

mod common;

use std::fs::{self, File};
use std::path::Path;

use common::folder;
use common::network::{Tensor, arm, file, singles, tensors, written};
use neuralatex_core::error::Field;
use neuralatex_core::prelude::*;

/// The only mistake of a model, which is about its weights.
#[track_caller]
fn refused(model: Model, words: &[&str]) {
    let error = model.check().unwrap_err();
    let [problem] = error.problems() else {
        panic!("{error}")
    };
    assert_eq!(problem.field(), Field::Weights, "{error}");
    for words in words {
        assert!(problem.message().contains(words), "{words}: {error}");
    }
    assert!(error.to_string().len() < 2000, "{error}");
}

/// That bytes are refused with these words.
#[track_caller]
fn bytes_refused(folder: &Path, bytes: &[u8], words: &[&str]) {
    let path = written(folder, "network.safetensors", bytes);
    refused(
        arm().weights(&path),
        &[words, &["the weights `", "` cannot be used: "]].concat(),
    );
}

#[test]
fn tensors_that_do_not_fit_are_named() {
    let folder = folder("weights_tensors");
    let with = |place: usize, tensor: Tensor| {
        let mut all = tensors(["0", "2"]);
        all[place] = tensor;
        file("", &all)
    };
    let without = |place: usize| {
        let mut all = tensors(["0", "2"]);
        all.remove(place);
        file("", &all)
    };
    let more = |tensor: Tensor| file("", &[tensors(["0", "2"]), vec![tensor]].concat());
    let zeros = |name: &str, kind, shape: &[usize], bytes| {
        (name.to_string(), kind, shape.to_vec(), vec![0; bytes])
    };
    for (bytes, words) in [
        (
            with(0, singles("0.weight", &[2, 3], &[0.0; 6])),
            &[
                "tensor `0.weight`: expected the shape [3, 2], for 2-3-1, found [2, 3]; it is transposed",
            ][..],
        ),
        (
            with(0, singles("0.weight", &[6], &[0.0; 6])),
            &["tensor `0.weight`: expected the shape [3, 2], for 2-3-1, found [6]"],
        ),
        (
            with(1, singles("0.bias", &[3, 1], &[0.0; 3])),
            &["tensor `0.bias`: expected the shape [3], for 2-3-1, found [3, 1]"],
        ),
        (
            with(3, singles("2.bias", &[], &[0.0])),
            &["tensor `2.bias`: expected the shape [1], for 2-3-1, found []"],
        ),
        (
            with(2, singles("2.weight", &[1, 4], &[0.0; 4])),
            &["tensor `2.weight`: expected the shape [1, 3]"],
        ),
        (without(2), &["tensor `2.bias`: `2.weight` is missing"]),
        (
            file("", &tensors(["0", "2"])[..2]),
            &["layers: expected 2, for 2-3-1, found 1: `0`"],
        ),
        (file("", &[]), &["layers: expected 2, for 2-3-1, found 0"]),
        (
            more(singles("4.weight", &[1, 1], &[0.0])),
            &["found 3: `0`, `2`, `4`"],
        ),
        (
            more(singles("0.gamma", &[1, 1], &[0.0])),
            &["tensor `0.gamma`: expected a name that ends in `.weight` or `.bias`"],
        ),
        (
            more(singles("0.weight", &[3, 2], &[0.0; 6])),
            &["a second tensor `0.weight`"],
        ),
        (
            with(0, zeros("0.weight", "I32", &[3, 2], 24)),
            &["tensor `0.weight`: expected F32, F64, F16 or BF16, found I32"],
        ),
        (
            with(0, zeros("0.weight", "F8_E4M3", &[3, 2], 6)),
            &["tensor `0.weight`: expected F32, F64, F16 or BF16, found F8_E4M3"],
        ),
        (
            with(0, zeros("0.weight", "F64", &[3, 2], 24)),
            &["tensor `0.weight`: its `data_offsets` are [0, 24] of 52 bytes, expected [0, 48]"],
        ),
        (
            with(0, singles("out.weight", &[3, 2], &[0.0; 6])),
            &["its name differs from `out.weight` in more than numbers"],
        ),
    ] {
        bytes_refused(&folder, &bytes, words);
    }
    // Several at once.
    let bytes = {
        let mut all = tensors(["0", "2"]);
        all[0] = singles("0.weight", &[4, 2], &[0.0; 8]);
        all[1] = singles("0.bias", &[4], &[0.0; 4]);
        all[2] = singles("2.weight", &[1, 4], &[0.0; 4]);
        file("", &all)
    };
    let all = [
        "tensor `0.weight`: expected the shape [3, 2], for 2-3-1, found [4, 2]; tensor `0.bias`: ",
        "; tensor `2.weight`: ",
    ];
    bytes_refused(&folder, &bytes, &all);
}

#[test]
fn numbers_that_no_network_has_are_told_with_their_places() {
    let folder = folder("weights_numbers");
    let with = |numbers: &[f64]| {
        let mut all = tensors(["0", "2"]);
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
        all[0] = ("0.weight".to_string(), "F64", vec![3, 2], bytes.collect());
        file("", &all)
    };
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let told =
            format!("tensor `0.weight`: at [1, 1] expected a finite number, found {number:?}");
        bytes_refused(&folder, &with(&[0.0, 0.0, 0.0, number, 0.0, 0.0]), &[&told]);
    }
    let large = with(&[0.0, 0.0, 0.0, 0.0, 1e39, 0.0]);
    let told = "at [2, 0] expected a number that `f32` can hold, found 1e39; try `precision: f64`";
    bytes_refused(&folder, &large, &[told]);
    let path = folder.join("network.safetensors");
    arm()
        .precision(Precision::F64)
        .weights(&path)
        .check()
        .unwrap();
    let mut all = tensors(["0", "2"]);
    all[3] = ("2.bias".to_string(), "F16", vec![1], vec![0x00, 0x7c]);
    bytes_refused(
        &folder,
        &file("", &all),
        &["tensor `2.bias`: at [0] expected a finite number, found inf"],
    );
    // Normalisation may make one of them too large.
    fs::write(&path, with(&[1e38; 6])).unwrap();
    let rows = points([([0.0, 0.0], 1), ([1e-3, 1e-3], -1)]);
    let model = model("Arm", [2, 3, 1]).data(rows).normalize(min_max());
    let error = model.weights(&path).train().unwrap_err();
    assert_eq!(error.problems()[0].field(), Field::Weights);
    assert!(
        error
            .to_string()
            .contains("with `normalize` a weight of the first layer becomes "),
        "{error}"
    );
}

#[test]
fn a_file_cut_anywhere_or_longer_is_refused() {
    let folder = folder("weights_cut");
    let bytes = file("", &tensors(["0", "2"]));
    for length in 0..bytes.len() {
        bytes_refused(&folder, &bytes[..length], &["cut short"]);
    }
    bytes_refused(
        &folder,
        &[&bytes[..], &[0; 3]].concat(),
        &["the end: 3 bytes belong to no tensor"],
    );
    for length in [u64::MAX, 1 << 63, bytes.len() as u64 - 7] {
        let mut wrong = bytes.clone();
        wrong[..8].copy_from_slice(&length.to_le_bytes());
        bytes_refused(&folder, &wrong, &["byte 0: expected a header of "]);
    }
    let deep = "[".repeat(1_000_000);
    for (header, words) in [
        (&deep[..], "byte 8: expected `{`"),
        (
            r#"{"0.weight":{"dtype":"F32"}}"#,
            "expected `dtype`, `shape` and two `data_offsets`",
        ),
        (
            r#"{"0.weight":{"dtype":"F32","shape":[-1],"data_offsets":[0,0]}}"#,
            "expected a whole number",
        ),
        (r#"{"0.weight":[]}"#, "expected `{`"),
    ] {
        let length = (header.len() as u64).to_le_bytes();
        bytes_refused(
            &folder,
            &[&length[..], header.as_bytes()].concat(),
            &[words],
        );
    }
}

#[test]
fn files_that_are_not_there_or_of_another_kind_are_told() {
    let folder = folder("weights_files");
    let bytes = file("", &tensors(["0", "2"]));
    let path = written(&folder, "network.safetensors", &bytes);
    let named = |name: &str| arm().weights(folder.join(name));
    refused(
        named("netwrk.safetensors"),
        &[
            "there is no such file, did you mean `",
            "network.safetensors`?",
        ],
    );
    refused(
        named("other.safetensors"),
        &["cannot be used: there is no such file"],
    );
    refused(
        named("network.safetensor"),
        &["expected a `.safetensors` file, found `.safetensor`; did you mean `.safetensors`?"],
    );
    refused(
        named("network.pth"),
        &[
            "found `.pth`; in Python `safetensors.torch.save_file(model.state_dict(), path)` writes one",
        ],
    );
    refused(
        named("network"),
        &["expected a `.safetensors` file, found one without an extension"],
    );
    refused(arm().weights(""), &["the path of `weights` is empty"]);
    fs::create_dir(folder.join("folder.safetensors")).unwrap();
    refused(
        named("folder.safetensors"),
        &["this is a folder: expected a file"],
    );
    let large = folder.join("large.safetensors");
    File::create(&large)
        .unwrap()
        .set_len((5 << 28) + 1)
        .unwrap();
    refused(
        named("large.safetensors"),
        &["it has 1342177281 bytes, more than any network"],
    );
    fs::remove_file(large).unwrap();
    // With sizes that follow from the data.
    let model = model("Arm", [AUTO, 3, AUTO]).data(blobs(9).dimensions(3));
    refused(
        model.weights(&path),
        &["expected the shape [3, 3], for 3-3-3, found [3, 2]; tensor `2.weight`"],
    );
}

#[test]
fn other_files_are_told_with_what_to_do() {
    let folder = folder("weights_torch");
    let torch = [
        "it is a ZIP or a pickle, such as `torch.save` writes",
        "`safetensors.torch.save_file(model.state_dict(), path)` writes what `weights` takes",
    ];
    let pointer = ["it is a pointer of Git LFS", "`git lfs pull` brings it"];
    let onnx = [
        "it is an ONNX model",
        "write the network's tensors as safetensors",
    ];
    for (bytes, told) in [
        (&b"\x08\x08\x12\x07pytorch\x1a\x052.1.0"[..], onnx),
        // As PyTorch has begun them since 1.6, and before.
        (b"PK\x03\x04\0\0\x08\x08\0\0", torch),
        (b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.", torch),
        (
            b"\x80\x04\x95\x0d\0\0\0\0\0\0\0\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.",
            torch,
        ),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n",
            pointer,
        ),
    ] {
        bytes_refused(&folder, bytes, &told);
        // Nor is it a checkpoint, which might be deleted.
        let path = written(&folder, "other.safetensors", bytes);
        let error = arm().checkpoint(path).train().unwrap_err().to_string();
        assert!(
            error.contains(told[0]) && error.contains(told[1]) && !error.contains("delete"),
            "{error}"
        );
    }
    // A header may be as long as that.
    bytes_refused(
        &folder,
        b"\x80\x02\0\0\0\0\0\0{",
        &["expected a header of 640 bytes, found 1"],
    );
}

#[test]
fn fields_of_a_training_are_contradictions() {
    let folder = folder("weights_fields");
    let path = written(
        &folder,
        "network.safetensors",
        &file("", &tensors(["0", "2"])),
    );
    let trained = arm()
        .optimizer(sgd(-1.0))
        .init(values(vec![0.0; 2]))
        .epochs(0)
        .batch(0)
        .shuffle(true)
        .restarts(0)
        .stop(patience(0))
        .checkpoint("arm.safetensor")
        .budget(seconds(-1))
        .epochs(3);
    let error = trained.weights(&path).check().unwrap_err();
    let told: Vec<&str> = error
        .problems()
        .iter()
        .map(|problem| problem.message())
        .collect();
    let fields = [
        "optimizer",
        "init",
        "epochs",
        "batch",
        "shuffle",
        "restarts",
        "stop",
        "checkpoint",
        "budget",
    ];
    let expected = fields.map(|field| format!("`weights` does not train: remove `{field}`"));
    assert_eq!(told, expected);
    for (problem, field) in error.problems().iter().zip(fields) {
        assert_eq!(problem.field().name(), field);
    }
    // What is measured without a training, and what is not.
    let model = model("Arm", [2, 3, 1]).data(spiral(9)).weights(&path);
    let error = model
        .clone()
        .require(loss().at_most(1.0))
        .check()
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("`loss` is measured on `eval`, which is missing"),
        "{error}"
    );
    model.require(parameters().at_most(13)).train().unwrap();
}

#[test]
fn independent_mistakes_are_told_together() {
    let folder = folder("weights_together");
    let path = written(
        &folder,
        "network.safetensors",
        &file("", &tensors(["0", "2"])[..2]),
    );
    let error = model("Arm", [2, 3, 1])
        .weights(&path)
        .epochs(3)
        .check()
        .unwrap_err();
    let fields: Vec<Field> = error
        .problems()
        .iter()
        .map(|problem| problem.field())
        .collect();
    assert_eq!(
        fields,
        [Field::Data, Field::Epochs, Field::Weights],
        "{error}"
    );
    let told = "`data` is missing: classes, and the names of columns, are those of its rows, with `weights` too";
    assert!(error.to_string().contains(told), "{error}");
}

/// The numbers alone would not tell: the network would answer, and be wrong.
#[test]
fn columns_and_classes_in_another_order_are_refused() {
    let folder = folder("weights_names");
    let rows = |header: &str, one: &str, other: &str| {
        let rows = format!("{header}\n1,2,{one}\n2,1,{other}\n1,3,{one}\n3,1,{other}\n");
        let path = written(&folder, "rows.csv", rows.as_bytes());
        csv(path).label("kind")
    };
    let model = || model("Named", [2, 3, 2]).allow([unfinished(), unscaled()]);
    let from = |rows: Csv| model().data(rows).epochs(2);
    let trained = from(rows("a,b,kind", "no", "yes")).train().unwrap();
    let file = written(&folder, "model.safetensors", &trained.safetensors());
    let given = |rows: Csv| model().data(rows).weights(&file);

    let same = given(rows("a,b,kind", "no", "yes")).train().unwrap();
    assert_eq!(same.weights(), trained.weights());
    let order = [
        "`data`",
        r#"inputs of the network are ["a","b"]"#,
        r#"["b","a"]"#,
    ];
    refused(given(rows("b,a,kind", "no", "yes")), &order);
    let names = [
        r#"classes of the network are ["no","yes"]"#,
        r#"["nay","yes"]"#,
    ];
    refused(given(rows("a,b,kind", "nay", "yes")), &names);
    refused(given(rows("a,b,kind", "0", "1")), &["classes", "[0,1]"]);
}
