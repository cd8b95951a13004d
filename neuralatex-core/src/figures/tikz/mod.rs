//! Figures as TikZ, for LaTeX with `pgfplots`: an `axis` as wide as three quarters of the line.
//!
//! TeX counts in fixed point and cannot hold 1e300. So axes reach from 0 to 1, coordinates are the
//! places of values on them, and ticks stand where they stand in any other drawing.

mod matrix;

use std::fmt::Write;

use super::figure::{Axis, Body, Colour, Figure, Layer, Mark, Plot, Shape, Stroke, palette};
use crate::escape::{in_tex, latex, shortened, width};

/// Of an axis, in widths of a line of text.
const WIDTH: f64 = 0.75;
const HEIGHT: f64 = 0.48;

/// How many letters a row of the legend may have, and how many of them a sample takes.
const LETTERS: usize = 52;
const SAMPLE: usize = 6;

/// The most letters of a name beside an axis or a matrix.
const LONGEST: usize = 10;

impl Figure {
    /// The figure as a `tikzpicture`, for LaTeX with the package `pgfplots`. It is not wider than a
    /// line of text, be it of a page or of a column.
    pub fn tikz(&self) -> String {
        match &self.body {
            Body::Plot(plot) => draw_plot(plot),
            Body::Matrix(matrix) => matrix::draw(matrix),
        }
    }
}

fn draw_plot(plot: &Plot) -> String {
    let mut text = String::from("\\begin{tikzpicture}[font=\\footnotesize]\n");
    let mut colours = Vec::new();
    for layer in &plot.layers {
        if let Colour::Series(index) = layer.colour
            && !colours.contains(&palette(index))
        {
            colours.push(palette(index));
            text += &defined(palette(index));
        }
    }
    let _ = write!(
        text,
        "\\begin{{axis}}[\n  \
         scale only axis, width={WIDTH}\\linewidth, height={HEIGHT}\\linewidth,\n  \
         xmin=0, xmax=1, ymin=0, ymax=1, enlargelimits=false, scaled ticks=false,\n  \
         axis line style={{black!50}}, tick style={{black!50}}, tick align=outside, tick pos=left,\n  \
         grid=major, grid style={{black!12}},\n{}{}",
        axis("x", &plot.x),
        axis("y", &plot.y)
    );
    text += &legend_style(&plot.layers);
    text += "]\n";
    let place = |[x, y]: [f64; 2]| {
        let (x, y) = (plot.x.place_within(x), plot.y.place_within(y));
        format!("{x:.4},{y:.4}")
    };
    for layer in &plot.layers {
        draw(&mut text, layer, place);
    }
    text += &legend(&plot.layers);
    text += "\\end{axis}\n\\end{tikzpicture}\n";
    text
}

/// The label and the ticks of an axis.
fn axis(name: &str, axis: &Axis) -> String {
    let ticks = axis.ticks();
    let places: Vec<String> = ticks
        .iter()
        .map(|tick| format!("{:.4}", axis.place_within(tick.value)))
        .collect();
    let label = |label: &String| match axis.names.is_empty() {
        true => number(label),
        false => latex(&shortened(label, LONGEST, in_tex)),
    };
    let labels: Vec<String> = ticks
        .iter()
        .map(|tick| format!("{{{}}}", label(&tick.label)))
        .collect();
    let places = match places.is_empty() {
        true => "\\empty".to_string(),
        false => format!("{{{}}}", places.join(",")),
    };
    format!(
        "  {name}label={{{}}}, {name}tick={places},\n  {name}ticklabels={{{}}},\n",
        latex(&shortened(&axis.label, 40, in_tex)),
        labels.join(",")
    )
}

/// The label of a tick as mathematics: `-2e-7` is $-2\times10^{-7}$.
fn number(label: &str) -> String {
    match label.split_once('e') {
        None => format!("${label}$"),
        Some(("1", exponent)) => format!("$10^{{{exponent}}}$"),
        Some(("-1", exponent)) => format!("$-10^{{{exponent}}}$"),
        Some((mantissa, exponent)) => format!("${mantissa}\\times10^{{{exponent}}}$"),
    }
}

fn draw(text: &mut String, layer: &Layer, place: impl Fn([f64; 2]) -> String) {
    let style = style(layer);
    match &layer.shape {
        Shape::Area(lines) => {
            let lines: Vec<&Vec<[f64; 2]>> = lines.iter().filter(|line| !line.is_empty()).collect();
            if lines.is_empty() {
                return;
            }
            let _ = write!(text, "\\fill[{style}, even odd rule]");
            for line in lines {
                for (index, point) in line.iter().enumerate() {
                    let joined = if index > 0 { " --" } else { "\n " };
                    let _ = write!(text, "{joined} (axis cs:{})", place(*point));
                }
                *text += " -- cycle";
            }
            *text += ";\n";
        }
        Shape::Line(points, _) | Shape::Points(points, _) if points.is_empty() => {}
        Shape::Line(points, _) | Shape::Points(points, _) => {
            let _ = write!(text, "\\addplot[{style}, forget plot] coordinates {{");
            for (index, point) in points.iter().enumerate() {
                // Lines that somebody can read.
                let joined = if index % 8 == 0 { "\n  " } else { " " };
                let _ = write!(text, "{joined}({})", place(*point));
            }
            *text += "\n};\n";
        }
    }
}

/// How a layer is drawn, here and in the legend.
fn style(layer: &Layer) -> String {
    let colour = colour(layer.colour);
    match &layer.shape {
        Shape::Area(_) => format!("{colour}, draw=none, fill opacity=0.22"),
        Shape::Line(_, stroke) => {
            let dashes = match stroke {
                Stroke::Solid => "",
                Stroke::Dashed => ", dashed",
            };
            format!("{colour}, no marks, line width=1pt, line join=round{dashes}")
        }
        Shape::Points(_, mark) => {
            let (name, size, options) = match mark {
                Mark::Dot => ("*", 1.5, ""),
                Mark::Square => ("square*", 1.35, ""),
                Mark::Triangle => ("triangle*", 1.9, ""),
                Mark::Diamond => ("diamond*", 1.9, ""),
                Mark::Plus => ("+", 1.8, ", line width=0.9pt"),
                Mark::Cross => ("x", 1.8, ", line width=0.9pt"),
                Mark::Ring => ("o", 2.9, ", line width=0.6pt"),
            };
            format!(
                "{colour}, only marks, mark={name}, mark size={size}pt, mark options={{solid{options}}}"
            )
        }
    }
}

/// Layers that have a name, and how many are left out of the legend.
fn named(layers: &[Layer]) -> (Vec<(&Layer, String)>, usize) {
    const MOST: usize = 12;
    let name = |layer: &Layer| Some(shortened(layer.label.as_ref()?, 24, in_tex));
    let mut named: Vec<_> = layers
        .iter()
        .filter_map(|layer| Some((layer, name(layer)?)))
        .collect();
    let left_out = named.len().saturating_sub(MOST);
    named.truncate(MOST);
    (named, left_out)
}

fn legend_style(layers: &[Layer]) -> String {
    let (named, _) = named(layers);
    if named.is_empty() {
        return String::new();
    }
    let widths = named.iter().map(|(_, name)| width(name, in_tex));
    let longest = widths.fold(0.0, f64::max).ceil() as usize;
    let columns = (LETTERS / (longest + SAMPLE)).clamp(1, 6);
    format!(
        "  legend columns={columns}, legend cell align=left,\n  \
         legend style={{at={{(0.5,1.03)}}, anchor=south, draw=none, fill=none,\n    \
         /tikz/every odd column/.append style={{column sep=3pt}},\n    \
         /tikz/every even column/.append style={{column sep=9pt}}}},\n"
    )
}

fn legend(layers: &[Layer]) -> String {
    let (named, left_out) = named(layers);
    let mut text = String::new();
    for (layer, name) in named {
        let area = match layer.shape {
            Shape::Area(_) => "area legend, ",
            _ => "",
        };
        let _ = writeln!(
            text,
            "\\addlegendimage{{{area}{}}}\\addlegendentry{{{}}}",
            style(layer),
            latex(&name)
        );
    }
    if left_out > 0 {
        let _ = writeln!(
            text,
            "\\addlegendimage{{empty legend}}\\addlegendentry{{and {left_out} more}}"
        );
    }
    text
}

fn colour(colour: Colour) -> String {
    match colour {
        Colour::Ink => "black".to_string(),
        Colour::Series(index) => name(palette(index)),
    }
}

/// The name of a colour says which one it is, so that pictures do not depend on each other.
fn name([red, green, blue]: [u8; 3]) -> String {
    format!("neuralatex{red:02x}{green:02x}{blue:02x}")
}

fn defined(colour: [u8; 3]) -> String {
    let [red, green, blue] = colour;
    format!(
        "\\definecolor{{{}}}{{RGB}}{{{red},{green},{blue}}}\n",
        name(colour)
    )
}
