//! Which files of the folder are ours: others may have theirs there, if they name it.

use super::{COUNTER, KINDS, TURN};
use crate::files::{self, TEMPORARY};

/// Of files beside records.
pub(super) const LOCK: &str = "lock";

/// What kind of file it is, by its name: a digest and an extension, or one of a few names.
pub(super) fn kind(name: &str) -> Option<&str> {
    match [COUNTER, TURN].contains(&name) {
        true => Some(""),
        false => files::kind_beside_digest(name)
            .filter(|kind| KINDS.contains(kind) || [LOCK, TEMPORARY].contains(kind)),
    }
}

#[cfg(test)]
mod tests {
    use super::kind;

    #[test]
    fn only_files_that_are_named_by_a_digest_are_ours() {
        let digest = "0123456789abcdef".repeat(4);
        for end in ["training", "code", "state", "lock", "code.0f.tmp"] {
            let expected = end.rsplit('.').next();
            assert_eq!(kind(&format!("{digest}.{end}")), expected, "{end}");
            assert_eq!(kind(&format!("Cargo.{end}")), None, "{end}");
            assert_eq!(kind(&format!("{digest}0.{end}")), None, "{end}");
        }
        assert!(kind("trainings.log").is_some() && kind("progress.lock").is_some());
        for other in ["", "notes.txt", "trainings.log.old", &digest] {
            assert_eq!(kind(other), None, "{other}");
        }
        assert_eq!(kind(&format!("{digest}.txt")), None);
        assert_eq!(kind(&("ß".repeat(40) + ".code")), None);
    }
}
