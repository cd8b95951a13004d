//! The fields of a model as the core takes them, and the core's problems on their tokens.

use std::slice::from_ref;

use neuralatex_core::error::{Error as CoreError, Field, Problem, unknown};
use neuralatex_core::prelude::{Model, i8, model};
use syn::Error;

use crate::expression::{Expression, Kind};
use crate::fields::{self, FIELDS, Set};
use crate::input::{self, Item};
use crate::place::Place;
use crate::words;

/// The fields of a model as the core takes them, and where each stands.
pub(crate) struct Specification<'i> {
    pub(crate) model: Model,
    name: Place,
    sizes: Vec<Place>,
    /// Whether all sizes were understood: what the core says of a model with others is no news.
    sized: bool,
    /// `None` where a value could not be parsed.
    fields: Vec<(&'static str, Option<&'i Expression>)>,
    /// Fields whose value was not understood: what the core says of their defaults is no news.
    failed: Vec<&'static str>,
    /// Whether all fields were, so that it makes sense to train.
    pub(crate) understood: bool,
    pub(crate) errors: Option<Error>,
}

impl<'i> Specification<'i> {
    pub(crate) fn read(item: &'i Item) -> Specification<'i> {
        let mut sizes = Vec::new();
        let mut errors = None;
        for size in &item.sizes {
            match words::layer(size) {
                Ok(size) => sizes.push(size),
                Err(error) => {
                    words::combine(&mut errors, error);
                    sizes.push(1);
                }
            }
        }
        let mut specification = Specification {
            model: model(item.name.to_string(), sizes).doc(&item.doc),
            name: Place::from(&item.name),
            sizes: item.sizes.iter().map(|size| size.place).collect(),
            sized: errors.is_none(),
            fields: Vec::new(),
            failed: Vec::new(),
            understood: errors.is_none(),
            errors,
        };
        item.fields
            .iter()
            .for_each(|field| specification.take(field));
        specification
    }

    fn take(&mut self, field: &'i input::Field) {
        let at_name = |message: String| Error::new(field.name.span(), message);
        let Some(&(name, set)) = FIELDS.iter().find(|(known, _)| field.name == known) else {
            let message = unknown("field", &field.name.to_string(), &fields::names());
            return self.report(at_name(message));
        };
        if self.fields.iter().any(|(earlier, _)| *earlier == name) {
            return self.report(at_name(format!("`{name}` is given twice")));
        }
        self.fields.push((name, field.value.as_ref()));
        let Some(value) = &field.value else {
            // Reported by the parser.
            self.fail(name);
            self.understood = false;
            return;
        };
        match set(self.model.clone(), value) {
            Ok(model) => self.model = model,
            Err(error) => {
                let quoted = quoted(&self.model, set, value);
                self.fail(name);
                self.report(quoted.unwrap_or(error));
            }
        }
    }

    /// A field whose value was not understood. The functions that it stands for, whatever its value, are there: their
    /// uses are not to be errors as well.
    fn fail(&mut self, name: &'static str) {
        self.failed.push(name);
        if name == Field::Quantize.name() {
            self.model = self.model.clone().quantize(i8());
        }
    }

    fn report(&mut self, error: Error) {
        self.understood = false;
        words::combine(&mut self.errors, error);
    }

    /// The value of a field, if it is given.
    fn value(&self, field: &str) -> Option<&'i Expression> {
        let mut fields = self.fields.iter();
        fields.find(|(name, _)| *name == field)?.1
    }

    /// Where a problem's field has what is to blame; without the field, the name.
    pub(crate) fn place_of(&self, problem: &Problem) -> Place {
        let place = match problem.field() {
            Field::Layer(index) => self.sizes.get(index).copied(),
            field => self
                .value(field.name())
                .map(|value| value.place_of(problem.path())),
        };
        place.unwrap_or(self.name)
    }

    /// Puts each of the core's problems on the tokens that are to blame.
    pub(crate) fn blame(&mut self, error: &CoreError) {
        if !self.sized {
            return;
        }
        for problem in error.problems() {
            let field = problem.field().name();
            if self.failed.contains(&field) {
                continue;
            }
            let error = self.place_of(problem).error(problem.message());
            words::combine(&mut self.errors, error);
        }
    }
}

/// The errors of a value, or of the elements of a list, if one of them is what it should be, but in quotes.
fn quoted(model: &Model, set: Set, value: &Expression) -> Option<Error> {
    let elements = match &value.kind {
        Kind::List(list) => &list[..],
        _ => from_ref(value),
    };
    let is_right = |value: &Expression| set(model.clone(), value).map(|_| ());
    let mut is_any = false;
    let mut errors = None;
    for element in elements {
        let error = match &element.kind {
            Kind::Text(text) if text.parse().is_ok_and(|inner| is_right(&inner).is_ok()) => {
                is_any = true;
                let message = format!("this is written without quotes: `{}`", text.value());
                Some(element.place.error(message))
            }
            _ => is_right(element).err(),
        };
        if let Some(error) = error {
            words::combine(&mut errors, error);
        }
    }
    errors.filter(|_| is_any)
}
