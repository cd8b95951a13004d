//! `clean`: the store without its records, and no weights beside code.

use neuralatex_core::tool::{Cleared, clear, clear_weights};
use serde_json::{Value, json};

use crate::arguments::Arguments;
use crate::cargo::Workspace;
use crate::failure::Failure;
use crate::output::Output;
use crate::table::{counted, size};

pub(crate) fn clean(arguments: &Arguments) -> Result<Output, Failure> {
    let workspace = Workspace::read(arguments)?;
    let mut targets = vec![workspace.target, workspace.build];
    targets.dedup();
    let mut stores: Vec<Cleared> = Vec::new();
    let mut weights: Vec<Cleared> = Vec::new();
    for target in &targets {
        let failed = |what: &str, error| {
            let target = target.display();
            Failure::new(format!("cannot clean the {what} of `{target}`: {error}"))
        };
        let store = clear(target).map_err(|error| failed("store", error))?;
        // One that is elsewhere is the same for all.
        if !stores.iter().any(|other| other.folder == store.folder) {
            stores.push(store);
        }
        let beside = clear_weights(target).map_err(|error| failed("weights", error))?;
        // Only large models have any.
        if beside.files > 0 || !beside.left.is_empty() {
            weights.push(beside);
        }
    }
    let all = || stores.iter().chain(&weights);
    let is_left = all().any(|cleared| !cleared.left.is_empty());
    let output = match arguments.json {
        true => {
            let values = |all: &[Cleared]| all.iter().map(value).collect::<Vec<Value>>();
            Output::json(&json!({ "stores": values(&stores), "weights": values(&weights) }))
        }
        false => Output::of(all().map(text).collect()),
    };
    Ok(output.code(u8::from(is_left)))
}

fn value(cleared: &Cleared) -> Value {
    let left = cleared.left.iter();
    let left = left.map(|(path, why)| json!({ "path": path.to_string_lossy(), "why": why }));
    json!({
        "folder": cleared.folder.to_string_lossy(),
        "files": cleared.files,
        "bytes": cleared.bytes,
        "left": left.collect::<Vec<Value>>(),
    })
}

fn text(cleared: &Cleared) -> String {
    let folder = cleared.folder.display();
    let mut text = match cleared.files {
        0 => format!("Nothing to remove in {folder}\n"),
        files => format!(
            "Removed {}, {}, in {folder}\n",
            counted(files, "file"),
            size(cleared.bytes)
        ),
    };
    for (path, why) in &cleared.left {
        text += &format!("{} is left: {why}\n", path.display());
    }
    text
}
