//! A share of the rows kept for evaluation: of every class the same share, chosen by chance.

use super::{Classes, Examples, Task, room};
use crate::error::{Field, Part, Problem, some};
use crate::random::{Random, Stream};
use crate::spec::source::HoldOut;

/// Takes the rows for evaluation out of those of `data`, which keep their order.
pub(crate) fn hold_out(
    held: &HoldOut,
    seed: u64,
    task: &Task,
    data: &mut Examples,
) -> Result<Examples, Problem> {
    room::check_hold_out(data.rows(), data.bytes(), held.fraction)?;
    let mut random = Random::new(held.seed.unwrap_or(seed), Stream::HoldOut);
    let mut groups = match task {
        Task::Classes(classes) => by_class(classes, data)?,
        Task::Targets if data.rows() < 2 => {
            let message = "one row cannot be shared between training and evaluation";
            return Err(Problem::new(Field::Eval, message));
        }
        Task::Targets => vec![(0..data.rows()).collect()],
    };
    let mut chosen = Vec::new();
    for group in &mut groups {
        let share = (group.len() as f64 * held.fraction).round() as usize;
        let share = share.clamp(1, group.len() - 1);
        // The first steps of Fisher and Yates.
        for place in 0..share {
            let other = place + random.below(group.len() - place);
            group.swap(place, other);
        }
        chosen.extend_from_slice(&group[..share]);
    }
    chosen.sort_unstable();
    Ok(data.take_out(&chosen))
}

/// The rows of each class.
fn by_class(classes: &Classes, data: &Examples) -> Result<Vec<Vec<usize>>, Problem> {
    let mut counts = vec![0; classes.len()];
    for place in data.places() {
        counts[*place as usize] += 1;
    }
    let mut groups: Vec<_> = counts.into_iter().map(Vec::with_capacity).collect();
    for (row, place) in data.places().iter().enumerate() {
        groups[*place as usize].push(row);
    }
    let single = |place: &usize| groups[*place].len() < 2;
    let alone: Vec<String> = (0..classes.len())
        .filter(single)
        .map(|place| classes.name(place))
        .collect();
    if alone.is_empty() {
        return Ok(groups);
    }
    let what = match alone.len() {
        1 => "the class",
        _ => "each of the classes",
    };
    let message = format!(
        "{what} {} has one row only, which cannot be both trained and evaluated on: add rows, or leave \
         the class out",
        some(&alone)
    );
    let problem = Problem::new(Field::Eval, message);
    Err(problem.at(Part::Word("hold_out")))
}
