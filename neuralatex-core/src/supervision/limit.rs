//! How long a training may take: as `NEURALATEX_BUDGET` says, or the model, or ten minutes in builds.

use std::time::Duration;

use crate::environment::{pass_over, variable};
use crate::spec::budget::Budget;

/// A bound, and who has set it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Limit {
    pub(crate) time: Duration,
    pub(crate) by_variable: bool,
}

const VARIABLE: &str = "NEURALATEX_BUDGET";
const OF_BUILDS: Duration = Duration::from_secs(600);

impl Limit {
    /// That of a model with this budget; none if it may take as long as it takes.
    pub(super) fn of(budget: Option<Budget>, is_build: bool) -> Option<Limit> {
        let asked = variable(VARIABLE).and_then(|value| {
            let read = read(&value);
            if read.is_none() {
                let expected = "expected seconds, or such as `90s`, `10m`, `2h`, or `off`";
                pass_over(VARIABLE, &value, expected);
            }
            read
        });
        let time = match (asked, budget) {
            (Some(time), _) => time,
            (None, Some(budget)) => budget.span(),
            (None, None) => is_build.then_some(OF_BUILDS),
        };
        time.map(|time| Limit {
            time,
            by_variable: asked.is_some(),
        })
    }
}

/// What a value says, if it makes sense.
fn read(value: &str) -> Option<Option<Duration>> {
    if value == "off" {
        return Some(None);
    }
    let end = value.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = match &value[end.len()..] {
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let seconds = end.trim_end().parse::<f64>().ok()? * unit;
    let is_sound = seconds > 0.0 && seconds.is_finite();
    is_sound.then(|| Duration::try_from_secs_f64(seconds).ok())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Limit, OF_BUILDS, read};
    use crate::spec::budget::{hours, seconds};

    #[test]
    fn values_of_the_variable_are_times() {
        for (value, seconds) in [
            ("90", 90.0),
            ("90s", 90.0),
            ("1.5", 1.5),
            ("10m", 600.0),
            ("10 m", 600.0),
            ("2h", 7200.0),
        ] {
            let time = Duration::from_secs_f64(seconds);
            assert_eq!(read(value), Some(Some(time)), "{value}");
        }
        assert_eq!(read("off"), Some(None));
        assert_eq!(read("1e300"), Some(None), "longer than clocks run");
        for value in [
            "0", "-1", "nan", "inf", "1d", "m", "s", "10min", "on", "1,5", "é", "1e999",
        ] {
            assert_eq!(read(value), None, "{value}");
        }
    }

    #[test]
    fn only_builds_are_bounded_by_default() {
        let time = |budget, is_build| Limit::of(budget, is_build).map(|limit| limit.time);
        assert_eq!(time(None, false), None);
        assert_eq!(time(None, true), Some(OF_BUILDS));
        for is_build in [true, false] {
            assert_eq!(
                time(Some(seconds(1.5)), is_build),
                Some(Duration::from_millis(1500))
            );
            assert_eq!(
                time(Some(hours(1)), is_build),
                Some(Duration::from_secs(3600))
            );
            assert_eq!(time(Some(hours(1e300)), is_build), None);
        }
    }
}
