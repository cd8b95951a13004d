//! How wide text is, without a font to measure it with: in letters of a usual width, and rather too wide
//! than too narrow.

/// The width of a character in tenths of a usual letter; none is narrower than one.
pub(crate) type Width = fn(char) -> usize;

/// In the fonts of browsers.
pub(crate) fn on_screen(letter: char) -> usize {
    match letter {
        '\0'..='~' => of_ascii(letter),
        '\u{7f}'..'\u{1100}' => 13,
        _ => 19,
    }
}

/// As [`latex`](super::latex) has pdflatex set it: by its number, where fonts do not have it.
pub(crate) fn in_tex(letter: char) -> usize {
    match letter {
        ' '..='~' => of_ascii(letter),
        // Three dots and what lies between them.
        '…' => 24,
        _ if letter.is_whitespace() => 10,
        _ if super::latex::is_in_fonts(letter) => 14,
        _ => 10 * format!("U+{:04X}", letter as u32).len(),
    }
}

fn of_ascii(letter: char) -> usize {
    match letter {
        'W' | 'M' | 'm' | 'w' | '@' | '%' => 17,
        'A'..='Z' | '<' | '>' | '=' | '+' | '~' | '^' | '#' | '&' | '_' => 14,
        _ => 10,
    }
}

/// In letters.
pub(crate) fn width(text: &str, of: Width) -> f64 {
    text.chars().map(of).sum::<usize>() as f64 / 10.0
}

/// As much of the beginning of a text as is no wider than so many letters, of which the dots behind it
/// may take three.
pub(crate) fn shortened(text: &str, most: usize, of: Width) -> String {
    const MORE: char = '…';
    if text.chars().map(of).sum::<usize>() <= 10 * most {
        return text.to_string();
    }
    let mut room = (10 * most).saturating_sub(of(MORE));
    let fits = |letter: &char| {
        let left = room.checked_sub(of(*letter));
        room = left.unwrap_or(0);
        left.is_some()
    };
    let kept: String = text.chars().take_while(fits).collect();
    kept.trim_end().to_string() + "…"
}

#[cfg(test)]
mod tests {
    use super::{in_tex, on_screen, shortened, width};
    use proptest::prelude::*;

    #[test]
    fn what_fits_is_kept_and_what_does_not_is_cut() {
        assert_eq!(shortened("versicolor", 10, on_screen), "versicolor");
        assert_eq!(shortened("versicolors", 10, on_screen), "versicol…");
        assert_eq!(shortened("WWWWWWWWWW", 10, on_screen), "WWWW…");
        assert_eq!(shortened("模型模型模型", 10, on_screen), "模型模型…");
        // `U+6A21` is as wide as six letters.
        assert_eq!(shortened("模型模型模型", 10, in_tex), "模…");
        assert_eq!(shortened("a bcdefghijkl", 3, on_screen), "a…");
    }

    proptest! {
        #[test]
        fn what_is_shortened_is_no_wider_than_told(text in any::<String>(), most in 3usize..40) {
            for of in [on_screen, in_tex] {
                let short = shortened(&text, most, of);
                prop_assert!(width(&short, of) <= most as f64, "{short:?}");
                prop_assert!(short.chars().count() <= most);
                prop_assert!(short == text || short.ends_with('…'));
            }
        }
    }
}
