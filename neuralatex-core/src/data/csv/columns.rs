//! Which column of a file is what: names found in its first line, and the words of the specification.

use std::collections::HashMap;

use super::Mistake;
use crate::data::Header;
use crate::error::{Part, counted, quoted, some};
use crate::spec::source::{Column, Csv};
use crate::suggest::did_you_mean;

/// The columns of a file by what they are for, as places from 0.
pub(super) struct Columns {
    /// As the header has them, or their numbers.
    pub(super) names: Vec<String>,
    /// In the order of the inputs.
    pub(super) features: Vec<usize>,
    pub(super) label: Option<usize>,
    /// In the order of the outputs.
    pub(super) targets: Vec<usize>,
    /// Those of which every cell is a text.
    pub(super) texts: Vec<usize>,
}

impl Columns {
    /// Of a file with these names, which stand in this line, if there are some; `like` is what `data`
    /// has, for a file of `eval`.
    pub(super) fn of(
        csv: &Csv,
        names: Vec<String>,
        line: u64,
        like: Option<&Header>,
    ) -> Result<Columns, Mistake> {
        if csv.header {
            all_differ(&names).map_err(|mistake| mistake.in_line(line))?;
        }
        let find = |column: &Column, part: Part| find(&names, csv, column, part);
        let list = |columns: &[Column], word| -> Result<Vec<usize>, Mistake> {
            let each = columns.iter().enumerate();
            each.map(|(index, column)| {
                let place = find(column, Part::Argument(word, 0));
                place.map_err(|mistake| mistake.within(Part::Element(index)))
            })
            .collect()
        };
        let label = csv.label.as_ref();
        let label = label.map(|label| find(label, Part::Argument("label", 0)));
        let label = label.transpose()?;
        let targets = list(&csv.targets, "target")?;
        let chosen = list(&csv.columns, "columns")?;
        let ignored = list(&csv.ignored, "ignore")?;
        let texts = list(&csv.texts, "text")?;
        let answers: Vec<usize> = label.into_iter().chain(targets.iter().copied()).collect();
        once(&targets, &names, "target")?;
        once(&chosen, &names, "columns")?;
        if label.is_some() && !targets.is_empty() {
            let message = "a file has a label or targets, not both: classes or numbers to predict";
            return Err(Mistake::at([Part::Word("target")], message));
        }
        if answers.is_empty() {
            let names = some(&names);
            let message = format!(
                "which column is to be predicted? `.label(\"…\")` names the one of the classes, \
                 `.target(\"…\")` that of numbers to predict; the columns are {names}"
            );
            return Err(Mistake::at([Part::Word("csv")], message));
        }
        let both = |list: &[usize], word| match list
            .iter()
            .position(|place| answers.contains(place))
        {
            Some(index) => {
                let what = if label.is_some() {
                    "the label"
                } else {
                    "a target"
                };
                let name = quoted(&names[list[index]]);
                let message = match word {
                    "ignore" => format!("the column {name} is {what}, and cannot be ignored"),
                    "text" => format!("the column {name} is {what}: `.text` is for inputs"),
                    _ => format!(
                        "the column {name} is {what}: as an input it would tell the network the answer"
                    ),
                };
                let path = [Part::Argument(word, 0), Part::Element(index)];
                Err(Mistake::at(path, message))
            }
            None => Ok(()),
        };
        both(&chosen, "columns")?;
        both(&ignored, "ignore")?;
        both(&texts, "text")?;
        let features = match (like, chosen.is_empty()) {
            (Some(header), true) => same_as(header, &names)?,
            (_, false) => chosen
                .into_iter()
                .filter(|place| !ignored.contains(place))
                .collect(),
            (None, true) => {
                let unused = |place: &usize| !answers.contains(place) && !ignored.contains(place);
                (0..names.len()).filter(unused).collect::<Vec<_>>()
            }
        };
        if let Some(header) = like {
            fits(header, &features, &answers, &names)?;
        }
        // A name that was found in it makes the line one of names.
        let columns = csv.label.iter().chain(&csv.targets).chain(&csv.columns);
        let mut columns = columns.chain(&csv.ignored).chain(&csv.texts);
        let found_by_name = columns.any(|column| matches!(column, Column::Name(_)));
        if csv.header && like.is_none() && !found_by_name {
            are_names(&features, &names).map_err(|mistake| mistake.in_line(line))?;
        }
        if features.is_empty() {
            let message = "no column is left for the inputs";
            return Err(Mistake::at([Part::Word("csv")], message));
        }
        if let Some(place) = features.iter().find(|place| names[**place].is_empty()) {
            let message = format!(
                "column {0} has no name; if it is no input, say `.ignore({0})`",
                place + 1
            );
            return Err(Mistake::at([Part::Argument("csv", 0)], message));
        }
        Ok(Columns {
            names,
            features,
            label,
            targets,
            texts,
        })
    }

    /// The names of the columns of what is to be predicted.
    pub(super) fn answers(&self) -> Vec<String> {
        let places = self.label.iter().chain(&self.targets);
        places.map(|place| self.names[*place].clone()).collect()
    }
}

fn find(names: &[String], csv: &Csv, column: &Column, part: Part) -> Result<usize, Mistake> {
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    let message = match column {
        Column::Name(name) => match names.iter().position(|known| known == name) {
            Some(place) => return Ok(place),
            None if csv.header => match did_you_mean(name, &known) {
                Some(near) => format!("unknown column {}, did you mean `{near}`?", quoted(name)),
                None => {
                    let (name, known) = (quoted(name), some(names));
                    let hint = other_delimiter(names, csv.delimiter) + no_header(names);
                    format!("unknown column {name}, the columns are {known}{hint}")
                }
            },
            None => format!(
                "without a header, columns have numbers from 1 to {}, found `{name}`",
                names.len()
            ),
        },
        Column::Number(number) => match number.checked_sub(1) {
            Some(place) if place < names.len() => return Ok(place),
            _ => format!(
                "columns have numbers from 1 to {}, found {number}",
                names.len()
            ),
        },
    };
    Err(Mistake::at([part], message))
}

/// For a file whose first line is a row.
fn no_header(names: &[String]) -> &'static str {
    match names.iter().any(|name| is_number(name)) {
        true => "; if the first line is a row, say `.header(false)`",
        false => "",
    }
}

fn is_number(name: &str) -> bool {
    name.parse::<f64>().is_ok()
}

/// For a file that has one column, since something else stands between its cells.
fn other_delimiter(names: &[String], delimiter: char) -> String {
    let [only] = names else {
        return String::new();
    };
    let found = [',', ';', '\t', '|']
        .into_iter()
        .find(|sign| *sign != delimiter && only.contains(*sign));
    let hint =
        found.map(|sign| format!("; if {sign:?} stands between cells, say `.delimiter({sign:?})`"));
    hint.unwrap_or_default()
}

fn all_differ(names: &[String]) -> Result<(), Mistake> {
    let mut places = HashMap::new();
    for (place, name) in names
        .iter()
        .enumerate()
        .filter(|(_, name)| !name.is_empty())
    {
        if let Some(earlier) = places.insert(name, place) {
            let message = format!(
                "columns {} and {} have the same name, {}: rename one of them in the file{}",
                earlier + 1,
                place + 1,
                quoted(name),
                no_header(names)
            );
            return Err(Mistake::at([Part::Argument("csv", 0)], message));
        }
    }
    Ok(())
}

/// Names may be numbers, such as years, but hardly fractions: these are the first row of a file without
/// a header, which would be lost.
fn are_names(features: &[usize], names: &[String]) -> Result<(), Mistake> {
    let mut each = features.iter().map(|place| names[*place].as_str());
    let is_whole = |name: &str| name.parse::<u64>().is_ok();
    if !each.clone().all(is_number) || each.all(is_whole) {
        return Ok(());
    }
    let message = "the first line is a row of numbers, not the names of the columns; for a file without \
                   names say `.header(false)`";
    Err(Mistake::new(message))
}

fn once(places: &[usize], names: &[String], word: &'static str) -> Result<(), Mistake> {
    for (index, place) in places.iter().enumerate() {
        if places[..index].contains(place) {
            let message = format!("the column {} is named twice", quoted(&names[*place]));
            let path = [Part::Argument(word, 0), Part::Element(index)];
            return Err(Mistake::at(path, message));
        }
    }
    Ok(())
}

/// Whether these columns of a file of `eval` can stand for those of `data`.
fn fits(
    header: &Header,
    features: &[usize],
    answers: &[usize],
    names: &[String],
) -> Result<(), Mistake> {
    if features.len() != header.features.len() {
        let message = format!(
            "{} cannot stand for the {} that `data` has as inputs",
            counted(features.len(), "column"),
            header.features.len()
        );
        return Err(Mistake::at([Part::Argument("columns", 0)], message));
    }
    match answers.iter().find(|place| features.contains(place)) {
        Some(place) => {
            let message = format!(
                "the column {} is an input in `data`, and cannot be what is to be predicted here",
                quoted(&names[*place])
            );
            Err(Mistake::at([Part::Argument("csv", 0)], message))
        }
        None => Ok(()),
    }
}

/// The columns that `data` has as inputs.
fn same_as(header: &Header, names: &[String]) -> Result<Vec<usize>, Mistake> {
    let places: HashMap<&String, usize> = names.iter().zip(0..).collect();
    let place = |name: &String| {
        places.get(name).copied().ok_or_else(|| {
            let message = format!(
                "there is no column {}, which `data` has as an input; the columns are {}",
                quoted(name),
                some(names)
            );
            Mistake::at([Part::Argument("csv", 0)], message)
        })
    };
    header
        .features
        .iter()
        .map(|feature| place(&feature.name))
        .collect()
}
