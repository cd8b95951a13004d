//! Figures as SVG: one line of XML without scripts, in the colour of the text around it, so that it
//! can stand in HTML, in rustdoc and by itself, on light and on dark.
//!
//! What moves in the page is found by its attributes: `data-x` and `data-y` are the ranges of the
//! axes, `data-shape` the kind of a layer.

mod matrix;

use std::fmt::Write;

use super::figure::palette;
use super::figure::{Axis, Body, Colour, Figure, Layer, Mark, Plot, Scale, Shape, Stroke};
use crate::escape::{on_screen, shortened, width, xml};
use crate::json;
use crate::rounded::trimmed;

/// The width of a figure, the height of a plot in it, and its edges.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 240.0;
const RIGHT: f64 = 14.0;
const BELOW: f64 = 40.0;

/// Text is 12 units high; a letter is about this wide.
const LETTER: f64 = 6.6;
const LINE: f64 = 18.0;

/// The most letters of a name beside an axis or a matrix.
const LONGEST: usize = 10;

impl Figure {
    /// The figure as SVG, in one line: it can stand in HTML and, within a `<div>`, in Markdown. Lines
    /// and text have the colour of the text around it.
    pub fn svg(&self) -> String {
        match &self.body {
            Body::Plot(plot) => self.plot(plot),
            Body::Matrix(matrix) => self.matrix(matrix),
        }
    }

    /// The outermost element around what is drawn.
    fn element(&self, height: f64, content: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {}\" width=\"{WIDTH}\" \
             style=\"max-width:100%;height:auto\" role=\"img\" aria-label=\"{}: {}\" data-figure=\"{}\" \
             font-family=\"sans-serif\" font-size=\"12\" fill=\"currentColor\">{content}</svg>",
            number(height),
            xml(&self.title),
            xml(&self.caption),
            self.name
        )
    }

    fn plot(&self, plot: &Plot) -> String {
        let [x_ticks, mut y_ticks] = [plot.x.ticks(), plot.y.ticks()];
        for tick in &mut y_ticks {
            tick.label = shortened(&tick.label, LONGEST, on_screen);
        }
        let (legend, top) = legend(&plot.layers);
        let left = 26.0 + widest(y_ticks.iter().map(|tick| &tick.label));
        let width = WIDTH - left - RIGHT;
        let at_x = |value: f64| width * plot.x.place_within(value);
        let at_y = |value: f64| HEIGHT * (1.0 - plot.y.place_within(value));
        let mut content = legend;
        let mut lines = String::new();
        let mut labels = String::new();
        for tick in &x_ticks {
            let x = at_x(tick.value);
            let _ = write!(lines, "M{} 0v{HEIGHT}", number(x));
            let _ = write!(
                labels,
                "<text x=\"{}\" y=\"{}\">{}</text>",
                number(left + x),
                number(top + HEIGHT + 16.0),
                xml(&tick.label)
            );
        }
        let _ = write!(content, "<g text-anchor=\"middle\">{labels}</g>");
        labels.clear();
        for tick in &y_ticks {
            let y = at_y(tick.value);
            let _ = write!(lines, "M0 {}h{}", number(y), number(width));
            let _ = write!(
                labels,
                "<text x=\"{}\" y=\"{}\">{}</text>",
                number(left - 6.0),
                number(top + y + 4.0),
                xml(&tick.label)
            );
        }
        let _ = write!(content, "<g text-anchor=\"end\">{labels}</g>");
        content += &axis_labels(&plot.x.label, &plot.y.label, [left, top, width, HEIGHT]);
        let _ = write!(
            content,
            "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{HEIGHT}\" data-x=\"{}\" data-y=\"{}\"{}>",
            number(left),
            number(top),
            number(width),
            range(&plot.x),
            range(&plot.y),
            names(&plot.y)
        );
        let _ = write!(
            content,
            "<path d=\"{lines}\" stroke=\"currentColor\" stroke-opacity=\".15\"/>"
        );
        for layer in &plot.layers {
            content += &drawn(layer, |[x, y]| {
                format!("{} {}", number(at_x(x)), number(at_y(y)))
            });
        }
        content += "</svg>";
        let _ = write!(
            content,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{HEIGHT}\" fill=\"none\" \
             stroke=\"currentColor\" stroke-opacity=\".5\"/>",
            number(left),
            number(top),
            number(width)
        );
        self.element(top + HEIGHT + BELOW, &content)
    }
}

fn axis_labels(x: &str, y: &str, [left, top, width, height]: [f64; 4]) -> String {
    let fitted = |label: &str, length: f64| {
        let most = (length / LETTER) as usize;
        xml(&shortened(label, most.min(40), on_screen))
    };
    let [x, y] = [fitted(x, width), fitted(y, height)];
    format!(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{x}</text>\
         <text transform=\"translate(12 {})rotate(-90)\" text-anchor=\"middle\">{y}</text>",
        number(left + width / 2.0),
        number(top + height + 34.0),
        number(top + height / 2.0)
    )
}

/// The names of layers with their marks, and how much room they take.
fn legend(layers: &[Layer]) -> (String, f64) {
    const MOST: usize = 12;
    let named = layers
        .iter()
        .filter_map(|layer| Some((layer, layer.label.as_ref()?)));
    let named: Vec<_> = named.collect();
    let mut content = String::new();
    let (mut x, mut y) = (8.0, 12.0);
    let mut entry = |sample: Option<&Layer>, label: &str| {
        let shown = shortened(label, 24, on_screen);
        let length = 26.0 + widest([&shown]);
        if x + length > WIDTH && x > 8.0 {
            x = 8.0;
            y += LINE;
        }
        if let Some(layer) = sample {
            content += &sample_of(layer, [x, y]);
        }
        let _ = write!(
            content,
            "<text x=\"{}\" y=\"{}\">{}</text>",
            number(x + 16.0),
            number(y + 4.0),
            xml(&shown)
        );
        x += length;
    };
    for (layer, label) in named.iter().take(MOST) {
        entry(Some(layer), label);
    }
    if named.len() > MOST {
        entry(None, &format!("and {} more", named.len() - MOST));
    }
    let height = if named.is_empty() {
        8.0
    } else {
        y + LINE - 4.0
    };
    (content, height)
}

/// A layer's line or mark, for the legend.
fn sample_of(layer: &Layer, [x, y]: [f64; 2]) -> String {
    let shape = match &layer.shape {
        Shape::Points(_, mark) => Shape::Points(vec![[x + 6.0, y]], *mark),
        Shape::Line(_, stroke) => Shape::Line(vec![[x - 2.0, y], [x + 13.0, y]], *stroke),
        Shape::Area(_) => Shape::Points(vec![[x + 6.0, y]], Mark::Square),
    };
    let sample = Layer {
        shape,
        ..layer.clone()
    };
    drawn(&sample, |[x, y]| format!("{} {}", number(x), number(y)))
}

fn drawn(layer: &Layer, place: impl Fn([f64; 2]) -> String) -> String {
    let colour = colour(layer.colour);
    match &layer.shape {
        Shape::Area(lines) => {
            let mut path = String::new();
            for line in lines {
                path += &joined(line, &place);
                path.push('Z');
            }
            format!(
                "<path data-shape=\"area\" fill=\"{colour}\" fill-opacity=\".22\" fill-rule=\"evenodd\" d=\"{path}\"/>"
            )
        }
        Shape::Line(points, stroke) => {
            let dashes = match stroke {
                Stroke::Solid => "",
                Stroke::Dashed => " stroke-dasharray=\"5 3\"",
            };
            format!(
                "<path data-shape=\"line\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" \
                 stroke-linejoin=\"round\"{dashes} d=\"{}\"/>",
                joined(points, &place)
            )
        }
        Shape::Points(points, mark) => {
            let form = form(*mark);
            let path: String = points
                .iter()
                .map(|point| format!("M{}{}", place(*point), form.path))
                .collect();
            format!(
                "<path data-shape=\"points\" {} d=\"{path}\"/>",
                form.style.replace('$', &colour)
            )
        }
    }
}

fn joined(points: &[[f64; 2]], place: impl Fn([f64; 2]) -> String) -> String {
    let mut path = String::new();
    for point in points {
        path.push(if path.is_empty() { 'M' } else { 'L' });
        path += &place(*point);
    }
    path
}

/// How a mark is drawn: a path from the place of the point, and its style, with `$` for the colour.
struct Form {
    path: &'static str,
    style: &'static str,
}

/// The path of a mark, from the place of its point, for those who draw points anew.
pub(crate) fn path_of(mark: Mark) -> &'static str {
    form(mark).path
}

fn form(mark: Mark) -> Form {
    let filled = "fill=\"$\"";
    let stroked = "fill=\"none\" stroke=\"$\" stroke-width=\"2\"";
    let (path, style) = match mark {
        // Points of a line without length are as large as its ends are.
        Mark::Dot => (
            "h0",
            "stroke=\"$\" stroke-width=\"6\" stroke-linecap=\"round\"",
        ),
        Mark::Square => (
            "h0",
            "stroke=\"$\" stroke-width=\"5\" stroke-linecap=\"square\"",
        ),
        Mark::Triangle => ("m0-4l3.6 6.4h-7.2z", filled),
        Mark::Diamond => ("m0-4l4 4-4 4-4-4z", filled),
        Mark::Plus => ("m-3.5 0h7m-3.5-3.5v7", stroked),
        Mark::Cross => ("m-2.7-2.7l5.4 5.4m0-5.4l-5.4 5.4", stroked),
        Mark::Ring => (
            "m-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0",
            "fill=\"none\" stroke=\"$\" stroke-width=\"1.3\"",
        ),
    };
    Form { path, style }
}

fn colour(colour: Colour) -> String {
    match colour {
        Colour::Ink => "currentColor".to_string(),
        Colour::Series(index) => {
            let [red, green, blue] = palette(index);
            format!("#{red:02x}{green:02x}{blue:02x}")
        }
    }
}

/// For scripts: the names along an axis, as JSON.
fn names(axis: &Axis) -> String {
    match axis.names.is_empty() {
        true => String::new(),
        false => {
            let list = json::list(axis.names.iter().map(|name| json::string(name)));
            format!(" data-names=\"{}\"", xml(&list))
        }
    }
}

/// The width of the widest of some texts.
fn widest<'t>(texts: impl IntoIterator<Item = &'t String>) -> f64 {
    let widths = texts.into_iter().map(|text| width(text, on_screen));
    LETTER * widths.fold(0.0, f64::max)
}

/// For scripts: the ends, and the scale unless it is linear.
fn range(axis: &Axis) -> String {
    let [low, high] = axis.range;
    let scale = match axis.scale {
        Scale::Logarithmic => " log",
        _ => "",
    };
    format!("{low:?} {high:?}{scale}")
}

/// A length with as many digits as can be seen.
fn number(length: f64) -> String {
    decimal(length, 1)
}

fn decimal(number: f64, digits: usize) -> String {
    trimmed(&format!("{number:.digits$}"))
}
