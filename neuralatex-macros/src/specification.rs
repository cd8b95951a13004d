//! The fields of a model as the core takes them, and the core's problems on their tokens.

use neuralatex_core::error::{Error as CoreError, Field, unknown};
use neuralatex_core::prelude::{Model, model};
use syn::Error;

use crate::fields::{self, FIELDS, Places};
use crate::input::{self, Item};
use crate::place::Place;
use crate::words;

/// The fields of a model as the core takes them, and where each stands.
pub(crate) struct Specification {
    pub(crate) model: Model,
    name: Place,
    sizes: Vec<Place>,
    fields: Vec<(&'static str, Place)>,
    pub(crate) places: Places,
    /// Fields whose value was not understood: what the core says of their defaults is no news.
    failed: Vec<&'static str>,
    /// Whether all fields were, so that it makes sense to train.
    pub(crate) understood: bool,
    pub(crate) errors: Option<Error>,
}

impl Specification {
    pub(crate) fn read(item: &Item) -> Specification {
        let mut sizes = Vec::new();
        let mut errors = None;
        for literal in &item.sizes {
            let size = words::whole_literal(literal)
                .map(|size| usize::try_from(size).unwrap_or(usize::MAX));
            match size {
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
            sizes: item
                .sizes
                .iter()
                .map(|literal| literal.span().into())
                .collect(),
            fields: Vec::new(),
            places: Places::default(),
            failed: Vec::new(),
            understood: errors.is_none(),
            errors,
        };
        item.fields
            .iter()
            .for_each(|field| specification.take(field));
        specification
    }

    fn take(&mut self, field: &input::Field) {
        let at_name = |message: String| Error::new(field.name.span(), message);
        let Some(&(name, set)) = FIELDS.iter().find(|(known, _)| field.name == known) else {
            let message = unknown("field", &field.name.to_string(), &fields::names());
            return self.report(at_name(message));
        };
        if self.fields.iter().any(|(earlier, _)| *earlier == name) {
            return self.report(at_name(format!("`{name}` is given twice")));
        }
        let Some(value) = &field.value else {
            // Reported by the parser.
            self.fields.push((name, Place::from(&field.name)));
            self.failed.push(name);
            self.understood = false;
            return;
        };
        self.fields.push((name, value.place));
        match set(self.model.clone(), value, &mut self.places) {
            Ok(model) => self.model = model,
            Err(error) => {
                self.failed.push(name);
                self.report(error);
            }
        }
    }

    fn report(&mut self, error: Error) {
        self.understood = false;
        words::combine(&mut self.errors, error);
    }

    /// Puts each of the core's problems on the tokens of its field.
    pub(crate) fn blame(&mut self, error: &CoreError) {
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
                Field::Require(index) => self.places.requirements.get(index),
                Field::DataRow(index) => self.places.data_rows.get(index),
                Field::EvalRow(index) => self.places.eval_rows.get(index),
                _ => None,
            };
            let place = place.copied().or(given);
            words::combine(
                &mut self.errors,
                place.unwrap_or(self.name).error(problem.message()),
            );
        }
    }
}
