//! The figures of a trained model.
//!
//! [`FIGURES`] lists them all; each is a function below that says what the figure shows, or that there
//! is nothing to show. A new one is a function and a line there: whatever draws figures ([`svg`],
//! [`tikz`], the page) knows descriptions only.

mod axis;
mod confusion;
mod figure;
mod lead;
mod outline;
mod svg;
#[cfg(test)]
mod tests;
mod tikz;
mod view;

use crate::data::Classes;
use crate::results::{Results, sample};
use crate::trained::Trained;
pub use figure::Figure;
pub(crate) use figure::{Axis, Body, Colour, Layer, Mark, PALETTE, Plot, Shape, Stroke};
use lead::{leads, over_others};
use outline::{Grid, outline};
pub(crate) use svg::path_of;
use view::View;

/// A description of one of them, if the model has it.
type Describe = fn(&View<'_>) -> Option<Figure>;

/// All figures, in the order in which they are shown.
const FIGURES: &[Describe] = &[
    training_data,
    loss,
    evaluation,
    regions,
    fit,
    confusion_matrix,
    predicted,
];

/// The most points of a figure, of a line, and the most outputs and classes that can be told apart.
const MOST_POINTS: usize = 600;
const MOST_OF_LINE: usize = 300;
const MOST_OUTPUTS: usize = 10;
const MOST_REGIONS: usize = 60;

impl Trained {
    /// The figures of the model: its data, its losses, what it answers.
    ///
    /// ```
    /// # use neuralatex_core::prelude::*;
    /// let arm = model("Arm", [2, 8, 1]).data(spiral(50)).eval(spiral(50)).train()?;
    /// let names: Vec<&str> = arm.figures().iter().map(|figure| figure.name()).collect();
    /// assert_eq!(names, ["training_data", "loss", "evaluation", "regions", "confusion"]);
    /// assert!(arm.figures()[1].svg().starts_with("<svg"));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn figures(&self) -> Vec<Figure> {
        figures(&Results::of(self))
    }
}

/// All that the model has.
pub(crate) fn figures(results: &Results<'_>) -> Vec<Figure> {
    let view = View::of(results);
    FIGURES
        .iter()
        .filter_map(|describe| describe(&view))
        .collect()
}

/// The training data, coloured by class.
fn training_data(view: &View<'_>) -> Option<Figure> {
    let classes = view.results.classes()?;
    let (data, rows) = (view.data, sample(view.data.rows(), MOST_POINTS));
    let places = view.places(data, &rows);
    let [x, y] = view.axes(&places);
    let of_row: Vec<u32> = rows.iter().map(|row| data.places()[*row]).collect();
    let caption = format!(
        "The {} points {}, by class.{}{}",
        data.rows(),
        view.learned(),
        thinned(rows.len(), data.rows()),
        view.said()
    );
    Some(Figure {
        name: "training_data",
        title: match view.results.trained.given() {
            Some(_) => "Data".to_string(),
            None => "Training data".to_string(),
        },
        caption,
        body: Body::Plot(Plot {
            x,
            y,
            layers: by_class(classes, &of_row, &places),
        }),
    })
}

/// The loss after each epoch, if there were some.
fn loss(view: &View<'_>) -> Option<Figure> {
    let losses = view.results.trained.losses();
    let last = losses.len();
    if last == 0 {
        return None;
    }
    let line = |losses: Vec<(usize, f64)>| -> Vec<[f64; 2]> {
        let chosen = sample_of_line(losses.len());
        chosen
            .iter()
            .map(|n| [losses[*n].0 as f64, losses[*n].1])
            .collect()
    };
    let training = line((1..).zip(losses.iter().copied()).collect());
    let evaluation = line(view.results.evaluation_losses.clone());
    let first = evaluation
        .first()
        .map_or(1, |first| first[0] as usize)
        .min(1);
    let all: Vec<f64> = training
        .iter()
        .chain(&evaluation)
        .map(|point| point[1])
        .collect();
    let mut layers = Vec::new();
    // A line of one point is not to be seen.
    let mut add = |label: &str, series: usize, points: Vec<[f64; 2]>, stroke| {
        if points.is_empty() {
            return;
        }
        layers.push(Layer {
            label: Some(label.to_string()),
            colour: Colour::Series(series),
            shape: match points.len() {
                1 => Shape::Points(points, Mark::of_series(series)),
                _ => Shape::Line(points, stroke),
            },
        });
    };
    let has_evaluation = !evaluation.is_empty();
    add("training", 1, training, Stroke::Solid);
    add("evaluation", 0, evaluation, Stroke::Dashed);
    let words = view.results.trained.words.value("loss").unwrap_or("loss");
    let compared = match has_evaluation {
        true => "; that of training is the mean over an epoch, that of evaluation is after it",
        false => "",
    };
    let known = view.results.evaluation_losses.len();
    let sparse = match has_evaluation && known < last {
        true => format!(" That of evaluation is known for {known} of {last} epochs."),
        false => String::new(),
    };
    let drawn = match last > MOST_OF_LINE {
        true => format!(" {MOST_OF_LINE} points of each line are drawn."),
        false => String::new(),
    };
    Some(Figure {
        name: "loss",
        title: "Loss".to_string(),
        caption: format!("The mean loss ({words}) against the epoch{compared}.{sparse}{drawn}"),
        body: Body::Plot(Plot {
            x: Axis::whole("epoch", [first.min(last), last]),
            y: Axis::of_losses("loss", &all),
            layers,
        }),
    })
}

/// The evaluation data, coloured by predicted class, with those marked that are wrong.
fn evaluation(view: &View<'_>) -> Option<Figure> {
    let classes = view.results.classes()?;
    let trained = view.results.trained;
    let eval = trained.eval()?;
    let rows = sample(eval.rows(), MOST_POINTS);
    let places = view.places(eval, &rows);
    let [x, y] = view.axes(&places);
    let all = trained.predicted_places();
    let predicted: Vec<u32> = rows.iter().map(|row| all[*row]).collect();
    let mut layers = by_class(classes, &predicted, &places);
    let is_wrong = |(place, row): (usize, &usize)| {
        (predicted[place] != eval.places()[*row]).then_some(places[place])
    };
    let wrong: Vec<[f64; 2]> = rows.iter().enumerate().filter_map(is_wrong).collect();
    layers.push(Layer {
        label: Some("wrong".to_string()),
        colour: Colour::Ink,
        shape: Shape::Points(wrong, Mark::Ring),
    });
    let correct = trained.correct().unwrap_or(0);
    let caption = format!(
        "The evaluation points by predicted class: {correct} of {} are right, the others have a ring.{}{}",
        eval.rows(),
        thinned(rows.len(), eval.rows()),
        view.said()
    );
    Some(Figure {
        name: "evaluation",
        title: "Evaluation".to_string(),
        caption,
        body: Body::Plot(Plot { x, y, layers }),
    })
}

/// What is answered over the plane, for two inputs.
fn regions(view: &View<'_>) -> Option<Figure> {
    const CELLS: usize = 60;
    let classes = view.results.classes()?;
    if view.data.columns() != 2 || classes.len() > MOST_REGIONS {
        return None;
    }
    let rows = sample(view.data.rows(), MOST_POINTS / 2);
    let places = view.places(view.data, &rows);
    let [x, y] = view.axes(&places);
    let grid = Grid {
        x: x.range,
        y: y.range,
        columns: CELLS + 1,
        rows: CELLS + 1,
    };
    let scores = view.results.scores(&grid.points());
    let leads = leads(&scores, view.results.trained.plan.outputs());
    let mut layers: Vec<Layer> = (0..classes.len())
        .filter(|class| leads.iter().any(|lead| lead.class == *class))
        .map(|class| Layer {
            label: None,
            colour: Colour::Series(class),
            shape: Shape::Area(outline(&grid, &over_others(&scores, &leads, class))),
        })
        .collect();
    let of_row: Vec<u32> = rows.iter().map(|row| view.data.places()[*row]).collect();
    layers.extend(by_class(classes, &of_row, &places));
    Some(Figure {
        name: "regions",
        title: "Decision regions".to_string(),
        caption: format!(
            "What the network answers over the plane, and the points {}.{}",
            view.learned(),
            thinned(rows.len(), view.data.rows())
        ),
        body: Body::Plot(Plot { x, y, layers }),
    })
}

/// What is predicted from a single input, with the data.
fn fit(view: &View<'_>) -> Option<Figure> {
    if view.results.classes().is_some() || view.data.columns() != 1 {
        return None;
    }
    let data = view.data;
    let outputs = view.results.trained.plan.outputs();
    let shown = outputs.min(MOST_OUTPUTS);
    let rows = sample(data.rows(), MOST_POINTS / shown);
    let inputs = data.inputs_of(&rows);
    let targets: Vec<Vec<f64>> = rows.iter().map(|row| data.targets(*row)).collect();
    let x = Axis::over(view.results.input_name(0), inputs.iter().copied());
    let names = view.results.target_names();
    let [low, high] = x.range;
    let place = |n: usize| {
        let share = n as f64 / (MOST_OF_LINE - 1) as f64;
        low * (1.0 - share) + high * share
    };
    let line: Vec<f64> = (0..MOST_OF_LINE).map(place).collect();
    let scores = view.results.scores(&line);
    let label = match names.as_deref() {
        Some([only]) => only.as_str(),
        _ => "target",
    };
    let y = Axis::over(label, targets.iter().flatten().chain(&scores).copied());
    let mut layers = Vec::new();
    for output in 0..shown {
        let of = |what: &str| match &names {
            _ if outputs == 1 => what.to_string(),
            Some(names) if what == "target" => names[output].clone(),
            Some(names) => format!("{what} {}", names[output]),
            None => format!("{what} {}", output + 1),
        };
        let points = inputs.iter().zip(&targets).map(|(x, y)| [*x, y[output]]);
        layers.push(Layer {
            label: Some(of("target")),
            colour: Colour::Series(2 * output),
            shape: Shape::Points(points.collect(), Mark::of_series(2 * output)),
        });
        let points = line
            .iter()
            .zip(scores.chunks(outputs))
            .map(|(x, y)| [*x, y[output]]);
        layers.push(Layer {
            label: Some(of("predicted")),
            colour: Colour::Series(2 * output + 1),
            shape: Shape::Line(points.collect(), Stroke::Solid),
        });
    }
    Some(Figure {
        name: "fit",
        title: "Fit".to_string(),
        caption: format!(
            "The {}, and what the network predicts.{}{}",
            match view.results.trained.given() {
                Some(_) => "data",
                None => "training data",
            },
            thinned(rows.len(), data.rows()),
            first_outputs(shown, outputs)
        ),
        body: Body::Plot(Plot { x, y, layers }),
    })
}

/// How often each class is taken for which.
fn confusion_matrix(view: &View<'_>) -> Option<Figure> {
    let classes = view.results.classes()?;
    let trained = view.results.trained;
    let eval = trained.eval()?;
    let (matrix, left_out) = confusion::matrix(classes, eval.places(), trained.predicted_places());
    let left_out = match left_out {
        0 => String::new(),
        _ => format!(
            " Of {} classes those {} are shown that are mistaken most.",
            classes.len(),
            classes.len() - left_out
        ),
    };
    Some(Figure {
        name: "confusion",
        title: "Confusion matrix".to_string(),
        caption: format!(
            "How many evaluation rows of each class are predicted as which.{left_out}"
        ),
        body: Body::Matrix(matrix),
    })
}

/// Predicted numbers against the true ones.
fn predicted(view: &View<'_>) -> Option<Figure> {
    let trained = view.results.trained;
    if view.results.classes().is_some() {
        return None;
    }
    // Without evaluation rows there are those that it was trained on.
    let (examples, which) = match trained.eval() {
        Some(eval) => (eval, "evaluation"),
        None => (view.data, trained.rows_called()),
    };
    let outputs = trained.plan.outputs();
    let shown = outputs.min(MOST_OUTPUTS);
    let rows = sample(examples.rows(), MOST_POINTS / shown);
    let scores = view.results.scores(&examples.inputs_of(&rows));
    let targets = examples.targets_of(&rows);
    let both = || targets.iter().chain(&scores).copied();
    let names = view.results.target_names();
    let [x, y] = ["true", "predicted"].map(|which| match names.as_deref() {
        Some([only]) => Axis::over(format!("{which} {only}"), both()),
        _ => Axis::over(which, both()),
    });
    let [low, high] = x.range;
    let mut layers = vec![Layer {
        label: None,
        colour: Colour::Ink,
        shape: Shape::Line(vec![[low, low], [high, high]], Stroke::Dashed),
    }];
    for output in 0..shown {
        let of_output = targets.chunks(outputs).zip(scores.chunks(outputs));
        let points = of_output.map(|(target, score)| [target[output], score[output]]);
        layers.push(Layer {
            label: (outputs > 1).then(|| match &names {
                Some(names) => names[output].clone(),
                None => format!("output {}", output + 1),
            }),
            colour: Colour::Series(output + 1),
            shape: Shape::Points(points.collect(), Mark::of_series(output)),
        });
    }
    Some(Figure {
        name: "predicted",
        title: "Predicted against true".to_string(),
        caption: format!(
            "What is predicted for the {which} rows, against what is true; on the line they are equal.{}{}",
            thinned(rows.len(), examples.rows()),
            first_outputs(shown, outputs)
        ),
        body: Body::Plot(Plot { x, y, layers }),
    })
}

/// A layer of points for each class, in their order.
fn by_class(classes: &Classes, of_row: &[u32], places: &[[f64; 2]]) -> Vec<Layer> {
    let layer = |index: usize| {
        let of_class = of_row
            .iter()
            .zip(places)
            .filter(|(class, _)| **class as usize == index);
        Layer {
            label: Some(match classes {
                Classes::Whole(_) => format!("class {}", classes.name(index)),
                Classes::Text(_) => classes.name(index),
            }),
            colour: Colour::Series(index),
            shape: Shape::Points(
                of_class.map(|(_, place)| *place).collect(),
                Mark::of_series(index),
            ),
        }
    };
    (0..classes.len()).map(layer).collect()
}

/// Evenly, with both ends.
fn sample_of_line(length: usize) -> Vec<usize> {
    match length <= MOST_OF_LINE {
        true => (0..length).collect(),
        false => {
            let place = |n: usize| n * (length - 1) / (MOST_OF_LINE - 1);
            (0..MOST_OF_LINE).map(place).collect()
        }
    }
}

/// That not all points are drawn, where that is so.
fn thinned(drawn: usize, all: usize) -> String {
    match drawn < all {
        true => format!(" {drawn} of {all} points are drawn."),
        false => String::new(),
    }
}

/// That not all outputs are shown, where that is so.
fn first_outputs(shown: usize, all: usize) -> String {
    match shown < all {
        true => format!(" Of {all} outputs the first {shown} are shown."),
        false => String::new(),
    }
}
