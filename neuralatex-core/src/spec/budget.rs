//! How long training may take: the words of `budget`.

use std::time::Duration;

/// A span of time; made by [`seconds`], [`minutes`] or [`hours`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    pub(crate) unit: &'static str,
    pub(crate) count: f64,
    in_seconds: f64,
}

/// So many seconds.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Arm", [2, 8, 1]).data(spiral(50)).budget(seconds(90));
/// ```
pub fn seconds(count: impl Into<f64>) -> Budget {
    Budget::new("seconds", count.into(), 1.0)
}

/// So many minutes.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Arm", [2, 8, 1]).data(spiral(50)).budget(minutes(1.5));
/// ```
pub fn minutes(count: impl Into<f64>) -> Budget {
    Budget::new("minutes", count.into(), 60.0)
}

/// So many hours.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Arm", [2, 8, 1]).data(spiral(50)).budget(hours(2));
/// ```
pub fn hours(count: impl Into<f64>) -> Budget {
    Budget::new("hours", count.into(), 3600.0)
}

impl Budget {
    fn new(unit: &'static str, count: f64, seconds: f64) -> Budget {
        Budget {
            unit,
            count,
            in_seconds: count * seconds,
        }
    }

    /// None if it is longer than clocks run.
    pub(crate) fn span(self) -> Option<Duration> {
        Duration::try_from_secs_f64(self.in_seconds).ok()
    }
}
