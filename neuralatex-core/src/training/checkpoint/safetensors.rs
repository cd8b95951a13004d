//! A checkpoint as a safetensors file, which Python reads as well.
//!
//! ```text
//! 8 bytes   the length of the header, little end first
//! header    {"__metadata__":{…},"losses":{"dtype":"F64","shape":[20],"data_offsets":[0,160]},…}
//! data      the numbers of the tensors one after the other, little end first
//! ```
//! `layers.0.weight` and `layers.0.bias` are the first layer's, as in PyTorch; what the optimiser
//! remembers of them stands in `optimizer.first.…` and `optimizer.second.…`. `losses`, `rates` and
//! `eval_losses` have a number for each epoch. The metadata is what the training follows from, and
//! the SHA-256 of the data.

use super::header::Header;
use super::metadata::FORMAT;
use super::origin::Origin;
use super::tensors::{List, tensors};
use super::{Checkpoint, Fault};
use crate::digest::sha256;
use crate::safetensors::{self, Part};
use crate::spec::parameters;

impl Checkpoint {
    pub(super) fn safetensors(&self, origin: &Origin<'_>) -> Vec<u8> {
        let epochs = self.losses.len();
        let [first, second] = &self.memory;
        let rates = &origin.plan.rates[..epochs];
        let evaluation = &self.evaluation_losses;
        let lists: [&[f64]; List::COUNT] = [
            &self.losses,
            rates,
            evaluation,
            &self.weights,
            first,
            second,
        ];
        let mut tensors = tensors(origin, epochs);
        let is_missing = |list: List| list.is_optional() && lists[list as usize].is_empty();
        tensors.retain(|tensor| !is_missing(tensor.list));
        let parts = tensors.iter();
        let parts = parts.map(|tensor| (&tensor.part, lists[tensor.list as usize]));
        let parts: Vec<(&Part, &[f64])> = parts.collect();
        safetensors::file(&parts, |data| {
            let mut fields = vec![("format", FORMAT.to_string()), ("sha256", sha256(data))];
            fields.extend(origin.fields());
            fields
        })
    }

    /// What a file holds, if it is of this training, and the seed.
    pub(super) fn of_safetensors(
        bytes: &[u8],
        origin: &Origin<'_>,
    ) -> Result<(Checkpoint, u64), Fault> {
        let header = Header::read(bytes, origin)?;
        let tensors = header.tensors(origin)?;
        if sha256(header.file.data) != header.digest {
            let what = "the numbers of the file are not those that were written";
            return Err(Fault::new("`sha256`", what));
        }
        let mut numbers: [Vec<f64>; List::COUNT] = Default::default();
        for (tensor, bytes) in &tensors {
            let list = &mut numbers[tensor.list as usize];
            list.resize(
                match tensor.list {
                    List::Losses | List::Rates | List::EvaluationLosses => tensor.part.length(),
                    List::Weights | List::First | List::Second => parameters(&origin.plan.layers),
                },
                0.0,
            );
            for (place, number) in tensor.part.places().zip(tensor.part.kind().numbers(bytes)) {
                if !tensor.list.may_hold(number) {
                    let what = format!("expected finite numbers, found {number:?}");
                    return Err(tensor.fault(what));
                }
                list[place] = number;
            }
        }
        let [losses, rates, evaluation_losses, weights, first, second] = numbers;
        for (epoch, (then, now)) in (1..).zip(rates.iter().zip(&origin.plan.rates)) {
            if then.to_bits() != now.to_bits() {
                let what =
                    format!("the learning rate of epoch {epoch} was {then:?}, now it is {now:?}");
                return Err(Fault::stale("`optimizer`", what));
            }
        }
        let checkpoint = Checkpoint {
            weights,
            losses,
            memory: [first, second],
            evaluation_losses,
        };
        Ok((checkpoint, header.seed))
    }
}
