//! The functions of the layers, for one row and for several at once, and those of the scores.

mod function;
mod rows;

use super::functions::Sizes;
use super::stored::{self, Layer};
use super::text::Text;
use crate::spec::Model;
use function::Function;
pub(super) use rows::Rows;

/// What is said of the function of a row alone.
const ALONE: &str = "\
The scores of a row alone, of which layers without panels become part. There the
compiler is not to see the weights (`black_box`): of negative ones it would make
differences, which are no vectors. And it has to store the values of a layer, and keeps
them as vectors: else it would take them as the next layer adds them up.";

pub(super) fn layers(text: &mut Text, model: &Model) {
    let layers = stored::layers(model);
    let several = Rows::at_once(model);
    if let Some(constants) = Rows::constants(several) {
        text.block(&constants);
        text.line("");
    }
    let functions = functions(model, &layers);
    let alone_serves = alone_serves(&functions);
    for (function, layer) in functions.iter().zip(&layers) {
        match &layer.panels {
            None => {
                function.of_alone(text);
                if !alone_serves {
                    function.row_by_row(text);
                }
                for rows in several.iter().filter(|rows| function.shares(rows)) {
                    function.of_several_vectors(text, rows);
                }
            }
            Some(panels) => {
                function.of_one(text, panels);
                for rows in several {
                    function.of_several(text, panels, rows);
                }
            }
        }
    }
    if any_alone(&functions) {
        scores_of_a_row(text, model, ("scores_alone", ALONE), |text| {
            functions.iter().for_each(|function| function.alone(text));
        });
    }
    if !alone_serves {
        let named = ("scores_of_one", "The scores of a row.");
        scores_of_a_row(text, model, named, |text| {
            functions.iter().for_each(|function| function.one(text));
        });
    }
    for rows in several {
        scores_of_several(text, model, &functions, rows);
    }
}

fn functions<'l>(model: &Model, layers: &'l [Layer]) -> Vec<Function<'l>> {
    let indices = 1..=layers.len();
    indices
        .map(|index| Function::of(model, layers, index))
        .collect()
}

/// Whether a layer has a function for a row alone.
fn any_alone(functions: &[Function<'_>]) -> bool {
    functions.iter().any(|function| function.has_alone)
}

/// Whether the function for a row alone is the best for each of many too: no layer has panels, with which some rows
/// would be taken at once, and not all are so small that the compiler makes better ones of what it sees.
fn alone_serves(functions: &[Function<'_>]) -> bool {
    functions.iter().all(|function| function.has_alone)
        && !functions.iter().all(|function| function.is_inlined)
}

/// The names of the functions of a row's scores: of one alone, and of one of many.
pub(super) fn names(model: &Model) -> [&'static str; 2] {
    let layers = stored::layers(model);
    let functions = functions(model, &layers);
    let name = |is_alone: bool| match is_alone {
        true => "scores_alone",
        false => "scores_of_one",
    };
    [name(any_alone(&functions)), name(alone_serves(&functions))]
}

/// A function of a row's scores, whose lines each layer writes.
fn scores_of_a_row(
    text: &mut Text,
    model: &Model,
    (name, doc): (&str, &str),
    write: impl Fn(&mut Text),
) {
    let Sizes {
        real,
        inputs,
        outputs,
    } = Sizes::of(model);
    text.doc(doc);
    text.line("#[inline]");
    text.signature(
        &format!("const fn {name}"),
        &[format!("row: &[{real}; {inputs}]")],
        &format!("[{real}; {outputs}]"),
    );
    text.indented(|text| {
        write(text);
        text.line("*row");
    });
    text.line("}");
    text.line("");
}

/// The function of the scores of several rows.
fn scores_of_several(text: &mut Text, model: &Model, functions: &[Function<'_>], rows: &Rows) {
    let Sizes {
        real,
        inputs,
        outputs,
    } = Sizes::of(model);
    let Rows { count, ending } = rows;
    text.doc(&format!("The scores of {count} rows."));
    text.line("#[inline]");
    text.signature(
        &format!("const fn scores{ending}"),
        &[format!("rows: [&[{real}; {inputs}]; {count}]")],
        &format!("[[{real}; {outputs}]; {count}]"),
    );
    text.indented(|text| {
        let all = rows.list('a', |row| row);
        for function in functions {
            let name = format!("layer_{}", function.index);
            let is_first = function.index == 1;
            let shares = function.shares(rows);
            if is_first != shares {
                text.line(&format!("let {all} = rows;"));
            }
            if shares {
                let from = if is_first { "rows" } else { &all };
                let zeros = format!("[[0.0; {}]; {count}]", function.outputs);
                text.line(&format!("let mut values = {zeros};"));
                let places = if function.has_panels {
                    "&mut values".to_string()
                } else {
                    let places: Vec<String> = rows.letters('p').collect();
                    let places = places.join(", ");
                    text.line(&format!("let [{places}] = &mut values;"));
                    places
                };
                text.line(&format!("{name}{ending}({from}, {places});"));
                text.line("let rows = &values;");
            } else if is_first {
                let copies = rows.list('a', |row| format!("*{row}"));
                text.line(&format!("let rows = &{name}(&{copies});"));
            } else {
                text.line(&format!("let rows = &{name}(rows);"));
            }
        }
        text.line("*rows");
    });
    text.line("}");
    text.line("");
}
