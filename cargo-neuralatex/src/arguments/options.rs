//! The options that there are.

use super::Command;

/// What becomes of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    Json,
    Open,
    /// Names the folder of an export.
    To,
    Help,
    Version,
    Quiet,
    /// Is for `cargo check`.
    Check,
    /// Is for it, too, and says what it is to check.
    Select,
    /// Is for `cargo metadata` as well.
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

pub(super) const OPTIONS: [Known; 26] = [
    option(&["--json"], false, Use::Json),
    option(&["--open"], false, Use::Open),
    option(&["--to"], true, Use::To),
    option(&["--quiet", "-q"], false, Use::Quiet),
    option(&["--help", "-h"], false, Use::Help),
    option(&["--version", "-V"], false, Use::Version),
    option(&["--manifest-path"], true, Use::Cargo),
    option(&["--offline"], false, Use::Cargo),
    option(&["--locked"], false, Use::Cargo),
    option(&["--features", "-F"], true, Use::Check),
    option(&["--all-features"], false, Use::Check),
    option(&["--no-default-features"], false, Use::Check),
    option(&["--target"], true, Use::Check),
    option(&["--release", "-r"], false, Use::Check),
    option(&["--profile"], true, Use::Check),
    option(&["--package", "-p"], true, Use::Package),
    option(&["--lib"], false, Use::Select),
    option(&["--bins"], false, Use::Select),
    option(&["--bin"], true, Use::Select),
    option(&["--examples"], false, Use::Select),
    option(&["--example"], true, Use::Select),
    option(&["--tests"], false, Use::Select),
    option(&["--test"], true, Use::Select),
    option(&["--benches"], false, Use::Select),
    option(&["--bench"], true, Use::Select),
    option(&["--all-targets"], false, Use::Select),
];

impl Known {
    /// Whether a command knows it.
    pub(super) fn is_for(&self, command: Command) -> bool {
        match self.used {
            Use::Open => command == Command::Show,
            Use::To => command == Command::Export,
            Use::Quiet | Use::Check | Use::Select | Use::Package => command != Command::Clean,
            _ => true,
        }
    }
}
