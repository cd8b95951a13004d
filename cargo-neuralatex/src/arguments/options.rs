//! The options that there are.

use super::Command;

/// What becomes of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    Json,
    Open,
    Help,
    Version,
    Quiet,
    /// Is for `cargo check`.
    Check,
    /// And for `cargo metadata` as well.
    Cargo,
    /// Names packages.
    Package,
}

pub(super) struct Known {
    pub(super) names: &'static [&'static str],
    pub(super) has_value: bool,
    pub(super) used: Use,
}

const fn option(names: &'static [&'static str], has_value: bool, used: Use) -> Known {
    Known {
        names,
        has_value,
        used,
    }
}

pub(super) const OPTIONS: [Known; 12] = [
    option(&["--json"], false, Use::Json),
    option(&["--open"], false, Use::Open),
    option(&["--quiet", "-q"], false, Use::Quiet),
    option(&["--help", "-h"], false, Use::Help),
    option(&["--version", "-V"], false, Use::Version),
    option(&["--manifest-path"], true, Use::Cargo),
    option(&["--offline"], false, Use::Cargo),
    option(&["--locked"], false, Use::Cargo),
    option(&["--features", "-F"], true, Use::Check),
    option(&["--all-features"], false, Use::Check),
    option(&["--no-default-features"], false, Use::Check),
    option(&["--package", "-p"], true, Use::Package),
];

impl Known {
    /// Whether a command knows it.
    pub(super) fn is_for(&self, command: Command) -> bool {
        match self.used {
            Use::Open => command == Command::Show,
            Use::Quiet | Use::Check | Use::Package => command != Command::Clean,
            _ => true,
        }
    }
}
