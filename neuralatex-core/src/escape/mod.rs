//! Text inside of other languages, where some of its characters would mean something.

mod latex;
mod width;

pub(crate) use latex::latex;
pub(crate) use width::{in_tex, on_screen, shortened, width};

/// For the text and the attributes of XML and HTML. What XML cannot hold at all is replaced.
pub(crate) fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..' ' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// A code span of Markdown in one line, in a table as well.
pub(crate) fn code(text: &str) -> String {
    // More than any run of backticks in it.
    let longest = text.split(|letter| letter != '`').map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or(0) + 1);
    let blank = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    let text: String = text
        .chars()
        .map(|letter| if letter < ' ' { ' ' } else { letter })
        .collect();
    format!("{fence}{blank}{}{blank}{fence}", text.replace('|', "\\|"))
}

#[cfg(test)]
mod tests {
    use super::{code, xml};
    use proptest::prelude::*;
    use roxmltree::Document;

    /// Letters that mean something somewhere, and any others.
    fn text() -> impl Strategy<Value = String> {
        let special = prop::sample::select(
            "<>&\"'%_#`|\\\n\r\t\0~*[]{}😀é\u{fffe}]]>"
                .chars()
                .collect::<Vec<_>>(),
        );
        let letter = prop_oneof![special, any::<char>()];
        prop::collection::vec(letter, 0..40).prop_map(|letters| letters.into_iter().collect())
    }

    proptest! {
        #[test]
        fn xml_gives_the_text_back(text in text()) {
            let written = format!("<a b=\"{0}\" c='{0}'>{0}</a>", xml(&text));
            let document = Document::parse(&written).unwrap();
            let root = document.root_element();
            let readable: String = text
                .chars()
                .map(|letter| match letter {
                    '\t' | '\n' | '\r' => ' ',
                    '\0'..' ' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
                    _ => letter,
                })
                .collect();
            prop_assert_eq!(root.attribute("b"), Some(&readable[..]));
            prop_assert_eq!(root.attribute("c"), Some(&readable[..]));
            prop_assert_eq!(root.text().unwrap_or_default(), readable);
        }

        #[test]
        fn code_ends_where_it_should(text in text()) {
            let written = code(&text);
            prop_assert!(!written.contains('\n'));
            let fence: String = written.chars().take_while(|letter| *letter == '`').collect();
            let inner = written.strip_prefix(&fence).and_then(|rest| rest.strip_suffix(&fence));
            let inner = inner.unwrap_or_default();
            // No run of backticks inside is as long as those around.
            let runs = inner.split(|letter| letter != '`').map(str::len);
            prop_assert!(runs.max().unwrap_or(0) < fence.len() || text.is_empty());
            // Nor does a table end there.
            let pipes = inner.matches('|').count();
            prop_assert_eq!(pipes, inner.matches("\\|").count());
        }
    }
}
