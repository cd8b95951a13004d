//! Files of weights: checkpoints, and those of networks that were trained elsewhere.

use std::path::{Path, is_separator};

use super::Found;
use crate::error::{Field, short};
use crate::suggest::did_you_mean;

const NAME: &str = "safetensors";

/// Whether a path is that of a safetensors file.
pub(crate) fn is_of_tensors(path: &Path) -> bool {
    other(path).is_none()
}

/// Another extension than that of safetensors files, if a path has one.
fn other(path: &Path) -> Option<String> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let is_other = !extension.eq_ignore_ascii_case(NAME);
    is_other.then(|| short(&extension))
}

fn is_mistyped(extension: &str) -> bool {
    did_you_mean(extension, &[NAME]).is_some()
}

impl Found {
    /// Whether a path is none of a file, which is told.
    fn is_no_file(&mut self, field: Field, path: &Path) -> bool {
        let what = match path.to_string_lossy().chars().next_back() {
            None => "empty",
            Some(last) if is_separator(last) => {
                "that of a folder: name a file in it, such as `model.safetensors`"
            }
            Some(_) => return false,
        };
        self.push(field, format!("the path of `{}` is {what}", field.name()));
        true
    }

    /// Any other extension is that of the paper's text, which nobody means who has mistyped this one.
    pub(super) fn checkpoint(&mut self, path: &Path) {
        if self.is_no_file(Field::Checkpoint, path) {
            return;
        }
        if let Some(extension) = other(path).filter(|extension| is_mistyped(extension)) {
            let message =
                format!("a file `.{extension}` would be the paper's text, did you mean `.{NAME}`?");
            self.push(Field::Checkpoint, message);
        }
    }

    /// Of a network that is not trained here; with the fields that are given and only a training has.
    pub(super) fn weights(&mut self, path: &Path, of_training: &[Field]) {
        if self.is_no_file(Field::Weights, path) {
            // There is no more to say of it.
        } else if let Some(extension) = other(path) {
            let found = match &extension[..] {
                "" => "one without an extension".to_string(),
                _ => format!("`.{extension}`"),
            };
            let hint = match is_mistyped(&extension) {
                true => format!("did you mean `.{NAME}`?"),
                false => {
                    let call = "safetensors.torch.save_file(model.state_dict(), path)";
                    format!("in Python `{call}` writes one")
                }
            };
            let message = format!("expected a `.{NAME}` file, found {found}; {hint}");
            self.push(Field::Weights, message);
        }
        for field in of_training {
            let message = format!("`weights` does not train: remove `{}`", field.name());
            self.push(*field, message);
        }
    }
}
