//! The different texts of a column, numbered as they come.

use std::collections::HashMap;

/// Texts, each once.
pub(super) struct Texts {
    numbers: HashMap<String, u32>,
    /// How many there may be.
    most: usize,
    /// Some as they stand in the file, which are found without being looked at.
    seen: Vec<(Vec<u8>, u32)>,
}

impl Texts {
    pub(super) fn up_to(most: usize) -> Texts {
        Texts {
            numbers: HashMap::new(),
            most,
            seen: Vec::new(),
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
        let next = self.numbers.len();
        match self.numbers.get(text) {
            Some(number) => Some(*number),
            None if next == self.most => None,
            None => {
                self.numbers.insert(text.to_string(), next as u32);
                Some(next as u32)
            }
        }
    }

    /// The number of a cell that was remembered.
    pub(super) fn seen(&self, cell: &[u8]) -> Option<u32> {
        let seen = self.seen.iter().find(|(seen, _)| seen == cell);
        seen.map(|(_, number)| *number)
    }

    /// Remembers the number of a cell, if it is among the first few.
    pub(super) fn remember(&mut self, cell: &[u8], number: u32) {
        const FEW: usize = 16;
        if self.seen.len() < FEW && self.seen(cell).is_none() {
            self.seen.push((cell.to_vec(), number));
        }
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
