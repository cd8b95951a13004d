//! `cargo neuralatex`: lists, saves and verifies the models that a workspace trains while it compiles.
//!
//! It reads no specification. It has Cargo check the workspace and asks the doors, which write an answer for
//! each model: see `NEURALATEX_TASK` in `neuralatex-core`.

mod answer;
mod arguments;
mod cargo;
mod clean;
mod export;
mod failure;
mod folder;
mod help;
mod list;
mod names;
mod output;
mod package;
mod plot;
mod save;
mod show;
mod table;
mod task;
mod verify;

use std::process::ExitCode;

use arguments::{Arguments, Command, Request};
use failure::Failure;
use output::Output;

fn main() -> ExitCode {
    match run() {
        Ok(output) => output.print(),
        Err(failure) => failure.tell(),
    }
}

fn run() -> Result<Output, Failure> {
    let arguments = match arguments::read(std::env::args_os().skip(1))? {
        Request::Help(command) => return Ok(Output::of(help::text(command))),
        Request::Version => {
            let version = env!("CARGO_PKG_VERSION");
            return Ok(Output::of(format!("cargo-neuralatex {version}\n")));
        }
        Request::Do(arguments) => arguments,
    };
    let Arguments { command, .. } = arguments;
    match command {
        Command::List => list::list(&arguments),
        Command::Save => save::save(&arguments),
        Command::Verify => verify::verify(&arguments),
        Command::Show => show::show(&arguments),
        Command::Export => export::export(&arguments),
        Command::Clean => clean::clean(&arguments),
    }
}
