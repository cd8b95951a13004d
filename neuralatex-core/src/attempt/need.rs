//! What a training takes of memory, told before it begins.
//!
//! Rows are there already. The most is taken at the end of the training, when its results are copied
//! out of the trainer, or afterwards, when all rows are evaluated at once, or when the network is quantised.

use super::Rows;
use crate::data::Task;
use crate::error::{Field, Problem, counted};
use crate::evaluation::Confusion;
use crate::kernels::scores::Scorer;
use crate::kernels::trainer::Trainer;
use crate::kernels::{Number, size};
use crate::memory::{self, BESIDE};
use crate::quantized;
use crate::spec::quantize::Quantize;
use crate::spec::{Precision, parameters};
use crate::threads::MOST_THREADS;
use crate::training::{self, history, job, plan::Plan};

/// Bytes, by what they are for.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Need {
    data: u64,
    eval: u64,
    network: u64,
    /// What of it grows with the epochs.
    epochs: u64,
    /// What each further training takes that runs at the same time.
    further: u64,
}

impl Need {
    pub(crate) fn of(plan: &Plan, rows: &Rows, quantize: Option<Quantize>) -> Need {
        match plan.precision {
            Precision::F32 => of::<f32>(plan, rows, quantize),
            Precision::F64 => of::<f64>(plan, rows, quantize),
        }
    }

    /// All bytes of one training.
    pub(crate) fn total(&self) -> u64 {
        self.data
            .saturating_add(self.eval)
            .saturating_add(self.network)
    }

    /// How many trainings there is room for at once: of several, at least one.
    pub(super) fn at_once(&self) -> usize {
        let left = memory::limit().saturating_sub(self.total());
        let more = left / self.further.max(1);
        usize::try_from(more)
            .unwrap_or(usize::MAX)
            .saturating_add(1)
    }
}

/// Whether there is room for a training.
pub(crate) fn check(plan: &Plan, rows: &Rows, quantize: Option<Quantize>) -> Result<(), Problem> {
    let need = Need::of(plan, rows, quantize);
    let Some(refusal) = memory::refusal(need.total()) else {
        return Ok(());
    };
    let Need {
        data,
        eval,
        network,
        epochs,
        ..
    } = need;
    let rows_of = |count: usize| format!("for {}", counted(count, "row"));
    let (field, most, what, less) = if epochs >= (network - epochs).max(data).max(eval) {
        let what = format!("for {}", counted(plan.epochs(), "epoch"));
        (Field::Epochs, epochs, what, "take fewer epochs")
    } else if network >= data.max(eval) {
        let widest = (0..plan.layers.len()).max_by_key(|&index| plan.layers[index]);
        let what = "for a network of these sizes".to_string();
        let less = "take smaller layers, or a smaller `batch`";
        (Field::Layer(widest.unwrap_or(0)), network, what, less)
    } else if data >= eval {
        let what = rows_of(rows.data.rows());
        (Field::Data, data, what, "take fewer rows")
    } else {
        let count = rows.eval.as_ref().map_or(0, |eval| eval.rows());
        let what = format!("{} and their scores", rows_of(count));
        (Field::Eval, eval, what, "evaluate fewer rows")
    };
    let message = format!(
        "{} would take {} of memory, {} of it {what}, but the limit is {}: {less}; {}",
        if plan.is_given() {
            "this model"
        } else {
            "training"
        },
        refusal.needed,
        memory::size(most),
        refusal.limit,
        refusal.way_out
    );
    Err(Problem::new(field, message))
}

fn of<T: Number>(plan: &Plan, rows: &Rows, quantize: Option<Quantize>) -> Need {
    let number = size_of::<T>() as u64;
    let shape = job::shape(&plan.layers, &plan.activations);
    let settings = job::settings(plan);
    let count = parameters(&plan.layers) as u64;
    // As the trainer has them, and as numbers of a checkpoint.
    let (narrow, wide) = (number * count, 8 * count);
    let epochs = 8 * plan.epochs() as u64;
    let columns = plan.layers[0] as u64;
    let remembered = size::remembered(settings.method);
    let frames = history::room(count as usize, narrow as usize, plan.epochs()) as u64;

    let order = size::order(&settings, rows.data.rows());
    let held = rows.data.bytes();
    let scored = rows.eval.as_ref().map_or(0, |eval| eval.rows());
    let scores = scored as u64 * plan.outputs() as u64;
    let kept_eval = rows.eval.as_ref().map_or(0, |eval| eval.bytes());
    let classes = match &rows.task {
        Task::Classes(classes) => classes.len(),
        Task::Targets => 0,
    };
    let judge = match scored {
        0 => 0,
        _ => size::judge(&settings.criterion, plan.outputs()),
    };
    let scorer = match scored {
        0 => 0,
        rows => Scorer::<T>::bytes(&shape, rows) + judge + narrow,
    };

    let scaling = match &rows.scaling {
        // The list of columns has grown, and may have twice the room that it needs.
        Some(_) => columns * (2 * 16 + 2 * number + 8),
        None => 0,
    };
    let watched = !plan.stop.is_empty() && rows.eval.is_some();
    let watching = match (watched, &rows.scaling) {
        (false, _) => 0,
        (true, None) => scorer + wide + epochs,
        (true, Some(_)) => scorer + 2 * wide + epochs,
    };
    let threads = training::useful_threads(plan, rows.data.rows()).min(MOST_THREADS);
    let trainer = Trainer::<T>::bytes(&shape, &settings, rows.data.rows(), threads) - order;
    let results = wide + remembered * wide + epochs + 8 * frames;
    let rates = epochs;
    // The start weights twice; what is copied; and what it is copied from.
    let at_end = wide + narrow + trainer + watching + number * frames + scaling;
    let at_end = at_end + results + (1 + remembered) * narrow + rates;
    let trained = Need {
        data: held + order,
        eval: kept_eval + if watched { number * scores } else { 0 },
        network: at_end + BESIDE,
        epochs: 2 * epochs + if watched { epochs } else { 0 },
        further: 0,
    };

    let predicted = match classes {
        0 => 8 * scores,
        _ => 4 * scored as u64 + Confusion::bytes(classes),
    };
    let evaluated = Need {
        data: held,
        eval: kept_eval + 8 * scores + predicted.max(number * scores),
        network: results + rates + wide + scorer + scaling + BESIDE,
        epochs: 2 * epochs,
        further: 0,
    };
    // The results of the evaluation are there, and the network with a point.
    let is_evaluated = u64::from(scored > 0 && classes > 0);
    let kept = Need {
        eval: kept_eval + is_evaluated * predicted,
        network: results + rates + wide + scaling + BESIDE,
        ..evaluated
    };
    let quantized = Need {
        network: kept.network + quantized::size::making::<T>(&shape, rows.data.rows()),
        ..kept
    };
    let scored = Need {
        eval: kept.eval + (number + 8) * scores + predicted,
        network: kept.network
            + quantized::size::made(&shape)
            + quantized::size::scoring::<T>(&shape)
            + judge,
        ..kept
    };
    let stages = [
        Some(evaluated),
        Some(trained).filter(|_| !plan.is_given()),
        quantize.map(|_| quantized),
        quantize.map(|_| scored),
    ];
    let most = stages.into_iter().flatten().max_by_key(Need::total);
    let most = most.unwrap_or(evaluated);
    // Of each thread the best training is kept while the next one runs.
    let best = results + wide + predicted;
    Need {
        further: most.total() - held - kept_eval + best,
        ..most
    }
}

#[cfg(test)]
mod tests {
    use super::Need;

    #[test]
    fn as_many_run_at_once_as_there_is_room_for() {
        let at_once = |data: u64, further: u64| {
            let need = Need {
                data: data << 30,
                further: further << 30,
                ..Need::default()
            };
            need.at_once()
        };
        assert_eq!(at_once(1, 1), 4);
        assert_eq!(at_once(3, 2), 1);
        assert_eq!(at_once(5, 2), 1, "one in any case");
    }
}
