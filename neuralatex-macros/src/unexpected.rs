//! What stands where it does not belong: after an expression, whose end or part it is not, or in place of one.

use proc_macro2::{Delimiter, Ident, Punct, TokenTree};
use syn::Error;
use syn::parse::ParseStream;

use crate::place::Place;

/// The operators that may follow any expression.
pub(crate) const ARITHMETIC: &str = "`+ - * /`";

/// Those that may follow what is required.
pub(crate) const COMPARISONS: &str = "`>= <= > < + - * /`";

/// What may be meant, and how it is written here.
const HINTS: [(&str, &str); 10] = [
    ("^", "a power is written `x.powi(2)`"),
    ("**", "a power is written `x.powi(2)`"),
    ("=>", "\"at least\" is written `>=`"),
    ("=<", "\"at most\" is written `<=`"),
    (
        ">=",
        "several comparisons are written as a list: `[loss >= 0.1, loss <= 0.2]`",
    ),
    (
        "<=",
        "several comparisons are written as a list: `[loss >= 0.1, loss <= 0.2]`",
    ),
    ("&&", ALL_OF),
    ("and", ALL_OF),
    ("::", "functions are written `exp(x)` or `x.exp()`"),
    ("!", "a list is written `[1.0, 2.0]`"),
];

const ALL_OF: &str =
    "what is required together is written as a list: `[accuracy >= 0.9, loss <= 0.2]`";

fn text(tokens: &[TokenTree]) -> String {
    tokens.iter().map(TokenTree::to_string).collect()
}

fn hint(tokens: &[TokenTree]) -> Option<&'static str> {
    let text = text(tokens);
    let hint = HINTS.iter().find(|(sign, _)| *sign == text);
    hint.map(|(_, hint)| *hint)
}

/// The error for it, where these operators could have followed.
pub(crate) fn unexpected(input: ParseStream<'_>, operators: &str) -> Error {
    let ahead = input.fork();
    let next = || ahead.parse::<TokenTree>().ok();
    let next: Vec<TokenTree> = std::iter::from_fn(next).take(2).collect();
    let found = match &next[..] {
        // A sign of two characters is two tokens.
        pair @ [_, _] if hint(pair).is_some() => pair,
        [first, ..] => std::slice::from_ref(first),
        [] => &[],
    };
    let name = match found {
        [] => String::new(),
        [TokenTree::Group(group)] => match group.delimiter() {
            Delimiter::Parenthesis => " `(`",
            Delimiter::Brace => " `{`",
            Delimiter::Bracket => " `[`",
            Delimiter::None => "",
        }
        .to_string(),
        _ => format!(" `{}`", text(found)),
    };
    let hint = hint(found).map_or(String::new(), |hint| format!("; {hint}"));
    let place = match found {
        [] | [TokenTree::Group(_)] => Place::from(input.span()),
        [first, ..] => Place {
            first: first.span(),
            last: found[found.len() - 1].span(),
        },
    };
    place.error(format!(
        "unexpected{name}: expected `,`, or {operators} or a method to go on{hint}"
    ))
}

/// The error for a path.
pub(crate) fn path(input: ParseStream<'_>) -> Error {
    let ahead = input.fork();
    let is_part = |token: &TokenTree| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(sign) => sign.as_char() == ':',
        _ => false,
    };
    let next = || ahead.parse::<TokenTree>().ok();
    let mut parts = Vec::new();
    let mut after = next();
    while let Some(part) = after.take_if(|token| is_part(token)) {
        parts.push(part);
        after = next();
    }
    let place = match &parts[..] {
        [] => Place::from(input.span()),
        [first, ..] => Place {
            first: first.span(),
            last: parts[parts.len() - 1].span(),
        },
    };
    let (path, name) = (text(&parts), parts.last().map(TokenTree::to_string));
    match after {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
            let name = name.unwrap_or_default();
            place.error(format!(
                "unexpected `{path}`: a function is written by its name alone: `{name}(…)`"
            ))
        }
        _ => place.error(format!(
            "a macro cannot see what `{path}` stands for: write the number, such as `0.5`, or the name alone, such as \
             `relu`"
        )),
    }
}

/// The error for an argument of a call with this name, if it is written as one with a name of its own.
pub(crate) fn named(
    call: &Ident,
    argument: &Ident,
    is_first: bool,
    input: ParseStream<'_>,
) -> Option<Error> {
    let ahead = input.fork();
    let sign: Punct = ahead.parse().ok()?;
    let is_sign = |sign: &Punct, signs: &[char]| signs.contains(&sign.as_char());
    let value: TokenTree = ahead.parse().ok()?;
    let is_longer =
        matches!(&value, TokenTree::Punct(next) if is_sign(next, &['=', ':', '<', '>']));
    if !is_sign(&sign, &['=', ':']) || is_longer {
        return None;
    }
    let value = match value {
        TokenTree::Literal(value) => value.to_string(),
        _ => "…".to_string(),
    };
    let hint = match is_first {
        // Words are small, whatever they are called elsewhere.
        true if ahead.is_empty() => {
            let call = call.to_string().to_lowercase();
            format!("write the value alone, as in `{call}({value})`")
        }
        true => "write the values alone".to_string(),
        false => format!("what may be left out is a method, as in `.{argument}({value})`"),
    };
    let place = Place {
        first: argument.span(),
        last: sign.span(),
    };
    Some(place.error(format!("arguments have no names: {hint}")))
}
