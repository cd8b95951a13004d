//! A file that may not be read is an error that says so, also where the superuser runs the tests.
#![cfg(unix)]

#[path = "common/mistakes.rs"]
mod mistakes;
#[path = "common/reading.rs"]
mod reading;

use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::Command;

use mistakes::assert_one;
use neuralatex_core::prelude::*;
use reading::{Folder, reader};

/// Names the file in the process that is to read it.
const FILE: &str = "NEURALATEX_TEST_UNREADABLE";

/// A user without rights.
const NOBODY: u32 = 65_534;

fn assert_refused(file: &OsStr) {
    let words = ["rows.csv`: cannot be read: ", "ermission denied"];
    assert_one(reader(csv(file).label("y")), &words);
    assert_one(reader(idx(file, file)), &words);
}

/// Who may read every file has another user try, in a folder that both can reach.
#[test]
fn a_file_that_may_not_be_read_is_told() {
    if let Some(file) = std::env::var_os(FILE) {
        return assert_refused(&file);
    }
    let name = format!("neuralatex-permission-{}", std::process::id());
    let folder = Folder(std::env::temp_dir().join(name));
    let _ = fs::remove_dir_all(&folder.0);
    fs::create_dir(&folder.0).unwrap();
    let file = folder.file("rows.csv", "a,y\n1,0\n2,1\n");
    let program = folder.0.join("program");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    for (path, mode) in [(&folder.0, 0o755), (&program, 0o755), (&file, 0o000)] {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }
    let mut command = Command::new(program);
    command.args(["--exact", "a_file_that_may_not_be_read_is_told"]);
    command.env(FILE, &file).current_dir(&folder.0);
    if File::open(&file).is_ok() {
        command.uid(NOBODY).gid(NOBODY);
    }
    let output = command.output();
    fs::remove_dir_all(&folder.0).unwrap();
    let output = output.unwrap_or_else(|error| {
        panic!(
            "a copy of this program cannot be run by user {NOBODY} in the temporary folder: {error}"
        )
    });
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && told.contains("1 passed"),
        "{told}"
    );
}
