//! Which files of the folder are ours: others may have theirs there, if they name it.

use super::{COUNTER, KINDS, TURN};

/// Of files beside records.
pub(super) const LOCK: &str = "lock";
pub(super) const TEMPORARY: &str = "tmp";

/// What kind of file it is, by its name: a digest and an extension, or one of a few names.
pub(super) fn kind(name: &str) -> Option<&str> {
    const DIGITS: usize = 64;
    if [COUNTER, TURN].contains(&name) {
        return Some("");
    }
    let (digest, rest) = name.split_at_checked(DIGITS)?;
    let (_, kind) = rest.rsplit_once('.')?;
    let is_ours = digest.bytes().all(|digit| digit.is_ascii_hexdigit())
        && rest.starts_with('.')
        && (KINDS.contains(&kind) || [LOCK, TEMPORARY].contains(&kind));
    is_ours.then_some(kind)
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
