//! What follows an expression and is neither its end nor a part of it.

use proc_macro2::TokenTree;
use syn::Error;
use syn::parse::ParseStream;

use crate::place::Place;

/// The operators that may follow any expression.
pub(crate) const ARITHMETIC: &str = "`+ - * /`";

/// Those that may follow what is required.
pub(crate) const COMPARISONS: &str = "`>= <= > < + - * /`";

/// What may be meant, and how it is written here.
const HINTS: [(&str, &str); 8] = [
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
    ("::", "functions are written `exp(x)` or `x.exp()`"),
    ("!", "a list is written `[1.0, 2.0]`"),
];

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
        [TokenTree::Group(_)] | [] => String::new(),
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
