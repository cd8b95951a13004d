//! Rows learned by heart: those of evaluation are predicted far worse.

use super::{Sample, far};
use crate::error::{Field, Problem};
use crate::rounded::{percent, rounded};
use crate::trained::Trained;

/// How much better a model may be on the rows that it was trained on.
const GAP: f64 = 0.15;
const GAP_OF_R2: f64 = 0.3;
/// What is explained of these by a network that knows them.
const LEARNED: f64 = 0.3;

pub(super) fn look(trained: &Trained) -> Option<Problem> {
    let evaluation = trained.evaluation()?;
    let sample = Sample::of(trained);
    let message = match (
        trained.accuracy(),
        sample.accuracy(),
        evaluation.fit.zip(sample.fit()),
    ) {
        (Some(accuracy), Some(trained_on), _) => {
            // What chance may do to so few rows, twice the deviation of a share that is somewhat like this
            // one: with two more rows of either kind it is never 0.
            let rows = evaluation.rows as f64 + 4.0;
            let share = (accuracy * evaluation.rows as f64 + 2.0) / rows;
            let chance = 2.0 * (share * (1.0 - share) / rows).sqrt();
            if trained_on - accuracy <= GAP + chance {
                return None;
            }
            format!(
                "{} % of these rows are right, of those trained on {} %",
                percent(accuracy),
                percent(trained_on)
            )
        }
        (_, _, Some((fit, of_sample))) if trained.estimates_targets() => {
            let trained_on = of_sample.r2;
            // As above, for a share of variance.
            let explained = fit.r2.max(0.0);
            let chance =
                4.0 * explained.sqrt() * (1.0 - explained) / (evaluation.rows as f64).sqrt();
            let is_gap = trained_on - fit.r2 > GAP_OF_R2 + chance;
            if !is_gap || trained_on < LEARNED || evaluation.rows < 10 {
                return None;
            }
            let gap = format!(
                "R² is {} on these rows, on those trained on {}",
                rounded(fit.r2),
                rounded(trained_on)
            );
            if let Some(far) = far_in_eval(trained) {
                let message = format!("{gap}: {far}: leave that row out if it is a mistake");
                return Some(Problem::new(Field::Eval, message));
            }
            gap
        }
        _ => return None,
    };
    let message = format!(
        "the network knows what it was trained on by heart: {message}; try fewer epochs, a smaller network, \
         more data, or `.weight_decay(…)`"
    );
    Some(Problem::new(Field::Eval, message))
}

/// A number that lies far from all others of these rows, for which no network is to blame.
fn far_in_eval(trained: &Trained) -> Option<String> {
    let eval = trained.eval()?;
    let outputs: Vec<usize> = (0..trained.plan.outputs()).collect();
    let far = far::input(trained, eval, far::FAR_WITH_EFFECT);
    let far = far.or_else(|| far::target(trained, eval, &outputs))?;
    Some(far.told())
}
