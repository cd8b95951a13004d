//! How many threads a training may use: the cores that Cargo leaves free, never more.
//!
//! Cargo gives every program that it starts a token, and keeps those for further ones in a pipe,
//! the jobserver of `make`. A training takes as many as it can use and finds there, and puts them
//! back when it ends. Outside of a build there is no pipe, and all cores are free.
//! `NEURALATEX_THREADS` sets the number.

use std::fs::File;
use std::io::{Read, Write};

use crate::environment;

/// More help nobody, however many cores there are.
pub(crate) const MOST_THREADS: usize = 256;

/// Threads that a training may use, until this is dropped.
pub(crate) struct Threads {
    count: usize,
    tokens: Vec<u8>,
    pipe: Option<File>,
}

impl Threads {
    /// As many as are wanted, if they can be had; at least one.
    pub(crate) fn up_to(wanted: usize) -> Threads {
        let mut threads = Threads {
            count: 1,
            tokens: Vec::new(),
            pipe: None,
        };
        if let Some(count) = asked_for() {
            threads.count = count;
        } else if wanted > 1 {
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            let wanted = wanted.min(cores);
            match std::env::var("CARGO_MAKEFLAGS").or_else(|_| std::env::var("MAKEFLAGS")) {
                Ok(flags) => threads.borrow(&flags, wanted),
                Err(_) => threads.count = wanted,
            }
        }
        threads
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Takes tokens out of the pipe, as far as there are any.
    fn borrow(&mut self, flags: &str, wanted: usize) {
        let Some(mut pipe) = pipe(flags) else { return };
        let mut token = [0];
        while self.count < wanted && matches!(pipe.read(&mut token), Ok(1)) {
            self.tokens.push(token[0]);
            self.count += 1;
        }
        self.pipe = Some(pipe);
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if let Some(pipe) = &mut self.pipe {
            // Whoever waits for a token gets one less if this fails; there is no way to mend it.
            let _ = pipe.write_all(&self.tokens);
        }
    }
}

/// What the environment asks for.
fn asked_for() -> Option<usize> {
    let value = environment::variable("NEURALATEX_THREADS")?;
    match value.parse() {
        Ok(count) if (1..=MOST_THREADS).contains(&count) => Some(count),
        _ => {
            let expected = "expected a whole number from 1 to 256";
            environment::pass_over("NEURALATEX_THREADS", &value, expected);
            None
        }
    }
}

/// The pipe of tokens that the flags tell of, opened anew so that reading never waits.
#[cfg(target_os = "linux")]
fn pipe(flags: &str) -> Option<File> {
    use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};

    const NEVER_WAIT: i32 = if cfg!(any(target_arch = "mips", target_arch = "mips64")) {
        0x80
    } else {
        0x800
    };
    let value = flags.split_whitespace().rev().find_map(|flag| {
        flag.strip_prefix("--jobserver-auth=")
            .or_else(|| flag.strip_prefix("--jobserver-fds="))
    })?;
    let path = match value.strip_prefix("fifo:") {
        Some(path) => path.to_string(),
        None => format!("/proc/self/fd/{}", value.split(',').next()?),
    };
    // Another file may have got the number of a pipe that was closed.
    if !std::fs::metadata(&path).ok()?.file_type().is_fifo() {
        return None;
    }
    let mut options = File::options();
    options.read(true).write(true).custom_flags(NEVER_WAIT);
    options.open(path).ok()
}

/// Elsewhere the jobserver cannot be asked without waiting, so that there is one thread in a build.
#[cfg(not(target_os = "linux"))]
fn pipe(_flags: &str) -> Option<File> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs::File;
    use std::io::{Read, Write};

    use super::Threads;

    fn none() -> Threads {
        Threads {
            count: 1,
            tokens: Vec::new(),
            pipe: None,
        }
    }

    /// A pipe with three tokens, as `make` and Cargo have it.
    #[test]
    fn tokens_are_taken_as_far_as_there_are_any_and_put_back() {
        let path = std::env::temp_dir().join(format!("tokens-{}", std::process::id()));
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        let mut pipe = File::options().read(true).write(true).open(&path).unwrap();
        pipe.write_all(b"abc").unwrap();
        let flags = format!("-j --jobserver-auth=fifo:{}", path.display());
        let borrow = |wanted: usize| {
            let mut threads = none();
            threads.borrow(&flags, wanted);
            threads
        };
        let some = borrow(3);
        assert_eq!(some.count(), 3);
        let rest = borrow(9);
        assert_eq!(rest.count(), 2, "its own, and the last token");
        assert_eq!(borrow(9).count(), 1, "and nobody waits for more");
        drop((some, rest));
        let mut tokens = [0; 3];
        pipe.read_exact(&mut tokens).unwrap();
        tokens.sort_unstable();
        assert_eq!(&tokens, b"abc");
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn without_a_pipe_there_is_one_thread() {
        for flags in [
            "",
            "-j4",
            "--jobserver-auth=fifo:/no/such/pipe",
            "--jobserver-fds=0,0,x",
        ] {
            let mut threads = none();
            threads.borrow(flags, 8);
            assert_eq!(threads.count(), 1, "{flags}");
        }
    }
}
