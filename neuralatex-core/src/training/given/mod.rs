//! A network that was trained elsewhere: the weights of a safetensors file, in the paper's order.
//!
//! The layers are linear ones as PyTorch has them: `<layer>.weight` of shape [outputs, inputs], and
//! `<layer>.bias` of [outputs]; what a checkpoint of ours has besides is passed over. A layer without
//! biases, which PyTorch makes with `bias=False`, has biases of 0.

mod names;
#[cfg(test)]
mod tests;

use std::io::Read;
use std::path::Path;

use super::checkpoint::{change, list};
use super::file_kind::{FileKind, is_ours};
use crate::data::{self, Examples, Header, Task};
use crate::error::{Field, Problem, short, some};
use crate::files;
use crate::safetensors::{File, Tensor, Wrong};
use crate::spec::loss::Loss;
use crate::spec::{Model, Precision, parameters};

/// What a file gives.
#[derive(Debug)]
pub(crate) struct Given {
    /// As exact as they stand there.
    pub(crate) weights: Vec<f64>,
    /// Whether normalisation is part of them, as the metadata says.
    pub(crate) is_folded: bool,
    /// Whether it says too which rows they were trained on, which are those of the model.
    pub(crate) knows_rows: bool,
}

/// What the rows of a model are.
#[derive(Clone, Copy)]
pub(crate) struct Of<'d> {
    pub(crate) examples: &'d Examples,
    pub(crate) header: Option<&'d Header>,
    pub(crate) task: &'d Task,
    /// What they are trained with: what scores mean.
    pub(crate) loss: &'d Loss,
}

/// The weights of a file for a model whose layers have these sizes, and whose rows are these, if they could be
/// read.
pub(crate) fn read(
    path: &Path,
    model: &Model,
    layers: &[usize],
    rows: Option<Of<'_>>,
) -> Result<Given, Problem> {
    let given = content(path).and_then(|content| of_content(&content, model, layers, rows));
    given.map_err(|what| {
        let message = format!("the weights `{}` cannot be used: {what}", path.display());
        Problem::new(Field::Weights, message)
    })
}

fn content(path: &Path) -> Result<Vec<u8>, String> {
    let (file, size) = files::open(path, u64::MAX)?;
    if size > files::MOST_OF_WEIGHTS {
        return Err(format!("it has {size} bytes, more than any network"));
    }
    let mut content = Vec::with_capacity(size as usize);
    let read = file.take(size).read_to_end(&mut content);
    read.map_err(|error| format!("cannot be read: {error}"))?;
    Ok(content)
}

fn of_content(
    content: &[u8],
    model: &Model,
    layers: &[usize],
    rows: Option<Of<'_>>,
) -> Result<Given, String> {
    // Those of a checkpoint, with what the optimiser remembers and lists of epochs.
    let file = FileKind::read(content, 6 * layers.len(), check_kind)?;
    let is_folded = file.field("neuralatex.normalize") == Some("folded");
    let found = names::layers(&file.tensors)?;
    let sizes: Vec<String> = layers.iter().map(usize::to_string).collect();
    let sizes = short(&sizes.join("-"));
    if found.len() + 1 != layers.len() {
        let names: Vec<String> = found.iter().map(|layer| layer.name.to_string()).collect();
        let (expected, count) = (layers.len() - 1, names.len());
        let mut what = format!("expected {expected}, for {sizes}, found {count}");
        if count > 0 {
            what += &format!(": {}", some(&names));
        }
        return Err(Wrong::new("layers", what).into());
    }
    let mut wrong = Vec::new();
    for (layer, pair) in found.iter().zip(layers.windows(2)) {
        let weight = misfit(&file.tensors[layer.weight], &[pair[1], pair[0]], &sizes);
        let bias = layer.bias.map(|bias| &file.tensors[bias]);
        let bias = bias.and_then(|bias| misfit(bias, &[pair[1]], &sizes));
        wrong.extend(weight.into_iter().chain(bias));
    }
    all(wrong)?;
    check_origin(&file, model, is_folded)?;
    let mut knows_rows = false;
    if let Some(rows) = rows {
        check_names(&file, rows)?;
        check_loss(&file, rows.loss)?;
        knows_rows = check_rows(&file, rows.examples)?;
    }
    let bytes = file.bytes()?;
    let mut weights = vec![0.0; parameters(layers)];
    let mut rest = &mut weights[..];
    for (layer, pair) in found.iter().zip(layers.windows(2)) {
        let inputs = pair[0];
        let (own, others) = rest.split_at_mut((inputs + 1) * pair[1]);
        rest = others;
        let mut fill = |place: usize, columns: usize, offset: usize| {
            let tensor = &file.tensors[place];
            let numbers = tensor.known_kind()?.numbers(bytes[place]);
            let places = own.chunks_mut(inputs + 1);
            let places = places.flat_map(|neuron| &mut neuron[offset..offset + columns]);
            for (index, (number, place)) in numbers.zip(places).enumerate() {
                *place = held(number, model.precision).map_err(|what| {
                    tensor.wrong(format!("at {} {what}", tensor.index_of(index)))
                })?;
            }
            Ok::<_, Wrong>(())
        };
        fill(layer.weight, inputs, 0)?;
        layer.bias.map_or(Ok(()), |bias| fill(bias, 1, inputs))?;
    }
    Ok(Given {
        weights,
        is_folded,
        knows_rows,
    })
}

/// That a file may hold the weights of a network that was trained.
fn check_kind(kind: FileKind) -> Result<(), String> {
    match kind {
        FileKind::Checkpoint | FileKind::Network | FileKind::Other => Ok(()),
        FileKind::Useless(what) => Err(format!("it is {what}")),
    }
}

/// That a file of ours, for other tools or a checkpoint, is of such a network: its numbers alone would not tell.
fn check_origin(file: &File<'_>, model: &Model, is_folded: bool) -> Result<(), Wrong> {
    let activations = list(&model.activations());
    if let Some(then) = file.field("neuralatex.activations")
        && !words(then).eq(words(&activations))
    {
        // Anybody may have written it: no more than is shown.
        let then: String = words(then).take(100).collect();
        let what = change("activation", &then.replace(',', ", "), &activations);
        return Err(Wrong::new("`activation`", what));
    }
    let fields = [
        ("activation", activations),
        ("normalize", model.normalize.to_string()),
    ];
    if let Some(then) = file.field("neuralatex.normalize")
        && !is_folded
        && then != fields[1].1
    {
        return Err(Wrong::new(
            "`normalize`",
            change("normalize", then, &fields[1].1),
        ));
    }
    let fields = fields.iter().take(if is_folded { 1 } else { 2 });
    for (name, now) in fields.filter(|_| is_ours(file)) {
        if let Some(then) = file.field(name).filter(|then| then != now) {
            return Err(Wrong::new(format!("`{name}`"), change(name, then, now)));
        }
    }
    Ok(())
}

/// That the inputs and answers of a network, where a file of ours names them, stand in the order of those of the rows.
fn check_names(file: &File<'_>, rows: Of<'_>) -> Result<(), Wrong> {
    for (field, now) in data::names_of(rows.header, rows.task) {
        if let Some(then) = file.field(field).filter(|then| *then != now) {
            let what = field.trim_start_matches("neuralatex.");
            let (then, now) = (short(then), short(&now));
            return Err(Wrong::new(
                "`data`",
                format!(
                    "the {what} of the network are {then}, but those of `data` are {now}, with which it would mix them up"
                ),
            ));
        }
    }
    Ok(())
}

/// That a file from an export, or a checkpoint, was trained with the loss that now says what scores mean.
fn check_loss(file: &File<'_>, loss: &Loss) -> Result<(), Wrong> {
    let then = match is_ours(file) {
        true => file.field("loss"),
        false => file.field("neuralatex.loss"),
    };
    let now = loss.in_full();
    match then.filter(|then| *then != now) {
        Some(then) => Err(Wrong::new("`loss`", change("loss", then, &now))),
        None => Ok(()),
    }
}

/// That a file from an export, or a checkpoint, is of the rows that are trained on now. Of others, some that are
/// evaluated may have been trained on, and normalisation would be another. False if the file does not tell.
fn check_rows(file: &File<'_>, rows: &Examples) -> Result<bool, Wrong> {
    let then = match is_ours(file) {
        true => file.field("data"),
        false => file.field("neuralatex.rows"),
    };
    match then {
        Some(then) if then != rows.digest() => Err(Wrong::new(
            "`data`",
            "the file is of other rows: keep `data`, `eval`, `precision` and `seed`, which says what is held out, as \
             they were when it was trained or exported, or do that again",
        )),
        then => Ok(then.is_some()),
    }
}

/// The letters of words with commas between them, or of a list of JSON.
fn words(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|letter| !"[]\" ".contains(*letter))
}

/// That a tensor is not of this shape, or not of floating-point numbers.
fn misfit(tensor: &Tensor<'_>, expected: &[usize], sizes: &str) -> Option<Wrong> {
    if let Err(wrong) = tensor.known_kind() {
        return Some(wrong);
    }
    let found = &tensor.shape;
    let is_turned = found.len() == 2 && found.iter().rev().eq(expected);
    let hint = match is_turned {
        true => "; it is transposed: PyTorch has the outputs first",
        false => "",
    };
    let what = format!("expected the shape {expected:?}, for {sizes}, found {found:?}{hint}");
    (found != expected).then(|| tensor.wrong(what))
}

/// A number that the precision can hold.
fn held(number: f64, precision: Precision) -> Result<f64, String> {
    if !number.is_finite() {
        return Err(format!("expected a finite number, found {number:?}"));
    }
    match precision.round(number).is_finite() {
        true => Ok(number),
        false => Err(format!(
            "expected a number that `{}` can hold, found {number:?}; try `precision: f64`",
            precision.name()
        )),
    }
}

/// The first few of all mistakes as one, if there is any.
fn all(wrong: Vec<Wrong>) -> Result<(), Wrong> {
    const FEW: usize = 4;
    let more = wrong.len().saturating_sub(FEW);
    let mut wrong = wrong.into_iter();
    let Some(Wrong { place, mut what }) = wrong.next() else {
        return Ok(());
    };
    for Wrong { place, what: other } in wrong.take(FEW - 1) {
        what += &format!("; {place}: {other}");
    }
    if more > 0 {
        what += &format!("; and {more} more");
    }
    Err(Wrong { place, what })
}
