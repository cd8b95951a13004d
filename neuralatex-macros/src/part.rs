//! The part of a value that the core blames, found by the names of calls and by indices.

use std::slice::from_ref;

use neuralatex_core::error::Part;

use crate::expression::{Expression, Kind};
use crate::place::Place;

/// A call, without what it is a method of.
struct Called<'e> {
    name: Place,
    arguments: &'e [Expression],
}

impl Expression {
    /// Where the path leads to, or as near to it as what is written goes.
    pub(crate) fn place_of(&self, path: &[Part]) -> Place {
        let Some((part, rest)) = path.split_first() else {
            return self.place;
        };
        let place = match *part {
            Part::Word(word) => self.call(word).map(|call| call.name),
            Part::Arguments(word) => self.call(word).map(|call| call.place_of_arguments()),
            Part::Argument(word, index) => self.call(word).map(|call| {
                let argument = call.arguments.get(index);
                argument.map_or(call.name, |argument| argument.place_of(rest))
            }),
            Part::Element(index) => match &self.kind {
                Kind::List(list) | Kind::Tuple(list) => {
                    list.get(index).map(|element| element.place_of(rest))
                }
                _ => Some(self.place_of(rest)),
            },
            _ => None,
        };
        place.unwrap_or(self.place)
    }

    /// The call of a word.
    fn call(&self, word: &str) -> Option<Called<'_>> {
        let (name, arguments): (Place, &[Expression]) = match &self.kind {
            Kind::Name(name) if name == word => (name.into(), &[]),
            Kind::Call(name, arguments) | Kind::Method(_, name, arguments) if name == word => {
                (name.into(), arguments)
            }
            Kind::Binary(_, sign, right) if sign.method() == Some(word) => {
                (self.place, from_ref(right))
            }
            Kind::Call(_, list) | Kind::List(list) | Kind::Tuple(list) => {
                return call_in(list, word);
            }
            Kind::Method(receiver, _, arguments) => {
                return call_in(arguments, word).or_else(|| receiver.call(word));
            }
            Kind::Binary(left, _, right) => {
                return left.call(word).or_else(|| right.call(word));
            }
            // What closures call are no words of a field.
            _ => return None,
        };
        Some(Called { name, arguments })
    }
}

fn call_in<'e>(list: &'e [Expression], word: &str) -> Option<Called<'e>> {
    list.iter().find_map(|inner| inner.call(word))
}

impl Called<'_> {
    /// All of them; without any, the name.
    fn place_of_arguments(&self) -> Place {
        match self.arguments {
            [first, .., last] => Place {
                first: first.place.first,
                last: last.place.last,
            },
            [only] => only.place,
            [] => self.name,
        }
    }
}
