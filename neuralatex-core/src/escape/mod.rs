//! Text inside of other languages, where some of its characters would mean something.

mod latex;

pub(crate) use latex::latex;

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

/// For one line of Markdown, tables and links included: characters that may mean something stand
/// behind a backslash.
pub(crate) fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            // Before a letter, an ampersand may begin an entity, whatever stands before it.
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '\0'..' ' => escaped.push(' '),
            _ if letter.is_ascii_punctuation()
                && !matches!(letter, '.' | ',' | ';' | '\'' | '"' | '?' | '/' | '%' | '=') =>
            {
                escaped.push('\\');
                escaped.push(letter);
            }
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// The first characters of a text that is too long for its place.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_string(),
        Some(_) => {
            let kept = text.chars().take(most.saturating_sub(1));
            kept.chain(['…']).collect()
        }
    }
}
