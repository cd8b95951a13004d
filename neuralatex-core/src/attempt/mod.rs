//! One training, from its start weights to the weights that are shipped, and how good these are.

pub(crate) mod need;
mod restarts;

use crate::data::{Examples, Header, Scaling, Task};
use crate::error::{Error, Result};
use crate::evaluation::{Evaluation, loss_of};
use crate::kernels;
use crate::spec::normalize::Normalize;
use crate::supervision::Supervision;
use crate::threads::Threads;
use crate::training::checkpoint::{Checkpoint, Origin};
use crate::training::history::Frames;
use crate::training::state::{State, Witness};
use crate::training::{self, EvaluationLoss, plan::Plan};

/// The rows of a model, and what they ask for.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    pub(crate) task: Task,
    pub(crate) data: Examples,
    pub(crate) eval: Option<Examples>,
    pub(crate) scaling: Option<Scaling>,
    /// Of a file whose columns have names.
    pub(crate) header: Option<Header>,
    /// Whether those of `eval` are some of `data`.
    pub(crate) is_held_out: bool,
    /// Whether there are given weights that do not tell which rows they were trained on.
    pub(crate) is_foreign: bool,
}

impl Rows {
    /// Those that an epoch goes through: rules watch those of the evaluation.
    pub(crate) fn of_epoch(&self, plan: &Plan) -> usize {
        let evaluated = match (&self.eval, plan.stop.is_empty()) {
            (Some(eval), false) => eval.rows(),
            _ => 0,
        };
        self.data.rows() + evaluated
    }

    /// What a training on these rows follows from.
    pub(crate) fn origin<'t>(
        &'t self,
        plan: &'t Plan,
        seed: u64,
        restarts: usize,
        normalize: Normalize,
    ) -> Origin<'t> {
        Origin {
            plan,
            seed,
            restarts,
            normalize,
            data: &self.data,
            eval: self.eval.as_ref(),
        }
    }
}

/// Where a training begins.
pub(crate) enum Start {
    /// At the start weights.
    Weights,
    /// Where an earlier one came to.
    Checkpoint(Checkpoint),
    /// At its end, with this seed: there is nothing left to do.
    Complete(Checkpoint, u64),
}

/// What one training gave.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    /// Of its start weights and its shuffling.
    pub(crate) seed: u64,
    /// The weights of training, and its losses.
    pub(crate) checkpoint: Checkpoint,
    /// The weights that are shipped: for inputs as they are, in the precision of the plan.
    pub(crate) weights: Vec<f64>,
    pub(crate) evaluation: Option<Evaluation>,
    /// The weights of training on the way.
    pub(crate) history: Frames,
}

impl Attempt {
    /// The best of several trainings, whose seeds follow each other, on as many threads as are
    /// free. A single one may begin elsewhere than at its start weights.
    pub(crate) fn best(
        plan: &Plan,
        rows: &Rows,
        times: usize,
        start: Start,
        supervision: &Supervision<'_>,
    ) -> Result<Attempt> {
        let start = match start {
            Start::Weights => None,
            Start::Checkpoint(checkpoint) => Some(at(checkpoint)),
            Start::Complete(checkpoint, seed) => {
                return Attempt::of(seed, plan, rows, at(checkpoint));
            }
        };
        let one = training::multiplications(plan, rows.data.rows());
        kernels::warn_if_slow(one.saturating_mul(times));
        match times {
            0 | 1 => {
                let threads = Threads::up_to(training::useful_threads(plan, rows.data.rows()));
                Attempt::new(plan, rows, start, threads.count(), (supervision, 0))
            }
            times => restarts::best(plan, rows, times, supervision),
        }
    }

    /// The loss that attempts are compared by.
    pub(crate) fn loss(&self) -> f64 {
        let evaluated = self.evaluation.as_ref().map(|evaluation| evaluation.loss);
        let trained = || self.checkpoint.losses.last().copied();
        evaluated.or_else(trained).unwrap_or(f64::INFINITY)
    }

    /// Trains as the restart with a number, from its start weights or on from a state.
    fn new(
        plan: &Plan,
        rows: &Rows,
        start: Option<State>,
        threads: usize,
        watched: (&Supervision<'_>, usize),
    ) -> Result<Attempt> {
        let state = train(plan, rows, start, threads, watched)?;
        Attempt::of(plan.seed, plan, rows, state)
    }

    /// What is shipped of a training that is over, with this seed.
    pub(crate) fn of(
        seed: u64,
        plan: &Plan,
        rows: &Rows,
        State { checkpoint, frames }: State,
    ) -> Result<Attempt> {
        let weights = shipped(plan, rows, &checkpoint.weights)?;
        let eval = rows.eval.as_ref();
        let evaluation = eval.map(|eval| Evaluation::of(plan, &rows.task, eval, &weights));
        if let Some(evaluation) = &evaluation
            && !evaluation.loss.is_finite()
        {
            let hazards = plan.hazards(&rows.data);
            return Err(Error::no_evaluation(plan.precision.name(), hazards));
        }
        Ok(Attempt {
            seed,
            checkpoint,
            weights,
            evaluation,
            history: frames,
        })
    }
}

/// A training that has come to a checkpoint, with nothing to watch.
fn at(checkpoint: Checkpoint) -> State {
    State {
        checkpoint,
        frames: Frames::default(),
    }
}

fn train(
    plan: &Plan,
    rows: &Rows,
    start: Option<State>,
    threads: usize,
    (supervision, restart): (&Supervision<'_>, usize),
) -> Result<State> {
    if supervision.has_ended() {
        return Err(supervision.end());
    }
    let start = supervision.start(restart, plan, start);
    let done = start
        .as_ref()
        .map_or(0, |state| state.checkpoint.losses.len());
    let watcher = supervision.watch(restart, done);
    let rules_watch = match plan.stop.is_empty() {
        true => None,
        false => evaluation_loss(plan, rows),
    };
    let scaling = rows.scaling.as_ref();
    let (data, witness) = (&rows.data, Some(&watcher as &dyn Witness));
    match training::train(plan, data, scaling, rules_watch, start, threads, witness) {
        Ok(Some(state)) => {
            watcher.finish(Some(&state));
            Ok(state)
        }
        Ok(None) => Err(supervision.end()),
        Err(error) => {
            watcher.finish(None);
            Err(error)
        }
    }
}

/// The loss on the evaluation rows, if there are any, that weights of training would be shipped
/// with; infinite if they cannot be.
pub(crate) fn evaluation_loss<'r>(plan: &'r Plan, rows: &'r Rows) -> Option<EvaluationLoss<'r>> {
    let eval = rows.eval.as_ref()?;
    let mut loss = loss_of(plan, eval);
    let Some(scaling) = &rows.scaling else {
        return Some(loss);
    };
    let mut folded = Vec::new();
    Some(Box::new(move |weights| {
        folded.clear();
        folded.extend_from_slice(weights);
        scaling.fold(&mut folded, plan.layers[1]);
        loss(&folded)
    }))
}

/// What training weights become: scaling is folded in, and then they are rounded.
pub(crate) fn shipped(plan: &Plan, rows: &Rows, weights: &[f64]) -> Result<Vec<f64>> {
    let mut weights = weights.to_vec();
    if let Some(scaling) = &rows.scaling {
        scaling.fold(&mut weights, plan.layers[1]);
    }
    for weight in &mut weights {
        let exact = std::mem::replace(weight, plan.precision.round(*weight));
        if !weight.is_finite() {
            let precision = plan.precision.name();
            return Err(match plan.is_given() {
                true => Error::given_too_large(exact, precision),
                false => Error::too_large(exact, precision),
            });
        }
    }
    Ok(weights)
}
