//! What all models of a kind have in common, for generic code.

use core::fmt::Debug;

/// A model that tells classes apart. [`train!`](crate::train) implements it for every such model.
///
/// ```
/// use neuralatex::{Classifier, train};
///
/// train! {
///     model Moon<2, 8, 2> { data: moons(40), eval: moons(40), epochs: 20 }
/// }
///
/// /// How many of some points a model takes for each of its classes.
/// fn tally<C: Classifier<Input = [f32; 2]>>(points: &[[f32; 2]]) -> [usize; 2] {
///     let mut counts = [0; 2];
///     for point in points {
///         let place = C::CLASSES.iter().position(|class| *class == C::predict(*point));
///         counts[place.unwrap_or(0)] += 1;
///     }
///     counts
/// }
///
/// assert_eq!(tally::<Moon>(&[[0.0, 1.0], [1.0, -0.5]]).iter().sum::<usize>(), 2);
/// ```
pub trait Classifier {
    /// An array with a number for each input.
    type Input;
    /// An array with a number for each output.
    type Scores;
    /// `i32`, or the enum of the classes.
    type Class: Copy + Debug + PartialEq + 'static;

    /// The classes, ascending.
    const CLASSES: &'static [Self::Class];
    /// The share of evaluation rows that get the right class, where there were some.
    const ACCURACY: Option<f64>;

    /// What the network answers: one score for each output.
    fn scores(input: Self::Input) -> Self::Scores;

    /// The predicted class.
    fn predict(input: Self::Input) -> Self::Class;
}

/// A model that predicts numbers. [`train!`](crate::train) implements it for every such model.
///
/// ```
/// use neuralatex::{Regressor, train};
///
/// train! {
///     model Double<1, 1> { data: points([([0.0], 0.0), ([1.0], 2.0)]), epochs: 20 }
/// }
///
/// fn first<R: Regressor<Input = [f32; 1], Output = [f32; 1]>>(input: f32) -> f32 {
///     R::predict([input])[0]
/// }
///
/// assert!(first::<Double>(1.0).is_finite());
/// ```
pub trait Regressor {
    /// An array with a number for each input.
    type Input;
    /// An array with a number for each target.
    type Output;

    /// The share of the variance of the evaluation rows that is explained, where there were some.
    const R2: Option<f64>;

    /// The predicted numbers.
    fn predict(input: Self::Input) -> Self::Output;
}
