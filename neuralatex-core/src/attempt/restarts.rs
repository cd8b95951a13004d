//! Several trainings, whose seeds follow each other, of which the best is taken.

use std::panic::resume_unwind;

use super::need::Need;
use super::{Attempt, Rows};
use crate::error::Result;
use crate::supervision::Supervision;
use crate::threads::Threads;
use crate::training::{self, plan::Plan};

/// The one with the lowest loss, if the supervision lets all of them come to their end.
pub(super) fn best(
    plan: &Plan,
    rows: &Rows,
    times: usize,
    supervision: &Supervision<'_>,
) -> Result<Attempt> {
    let useful = training::useful_threads_for(plan, rows.data.rows(), times);
    let at_once = Need::of(plan, rows, None).at_once();
    let threads = Threads::up_to(useful.min(at_once));
    let count = threads.count().min(times).min(at_once);
    let best_of = |thread: usize| {
        let attempts = (thread..times).step_by(count).map(|n| {
            let seed = plan.seed.wrapping_add(n as u64);
            let plan = Plan {
                name: format!("{}, seed {seed}", plan.name),
                seed,
                ..plan.clone()
            };
            (n, Attempt::new(&plan, rows, None, 1, (supervision, n)))
        });
        attempts.reduce(better)
    };
    let bests: Vec<_> = std::thread::scope(|scope| {
        let best_of = &best_of;
        let spawn = |thread| {
            let work = move || best_of(thread);
            let spawned = std::thread::Builder::new().spawn_scoped(scope, work);
            (thread, spawned.ok())
        };
        let others: Vec<_> = (1..count).map(spawn).collect();
        let first = best_of(0);
        let joined = others.into_iter().map(|(thread, other)| match other {
            Some(other) => other.join().unwrap_or_else(|panic| resume_unwind(panic)),
            // A thread that could not be started leaves its share to this one.
            None => best_of(thread),
        });
        std::iter::once(first).chain(joined).flatten().collect()
    });
    match bests.into_iter().reduce(better) {
        Some((_, best)) if !supervision.has_ended() => best,
        _ => Err(supervision.end()),
    }
}

/// A training, and how many seeds it is after the first.
type Numbered = (usize, Result<Attempt>);

/// The one with the lower loss; of equal ones that with the lower seed. One that failed is worse
/// than any.
fn better(one: Numbered, other: Numbered) -> Numbered {
    let (first, second) = match one.0 < other.0 {
        true => (one, other),
        false => (other, one),
    };
    match (&first.1, &second.1) {
        (Err(_), Ok(_)) => second,
        (Ok(a), Ok(b)) if b.loss() < a.loss() => second,
        _ => first,
    }
}
