//! What stands where it does not belong: after an expression, whose end or part it is not, or in place of one.

use proc_macro2::{Delimiter, Ident, Punct, Spacing, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::token::Paren;
use syn::{Error, Token};

use crate::expression::Expression;
use crate::place::Place;

/// What it stands behind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Behind {
    Expression,
    /// One that is to be compared.
    Required,
    Comparison,
}

impl Behind {
    pub(crate) fn of(expression: &Expression) -> Behind {
        match expression.is_bound() {
            true => Behind::Comparison,
            false => Behind::Expression,
        }
    }

    /// The operators that may follow.
    fn operators(self) -> &'static str {
        match self {
            Behind::Required => "`>= <= > < + - * /`",
            Behind::Expression | Behind::Comparison => "`+ - * /`",
        }
    }
}

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

/// The same where something is required.
const HINTS_OF_REQUIRED: [(&str, &str); 4] = [
    ("&&", ALL_OF),
    ("and", ALL_OF),
    ("||", NO_OR),
    ("or", NO_OR),
];

const ALL_OF: &str =
    "what is required together is written as a list: `[accuracy >= 0.9, loss <= 0.2]`";

const NO_OR: &str = "all that is required has to hold, one of several cannot be asked for";

fn text(tokens: &[TokenTree]) -> String {
    tokens.iter().map(TokenTree::to_string).collect()
}

fn hint(tokens: &[TokenTree], behind: Behind) -> Option<&'static str> {
    let text = text(tokens);
    let of_required: &[_] = match behind {
        Behind::Expression => &[],
        Behind::Required | Behind::Comparison => &HINTS_OF_REQUIRED,
    };
    let mut hints = HINTS.iter().chain(of_required);
    let hint = hints.find(|(sign, _)| *sign == text);
    hint.map(|(_, hint)| *hint)
}

/// Whether two tokens are one sign, such as `&&` or `!=`.
fn is_sign(first: &TokenTree, second: &TokenTree) -> bool {
    let (TokenTree::Punct(first), TokenTree::Punct(second)) = (first, second) else {
        return false;
    };
    let ends = [first.as_char(), '='];
    first.spacing() == Spacing::Joint && ends.contains(&second.as_char())
}

/// The error for it.
pub(crate) fn unexpected(input: ParseStream<'_>, behind: Behind) -> Error {
    let ahead = input.fork();
    let next = || ahead.parse::<TokenTree>().ok();
    let next: Vec<TokenTree> = std::iter::from_fn(next).take(2).collect();
    let found = match &next[..] {
        // A sign of two characters is two tokens.
        pair @ [first, second] if is_sign(first, second) || hint(pair, behind).is_some() => pair,
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
    let hint = hint(found, behind).map_or(String::new(), |hint| format!("; {hint}"));
    let place = match found {
        [] | [TokenTree::Group(_)] => Place::from(input.span()),
        [first, ..] => Place {
            first: first.span(),
            last: found[found.len() - 1].span(),
        },
    };
    let operators = behind.operators();
    place.error(format!(
        "unexpected{name}: expected `,`, or {operators} or a method to go on{hint}"
    ))
}

/// The error for a path.
pub(crate) fn path(input: ParseStream<'_>) -> Error {
    let ahead = input.fork();
    let mut path = String::new();
    let mut place = Place::from(input.span());
    loop {
        match ahead.parse::<Option<Token![::]>>() {
            Ok(Some(colons)) => {
                path += "::";
                place.last = colons.spans[1];
            }
            _ if path.is_empty() => {}
            _ => break,
        }
        let Ok(name) = Ident::parse_any(&ahead) else {
            break;
        };
        path += &name.to_string();
        place.last = name.span();
    }
    place.error(match ahead.peek(Paren) {
        true => format!(
            "unexpected `{path}`: a function is written by its name alone, as `spiral(50)` or `exp(x)`"
        ),
        false => {
            format!("a macro cannot see what `{path}` stands for: write the number or the word itself")
        }
    })
}

/// The error for an argument of a call, if it is written as one with a name.
pub(crate) fn named(argument: &Ident, input: ParseStream<'_>) -> Option<Error> {
    let ahead = input.fork();
    let is_any = |sign: &Punct, signs: &[char]| signs.contains(&sign.as_char());
    let sign = ahead
        .parse()
        .ok()
        .filter(|sign| is_any(sign, &['=', ':']))?;
    // Of a sign that is longer it is only the beginning.
    if let Ok(next) = ahead.parse::<Punct>()
        && is_any(&next, &['=', ':', '<', '>'])
    {
        return None;
    }
    let place = Place {
        first: argument.span(),
        last: sign.span(),
    };
    Some(place.error(
        "arguments have no names: write the value alone; what may be left out is a method, as in \
         `sgd(0.1).momentum(0.9)`",
    ))
}
