use super::{Arguments, Command, Request, read};

fn asked(line: &str) -> Result<Request, String> {
    let words = line.split_whitespace().map(Into::into);
    read(words).map_err(|failure| format!("{failure:?}"))
}

fn done(line: &str) -> Arguments {
    match asked(line) {
        Ok(Request::Do(arguments)) => arguments,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn options_stand_anywhere_and_reach_whom_they_are_for() {
    let line =
        "neuralatex save -q A --manifest-path=x/Cargo.toml b::B --features f -p one -ptwo --json";
    let arguments = done(line);
    assert_eq!(arguments.command, Command::Save);
    assert_eq!(arguments.models, ["A", "b::B"]);
    assert_eq!(arguments.cargo, ["--manifest-path", "x/Cargo.toml"]);
    assert_eq!(arguments.check, ["--quiet", "--features", "f"]);
    assert_eq!(arguments.packages, ["one", "two"]);
    assert!(arguments.json && !arguments.open);
}

#[test]
fn an_export_goes_where_it_is_told() {
    assert_eq!(done("export A --to b/c").to.as_deref(), Some("b/c"));
    assert_eq!(done("export A").to, None);
}

#[test]
fn targets_are_for_cargo() {
    let line = "verify --bin one --example=two --lib --target thumbv6m-none-eabi --release";
    let arguments = done(line);
    assert_eq!(
        arguments.targets,
        ["--bin", "one", "--example", "two", "--lib"]
    );
    assert_eq!(
        arguments.check,
        ["--target", "thumbv6m-none-eabi", "--release"]
    );
    for option in ["bins", "examples", "tests", "benches", "all-targets"] {
        assert_eq!(
            done(&format!("list --{option}")).targets,
            [format!("--{option}")]
        );
    }
    for option in ["test", "bench"] {
        assert_eq!(
            done(&format!("list --{option} a")).targets,
            [format!("--{option}"), "a".into()]
        );
    }
}

#[test]
fn help_is_for_all_or_for_one() {
    for line in ["", "neuralatex", "help", "--help", "-h", "neuralatex -h"] {
        assert!(matches!(asked(line), Ok(Request::Help(None))), "{line}");
    }
    for line in ["help verify", "verify --help", "neuralatex verify -h A"] {
        let found = asked(line);
        let is_found = matches!(found, Ok(Request::Help(Some(Command::Verify))));
        assert!(is_found, "{line}");
    }
    assert!(matches!(asked("-V"), Ok(Request::Version)));
}

#[test]
fn wrong_usage_is_told_with_what_was_meant() {
    for (line, told) in [
        ("lst", "unknown command `lst`, did you mean `list`?"),
        ("help shwo", "did you mean `show`?"),
        (
            "list --jsn",
            "unknown option `--jsn`, did you mean `--json`?",
        ),
        ("list A", "`list` takes no model, found `A`"),
        ("list .", "`.` is a folder, and no name of a model"),
        ("verify src", "`src` is a folder, and no name of a model"),
        (
            "save A b/c.safetensors",
            "`b/c.safetensors` is a path, and no",
        ),
        ("show A B", "`show` takes one model, found `B`"),
        ("show", "`show` needs the name of a model"),
        ("export --to a", "`export` needs the name of a model"),
        ("export A B", "`export` takes one model, found `B`"),
        ("export A --to", "`--to` needs a value"),
        ("show A --to a", "`show` does not know the option `--to`"),
        ("save --open", "`save` does not know the option `--open`"),
        ("clean -p a", "`clean` does not know the option `--package`"),
        ("clean --bins", "`clean` does not know the option `--bins`"),
        ("list --package", "`--package` needs a value"),
        ("list --json=1", "`--json` takes no value"),
        ("list -q1", "`-q` takes no value"),
        ("list -xé", "unknown option `-x`"),
        ("list -é", "unknown option `-é`"),
    ] {
        let error = asked(line).expect_err(line);
        assert!(error.contains(told), "{line}: {error}");
    }
}

#[test]
fn after_two_dashes_all_are_models() {
    assert_eq!(done("save -- --json").models, ["--json"]);
}
