//! What a figure shows, without how it is drawn: this is all that drawers know.

/// A figure of a trained model; from [`Trained::figures`](crate::Trained::figures).
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    pub(crate) name: &'static str,
    pub(crate) title: String,
    pub(crate) caption: String,
    pub(crate) body: Body,
}

impl Figure {
    /// What it is called in files: `loss`, `training_data`, …
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What stands above it.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What it shows, in a sentence or two, as plain text.
    pub fn caption(&self) -> &str {
        &self.caption
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Body {
    Plot(Plot),
    Matrix(Matrix),
}

/// Layers over two axes, the first at the bottom.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Plot {
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) layers: Vec<Layer>,
}

/// Counts in rows and columns.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Matrix {
    pub(crate) row_label: &'static str,
    pub(crate) column_label: &'static str,
    /// Of the rows and of the columns.
    pub(crate) names: Vec<String>,
    /// Row by row.
    pub(crate) counts: Vec<usize>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Axis {
    pub(crate) label: String,
    /// From the lower end to the upper; never of no length.
    pub(crate) range: [f64; 2],
    pub(crate) scale: Scale,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scale {
    Linear,
    /// Linear, and of whole numbers.
    Whole,
    /// Of positive numbers.
    Logarithmic,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Layer {
    /// In the legend, if it is there.
    pub(crate) label: Option<String>,
    pub(crate) colour: Colour,
    pub(crate) shape: Shape,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Shape {
    /// What lies inside of closed lines; a line inside of another is a hole.
    Area(Vec<Vec<[f64; 2]>>),
    Line(Vec<[f64; 2]>, Stroke),
    Points(Vec<[f64; 2]>, Mark),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stroke {
    Solid,
    Dashed,
}

/// The colour of the text around, or one of the palette's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colour {
    Ink,
    Series(usize),
}

/// The form of points, so that colour is not all that tells them apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    Dot,
    Square,
    Triangle,
    Diamond,
    Plus,
    Cross,
    /// Around another mark.
    Ring,
}

impl Mark {
    /// That of a class.
    pub(crate) fn of_series(index: usize) -> Mark {
        const MARKS: [Mark; 6] = [
            Mark::Dot,
            Mark::Square,
            Mark::Triangle,
            Mark::Diamond,
            Mark::Plus,
            Mark::Cross,
        ];
        // Not as many as there are colours, so that both together repeat late.
        MARKS[index % MARKS.len()]
    }
}

/// Seven colours that nearly everybody can tell apart, on white and on black; after Okabe and Ito.
pub(crate) const PALETTE: [[u8; 3]; 7] = [
    [0xe6, 0x82, 0x00],
    [0x1f, 0x83, 0xc4],
    [0x00, 0x9e, 0x73],
    [0xc9, 0x6b, 0xa0],
    [0x8a, 0x85, 0x00],
    [0xd8, 0x4b, 0x2a],
    [0x7d, 0x7d, 0x7d],
];

/// The colour of a series.
pub(crate) fn palette(index: usize) -> [u8; 3] {
    PALETTE[index % PALETTE.len()]
}
