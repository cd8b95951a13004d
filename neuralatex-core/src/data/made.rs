//! Rows that no file has: of shapes, of clusters, given ones, and those of a function.

use std::borrow::Cow;

use super::{Use, blobs, circles, moons, spiral, xor};
use crate::random::{Random, Stream};
use crate::spec::Model;
use crate::spec::source::{Form, Kind, Row, Shape, Source};

/// One at a time: all at once would take more memory than the table itself.
type Made<'r> = Box<dyn Iterator<Item = Cow<'r, Row>> + 'r>;

/// The rows of a source; how many there are is known from the start. Each use of a seed has its own
/// stream, so that `data` and `eval` with equal seeds still differ.
pub(super) fn rows<'r>(source: &'r Source, use_: Use, model: &Model) -> Made<'r> {
    let random = |own: Option<u64>| Random::new(own.unwrap_or(model.seed), use_.stream());
    match &source.0 {
        Kind::Shape(shape) => Box::new(of_shape(shape, random(shape.seed)).map(Cow::Owned)),
        Kind::Blobs(blobs) => {
            let trained_on = match &model.data {
                Some(Source(Kind::Blobs(data))) => data,
                _ => blobs,
            };
            let seed = trained_on.seed.unwrap_or(model.seed);
            let centres = Random::new(seed, Stream::Centres);
            Box::new(blobs::rows(blobs, centres, random(blobs.seed)).map(Cow::Owned))
        }
        Kind::Points(points) => Box::new(points.rows.iter().map(Cow::Borrowed)),
        Kind::FromFn(function) => {
            let mut random = random(function.seed);
            let make = move |_| Cow::Owned((function.make)(&mut random));
            Box::new((0..function.rows).map(make))
        }
        // These are read, or taken from those of `data`.
        Kind::Csv(_) | Kind::Idx(_) | Kind::HoldOut(_) => Box::new(std::iter::empty()),
    }
}

/// The rows of a shape: class by class, only those of a spiral in turns, as in the paper.
fn of_shape(shape: &Shape, mut random: Random) -> impl Iterator<Item = Row> {
    let per_class = shape.per_class;
    let in_turns = shape.form == Form::Spiral;
    let row = match shape.form {
        Form::Spiral => spiral::row,
        Form::Moons => moons::row,
        Form::Circles => circles::row,
        Form::Xor => xor::row,
    };
    (0..2 * per_class).map(move |place| {
        let (class, index) = match in_turns {
            true => (place % 2, place / 2),
            false => (place / per_class, place % per_class),
        };
        row(shape, class, index, &mut random)
    })
}

/// The row of a point that is off its place: by a normal distribution with this deviation along
/// each axis.
pub(super) fn noisy(place: &[f64], class: usize, deviation: f64, random: &mut Random) -> Row {
    let inputs = place.iter().map(|x| x + deviation * random.normal());
    Row {
        inputs: inputs.collect(),
        label: class.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Use, rows};
    use crate::spec::model;
    use crate::spec::source::{Source, blobs, circles, from_fn, moons, spiral, xor};

    /// All of these at once would be more than any machine can hold.
    #[test]
    fn rows_are_made_one_at_a_time() {
        const MANY: usize = usize::MAX >> 4;
        let model = model("Many", [2, 1]);
        let sources: [(Source, usize); 6] = [
            (spiral(MANY).into(), 2 * MANY),
            (moons(MANY).into(), 2 * MANY),
            (circles(MANY).into(), 2 * MANY),
            (xor(MANY).into(), 2 * MANY),
            (blobs(MANY).classes(4).into(), 4 * MANY),
            (from_fn(MANY, |_| ([0.0; 2], 1)).into(), MANY),
        ];
        for (source, count) in &sources {
            let mut rows = rows(source, Use::Training, &model);
            assert_eq!(rows.size_hint(), (*count, Some(*count)));
            assert_eq!(rows.next().unwrap().inputs.len(), 2);
        }
    }
}
