//! Text for LaTeX, as pdflatex sets it with T1 fonts: whatever the text is, it is no error, and no
//! word is so long that a line cannot hold it.

/// Longer words may be broken, every so many letters.
const LONG: usize = 20;
const PART: usize = 6;

/// For the text of a document, headings and arguments included; not for mathematics. Characters
/// that the fonts do not have are told by their number: `U+1F600`. White space is a space.
pub(crate) fn latex(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 4);
    for (index, word) in text.split(char::is_whitespace).enumerate() {
        if index > 0 {
            escaped.push(' ');
        }
        add(&mut escaped, word);
    }
    escaped
}

fn add(escaped: &mut String, word: &str) {
    let letters: Vec<char> = word.chars().collect();
    let is_long = letters.len() > LONG;
    let letter_at = |place: Option<usize>| place.and_then(|place| letters.get(place)).copied();
    let is_letter = |place| letter_at(place).is_some_and(char::is_alphabetic);
    for (place, &letter) in letters.iter().enumerate() {
        let (previous, next) = (place.checked_sub(1), Some(place + 1));
        let is_settable = (' '..='~').contains(&letter) || is_in_fonts(letter);
        if place > 0 && (is_long && place % PART == 0 || !is_settable) {
            escaped.push_str("\\allowbreak{}");
        }
        match letter {
            '{' | '}' | '#' | '$' | '%' | '&' | '_' => escaped.extend(['\\', letter]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '`' => escaped.push_str("\\textasciigrave{}"),
            // By its number, since some languages of babel have other plans for it.
            '"' => escaped.push_str("\\symbol{34}"),
            // An apostrophe is as it should be; any other is straight.
            '\'' if is_letter(previous) && is_letter(next) => escaped.push('\''),
            '\'' => escaped.push_str("\\textquotesingle{}"),
            // Behind the end of a line, these would belong to it.
            '[' | ']' | '*' => escaped.extend(['{', letter, '}']),
            // Two of them would be one other character.
            '-' | ',' if letter_at(next) == Some(letter) => escaped.extend([letter, '{', '}']),
            _ if is_settable => escaped.push(letter),
            _ => escaped.push_str(&format!("\\texttt{{U+{:04X}}}", letter as u32)),
        }
    }
}

/// Whether the fonts have a character that is not ASCII: letters of European languages that are
/// written with Latin ones, and signs of typography.
pub(super) fn is_in_fonts(letter: char) -> bool {
    match letter {
        '\u{a8}' | '\u{ad}' | '\u{af}' | '\u{b4}' | '\u{b8}' => false,
        '\u{a1}'..='\u{ff}' => true,
        'Ħ' | 'ħ' | 'ĸ' | 'Ŀ' | 'ŀ' | 'ŉ' | 'Ŧ' | 'ŧ' | 'ſ' => false,
        '\u{100}'..='\u{17f}' | 'Ș'..='ț' => true,
        '–' | '—' | '‘'..='‚' | '“'..='„' | '…' | '†' | '‡' | '•' => true,
        '‰' | '‹' | '›' | '€' | '™' | '←'..='↓' => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::latex;
    use proptest::prelude::*;

    #[test]
    fn what_means_something_to_tex_is_text() {
        for (text, escaped) in [
            ("50 % & #1 $_{}", "50 \\% \\& \\#1 \\$\\_\\{\\}"),
            (
                "\\~^",
                "\\textbackslash{}\\textasciitilde{}\\textasciicircum{}",
            ),
            ("a<b>|c", "a\\textless{}b\\textgreater{}\\textbar{}c"),
            (
                "don't 'so'",
                "don't \\textquotesingle{}so\\textquotesingle{}",
            ),
            ("\"`", "\\symbol{34}\\textasciigrave{}"),
            ("a--b,,", "a-{}-b,{},"),
            ("[x]*", "{[}x{]}{*}"),
            ("Größe – 5 µm…", "Größe – 5 µm…"),
            ("α😀", "\\texttt{U+03B1}\\allowbreak{}\\texttt{U+1F600}"),
            ("a\n\tb\u{a0}c\u{7}", "a  b c\\allowbreak{}\\texttt{U+0007}"),
        ] {
            assert_eq!(latex(text), escaped);
        }
    }

    #[test]
    fn long_words_may_be_broken() {
        assert_eq!(latex(&"x".repeat(20)), "x".repeat(20));
        let long = latex(&"x".repeat(200));
        assert!(long.split("\\allowbreak{}").all(|part| part.len() <= 6));
        assert_eq!(long.replace("\\allowbreak{}", ""), "x".repeat(200));
    }

    /// What is left of escaped text without what we may write there.
    fn without_commands(escaped: &str) -> String {
        let names = [
            "allowbreak{}",
            "textbackslash{}",
            "textasciitilde{}",
            "textasciicircum{}",
            "textless{}",
            "textgreater{}",
            "textbar{}",
            "textasciigrave{}",
            "symbol{34}",
            "textquotesingle{}",
            "{",
            "}",
            "#",
            "$",
            "%",
            "&",
            "_",
        ];
        let mut rest = escaped.to_string();
        while let Some(place) = rest.find("\\texttt{U+") {
            let end = place + rest[place..].find('}').expect("an end");
            assert!(
                rest[place + 10..end]
                    .bytes()
                    .all(|digit| digit.is_ascii_hexdigit())
            );
            rest.replace_range(place..=end, "");
        }
        for name in names {
            // Not to nothing, which could make a command of what stands around it.
            rest = rest.replace(&format!("\\{name}"), " ");
        }
        for braced in ["{[}", "{]}", "{*}", "{}"] {
            rest = rest.replace(braced, " ");
        }
        rest
    }

    proptest! {
        #[test]
        fn any_text_is_commands_that_are_ours_and_plain_characters(text in any::<String>()) {
            let rest = without_commands(&latex(&text));
            prop_assert!(!rest.contains(['\\', '{', '}', '#', '$', '%', '&', '_', '~', '^', '<', '>']), "{rest}");
            prop_assert!(!rest.contains("--") && !rest.contains(",,"), "{rest}");
            prop_assert!(rest.chars().all(|letter| matches!(letter, ' '..='~') || super::is_in_fonts(letter)), "{rest}");
        }
    }
}
