//! Numbers as people read them.

/// With four digits that count, and none that are 0 at the end: `0.1234`, `1234000`, `1.234e-7`.
pub(crate) fn rounded(number: f64) -> String {
    let scientific = format!("{number:.3e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    match exponent.parse::<i32>() {
        Ok(power @ -4..=6) => {
            let decimals = (3 - power).max(0) as usize;
            trimmed(&format!("{number:.decimals$}"))
        }
        _ => format!("{}e{exponent}", trimmed(mantissa)),
    }
}

/// A share as [`rounded`] has it, with all digits where it would look like all and is not.
pub(crate) fn share(share: f64) -> String {
    match rounded(share) {
        text if text != "1" || share == 1.0 => text,
        _ => format!("{share:?}"),
    }
}

/// A share in percent, with two decimals, or more where it would look like all and is not.
pub(crate) fn percent(share: f64) -> String {
    let with = |decimals: usize| trimmed(&format!("{:.decimals$}", 100.0 * share));
    let is_honest = |decimals: &usize| with(*decimals) != "100" || share == 1.0;
    with((2..14).find(is_honest).unwrap_or(2))
}

/// Without zeros at the end of the decimals.
pub(crate) fn trimmed(digits: &str) -> String {
    let kept = match digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.'),
        false => digits,
    };
    kept.to_string()
}

#[cfg(test)]
mod tests {
    use super::{percent, rounded, share};

    #[test]
    fn numbers_are_rounded_to_four_digits() {
        for (number, text) in [
            (0.123456, "0.1235"),
            (0.25, "0.25"),
            (0.0, "0"),
            (12345.678, "12346"),
            (1.0, "1"),
            (1200.0, "1200"),
            (0.00012345, "0.0001234"),
            (-0.5, "-0.5"),
            (1.5e-7, "1.5e-7"),
            (1.23456e300, "1.235e300"),
        ] {
            assert_eq!(rounded(number), text);
        }
    }

    #[test]
    fn only_what_is_all_looks_like_all() {
        for (number, text) in [
            (0.98765, "0.9877"),
            (0.99999, "0.99999"),
            (1.0, "1"),
            (-2.5, "-2.5"),
        ] {
            assert_eq!(share(number), text);
        }
    }

    #[test]
    fn percentages_have_two_decimals_at_most() {
        for (share, text) in [
            (0.75, "75"),
            (1.0, "100"),
            (2.0 / 3.0, "66.67"),
            (0.0, "0"),
            (0.99999, "99.999"),
        ] {
            assert_eq!(percent(share), text);
        }
    }
}
