//! From start weights to trained ones, by the kernels.
//!
//! Batch by batch: forward, the gradient of the mean loss over the batch's rows, one step of the
//! optimiser. A last batch may be smaller. `reference` has the same over engine values, in the
//! order in which one would write it down; the two are tested against each other.

pub(crate) mod checkpoint;
pub(crate) mod history;
pub(crate) mod job;
pub(crate) mod plan;
#[cfg(test)]
mod reference;
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
use history::{Frames, History};
use plan::Plan;
use watch::Watch;

/// The loss that weights have on rows which training does not see.
pub(crate) type EvaluationLoss<'e> = Box<dyn FnMut(&[f64]) -> f64 + 'e>;

/// Trains from the start, or on from a checkpoint, up to the epochs of the plan or to where one of
/// its rules ends it. These watch the loss of the evaluation, if there is one. Gives some of the
/// weights on the way as well.
pub(crate) fn train(
    plan: &Plan,
    data: &Examples,
    scaling: Option<&Scaling>,
    evaluation: Option<EvaluationLoss<'_>>,
    checkpoint: Option<Checkpoint>,
    threads: usize,
) -> Result<(Checkpoint, Frames)> {
    let checkpoint = checkpoint.unwrap_or_else(|| Checkpoint {
        weights: init::weights(&plan.init, &plan.layers, plan.seed),
        ..Checkpoint::default()
    });
    match plan.precision {
        Precision::F32 => run::<f32>(plan, data, scaling, evaluation, checkpoint, threads),
        Precision::F64 => run::<f64>(plan, data, scaling, evaluation, checkpoint, threads),
    }
}

fn run<T: Listed>(
    plan: &Plan,
    data: &Examples,
    scaling: Option<&Scaling>,
    mut evaluation: Option<EvaluationLoss<'_>>,
    Checkpoint {
        weights,
        mut losses,
        memory,
        mut evaluation_losses,
    }: Checkpoint,
    threads: usize,
) -> Result<(Checkpoint, Frames)> {
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
    for &loss in seen {
        watch.sees(loss);
    }
    // From here on nothing is allocated but in the first epoch.
    let done = losses.len();
    let to_come = plan.epochs().saturating_sub(done);
    losses.reserve_exact(to_come);
    if evaluation.is_some() {
        evaluation_losses.reserve_exact(to_come);
    }
    // Rules want to know of each epoch, and may end it at any; so do logs, which change nothing.
    let step = match plan.stop.is_empty() {
        true => history::step(size_of_val(&weights[..]), to_come),
        false => 1,
    };
    let every = if level() < Level::Low { step } else { 1 };
    let mut history = History::new(done, &weights, to_come, step);
    let (mut weights, mut numbers) = (weights, Vec::new());
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
        !watch.sees(watched)
    };
    let ask = Some(Ask {
        every,
        whether: &mut ask,
    });
    let end = done + to_come;
    match trainer.run(done..end, &plan.rates, &rows, &mut losses, threads, ask) {
        Outcome::Sound => {}
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
    // Without those before a checkpoint in text, they are not worth keeping.
    if evaluation_losses.len() != losses.len() {
        evaluation_losses.clear();
    }
    let checkpoint = Checkpoint {
        weights: wide(&trainer.weights()),
        losses,
        memory: trainer.memory().map(|moment| wide(&moment)),
        evaluation_losses,
    };
    Ok((checkpoint, history.frames()))
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
