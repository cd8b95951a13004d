//! A Python with some packages: `python3`, or what `NEURALATEX_PYTHON` names.

use std::path::Path;
use std::process::Command;

use super::process::{LONGEST, outputs};

/// The interpreter, if it can import these; in CI it must.
pub(crate) fn python(packages: &str) -> Option<String> {
    let named = std::env::var("NEURALATEX_PYTHON");
    let python = named.clone().unwrap_or_else(|_| "python3".to_string());
    let mut imports = Command::new(&python);
    imports.args(["-c", &format!("import {packages}")]);
    let has_all = imports.output().is_ok_and(|output| output.status.success());
    let wanted = named.is_ok() || std::env::var_os("CI").is_some();
    assert!(has_all || !wanted, "`{python}` has not all of {packages}");
    if !has_all {
        eprintln!(
            "SKIPPED: `{python}` has not all of {packages}; NEURALATEX_PYTHON may name one that has"
        );
    }
    has_all.then_some(python)
}

/// What a program prints.
#[track_caller]
pub(crate) fn run(python: &str, program: &str, arguments: &[&Path]) -> Vec<u8> {
    let mut command = Command::new(python);
    command.args(["-c", program]).args(arguments);
    let output = outputs(vec![command], LONGEST).remove(0);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    output.stdout
}

/// One that can import PyTorch and what else is needed: what `NEURALATEX_TORCH_PYTHON` names, or else as
/// above; in CI it must.
pub(crate) fn torch(packages: &str) -> Option<String> {
    let names = ["NEURALATEX_TORCH_PYTHON", "NEURALATEX_PYTHON"];
    let named = names.into_iter().find_map(|name| std::env::var(name).ok());
    let python = named.unwrap_or_else(|| "python3".to_string());
    let mut imports = Command::new(&python);
    imports.args(["-c", &format!("import torch, {packages}")]);
    let has_all = imports.output().is_ok_and(|output| output.status.success());
    let wanted = ["NEURALATEX_TORCH_PYTHON", "CI"].map(std::env::var_os);
    let lacks = format!("`{python}` has not all of PyTorch, {packages}; NEURALATEX_TORCH_PYTHON");
    assert!(
        has_all || wanted == [None, None],
        "{lacks} names one that has"
    );
    if !has_all {
        eprintln!("SKIPPED: {lacks} may name one that has");
    }
    has_all.then_some(python)
}
