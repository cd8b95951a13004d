//! Texts become inputs and classes, when all are known.

use super::cells::whole;
use super::mistake::Mistake;
use super::rows::{NO_TEXT, Rows};
use crate::data::{Classes, Feature, Header, Labels, Table};
use crate::error::{Field, Part, quoted};
use crate::spec::Precision;

impl Rows<'_> {
    /// The rows as a table.
    pub(super) fn finish(mut self) -> Result<Table, Mistake> {
        if self.count == 0 {
            let message = match self.left_out {
                true => "no rows are left: in each of them a value is missing",
                false => "the file has no rows",
            };
            return Err(Mistake::new(message));
        }
        self.forget();
        let features = self.features()?;
        self.spread(&features)?;
        let labels = match self.columns.label {
            Some(_) => self.classes()?,
            None => Labels::Targets(self.targets, self.columns.targets.len()),
        };
        let header = Header {
            file: self.csv.path.clone(),
            features,
            answers: self.columns.answers(),
        };
        Ok(Table {
            columns: header.features.iter().map(Feature::inputs).sum(),
            inputs: self.inputs,
            has_gaps: self.has_gaps,
            labels,
            header: Some(header),
        })
    }

    /// Forgets the texts and classes of rows that were left out.
    fn forget(&mut self) {
        if !self.left_out || self.reading.like.is_some() {
            return;
        }
        self.labels.keep(self.of_row.iter().copied());
        let width = self.texts.len();
        for (feature, texts) in self.texts.iter_mut().enumerate() {
            if let Some(texts) = texts {
                let cells = (0..self.count).map(|row| self.inputs.get(row * width + feature));
                texts.keep(
                    cells
                        .filter(|cell| *cell != NO_TEXT)
                        .map(|cell| cell as u32),
                );
            }
        }
    }

    fn features(&self) -> Result<Vec<Feature>, Mistake> {
        let each = self.columns.features.iter().zip(&self.texts);
        each.map(|(place, texts)| {
            let name = self.columns.names[*place].clone();
            let texts = texts.as_ref().map(|texts| texts.ascending());
            match &texts {
                Some(texts) if texts.is_empty() => {
                    Err(Mistake::new("the column has no values").in_column(&name))
                }
                _ => Ok(Feature { name, texts }),
            }
        })
        .collect()
    }

    /// Makes of each text one input for each that its column has, from the last row to the first, in
    /// the same memory.
    fn spread(&mut self, features: &[Feature]) -> Result<(), Mistake> {
        if features.iter().all(|feature| feature.texts.is_none()) {
            return Ok(());
        }
        let narrow = features.len();
        let wide: usize = features.iter().map(Feature::inputs).sum();
        self.fits(wide)?;
        let places: Vec<Option<Vec<u32>>> = features
            .iter()
            .zip(&self.texts)
            .map(|(feature, texts)| {
                let ascending = feature.texts.as_ref()?;
                let place = |text: &str| {
                    let found = ascending.binary_search_by(|known| known.as_str().cmp(text));
                    found.unwrap_or(0)
                };
                Some(texts.as_ref()?.each(place))
            })
            .collect();
        self.inputs.resize(self.count * wide.max(narrow));
        let mut row_of_inputs = Vec::with_capacity(wide);
        let spread = |row: &[f64], inputs: &mut Vec<f64>| {
            inputs.clear();
            for ((number, feature), places) in row.iter().zip(features).zip(&places) {
                match places {
                    None => inputs.push(*number),
                    Some(places) => {
                        let hot = match *number {
                            NO_TEXT => None,
                            number => places.get(number as usize).copied(),
                        };
                        let each = 0..feature.inputs() as u32;
                        inputs.extend(each.map(|place| f64::from(u8::from(hot == Some(place)))));
                    }
                }
            }
        };
        // A column of one text is no wider than before, but none is narrower.
        for row in (0..self.count).rev() {
            let numbers = self.inputs.part(row * narrow, narrow);
            spread(&numbers, &mut row_of_inputs);
            for (place, number) in row_of_inputs.iter().enumerate() {
                self.inputs.set(row * wide + place, *number);
            }
        }
        Ok(())
    }

    /// That rows of so many inputs are within the limit: each column of texts may make a small file a
    /// thousand times as large.
    fn fits(&self, inputs: usize) -> Result<(), Mistake> {
        let (rows, limit) = (self.count, self.csv.limit);
        let size = match self.reading.precision {
            Precision::F32 => 4,
            Precision::F64 => 8,
        };
        let bytes = [inputs, size].into_iter().fold(rows, usize::saturating_mul);
        if bytes as u64 <= limit {
            return Ok(());
        }
        let message = format!(
            "its texts become {inputs} inputs of each of {rows} rows, {bytes} bytes, more than the limit of \
             {limit}: `.ignore(\"…\")` leaves columns out, `.limit(…)` sets another one"
        );
        Err(Mistake::new(message))
    }

    fn classes(&mut self) -> Result<Labels, Mistake> {
        let of_row = std::mem::take(&mut self.of_row);
        if let Some(classes) = self.reading.like.and_then(|like| like.classes) {
            return Ok(Labels::Classes(classes.clone(), of_row));
        }
        let texts = self.labels.ascending();
        let wholes: Option<Vec<i32>> = texts.iter().map(|text| whole(text)).collect();
        let is_number = |text: &String| text.parse::<f64>().is_ok();
        let (classes, places) = match wholes {
            Some(mut wholes) => {
                wholes.sort_unstable();
                wholes.dedup();
                let places = self.labels.each(|text| {
                    let found = whole(text).and_then(|class| wholes.binary_search(&class).ok());
                    found.unwrap_or(0)
                });
                (Classes::Whole(wholes), places)
            }
            None if texts.iter().all(is_number) => {
                let odd = texts.iter().find(|text| whole(text).is_none());
                let message = format!(
                    "classes are texts, or whole numbers that `i32` can hold, found {}; numbers to predict \
                     are named by `.target`",
                    quoted(odd.map_or("", String::as_str))
                );
                let path = [Part::Argument("label", 0)];
                return Err(self.in_label(Mistake::at(path, message)));
            }
            None => {
                let places = self.labels.each(|text| {
                    let found = texts.binary_search_by(|known| known.as_str().cmp(text));
                    found.unwrap_or(0)
                });
                (Classes::Text(texts), places)
            }
        };
        if classes.len() == 1 && self.reading.field == Field::Data {
            let message = format!(
                "all rows have the class {}: there is nothing to tell apart",
                quoted(&classes.name(0))
            );
            return Err(self.in_label(Mistake::at([Part::Argument("label", 0)], message)));
        }
        let mut of_row = of_row;
        for number in &mut of_row {
            *number = places[*number as usize];
        }
        Ok(Labels::Classes(classes, of_row))
    }

    fn in_label(&self, mistake: Mistake) -> Mistake {
        let name = self
            .columns
            .label
            .map(|place| self.columns.names[place].as_str());
        mistake.in_column(name.unwrap_or_default())
    }
}
