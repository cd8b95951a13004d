//! The reader against serde's.

use proptest::prelude::*;

use super::Json;

fn string(text: &str) -> Option<String> {
    let mut json = Json::new(text, 0);
    let string = json.string().ok()?;
    json.end().ok().map(|()| string.into_owned())
}

fn numbers(text: &str) -> Option<Vec<usize>> {
    let mut json = Json::new(text, 0);
    let numbers = json.numbers(3).ok()?;
    json.end().ok().map(|()| numbers)
}

#[test]
fn escapes_that_json_does_not_have_are_refused() {
    for wrong in [
        r#""\x41""#,
        r#""\u12""#,
        r#""\u+123""#,
        r#""\ud800""#,
        r#""\ud800\u0041""#,
        r#""\"#,
        r#""\udc00""#,
        "\"\u{1}\"",
        "\"a",
        "a",
        "",
        r#""\u00é0""#,
    ] {
        assert_eq!(string(wrong), None, "{wrong}");
    }
    assert_eq!(string(r#" "a\u0041\ud83d\ude00\n\/" "#).unwrap(), "aA😀\n/");
}

#[test]
fn numbers_that_are_not_whole_are_refused() {
    for wrong in [
        "[01]",
        "[-1]",
        "[1.0]",
        "[1e3]",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[",
        "[1",
        "1",
        "[[1]]",
        "[99999999999999999999999]",
        "[1,2,3,4]",
        "[\"1\"]",
        "[+1]",
        "[null]",
    ] {
        assert_eq!(numbers(wrong), None, "{wrong}");
    }
    assert_eq!(numbers(" [ 1 ,20, 0 ] ").unwrap(), [1, 20, 0]);
    assert!(numbers("[]").unwrap().is_empty());
}

proptest! {
    #[test]
    fn strings_are_read_as_serde_reads_them(text: String, soup in "\"[\\\\\"ud8-9c-f0 é]{0,12}\"") {
        let written = serde_json::to_string(&text).unwrap();
        prop_assert_eq!(string(&written), Some(text));
        prop_assert_eq!(string(&soup), serde_json::from_str(&soup).ok());
    }

    #[test]
    fn lists_are_read_as_serde_reads_them(soup in "[\\[\\], 0-3]{0,8}") {
        let expected: Option<Vec<usize>> = serde_json::from_str(&soup).ok();
        prop_assert_eq!(numbers(&soup), expected.filter(|list| list.len() <= 3));
    }
}
