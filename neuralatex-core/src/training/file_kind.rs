//! What a file is, as far as it tells: for checkpoints and for weights from elsewhere, each of which may be named
//! where the other belongs, and is not to be lost for it.

use crate::safetensors::{File, TRAINED, Wrong};

/// What the field `format` of our files begins with.
const OURS: &str = "neuralatex ";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FileKind {
    /// One of ours, or what may be left of it.
    Checkpoint,
    /// A network that was trained.
    Network,
    /// Some tensors.
    Other,
    /// What is of use to nobody: what it is, and what to do with it.
    Useless(&'static str),
}

/// The start weights of an export.
const START: &str = "a file of the start weights of an export, which were not trained: run its `train.py`, and name \
                     the `weights.safetensors` that it writes as `weights`";

/// The rows of an export.
const ROWS: &str = "a file of the rows of an export, not of weights: run its `train.py`, and name the \
                    `weights.safetensors` that it writes as `weights`";

/// What the script of an export has kept in order to go on.
const STATE: &str = "the state of an export's `train.py` that was interrupted, which goes on from it where it was: let \
                     it end, and name the `weights.safetensors` that it writes as `weights`";

const TORCH: &str = "a ZIP or a pickle, such as `torch.save` writes: in Python \
                     `safetensors.torch.save_file(model.state_dict(), path)` writes what `weights` takes";

const ONNX: &str =
    "an ONNX model, of which `weights` takes none: write the network's tensors as safetensors";

const POINTER: &str = "a pointer of Git LFS, which stands in for a file that was not fetched: `git lfs pull` brings it";

impl FileKind {
    /// The header of a file of which so many tensors are expected, once its kind is checked.
    pub(super) fn read<E: From<Wrong>>(
        bytes: &[u8],
        expected: usize,
        check: fn(FileKind) -> Result<(), E>,
    ) -> Result<File<'_>, E> {
        if let Some(what) = other_format(bytes) {
            check(FileKind::Useless(what))?;
        }
        let file = File::read(bytes, expected)?;
        check(FileKind::of(&file))?;
        Ok(file)
    }

    fn of(file: &File<'_>) -> FileKind {
        let is_any = |is: fn(&str) -> bool| file.tensors.iter().any(|tensor| is(&tensor.name));
        match file.field(TRAINED) {
            Some("no") => FileKind::Useless(START),
            Some("partly") => FileKind::Useless(STATE),
            _ if is_ours(file) || file.tensors.is_empty() => FileKind::Checkpoint,
            _ if is_any(|name| name == "losses") => FileKind::Checkpoint,
            _ if is_any(|name| name == "train.inputs") => FileKind::Useless(ROWS),
            _ if is_any(|name| name == "weight" || name.ends_with(".weight")) => FileKind::Network,
            _ => FileKind::Other,
        }
    }
}

/// What a file is that does not begin as ours do, if its first bytes tell.
fn other_format(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        _ if has_header(bytes) => None,
        [b'P', b'K', 3, 4, ..] | [0x80, 2 | 3, 0x8a, ..] | [0x80, 4 | 5, 0x95, ..] => Some(TORCH),
        // The version, and who made it.
        [8, 1..=99, 0x12, ..] => Some(ONNX),
        _ if bytes.starts_with(b"version https://git-lfs") => Some(POINTER),
        _ => None,
    }
}

/// Whether a file says that it is a checkpoint of ours.
pub(super) fn is_ours(file: &File<'_>) -> bool {
    file.field("format")
        .is_some_and(|format| format.starts_with(OURS))
}

/// Whether a file begins as safetensors do, be they cut short: with the length of a header, or with the header.
pub(super) fn has_header(bytes: &[u8]) -> bool {
    let fits = |length: &[u8; 8]| u64::from_le_bytes(*length) <= bytes.len() as u64;
    bytes.first_chunk().is_none_or(fits) || bytes.get(8).is_none_or(|byte| *byte == b'{')
}

/// Whether nothing else is lost with the content of a file: one that says that it is ours, as far as it can be
/// read, or is weights, a number of epochs and losses as the paper's is, or as far as it goes, or is empty.
pub fn may_be_checkpoint(content: &[u8]) -> bool {
    let ours = format!(r#""format":"{OURS}"#);
    let is_digit = u8::is_ascii_digit;
    let is_sign = |byte: &u8| b"+-.,eE".contains(byte);
    let mut lines = content.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let mut next = || lines.next().unwrap_or_default();
    let (weights, epochs, losses) = (next(), next(), next());
    let is_text = weights.iter().any(is_digit)
        && weights
            .iter()
            .all(|byte| is_digit(byte) || is_sign(byte) || *byte == b' ')
        && epochs.iter().all(is_digit)
        && (losses.is_empty() || losses.starts_with(b"("))
        && lines.all(<[u8]>::is_empty);
    let mut parts = content.windows(ours.len());
    content.is_empty() || is_text || parts.any(|part| part == ours.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::may_be_checkpoint;

    #[test]
    fn only_what_may_be_a_checkpoint_is_written_over() {
        for (content, may_be) in [
            ("[package]\nname = \"a\"\n", false),
            ("fn main() {}", false),
            ("a,b,kind\n1,2,3\n", false),
            ("\n# Notes\n", false),
            ("1,2,3\n4,5,6\n", false),
            ("1\n2\n3\n", false),
            ("1\n2\n\n4\n", false),
            ("0.25\n35\n(1,0.97)\nNotes\n", false),
            ("0.25,-1.5e-3\n35\n(1,0.97)\n", true),
            ("0.25,-1.5e-3\n", true),
            ("", true),
            ("{\"__metadata__\":{\"format\":\"neuralatex 3\"", true),
            ("{\"__metadata__\":{\"format\":\"pt\"", false),
        ] {
            assert_eq!(may_be_checkpoint(content.as_bytes()), may_be, "{content}");
        }
    }
}
