//! A safetensors checkpoint whose header is wrong or hostile is never used: the error tells what
//! is wrong and where.

mod common;

use common::safetensors::{
    assert_refused, good, header, replaced, resumed, specification, with_header,
};

#[test]
fn places_that_overlap_or_leave_the_data_are_refused() {
    let (file, bytes) = good("safetensors_places");
    let offsets = "\"shape\":[2],\"data_offsets\":[0,16]";
    for wrong in [
        "[0,8]",
        "[0,24]",
        "[16,32]",
        "[16,0]",
        "[8,24]",
        "[0,18446744073709551615]",
        "[18446744073709551615,18446744073709551615]",
        "[18446744073709551600,18446744073709551615]",
    ] {
        let wrong = offsets.replace("[0,16]", wrong);
        assert_refused(
            &file,
            &replaced(&bytes, offsets, &wrong),
            &["tensor `", "expected ["],
        );
    }
    for wrong in [
        "[0]",
        "[]",
        "[0,16,32]",
        "[-1,16]",
        "[0.0,16]",
        "[0,1e2]",
        "16",
        "[[0,16]]",
    ] {
        let wrong = offsets.replace("[0,16]", wrong);
        assert_refused(
            &file,
            &replaced(&bytes, offsets, &wrong),
            &["byte ", "expected"],
        );
    }
}

#[test]
fn tensors_of_another_kind_or_shape_are_refused() {
    let (file, bytes) = good("safetensors_kind");
    let weight = "\"layers.0.weight\":{\"dtype\":\"F32\",\"shape\":[1, 2]";
    for (kind, shape) in [
        ("F64", "[1, 2]"),
        ("F16", "[1, 2]"),
        ("f32", "[1, 2]"),
        ("", "[1, 2]"),
        ("F32", "[2, 1]"),
        ("F32", "[2]"),
        ("F32", "[]"),
        ("F32", "[1, 3]"),
        ("F32", "[18446744073709551615, 18446744073709551615]"),
    ] {
        let wrong = weight.replace("F32", kind).replace("[1, 2]", shape);
        let words = format!("tensor `layers.0.weight`: expected F32 [1, 2], found {kind} {shape}");
        assert_refused(&file, &replaced(&bytes, weight, &wrong), &[&words]);
    }
    for epochs in ["0", "1", "3", "18446744073709551615", "1000000000000"] {
        let losses = "\"losses\":{\"dtype\":\"F64\",\"shape\":[2]";
        let wrong = losses.replace("[2]", &format!("[{epochs}]"));
        assert_refused(&file, &replaced(&bytes, losses, &wrong), &["tensor `"]);
    }
}

#[test]
fn tensors_that_are_missing_unknown_or_there_twice_are_refused() {
    let (file, bytes) = good("safetensors_names");
    for name in [
        "losses",
        "rates",
        "layers.0.bias",
        "optimizer.first.layers.0.weight",
    ] {
        let quoted = format!("\"{name}\"");
        let wrong = replaced(&bytes, &quoted, "\"other\"");
        assert_refused(&file, &wrong, &["byte ", "an unknown tensor `other`"]);
    }
    let twice = replaced(&bytes, "\"rates\"", "\"losses\"");
    assert_refused(&file, &twice, &["byte ", "a second tensor `losses`"]);
    // The same name, written otherwise.
    let twice = replaced(&bytes, "\"rates\"", "\"loss\\u0065s\"");
    assert_refused(&file, &twice, &["byte ", "a second tensor `losses`"]);
    let bias = ",\"layers.0.bias\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[32,36]}";
    let without = replaced(&bytes, bias, "");
    assert_refused(&file, &without, &["tensor `layers.0.bias`: it is missing"]);
    // Half of what the optimiser remembers is not nothing.
    let header = header(&bytes);
    let memory = header.find(",\"optimizer.first.layers.0.weight\"").unwrap();
    let without = with_header(&bytes, header[..memory].to_string() + "}");
    let words = "tensor `optimizer.first.layers.0.weight`: it is missing";
    assert_refused(&file, &without, &[words]);
}

#[test]
fn a_network_is_no_checkpoint_and_is_not_to_be_deleted() {
    let (file, _) = good("safetensors_network");
    let network = specification().train().unwrap().safetensors();
    let header = header(&network);
    let tensors = header.find(",\"0.bias\"").unwrap();
    let without = with_header(&network, format!("{{{}", &header[tensors + 1..]));
    let start = replaced(&network, "folded", "folded\",\"neuralatex.trained\":\"no");
    let told = resumed(&file, &start).unwrap_err().to_string();
    assert!(told.contains("the start weights of an export"), "{told}");
    assert!(
        !told.contains("name it as") && !told.contains("delete"),
        "{told}"
    );
    let state = replaced(
        &network,
        "folded",
        "folded\",\"neuralatex.trained\":\"partly",
    );
    let told = resumed(&file, &state).unwrap_err().to_string();
    assert!(
        told.contains("it is the state of an export's `train.py`"),
        "{told}"
    );
    // A linear layer alone has no name of its own.
    let one = replaced(&without, "0.weight", "weight");
    for bytes in [network, without, one] {
        let told = resumed(&file, &bytes).unwrap_err().to_string();
        for words in ["no checkpoint of a training", "name it as `weights`"] {
            assert!(told.contains(words), "{told}");
        }
        assert!(!told.contains("delete") && !told.contains("save"), "{told}");
    }
}

#[test]
fn metadata_that_is_missing_or_there_twice_is_refused() {
    let (file, bytes) = good("safetensors_metadata");
    let header = header(&bytes);
    let tensors = header.find(",\"losses\"").unwrap();
    let without = with_header(&bytes, format!("{{{}", &header[tensors + 1..]));
    assert_refused(
        &file,
        &without,
        &["byte ", "expected `__metadata__` before all tensors"],
    );
    assert_refused(
        &file,
        &with_header(&bytes, "{}"),
        &["`__metadata__` is missing"],
    );
    let twice = header[..tensors].to_string() + "," + &header[1..];
    assert_refused(
        &file,
        &with_header(&bytes, twice),
        &["byte ", "a second `__metadata__`"],
    );
    let seed = "\"seed\":\"0\"";
    for (wrong, words) in [
        ("\"seed\":\"0\",\"seed\":\"0\"", "a second field `seed`"),
        ("\"more\":\"0\"", "an unknown field `more`"),
        ("\"seed\":0", "expected `\"`"),
        ("\"seed\":null", "expected `\"`"),
        ("\"seed\":{}", "expected `\"`"),
        (
            "\"seed\":\"1\"",
            "`seed`: the file is from `1`, now it is `0`",
        ),
    ] {
        assert_refused(&file, &replaced(&bytes, seed, wrong), &[words]);
    }
    for name in ["format", "sha256", "seed", "data"] {
        let start = header.find(&format!("\"{name}\":")).unwrap();
        let end = start + header[start..].find("\",").unwrap() + 2;
        let without = header[..start].to_string() + &header[end..];
        let words = format!("`{name}`: the field is missing");
        assert_refused(&file, &with_header(&bytes, without), &[&words]);
    }
    let other = replaced(&bytes, "neuralatex 3", "neuralatex 4");
    assert_refused(
        &file,
        &other,
        &["`format`: expected `neuralatex 3`, found `neuralatex 4`"],
    );
    let other = replaced(&bytes, "neuralatex 3", "pt");
    assert_refused(
        &file,
        &other,
        &["`format`: expected `neuralatex 3`, found `pt`"],
    );
}

#[test]
fn broken_json_is_refused_where_it_breaks() {
    let (file, bytes) = good("safetensors_json");
    let deep = "[".repeat(1_000_000);
    let objects = "{\"a\":".repeat(1_000_000);
    for (wrong, words) in [
        ("", "byte 8: expected `{`, found the end"),
        ("[]", "byte 8: expected `{`, found `[]`"),
        ("null", "byte 8: expected `{`"),
        ("{", "byte 9: expected `\"`"),
        ("{,}", "byte 9: expected `\"`"),
        ("{\"__metadata__\"}", "byte 23: expected `:`"),
        (
            "{\"__metadata__\":{\"format\":\"x\",}}",
            "byte 38: expected `\"`",
        ),
        (
            "{\"__metadata__\":{\"format\":\"\\q\"}}",
            "byte 35: expected an escape",
        ),
        (
            "{\"__metadata__\":{\"format\":\"\n\"}}",
            "byte 35: a control character",
        ),
        (
            "{\"__metadata__\":{\"format\":\"x",
            "byte 35: a string has no end",
        ),
        (&deep, "byte 8: expected `{`"),
        (&objects, "byte 18: an unknown field `a`"),
        (
            &format!("{{\"__metadata__\":{objects}"),
            "byte 29: expected `\"`, found `{",
        ),
        (
            &format!("{{\"__metadata__\":{{\"format\":{deep}"),
            "expected `\"`",
        ),
    ] {
        assert_refused(&file, &with_header(&bytes, wrong), &[words]);
    }
    let bad = [&b"{\"__metadata__\":{\""[..], &[0xff, 0xfe], b"\":\"\"}}"].concat();
    assert_refused(&file, &with_header(&bytes, bad), &["byte 26", "no UTF-8"]);
    let shape = replaced(&bytes, "\"shape\":[2]", &format!("\"shape\":{deep}"));
    assert_refused(&file, &shape, &["byte ", "expected a whole number"]);
}
