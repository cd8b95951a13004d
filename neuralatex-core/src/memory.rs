//! How much memory a model may take: 4 GiB, or what `NEURALATEX_MEMORY` says.
//!
//! Stages that need much tell how much before they ask for it. docs.rs gives a build 6 GiB, and more
//! is a slip of the keyboard on most machines.

use crate::environment;

const VARIABLE: &str = "NEURALATEX_MEMORY";
const DEFAULT: u64 = 4 << 30;
const UNITS: [(&str, u32); 3] = [("GiB", 30), ("MiB", 20), ("KiB", 10)];

/// Texts, and what is as small, of which nobody keeps account.
pub(crate) const BESIDE: u64 = 32 << 10;

/// The most bytes that a model may take.
pub(crate) fn limit() -> u64 {
    let Some(value) = environment::variable(VARIABLE) else {
        return DEFAULT;
    };
    understood(&value).unwrap_or_else(|| {
        let expected = "expected a size such as `8GiB` or `512MiB`, or `off`";
        environment::pass_over(VARIABLE, &value, expected);
        DEFAULT
    })
}

fn understood(value: &str) -> Option<u64> {
    if value == "off" {
        return Some(u64::MAX);
    }
    let (number, shift) = UNITS
        .into_iter()
        .find_map(|(unit, shift)| Some((value.strip_suffix(unit)?, shift)))?;
    let number: u64 = number.trim_end().parse().ok()?;
    number.checked_shl(shift).filter(|bytes| {
        // None, or more than any number can tell, is no limit that anybody means.
        *bytes > 0 && bytes >> shift == number
    })
}

/// What to say of bytes that are above the limit; nothing if they are not.
pub(crate) fn refusal(bytes: u64) -> Option<Refusal> {
    let limit = limit();
    (bytes > limit).then(|| Refusal {
        needed: size(bytes),
        limit: size(limit),
        way_out: format!("`{VARIABLE}={}` allows it", enough(bytes)),
    })
}

/// The words of an error.
pub(crate) struct Refusal {
    pub(crate) needed: String,
    pub(crate) limit: String,
    /// What makes the limit high enough.
    pub(crate) way_out: String,
}

/// `1.5 GiB`.
pub(crate) fn size(bytes: u64) -> String {
    let (unit, shift) = UNITS
        .into_iter()
        .find(|(_, shift)| bytes >> shift > 0)
        .unwrap_or(UNITS[UNITS.len() - 1]);
    let number = format!("{:.1}", bytes as f64 / (1_u64 << shift) as f64);
    format!("{} {unit}", number.trim_end_matches(".0"))
}

/// The least limit in whole units that is not below.
fn enough(bytes: u64) -> String {
    let (unit, shift) = match bytes >> 30 {
        0 => ("MiB", 20),
        _ => ("GiB", 30),
    };
    format!("{}{unit}", bytes.div_ceil(1 << shift))
}

#[cfg(test)]
mod tests {
    use super::{enough, size, understood};

    #[test]
    fn sizes_have_units() {
        assert_eq!(understood("8GiB"), Some(8 << 30));
        assert_eq!(understood("512 MiB"), Some(512 << 20));
        assert_eq!(understood("1KiB"), Some(1024));
        assert_eq!(understood("off"), Some(u64::MAX));
        for value in [
            "",
            "8",
            "8GB",
            "GiB",
            "-1GiB",
            "0MiB",
            "1.5GiB",
            "99999999999GiB",
            "no",
        ] {
            assert_eq!(understood(value), None, "{value}");
        }
    }

    #[test]
    fn sizes_are_told_in_units_that_fit() {
        for (bytes, told, allowed) in [
            (4 << 30, "4 GiB", "4GiB"),
            ((4 << 30) + 1, "4 GiB", "5GiB"),
            (3 << 29, "1.5 GiB", "2GiB"),
            (512 << 20, "512 MiB", "512MiB"),
            (100, "0.1 KiB", "1MiB"),
            (u64::MAX, "17179869184 GiB", "17179869184GiB"),
        ] {
            assert_eq!(size(bytes), told);
            assert_eq!(enough(bytes), allowed);
        }
    }
}
