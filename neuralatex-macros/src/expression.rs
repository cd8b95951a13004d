//! The expressions of a field: what they look like, not what they mean.
//!
//! ```text
//! expression := "|" (parameter ("," parameter)*)? "|" expression | comparison
//! parameter  := (name | "_") (":" "f64")?
//! comparison := sum ((">=" | "<=" | ">" | "<" | "==" | "!=") sum)?
//! sum        := product (("+" | "-") product)*
//! product    := unary (("*" | "/") unary)*
//! unary      := "-" unary | postfix
//! postfix    := atom ("." name arguments)*
//! atom       := number | string | letter | "true" | "false" | name arguments?
//!             | "(" expression ")" | "(" expression "," … ")" | "[" expression "," … "]"
//! arguments  := "(" (expression ("," expression)* ","?)? ")"
//! ```
//! A parser of its own, for three reasons: its errors speak of these few forms; its depth has a
//! bound, so that no input overflows the stack; and syn without its grammar of all Rust compiles
//! in a fraction of the time.

use proc_macro2::{Ident, Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::token::{Brace, Bracket, Paren};
use syn::{Error, LitBool, LitChar, LitFloat, LitInt, LitStr, Result, Token};
use syn::{bracketed, parenthesized};

use crate::place::Place;
use crate::unexpected::{Behind, named, path, unexpected};

/// An expression and where it stands.
pub(crate) struct Expression {
    pub(crate) kind: Kind,
    pub(crate) place: Place,
    height: usize,
}

pub(crate) enum Kind {
    Whole(LitInt),
    Decimal(LitFloat),
    Text(LitStr),
    Letter(LitChar),
    Boolean(bool),
    Name(Ident),
    Call(Ident, Vec<Expression>),
    Method(Box<Expression>, Ident, Vec<Expression>),
    /// A method without its parentheses; parsed for the sake of a better error.
    Bare(Box<Expression>, Ident),
    List(Vec<Expression>),
    Tuple(Vec<Expression>),
    Closure(Vec<Ident>, Box<Expression>),
    Negative(Box<Expression>),
    Binary(Box<Expression>, Sign, Box<Expression>),
}

/// An infix operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sign {
    Plus,
    Minus,
    Times,
    Over,
    AtLeast,
    AtMost,
    Above,
    Below,
    /// A comparison that no field takes; parsed for the sake of a better error.
    OtherComparison,
}

impl Sign {
    /// The method of the builder that it stands for.
    pub(crate) fn method(self) -> Option<&'static str> {
        match self {
            Sign::AtLeast => Some("at_least"),
            Sign::AtMost => Some("at_most"),
            Sign::Above => Some("above"),
            Sign::Below => Some("below"),
            _ => None,
        }
    }
}

/// How deep parentheses, and how high trees may become: more than anybody writes, and little
/// enough for any stack.
const DEEPEST: usize = 50;
const HIGHEST: usize = 250;

impl Parse for Expression {
    fn parse(input: ParseStream<'_>) -> Result<Expression> {
        expression(input, 0)
    }
}

impl Expression {
    fn new(kind: Kind, place: Place) -> Result<Expression> {
        let highest = |list: &[Expression]| list.iter().map(|e| e.height).max().unwrap_or(0);
        let below = match &kind {
            Kind::Call(_, list) | Kind::List(list) | Kind::Tuple(list) => highest(list),
            Kind::Method(receiver, _, list) => receiver.height.max(highest(list)),
            Kind::Closure(_, inner) | Kind::Negative(inner) | Kind::Bare(inner, _) => inner.height,
            Kind::Binary(left, _, right) => left.height.max(right.height),
            _ => 0,
        };
        if below >= HIGHEST {
            return Err(place.error("this expression is too long"));
        }
        Ok(Expression {
            kind,
            place,
            height: below + 1,
        })
    }

    /// A whole number, with or without a sign.
    pub(crate) fn is_whole(&self) -> bool {
        match &self.kind {
            Kind::Whole(_) => true,
            Kind::Negative(inner) => matches!(inner.kind, Kind::Whole(_)),
            _ => false,
        }
    }

    /// A comparison that stands for a method of the builder.
    pub(crate) fn is_bound(&self) -> bool {
        matches!(&self.kind, Kind::Binary(_, sign, _) if sign.method().is_some())
    }

    /// The size of a layer: an expression that ends before a comparison, or `_`.
    pub(crate) fn size(input: ParseStream<'_>) -> Result<Expression> {
        if input.peek(Token![_]) {
            let name = Ident::new("_", input.parse::<Token![_]>()?.span);
            let place = Place::from(&name);
            return Expression::new(Kind::Name(name), place);
        }
        Expression::sum(input)
    }

    /// An expression that ends before a comparison.
    fn sum(input: ParseStream<'_>) -> Result<Expression> {
        sum(input, 0)
    }

    fn binary(left: Expression, sign: Sign, right: Expression) -> Result<Expression> {
        let place = Place {
            first: left.place.first,
            last: right.place.last,
        };
        Expression::new(Kind::Binary(Box::new(left), sign, Box::new(right)), place)
    }
}

fn expression(input: ParseStream<'_>, depth: usize) -> Result<Expression> {
    if depth > DEEPEST {
        return Err(input.error("this is nested too deeply"));
    }
    if input.peek(Token![|]) {
        return closure(input, depth);
    }
    let left = sum(input, depth)?;
    let Some(sign) = comparison(input)? else {
        return Ok(left);
    };
    Expression::binary(left, sign, sum(input, depth)?)
}

/// The operator that comes next, if it is this one: its tokens are taken.
macro_rules! take {
    ($input:ident, $($token:tt => $sign:ident),+) => {
        $(if $input.peek(Token![$token]) {
            $input.parse::<Token![$token]>()?;
            return Ok(Some(Sign::$sign));
        })+
    };
}

fn comparison(input: ParseStream<'_>) -> Result<Option<Sign>> {
    take!(input, >= => AtLeast, <= => AtMost, == => OtherComparison, != => OtherComparison);
    take!(input, > => Above, < => Below);
    Ok(None)
}

fn plus_or_minus(input: ParseStream<'_>) -> Result<Option<Sign>> {
    take!(input, + => Plus, - => Minus);
    Ok(None)
}

fn times_or_over(input: ParseStream<'_>) -> Result<Option<Sign>> {
    if input.peek(Token![*]) && input.peek2(Token![*]) {
        return Err(unexpected(input, Behind::Expression));
    }
    take!(input, * => Times, / => Over);
    Ok(None)
}

fn closure(input: ParseStream<'_>, depth: usize) -> Result<Expression> {
    let first = input.span();
    input.parse::<Token![|]>()?;
    let mut parameters = Vec::new();
    while !input.peek(Token![|]) {
        parameters.push(match input.peek(Token![_]) {
            true => Ident::new("_", input.parse::<Token![_]>()?.span),
            false => input.parse()?,
        });
        if input.peek(Token![:]) {
            input.parse::<Token![:]>()?;
            let kind: Ident = input.parse()?;
            if kind != "f64" {
                return Err(Error::new(kind.span(), "expected `f64`, or no type at all"));
            }
        }
        if !input.peek(Token![|]) {
            input.parse::<Token![,]>()?;
        }
    }
    input.parse::<Token![|]>()?;
    if input.peek(Brace) {
        return Err(input.error("a closure takes arithmetic here, no block"));
    }
    let body = expression(input, depth + 1)?;
    let place = Place {
        first,
        last: body.place.last,
    };
    Expression::new(Kind::Closure(parameters, Box::new(body)), place)
}

fn sum(input: ParseStream<'_>, depth: usize) -> Result<Expression> {
    let mut left = product(input, depth)?;
    while let Some(sign) = plus_or_minus(input)? {
        left = Expression::binary(left, sign, product(input, depth)?)?;
    }
    Ok(left)
}

fn product(input: ParseStream<'_>, depth: usize) -> Result<Expression> {
    let mut left = unary(input, depth)?;
    while let Some(sign) = times_or_over(input)? {
        left = Expression::binary(left, sign, unary(input, depth)?)?;
    }
    Ok(left)
}

fn unary(input: ParseStream<'_>, depth: usize) -> Result<Expression> {
    if depth > DEEPEST {
        return Err(input.error("this is nested too deeply"));
    }
    if !input.peek(Token![-]) {
        return postfix(input, depth);
    }
    let first = input.span();
    input.parse::<Token![-]>()?;
    let inner = unary(input, depth + 1)?;
    let place = Place {
        first,
        last: inner.place.last,
    };
    Expression::new(Kind::Negative(Box::new(inner)), place)
}

fn postfix(input: ParseStream<'_>, depth: usize) -> Result<Expression> {
    let mut receiver = atom(input, depth)?;
    while input.peek(Token![.]) {
        input.parse::<Token![.]>()?;
        let name = Ident::parse_any(input)
            .map_err(|_| input.error("expected the name of a method after the `.`"))?;
        let first = receiver.place.first;
        let (kind, last) = if input.peek(Paren) {
            let (arguments, last) = arguments(input, depth)?;
            (Kind::Method(Box::new(receiver), name, arguments), last)
        } else if let Some((argument, _)) = input.cursor().literal() {
            return Err(no_parentheses(&name, &format!("`.{name}({argument})`")));
        } else {
            let last = name.span();
            (Kind::Bare(Box::new(receiver), name), last)
        };
        receiver = Expression::new(kind, Place { first, last })?;
    }
    Ok(receiver)
}

fn atom(input: ParseStream<'_>, depth: usize) -> Result<Expression> {
    let first = input.span();
    if input.peek(LitInt) {
        return Expression::new(Kind::Whole(input.parse()?), first.into());
    }
    if input.peek(LitFloat) {
        return Expression::new(Kind::Decimal(input.parse()?), first.into());
    }
    if input.peek(LitStr) {
        return Expression::new(Kind::Text(input.parse()?), first.into());
    }
    if input.peek(LitChar) {
        return Expression::new(Kind::Letter(input.parse()?), first.into());
    }
    if input.peek(LitBool) {
        return Expression::new(Kind::Boolean(input.parse::<LitBool>()?.value), first.into());
    }
    if input.peek(Bracket) {
        let content;
        let brackets = bracketed!(content in input);
        let (list, _) = list(false, &content, depth)?;
        let place = Place {
            first,
            last: brackets.span.close(),
        };
        return Expression::new(Kind::List(list), place);
    }
    if input.peek(Paren) {
        let content;
        let parentheses = parenthesized!(content in input);
        let (mut list, trailing_comma) = list(false, &content, depth)?;
        let place = Place {
            first,
            last: parentheses.span.close(),
        };
        return match (list.pop(), list.len(), trailing_comma) {
            (Some(only), 0, false) => Ok(Expression { place, ..only }),
            (last, ..) => {
                list.extend(last);
                Expression::new(Kind::Tuple(list), place)
            }
        };
    }
    if input.peek(Token![::]) || (input.peek(Ident::peek_any) && input.peek2(Token![::])) {
        return Err(path(input));
    }
    if input.peek(syn::Ident) {
        let name: Ident = input.parse()?;
        if !input.peek(Paren) {
            return Expression::new(Kind::Name(name), first.into());
        }
        let (arguments, last) = arguments(input, depth)?;
        let place = Place { first, last };
        return Expression::new(Kind::Call(name, arguments), place);
    }
    let message = if input.is_empty() {
        "expected a value: a number, a name, a call, a list or a closure"
    } else {
        "unexpected here: expected a number, a name, a call, a list or a closure"
    };
    Err(Error::new(first, message))
}

fn arguments(input: ParseStream<'_>, depth: usize) -> Result<(Vec<Expression>, Span)> {
    let content;
    let parentheses = parenthesized!(content in input);
    let (list, _) = list(true, &content, depth)?;
    Ok((list, parentheses.span.close()))
}

/// Expressions up to the end, be they arguments of a call, and whether a comma follows the last.
fn list(
    are_arguments: bool,
    input: ParseStream<'_>,
    depth: usize,
) -> Result<(Vec<Expression>, bool)> {
    let list = expressions(are_arguments, input, depth);
    if list.is_err() {
        // What is left in the parentheses would count as an error of its own, for syn, and hide
        // all others.
        input.parse::<TokenStream>()?;
    }
    list
}

fn expressions(
    are_arguments: bool,
    input: ParseStream<'_>,
    depth: usize,
) -> Result<(Vec<Expression>, bool)> {
    let mut list = Vec::new();
    let mut comma = false;
    while !input.is_empty() {
        list.push(expression(input, depth + 1)?);
        comma = input.peek(Token![,]);
        if comma {
            input.parse::<Token![,]>()?;
        } else if !input.is_empty() {
            let last = list.last();
            let named = match last.map(|last| &last.kind) {
                Some(Kind::Name(name)) if are_arguments => named(name, input),
                _ => None,
            };
            let behind = last.map_or(Behind::Expression, Behind::of);
            return Err(named.unwrap_or_else(|| unexpected(input, behind)));
        }
    }
    Ok((list, comma))
}

/// The error for a method that stands there like a field, with what was to be written.
pub(crate) fn no_parentheses(name: &Ident, expected: &str) -> Error {
    let message = format!("a method has parentheses: {expected}");
    Error::new(name.span(), message)
}
