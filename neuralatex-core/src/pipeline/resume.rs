//! Where a training begins that may have been done in part already.

use std::path::Path;

use crate::attempt::{Rows, Start, evaluation_loss};
use crate::spec::stop::{Kind as StopKind, Stop};
use crate::training::checkpoint::{Checkpoint, Fault, Format, Origin, Refused};
use crate::training::{plan::Plan, watch::Watch};

/// Where to begin, with a checkpoint that may be there.
pub(super) fn resume(origin: &Origin<'_>, rows: &Rows, path: &Path) -> Result<Start, Refused> {
    let plan = origin.plan;
    let Some((checkpoint, seed)) = Checkpoint::read(path, origin)? else {
        return Ok(Start::Weights);
    };
    let refuse = |fault| Err(Refused::new(path, origin, fault));
    let format = Format::of(path);
    let place = format.place_of_epochs();
    let (done, wanted) = (checkpoint.losses.len(), plan.epochs());
    if done == wanted || has_stopped(plan, rows, &checkpoint) {
        return Ok(Start::Complete(checkpoint, seed));
    }
    if origin.restarts > 1 {
        let what =
            format!("it has {done} of {wanted} epochs, and each of several `restarts` begins anew");
        return refuse(Fault::stale(place, what));
    }
    let waits = |rule: &Stop| matches!(rule.0, StopKind::Patience(_));
    let remembers = checkpoint
        .memory
        .each_ref()
        .map(|moment| !moment.is_empty());
    let compared = checkpoint.evaluation_losses.len() == done;
    let lacks = if remembers != plan.rule.remembers() {
        let name = plan.rule.method.name();
        format!("what `{name}` remembers, so that only `sgd` without momentum can go on from it")
    } else if rows.eval.is_some() && !compared && plan.stop.iter().any(waits) {
        "the losses on `eval` that `patience` compares".to_string()
    } else {
        return Ok(Start::Checkpoint(checkpoint));
    };
    let hint = match format {
        Format::Text => "; a `.safetensors` file has room for that",
        Format::Safetensors => "",
    };
    let what = format!("it has {done} of {wanted} epochs, but not {lacks}{hint}");
    refuse(Fault::new(place, what))
}

/// Whether a rule has ended this training, as far as its checkpoint tells.
fn has_stopped(plan: &Plan, rows: &Rows, checkpoint: &Checkpoint) -> bool {
    let seen = match &rows.eval {
        _ if plan.stop.is_empty() || checkpoint.losses.is_empty() => Vec::new(),
        Some(_) if !checkpoint.evaluation_losses.is_empty() => checkpoint.evaluation_losses.clone(),
        Some(_) => evaluation_loss(plan, rows)
            .map(|mut loss| loss(&checkpoint.weights))
            .into_iter()
            .collect(),
        None => checkpoint.losses.clone(),
    };
    let mut watch = Watch::new(&plan.stop);
    seen.into_iter().any(|loss| watch.sees(loss))
}
