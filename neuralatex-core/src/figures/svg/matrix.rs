//! A matrix of counts: the larger the share of its row, the stronger the colour of a cell.

use std::fmt::Write;

use super::{
    BELOW, HEIGHT, LETTER, LONGEST, RIGHT, WIDTH, axis_labels, colour, decimal, number, widest,
};
use crate::escape::{on_screen, shortened, xml};
use crate::figures::figure::{Colour, Figure, Matrix};

impl Figure {
    pub(super) fn matrix(&self, matrix: &Matrix) -> String {
        let count = matrix.names.len();
        let shown = |most: usize| -> Vec<String> {
            let names = matrix.names.iter();
            names.map(|name| shortened(name, most, on_screen)).collect()
        };
        let names = shown(LONGEST);
        let left = 26.0 + widest(&names);
        let top = 6.0;
        let size = ((WIDTH - left - RIGHT) / count as f64).min(HEIGHT / count as f64);
        let side = size * count as f64;
        let blue = colour(Colour::Series(1));
        let mut content = String::new();
        for (row, counts) in matrix.counts.chunks(count).enumerate() {
            let total: usize = counts.iter().sum();
            let y = top + size * row as f64;
            let middle = y + size / 2.0 + 4.0;
            let _ = write!(
                content,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
                number(left - 6.0),
                number(middle),
                xml(&names[row])
            );
            for (column, &cell) in counts.iter().enumerate() {
                let x = left + size * column as f64;
                let share = cell as f64 / total.max(1) as f64;
                let _ = write!(
                    content,
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{blue}\" \
                     fill-opacity=\"{}\"><title>{}: {}, {}: {}: {cell}</title></rect>",
                    number(x),
                    number(y),
                    number(size),
                    number(size),
                    decimal(0.6 * share, 2),
                    matrix.row_label,
                    xml(&matrix.names[row]),
                    matrix.column_label,
                    xml(&matrix.names[column]),
                );
                // Numbers that would run into each other are left to the tooltip.
                if LETTER * cell.to_string().len() as f64 <= size - 4.0 && cell > 0 {
                    let _ = write!(
                        content,
                        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{cell}</text>",
                        number(x + size / 2.0),
                        number(middle)
                    );
                }
            }
        }
        // Names have as many letters as a cell has room for. Numbers cannot be cut, and of what is
        // too wide only every second, third, … is there.
        let most = ((size - 4.0) / LETTER) as usize;
        let names = match matrix.has_numbers() {
            true => names,
            false => shown(most.clamp(3, LONGEST)),
        };
        let every = (widest(&names) / (size - 4.0)).ceil() as usize;
        for (column, name) in names.iter().enumerate() {
            if column % every.max(1) == 0 {
                let _ = write!(
                    content,
                    "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                    number(left + size * (column as f64 + 0.5)),
                    number(top + side + 16.0),
                    xml(name)
                );
            }
        }
        let _ = write!(
            content,
            "<rect x=\"{}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" fill=\"none\" \
             stroke=\"currentColor\" stroke-opacity=\".5\"/>",
            number(left),
            side = number(side)
        );
        content += &axis_labels(
            matrix.column_label,
            matrix.row_label,
            [left, top, side, side],
        );
        self.element(top + side + BELOW, &content)
    }
}
