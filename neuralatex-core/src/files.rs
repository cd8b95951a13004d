//! Files: written so that nobody ever sees half of one, and opened with care.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::digest::Sha256;
use crate::error::{Error, Result};
use crate::suggest::did_you_mean;

/// Replaces a file by new content in one step: what was there stays whole until the new content
/// is safely on the disk beside it. A file that has this content already is left alone.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<()> {
    renew(path, content, true)
}

/// The same without waiting for the disk: for what can be made again.
pub(crate) fn write_lightly(path: &Path, content: &[u8]) -> Result<()> {
    renew(path, content, false)
}

fn renew(path: &Path, content: &[u8], waits: bool) -> Result<()> {
    // Neither a link nor a pipe, which would be waited for, is left alone.
    let is_file = fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
    match is_file && fs::read(path).is_ok_and(|old| old == content) {
        true => Ok(()),
        false => replace(path, content, waits).map_err(|error| Error::write(path, &error)),
    }
}

/// Replaces whatever there is, with or without waiting for the disk.
pub(crate) fn replace(path: &Path, content: &[u8], waits: bool) -> io::Result<()> {
    replace_by(path, waits, &mut |file| file.write_all(content))
}

/// The same by what somebody writes, part by part.
pub(crate) fn replace_by(
    path: &Path,
    waits: bool,
    write: &mut dyn FnMut(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    // Of its own for each write, so that two at once do not meet, not even on two machines.
    name.push(format!(
        ".{:016x}.{TEMPORARY}",
        RandomState::new().build_hasher().finish()
    ));
    let temporary = path.with_file_name(name);
    // A new file follows no link.
    let new = not_for_all().create_new(true).write(true).open(&temporary);
    let written = new.and_then(|mut file| {
        write(&mut file)?;
        match waits {
            true => file.sync_all(),
            false => Ok(()),
        }
    });
    written
        .and_then(|()| fs::rename(&temporary, path))
        .inspect_err(|_| {
            // The old file is untouched; whether the remains can be removed changes nothing.
            let _ = fs::remove_file(&temporary);
        })
}

/// The extension of files that are not whole yet.
pub(crate) const TEMPORARY: &str = "tmp";

/// The extension of a file that is named by a digest.
pub(crate) fn kind_beside_digest(name: &str) -> Option<&str> {
    const DIGITS: usize = 64;
    let (digest, rest) = name.split_at_checked(DIGITS)?;
    let (_, kind) = rest.rsplit_once('.')?;
    let is_digest = digest.bytes().all(|digit| digit.is_ascii_hexdigit());
    (is_digest && rest.starts_with('.')).then_some(kind)
}

/// For files that not everybody may write to, whatever the process allows its files.
fn not_for_all() -> OpenOptions {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o664);
    options
}

/// Opens a file to write to its end, which may be there already. A link is not followed. It is open for
/// reading too, as Windows locks no other.
pub(crate) fn append(path: &Path) -> io::Result<File> {
    match fs::symlink_metadata(path) {
        Ok(found) if !found.is_file() => {
            let path = path.display();
            Err(io::Error::other(format!("`{path}` is no ordinary file")))
        }
        _ => not_for_all()
            .create(true)
            .read(true)
            .append(true)
            .open(path),
    }
}

/// The SHA-256 of a file's content, in hexadecimal.
pub(crate) fn digest(path: &Path) -> io::Result<String> {
    size_of_ordinary(path)?;
    let mut file = File::open(path)?;
    let mut digest = Sha256::new();
    let mut bytes = vec![0; 1 << 18];
    loop {
        match file.read(&mut bytes)? {
            0 => return Ok(digest.finish()),
            count => digest.update(&bytes[..count]),
        }
    }
}

/// Makes a folder, with those around it.
pub(crate) fn make_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).map_err(|error| Error::write(path, &error))
}

/// Opens a file of a specification for reading, and tells its size; or tells what is wrong, without
/// its path.
pub(crate) fn open(path: &Path, limit: u64) -> Result<(File, u64), String> {
    if path.as_os_str().is_empty() {
        return Err("the path is empty: expected that of a file".to_string());
    }
    let whole = in_crate(path);
    let wrong = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => not_found(path, &whole),
        io::ErrorKind::Other => error.to_string(),
        _ => format!("cannot be read: {error}"),
    };
    let size = size_of_ordinary(&whole).map_err(wrong)?;
    if size > limit {
        return Err(format!(
            "the file has {size} bytes, more than the limit of {limit}: `.limit(…)` sets another one"
        ));
    }
    Ok((File::open(&whole).map_err(wrong)?, size))
}

/// The most bytes of a file of weights: more than a checkpoint of the largest network has.
pub(crate) const MOST_OF_WEIGHTS: u64 = 5 << 28;

/// The size of a file that has one: a pipe would be waited for.
pub(crate) fn size_of_ordinary(whole: &Path) -> io::Result<u64> {
    let kind = fs::metadata(whole)?;
    match kind.is_file() {
        true => Ok(kind.len()),
        false if kind.is_dir() => Err(io::Error::other("this is a folder: expected a file")),
        false => Err(io::Error::other("this is no ordinary file")),
    }
}

/// What is in a folder, in the order of names, and no more of it than is of use to anybody.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    const MOST: usize = 10_000;
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)
        .into_iter()
        .flatten()
        .take(MOST)
        .flatten()
    {
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    names.sort_unstable();
    names
}

/// That there is no such file, and which one was perhaps meant.
fn not_found(path: &Path, whole: &Path) -> String {
    let near = |folder: &Path, name: Option<&std::ffi::OsStr>| -> Option<String> {
        let name = name?.to_string_lossy();
        let known = names(folder);
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        did_you_mean(&name, &known).map(str::to_string)
    };
    let folder = whole.parent().unwrap_or(whole);
    let found = match folder.is_dir() {
        true => near(folder, whole.file_name()).map(|name| path.with_file_name(name)),
        false => {
            let around = folder.parent().unwrap_or(folder);
            let folder = near(around, folder.file_name());
            let file = path.file_name().unwrap_or_default();
            let given = path.parent().unwrap_or(path);
            folder.map(|folder| given.with_file_name(folder).join(file))
        }
    };
    let relative = match path.is_absolute() {
        true => "",
        false => "; paths are relative to the crate's `Cargo.toml`",
    };
    match found {
        Some(found) => format!("there is no such file, did you mean `{}`?", found.display()),
        None => format!("there is no such file{relative}"),
    }
}

/// A path in a specification is relative to the crate's `Cargo.toml`, in both doors; where Cargo
/// does not say which crate that is, to the current directory.
pub(crate) fn in_crate(path: &Path) -> PathBuf {
    match std::env::var_os("CARGO_MANIFEST_DIR") {
        Some(folder) => Path::new(&folder).join(path),
        None => path.to_path_buf(),
    }
}
