//! From start weights to trained ones, by the kernels.
//!
//! Batch by batch: forward, the gradient of the mean loss over the batch's rows, one step of the
//! optimiser. A last batch may be smaller. `reference` has the same over engine values, in the
//! order in which one would write it down; the two are tested against each other.

pub(crate) mod checkpoint;
pub(crate) mod file_kind;
pub(crate) mod given;
pub(crate) mod history;
pub(crate) mod job;
pub(crate) mod plan;
#[cfg(test)]
mod reference;
pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod watch;

use crate::data::{Examples, Listed, Scaling};
use crate::error::{Error, Result};
use crate::kernels::epoch::{Ask, Epoch};
use crate::kernels::trainer::{Outcome, Trainer};
use crate::kernels::{self, Number};
use crate::log::{Level, level, log};
use crate::nn::init;
use crate::spec::{Precision, parameters};
use checkpoint::Checkpoint;
use history::History;
use plan::Plan;
use state::{State, Wish, Witness};
use watch::Watch;

/// The loss that weights have on rows which training does not see.
pub(crate) type EvaluationLoss<'e> = Box<dyn FnMut(&[f64]) -> f64 + 'e>;

/// Trains from the start, or on from where it was, up to the epochs of the plan or to where one of
/// its rules ends it. These watch the loss of the evaluation, if there is one. None if the witness
/// ended it before.
pub(crate) fn train(
    plan: &Plan,
    data: &Examples,
    scaling: Option<&Scaling>,
    evaluation: Option<EvaluationLoss<'_>>,
    state: Option<State>,
    threads: usize,
    witness: Option<&dyn Witness>,
) -> Result<Option<State>> {
    let state = state.unwrap_or_else(|| {
        let checkpoint = Checkpoint {
            weights: init::weights(&plan.init, &plan.layers, plan.seed),
            ..Checkpoint::default()
        };
        State {
            checkpoint,
            ..State::default()
        }
    });
    match plan.precision {
        Precision::F32 => run::<f32>(plan, data, scaling, evaluation, state, threads, witness),
        Precision::F64 => run::<f64>(plan, data, scaling, evaluation, state, threads, witness),
    }
}

fn run<T: Listed>(
    plan: &Plan,
    data: &Examples,
    scaling: Option<&Scaling>,
    mut evaluation: Option<EvaluationLoss<'_>>,
    State { checkpoint, frames }: State,
    threads: usize,
    witness: Option<&dyn Witness>,
) -> Result<Option<State>> {
    let Checkpoint {
        weights,
        mut losses,
        memory,
        mut evaluation_losses,
    } = checkpoint;
    let weights = narrow::<T>(&weights)
        .map_err(|weight| Error::start_too_large(weight, plan.precision.name()))?;
    let shape = job::shape(&plan.layers, &plan.activations);
    let normalization = scaling.map(|scaling| {
        let narrow = |numbers: Vec<f64>| -> Vec<T> { numbers.into_iter().map(T::of).collect() };
        [narrow(scaling.shifts()), narrow(scaling.factors())]
    });
    let mut rows = data.view::<T>(job::targets_of_class(plan));
    rows.normalization = normalization
        .as_ref()
        .map(|[shift, scale]| (&shift[..], &scale[..]));
    let mut trainer = Trainer::new(shape, job::settings(plan), &weights, data.rows());
    if !losses.is_empty() {
        // Squares may be infinite, and only make small steps.
        let memory = memory.map(|moment| -> Vec<T> { moment.into_iter().map(T::of).collect() });
        trainer.remember(memory.each_ref().map(|moment| &moment[..]));
    }
    let mut watch = Watch::new(&plan.stop);
    let seen = match &evaluation {
        Some(_) => &evaluation_losses,
        None => &losses,
    };
    let is_over = seen.iter().any(|&loss| watch.sees(loss));
    // From here on nothing is allocated but in the first epoch.
    let done = losses.len();
    let to_come = match is_over {
        true => 0,
        false => plan.epochs().saturating_sub(done),
    };
    losses.reserve_exact(to_come);
    if evaluation.is_some() {
        evaluation_losses.reserve_exact(to_come);
    }
    // Rules want to know of each epoch, and may end it at any; so do logs, which change nothing.
    let begun = frames.epochs.first().map_or(done, |&first| first);
    let step = match plan.stop.is_empty() {
        true => history::step(
            size_of_val(&weights[..]),
            plan.epochs().saturating_sub(begun),
        ),
        false => 1,
    };
    let mut history = match frames.epochs.is_empty() {
        true => History::new(done, &weights, to_come, step),
        false => History::resumed(&frames, weights.len(), to_come),
    };
    let seldom = witness.map_or(0, |witness| witness.every().max(1));
    let every = if level() < Level::Low { step } else { 1 };
    let end = done + to_come;
    let (mut weights, mut numbers) = (weights, Vec::new());
    let mut is_ended = false;
    let mut ask = |epoch: &Epoch<'_, T>| {
        log_loss(plan, epoch.number, epoch.loss);
        let mut watched = epoch.loss;
        let wanted = history.wants(epoch.number);
        if wanted || evaluation.is_some() {
            epoch.write_weights(&mut weights);
        }
        if wanted {
            history.keep(epoch.number, &weights);
        }
        if let Some(loss) = &mut evaluation {
            kernels::widen(&weights, &mut numbers);
            watched = loss(&numbers);
            evaluation_losses.push(watched);
        }
        if watch.sees(watched) {
            return false;
        }
        let Some(witness) = witness else { return true };
        if epoch.number == end || epoch.number.checked_rem(seldom) != Some(0) {
            return true;
        }
        let wish = witness.sees(epoch.number, epoch.loss);
        if wish != Wish::GoOn {
            epoch.write_weights(&mut weights);
            let losses = [epoch.losses, &evaluation_losses].map(<[f64]>::to_vec);
            let checkpoint = reached(&weights, losses, epoch.memory());
            let frames = history.frames();
            witness.keeps(State { checkpoint, frames });
        }
        is_ended = wish == Wish::End;
        !is_ended
    };
    let ask = Some(Ask {
        every: [every, seldom],
        whether: &mut ask,
        abort: witness.and_then(|witness| witness.abort()),
    });
    match trainer.run(done..end, &plan.rates, &rows, &mut losses, threads, ask) {
        Outcome::Sound => {}
        Outcome::Aborted => return Ok(None),
        Outcome::Stopped if is_ended => return Ok(None),
        Outcome::Stopped => log!(Low, "{}: Stopped after epoch {}", plan.name, losses.len()),
        Outcome::LossDiverged(epoch) => {
            log_loss(plan, epoch, losses[epoch - 1]);
            return Err(Error::diverged(epoch, "the loss", plan.hazards(data)));
        }
        Outcome::WeightDiverged(epoch) => {
            log_loss(plan, epoch, losses[epoch - 1]);
            return Err(Error::diverged(epoch, "a weight", plan.hazards(data)));
        }
    }
    let (weights, memory) = (trainer.weights(), trainer.memory());
    Ok(Some(State {
        checkpoint: reached(&weights, [losses, evaluation_losses], memory),
        frames: history.frames(),
    }))
}

/// Where a training has come to, with its losses and those on evaluation rows.
fn reached<T: Number>(
    weights: &[T],
    [losses, mut evaluation_losses]: [Vec<f64>; 2],
    memory: [Vec<T>; 2],
) -> Checkpoint {
    // Without those before a checkpoint in text, they are not worth keeping.
    if evaluation_losses.len() != losses.len() {
        evaluation_losses = Vec::new();
    }
    Checkpoint {
        weights: wide(weights),
        losses,
        memory: memory.map(|moment| wide(&moment)),
        evaluation_losses,
    }
}

fn log_loss(plan: &Plan, epoch: usize, loss: f64) {
    log!(Low, "{}: Loss for epoch {epoch} = {loss:?}", plan.name);
}

/// Rounded numbers; or the first that is not finite then.
fn narrow<T: Number>(numbers: &[f64]) -> Result<Vec<T>, f64> {
    let mut list = Vec::new();
    match kernels::append(&mut list, numbers) {
        Ok(()) => Ok(list),
        Err(index) => Err(numbers[index]),
    }
}

fn wide<T: Number>(numbers: &[T]) -> Vec<f64> {
    let mut list = Vec::new();
    kernels::widen(numbers, &mut list);
    list
}

/// As many threads as have something to do: waiting for each other costs as much as some hundred
/// thousand multiplications.
pub(crate) fn useful_threads(plan: &Plan, rows: usize) -> usize {
    let batch = plan.batch.min(rows).min(crate::kernels::scores::CHUNK);
    (batch * parameters(&plan.layers) / WORTH_A_THREAD).max(1)
}

/// The same for several trainings at once, which do not wait for each other.
pub(crate) fn useful_threads_for(plan: &Plan, rows: usize, trainings: usize) -> usize {
    let all = multiplications(plan, rows).saturating_mul(trainings);
    (all / WORTH_A_THREAD).clamp(1, trainings)
}

/// Those of the forward passes of a training.
pub(crate) fn multiplications(plan: &Plan, rows: usize) -> usize {
    rows.saturating_mul(parameters(&plan.layers))
        .saturating_mul(plan.epochs())
}

const WORTH_A_THREAD: usize = 1_000_000;
