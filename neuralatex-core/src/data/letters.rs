//! Letters that the compiler takes for others: it puts names into Unicode's normal form C, in which several
//! texts are one.

use unicode_ident::{is_xid_continue, is_xid_start};

/// From the first to the last, what the normal form changes or may join with the letter before: accents that
/// stand by themselves, and letters that are there for old encodings.
const CHANGED: &[(char, char)] = &[
    ('\u{300}', '\u{374}'),
    ('\u{387}', '\u{387}'),
    ('\u{5b0}', '\u{5c2}'),
    ('\u{653}', '\u{655}'),
    ('\u{93c}', '\u{93c}'),
    ('\u{958}', '\u{95f}'),
    ('\u{9bc}', '\u{9bc}'),
    ('\u{9d7}', '\u{9df}'),
    ('\u{a33}', '\u{a36}'),
    ('\u{a3c}', '\u{a3c}'),
    ('\u{a59}', '\u{a5e}'),
    ('\u{b3c}', '\u{b3c}'),
    ('\u{b56}', '\u{b5d}'),
    ('\u{bd7}', '\u{bd7}'),
    ('\u{c56}', '\u{c56}'),
    ('\u{cc2}', '\u{cc2}'),
    ('\u{cd5}', '\u{cd6}'),
    ('\u{d57}', '\u{d57}'),
    ('\u{dca}', '\u{ddf}'),
    ('\u{f43}', '\u{fb9}'),
    ('\u{102e}', '\u{102e}'),
    ('\u{1100}', '\u{11ff}'),
    ('\u{1b35}', '\u{1b35}'),
    ('\u{1f70}', '\u{1fff}'),
    ('\u{2126}', '\u{212b}'),
    ('\u{3099}', '\u{309a}'),
    ('\u{f900}', '\u{faff}'),
    ('\u{fb1d}', '\u{fb4e}'),
    ('\u{110ba}', '\u{110ba}'),
    ('\u{11127}', '\u{11127}'),
    ('\u{1133e}', '\u{11357}'),
    ('\u{113b8}', '\u{113c9}'),
    ('\u{114b0}', '\u{114bd}'),
    ('\u{115af}', '\u{115af}'),
    ('\u{11930}', '\u{11930}'),
    ('\u{1611e}', '\u{16129}'),
    ('\u{16d63}', '\u{16d6a}'),
    ('\u{2f800}', '\u{2fa1f}'),
];

/// A text without them: they are told by their numbers, and the µ of units is a u.
pub(super) fn stable(text: &str) -> String {
    let mut stable = String::new();
    let mut before = ' ';
    for letter in text.chars() {
        let is_changed = |(first, last): &(char, char)| (*first..=*last).contains(&letter);
        match letter {
            // What is no letter stands between words.
            _ if !is_xid_continue(letter) => stable.push(letter),
            'µ' => stable.push('u'),
            'ª' | 'º' => spell(&mut stable, letter),
            _ if CHANGED.iter().any(is_changed) => spell(&mut stable, letter),
            _ if joins(before, letter) => spell(&mut stable, letter),
            _ => stable.push(letter),
        }
        before = letter;
    }
    stable
}

fn spell(text: &mut String, letter: char) {
    *text += &format!(" U{:04X} ", u32::from(letter));
}

/// Whether two are the halves of a vowel; by themselves they are in most words of their languages.
fn joins(before: char, letter: char) -> bool {
    let halves = [
        ("\u{9c7}", '\u{9be}'),
        ("\u{b47}", '\u{b3e}'),
        ("\u{bc6}\u{bc7}", '\u{bbe}'),
        ("\u{d46}\u{d47}", '\u{d3e}'),
    ];
    halves
        .iter()
        .any(|(first, second)| first.contains(before) && *second == letter)
}

/// What names have in common that differ in the order of their marks alone, which the normal form sorts.
pub(super) fn unordered(name: &str) -> String {
    let is_mark = |letter: &char| {
        let is_start = letter.is_ascii() || is_xid_start(*letter) || letter.is_numeric();
        !is_start && is_xid_continue(*letter)
    };
    let mut letters: Vec<char> = name.chars().collect();
    letters
        .chunk_by_mut(|a, b| is_mark(a) && is_mark(b))
        .for_each(<[char]>::sort_unstable);
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use unicode_ident::is_xid_continue;
    use unicode_normalization::UnicodeNormalization;

    use super::stable;

    /// Each letter, and what it may be put together from.
    #[test]
    fn the_compiler_leaves_names_as_they_are() {
        let mut changed = Vec::new();
        for letter in ('\u{80}'..=char::MAX).filter(|letter| is_xid_continue(*letter)) {
            let apart: String = [letter].into_iter().nfd().collect();
            for text in [format!("a{letter}"), apart] {
                let name = stable(&text);
                if name.nfc().ne(name.chars()) {
                    changed.push((letter, name.escape_unicode().to_string()));
                }
            }
        }
        assert_eq!(changed, []);
    }
}
