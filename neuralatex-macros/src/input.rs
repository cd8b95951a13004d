//! The grammar of `train!`, above the expressions.
//!
//! ```text
//! train := model*
//! model := attribute* visibility? "model" Name "<" size ("," size)* ","? ">" "{" fields "}"
//! fields := (field ("," field)* ","?)?
//! field := name ":" expression
//! size := sum | "_"
//! ```
//! A mistake inside one field does not hide those of the next: the parser goes on at the next
//! `, name :`.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::token::{Brace, Bracket, Paren};
use syn::{Error, LitInt, LitStr, Result, Token, braced, parenthesized};

use crate::expression::Expression;
use crate::unexpected::{Behind, unexpected};

/// All that stands in one `train!`.
pub(crate) struct Input {
    pub(crate) models: Vec<Item>,
    /// What could not be parsed.
    pub(crate) errors: Vec<Error>,
}

/// One model as it is written.
pub(crate) struct Item {
    /// The text of its doc comments.
    pub(crate) doc: String,
    /// All other attributes.
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: TokenStream,
    pub(crate) name: Ident,
    pub(crate) sizes: Vec<Expression>,
    pub(crate) fields: Vec<Field>,
}

pub(crate) struct Field {
    pub(crate) name: Ident,
    /// `None` where the value could not be parsed; the error is reported already.
    pub(crate) value: Option<Expression>,
}

/// `#[…]`
pub(crate) struct Attribute {
    pub(crate) tokens: TokenStream,
    pub(crate) is_cfg: bool,
    /// Whether it says what is done about warnings.
    pub(crate) is_lint: bool,
    pub(crate) is_deprecated: bool,
}

/// What a `macro_rules!` macro passes on comes in groups without delimiters. An expression among
/// them gets parentheses, so that it stays one; anything else is taken as it stands.
pub(crate) fn without_invisible_groups(tokens: TokenStream) -> TokenStream {
    let flat = |token: TokenTree| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            without_invisible_groups(group.stream())
        }
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            visible(TokenTree::Group(group)).into()
        }
        token => token.into(),
    };
    tokens.into_iter().flat_map(flat).collect()
}

fn regroup(group: &Group, delimiter: Delimiter) -> TokenTree {
    let tokens = group.stream().into_iter().map(visible).collect();
    let mut regrouped = Group::new(delimiter, tokens);
    regrouped.set_span(group.span());
    TokenTree::Group(regrouped)
}

fn has_invisible(group: &Group) -> bool {
    let invisible = |token: TokenTree| match token {
        TokenTree::Group(inner) => inner.delimiter() == Delimiter::None || has_invisible(&inner),
        _ => false,
    };
    group.stream().into_iter().any(invisible)
}

fn visible(token: TokenTree) -> TokenTree {
    let TokenTree::Group(group) = token else {
        return token;
    };
    let mut tokens = group.stream().into_iter();
    match (group.delimiter(), tokens.next(), tokens.next()) {
        (Delimiter::None, Some(only), None) => visible(only),
        (Delimiter::None, ..) => regroup(&group, Delimiter::Parenthesis),
        // A new group has one place for all of it: others stay as they are.
        (delimiter, ..) if has_invisible(&group) => regroup(&group, delimiter),
        _ => TokenTree::Group(group),
    }
}

impl Parse for Input {
    fn parse(input: ParseStream<'_>) -> Result<Input> {
        let mut models = Vec::new();
        let mut errors = Vec::new();
        while !input.is_empty() {
            match Item::parse(input, &mut errors) {
                Ok(model) => models.push(model),
                Err(error) => {
                    errors.push(error);
                    skip_to_next_model(input)?;
                }
            }
        }
        Ok(Input { models, errors })
    }
}

impl Item {
    pub(crate) fn has_cfg(&self) -> bool {
        self.attributes.iter().any(|attribute| attribute.is_cfg)
    }

    fn parse(input: ParseStream<'_>, errors: &mut Vec<Error>) -> Result<Item> {
        let mut doc = String::new();
        let mut attributes = Vec::new();
        while input.peek(Token![#]) {
            match attribute(input)? {
                Ok(line) => {
                    doc += &line;
                    doc.push('\n');
                }
                Err(attribute) => attributes.push(attribute),
            }
        }
        let visibility = visibility(input)?;
        let keyword: Option<Ident> = input.parse()?;
        match keyword {
            Some(keyword) if keyword == "model" => {}
            Some(other) => {
                return Err(Error::new(
                    other.span(),
                    format!("expected `model`, found `{other}`"),
                ));
            }
            None => return Err(input.error("expected `model Name<2, 4, 1> { … }`")),
        }
        let name: Ident = input.parse()?;
        let sizes = sizes(input)?;
        if !input.peek(Brace) {
            return Err(input.error("expected `{` and the fields of the model"));
        }
        let content;
        braced!(content in input);
        let fields = fields(&content, errors)?;
        Ok(Item {
            doc: doc.trim_end().to_string(),
            attributes,
            visibility,
            name,
            sizes,
            fields,
        })
    }
}

/// The text of a doc comment, or any other attribute.
fn attribute(input: ParseStream<'_>) -> Result<std::result::Result<String, Attribute>> {
    let hash = input.parse::<Token![#]>()?;
    if !input.peek(Bracket) {
        return Err(input.error("expected an attribute: `#[…]`"));
    }
    let group: Group = input.parse()?;
    let doc = |input: ParseStream<'_>| -> Result<String> {
        let name: Ident = input.parse()?;
        input.parse::<Token![=]>()?;
        let text: LitStr = input.parse()?;
        let text = text.value();
        match name == "doc" {
            true => Ok(text.strip_prefix(' ').unwrap_or(&text).to_string()),
            false => Err(input.error("not a doc comment")),
        }
    };
    if let Ok(line) = syn::parse::Parser::parse2(doc, group.stream()) {
        return Ok(Ok(line));
    }
    let is_one_of = |names: &[&str]| match group.stream().into_iter().next() {
        Some(TokenTree::Ident(name)) => names.iter().any(|known| name == known),
        _ => false,
    };
    let is_cfg = is_one_of(&["cfg"]);
    let is_lint = is_one_of(&["allow", "warn", "deny", "forbid"]);
    let mut tokens = hash.to_token_stream();
    group.to_tokens(&mut tokens);
    Ok(Err(Attribute {
        tokens,
        is_cfg,
        is_lint,
        is_deprecated: is_one_of(&["deprecated"]),
    }))
}

/// Nothing, `pub` or `pub(…)`.
fn visibility(input: ParseStream<'_>) -> Result<TokenStream> {
    let mut tokens = TokenStream::new();
    if input.peek(Token![pub]) {
        input.parse::<Token![pub]>()?.to_tokens(&mut tokens);
        if input.peek(Paren) {
            let content;
            let parentheses = parenthesized!(content in input);
            let mut group = Group::new(Delimiter::Parenthesis, content.parse()?);
            group.set_span(parentheses.span.join());
            group.to_tokens(&mut tokens);
        }
    }
    Ok(tokens)
}

fn sizes(input: ParseStream<'_>) -> Result<Vec<Expression>> {
    const EXPECTED: &str = "expected the sizes of the layers, such as `<2, 4, 1>`";
    if !input.peek(Token![<]) {
        return Err(input.error(EXPECTED));
    }
    input.parse::<Token![<]>()?;
    let mut sizes = Vec::new();
    while !input.peek(Token![>]) {
        let begins = input.peek(LitInt) || input.peek(Paren) || input.peek(syn::Ident);
        if !begins && !input.peek(Token![-]) && !input.peek(Token![_]) {
            return Err(input.error("expected the size of a layer: a whole number, or `_`"));
        }
        sizes.push(Expression::size(input)?);
        if input.peek(Token![,]) {
            input.parse::<Token![,]>()?;
        } else if !input.peek(Token![>]) {
            return Err(input.error("expected `,` or `>`"));
        }
    }
    let close = input.parse::<Token![>]>()?;
    if sizes.is_empty() {
        return Err(Error::new(close.span, EXPECTED));
    }
    Ok(sizes)
}

fn fields(input: ParseStream<'_>, errors: &mut Vec<Error>) -> Result<Vec<Field>> {
    let mut fields = Vec::new();
    while !input.is_empty() {
        let name = match input.parse::<Ident>() {
            Ok(name) if input.peek(Token![:]) => name,
            Ok(name) => {
                errors.push(Error::new(name.span(), format!("expected `{name}: value`")));
                skip_past_comma(input)?;
                fields.push(Field { name, value: None });
                continue;
            }
            Err(_) => {
                errors.push(input.error("expected a field: `name: value`"));
                skip_to_next_field(input)?;
                continue;
            }
        };
        input.parse::<Token![:]>()?;
        let value = input.parse::<Expression>().and_then(|value| {
            match input.is_empty() || input.peek(Token![,]) {
                true => Ok(value),
                // The only field that compares.
                false if name == "require" && !value.is_bound() => {
                    Err(unexpected(input, Behind::Required))
                }
                false => Err(unexpected(input, Behind::of(&value))),
            }
        });
        let value = match value {
            Ok(value) => {
                input.parse::<Option<Token![,]>>()?;
                Some(value)
            }
            Err(error) => {
                errors.push(error);
                skip_to_next_field(input)?;
                None
            }
        };
        fields.push(Field { name, value });
    }
    Ok(fields)
}

/// Up to what looks like the start of a field, or to the end.
fn skip_to_next_field(input: ParseStream<'_>) -> Result<()> {
    while !input.is_empty() {
        let comma = input.peek(Token![,]);
        input.parse::<TokenTree>()?;
        if comma && input.peek(syn::Ident) && input.peek2(Token![:]) {
            break;
        }
    }
    Ok(())
}

/// Past the next comma, or to the end.
fn skip_past_comma(input: ParseStream<'_>) -> Result<()> {
    while !input.is_empty() {
        let comma = input.peek(Token![,]);
        input.parse::<TokenTree>()?;
        if comma {
            break;
        }
    }
    Ok(())
}

/// To where another model may begin: past the next braces, or before the next `model`.
fn skip_to_next_model(input: ParseStream<'_>) -> Result<()> {
    while !input.is_empty() {
        let token: TokenTree = input.parse()?;
        let braces =
            matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        let next: Option<Ident> = input.fork().parse().ok();
        if braces || next.is_some_and(|next| next == "model") {
            break;
        }
    }
    Ok(())
}
