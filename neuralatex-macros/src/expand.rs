//! From the macro's tokens to those of the trained models, or to compile errors on the tokens
//! that are to blame.

use neuralatex_core::error::{Error, Field, unknown};
use neuralatex_core::prelude::{Model, model};
use proc_macro2::{TokenStream, TokenTree};

use crate::expression::Expression;
use crate::input::{self, Input, Item};
use crate::output;
use crate::place::Place;
use crate::words;

/// What `train!` becomes.
pub(crate) fn expand(tokens: TokenStream) -> TokenStream {
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
            false => expand_model(item),
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
fn expand_model(item: &Item) -> TokenStream {
    let mut specification = Specification::read(item);
    let model = specification.model.clone();
    let trained = match specification.understood {
        true => model.train().map(|trained| trained.code()),
        false => model.check().map(|()| model.placeholder()),
    };
    let code = trained.unwrap_or_else(|error| {
        specification.blame(&error);
        specification.model.placeholder()
    });
    let mut tokens = output::tokens(item, &code, specification.checkpoint.as_deref());
    tokens.extend(specification.errors.map(syn::Error::into_compile_error));
    tokens
}

/// The fields of a model as the core takes them, and where each stands.
struct Specification {
    model: Model,
    name: Place,
    sizes: Vec<Place>,
    fields: Vec<(&'static str, Place)>,
    /// Fields whose value was not understood: what the core says of their defaults is no news.
    failed: Vec<&'static str>,
    data_rows: Vec<Place>,
    eval_rows: Vec<Place>,
    requirements: Vec<Place>,
    checkpoint: Option<String>,
    /// Whether all fields were, so that it makes sense to train.
    understood: bool,
    errors: Option<syn::Error>,
}

pub(crate) const FIELDS: [&str; 12] = [
    "data",
    "eval",
    "loss",
    "optimizer",
    "init",
    "epochs",
    "batch",
    "seed",
    "shuffle",
    "precision",
    "checkpoint",
    "require",
];

impl Specification {
    fn read(item: &Item) -> Specification {
        let mut sizes = Vec::new();
        let mut errors = None;
        for literal in &item.sizes {
            let size = words::whole_literal(literal)
                .map(|size| usize::try_from(size).unwrap_or(usize::MAX));
            match size {
                Ok(size) => sizes.push(size),
                Err(error) => {
                    combine(&mut errors, error);
                    sizes.push(1);
                }
            }
        }
        let mut specification = Specification {
            model: model(item.name.to_string(), sizes).doc(&item.doc),
            name: Place::from(&item.name),
            sizes: item
                .sizes
                .iter()
                .map(|literal| literal.span().into())
                .collect(),
            fields: Vec::new(),
            failed: Vec::new(),
            data_rows: Vec::new(),
            eval_rows: Vec::new(),
            requirements: Vec::new(),
            checkpoint: None,
            understood: errors.is_none(),
            errors,
        };
        for field in &item.fields {
            let name = field.name.to_string();
            let Some(known) = FIELDS.into_iter().find(|known| *known == name) else {
                let message = unknown("field", &name, &FIELDS);
                specification.report(syn::Error::new(field.name.span(), message));
                continue;
            };
            if specification
                .fields
                .iter()
                .any(|(earlier, _)| *earlier == known)
            {
                let message = format!("`{name}` is given twice");
                specification.report(syn::Error::new(field.name.span(), message));
                continue;
            }
            let place = field
                .value
                .as_ref()
                .map_or(Place::from(&field.name), |value| value.place);
            specification.fields.push((known, place));
            let Some(value) = &field.value else {
                // Reported by the parser.
                specification.failed.push(known);
                specification.understood = false;
                continue;
            };
            if let Err(error) = specification.set(known, value) {
                specification.failed.push(known);
                specification.report(error);
            }
        }
        specification
    }

    fn set(&mut self, field: &str, value: &Expression) -> syn::Result<()> {
        let model = self.model.clone();
        self.model = match field {
            "data" => {
                let (source, rows) = words::source(value)?;
                self.data_rows = rows;
                model.data(source)
            }
            "eval" => {
                let (source, rows) = words::source(value)?;
                self.eval_rows = rows;
                model.eval(source)
            }
            "loss" => model.loss(words::loss(value)?),
            "optimizer" => model.optimizer(words::optimizer(value)?),
            "init" => model.init(words::init(value)?),
            "epochs" => model.epochs(words::size(value)?),
            "batch" => model.batch(words::size(value)?),
            "seed" => model.seed(words::whole(value)?),
            "shuffle" => model.shuffle(words::boolean(value)?),
            "precision" => model.precision(words::precision(value)?),
            "checkpoint" => {
                let path = words::text(value)?;
                self.checkpoint = Some(path.clone());
                model.checkpoint(path)
            }
            _ => {
                let (requirements, places): (Vec<_>, _) =
                    words::requirements(value)?.into_iter().unzip();
                self.requirements = places;
                model.require(requirements)
            }
        };
        Ok(())
    }

    fn report(&mut self, error: syn::Error) {
        self.understood = false;
        combine(&mut self.errors, error);
    }

    /// Puts each of the core's problems on the tokens of its field.
    fn blame(&mut self, error: &Error) {
        for problem in error.problems() {
            let field = problem.field().name();
            if self.failed.contains(&field) {
                continue;
            }
            let given = self
                .fields
                .iter()
                .find(|(name, _)| *name == field)
                .map(|(_, place)| *place);
            let place = match problem.field() {
                Field::Layer(index) => self.sizes.get(index),
                Field::Require(index) => self.requirements.get(index),
                Field::DataRow(index) => self.data_rows.get(index),
                Field::EvalRow(index) => self.eval_rows.get(index),
                _ => None,
            };
            let place = place.copied().or(given);
            combine(
                &mut self.errors,
                place.unwrap_or(self.name).error(problem.message()),
            );
        }
    }
}

fn combine(errors: &mut Option<syn::Error>, error: syn::Error) {
    match errors {
        Some(errors) => errors.combine(error),
        None => *errors = Some(error),
    }
}
