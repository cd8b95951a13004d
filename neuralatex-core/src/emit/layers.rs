//! The functions of the layers: sums, then the activation, for one row and for several at once.

use super::functions::Sizes;
use super::stored::{self, Layer, Part};
use super::text::Text;
use crate::spec::Model;
use crate::spec::activation::{Activation, Kind};

/// The most weights of a layer without panels of which the compiler may make straight lines. In a larger
/// one it would follow the order in which the next layer takes values, and shuffle every vector.
const MOST_INLINED: usize = 64;

/// How much is done at once depends on the processor. It changes no sum.
const AT_ONCE: &str = "\
use ::core::option::Option::{self, None, Some};

/// Whether registers have room for the sums of two panels.
const WIDE: bool = ::core::cfg!(any(target_feature = \"avx\", target_feature = \"neon\"));

/// For how many rows there is room.
const ROWS_AT_ONCE: usize = if ::core::cfg!(target_feature = \"avx512f\") {
    4
} else if WIDE {
    2
} else {
    1
};
";

/// So many rows that are taken at once, and how the names of their functions end.
pub(super) struct Rows {
    pub(super) count: usize,
    pub(super) ending: &'static str,
}

impl Rows {
    /// What some processor takes at once, the most first.
    pub(super) const SEVERAL: [Rows; 2] = [
        Rows {
            count: 4,
            ending: "_of_four",
        },
        Rows {
            count: 2,
            ending: "_of_two",
        },
    ];

    /// A letter for each row, from one on.
    pub(super) fn letters(&self, first: char) -> impl Iterator<Item = String> {
        (first..).take(self.count).map(String::from)
    }

    /// A list of what is made of each letter.
    pub(super) fn list(&self, first: char, made: impl Fn(String) -> String) -> String {
        let made: Vec<String> = self.letters(first).map(made).collect();
        format!("[{}]", made.join(", "))
    }
}

/// Whether rows are taken several at once: where layers have panels.
pub(super) fn takes_several(model: &Model) -> bool {
    stored::layers(model).iter().any(Layer::has_panels)
}

pub(super) fn layers(text: &mut Text, model: &Model) {
    let layers = stored::layers(model);
    let several: &[Rows] = match takes_several(model) {
        true => &Rows::SEVERAL,
        false => &[],
    };
    if !several.is_empty() {
        text.block(AT_ONCE);
        text.line("");
    }
    let functions = layers.iter().zip(1..);
    let functions: Vec<Function<'_>> = functions
        .map(|(layer, index)| Function::of(model, layer, index))
        .collect();
    for (function, layer) in functions.iter().zip(&layers) {
        match &layer.panels {
            None => function.row_by_row(text),
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

/// What the functions of a layer are made of.
struct Function<'l> {
    index: usize,
    of: String,
    has_panels: bool,
    rest: Option<&'l str>,
    /// Whether the compiler may make straight lines of it.
    is_straight: bool,
    real: &'static str,
    inputs: usize,
    outputs: usize,
    /// What is done to `VALUES`, if something is.
    apply: Option<String>,
}

impl<'l> Function<'l> {
    fn of(model: &Model, layer: &'l Layer, index: usize) -> Function<'l> {
        let (inputs, outputs) = (model.layers[index - 1], model.layers[index]);
        let activation = model.activations().get(index - 1).copied();
        Function {
            index,
            of: match index == model.layers.len() - 1 {
                true => "The scores".to_string(),
                false => format!("The values of hidden layer {index}"),
            },
            rest: layer.rest.as_ref().map(|rest| rest.name.as_str()),
            has_panels: layer.has_panels(),
            is_straight: !layer.has_panels() && inputs * outputs <= MOST_INLINED,
            real: model.precision.name(),
            inputs,
            outputs,
            apply: activation.and_then(|activation| apply(model, activation)),
        }
    }

    /// What it is called by for so many rows.
    fn name(&self, rows: &str, alone: &str) -> String {
        match self.is_straight {
            true => format!("layer_{}::<{rows}, {alone}>", self.index),
            false => format!("layer_{}", self.index),
        }
    }

    /// The first lines of a function, from a type to another.
    fn begin(&self, text: &mut Text, doc: &str, is_inlined: bool, name: &str, types: [&str; 2]) {
        text.doc(&format!("{} {doc}.", self.of));
        if self.is_straight {
            text.doc("For one alone, the compiler is not to see the weights: of negative ones it");
            text.doc("would make differences, which are no vectors.");
        }
        text.line(match is_inlined {
            true => "#[inline(always)]",
            false => "#[inline(never)]",
        });
        let [from, to] = types;
        let name = format!("const fn layer_{}{name}", self.index);
        text.signature(&name, &[from.to_string()], to);
    }

    /// The types of rows and of their values.
    fn types(&self) -> [String; 2] {
        [self.inputs, self.outputs].map(|count| format!("[{}; {count}]", self.real))
    }

    /// A layer without panels, for any number of rows.
    fn row_by_row(&self, text: &mut Text) {
        let alone = match self.is_straight {
            true => ", const ALONE: bool",
            false => "",
        };
        let name = format!("<const ROWS: usize{alone}>");
        let [from, to] = self.types();
        let types = [&*format!("rows: &[{from}; ROWS]"), &format!("[{to}; ROWS]")];
        self.begin(text, "of some rows", self.is_straight, &name, types);
        let rest = self.rest.unwrap_or_default();
        text.indented(|text| {
            if self.is_straight {
                text.line("let weights = if ALONE {");
                text.line(&format!("    ::core::hint::black_box({rest})"));
                text.line("} else {");
                text.line(&format!("    {rest}"));
                text.line("};");
            }
            let weights = if self.is_straight { "weights" } else { rest };
            text.line(&format!(
                "let mut values = [[0.0; {}]; ROWS];",
                self.outputs
            ));
            text.line("let (mut places, mut rows): (&mut [_], &[_]) = (&mut values, rows);");
            text.line("while let ([place, more @ ..], [row, others @ ..]) = (places, rows) {");
            text.indented(|text| {
                text.line(&format!("*place = remainder({weights}, row);"));
                self.apply(text, "place");
                text.line("(places, rows) = (more, others);");
            });
            text.line("}");
            text.line("values");
        });
        text.line("}");
        text.line("");
    }

    /// A layer with panels, for one row, which has them in pairs as long as there are some.
    fn of_one(&self, text: &mut Text, panels: &Part) {
        let [from, to] = self.types();
        let types = [&*format!("row: &{from}"), &to];
        self.begin(text, "of a row", self.rest.is_none(), "", types);
        text.indented(|text| {
            text.line(&format!("let mut values = [0.0; {}];", self.outputs));
            text.line(&format!(
                "let mut places: &mut [{}] = &mut values;",
                self.real
            ));
            text.line(&format!("let mut panels: &[_] = {};", panels.name));
            if panels.count > 1 {
                text.line("while let (true, [first, second, others @ ..]) = (WIDE, panels) {");
                text.indented(|text| {
                    let sums = format!("[[{0}a, {0}b]]", self.mut_());
                    text.line(&format!("let {sums} = tile([first, second], [row]);"));
                    self.apply(text, "&mut a");
                    self.apply(text, "&mut b");
                    text.line("places = put(b, put(a, places));");
                    text.line("panels = others;");
                });
                text.line("}");
            }
            text.line("while let [panel, others @ ..] = panels {");
            text.indented(|text| {
                text.line(&format!("let [[{}a]] = tile([panel], [row]);", self.mut_()));
                self.apply(text, "&mut a");
                text.line("places = put(a, places);");
                text.line("panels = others;");
            });
            text.line("}");
            self.rest(text, "row", "places");
            text.line("values");
        });
        text.line("}");
        text.line("");
    }

    /// The same for several rows, whose places are letters, as are their sums.
    fn of_several(&self, text: &mut Text, panels: &Part, rows: &Rows) {
        let Rows { count, ending } = rows;
        let [from, to] = self.types();
        let types = [
            &*format!("rows: [&{from}; {count}]"),
            &format!("[{to}; {count}]"),
        ];
        self.begin(text, &format!("of {count} rows"), false, ending, types);
        text.indented(|text| {
            text.line(&format!(
                "let mut values = [[0.0; {}]; {count}];",
                self.outputs
            ));
            text.line(&format!(
                "let {} = &mut values;",
                rows.list('a', |place| place)
            ));
            for place in rows.letters('a') {
                text.line(&format!("let mut {place}: &mut [{}] = {place};", self.real));
            }
            text.line(&format!("let mut panels: &[_] = {};", panels.name));
            text.line("while let [panel, others @ ..] = panels {");
            text.indented(|text| {
                let all = rows.list('p', |sums| format!("[{}{sums}]", self.mut_()));
                text.line(&format!("let {all} = tile([panel], rows);"));
                for (sums, place) in rows.letters('p').zip(rows.letters('a')) {
                    self.apply(text, &format!("&mut {sums}"));
                    text.line(&format!("{place} = put({sums}, {place});"));
                }
                text.line("panels = others;");
            });
            text.line("}");
            if self.rest.is_some() {
                text.line(&format!("let {} = rows;", rows.list('p', |row| row)));
            }
            for (row, place) in rows.letters('p').zip(rows.letters('a')) {
                self.rest(text, &row, &place);
            }
            text.line("values");
        });
        text.line("}");
        text.line("");
    }

    /// What is no whole panel, at its place.
    fn rest(&self, text: &mut Text, row: &str, place: &str) {
        if let Some(rest) = self.rest {
            text.line(&format!(
                "let {}rest = remainder({rest}, {row});",
                self.mut_()
            ));
            self.apply(text, "&mut rest");
            text.line(&format!("copy(&rest, {place});"));
        }
    }

    /// How sums are bound.
    fn mut_(&self) -> &'static str {
        if self.apply.is_some() { "mut " } else { "" }
    }

    fn apply(&self, text: &mut Text, values: &str) {
        if let Some(apply) = &self.apply {
            text.line(&apply.replace("VALUES", values));
        }
    }
}

/// The function of a row's scores.
fn scores_of_one(text: &mut Text, model: &Model, functions: &[Function<'_>]) {
    let Sizes {
        real,
        inputs,
        outputs,
    } = Sizes::of(model);
    text.doc("The scores of a row, which is alone or one of many.");
    text.line("#[inline]");
    text.signature(
        "const fn scores_of_one<const ALONE: bool>",
        &[format!("row: &[{real}; {inputs}]")],
        &format!("[{real}; {outputs}]"),
    );
    text.indented(|text| {
        for function in functions {
            let name = function.name("1", "ALONE");
            text.line(&match function.has_panels {
                true => format!("let row = &{name}(row);"),
                false => format!("let [row] = &{name}(::core::array::from_ref(row));"),
            });
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
            let name = function.name(&count.to_string(), "false");
            let is_first = function.index == 1;
            if is_first != function.has_panels {
                text.line(&format!("let {all} = rows;"));
            }
            text.line(&match (function.has_panels, is_first) {
                (true, true) => format!("let rows = &{name}{ending}(rows);"),
                (true, false) => format!("let rows = &{name}{ending}({all});"),
                (false, true) => {
                    let copies = rows.list('a', |row| format!("*{row}"));
                    format!("let rows = &{name}(&{copies});")
                }
                (false, false) => format!("let rows = &{name}(rows);"),
            });
        }
        text.line("*rows");
    });
    text.line("}");
    text.line("");
}

/// What an activation does to `VALUES`, if it does something.
fn apply(model: &Model, activation: Activation) -> Option<String> {
    let slope = match activation.0 {
        Kind::Identity => return None,
        Kind::LeakyRelu(slope) => format!(", {}", model.precision.literal(slope)),
        _ => String::new(),
    };
    Some(format!("apply_{}(VALUES{slope});", activation.name()))
}
