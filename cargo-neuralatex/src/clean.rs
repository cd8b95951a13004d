//! `clean`: the store without its records.

use neuralatex_core::tool::{Cleared, clear};
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
    let mut all: Vec<Cleared> = Vec::new();
    for target in &targets {
        let cleared = clear(target).map_err(|error| {
            let target = target.display();
            Failure::new(format!("cannot clean the store of `{target}`: {error}"))
        })?;
        // One that is elsewhere is the same for all.
        if !all.iter().any(|other| other.folder == cleared.folder) {
            all.push(cleared);
        }
    }
    let is_left = all.iter().any(|cleared| !cleared.left.is_empty());
    let output = match arguments.json {
        true => {
            let stores: Vec<Value> = all.iter().map(value).collect();
            Output::json(&json!({ "stores": stores }))
        }
        false => Output::of(all.iter().map(text).collect()),
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
