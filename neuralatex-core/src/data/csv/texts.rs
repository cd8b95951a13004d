//! The different texts of a column, numbered as they come.

use std::collections::HashMap;

/// Texts, each once.
pub(super) struct Texts {
    numbers: HashMap<String, u32>,
    /// How many there may be.
    most: usize,
    /// The one that came last: rows of a class often stand together.
    last: Option<(String, u32)>,
}

impl Texts {
    pub(super) fn up_to(most: usize) -> Texts {
        Texts {
            numbers: HashMap::new(),
            most,
            last: None,
        }
    }

    /// These and no others, numbered as they stand.
    pub(super) fn known(texts: &[String]) -> Texts {
        Texts {
            numbers: texts.iter().cloned().zip(0..).collect(),
            ..Texts::up_to(texts.len())
        }
    }

    /// The number of a text, from 0, if it is known or there is room for one more.
    pub(super) fn number(&mut self, text: &str) -> Option<u32> {
        if let Some((last, number)) = &self.last
            && last == text
        {
            return Some(*number);
        }
        let next = self.numbers.len();
        let number = match self.numbers.get(text) {
            Some(number) => *number,
            None if next == self.most => return None,
            None => {
                self.numbers.insert(text.to_string(), next as u32);
                next as u32
            }
        };
        self.last = Some((text.to_string(), number));
        Some(number)
    }

    /// Forgets all but those with these numbers, which they keep.
    pub(super) fn keep(&mut self, numbers: impl Iterator<Item = u32>) {
        let mut wanted = vec![false; self.numbers.len()];
        numbers.for_each(|number| wanted[number as usize] = true);
        self.numbers.retain(|_, number| wanted[*number as usize]);
    }

    /// All of them, ascending.
    pub(super) fn ascending(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.numbers.keys().cloned().collect();
        texts.sort_unstable();
        texts
    }

    /// For each number, what some function makes of its text.
    pub(super) fn each(&self, place: impl Fn(&str) -> usize) -> Vec<u32> {
        let most = self.numbers.values().max();
        let mut places = vec![0; most.map_or(0, |most| *most as usize + 1)];
        for (text, number) in &self.numbers {
            places[*number as usize] = place(text) as u32;
        }
        places
    }
}
