//! Compiles the kernels by themselves, optimised, and links them.
//!
//! Cargo compiles what runs during a build without optimisation, in dev and in release alike, and
//! the hot loops of training would be hundreds of times slower. So this script does with the
//! folder `kernels` what the `cc` crate does with C: it calls the compiler, once for every processor
//! and once for the one of this machine, and links the result; with `NEURALATEX_PREBUILT=all` once
//! for each that there may be. Where a call fails, the form is left out; without the portable one, or
//! with `NEURALATEX_PREBUILT=off`, the kernels are a module of the crate like any other: the same
//! bits, slowly.
//!
//! It also tells the crate a number for all of its sources: what other code has trained or drawn is
//! trained and drawn again.

#[path = "src/kernels/processor.rs"]
mod processor;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// A form of the kernels, and the features of the processor that it needs.
struct Form {
    name: &'static str,
    features: &'static str,
}

const PORTABLE: Form = Form {
    name: "portable",
    features: "",
};
const AVX2: Form = Form {
    name: "avx2",
    features: "+avx2,+fma",
};
const AVX512: Form = Form {
    name: "avx512",
    features: "+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx2,+fma",
};
// Else atomics would be calls of functions that some linkers do not find.
const NEON: Form = Form {
    name: "neon",
    features: "-outline-atomics",
};
const PORTABLE_ON_ARM: Form = Form {
    name: PORTABLE.name,
    features: NEON.features,
};

/// What kernels are made from, and how.
const SOURCES: [&str; 7] = [
    "build.rs",
    "kernels",
    "src/kernels/processor.rs",
    "src/inference/elementary_f32.rs",
    "src/inference/elementary_f64.rs",
    "src/inference/integer.rs",
    "src/inference/scaled.rs",
];

/// In the folder `kernels/interface`: what passes between the kernels and the crate.
const INTERFACE: [&str; 3] = ["integers.rs", "mod.rs", "reading.rs"];

fn main() {
    for source in [&SOURCES[..], &["src"]].concat() {
        println!("cargo::rerun-if-changed={source}");
    }
    let sources = fingerprint(&["build.rs", "kernels", "src"], "");
    println!("cargo::rustc-env=NEURALATEX_SOURCES={sources:016x}");
    println!(
        "cargo::rustc-env=NEURALATEX_OPT_LEVEL={}",
        variable("OPT_LEVEL")
    );
    println!(
        "cargo::rustc-check-cfg=cfg(neuralatex_form, values(\"portable\", \"avx2\", \"avx512\", \"neon\"))"
    );
    println!(
        "cargo::rustc-check-cfg=cfg(neuralatex_prebuilt, values(\"portable\", \"avx2\", \"avx512\", \"neon\"))"
    );
    println!("cargo::rerun-if-env-changed=NEURALATEX_PREBUILT");
    // An interpreter cannot call what it has not got the source of.
    let wanted = wanted();
    if env::var_os("CARGO_CFG_MIRI").is_some() || wanted == "off" {
        return;
    }
    let forms: &[Form] = match variable("CARGO_CFG_TARGET_ARCH").as_str() {
        "x86_64" => &[PORTABLE, AVX2, AVX512],
        "aarch64" => &[PORTABLE_ON_ARM, NEON],
        _ => &[PORTABLE],
    };
    // What is compiled for another machine runs there.
    let is_here = variable("TARGET") == variable("HOST");
    let best = processor::forms()
        .pop()
        .filter(|_| is_here && wanted != "all");
    let is_wanted =
        |form: &&Form| form.name == PORTABLE.name || best.is_none_or(|best| form.name == best);
    let folder = PathBuf::from(variable("OUT_DIR"));
    // Other sources have left kernels of other names.
    let _ = fs::remove_dir_all(&folder).and_then(|()| fs::create_dir(&folder));
    // By which the crate knows that these are its own.
    for file in INTERFACE {
        if let Err(error) = fs::copy(format!("kernels/interface/{file}"), folder.join(file)) {
            println!("cargo::warning=kernels are not compiled beforehand: `{file}`: {error}");
            return;
        }
    }
    let version = variable("CARGO_PKG_VERSION").replace(['.', '-', '+'], "_");
    let compiler = Command::new(variable("RUSTC")).arg("-vV").output();
    let compiler = compiler.map(|output| output.stdout).unwrap_or_default();
    let fingerprint = fingerprint(&SOURCES, &String::from_utf8_lossy(&compiler));
    let prefix = format!("neuralatex_kernels_{version}_{fingerprint:016x}");
    for form in forms.iter().filter(is_wanted) {
        let library = format!("{prefix}_{}", form.name);
        // Where a better one is compiled too, it reads files, and stands by.
        let level = match best {
            Some(best) if best != form.name => "opt-level=s",
            _ => "opt-level=3",
        };
        match compile(form, level, &library, &folder) {
            Ok(()) => {
                println!("cargo::rustc-link-lib=static={library}");
                println!("cargo::rustc-cfg=neuralatex_prebuilt=\"{}\"", form.name);
                let name = form.name.to_uppercase();
                println!("cargo::rustc-env=NEURALATEX_{name}={library}");
            }
            Err(why) => {
                let name = form.name;
                let reason =
                    format!("the `{name}` kernels could not be compiled beforehand: {why}");
                println!("cargo::warning={reason}");
                // Told again by trainings that suffer.
                println!("cargo::rustc-env=NEURALATEX_NOT_PREBUILT={reason}");
                if name == PORTABLE.name {
                    return;
                }
            }
        }
    }
    println!("cargo::rustc-link-search=native={}", folder.display());
}

/// Which kernels are to be compiled beforehand.
fn wanted() -> String {
    let value = variable("NEURALATEX_PREBUILT");
    if !matches!(value.as_str(), "" | "on" | "off" | "all") {
        println!("cargo::warning=NEURALATEX_PREBUILT is `{value}`, expected `on`, `off` or `all`");
    }
    value
}

/// A number for sources and what else counts. With the compiler it makes names of kernels differ when
/// these do: a program may hold two copies of this crate with one version, from a registry and a
/// repository, and each has to find its own. What is the same in both may be shared.
fn fingerprint(sources: &[&str], besides: &str) -> u64 {
    let mut paths: Vec<PathBuf> = sources.iter().map(PathBuf::from).collect();
    let mut files = Vec::new();
    while let Some(path) = paths.pop() {
        match path.read_dir() {
            Ok(entries) => paths.extend(entries.flatten().map(|entry| entry.path())),
            Err(_) => files.push(path),
        }
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        // One that cannot be read is an error of the compiler's.
        fs::read(file).unwrap_or_default().hash(&mut hasher);
    }
    besides.hash(&mut hasher);
    hasher.finish()
}

/// Compiles one form to a library, whose name is also that of its only symbol.
fn compile(form: &Form, level: &str, name: &str, folder: &Path) -> Result<(), String> {
    let archive = folder.join(format!("lib{name}.a"));
    let mut command = Command::new(variable("RUSTC"));
    command
        .args([
            "--crate-type",
            "rlib",
            "--edition",
            "2024",
            "--crate-name",
            name,
        ])
        .args(["-C", level, "-C", "codegen-units=1", "-C", "panic=abort"])
        .args(["-C", "embed-bitcode=no", "-C", "debuginfo=0"])
        .args(["-C", "overflow-checks=no", "-C", "debug-assertions=no"])
        .args([
            "-C",
            &format!("metadata={name}"),
            "--target",
            &variable("TARGET"),
        ])
        .args(["--cfg", &format!("neuralatex_form=\"{}\"", form.name)])
        .args(["--cap-lints", "allow"])
        .env("NEURALATEX_SYMBOL", name);
    if !form.features.is_empty() {
        command.args(["-C", &format!("target-feature={}", form.features)]);
    }
    command.arg("-o").arg(&archive).arg("kernels/prebuilt.rs");
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let first = text.lines().find(|line| line.starts_with("error"));
        return Err(first.unwrap_or("the compiler failed").to_string());
    }
    let bytes = fs::read(&archive).map_err(|error| error.to_string())?;
    fs::write(&archive, disguise(bytes)).map_err(|error| error.to_string())
}

/// An rlib is an archive of objects. Two names in it, changed to others of the same length, keep
/// rustc from taking the archive, or its objects, for something of its own.
fn disguise(mut archive: Vec<u8>) -> Vec<u8> {
    for at in 1..archive.len() {
        // Few bytes are dots, and this is not optimised.
        if archive[at - 1] == b'.'
            && (archive[at..].starts_with(b"rmeta") || archive[at..].starts_with(b"rcgu.o"))
        {
            archive[at] = b'n';
        }
    }
    archive
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}
