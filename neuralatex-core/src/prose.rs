//! The opening words of Markdown as plain text, for readers who get no rendered Markdown.

/// The paragraphs before the first heading, list, table or code, each in one line, without the marks
/// of emphasis, code and links.
pub(crate) fn opening(markdown: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in markdown.lines() {
        let text = line.trim();
        if text.is_empty() {
            paragraphs.push(String::new());
        } else if is_other(line) {
            break;
        } else if let Some(paragraph) = paragraphs.last_mut() {
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(text);
        }
    }
    let plain = paragraphs.iter().map(|paragraph| without_marks(paragraph));
    plain.filter(|paragraph| !paragraph.is_empty()).collect()
}

/// What closes the code that a text leaves open at its end.
pub(crate) fn open_fence(markdown: &str) -> Option<&'static str> {
    let mut open: Option<&'static str> = None;
    for line in markdown.lines() {
        let fences = ["```", "~~~"];
        let fence = fences
            .into_iter()
            .find(|fence| line.trim_start().starts_with(fence));
        open = match (open, fence) {
            (None, fence) => fence,
            (Some(own), Some(fence)) if own == fence => None,
            (open, _) => open,
        };
    }
    open
}

/// Whether a line begins something else than a paragraph.
fn is_other(line: &str) -> bool {
    let text = line.trim_start();
    let is_numbered = || {
        let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
        rest.len() < text.len() && (rest.starts_with(". ") || rest.starts_with(") "))
    };
    let begins = ["# ", "##", "```", "~~~", "|", "> ", "- ", "* ", "+ "];
    begins.iter().any(|mark| text.starts_with(mark)) || is_numbered() || line.starts_with("    ")
}

/// `[text](target)` is its text; backticks and double stars go.
fn without_marks(paragraph: &str) -> String {
    let mut plain = String::new();
    let mut rest = paragraph;
    while let Some((before, after)) = rest.split_once('[') {
        plain += before;
        let link = after.split_once("](").and_then(|(text, target)| {
            let (_, behind) = target.split_once(')')?;
            (!text.contains(['[', ']'])).then_some((text, behind))
        });
        match link {
            Some((text, behind)) => {
                plain += text;
                rest = behind;
            }
            None => {
                plain.push('[');
                rest = after;
            }
        }
    }
    plain += rest;
    plain.replace("**", "").replace('`', "")
}

#[cfg(test)]
mod tests {
    use super::{open_fence, opening};

    #[test]
    fn the_opening_is_what_one_would_read_aloud() {
        let text = "Which `arm` of the\n**paper's** [spiral](https://example.org) it is.\n\nSecond, a [b] c.\n\
                    ```\nlet x = 1;\n```\nNot this.";
        assert_eq!(
            opening(text),
            ["Which arm of the paper's spiral it is.", "Second, a [b] c."]
        );
    }

    #[test]
    fn nothing_but_code_or_headings_opens_with_nothing() {
        for text in [
            "",
            "  \n\n",
            "# A heading\nText.",
            "    let x;",
            "- one\n- two",
            "1. first",
            "| a |",
        ] {
            assert!(opening(text).is_empty(), "{text}");
        }
        assert_eq!(opening("#hashtag [ ]( ok\n"), ["#hashtag [ ]( ok"]);
        assert_eq!(opening("3.5 is a number"), ["3.5 is a number"]);
    }

    #[test]
    fn code_that_is_left_open_can_be_closed() {
        for (text, fence) in [
            ("```\nlet x;", Some("```")),
            ("a\n  ~~~text\n```\nb", Some("~~~")),
            ("```\nlet x;\n```\nb", None),
            ("a", None),
        ] {
            assert_eq!(open_fence(text), fence, "{text}");
        }
    }
}
