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

impl Matrix {
    /// Whether all names are numbers.
    pub(crate) fn has_numbers(&self) -> bool {
        self.names.iter().all(|name| name.parse::<i64>().is_ok())
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Axis {
    pub(crate) label: String,
    /// From the lower end to the upper; never of no length.
    pub(crate) range: [f64; 2],
    pub(crate) scale: Scale,
    /// What stands at 0, 1, 2, … where these are no numbers but places.
    pub(crate) names: Vec<String>,
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

/// Ten colours that nearly everybody can tell apart, on white and on black: as far from each other
/// as could be found, for whatever cones somebody has.
pub(crate) const PALETTE: [[u8; 3]; 10] = [
    [0xe8, 0x8a, 0x00],
    [0x13, 0x78, 0xba],
    [0x00, 0xb7, 0x70],
    [0x88, 0x98, 0xff],
    [0xd6, 0x04, 0x00],
    [0xb3, 0x1a, 0x2b],
    [0x60, 0x55, 0x6b],
    [0xab, 0xa2, 0x42],
    [0xff, 0x61, 0xa7],
    [0x48, 0x7e, 0x61],
];

/// The colour of a series.
pub(crate) fn palette(index: usize) -> [u8; 3] {
    PALETTE[index % PALETTE.len()]
}

#[cfg(test)]
mod tests {
    use super::PALETTE;

    /// How bright a colour is to the eye, from 0 to 1 (WCAG).
    fn luminance(colour: [f64; 3]) -> f64 {
        0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]
    }

    /// Without the curve of screens.
    fn linear(colour: [u8; 3]) -> [f64; 3] {
        colour.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        })
    }

    /// As somebody without red, green or blue cones sees it (Machado and others, 2009).
    const KINDS: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ];

    fn seen(colour: [f64; 3], kind: &[[f64; 3]; 3]) -> [f64; 3] {
        kind.map(|row| row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2])
    }

    /// As CIELAB has it: 2 is just to be seen.
    fn difference(a: [f64; 3], b: [f64; 3]) -> f64 {
        let lab = |[red, green, blue]: [f64; 3]| {
            let x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505;
            let y = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
            let z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089;
            let curve = |t: f64| {
                if t > 0.008856 {
                    t.cbrt()
                } else {
                    7.787 * t + 16.0 / 116.0
                }
            };
            let [x, y, z] = [x, y, z].map(|t| curve(t.max(0.0)));
            [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
        };
        let [a, b] = [lab(a), lab(b)];
        a.iter()
            .zip(b)
            .map(|(a, b)| (a - b) * (a - b))
            .sum::<f64>()
            .sqrt()
    }

    #[test]
    fn colours_can_be_told_apart_whatever_cones_somebody_has() {
        for kind in &KINDS {
            for (i, a) in PALETTE.iter().enumerate() {
                for (j, b) in PALETTE.iter().enumerate().skip(i + 1) {
                    let [a, b] = [a, b].map(|colour| seen(linear(*colour), kind));
                    let far = difference(a, b);
                    assert!(far > 20.0, "{i} and {j}: {far}");
                }
            }
        }
    }

    #[test]
    fn colours_stand_out_from_white_and_from_black() {
        // Behind them are white, and the darkest background of rustdoc's themes.
        for background in [[255, 255, 255], [0x0f, 0x14, 0x19]] {
            let behind = luminance(linear(background));
            for colour in PALETTE {
                let colour = luminance(linear(colour));
                let contrast = (behind.max(colour) + 0.05) / (behind.min(colour) + 0.05);
                assert!(contrast >= 2.5, "{colour:?} on {background:?}: {contrast}");
            }
        }
    }
}
