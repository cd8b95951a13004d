//! What the engine and the training do, on standard error, when `NEURALATEX_LOG` asks.
//!
//! `low`: losses and steps; `med`: also how graphs are built; `high`: also every local
//! derivative. Off by default, and then no message is even formatted.

use std::sync::OnceLock;
use std::time::Duration;

use crate::environment;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Level {
    Off,
    Low,
    Med,
    High,
}

/// The level that the environment asks for, read once for each process.
pub(crate) fn level() -> Level {
    static LEVEL: OnceLock<Level> = OnceLock::new();
    *LEVEL.get_or_init(|| {
        let Some(value) = environment::variable("NEURALATEX_LOG") else {
            return Level::Off;
        };
        match value.to_lowercase().as_str() {
            "off" => Level::Off,
            "low" => Level::Low,
            "med" => Level::Med,
            "high" => Level::High,
            _ => {
                let expected = "expected `off`, `low`, `med` or `high`";
                environment::pass_over("NEURALATEX_LOG", &value, expected);
                Level::Off
            }
        }
    })
}

/// `log!(Low, "…", …)` prints a message if the level is at least that high.
macro_rules! log {
    ($level:ident, $($message:tt)+) => {
        if $crate::log::level() >= $crate::log::Level::$level {
            eprintln!("DEBUG: {}", format_args!($($message)+));
        }
    };
}
pub(crate) use log;

/// Tells what the macro took. For the macro.
#[doc(hidden)]
pub fn log_expansion(time: Duration) {
    log!(
        Low,
        "train!: Expanded in {:.2} ms",
        time.as_secs_f64() * 1e3
    );
}
