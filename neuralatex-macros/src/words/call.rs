//! Words as calls: `name(arguments).method(arguments)…`; a bare name is the call without arguments.
//!
//! A field has a table of the words that it knows, and a word one of its methods. All that is wrong
//! with a call is told together: each of its arguments, each of its methods.

use neuralatex_core::error::unknown;
use proc_macro2::Ident;
use syn::{Error, Result};

use super::{both, literal};
use crate::closure::constant;
use crate::expression::{Expression, Kind, no_parentheses};
use crate::place::Place;

pub(super) struct Call<'e> {
    pub(super) name: &'e Ident,
    arguments: &'e [Expression],
    /// Each with its arguments; `None` without parentheses.
    methods: Vec<(&'e Ident, Option<&'e [Expression]>)>,
    place: Place,
}

/// The words of a field, and what each makes of its call.
pub(super) type Words<T> = [(&'static str, fn(&Call<'_>) -> Result<T>)];

/// The methods of a word.
pub(super) type Methods<T> = [(&'static str, Method<T>)];

/// A method by what it takes.
pub(super) enum Method<T> {
    Bare(fn(T) -> T),
    Number(fn(T, f64) -> T),
    Size(fn(T, usize) -> T),
    Whole(fn(T, u64) -> T),
    /// One that reads what it takes itself, and what that is.
    Own(&'static str, fn(&Expression) -> Result<Change<'static, T>>),
    /// One of another word, and where it belongs.
    Misplaced(&'static str),
}

impl<'e> Call<'e> {
    pub(super) fn of(expression: &'e Expression, expected: &str) -> Result<Call<'e>> {
        let (name, arguments): (_, &[Expression]) = match &expression.kind {
            Kind::Name(name) => (name, &[]),
            Kind::Call(name, arguments) => (name, arguments),
            Kind::Method(receiver, name, arguments) => {
                let mut call = Call::of(receiver, expected)?;
                call.methods.push((name, Some(arguments)));
                return Ok(call);
            }
            Kind::Bare(receiver, name) => {
                let mut call = Call::of(receiver, expected)?;
                call.methods.push((name, None));
                return Ok(call);
            }
            _ => return Err(expression.place.error(format!("expected {expected}"))),
        };
        Ok(Call {
            name,
            arguments,
            methods: Vec::new(),
            place: expression.place,
        })
    }

    /// The word of the table that is called.
    pub(super) fn find<T>(&self, what: &str, words: &Words<T>) -> Result<T> {
        let names = names(words);
        match place(self.name, &names) {
            Some(place) => words[place].1(self),
            None => Err(no_such(what, self.name, &names)),
        }
    }

    /// A word without arguments.
    pub(super) fn none<T>(&self, make: impl Fn() -> T) -> Result<T> {
        let [] = exactly(self.name, self.arguments, self.place)?;
        Ok(make())
    }

    /// A word with one argument.
    pub(super) fn one<A, T>(
        &self,
        read: impl Fn(&'e Expression) -> Result<A>,
        make: impl Fn(A) -> T,
    ) -> Result<T> {
        let [argument] = exactly(self.name, self.arguments, self.place)?;
        read(argument).map(make)
    }

    /// A word with two arguments of a kind.
    pub(super) fn two<A, T>(
        &self,
        read: impl Fn(&'e Expression) -> Result<A>,
        make: impl Fn(A, A) -> T,
    ) -> Result<T> {
        let [first, second] = exactly(self.name, self.arguments, self.place)?;
        both(read(first), read(second)).map(|(first, second)| make(first, second))
    }

    /// What the methods make of the word.
    pub(super) fn methods<T>(&self, word: Result<T>, known: &Methods<T>) -> Result<T> {
        self.methods_offering(word, known, &names(known))
    }

    /// What the methods make of the word, where some are known that an error should not offer.
    pub(super) fn methods_offering<T>(
        &self,
        mut word: Result<T>,
        known: &Methods<T>,
        offered: &[&str],
    ) -> Result<T> {
        let names = names(known);
        for (index, (name, arguments)) in self.methods.iter().enumerate() {
            let change = match self.method(index, &names, offered) {
                Ok(place) => known[place].1.read(name, *arguments),
                Err(error) => Err(error),
            };
            word = both(word, change).map(|(word, change)| change(word));
        }
        word
    }

    /// The place of a method among those that are known.
    fn method(&self, index: usize, known: &[&str], offered: &[&str]) -> Result<usize> {
        let (name, _) = self.methods[index];
        let error = |message: String| Err(Error::new(name.span(), message));
        let mut before = self.methods[..index].iter();
        match place(name, known) {
            Some(_) if before.any(|(other, _)| *other == name) => {
                error(format!("`{name}` is given twice"))
            }
            Some(place) => Ok(place),
            None if known.is_empty() => {
                error(format!("`{}` has no method `{name}` here", self.name))
            }
            None => error(unknown("method", &name.to_string(), offered)),
        }
    }

    /// The word, which has no methods.
    pub(super) fn no_methods<T>(&self, word: Result<T>) -> Result<T> {
        let none = self.methods(Ok(()), &[]);
        both(word, none).map(|(word, ())| word)
    }
}

/// What a method does to a word.
pub(super) type Change<'m, T> = Box<dyn FnOnce(T) -> T + 'm>;

impl<T> Method<T> {
    /// How it is written.
    fn form(&self, name: &Ident) -> String {
        match self {
            Method::Bare(_) => format!("`.{name}()`"),
            Method::Number(_) => format!("`.{name}(…)`, with a number"),
            Method::Size(_) | Method::Whole(_) => format!("`.{name}(…)`, with a whole number"),
            Method::Own(what, _) => format!("`.{name}(…)`, with {what}"),
            Method::Misplaced(belongs) => belongs.to_string(),
        }
    }

    fn read(&self, name: &Ident, arguments: Option<&[Expression]>) -> Result<Change<'_, T>> {
        let place = Place::from(name);
        let arguments = match (self, arguments) {
            (Method::Misplaced(_), _) => &[],
            (_, Some(arguments)) => arguments,
            (_, None) => return Err(no_parentheses(name, &self.form(name))),
        };
        match self {
            Method::Misplaced(belongs) => Err(place.error(format!("`{name}` {belongs}"))),
            Method::Bare(change) => {
                let [] = exactly(name, arguments, place)?;
                Ok(Box::new(change))
            }
            Method::Number(change) => {
                let [number] = exactly(name, arguments, place)?;
                let number = constant(number)?;
                Ok(Box::new(move |word| change(word, number)))
            }
            Method::Size(change) => {
                let [number] = exactly(name, arguments, place)?;
                let number = literal::size(number)?;
                Ok(Box::new(move |word| change(word, number)))
            }
            Method::Whole(change) => {
                let [number] = exactly(name, arguments, place)?;
                let number = literal::whole(number)?;
                Ok(Box::new(move |word| change(word, number)))
            }
            Method::Own(_, read) => {
                let [argument] = exactly(name, arguments, place)?;
                read(argument)
            }
        }
    }
}

/// Exactly as many arguments as are asked for.
pub(super) fn exactly<'e, const N: usize>(
    name: &Ident,
    arguments: &'e [Expression],
    place: Place,
) -> Result<[&'e Expression; N]> {
    let found = arguments.len();
    let all: Vec<&Expression> = arguments.iter().collect();
    all.try_into().map_err(|_| {
        let plural = if N == 1 { "" } else { "s" };
        let hint = decimal_comma(arguments).filter(|_| found == N + 1);
        let hint = hint.unwrap_or_default();
        place.error(format!(
            "`{name}` takes {N} argument{plural}, found {found}{hint}"
        ))
    })
}

/// A hint where `0,5` was perhaps to be a number.
fn decimal_comma(arguments: &[Expression]) -> Option<String> {
    arguments
        .windows(2)
        .find_map(|pair| match (&pair[0].kind, &pair[1].kind) {
            (Kind::Whole(zero), Kind::Whole(digits)) if zero.to_string() == "0" => {
                Some(format!("; a decimal is written `0.{digits}`"))
            }
            _ => None,
        })
}

/// The names of a table. A loop is less than `collect` to compile anew for every table.
pub(super) fn names<T>(known: &[(&'static str, T)]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for (name, _) in known {
        names.push(*name);
    }
    names
}

fn place(name: &Ident, known: &[&str]) -> Option<usize> {
    known.iter().position(|known| name == known)
}

/// The error for a name that is not in a table.
pub(super) fn no_such(what: &str, name: &Ident, known: &[&str]) -> Error {
    Error::new(name.span(), unknown(what, &name.to_string(), known))
}
