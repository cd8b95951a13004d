//! The classes that a network tells apart, ascending: whole numbers, or texts.

use crate::json;

/// Classes by their place among all of them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Classes {
    Whole(Vec<i32>),
    Text(Vec<String>),
}

impl Classes {
    pub(crate) fn len(&self) -> usize {
        match self {
            Classes::Whole(numbers) => numbers.len(),
            Classes::Text(texts) => texts.len(),
        }
    }

    /// What the class at a place is called.
    pub(crate) fn name(&self, place: usize) -> String {
        match self {
            Classes::Whole(numbers) => numbers.get(place).map(i32::to_string),
            Classes::Text(texts) => texts.get(place).cloned(),
        }
        .unwrap_or_default()
    }

    /// All names, in their order.
    pub(crate) fn names(&self) -> Vec<String> {
        (0..self.len()).map(|place| self.name(place)).collect()
    }

    /// All as JSON.
    pub(crate) fn json(&self) -> String {
        json::list((0..self.len()).map(|place| self.json_of(place)))
    }

    /// The class at a place as JSON.
    pub(crate) fn json_of(&self, place: usize) -> String {
        match self {
            Classes::Whole(_) => self.name(place),
            Classes::Text(_) => json::string(&self.name(place)),
        }
    }

    /// The class at a place as a number: itself, or of a text its place.
    pub(crate) fn number(&self, place: u32) -> i32 {
        match self {
            Classes::Whole(numbers) => numbers.get(place as usize).copied().unwrap_or_default(),
            Classes::Text(_) => place as i32,
        }
    }

    /// The place of a class that is called so.
    pub(crate) fn place_of(&self, name: &str) -> Option<u32> {
        let place = match self {
            Classes::Whole(_) => return self.place_of_number(name.parse().ok()?),
            Classes::Text(texts) => texts.binary_search_by(|text| text.as_str().cmp(name)),
        };
        Some(place.ok()? as u32)
    }

    /// The place of a whole number.
    pub(crate) fn place_of_number(&self, class: i32) -> Option<u32> {
        match self {
            Classes::Whole(numbers) => Some(numbers.binary_search(&class).ok()? as u32),
            Classes::Text(_) => None,
        }
    }

    /// The first few, for messages.
    pub(crate) fn some(&self) -> String {
        crate::error::some(&self.names())
    }
}

/// None, where numbers are to be predicted.
impl Default for Classes {
    fn default() -> Classes {
        Classes::Whole(Vec::new())
    }
}
