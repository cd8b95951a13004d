//! Matrices of counts: cells that are the darker, the larger their share of the row is.

use std::fmt::Write;

use super::super::figure::{Colour, Matrix, palette};
use super::{LONGEST, colour, defined};
use crate::escape::{in_tex, latex, shortened, width};

pub(super) fn draw(matrix: &Matrix) -> String {
    let count = matrix.names.len();
    let shown = |most: usize| -> Vec<String> {
        let names = matrix.names.iter();
        names.map(|name| shortened(name, most, in_tex)).collect()
    };
    let widest = |names: &[String]| {
        let widths = names.iter().map(|name| width(name, in_tex));
        widths.fold(0.0, f64::max)
    };
    let names = shown(LONGEST);
    // In widths of a line of text, as a letter is in the narrowest that is usual.
    let size = (0.74 / count.max(1) as f64).min(0.12);
    let (font, letter) = match count {
        0..9 => ("\\footnotesize", 0.018),
        _ => ("\\tiny", 0.014),
    };
    let shade = palette(1);
    let mut text = format!(
        "\\begin{{tikzpicture}}[x={size:.4}\\linewidth, y=-{size:.4}\\linewidth, font={font}]\n{}",
        defined(shade)
    );
    for (row, counts) in matrix.counts.chunks(count.max(1)).enumerate() {
        let total: usize = counts.iter().sum();
        let middle = row as f64 + 0.5;
        let _ = writeln!(
            text,
            "\\node[left] at (0,{middle}) {{{}}};",
            latex(&names[row])
        );
        for (column, &cell) in counts.iter().enumerate().filter(|(_, cell)| **cell > 0) {
            let share = cell as f64 / total.max(1) as f64;
            let _ = writeln!(
                text,
                "\\fill[{}, fill opacity={:.2}] ({column},{row}) rectangle ++(1,1);",
                colour(Colour::Series(1)),
                0.6 * share
            );
            // Numbers that would run into each other are left out.
            if letter * cell.to_string().len() as f64 <= 0.95 * size {
                let _ = writeln!(
                    text,
                    "\\node at ({},{middle}) {{{cell}}};",
                    column as f64 + 0.5
                );
            }
        }
    }
    let beside = letter * widest(&names);
    // As in SVG: names are cut, numbers thinned out.
    let names = match matrix.has_numbers() {
        true => names,
        false => shown(((0.9 * size / letter) as usize).clamp(3, LONGEST)),
    };
    let every = (letter * widest(&names) / (0.9 * size)).ceil().max(1.0) as usize;
    for (column, name) in names.iter().enumerate().step_by(every) {
        let middle = column as f64 + 0.5;
        let _ = writeln!(
            text,
            "\\node[below] at ({middle},{count}) {{{}}};",
            latex(name)
        );
    }
    let half = count as f64 / 2.0;
    let _ = write!(
        text,
        "\\draw[black!50] (0,0) rectangle ({count},{count});\n\
         \\node[below=10pt, font=\\footnotesize] at ({half},{count}) {{{}}};\n\
         \\node[rotate=90, font=\\footnotesize, above={:.4}\\linewidth+8pt] at (0,{half}) {{{}}};\n\
         \\end{{tikzpicture}}\n",
        latex(matrix.column_label),
        beside,
        latex(matrix.row_label)
    );
    text
}
