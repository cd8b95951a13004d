//! One mistake, and the way to it: a field, and what is to blame in its value.

/// One mistake, and where it was made.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    field: Field,
    path: Vec<Part>,
    message: String,
}

/// A place in the specification of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Field {
    /// The model as a whole.
    Model,
    /// The size of the layer with this index.
    Layer(usize),
    /// `data`
    Data,
    /// The row of `data` with this index.
    DataRow(usize),
    /// `eval`
    Eval,
    /// The row of `eval` with this index.
    EvalRow(usize),
    /// `activation`
    Activation,
    /// `loss`
    Loss,
    /// `optimizer`
    Optimizer,
    /// `init`
    Init,
    /// `normalize`
    Normalize,
    /// `epochs`
    Epochs,
    /// `batch`
    Batch,
    /// `shuffle`
    Shuffle,
    /// `restarts`
    Restarts,
    /// `stop`
    Stop,
    /// `quantize`
    Quantize,
    /// `checkpoint`
    Checkpoint,
    /// `weights`
    Weights,
    /// `budget`
    Budget,
    /// The requirement with this index.
    Require(usize),
}

/// Fields whose name is all that there is to them. It is empty for the model.
const NAMES: [(Field, &str); 17] = [
    (Field::Model, ""),
    (Field::Data, "data"),
    (Field::Eval, "eval"),
    (Field::Activation, "activation"),
    (Field::Loss, "loss"),
    (Field::Optimizer, "optimizer"),
    (Field::Init, "init"),
    (Field::Normalize, "normalize"),
    (Field::Epochs, "epochs"),
    (Field::Batch, "batch"),
    (Field::Shuffle, "shuffle"),
    (Field::Restarts, "restarts"),
    (Field::Stop, "stop"),
    (Field::Quantize, "quantize"),
    (Field::Checkpoint, "checkpoint"),
    (Field::Weights, "weights"),
    (Field::Budget, "budget"),
];

impl Field {
    /// Of those whose name is all that there is to them, the one with this name.
    pub(crate) fn named(name: &str) -> Option<Field> {
        let found = NAMES.iter().find(|(_, own)| *own == name);
        found.map(|(field, _)| *field)
    }

    /// The name that the field has in a specification; empty for the model and its sizes.
    pub fn name(self) -> &'static str {
        let whole = match self {
            Field::Layer(_) => Field::Model,
            Field::DataRow(_) => Field::Data,
            Field::EvalRow(_) => Field::Eval,
            Field::Require(_) => return "require",
            whole => whole,
        };
        let found = NAMES.iter().find(|(field, _)| *field == whole);
        found.map_or("", |(_, name)| name)
    }
}

/// A part of a field's value, as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Part {
    /// The name of the function or method that is called.
    Word(&'static str),
    /// All arguments of a call.
    Arguments(&'static str),
    /// The argument of a call with this index.
    Argument(&'static str, usize),
    /// The element of a list, or of a row, with this index; what is no list is its own first one.
    Element(usize),
}

impl Problem {
    pub(crate) fn new(field: Field, message: impl Into<String>) -> Problem {
        let path = match field {
            Field::DataRow(row) | Field::EvalRow(row) => {
                vec![Part::Argument("points", 0), Part::Element(row)]
            }
            Field::Require(index) => vec![Part::Element(index)],
            _ => Vec::new(),
        };
        Problem {
            field,
            path,
            message: message.into(),
        }
    }

    /// The same problem, of a part of what was to blame so far.
    pub(crate) fn at(mut self, part: Part) -> Problem {
        self.path.push(part);
        self
    }

    /// Where the mistake was made.
    pub fn field(&self) -> Field {
        self.field
    }

    /// What is to blame in the value of the field: a part of it, a part of this one, and so on.
    /// Empty if it is the value as a whole.
    pub fn path(&self) -> &[Part] {
        &self.path
    }

    /// What was wrong, and what was expected.
    pub fn message(&self) -> &str {
        &self.message
    }
}
