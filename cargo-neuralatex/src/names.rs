//! Models by the names that are typed: `Iris`, or `flowers::Iris`.

use neuralatex_core::error::unknown;

use crate::answer::Answer;
use crate::cargo::Checked;
use crate::failure::Failure;

/// The names in lines, for doors.
pub(crate) fn lines(names: &[String]) -> String {
    names.iter().map(|name| format!("{name}\n")).collect()
}

fn is_named(answer: &Answer, name: &str) -> bool {
    match name.split_once("::") {
        Some((krate, model)) => {
            let same = |a: &str, b: &str| a.replace('-', "_") == b.replace('-', "_");
            same(krate, &answer.krate) && model == answer.model
        }
        None => name == answer.model,
    }
}

/// Those that are named, or all. Every name has to be that of one.
pub(crate) fn select<'a>(
    answers: &'a [Answer],
    names: &[String],
    checked: Checked,
) -> Result<Vec<&'a Answer>, Failure> {
    let is_known = |name: &&String| answers.iter().any(|answer| is_named(answer, name));
    let Some(wrong) = names.iter().find(|name| !is_known(name)) else {
        let is_wanted = |answer: &&Answer| names.iter().any(|name| is_named(answer, name));
        let selected = answers.iter();
        return Ok(match names {
            [] => selected.collect(),
            _ => selected.filter(is_wanted).collect(),
        });
    };
    let full: Vec<String> = answers.iter().map(Answer::name).collect();
    let mut known: Vec<&str> = match wrong.contains("::") {
        true => full.iter().map(String::as_str).collect(),
        false => answers.iter().map(|answer| &answer.model[..]).collect(),
    };
    known.sort_unstable();
    known.dedup();
    let mut message = match known.is_empty() {
        true => format!("unknown model `{wrong}`: this workspace has none"),
        false => unknown("model", wrong, &known),
    };
    if !checked.is_complete {
        message += "\n`cargo check` failed, as it says above, so that there may be others.";
    } else if !checked.has_tests {
        message += "\nTests within libraries or programs do not compile, as Cargo says above, so that there may be others.";
    }
    Err(Failure::new(message))
}

/// That a model which was named has no checkpoint, and what to do about it.
pub(crate) fn check_checkpoints(answers: &[&Answer], names: &[String]) -> Result<(), Failure> {
    for name in names {
        let mut named = answers.iter().filter(|answer| is_named(answer, name));
        let mut others = named.clone();
        if others.all(|answer| answer.checkpoint.is_none())
            && let Some(answer) = named.next()
        {
            if let Some(weights) = &answer.weights {
                let message = format!(
                    "the model `{}` has no checkpoint: its weights are those of `{}`",
                    answer.name(),
                    weights.display()
                );
                return Err(Failure::new(message));
            }
            let line = line(answer);
            let message = format!(
                "the model `{}` names no checkpoint; add this line to its specification:\n    {line}",
                answer.name()
            );
            return Err(Failure::new(message));
        }
    }
    Ok(())
}

/// What names a checkpoint in the specification of a model.
pub(crate) fn line(answer: &Answer) -> String {
    let file = format!("models/{}.safetensors", answer.model.to_lowercase());
    match &answer.door[..] {
        "macro" => format!("checkpoint: {file:?},"),
        _ => format!(".checkpoint({file:?})"),
    }
}

/// That none of the models names one, with an example.
pub(crate) fn no_checkpoint(answers: &[Answer]) -> String {
    let mut trained = answers.iter().filter(|answer| answer.weights.is_none());
    match trained.next() {
        None if answers.is_empty() => "This workspace has no model.".to_string(),
        None => "The weights of all models are given: there is nothing to train.".to_string(),
        Some(answer) => format!(
            "No model names a checkpoint. One does with a line in its specification, as this in that of \
             `{}`:\n    {}",
            answer.name(),
            line(answer)
        ),
    }
}
