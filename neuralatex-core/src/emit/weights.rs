//! The weights in generated code: `WEIGHTS`, in the paper's order, and those that inference reads.

use super::stored::{self, Form, Layer, Part};
use super::text::{Text, wrap};
use super::types;
use crate::inference;
use crate::spec::Model;
use crate::trained::Trained;

/// `WEIGHTS`.
pub(super) fn constant(text: &mut Text, trained: &Trained, form: Form) {
    let model = &trained.model;
    let (real, count) = (model.precision.name(), model.parameters());
    let declaration = format!("WEIGHTS: &'static [{real}; {count}]");
    text.doc("The weights in the paper's order: neuron by neuron, weights then bias.");
    if form == Form::Literals {
        text.numbers(&declaration, &neurons(trained));
    } else {
        let cost = "They are put in this order where they are used, which takes the compiler some fifteen \
                    seconds a million.";
        text.doc(&wrap(cost, 84));
        made(text, &declaration, "in_order()");
    }
    text.line("");
}

/// A constant that the compiler makes where it is used, by calling a function.
pub(super) fn made(text: &mut Text, declaration: &str, call: &str) {
    text.line("#[allow(long_running_const_eval)]");
    // As the value of a call alone, the compiler would want it in any case.
    text.line(&format!("pub const {declaration} = &{{"));
    text.indented(|text| {
        text.line(&format!("let numbers = {call};"));
        text.line("numbers");
    });
    text.line("};");
}

/// What inference reads.
pub(super) fn stored(text: &mut Text, trained: &Trained, form: Form) {
    let model = &trained.model;
    let (count, size) = (model.parameters(), model.precision.size());
    text.doc("The weights as layers read them, in columns: layer by layer, of as many outputs as");
    text.doc(
        "fill 64 bytes at a time, the biases and then the weights of one input after the other.",
    );
    let (type_, value) = match form {
        Form::Literals if stored::are_same(trained) => (
            format!("[[u8; {size}]; {count}]"),
            format!("[{}::WEIGHTS[0].to_le_bytes(); {count}]", model.name),
        ),
        Form::Literals => (format!("[[u8; {size}]; {count}]"), "in_order()".to_string()),
        Form::Bytes => (
            format!("[u8; {}]", count * size),
            format!("*{}", byte_string(&stored::bytes(trained))),
        ),
        Form::File => (
            format!("[u8; {}]", count * size),
            format!(
                "*{}.first_chunk().unwrap()",
                taken_in(&stored::file_name(model))
            ),
        ),
    };
    text.unformatted();
    let name = types::own("Stored", model);
    text.line(&format!("static STORED: {name} = {name}({value});"));
    text.line("");
    // Vectors are read faster if none lies across two lines of a cache. Chips have no vectors, and no flash to spare.
    text.line(&format!("#[repr(align({size}))]"));
    text.block(
        "\
#[cfg_attr(
    any(
        target_pointer_width = \"64\",
        target_feature = \"sse2\",
        target_feature = \"neon\",
        target_feature = \"simd128\"
    ),
    repr(align(64))
)]",
    );
    text.line(&format!("struct {name}({type_});"));
    text.line("");
    text.block(&format!(
        "/// Panels of columns of weights, from one on. Only constants call it.
const fn columns<const WIDTH: usize, const COLUMNS: usize, const COUNT: usize>(
    from: usize,
) -> &'static [[[[u8; {size}]; WIDTH]; COLUMNS]; COUNT] {{
    let stored: &[[u8; {size}]] = {};
    let columns: &[[_; WIDTH]] = stored.split_at(from).1.as_chunks().0;
    let panels: &[[_; COLUMNS]] = columns.as_chunks().0;
    &panels.as_chunks().0[0]
}}",
        match form {
            Form::Literals => "STORED.0.as_slice()",
            _ => "STORED.0.as_chunks().0",
        }
    ));
    text.line("");
    if !(form == Form::Literals && stored::are_same(trained)) {
        in_order(text, model, form);
    }
}

/// The constants of the layers' columns.
pub(super) fn columns(text: &mut Text, model: &Model) {
    let size = model.precision.size();
    let panel = |part: &Part| format!("[[[u8; {size}]; {}]; {}]", part.width, part.columns);
    let mut constant = |name: &str, type_: String, value: String| {
        text.unformatted();
        text.line(&format!("const {name}: &{type_} = {value};"));
    };
    for Layer { panels, rest } in &stored::layers(model) {
        if let Some(part) = panels {
            let type_ = format!("[{}; {}]", panel(part), part.count);
            constant(&part.name, type_, format!("columns({})", part.from));
        }
        if let Some(part) = rest {
            let sizes = format!("{}, {}, 1", part.width, part.columns);
            let value = format!("&columns::<{sizes}>({})[0]", part.from);
            constant(&part.name, panel(part), value);
        }
    }
    text.line("");
}

/// The function that takes weights from one order to the other.
fn in_order(text: &mut Text, model: &Model, form: Form) {
    let (real, count) = (model.precision.name(), model.parameters());
    let (size, name) = (model.precision.size(), &model.name);
    let panel = inference::panel(model.precision);
    let (order, type_, zero, step) = match form {
        Form::Literals => (
            "in which they are stored",
            format!("[u8; {size}]"),
            format!("[0; {size}]"),
            format!("weights[stored] = {name}::WEIGHTS[place].to_le_bytes();"),
        ),
        _ => (
            "of the paper",
            real.to_string(),
            "0.0".to_string(),
            format!("weights[place] = {real}::from_le_bytes(numbers[stored]);"),
        ),
    };
    let numbers = match form {
        Form::Literals => String::new(),
        _ => format!("\n    let numbers: &[[u8; {size}]] = STORED.0.as_chunks().0;"),
    };
    text.block(&format!(
        "/// The weights in the order {order}. Only constants call it.
#[inline]
const fn in_order() -> [{type_}; {count}] {{{numbers}
    let mut weights = [{zero}; {count}];
    let (mut layer, mut start, mut stored) = (1, 0, 0);
    while layer < {name}::LAYERS.len() {{
        let (inputs, outputs) = ({name}::LAYERS[layer - 1], {name}::LAYERS[layer]);
        let mut panel = 0;
        while panel < outputs {{
            let width = outputs - panel;
            let next = panel + if width < {panel} {{ width }} else {{ {panel} }};
            let mut column = 0;
            while column <= inputs {{
                let input = if column == 0 {{ inputs }} else {{ column - 1 }};
                let mut neuron = panel;
                while neuron < next {{
                    let place = start + neuron * (inputs + 1) + input;
                    {step}
                    (neuron, stored) = (neuron + 1, stored + 1);
                }}
                column += 1;
            }}
            panel = next;
        }}
        (layer, start) = (layer + 1, start + outputs * (inputs + 1));
    }}
    weights
}}"
    ));
    text.line("");
}

/// The weights as literals of the model's precision, neuron by neuron.
fn neurons(trained: &Trained) -> Vec<Vec<String>> {
    let literal = |weight: &f64| trained.model.precision.literal(*weight);
    let mut weights = trained.attempt.weights.iter();
    let mut neurons = Vec::new();
    for pair in trained.model.layers.windows(2) {
        for _ in 0..pair[1] {
            let neuron = weights.by_ref().take(pair[0] + 1);
            neurons.push(neuron.map(literal).collect());
        }
    }
    neurons
}

/// How a file is taken in.
pub(crate) fn taken_in(path: &str) -> String {
    format!("::core::include_bytes!({path:?})")
}

/// Bytes as they stand in source, in lines that begin with blanks, which do not count, and not like
/// comments.
pub(crate) fn byte_string(bytes: &[u8]) -> String {
    const LENGTH: usize = 88;
    let digit = |half: u8| {
        char::from(if half < 10 {
            b'0' + half
        } else {
            b'a' - 10 + half
        })
    };
    let mut source = String::with_capacity(bytes.len() * 4 + 3);
    source.push_str("b\"");
    let mut end = 0;
    for byte in bytes {
        let begins = source.len() >= end;
        if begins {
            source.push_str("\\\n        ");
            end = source.len() + LENGTH;
        }
        match byte {
            b'"' | b'\\' => source.extend(['\\', char::from(*byte)]),
            b' ' | b'/' if begins => source.extend(['\\', 'x', '2', digit(byte & 15)]),
            b' '..=b'~' => source.push(char::from(*byte)),
            _ => source.extend(['\\', 'x', digit(byte >> 4), digit(byte & 15)]),
        }
    }
    source.push('"');
    source
}

#[cfg(test)]
mod tests {
    use super::byte_string;

    /// What the compiler makes of one.
    fn read(source: &str) -> Vec<u8> {
        let joined: String = source.split("\\\n").map(str::trim_start).collect();
        let mut letters = joined.bytes().skip(2).peekable();
        let mut bytes = Vec::new();
        while let Some(letter) = letters.next() {
            let byte = match letter {
                b'"' => {
                    assert_eq!(letters.peek(), None);
                    return bytes;
                }
                b'\\' => match letters.next().unwrap() {
                    b'0' => 0,
                    b'x' => {
                        let digits = [letters.next().unwrap(), letters.next().unwrap()];
                        u8::from_str_radix(str::from_utf8(&digits).unwrap(), 16).unwrap()
                    }
                    itself => itself,
                },
                letter => letter,
            };
            bytes.push(byte);
        }
        panic!("it has no end");
    }

    #[test]
    fn every_byte_is_read_as_itself_in_lines_that_are_no_comments() {
        let repeated = [b' ', b'/', b'"', b'\\', 0, 255].repeat(100);
        let bytes: Vec<u8> = (0..=255).chain([b'/'; 200]).chain(repeated).collect();
        for first in 0..bytes.len() {
            let source = byte_string(&bytes[first..]);
            assert_eq!(read(&source), &bytes[first..]);
            let is_fine = |line: &str| line.len() <= 100 && !line.trim_start().starts_with('/');
            assert!(source.lines().all(is_fine), "{source}");
        }
    }
}
