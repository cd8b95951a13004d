//! One layer: its sums, then its activation.

use super::super::stored::{Layer, Part};
use super::super::text::Text;
use super::rows::{self, Rows};
use crate::spec::Model;
use crate::spec::activation::{Activation, Kind};

/// The most weights of a layer without panels that becomes part of the function of a row alone.
const MOST_ALONE: usize = 256;

/// The most weights of a layer that becomes part of what takes many rows, if these are no lanes.
const MOST_OF_MANY: usize = 64;

/// The least neurons of a layer without panels that is a vector, if they are a power of two.
const LEAST_IN_VECTOR: usize = 4;

/// The least rows of vectors that share weights.
const LEAST_VECTORS: usize = 4;

/// The most columns of panels, of 64 bytes each, that the nearest cache is sure to hold.
const MOST_IN_CACHE: usize = 512;

/// What the functions of a layer are made of.
pub(super) struct Function<'l> {
    pub(super) index: usize,
    of: String,
    pub(super) has_panels: bool,
    rest: Option<&'l str>,
    is_last: bool,
    /// Whether there is a function for a row alone.
    pub(super) has_alone: bool,
    /// Whether that for some rows becomes part of what calls it.
    pub(super) is_inlined: bool,
    /// Whether a row is a vector, in a function that is called.
    is_vector: bool,
    real: &'static str,
    inputs: usize,
    pub(super) outputs: usize,
    /// What is done to `VALUES`, if something is.
    apply: Option<String>,
}

impl<'l> Function<'l> {
    pub(super) fn of(model: &Model, layers: &'l [Layer], index: usize) -> Function<'l> {
        let (inputs, outputs) = (model.layers[index - 1], model.layers[index]);
        let layer = &layers[index - 1];
        let activation = model.activations().get(index - 1).copied();
        let is_last = index == model.layers.len() - 1;
        let is_inlined = inputs * outputs <= MOST_OF_MANY || rows::are_lanes(model, layers);
        Function {
            index,
            of: match is_last {
                true => "The scores".to_string(),
                false => format!("The values of hidden layer {index}"),
            },
            rest: layer.rest.as_ref().map(|rest| rest.name.as_str()),
            has_panels: layer.has_panels(),
            is_last,
            has_alone: !layer.has_panels() && inputs * outputs <= MOST_ALONE,
            is_inlined,
            is_vector: !layer.has_panels()
                && !is_inlined
                && outputs >= LEAST_IN_VECTOR
                && outputs.is_power_of_two(),
            real: model.precision.name(),
            inputs,
            outputs,
            apply: activation.and_then(|activation| apply(model, activation)),
        }
    }

    /// Whether so many rows share the weights that were read. Two that are vectors do not: it takes longer with AVX2.
    pub(super) fn shares(&self, rows: &Rows) -> bool {
        self.has_panels || self.is_vector && rows.count >= LEAST_VECTORS
    }

    /// The lines that make the values of a row, which is alone, out of `row`.
    pub(super) fn alone(&self, text: &mut Text) {
        match self.has_alone {
            true => text.line(&format!("let row = &layer_{}_alone(row);", self.index)),
            false => self.one(text),
        }
    }

    /// The same for a row that is one of many.
    pub(super) fn one(&self, text: &mut Text) {
        let (index, outputs) = (self.index, self.outputs);
        match (self.has_panels, self.rest) {
            (true, None) => text.line(&format!("let row = &layer_{index}(row);")),
            (true, Some(_)) => text.block(&format!(
                "let mut values = [0.0; {outputs}];
layer_{index}(row, &mut values);
let row = &values;"
            )),
            (false, _) => text.line(&format!(
                "let [row] = &layer_{index}(::core::array::from_ref(row));"
            )),
        }
    }

    /// The first lines of a function.
    fn begin(
        &self,
        text: &mut Text,
        doc: &str,
        is_inlined: bool,
        name: &str,
        (parameters, returns): (&[String], &str),
    ) {
        text.doc(&format!("{} {doc}.", self.of));
        text.line(match is_inlined {
            true => "#[inline(always)]",
            false => "#[inline(never)]",
        });
        let name = format!("const fn layer_{}{name}", self.index);
        text.signature(&name, parameters, returns);
    }

    /// The types of rows and of their values.
    fn types(&self) -> [String; 2] {
        [self.inputs, self.outputs].map(|count| format!("[{}; {count}]", self.real))
    }

    /// A layer without panels, for a row alone.
    pub(super) fn of_alone(&self, text: &mut Text) {
        let Some(rest) = self.rest.filter(|_| self.has_alone) else {
            return;
        };
        let [from, to] = self.types();
        let types = (&[format!("row: &{from}")][..], &*to);
        self.begin(text, "of a row alone", true, "_alone", types);
        text.indented(|text| {
            text.line(&format!("let weights = ::core::hint::black_box({rest});"));
            text.line(&format!(
                "let {}values = remainder(weights, row);",
                self.mut_()
            ));
            self.apply(text, "&mut values");
            if !self.is_last {
                text.line("let _ = ::core::hint::black_box(values);");
            }
            text.line("values");
        });
        text.line("}");
        text.line("");
    }

    /// A layer without panels, for any number of rows.
    pub(super) fn row_by_row(&self, text: &mut Text) {
        let [from, to] = self.types();
        let types = (
            &[format!("rows: &[{from}; ROWS]")][..],
            &*format!("[{to}; ROWS]"),
        );
        self.begin(
            text,
            "of some rows",
            self.is_inlined,
            "<const ROWS: usize>",
            types,
        );
        let rest = self.rest.unwrap_or_default();
        text.indented(|text| {
            text.line(&format!(
                "let mut values = [[0.0; {}]; ROWS];",
                self.outputs
            ));
            text.line("let (mut places, mut rows): (&mut [_], &[_]) = (&mut values, rows);");
            text.line("while let ([place, more @ ..], [row, others @ ..]) = (places, rows) {");
            text.indented(|text| {
                text.line(&format!("*place = remainder({rest}, row);"));
                self.apply(text, "place");
                text.line("(places, rows) = (more, others);");
            });
            text.line("}");
            text.line("values");
        });
        text.line("}");
        text.line("");
    }

    /// A layer with panels, for one row, which has them in pairs as long as there are some. If it has a rest, it is a
    /// function that is called, and values that were returned would be copied; else a caller would fill their places
    /// with zeros, by a function that on a small chip is as large as a network.
    pub(super) fn of_one(&self, text: &mut Text, panels: &Part) {
        let [from, to] = self.types();
        let (row, values) = (format!("row: &{from}"), format!("values: &mut {to}"));
        let is_returned = self.rest.is_none();
        let types: (&[String], &str) = match is_returned {
            true => (&[row], &to),
            false => (&[row, values], ""),
        };
        self.begin(text, "of a row", is_returned, "", types);
        text.indented(|text| {
            let places = match is_returned {
                true => "&mut values",
                false => "values",
            };
            if is_returned {
                text.line(&format!("let mut values = [0.0; {}];", self.outputs));
            }
            text.line(&format!("let mut places: &mut [{}] = {places};", self.real));
            text.line(&format!("let mut panels: &[_] = {};", panels.name));
            let has_halves = panels.count > 3 && panels.count * panels.columns > MOST_IN_CACHE;
            if has_halves {
                self.in_halves(text, panels);
            } else if panels.count > 1 {
                self.in_pairs(text);
            }
            text.line("while let [panel, others @ ..] = panels {");
            text.indented(|text| {
                text.line(&format!("let [[{}a]] = tile([panel], [row]);", self.mut_()));
                self.apply(text, "&mut a");
                text.line("places = put(a, places);");
                text.line("panels = others;");
            });
            text.line("}");
            if has_halves {
                let assign = self.rest.map_or("let _ = ", |_| "places = ");
                text.line("if WIDE {");
                text.indented(|text| text.line(&format!("{assign}copy(&later, places);")));
                text.line("}");
            }
            self.rest(text, "row", "places");
            if is_returned {
                text.line("values");
            }
        });
        text.line("}");
        text.line("");
    }

    /// Panels in pairs, each with the next.
    fn in_pairs(&self, text: &mut Text) {
        text.line("while let (true, [first, second, others @ ..]) = (WIDE, panels) {");
        text.indented(|text| {
            self.pair(text);
            text.line("places = put(b, put(a, places));");
            text.line("panels = others;");
        });
        text.line("}");
    }

    /// Panels in pairs, of which one is in the first half and one in the second: each half is read on and on, as the
    /// processor foresees. The values of the second are later copied to their places.
    fn in_halves(&self, text: &mut Text, panels: &Part) {
        let later = panels.count / 2;
        let first = panels.count - later;
        text.line(&format!("let mut later = [0.0; {}];", later * panels.width));
        text.line("if WIDE {");
        text.indented(|text| {
            text.line(&format!(
                "let mut after: &mut [{}] = &mut later;",
                self.real
            ));
            text.line("let mut partners: &[_];");
            text.line(&format!(
                "(panels, partners) = const {{ {}.split_at({first}) }};",
                panels.name
            ));
            text.line(
                "while let ([first, others @ ..], [second, more @ ..]) = (panels, partners) {",
            );
            text.indented(|text| {
                self.pair(text);
                text.line("(places, after) = (put(a, places), put(b, after));");
                text.line("(panels, partners) = (others, more);");
            });
            text.line("}");
        });
        text.line("}");
    }

    /// The values of two panels.
    fn pair(&self, text: &mut Text) {
        let sums = format!("[[{0}a, {0}b]]", self.mut_());
        text.line(&format!("let {sums} = tile([first, second], [row]);"));
        self.apply(text, "&mut a");
        self.apply(text, "&mut b");
    }

    /// The same for several rows, whose places are letters, as are their sums.
    pub(super) fn of_several(&self, text: &mut Text, panels: &Part, rows: &Rows) {
        let Rows { count, ending } = rows;
        let [from, to] = self.types();
        let parameters = [
            format!("rows: [&{from}; {count}]"),
            format!("values: &mut [{to}; {count}]"),
        ];
        let doc = format!("of {count} rows");
        self.begin(text, &doc, false, ending, (&parameters, ""));
        text.indented(|text| {
            text.line(&format!("let {} = values;", rows.list('a', |place| place)));
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
        });
        text.line("}");
        text.line("");
    }

    /// A layer without panels, for several rows, of which each is a vector. Their places are parameters one by one:
    /// where the compiler sees that they stand side by side, it makes vectors across rows, and of these mostly
    /// permutations.
    pub(super) fn of_several_vectors(&self, text: &mut Text, rows: &Rows) {
        let Rows { count, ending } = rows;
        let [from, to] = self.types();
        let mut parameters = vec![format!("rows: [&{from}; {count}]")];
        parameters.extend(rows.letters('a').map(|place| format!("{place}: &mut {to}")));
        let doc = format!("of {count} rows");
        self.begin(text, &doc, false, ending, (&parameters, ""));
        text.indented(|text| {
            let all = rows.list('p', |sums| format!("[{}{sums}]", self.mut_()));
            let rest = self.rest.unwrap_or_default();
            text.line(&format!("let {all} = remainders({rest}, rows);"));
            for (sums, place) in rows.letters('p').zip(rows.letters('a')) {
                self.apply(text, &format!("&mut {sums}"));
                text.line(&format!("*{place} = {sums};"));
            }
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
            text.line(&format!("let _ = copy(&rest, {place});"));
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

/// What an activation does to `VALUES`, if it does something.
fn apply(model: &Model, activation: Activation) -> Option<String> {
    let slope = match activation.0 {
        Kind::Identity => return None,
        Kind::LeakyRelu(slope) => format!(", {}", model.precision.literal(slope)),
        _ => String::new(),
    };
    Some(format!("apply_{}(VALUES{slope});", activation.name()))
}
