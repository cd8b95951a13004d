//! What `help` tells.

use crate::arguments::Command;

const ALL: &str = "\
Lists, saves and verifies the models that a workspace trains while it compiles

Usage: cargo neuralatex COMMAND [MODEL...] [OPTIONS]

Commands:
  list      All models of the workspace, with their results and checkpoints
  save      Write or renew committed checkpoints
  verify    Train again, and prove that committed checkpoints are what training gives
  show      One model: results, specification, loss plot
  export    Write what PyTorch needs to train a model elsewhere
  clean     Remove what builds have stored
  help      This, or the help of a command

A MODEL is a name, `Iris`, or one with its crate, `flowers::Iris`.

Options:
      --json                  Results for machines, on standard output
      --manifest-path PATH    Of the workspace, if not that of the current folder
  -p, --package SPEC          Only models of this package; may be given again
  -F, --features LIST         These, and the two below, are for Cargo
      --all-features
      --no-default-features
      --offline, --locked     The same
      --target TRIPLE         Check for this target
  -r, --release               Check as a release build; `--profile NAME` for another profile
      --lib, --bins, --bin NAME, --examples, --example NAME, --tests, --test NAME, --benches, --bench NAME,
      --all-targets           Ask only these for models; all of them have to compile
  -q, --quiet                 Let Cargo tell errors only
  -h, --help
  -V, --version

Where none of these is given, all are asked, tests within libraries and programs last. Crates without an
operating system cannot have those: where they do not compile, a note on standard error says so, and in JSON
`\"tests\"` is false. `\"complete\"` is false where anything else does not compile.

Examples:
  cargo neuralatex list
  cargo neuralatex save Iris
  cargo neuralatex verify

Exit codes: 0 if all is well; 1 if a model fails, or cannot be saved, shown, exported or verified, or if there is
none to verify; 2 for wrong usage, or if Cargo fails.
";

const LIST: &str = "\
All models of the workspace, with their results and checkpoints

Usage: cargo neuralatex list [OPTIONS]

Models that the store does not have are trained, as `cargo check` would. A committed checkpoint is
  none                the specification names none
  missing             it names a file that is not there
  up to date          it is that of the specification, and no training is needed
  complete            it has all epochs; a text does not tell of what
  20 of 35 epochs     it is, but training goes on from there
  stale               it is of another specification, or of other data
  damaged             it cannot be read
  a folder            it names one, and no file
  no checkpoint       it is something else
  a network, and no checkpoint
                      it can be named as `weights`
  given               there is nothing to train: the specification names a file of `weights`
Behind the layers stands how the model is quantised, if it is: `4-16-3, i8`. The key is by which the store knows
the training; size and age are those of the file that has its numbers, a record of the store, the checkpoint, or
the file of given weights.

Exit code 1 if a model fails, as it would in a build.

Examples:
  cargo neuralatex list
  cargo neuralatex list --package flowers
  cargo neuralatex list --json | jq '.models[] | {model, accuracy}'
";

const SAVE: &str = "\
Write or renew committed checkpoints

Usage: cargo neuralatex save [MODEL...] [OPTIONS]

Writes the file that `checkpoint: \"...\"` names in a specification; without MODEL, those of all models
that name one. A build that finds it trains nothing. What is in a file already has no say in what is
written, and a file appears whole or not at all.

Examples:
  cargo neuralatex save
  cargo neuralatex save Iris flowers::Wine
";

const VERIFY: &str = "\
Train again, and prove that committed checkpoints are what training gives

Usage: cargo neuralatex verify [MODEL...] [OPTIONS]

Trains every model whose specification names a checkpoint from its start, without the store, and compares
the result with the file: every field, and every number, to the bit. What differs is told.

Exit code 1 if a file differs, is missing, damaged or foreign, which is no checkpoint at all, if a training
fails, or if there is nothing to verify: no model, or none whose specification names a checkpoint.

Examples:
  cargo neuralatex verify
  cargo neuralatex verify Iris --json
  cargo neuralatex verify --package firmware --bins --target thumbv7em-none-eabihf
";

const SHOW: &str = "\
One model: results, specification, loss plot

Usage: cargo neuralatex show MODEL [--open] [OPTIONS]

      --open    Open its page, in which one can watch it learn

Examples:
  cargo neuralatex show Iris
  cargo neuralatex show flowers::Iris --open
";

const EXPORT: &str = "\
Write what PyTorch needs to train a model elsewhere

Usage: cargo neuralatex export MODEL [--to DIR] [OPTIONS]

      --to DIR    The folder, by default `iris-export` for the model `Iris`

Writes specification, rows, start weights and a script into a folder, which may be copied to a larger machine.
`python train.py` there trains exactly that network, `torchrun --nproc_per_node 4 train.py` does so in four
processes, on processors or GPUs. It writes a file for the field `weights` of the model, which takes the place of
the training. Nothing is trained here. A folder that holds something else is left as it is; an earlier export
is written over.

Exit code 0 if the export is complete, also where a crate, or its build script, goes no further without a
trained model; 1 if something is wrong with the model.

Examples:
  cargo neuralatex export Large
  cargo neuralatex export vision::Large --to /scratch/large
";

const CLEAN: &str = "\
Remove what builds have stored

Usage: cargo neuralatex clean [--json] [--manifest-path PATH]

Removes the records below the target directory, or where NEURALATEX_CACHE_DIR says, and the weights of large models,
with more than a million, that macros have written below the target directory; nothing else that may be there. The
next build trains again what has no committed checkpoint.

Examples:
  cargo neuralatex clean
";

pub(crate) fn text(command: Option<Command>) -> String {
    let text = match command {
        None => ALL,
        Some(Command::List) => LIST,
        Some(Command::Save) => SAVE,
        Some(Command::Verify) => VERIFY,
        Some(Command::Show) => SHOW,
        Some(Command::Export) => EXPORT,
        Some(Command::Clean) => CLEAN,
    };
    text.to_string()
}
