#![doc = include_str!(concat!(env!("OUT_DIR"), "/experiment.md"))]
#![no_std]
#![forbid(unsafe_code)]

/// Trains networks while the crate compiles.
///
/// ```
/// use neuralatex::train;
///
/// train! {
///     /// Exclusive or.
///     pub model Xor<2, 8, 1> {
///         data: points([([0.0, 0.0], 0), ([0.0, 1.0], 1), ([1.0, 0.0], 1), ([1.0, 1.0], 0)]),
///         epochs: 200,
///     }
/// }
///
/// const ONE: i32 = Xor::predict([1.0, 0.0]);
///
/// # fn main() {
/// assert_eq!(ONE, 1);
/// assert_eq!(Xor::predict([1.0, 1.0]), 0);
/// # }
/// ```
///
/// # Form
/// `visibility model Name<sizes> { field: value, … }`, any number of times. The sizes are those of the layers: inputs,
/// hidden layers, outputs; the first may be `_`, for as many inputs as the data has, and the last, for as many outputs
/// as it has classes or targets. Doc comments and attributes go onto the struct. A value is what the method of the same
/// name takes in a build script: a number, a string, a list, a closure, or a call with methods. A call without
/// arguments is a bare name.
///
/// # Fields
/// | field | examples | default |
/// |---|---|---|
/// | `data` | `spiral(50)`, `moons(50)`, `circles(50)`, `xor(50)`, `blobs(50)`, `points([([0.5, 1.0], 1), ([0.0, 2.0], -1)])`, `csv("data/iris.csv").label("species")`, `csv("data/houses.csv").target("price")`, `idx("data/images.gz", "data/labels.gz")` | required |
/// | `eval` | `spiral(50).seed(2)`, or any other source, or `hold_out(0.2)`: a fifth of the data, of every class the same share | none |
/// | `activation` | `relu`, `leaky_relu(0.01)`, `tanh`, `sigmoid`, `silu`, `gelu`, `identity`, `[tanh, relu]` | `relu` |
/// | `loss` | `max_margin`, `mse`, `mae`, `huber(1.0)`, `binary_cross_entropy`, `cross_entropy`, `\|score, target\| (score - target).abs()` | `max_margin` for one output and two classes, `cross_entropy` for more classes, `mse` for targets |
/// | `optimizer` | `sgd(0.1)`, `sgd(0.1).momentum(0.9).nesterov()`, `adam(0.01)`, `adamw(0.01).weight_decay(0.1)`, `rmsprop(0.01).clip(1.0)` | `adam(0.01)` |
/// | `init` | `he`, `xavier`, `uniform(-1.0, 1.0)`, `paper`, `he.seed(3)`, `values([0.5, -0.5, 0.0])` | `he` for the relu kinds, else `xavier` |
/// | `normalize` | `none`, `standard`, `min_max` | `none` |
/// | `epochs` | `35` | `100` |
/// | `batch` | `100`: rows for one step; a last batch may be smaller | `32` |
/// | `seed` | `7`: for all random choices without a seed of their own | `0` |
/// | `shuffle` | `false`: the rows keep their order in all epochs | `true` |
/// | `restarts` | `5`: the best of so many trainings, with seeds that follow each other | `1` |
/// | `stop` | `patience(10)`, `loss_below(0.05)`, `[patience(10), loss_below(0.05)]` | none |
/// | `precision` | `f32`, `f64`: the numbers of training and of the generated code | `f32` |
/// | `quantize` | `i8`: the generated code computes with integers alone | none |
/// | `checkpoint` | `"spiral.safetensors"`: training goes on from this file, if it is there | none |
/// | `weights` | `"iris.safetensors"`: a network that was trained elsewhere, instead of a training | none |
/// | `budget` | `seconds(90)`, `minutes(1.5)`, `hours(2)`: how long training may take, or it ends with an error | `minutes(10)` in builds |
/// | `require` | `accuracy >= 0.9`, `[accuracy >= 0.9, loss < 0.2, parameters <= 100]`, `recall(Setosa) > 0.8`, `precision("setosa") > 0.8`, `rmse < 60.0`, `r2 >= 0.3` | none |
/// | `card` | `false`: no results and figures in the documentation of the struct | `true` |
/// | `allow` | `unscaled`, `[unbalanced, unfinished, overfitted, imprecise, mismatched, seen, unlearned]`: advice that this model does not need | none |
///
/// **Sources** of random points take how many there are in each class, and have the methods `noise` and
/// `seed`; `blobs` have `classes` and `dimensions` too: `blobs(50).classes(4).dimensions(3).noise(0.5)`.
/// Random points of `eval` differ from those of `data`, also with equal seeds.
///
/// **Files** have paths relative to the crate's `Cargo.toml`; when one changes, the next build trains
/// again. A `csv` has a line with the names of its columns, and these methods:
///
/// - `label("species")` names the column of the classes: whole numbers, or texts, which become an enum;
///   `target("price")` or `target(["width", "height"])` numbers to predict.
/// - `columns(["length", "width"])` names the inputs, `ignore(["id"])` what is none; without them all other
///   columns are inputs. A column of texts is an input for each text: 1 in its rows, else 0.
///   `text(["month"])` takes cells that look like numbers for texts as well.
/// - `header(false)` is for a file without names: columns then have numbers from 1, as in `label(5)`.
///   `delimiter(';')` is for one without commas.
/// - `missing(mean)`, `missing(value(0.0))` and `missing(drop)` say what becomes of cells that are empty, or
///   `NA`, `N/A`, `NaN`, `null` or `?`, which else are an error: the mean of their column over the rows that
///   are trained on, a number, or rows left out. Of a missing text all inputs are 0.
/// - `limit(2_000_000_000)` lets a file be larger than 1 GiB, in bytes. An `idx` has it as well.
///
/// **Types.** Classes that are texts become an enum, named like the model with `Class` behind: `IrisClass`,
/// with `ALL`, `as_str` and `Display`. A variant has the words of its text with capital letters,
/// `Iris-setosa` becomes `IrisSetosa`, signs are spelled, `>50K` becomes `Greater50K`, and a digit does not
/// come first, `2nd` becomes `Class2nd`. The inputs of a `csv` become a struct, `IrisInput`, with a field for
/// each, `Sepal length (cm)` becomes `sepal_length_cm`, and `to_array` for [`predict`]. Two that would have
/// the same name are an error. The traits [`Classifier`] and [`Regressor`] are for generic code.
///
/// **Advice** is a warning where data or losses show trouble: inputs of very different size that are not normalised, a
/// number that lies far from all others, or targets of a size that is not reached (`unscaled`), a class with few rows
/// that is not recognised (`unbalanced`), a loss that still falls fast at the end (`unfinished`), rows learned by heart
/// (`overfitted`), integers that predict worse than the numbers they stand for (`imprecise`), `weights` that do no
/// better than chance or recognise no row of some class (`mismatched`), or with a `hold_out` of rows that they may have
/// been trained on (`seen`), and a network that on the rows of `eval` does no better than chance where none of these is
/// so (`unlearned`). The field `allow` silences one kind, `#[allow(deprecated)]` before the model all.
///
/// **Learning rates** are a number, a schedule or a closure of the epoch, which counts from 1:
///
/// | rate | in epoch e of E |
/// |---|---|
/// | `sgd(0.1)` | 0.1 |
/// | `sgd(linear(0.1, 0.01))` | in even steps from the first number to the second |
/// | `sgd(cosine(0.1, 0.01))` | from the first number to the second along half a cosine |
/// | `sgd(step(0.1).every(20).by(0.5))` | times 0.5 after every 20 epochs |
/// | `sgd(exponential(0.1, 0.99))` | times 0.99 after every epoch |
/// | `sgd(cosine(0.1, 0.0).warmup(5))` | any schedule, and in the first 5 epochs in even steps up to it |
/// | `sgd(\|epoch\| 1.0 / epoch)` | any arithmetic |
///
/// **Classes or targets.** Whole numbers as labels are classes, and [`predict`] gives an `i32`, for texts
/// the enum. With one
/// output there are two classes, and a score of 0 or more speaks for the larger; the loss sees -1 and
/// +1. With several outputs there is one for each class in ascending order, and the loss sees 1 for the
/// right one and 0 for the others. Other numbers, or lists with one for each output, are targets.
///
/// **Closures** take arithmetic on their parameters: `+ - * /`, parentheses, numbers, and `relu exp ln
/// sqrt tanh sigmoid abs sin cos` of one number, `min max powi powf` of two, as methods or calls. A
/// loss is differentiated through all of them.
///
/// **`paper`** is the generator that the paper's weights come from, the same at every run.
///
/// [`predict`]: spiral::Spiral::predict
///
/// # Errors
/// Mistakes are compile errors on the tokens that are to blame, all at once: wrong words, data that does
/// not fit the network, a training that diverges, a requirement that is not met.
///
/// ```compile_fail
/// neuralatex::train! {
///     model Wrong<2, 4, 1> { data: spiral(50), epoch: 35 } // did you mean `epochs`?
/// }
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! train {
    ($($tokens:tt)*) => { $crate::__train! { [$crate] $($tokens)* } };
}

#[doc(hidden)]
pub use neuralatex_macros::train as __train;

mod traits;
pub use traits::{Classifier, Regressor};

/// The paper's experiment, done while this crate was compiled: see `build.rs`.
pub mod spiral {
    include!(concat!(env!("OUT_DIR"), "/spiral.rs"));
    include!(concat!(env!("OUT_DIR"), "/spiral_points.rs"));
}

#[doc = include_str!("shipping.md")]
pub mod shipping {}

/// How to use it.
///
/// [DESIGN.md]: crate::_design
#[cfg(any(doc, doctest))]
#[doc = ""]
#[doc = include_str!("../README.md")]
pub mod _guide {}

/// How it is made, and why.
#[cfg(any(doc, doctest))]
#[doc = include_str!("../DESIGN.md")]
pub mod _design {}
