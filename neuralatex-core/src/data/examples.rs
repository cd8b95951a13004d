//! Rows as a network sees them.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::numbers::take_out;
use super::{Classes, Listed, Numbers};
use crate::digest::Sha256;
use crate::kernels;
use crate::kernels::network::{Answers, Rows};

/// Rows as a network sees them: inputs, and what it should answer. The numbers are those of the
/// model's precision.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    pub(super) columns: usize,
    /// Row by row.
    pub(super) inputs: Numbers,
    pub(super) outputs: usize,
    /// Row by row, one for each output; empty where there are classes.
    pub(super) targets: Numbers,
    /// The place of each row's class among all classes; empty where numbers are to be predicted.
    pub(super) places: Vec<u32>,
    pub(super) classes: Classes,
    /// Once somebody has asked for it.
    pub(super) digest: OnceLock<String>,
}

impl Examples {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.inputs.len().checked_div(self.columns).unwrap_or(0)
    }

    /// The memory that they take.
    pub(crate) fn bytes(&self) -> u64 {
        let places = self.places.capacity() * size_of::<u32>();
        self.inputs.bytes() + self.targets.bytes() + places as u64
    }

    /// The inputs of a row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn inputs(&self, row: usize) -> Vec<f64> {
        self.inputs.part(row * self.columns, self.columns)
    }

    /// The inputs of some rows, one after the other.
    pub(crate) fn inputs_of(&self, rows: &[usize]) -> Vec<f64> {
        let mut inputs = Vec::with_capacity(rows.len() * self.columns);
        for row in rows {
            inputs.extend(self.inputs(*row));
        }
        inputs
    }

    /// Takes rows out, told in ascending order; the others keep theirs.
    pub(super) fn take_out(&mut self, rows: &[usize]) -> Examples {
        self.digest = OnceLock::new();
        let targets = if self.places.is_empty() {
            self.outputs
        } else {
            0
        };
        let places = if self.places.is_empty() { 0 } else { 1 };
        Examples {
            columns: self.columns,
            inputs: self.inputs.take_out(rows, self.columns),
            outputs: self.outputs,
            targets: self.targets.take_out(rows, targets),
            places: take_out(&mut self.places, rows, places),
            classes: self.classes.clone(),
            digest: OnceLock::new(),
        }
    }

    /// The mean of a column over what is there; `None` without anything.
    pub(super) fn mean(&self, column: usize) -> Option<f64> {
        let numbers = (0..self.rows()).map(|row| self.inputs.get(row * self.columns + column));
        let numbers = numbers.filter(|number| !number.is_nan());
        let (mut sum, mut count) = (0.0, 0.0);
        for number in numbers.clone() {
            sum += number;
            count += 1.0;
        }
        let mean = sum / count;
        match mean.is_infinite() {
            // The sum was beyond all numbers.
            true => Some(numbers.map(|number| number / count).sum()),
            false => (count > 0.0).then_some(mean),
        }
    }

    /// Puts a number for each column where one is missing.
    pub(super) fn fill(&mut self, numbers: &[f64]) {
        for place in 0..self.inputs.len() {
            if self.inputs.get(place).is_nan() {
                self.inputs.set(place, numbers[place % self.columns]);
            }
        }
    }

    /// As [`kernels::statistics`], of the inputs.
    pub(crate) fn statistics(&self, means: &[f64]) -> Vec<[f64; 4]> {
        match &self.inputs {
            Numbers::Single(_) => kernels::statistics(&self.view::<f32>([1.0, 0.0]), means),
            Numbers::Double(_) => kernels::statistics(&self.view::<f64>([1.0, 0.0]), means),
        }
    }

    /// How many inputs a row has.
    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// What the outputs should be for a row: its numbers, or its class as the loss sees it, -1 or
    /// +1 for a single output, else 1 for its own output and 0 for the others.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn targets(&self, row: usize) -> Vec<f64> {
        match self.places.get(row) {
            None => self.targets.part(row * self.outputs, self.outputs),
            Some(&place) if self.outputs == 1 => vec![2.0 * f64::from(place) - 1.0],
            Some(&place) => {
                let hot = |output| f64::from(u8::from(output == place as usize));
                (0..self.outputs).map(hot).collect()
            }
        }
    }

    /// The targets of some rows, one after the other.
    pub(crate) fn targets_of(&self, rows: &[usize]) -> Vec<f64> {
        let mut targets = Vec::with_capacity(rows.len() * self.outputs);
        for row in rows {
            targets.extend(self.targets(*row));
        }
        targets
    }

    /// All inputs, and all numbers to predict, as they stand in files.
    pub(crate) fn in_files(&self) -> [Cow<'_, [u8]>; 2] {
        [self.inputs.in_files(), self.targets.in_files()]
    }

    /// All numbers to predict, row by row.
    pub(crate) fn all_targets(&self) -> Vec<f64> {
        self.targets.part(0, self.targets.len())
    }

    /// The class of each row: the number that it has, or the place of its text among those of all
    /// classes, from 0; empty where numbers are to be predicted.
    pub fn classes(&self) -> Vec<i32> {
        let number = |place: &u32| self.classes.number(*place);
        self.places.iter().map(number).collect()
    }

    /// The place of each row's class among all classes.
    pub(crate) fn places(&self) -> &[u32] {
        &self.places
    }

    /// The SHA-256 of all that training sees of the rows.
    pub(crate) fn digest(&self) -> String {
        self.digest.get_or_init(|| self.compute_digest()).clone()
    }

    fn compute_digest(&self) -> String {
        let mut digest = Sha256::new();
        let sizes = [
            self.columns,
            self.inputs.len(),
            self.outputs,
            self.targets.len(),
        ];
        for size in sizes {
            digest.update(&(size as u64).to_le_bytes());
        }
        digest.update(&self.inputs.in_files());
        digest.update(&self.targets.in_files());
        for place in &self.places {
            digest.update(&place.to_le_bytes());
        }
        digest.finish()
    }

    /// The rows as the kernels read them. Classes get targets as `of_class` has them: that of
    /// their own output, and that of others.
    pub(crate) fn view<T: Listed>(&self, of_class: [f64; 2]) -> Rows<'_, T> {
        let answers = match T::list(&self.targets) {
            _ if !self.places.is_empty() => Answers::Classes(&self.places, of_class.map(T::of)),
            Some(targets) => Answers::Targets(targets),
            None => Answers::Unknown,
        };
        Rows {
            inputs: T::list(&self.inputs).expect("rows have the precision of their model"),
            columns: self.columns,
            normalization: None,
            answers,
        }
    }

    /// Given rows; a single whole number as label is the place of a class, others are targets.
    #[cfg(test)]
    pub(crate) fn given(
        points: crate::spec::source::Points,
        outputs: usize,
        precision: crate::spec::Precision,
    ) -> Examples {
        use crate::spec::source::LabelKind;
        let mut examples = Examples {
            inputs: Numbers::new(precision),
            targets: Numbers::new(precision),
            outputs,
            ..Examples::default()
        };
        for row in points.rows {
            examples.columns = row.inputs.len();
            examples.inputs.extend(&row.inputs).unwrap();
            match row.label.0 {
                LabelKind::Whole(place) => examples.places.push(place as u32),
                LabelKind::Number(number) => examples.targets.extend(&[number]).unwrap(),
                LabelKind::Targets(numbers) => examples.targets.extend(&numbers).unwrap(),
            }
        }
        examples
    }
}

#[cfg(test)]
mod tests {
    use super::Examples;
    use crate::spec::Precision;
    use crate::spec::source::points;

    /// Their sum is beyond all numbers.
    #[test]
    fn large_numbers_have_a_mean() {
        let large = points([([1e308], 0), ([1.5e308], 1)]);
        let large = Examples::given(large, 1, Precision::F64);
        assert_eq!(large.mean(0), Some(1.25e308));
        let opposite = points([([-1e308], 0), ([-1e308], 0), ([1.5e308], 1)]);
        let opposite = Examples::given(opposite, 1, Precision::F64);
        assert!((opposite.mean(0).unwrap() / (-5e307 / 3.0) - 1.0).abs() < 1e-14);
    }
}
