//! What inputs and outputs are called where they are shown: as the columns of a file, where there is one.

use super::Results;
use crate::data::Task;

impl Results<'_> {
    /// The names of the inputs, if their columns have any.
    pub(crate) fn input_names(&self) -> Option<Vec<String>> {
        let header = self.trained.rows.header.as_ref()?;
        Some(header.inputs().iter().map(|name| shown(name)).collect())
    }

    /// What an input is called.
    pub(crate) fn input_name(&self, place: usize) -> String {
        match self.input_names() {
            Some(names) => names[place].clone(),
            None if self.trained.plan.layers[0] == 1 => "input".to_string(),
            None => format!("input {}", place + 1),
        }
    }

    /// The inputs that are texts of a column, 1 in rows that have them and else 0: their places and the
    /// texts.
    pub(crate) fn texts_among_inputs(&self) -> Vec<(usize, &str)> {
        let mut texts = Vec::new();
        let mut place = 0;
        let header = self.trained.rows.header.iter();
        for feature in header.flat_map(|header| &header.features) {
            let own = feature.texts.iter().flatten();
            texts.extend((place..).zip(own.map(String::as_str)));
            place += feature.inputs();
        }
        texts
    }

    /// The names of the numbers that are predicted, one for each output.
    pub(crate) fn target_names(&self) -> Option<Vec<String>> {
        match (&self.trained.rows.task, &self.trained.rows.header) {
            (Task::Targets, Some(header)) => {
                Some(header.answers.iter().map(|name| shown(name)).collect())
            }
            _ => None,
        }
    }
}

/// Columns without names are called by their numbers, which alone say nothing.
fn shown(name: &str) -> String {
    let number = name.split_once(':').map_or(name, |(number, _)| number);
    match !number.is_empty() && number.bytes().all(|letter| letter.is_ascii_digit()) {
        true => format!("column {name}"),
        false => name.to_string(),
    }
}
