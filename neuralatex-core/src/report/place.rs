//! Where a report goes: `neuralatex/<crate>/<Model>` in the target directory.

use std::path::PathBuf;

use crate::digest::sha256;
use crate::environment::is_on;
use crate::surroundings::{
    crate_name, is_in_documentation, is_in_editor, is_of_dependency, target_directory,
};

/// The folder of all reports, and that of the crate which is being compiled; `None` if none is wanted.
pub(super) fn folders() -> Option<(PathBuf, PathBuf)> {
    if !is_on("NEURALATEX_REPORT", true)
        || is_in_editor()
        || is_in_documentation()
        || is_of_dependency()
    {
        return None;
    }
    let root = target_directory()?.join("neuralatex");
    let folder = root.join(crate_name()?);
    Some((root, folder))
}

/// The name of a model as that of a folder: not longer than file systems allow.
pub(super) fn folder_name(model: &str) -> String {
    const LONGEST: usize = 120;
    if model.len() <= LONGEST {
        return model.to_string();
    }
    let end = (0..=LONGEST).rev().find(|end| model.is_char_boundary(*end));
    let digest = sha256(model.as_bytes());
    format!("{}-{}", &model[..end.unwrap_or(0)], &digest[..16])
}

#[cfg(test)]
mod tests {
    use super::folder_name;

    #[test]
    fn folders_have_names_that_file_systems_allow() {
        assert_eq!(folder_name("Spiral"), "Spiral");
        let long = "ß".repeat(200);
        let other = long.clone() + "x";
        assert!(folder_name(&long).len() <= 140);
        assert_ne!(folder_name(&long), folder_name(&other));
    }
}
