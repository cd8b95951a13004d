//! What is asked for on the command line. Commands and options stand in tables, which find and suggest them.

mod options;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::path::Path;

use neuralatex_core::error::unknown;

use crate::failure::Failure;
use options::{OPTIONS, Use};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    List,
    Save,
    Verify,
    Show,
    Export,
    Clean,
}

impl Command {
    pub(crate) const ALL: [Command; 6] = [
        Command::List,
        Command::Save,
        Command::Verify,
        Command::Show,
        Command::Export,
        Command::Clean,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Command::List => "list",
            Command::Save => "save",
            Command::Verify => "verify",
            Command::Show => "show",
            Command::Export => "export",
            Command::Clean => "clean",
        }
    }

    /// How many models may be named.
    fn most_models(self) -> usize {
        match self {
            Command::Save | Command::Verify => usize::MAX,
            Command::Show | Command::Export => 1,
            Command::List | Command::Clean => 0,
        }
    }
}

#[derive(Debug)]
pub(crate) enum Request {
    Help(Option<Command>),
    Version,
    Do(Arguments),
}

#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) command: Command,
    pub(crate) models: Vec<String>,
    pub(crate) json: bool,
    pub(crate) open: bool,
    /// The folder of an export.
    pub(crate) to: Option<String>,
    /// For Cargo, whatever it does.
    pub(crate) cargo: Vec<String>,
    /// For `cargo check`.
    pub(crate) check: Vec<String>,
    pub(crate) packages: Vec<String>,
    /// What Cargo is to check of these, if that is not all.
    pub(crate) targets: Vec<String>,
}

/// Reads arguments, the first of which may be Cargo's word for this program.
pub(crate) fn read(arguments: impl Iterator<Item = OsString>) -> Result<Request, Failure> {
    let text = |argument: OsString| {
        let wrong = |argument: OsString| {
            let argument = argument.to_string_lossy();
            Failure::new(format!("the argument `{argument}` is no UTF-8 text"))
        };
        argument.into_string().map_err(wrong)
    };
    let mut words: Vec<String> = arguments.map(text).collect::<Result<_, _>>()?;
    if words.first().is_some_and(|word| word == "neuralatex") {
        words.remove(0);
    }
    let mut read = Read::default();
    let mut words = words.into_iter();
    let mut is_over = false;
    while let Some(word) = words.next() {
        match &word[..] {
            "--" => is_over = true,
            _ if !is_over && word.starts_with('-') => read.option(&word, &mut words)?,
            _ => read.words.push(word),
        }
    }
    read.finish()
}

/// What was read so far.
#[derive(Default)]
struct Read {
    words: Vec<String>,
    /// With their places in the table, and their values.
    options: Vec<(usize, Option<String>)>,
}

impl Read {
    fn option(
        &mut self,
        word: &str,
        words: &mut impl Iterator<Item = String>,
    ) -> Result<(), Failure> {
        let is_short = !word.starts_with("--") && word.is_char_boundary(2);
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            // `-pflowers`, as Cargo takes it.
            None if is_short && word.len() > 2 => (&word[..2], Some(word[2..].to_string())),
            None => (word, None),
        };
        let place = OPTIONS.iter().position(|known| known.names.contains(&name));
        let Some(place) = place else {
            let names: Vec<&str> = OPTIONS.iter().map(|known| known.names[0]).collect();
            return Err(usage(&unknown("option", name, &names)));
        };
        let value = match (OPTIONS[place].has_value, value) {
            (true, None) => match words.next() {
                Some(value) => Some(value),
                None => return Err(usage(&format!("`{name}` needs a value"))),
            },
            (false, Some(_)) => return Err(usage(&format!("`{name}` takes no value"))),
            (_, value) => value,
        };
        self.options.push((place, value));
        Ok(())
    }

    fn finish(self) -> Result<Request, Failure> {
        let uses = |used: Use| {
            let mut options = self.options.iter();
            options.any(|(place, _)| OPTIONS[*place].used == used)
        };
        let mut words = self.words.iter();
        let first = words.next();
        if uses(Use::Version) {
            return Ok(Request::Version);
        }
        let command = match first.map(String::as_str) {
            None => return Ok(Request::Help(None)),
            Some("help") => {
                let command = words.next().map(|word| command(word)).transpose();
                return Ok(Request::Help(command?));
            }
            Some(word) => command(word)?,
        };
        if uses(Use::Help) {
            return Ok(Request::Help(Some(command)));
        }
        let mut arguments = Arguments {
            command,
            models: words.cloned().collect(),
            json: uses(Use::Json),
            open: uses(Use::Open),
            to: None,
            cargo: Vec::new(),
            check: Vec::new(),
            packages: Vec::new(),
            targets: Vec::new(),
        };
        for (place, value) in self.options {
            let known = &OPTIONS[place];
            let name = known.names[0];
            if !known.is_for(command) {
                let message = format!("`{}` does not know the option `{name}`", command.name());
                return Err(usage(&message));
            }
            let words = [Some(name.to_string()), value.clone()]
                .into_iter()
                .flatten();
            match known.used {
                Use::Cargo => arguments.cargo.extend(words),
                Use::Check | Use::Quiet => arguments.check.extend(words),
                Use::Select => arguments.targets.extend(words),
                Use::To => arguments.to = value,
                Use::Package => arguments.packages.extend(value),
                _ => {}
            }
        }
        arguments.check_models()?;
        Ok(Request::Do(arguments))
    }
}

impl Arguments {
    fn check_models(&self) -> Result<(), Failure> {
        let (name, most) = (self.command.name(), self.command.most_models());
        if let Some(path) = self.models.iter().find(|model| is_path(model)) {
            let what = match Path::new(path).is_dir() {
                true => "a folder",
                false => "a path",
            };
            return Err(usage(&format!(
                "`{path}` is {what}, and no name of a model: `cargo neuralatex list` names all, and `--manifest-path` \
                 the Cargo.toml of another workspace"
            )));
        }
        if let Some(more) = self.models.get(most) {
            let takes = match most {
                0 => "no model",
                _ => "one model",
            };
            return Err(usage(&format!("`{name}` takes {takes}, found `{more}`")));
        }
        if most == 1 && self.models.is_empty() {
            return Err(usage(&format!(
                "`{name}` needs the name of a model: `cargo neuralatex list` names all"
            )));
        }
        match self
            .models
            .iter()
            .find(|model| model.contains(['\n', '\r']))
        {
            Some(model) => Err(usage(&format!("`{}` is no model", model.escape_debug()))),
            None => Ok(()),
        }
    }
}

/// Whether a word is a path. The names of models begin with a letter that is not small, or with `_`.
fn is_path(word: &str) -> bool {
    let first = word.trim_start_matches('_').chars().next();
    let may_be_model = first.is_some_and(|letter| letter.is_alphabetic() && !letter.is_lowercase());
    word.contains(['/', '\\']) || (!may_be_model && Path::new(word).is_dir())
}

fn command(word: &str) -> Result<Command, Failure> {
    let found = Command::ALL.into_iter().find(|known| known.name() == word);
    found.ok_or_else(|| {
        let mut names = Command::ALL.map(Command::name).to_vec();
        names.push("help");
        usage(&unknown("command", word, &names))
    })
}

fn usage(message: &str) -> Failure {
    Failure::new(format!("{message}\nTry `cargo neuralatex --help`."))
}
