//! Makes the PDF of the paper from what `build.rs` trained, drew and counted.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs, io};

include!(concat!(env!("OUT_DIR"), "/arm.rs"));

const REPORT: &str = concat!(env!("OUT_DIR"), "/report");
const CRATE: &str = env!("CARGO_MANIFEST_DIR");

fn main() -> ExitCode {
    println!("{} of {} correct", Arm::CORRECT, Arm::EVALUATED);
    match pdf() {
        Ok(path) => {
            println!("{}", path.display());
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Beside this program, which is below the target directory.
fn pdf() -> Result<PathBuf, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let folder = program.with_file_name("pdf");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    // Figures have their numbers in the second run.
    for _ in 0..2 {
        pdflatex(&folder)?;
    }
    Ok(folder.join("paper.pdf"))
}

fn pdflatex(folder: &Path) -> Result<(), String> {
    let output = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error"])
        .arg("-output-directory")
        .arg(folder)
        .arg("paper.tex")
        .current_dir(CRATE)
        // The report has a paper of its own, so the crate stands first.
        .env("TEXINPUTS", format!(".:{REPORT}:"))
        .output();
    match output {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            let log = String::from_utf8_lossy(&output.stdout).into_owned();
            let lines: Vec<&str> = log.lines().collect();
            let end = &lines[lines.len().saturating_sub(30)..];
            Err(format!("LaTeX failed:\n{}", end.join("\n")))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err("pdflatex is not there: apt-get install texlive-pictures lmodern".to_string())
        }
        Err(error) => Err(format!("pdflatex cannot be run: {error}")),
    }
}
