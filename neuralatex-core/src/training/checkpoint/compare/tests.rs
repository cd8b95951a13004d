use std::fs;
use std::path::PathBuf;

use serde_json::{Map, Value};

use super::super::Checkpoint;
use super::{Comparison, compare};
use crate::digest::sha256;
use crate::prelude::*;
use crate::trained::Trained;

/// A file of this content, which goes with it.
struct File(PathBuf);

impl File {
    fn new(name: &str, content: &[u8]) -> File {
        let name = format!("neuralatex-compare-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, content).unwrap();
        File(path)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn trained() -> Trained {
    let model = model("Arm", [2, 3, 1]).data(spiral(10)).epochs(4);
    model.train().unwrap()
}

fn compared(name: &str, content: &[u8], right: &[u8]) -> Comparison {
    compare(&File::new(name, content).0, right)
}

fn differences(name: &str, content: &[u8], right: &[u8]) -> Vec<String> {
    match compared(name, content, right) {
        Comparison::Different(differences) => differences,
        other => panic!("{other:?}"),
    }
}

fn replace(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let place = bytes
        .windows(from.len())
        .position(|part| part == from.as_bytes());
    let place = place.unwrap_or_else(|| panic!("{from}"));
    let mut bytes = bytes.to_vec();
    bytes[place..place + to.len()].copy_from_slice(to.as_bytes());
    bytes
}

#[test]
fn one_bit_of_one_weight_is_found() {
    let right = trained().content("arm.safetensors".as_ref());
    assert_eq!(
        compared("same.safetensors", &right, &right),
        Comparison::Same
    );
    let mut flipped = right.clone();
    // The last number of the file is a weight of a second moment: it stands last by its name.
    let place = flipped.len() - 4;
    flipped[place] ^= 1;
    let found = differences("flipped.safetensors", &flipped, &right);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("`sha256`: "), "{found:?}");
    assert!(
        found[1].starts_with("tensor `optimizer.second.layers.1.weight`: 1 of 3 numbers differs: at [0, 2] the file has "),
        "{found:?}"
    );
}

#[test]
fn fields_that_changed_are_told_with_both_values() {
    let right = trained().content("arm.safetensors".as_ref());
    let changed = replace(&right, r#""batch":"32""#, r#""batch":"16""#);
    let changed = replace(&changed, r#""model":"Arm""#, r#""model":"Leg""#);
    let found = differences("changed.safetensors", &changed, &right);
    assert_eq!(
        found,
        [
            "`batch`: the file is from `16`, now it is `32`",
            "`model`: the file is from `Leg`, now it is `Arm`"
        ]
    );
}

/// The members of a header, and the data.
fn parts(file: &[u8]) -> (Vec<(String, Value)>, Vec<u8>) {
    let length = u64::from_le_bytes(file[..8].try_into().unwrap());
    let (header, data) = file[8..].split_at(usize::try_from(length).unwrap());
    let header: Map<String, Value> = serde_json::from_slice(header).unwrap();
    (header.into_iter().collect(), data.to_vec())
}

fn joined(members: &[(String, Value)], data: &[u8]) -> Vec<u8> {
    let members = members
        .iter()
        .map(|(name, value)| format!("  {name:?} :\n {value:#}"));
    let members: Vec<String> = members.collect();
    let header = format!("{{ {} }}\n", members.join(" ,\n"));
    [
        &(header.len() as u64).to_le_bytes(),
        header.as_bytes(),
        data,
    ]
    .concat()
}

/// What a build says of a file.
fn is_refused(trained: &Trained, file: &[u8]) -> bool {
    let Trained {
        model, plan, rows, ..
    } = trained;
    let origin = rows.origin(plan, plan.seed, model.restarts, model.normalize);
    Checkpoint::of_safetensors(file, &origin).is_err()
}

/// Python's safetensors writes the metadata first, and the tensors by their types and names; a file may
/// have them in any order.
#[test]
fn another_order_of_tensors_and_blanks_are_no_difference() {
    let trained = trained();
    let right = trained.content("arm.safetensors".as_ref());
    let (mut members, data) = parts(&right);
    assert_eq!(members[0].0, "__metadata__");
    members[1..].reverse();
    let again = joined(&members, &data);
    assert!(again != right && !is_refused(&trained, &again));
    assert_eq!(
        compared("again.safetensors", &again, &right),
        Comparison::Same
    );
}

/// They were the same to `verify`, since all tensors had the right numbers.
#[test]
fn what_builds_refuse_is_damaged() {
    let trained = trained();
    let right = trained.content("arm.safetensors".as_ref());
    let (members, data) = parts(&right);
    let mut turned = members.clone();
    turned.rotate_left(1);
    // Two tensors of the same numbers have the same bytes, and some bytes are of none.
    let names = [
        "optimizer.first.layers.1.bias",
        "optimizer.second.layers.1.bias",
    ];
    let [first, second] = names.map(|name| {
        let mut names = members.iter();
        names.position(|(other, _)| other == name).unwrap()
    });
    let [[begin, end], [other, _]] = [first, second].map(|place| -> [usize; 2] {
        let offsets = members[place].1["data_offsets"].clone();
        serde_json::from_value(offsets).unwrap()
    });
    let mut same = data.clone();
    same.copy_within(begin..end, other);
    let mut sealed = members.clone();
    sealed[0].1["sha256"] = sha256(&same).into();
    let mut shared = sealed.clone();
    shared[second].1["data_offsets"] = [begin, end].into();
    let sealed = joined(&sealed, &same);
    assert!(!is_refused(&trained, &sealed));
    for (name, file, right) in [
        ("turned", joined(&turned, &data), &right),
        ("shared", joined(&shared, &same), &sealed),
    ] {
        assert!(is_refused(&trained, &file), "{name}");
        let found = compared(&format!("{name}.safetensors"), &file, right);
        assert!(matches!(found, Comparison::Damaged(_)), "{name}: {found:?}");
    }
}

/// It was told by the shapes and numbers of all tensors.
#[test]
fn a_training_that_is_not_over_is_told_by_its_epochs() {
    let right = trained().content("arm.safetensors".as_ref());
    let model = model("Arm", [2, 3, 1]).data(spiral(10)).epochs(3);
    let short = model.train().unwrap();
    let found = differences(
        "short.safetensors",
        &short.content("arm.safetensors".as_ref()),
        &right,
    );
    assert_eq!(found, ["epochs: the file has 3, training gives 4"]);
}

#[test]
fn texts_are_told_by_their_lines() {
    let trained = trained();
    let right = trained.content("arm.txt".as_ref());
    assert_eq!(compared("same.txt", &right, &right), Comparison::Same);
    let text = String::from_utf8(right.clone()).unwrap();
    let blanks = text.replace(")(", ") (").replace('\n', " \n");
    assert_eq!(
        compared("blanks.txt", blanks.as_bytes(), &right),
        Comparison::Same
    );
    let (first, rest) = text.split_once(',').unwrap();
    let changed = format!("0.5,{rest}").replace("(2,", "(2,1");
    let found = differences("changed.txt", changed.as_bytes(), &right);
    let told = "line 1: 1 of 13 numbers differs: at weight 1 the file has 0.5, training gives ";
    assert_eq!(found[0], format!("{told}{first}"));
    assert!(
        found[1].starts_with("line 3: 1 of 4 numbers differs: at epoch 2 "),
        "{found:?}"
    );
}

#[test]
fn no_damage_does_harm() {
    let right = trained().content("arm.safetensors".as_ref());
    for length in 0..right.len() {
        let found = compared("cut.safetensors", &right[..length], &right);
        assert!(matches!(found, Comparison::Damaged(_)), "{length}");
    }
    for place in 0..right.len() {
        for mask in [1, 0x80, 0xff] {
            let mut flipped = right.clone();
            flipped[place] ^= mask;
            let found = compared("bit.safetensors", &flipped, &right);
            // A blank may become another blank.
            let is_blank = right[place] == b' ' && matches!(flipped[place], b'\t' | b'\n' | b'\r');
            assert!(
                is_blank || found != Comparison::Same,
                "byte {place}, {mask}"
            );
        }
    }
    let header = |text: &str| [&(text.len() as u64).to_le_bytes()[..], text.as_bytes()].concat();
    let huge = u64::MAX.to_le_bytes().to_vec();
    let most = usize::MAX;
    for bytes in [
        huge,
        header("{}"),
        header(&"{".repeat(100_000)),
        header(&format!(
            r#"{{"__metadata__":{{}},"losses":{{"dtype":"F64","shape":[{most},{most}],"data_offsets":[0,0]}}}}"#
        )),
        header(r#"{"__metadata__":{},"losses":{"dtype":"F64","shape":[1],"data_offsets":[8,0]}}"#),
        header(
            r#"{"__metadata__":{},"losses":{"dtype":"F64","shape":[0,0],"data_offsets":[0,0]}}"#,
        ),
    ] {
        let found = compared("hostile.safetensors", &bytes, &right);
        assert!(
            matches!(found, Comparison::Damaged(_) | Comparison::Different(_)),
            "{found:?}"
        );
    }
    let text = compared("no.txt", &[0xff, 0xfe], b"1\n0\n\n");
    assert!(matches!(text, Comparison::Damaged(_)), "{text:?}");
    let folder = compare(&std::env::temp_dir(), &right);
    assert!(matches!(folder, Comparison::Foreign(_)), "{folder:?}");
    let nothing = std::env::temp_dir().join("neuralatex-compare-nothing.safetensors");
    assert_eq!(compare(&nothing, &right), Comparison::Missing);
}
