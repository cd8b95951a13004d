//! From the macro's tokens to those of the trained models, or to compile errors on the tokens
//! that are to blame.

use neuralatex_core::{Door, Model, Result, Shipped};
use proc_macro2::{TokenStream, TokenTree};

use crate::advice;
use crate::input::{self, Input, Item};
use crate::output;
use crate::place::Place;
use crate::specification::Specification;
use crate::traits;

/// What `train!` becomes, for traits of the crate with the path `root`.
pub(crate) fn expand(root: &TokenStream, tokens: TokenStream) -> TokenStream {
    if let Some(place) = nested_too_deeply(&tokens) {
        return place
            .error("this is nested too deeply")
            .into_compile_error();
    }
    let input: Input = match syn::parse2(input::without_invisible_groups(tokens)) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let mut output: TokenStream = input
        .errors
        .iter()
        .map(syn::Error::to_compile_error)
        .collect();
    for (index, item) in input.models.iter().enumerate() {
        // Of models with `cfg`, perhaps only one is there; the compiler tells.
        let same_name =
            |earlier: &Item| earlier.name == item.name && !earlier.has_cfg() && !item.has_cfg();
        output.extend(match input.models[..index].iter().any(same_name) {
            true => {
                let message = format!("there is another model `{}` above", item.name);
                Place::from(&item.name).error(message).into_compile_error()
            }
            false => expand_model(root, item),
        });
    }
    output
}

/// Where delimiters are nested deeper than anybody writes them. syn goes into each by recursion,
/// so that this has to be told before, and without recursion.
fn nested_too_deeply(tokens: &TokenStream) -> Option<Place> {
    const DEEPEST: usize = 100;
    let mut open = vec![tokens.clone().into_iter()];
    while let Some(innermost) = open.last_mut() {
        match innermost.next() {
            Some(TokenTree::Group(group)) if open.len() == DEEPEST => {
                return Some(Place::from(group.span_open()));
            }
            Some(TokenTree::Group(group)) => open.push(group.stream().into_iter()),
            Some(_) => {}
            None => {
                open.pop();
            }
        }
    }
    None
}

/// The trained model; or its errors, beside a struct that keeps its uses from failing as well.
fn expand_model(root: &TokenStream, item: &Item) -> TokenStream {
    let mut specification = Specification::read(item);
    let model = specification.model.clone();
    let mut warnings = TokenStream::new();
    // Only those of a model that was trained: a build that fails is done again in any case, and the
    // compiler would read even a file that was refused for its size.
    let mut files = Vec::new();
    let shipped = match specification.understood {
        true => ship(model).map(|shipped| {
            for advice in shipped.advice() {
                let place = specification.place_of(advice);
                warnings.extend(advice::warning(item, place, advice.message()));
            }
            files = specification.model.files();
            Some(shipped)
        }),
        false => model.check().map(|()| placeholder(&model)),
    };
    let shipped = shipped.unwrap_or_else(|error| {
        specification.blame(&error);
        placeholder(&specification.model)
    });
    let mut tokens = TokenStream::new();
    if let Some(shipped) = shipped {
        tokens.extend(output::tokens(item, &shipped.code_anywhere(), &files));
        tokens.extend(traits::implementation(root, item, &shipped));
    }
    tokens.extend(warnings);
    tokens.extend(specification.errors.map(syn::Error::into_compile_error));
    tokens
}

fn ship(model: Model) -> Result<Shipped> {
    match proc_macro::is_available() {
        true => model.ship(Door::Macro),
        // Tests of this crate expand without a compiler.
        false => Ok(Shipped::from(&model.train()?)),
    }
}

fn placeholder(model: &Model) -> Option<Shipped> {
    Some(Shipped::placeholder(&model.placeholder()?))
}
