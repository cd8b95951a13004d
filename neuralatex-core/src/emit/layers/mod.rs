//! The functions of the layers, for one row and for several at once, and those of the scores.

mod function;
mod rows;

use super::functions::Sizes;
use super::stored::{self, Layer};
use super::text::Text;
use crate::spec::Model;
use function::Function;
use rows::AT_ONCE;
pub(super) use rows::Rows;

pub(super) fn layers(text: &mut Text, model: &Model) {
    let layers = stored::layers(model);
    let several = Rows::at_once(model);
    if !several.is_empty() {
        text.block(AT_ONCE);
        text.line("");
    }
    let functions = functions(model, &layers);
    for (function, layer) in functions.iter().zip(&layers) {
        match &layer.panels {
            None => {
                function.of_alone(text);
                function.row_by_row(text);
            }
            Some(panels) => {
                function.of_one(text, panels);
                for rows in several {
                    function.of_several(text, panels, rows);
                }
            }
        }
    }
    scores_of_one(text, model, &functions);
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

/// The lines that make the scores of `row`, which is alone.
pub(super) fn alone(text: &mut Text, model: &Model) {
    for function in functions(model, &stored::layers(model)) {
        text.line(&function.alone());
    }
    text.line("*row");
}

/// The function of the scores of a row that is one of many.
fn scores_of_one(text: &mut Text, model: &Model, functions: &[Function<'_>]) {
    let Sizes {
        real,
        inputs,
        outputs,
    } = Sizes::of(model);
    text.doc("The scores of a row that is one of many.");
    text.line("#[inline]");
    text.signature(
        "const fn scores_of_one",
        &[format!("row: &[{real}; {inputs}]")],
        &format!("[{real}; {outputs}]"),
    );
    text.indented(|text| {
        for function in functions {
            text.line(&function.one());
        }
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
            if is_first != function.has_panels {
                text.line(&format!("let {all} = rows;"));
            }
            if function.has_panels {
                let from = if is_first { "rows" } else { &all };
                let zeros = format!("[[0.0; {}]; {count}]", function.outputs);
                text.line(&format!("let mut values = {zeros};"));
                text.line(&format!("{name}{ending}({from}, &mut values);"));
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
