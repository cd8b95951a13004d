//! Builds the crate of firmware for every chip, and runs it in QEMU.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use object::{Object, ObjectSection, ObjectSymbol, SectionFlags, elf};

/// A processor, and a machine of QEMU's that has it.
pub(crate) struct Chip {
    pub(crate) name: &'static str,
    target: &'static str,
    machine: &'static str,
}

pub(crate) const CHIPS: [Chip; 2] = [
    Chip {
        name: "Cortex-M4F",
        target: "thumbv7em-none-eabihf",
        machine: "netduinoplus2",
    },
    Chip {
        name: "Cortex-M0",
        target: "thumbv6m-none-eabi",
        machine: "microbit",
    },
];

/// How much is optimised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Level {
    None,
    Small,
    Fast,
}

/// The programs for a chip.
pub(crate) struct Build {
    pub(crate) chip: &'static Chip,
    pub(crate) level: Level,
    programs: BTreeMap<String, PathBuf>,
}

/// What a program takes.
pub(crate) struct Size {
    pub(crate) flash: usize,
    /// Variables, which are there all the time.
    pub(crate) memory: usize,
    pub(crate) symbols: Vec<String>,
}

/// The programs for each chip at each level; none where something is missing, which CI has.
pub(crate) fn builds() -> Option<&'static [Build]> {
    static BUILDS: OnceLock<Option<Vec<Build>>> = OnceLock::new();
    let builds = BUILDS.get_or_init(|| {
        if let Some(missing) = missing() {
            assert!(std::env::var_os("CI").is_none(), "CI has {missing}");
            eprintln!("SKIPPED: there is no {missing}");
            return None;
        }
        let levels = [Level::None, Level::Small, Level::Fast];
        let pairs = CHIPS
            .iter()
            .flat_map(|chip| levels.map(|level| (chip, level)));
        Some(pairs.map(|(chip, level)| Build::new(chip, level)).collect())
    });
    builds.as_deref()
}

/// What the same source answers on this machine.
pub(crate) fn host_answers() -> String {
    let programs = cargo(&["--bin", "answers"], Level::Small);
    let output = Command::new(&programs["answers"]).output();
    String::from_utf8(output.expect("it runs").stdout).expect("text")
}

/// The version of the compiler, such as 1.95.
pub(crate) fn rust() -> &'static str {
    static VERSION: OnceLock<String> = OnceLock::new();
    VERSION.get_or_init(|| {
        let told = told("rustc", &["--version"]).expect("rustc runs");
        let version = told.split(' ').nth(1).expect("rustc, and its version");
        let (version, _) = version.rsplit_once('.').expect("1.95.0");
        version.to_string()
    })
}

fn told(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then_some(text)
}

fn missing() -> Option<&'static str> {
    if told("qemu-system-arm", &["--version"]).is_none() {
        return Some("qemu-system-arm");
    }
    // Without rustup, `rustc` has a folder for each target.
    let library = told("rustc", &["--print", "sysroot"]).unwrap_or_default();
    let library = Path::new(library.trim()).join("lib/rustlib");
    let target = |chip: &&Chip| !library.join(chip.target).is_dir();
    let chip = CHIPS.iter().find(target)?;
    Some(chip.target)
}

/// Builds programs; where they are, by their names.
fn cargo(arguments: &[&str], level: Level) -> BTreeMap<String, PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let level = match level {
        Level::None => "0",
        Level::Small => "s",
        Level::Fast => "3",
    };
    let output = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(["build", "--release", "--message-format=json"])
        .args(arguments)
        .arg("--manifest-path")
        .arg(root.join("tests/firmware/Cargo.toml"))
        .arg("--target-dir")
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("users"))
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level)
        .output()
        .expect("cargo runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}, {level}:\n{told}");
    let messages = output.stdout.split(|&byte| byte == b'\n');
    messages
        .filter_map(|line| serde_json::from_slice::<serde_json::Value>(line).ok())
        .filter_map(|message| {
            let name = message["target"]["name"].as_str()?;
            Some((name.to_string(), message["executable"].as_str()?.into()))
        })
        .collect()
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {:?}", self.chip.name, self.level)
    }
}

impl Build {
    fn new(chip: &'static Chip, level: Level) -> Build {
        let mut programs = cargo(&["--bins", "--examples", "--target", chip.target], level);
        // The next level has the same names.
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("firmware")
            .join(format!("{}-{level:?}", chip.name));
        fs::create_dir_all(&folder).expect("a folder");
        for (name, path) in &mut programs {
            let copy = folder.join(name);
            fs::copy(&path, &copy).expect("the program is there");
            *path = copy;
        }
        Build {
            chip,
            level,
            programs,
        }
    }

    /// What a program writes in the emulator.
    pub(crate) fn run(&self, name: &str) -> String {
        let path = &self.programs[name];
        let written = path.with_extension("txt");
        let mut running = Command::new("qemu-system-arm")
            .args(["-machine", self.chip.machine, "-display", "none"])
            .args(["-monitor", "none", "-serial", "none"])
            .args(["-semihosting-config", "enable=on,target=native", "-kernel"])
            .arg(path)
            .stdin(Stdio::null())
            .stdout(File::create(&written).expect("a file"))
            .spawn()
            .expect("the emulator runs");
        let start = Instant::now();
        let status = loop {
            match running.try_wait().expect("it is a child") {
                Some(status) => break Some(status),
                None if start.elapsed() > Duration::from_secs(300) => break None,
                None => sleep(Duration::from_millis(10)),
            }
        };
        if status.is_none() {
            running.kill().expect("it is a child");
            running.wait().expect("it is a child");
        }
        let text = fs::read_to_string(&written).expect("text");
        let is_success = status.is_some_and(|status| status.success());
        assert!(is_success, "{self}: {name} ends with {status:?}:\n{text}");
        text
    }

    /// What a program takes.
    pub(crate) fn size(&self, name: &str) -> Size {
        let bytes = fs::read(&self.programs[name]).expect("a file");
        let file = object::File::parse(&*bytes).expect("an object");
        let (mut flash, mut memory) = (0, 0);
        for section in file.sections() {
            let SectionFlags::Elf { sh_flags, .. } = section.flags() else {
                panic!("{name} is no ELF file");
            };
            let size = usize::try_from(section.size()).expect("a size");
            let has = |flag: elf::SectionFlags| sh_flags.0 & flag.0 != 0;
            if has(elf::SHF_ALLOC) && section.file_range().is_some() {
                flash += size;
            }
            if has(elf::SHF_ALLOC) && has(elf::SHF_WRITE) {
                memory += size;
            }
        }
        let symbols = file.symbols().filter_map(|symbol| symbol.name().ok());
        Size {
            flash,
            memory,
            symbols: symbols.map(str::to_string).collect(),
        }
    }
}
