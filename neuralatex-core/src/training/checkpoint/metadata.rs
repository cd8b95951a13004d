//! The metadata of a safetensors file: what its training followed from, compared with another one.

use super::Fault;
use super::origin::Origin;
use crate::error::short;
use crate::safetensors::Field;

/// The field `format` of the metadata. The number is raised when the format changes, and when the bits
/// of training do: what was trained before cannot go on as if it had been now.
pub(super) const FORMAT: &str = "neuralatex 3";

/// The digest of the data and the seed, once all fields agree.
pub(super) fn read(found: &[Field<'_>], origin: &Origin<'_>) -> Result<(String, u64), Fault> {
    let mut origin = *origin;
    let known = origin.fields();
    for field in found {
        let is_known = ["format", "sha256"].contains(&&field.name[..])
            || known.iter().any(|(name, _)| *name == field.name);
        if !is_known {
            let what = format!("an unknown field `{}`", short(&field.name));
            return Err(field.wrong(what).into());
        }
    }
    let field = |name: &str| {
        let found = found.iter().find(|field| field.name == name);
        let value = found.map(|field| field.value.to_string());
        value.ok_or_else(|| Fault::new(format!("`{name}`"), "the field is missing"))
    };
    let format = field("format")?;
    if format != FORMAT {
        let what = format!("expected `{FORMAT}`, found `{}`", short(&format));
        return Err(Fault::stale("`format`", what));
    }
    // Which of several was the best is for the file to say.
    let is_one = |seed: u64| seed.wrapping_sub(origin.plan.seed) < origin.restarts as u64;
    if origin.restarts > 1
        && let Ok(best) = field("seed")?.parse()
        && is_one(best)
    {
        origin.seed = best;
    }
    let mut changes: Vec<(&str, String)> = Vec::new();
    for (name, now) in origin.fields() {
        let then = field(name)?;
        if then != now && !(name == "restarts" && origin.is_of_several(&then)) {
            changes.push((name, change(name, &then, &now)));
        }
    }
    if let [(first, what), others @ ..] = &changes[..] {
        let others = others.iter();
        let others = others.map(|(name, what)| format!("; `{name}`: {what}"));
        let what = what.clone() + &others.collect::<String>();
        return Err(Fault::stale(format!("`{first}`"), what));
    }
    Ok((field("sha256")?, origin.seed))
}

/// What became of a field.
pub(in crate::training) fn change(name: &str, then: &str, now: &str) -> String {
    let [before, after] = [then, now].map(short);
    match (name, then, now) {
        ("data" | "eval", ..) => "its rows are not those that the file is from".to_string(),
        (_, "", _) => format!("the file has none, now it is `{after}`"),
        (_, _, "") => format!("the file is from `{before}`, now there is none"),
        _ => format!("the file is from `{before}`, now it is `{after}`"),
    }
}
