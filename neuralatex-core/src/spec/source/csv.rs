//! Rows from a CSV file, described.

use std::path::PathBuf;

use super::GIBIBYTE;

/// A CSV file; see [`csv`].
#[derive(Clone, PartialEq, Debug)]
pub struct Csv {
    pub(crate) path: PathBuf,
    pub(crate) label: Option<Column>,
    pub(crate) targets: Vec<Column>,
    pub(crate) columns: Vec<Column>,
    pub(crate) ignored: Vec<Column>,
    pub(crate) texts: Vec<Column>,
    pub(crate) header: bool,
    pub(crate) delimiter: char,
    pub(crate) missing: Option<Missing>,
    pub(crate) limit: u64,
}

/// The rows of a CSV file, whose path is relative to the crate's `Cargo.toml`.
///
/// The first line has the names of the columns. [`label`](Csv::label) or [`target`](Csv::target) say
/// what is to be predicted; every other column is an input. A column of texts becomes an input for
/// each text, in ascending order, which is 1 in rows that have the text and 0 elsewhere.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let species = csv("data/iris.csv").label("species");
/// let price = csv("data/houses.csv").target("price").ignore(["id"]).delimiter(';');
/// ```
pub fn csv(path: impl Into<PathBuf>) -> Csv {
    Csv {
        path: path.into(),
        label: None,
        targets: Vec::new(),
        columns: Vec::new(),
        ignored: Vec::new(),
        texts: Vec::new(),
        header: true,
        delimiter: ',',
        missing: None,
        limit: GIBIBYTE,
    }
}

impl Csv {
    /// The column of the classes: whole numbers, or texts, which become an enum.
    pub fn label(mut self, column: impl Into<Column>) -> Csv {
        self.label = Some(column.into());
        self
    }

    /// The column of numbers to predict, or a list of such columns, in the order of the outputs.
    pub fn target(mut self, columns: impl Into<Columns>) -> Csv {
        self.targets.extend(columns.into().0);
        self
    }

    /// The columns that are inputs, in this order. By default all that are neither label nor
    /// target, in the order of the file.
    pub fn columns(mut self, columns: impl Into<Columns>) -> Csv {
        self.columns.extend(columns.into().0);
        self
    }

    /// Columns that are no inputs.
    pub fn ignore(mut self, columns: impl Into<Columns>) -> Csv {
        self.ignored.extend(columns.into().0);
        self
    }

    /// Columns of texts, where their cells may look like numbers: the month of a date, a postal code.
    pub fn text(mut self, columns: impl Into<Columns>) -> Csv {
        self.texts.extend(columns.into().0);
        self
    }

    /// Whether the first line has the names of the columns. By default it does; one of numbers alone is
    /// an error then. Without names, columns are called by their numbers, from 1: `.label(5)`.
    pub fn header(mut self, header: bool) -> Csv {
        self.header = header;
        self
    }

    /// What stands between cells. By default a comma.
    pub fn delimiter(mut self, delimiter: char) -> Csv {
        self.delimiter = delimiter;
        self
    }

    /// What becomes of missing values: cells that are empty, or `NA`, `N/A`, `NaN`, `null` or `?`. By
    /// default they are an error.
    pub fn missing(mut self, missing: Missing) -> Csv {
        self.missing = Some(missing);
        self
    }

    /// The largest file that is read, in bytes, also after its texts have become inputs. By default
    /// 1 GiB.
    pub fn limit(mut self, bytes: u64) -> Csv {
        self.limit = bytes;
        self
    }
}

/// A column of a file: its name, or its number, from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Column {
    /// As the header has it; a number as text is the name of a column without a header.
    Name(String),
    /// Counted from 1.
    Number(usize),
}

/// One column or several.
#[derive(Clone, PartialEq, Debug)]
pub struct Columns(pub(crate) Vec<Column>);

macro_rules! columns {
    ($($name:ty, $make:expr;)+) => { $(
        impl From<$name> for Column {
            fn from(name: $name) -> Column {
                $make(name)
            }
        }

        impl From<$name> for Columns {
            fn from(name: $name) -> Columns {
                Columns(vec![name.into()])
            }
        }
    )+ };
}

columns! {
    &str, |name: &str| Column::Name(name.to_string());
    String, Column::Name;
    usize, Column::Number;
}

impl<C: Into<Column>, const N: usize> From<[C; N]> for Columns {
    fn from(columns: [C; N]) -> Columns {
        Columns(columns.into_iter().map(C::into).collect())
    }
}

impl<C: Into<Column>> From<Vec<C>> for Columns {
    fn from(columns: Vec<C>) -> Columns {
        Columns(columns.into_iter().map(C::into).collect())
    }
}

/// What becomes of missing values; made by [`mean`], [`drop`] or [`value`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Missing(pub(crate) Filled);

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Filled {
    Mean,
    Drop,
    Value(f64),
}

/// The mean of the column over the training data. A missing text is none of the texts: all its
/// inputs are 0.
pub fn mean() -> Missing {
    Missing(Filled::Mean)
}

/// The row is left out. (In scripts that take all names of the prelude, [`std::mem::drop`] needs its
/// whole name.)
pub fn drop() -> Missing {
    Missing(Filled::Drop)
}

/// This number. A missing text is none of the texts: all its inputs are 0.
pub fn value(number: f64) -> Missing {
    Missing(Filled::Value(number))
}
