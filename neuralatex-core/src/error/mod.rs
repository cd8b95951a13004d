//! The one error of this crate, and the prose of all its kinds.
//!
//! An error is a list of problems, each with the field of the specification that it is
//! about: the build script prints them, the macro puts each on the tokens that are to blame.

mod problem;
mod reached;
mod said;

use std::fmt;
use std::path::Path;

use crate::suggest::did_you_mean;
pub use problem::{Field, Part, Problem};
pub(crate) use reached::Reached;
pub(crate) use said::{quoted, short, some};

/// The result of everything here that can fail.
pub type Result<T = (), E = Error> = std::result::Result<T, E>;

/// What is wrong with a specification, its data, its training or its files.
///
/// `Debug` reads like `Display`, since that is what Cargo shows of a `main` that returns it.
pub struct Error {
    model: Option<String>,
    problems: Vec<Problem>,
}

impl Error {
    /// The mistakes, in the order in which they were found; never empty.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    pub(crate) fn new(field: Field, message: impl Into<String>) -> Error {
        Error::from(vec![Problem::new(field, message)])
    }

    pub(crate) fn in_model(mut self, name: &str) -> Error {
        self.model = Some(name.to_string());
        self
    }
}

impl From<Vec<Problem>> for Error {
    fn from(problems: Vec<Problem>) -> Error {
        Error {
            model: None,
            problems,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            if let Some(model) = &self.model {
                write!(f, "model `{model}`: ")?;
            }
            if let Some(rows) = which_rows(problem) {
                write!(f, "`{rows}`: ")?;
            }
            write!(f, "{}", problem.message())?;
        }
        Ok(())
    }
}

/// The field of rows that a message is about, where it does not say so itself. On a token, where
/// the macro puts it, it need not.
fn which_rows(problem: &Problem) -> Option<&'static str> {
    let name = problem.field().name();
    let told = problem.message().contains(&format!("`{name}`"));
    (["data", "eval"].contains(&name) && !told).then_some(name)
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

/// So that a build script can read files with `?`.
impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Error {
        Error::new(Field::Model, error.to_string())
    }
}

/// What there is in a training that may have made it fail.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Training {
    pub(crate) decays: bool,
    pub(crate) has_targets: bool,
    /// Whether the loss is a closure.
    pub(crate) custom: bool,
}

impl Training {
    /// What else may be wrong with a loss that is no number.
    fn without_value(self) -> &'static str {
        match self.custom {
            true => {
                ". The closure of the loss may also have no value there: `ln` or a root of a \
                 negative number, or a division by 0"
            }
            false => "",
        }
    }
}

/// What the errors say, stage by stage.
impl Error {
    pub(crate) fn before_backward(method: &str) -> Error {
        let message = format!(
            "`{method}` was called before `backward`: call `backward` on this value once, so that \
             it knows what it depends on"
        );
        Error::new(Field::Model, message)
    }

    pub(crate) fn diverged(epoch: usize, what: &str, training: Training) -> Error {
        let decay = if training.decays {
            "a lower `weight_decay`, "
        } else {
            ""
        };
        let sizes = match training.has_targets {
            true => "inputs and targets",
            false => "inputs",
        };
        let message = format!(
            "training diverged in epoch {epoch}: {what} is no finite number; try a lower learning \
             rate, {decay}another `init` or `seed`, or {sizes} of smaller size{}",
            training.without_value()
        );
        Error::new(Field::Optimizer, message)
    }

    pub(crate) fn no_evaluation(precision: &str, training: Training) -> Error {
        let wider = or_wider(precision);
        let message = format!(
            "the loss on these rows is no finite number: scores on them, or their losses, are \
             beyond what `{precision}` can hold; bring their inputs and targets to the size of \
             those of `data`{wider}{}",
            training.without_value()
        );
        Error::new(Field::Eval, message)
    }

    /// The loss of the floats is one.
    pub(crate) fn no_evaluation_of_integers(training: Training) -> Error {
        let message = format!(
            "with integers the loss on the rows of `eval` is no finite number, as it is without; bring \
             inputs and targets to a size of about 1, or leave `quantize` out{}",
            training.without_value()
        );
        Error::new(Field::Quantize, message)
    }

    pub(crate) fn too_large(weight: f64, precision: &str) -> Error {
        let mut message = format!(
            "training ended with a weight of {weight:e}, which `{precision}` cannot hold; try \
             a lower learning rate"
        );
        if precision == "f32" {
            message += ", or `precision: f64`";
        }
        Error::new(Field::Optimizer, message)
    }

    /// By normalisation: the file has no such weight.
    pub(crate) fn given_too_large(weight: f64, precision: &str) -> Error {
        let message = format!(
            "with `normalize` a weight of the first layer becomes {weight:e}, which `{precision}` cannot hold{}",
            wider(precision)
        );
        Error::new(Field::Weights, message)
    }

    pub(crate) fn not_saved(file: &Path) -> Error {
        let message = format!(
            "there is no training to save: the weights are those of `{}`",
            file.display()
        );
        Error::new(Field::Weights, message)
    }

    pub(crate) fn start_too_large(weight: f64, precision: &str) -> Error {
        let message = format!(
            "a start weight is {weight:e}, which `{precision}` cannot hold{}",
            wider(precision)
        );
        Error::new(Field::Init, message)
    }

    pub(crate) fn no_out_dir() -> Error {
        let message = "`compile` writes into `OUT_DIR`, which Cargo sets for build scripts only; \
                       elsewhere use `train`";
        Error::new(Field::Model, message)
    }

    pub(crate) fn same_file(other: &str) -> Error {
        let message = format!("its file would be that of the model `{other}`: rename one of them");
        Error::new(Field::Model, message)
    }

    pub(crate) fn same_name() -> Error {
        let message = "another model of this script has the same name, and so the same file: rename \
                       one of them";
        Error::new(Field::Model, message)
    }

    pub(crate) fn write(path: &Path, error: &std::io::Error) -> Error {
        Error::new(
            Field::Model,
            format!("cannot write `{}`: {error}", path.display()),
        )
    }

    pub(crate) fn exported() -> Error {
        let message = "it has been exported, for which nothing is trained: the script ends here";
        Error::new(Field::Model, message)
    }

    pub(crate) fn no_export(folder: &Path, found: &str) -> Error {
        let message = format!(
            "the folder `{}` holds something else, such as `{}`, and stays as it is: export into another \
             one, which need not be there",
            folder.display(),
            short(found)
        );
        Error::new(Field::Model, message)
    }

    pub(crate) fn read(path: &Path, error: &std::io::Error) -> Error {
        Error::new(
            Field::Model,
            format!("cannot read `{}`: {error}", path.display()),
        )
    }

    pub(crate) fn read_checkpoint(path: &Path, error: &std::io::Error) -> Error {
        let message = format!("cannot read the checkpoint `{}`: {error}", path.display());
        Error::new(Field::Checkpoint, message)
    }

    pub(crate) fn checkpoint(
        path: &Path,
        model: &str,
        place: &str,
        what: &str,
        is_stale: bool,
    ) -> Error {
        let more = match is_stale {
            true => ", or set NEURALATEX_STALE=retrain",
            false => "",
        };
        let message = format!(
            "the checkpoint `{}` cannot be used: {place}: {what}; `cargo neuralatex save {model}` renews \
             it; delete the file to train from the start{more}",
            path.display()
        );
        Error::new(Field::Checkpoint, message)
    }

    pub(crate) fn no_checkpoint(path: &Path, what: &str) -> Error {
        let message = format!(
            "`{}` cannot be the checkpoint, for which another path is needed: it is {what}",
            path.display()
        );
        Error::new(Field::Checkpoint, message)
    }

    pub(crate) fn frozen(model: &str, has_checkpoint: bool) -> Error {
        let (field, lacks) = match has_checkpoint {
            true => (
                Field::Checkpoint,
                "the checkpoint is not there, or not complete",
            ),
            false => (
                Field::Model,
                "it names no `checkpoint`, and the store does not have it",
            ),
        };
        let message = format!(
            "this model would have to be trained, which NEURALATEX_FROZEN forbids: {lacks}; \
             `cargo neuralatex save {model}` writes the checkpoint that a model names"
        );
        Error::new(field, message)
    }
}

/// What else there is, beside other remedies.
pub(crate) fn or_wider(precision: &str) -> &'static str {
    match precision {
        "f32" => ", or try `precision: f64`",
        _ => "",
    }
}

/// What else there is.
fn wider(precision: &str) -> &'static str {
    match precision {
        "f32" => "; try `precision: f64`",
        _ => "",
    }
}

/// ``unknown field `epoch`, did you mean `epochs`?``, or the list of what there is.
pub fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    /// More than any list of words has; a file may have more columns.
    const MOST: usize = 50;
    let near = did_you_mean(name, known);
    let name = short(name);
    match near {
        Some(near) => format!("unknown {what} `{name}`, did you mean `{}`?", short(near)),
        None => {
            let list = known.iter().map(|name| format!("`{}`", short(name)));
            let mut list: Vec<String> = list.take(MOST).collect();
            if known.len() > MOST {
                list.push("another one".to_string());
            }
            format!("unknown {what} `{name}`, expected {}", one_of(&list))
        }
    }
}

/// `1 row`, `2 rows`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// `a`, `a or b`, `a, b or c`.
pub fn one_of(list: &[String]) -> String {
    match list {
        [] => "nothing".to_string(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
