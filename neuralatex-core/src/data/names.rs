//! Classes and columns as names of generated code.
//!
//! A class becomes a variant: its words, which anything but a letter or a digit ends, each with a
//! capital letter, and `_` between digits. A column becomes a field: its words in small letters with
//! `_` between them. Signs such as `+` and `<` become words. A name that would begin with a digit
//! begins with `Class` or `column_`; one that Rust has taken ends with `_`.

use std::collections::HashMap;

use unicode_ident::{is_xid_continue, is_xid_start};

use super::letters::{stable, unordered};
use super::{Classes, Header, Task};
use crate::error::{Field, Part, Problem, short};

/// Signs that are more than something between words.
const SIGNS: &[(char, &str)] = &[
    ('+', "Plus"),
    ('<', "Less"),
    ('>', "Greater"),
    ('=', "Equal"),
    ('%', "Percent"),
    ('&', "And"),
    ('#', "Sharp"),
    ('*', "Star"),
    ('!', "Not"),
];

/// What a field may not be called: words of Rust, in small letters.
const TAKEN: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Whether classes and columns become names that differ.
pub(crate) fn check(header: Option<&Header>, task: &Task) -> Result<(), Problem> {
    if let Task::Classes(Classes::Text(texts)) = task {
        let variants: Vec<String> = texts.iter().map(|text| variant(text)).collect();
        if let Some([first, second]) = same(&variants) {
            let place = header
                .map(|header| header.place() + ": ")
                .unwrap_or_default();
            let message = format!(
                "{place}the classes `{}` and `{}` would both be called `{}`: rename one of them in the data",
                short(&texts[first]),
                short(&texts[second]),
                short(&variants[first])
            );
            return Err(Problem::new(Field::Data, message).at(Part::Argument("label", 0)));
        }
    }
    if let Some(header) = header {
        let fields = fields(header);
        if let Some([first, second]) = same(&fields) {
            let names = header.inputs();
            let message = format!(
                "{}: the inputs `{}` and `{}` would both be called `{}`: rename one of them in the file, \
                 or ignore the column",
                header.place(),
                short(&names[first]),
                short(&names[second]),
                short(&fields[first])
            );
            return Err(Problem::new(Field::Data, message).at(Part::Argument("csv", 0)));
        }
    }
    Ok(())
}

/// The first two that are the same.
fn same(names: &[String]) -> Option<[usize; 2]> {
    let mut firsts = HashMap::new();
    let pairs = names.iter().enumerate().map(|(place, name)| {
        let first = *firsts.entry(unordered(name)).or_insert(place);
        [first, place]
    });
    pairs.filter(|[first, second]| first != second).min()
}

/// A text with words for its signs. A `-` between words is none, but one after the last is, as in `A-`,
/// and one before a number.
fn spelled(text: &str) -> String {
    let text: Vec<char> = stable(text).chars().collect();
    let mut spelled = String::new();
    for (place, letter) in text.iter().enumerate() {
        let ends = |next: Option<&char>| next.is_none_or(|next| next.is_whitespace());
        let before = place.checked_sub(1).and_then(|place| text.get(place));
        let after = text.get(place + 1);
        let is_minus =
            ends(before) && after.is_some_and(char::is_ascii_digit) || ends(after) && !ends(before);
        match SIGNS.iter().find(|(sign, _)| sign == letter) {
            Some((_, word)) => spelled += &format!(" {word} "),
            None if *letter == '-' && is_minus => spelled += " Minus ",
            None => spelled.push(*letter),
        }
    }
    spelled
}

/// The variant of a class.
pub(crate) fn variant(text: &str) -> String {
    let mut name = String::new();
    for word in words(&spelled(text)) {
        let is_digit = |letter: char| letter.is_ascii_digit();
        if name.ends_with(is_digit) && word.starts_with(is_digit) {
            name.push('_');
        }
        let mut letters = word.chars();
        if let Some(first) = letters.next() {
            name.extend(first.to_uppercase());
        }
        name += letters.as_str();
    }
    // Nothing but what stands between words, as in `-`.
    if name.is_empty() {
        let codes = text
            .chars()
            .map(|letter| format!("U{:04X}", u32::from(letter)));
        name = codes.collect();
    }
    if !name.starts_with(is_xid_start) {
        name.insert_str(0, "Class");
    }
    // A word of Rust, and the list of all variants.
    if ["Self", "ALL"].contains(&name.as_str()) {
        name.push('_');
    }
    name
}

/// The fields of the inputs, in their order.
pub(crate) fn fields(header: &Header) -> Vec<String> {
    let inputs = header.inputs();
    inputs.iter().map(|name| field(name)).collect()
}

fn field(name: &str) -> String {
    let parts: Vec<String> = words(&spelled(name)).map(snake_case).collect();
    let mut field = parts.join("_");
    if field.is_empty() {
        let codes = name
            .chars()
            .map(|letter| format!("u{:04x}", u32::from(letter)));
        field = codes.collect();
    }
    if !field.starts_with(is_xid_start) {
        field.insert_str(0, "column_");
    }
    if TAKEN.contains(&field.as_str()) {
        field.push('_');
    }
    field
}

/// What lies between all that cannot be part of a name.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_between = |letter: char| letter == '_' || !is_xid_continue(letter);
    text.split(is_between).filter(|word| !word.is_empty())
}

/// `SpiralArm` → `spiral_arm`, `HTTPServer2` → `http_server2`.
pub(crate) fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (i, letter) in letters.iter().enumerate() {
        let after_word = i > 0 && (letters[i - 1].is_lowercase() || letters[i - 1].is_numeric());
        let before_word = i > 0
            && letters[i - 1].is_uppercase()
            && letters.get(i + 1).is_some_and(|next| next.is_lowercase());
        if letter.is_uppercase() && (after_word || before_word) {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::{field, snake_case, variant};

    #[test]
    fn classes_become_variants() {
        for (class, name) in [
            ("setosa", "Setosa"),
            ("Iris-setosa", "IrisSetosa"),
            ("no name given", "NoNameGiven"),
            ("<=50K", "LessEqual50K"),
            (">50K", "Greater50K"),
            ("C++", "CPlusPlus"),
            ("2nd", "Class2nd"),
            ("self", "Self_"),
            ("ALL", "ALL_"),
            ("cafe\u{301}", "CafeU0301"),
            ("A+", "APlus"),
            ("A-", "AMinus"),
            ("-1", "Minus1"),
            ("0-10", "Class0_10"),
            ("1.5", "Class1_5"),
            ("-", "U002D"),
            ("_", "U005F"),
            ("été", "Été"),
            ("日本", "日本"),
        ] {
            assert_eq!(variant(class), name);
        }
    }

    #[test]
    fn columns_become_fields() {
        for (column, name) in [
            ("sepal_length", "sepal_length"),
            ("sepal length (cm)", "sepal_length_cm"),
            ("SepalLength", "sepal_length"),
            ("colour: dark red", "colour_dark_red"),
            ("1", "column_1"),
            ("type", "type_"),
            ("Self", "self_"),
            ("%", "percent"),
            ("blood: A+", "blood_a_plus"),
            ("blood: A-", "blood_a_minus"),
            ("shift: -0.5", "shift_minus_0_5"),
            ("p-value", "p_value"),
            ("-", "u002d"),
            ("length (µm)", "length_um"),
            ("長さ（cm）", "長さ_cm"),
            ("temp ℃", "temp"),
            ("cafe\u{301}", "cafe_u0301"),
        ] {
            assert_eq!(field(column), name);
        }
    }

    #[test]
    fn words_of_models_become_files() {
        for (name, file) in [
            ("Spiral", "spiral"),
            ("SpiralArm", "spiral_arm"),
            ("HTTPServer2", "http_server2"),
            ("Mnist10Net", "mnist10_net"),
            ("already_snake", "already_snake"),
            ("A", "a"),
        ] {
            assert_eq!(snake_case(name), file);
        }
    }
}
