//! Files as a hostile hand might write them.

use proptest::prelude::*;

use super::{File, MOST_FIELDS, MOST_OTHERS, Wrong};

/// A file with this header and data.
fn file(header: &str, data: &[u8]) -> Vec<u8> {
    let length = (header.len() as u64).to_le_bytes();
    [&length, header.as_bytes(), data].concat()
}

fn tensor(name: &str, offsets: [usize; 2]) -> String {
    let [begin, end] = offsets;
    let shape = end.saturating_sub(begin) / 4;
    format!(r#""{name}":{{"dtype":"F32","shape":[{shape}],"data_offsets":[{begin},{end}]}}"#)
}

/// What is wrong with a header or with its tensors.
#[track_caller]
fn wrong(header: &str, data: &[u8]) -> String {
    let bytes = file(header, data);
    let read = File::read(&bytes, 2).and_then(|file| file.bytes().map(|_| ()));
    let Wrong { place, what } = read.unwrap_err();
    format!("{place}: {what}")
}

#[test]
fn a_file_is_read_whatever_the_order_of_its_tensors() {
    let [a, b] = [tensor("a", [4, 12]), tensor("b", [0, 4])];
    let header = format!(r#"{{{a},"__metadata__":{{"format":"pt"}},{b}}}  "#);
    let data: Vec<u8> = (0..12).collect();
    let bytes = file(&header, &data);
    let file = File::read(&bytes, 2).unwrap();
    assert_eq!(file.field("format"), Some("pt"));
    assert_eq!(file.field("other"), None);
    assert_eq!(file.tensors[0].form(), "F32 [2]");
    assert_eq!(file.bytes().unwrap(), [&data[4..], &data[..4]]);
    let Wrong { what, .. } = file.leading_metadata().err().unwrap();
    assert_eq!(what, "expected `__metadata__` before all tensors");
}

#[test]
fn overlaps_holes_and_sizes_that_overflow_are_told() {
    let pair = |a: [usize; 2], b: [usize; 2]| format!("{{{},{}}}", tensor("a", a), tensor("b", b));
    for (header, told) in [
        (
            pair([0, 8], [4, 12]),
            "tensor `b`: its `data_offsets` are [4, 12] of 12 bytes, expected [8, 16]",
        ),
        (
            pair([0, 4], [8, 12]),
            "tensor `b`: its `data_offsets` are [8, 12] of 12 bytes, expected [4, 8]",
        ),
        (
            pair([0, 4], [0, 4]),
            "tensor `b`: its `data_offsets` are [0, 4] of 12 bytes, expected [4, 8]",
        ),
        (pair([0, 4], [4, 8]), "the end: 4 bytes belong to no tensor"),
        (
            pair([0, 4], [4, 16]),
            "the end: the file is cut short: it has 12 of the 16 bytes of its numbers",
        ),
        (
            pair([0, 4], [12, 4]),
            "tensor `b`: its `data_offsets` are [12, 4] of 12 bytes, expected [4, 4]",
        ),
        (
            r#"{"a":{"dtype":"F64","shape":[4294967296,4294967296],"data_offsets":[0,12]}}"#
                .to_string(),
            "tensor `a`: no file can hold F64 [4294967296, 4294967296]",
        ),
        (
            r#"{"a":{"dtype":"I64","shape":[1],"data_offsets":[0,12]}}"#.to_string(),
            "tensor `a`: expected F32, F64, F16 or BF16, found I64",
        ),
    ] {
        assert_eq!(wrong(&header, &[0; 12]), told, "{header}");
    }
}

#[test]
fn names_that_are_there_twice_are_told() {
    let [a, again] = [tensor("a", [0, 4]), tensor("\\u0061", [4, 8])];
    let told = wrong(&format!("{{{a},{again}}}"), &[0; 8]);
    assert!(told.ends_with(": a second tensor `a`"), "{told}");
    let told = wrong(r#"{"__metadata__":{"x":"","y":"","x":""}}"#, &[]);
    assert_eq!(told, "byte 43: a second field `x`");
    let told = wrong(r#"{"__metadata__":{},"__metadata__":{}}"#, &[]);
    assert!(told.ends_with(": a second `__metadata__`"), "{told}");
}

#[test]
fn more_than_anybody_writes_is_refused() {
    let many = |count: usize| {
        let tensors = (0..count).map(|number| tensor(&format!("{number}"), [0, 0]));
        format!("{{{}}}", tensors.collect::<Vec<_>>().join(","))
    };
    let bytes = file(&many(2 + MOST_OTHERS), &[]);
    assert_eq!(
        File::read(&bytes, 2).unwrap().tensors.len(),
        2 + MOST_OTHERS
    );
    let told = wrong(&many(3 + MOST_OTHERS), &[]);
    assert!(
        told.ends_with("more than 1002 tensors, expected 2"),
        "{told}"
    );
    let fields = (0..=MOST_FIELDS).map(|number| format!(r#""{number}":"""#));
    let fields = fields.collect::<Vec<_>>().join(",");
    let told = wrong(&format!(r#"{{"__metadata__":{{{fields}}}}}"#), &[]);
    assert!(
        told.ends_with("more than 1000 fields of metadata"),
        "{told}"
    );
    // Without escapes a string may be as long as a file.
    let long = "x".repeat(3 << 20);
    let bytes = file(&format!(r#"{{"__metadata__":{{"a":"{long}"}}}}"#), &[]);
    assert_eq!(File::read(&bytes, 2).unwrap().field("a"), Some(&long[..]));
    for texts in [
        format!("\\n{long}"),
        "\\n".repeat(2 << 20),
        format!("{long}\\n"),
    ] {
        let told = wrong(&format!(r#"{{"__metadata__":{{"a":"{texts}"}}}}"#), &[]);
        let words = "more than 1048576 bytes of strings with escapes";
        assert!(told.ends_with(words), "{}", &told[..200]);
    }
    let half = "\\n".repeat(600_000);
    let told = wrong(
        &format!(r#"{{"__metadata__":{{"a":"{half}","b":"{half}"}}}}"#),
        &[],
    );
    assert!(
        told.ends_with("bytes of strings with escapes"),
        "all together"
    );
    let shape = wrong(r#"{"a":{"shape":[1,1,1,1,1,1,1,1,1]}}"#, &[]);
    assert!(shape.ends_with("expected at most 8 numbers"), "{shape}");
}

proptest! {
    /// A header of the right words in any order is read or refused.
    #[test]
    fn no_soup_of_words_does_harm(words in proptest::collection::vec(0_usize..20, 0..40), data: Vec<u8>) {
        const WORDS: [&str; 20] = [
            "{", "}", "[", "]", ":", ",", "\"", "\"a\"", "\"__metadata__\"", "\"dtype\"", "\"shape\"",
            "\"data_offsets\"", "\"F32\"", "\"BF16\"", "0", "4", "18446744073709551615", "[0,4]",
            r#""b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}"#, " ",
        ];
        let header: String = words.iter().map(|word| WORDS[*word]).collect();
        let bytes = file(&header, &data);
        if let Ok(file) = File::read(&bytes, 2) && let Ok(all) = file.bytes() {
            prop_assert_eq!(all.iter().map(|bytes| bytes.len()).sum::<usize>(), data.len());
        }
    }
}
