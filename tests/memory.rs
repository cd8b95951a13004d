//! A large file takes little more memory than its rows.

#[path = "../neuralatex-core/tests/counting/mod.rs"]
mod counting;

use std::fmt::Write;
use std::path::Path;

use neuralatex_core::prelude::*;

const ROWS: usize = 300_000;

/// Chunks of the file, and cells that are no numbers.
const BESIDE: usize = 4 << 20;

/// Ten numbers and a class in each line.
fn text() -> String {
    let mut text = "a,b,c,d,e,f,g,h,i,j,kind\n".to_string();
    for row in 0..ROWS {
        for column in 0..10 {
            let number = ((row * 10 + column) as f64 * 0.618).fract();
            write!(text, "{number:.9},").unwrap();
        }
        text += ["ant\n", "bee\n", "fly\n"][row % 3];
    }
    text
}

#[test]
fn reading_a_large_file_takes_no_more_than_half_as_much_as_its_rows_beside_them() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("large.csv");
    std::fs::write(&path, text()).unwrap();
    for (precision, bytes) in [(Precision::F32, 4), (Precision::F64, 8)] {
        let model = model("Large", [AUTO, AUTO]).data(csv(&path).label("kind"));
        let (checked, needed) = counting::needed(|| model.precision(precision).check());
        checked.unwrap();
        let rows = ROWS * (10 * bytes + 4);
        assert!(
            needed >= rows && needed <= rows + rows / 2 + BESIDE,
            "{needed} bytes for rows of {rows}"
        );
    }
    std::fs::remove_file(path).unwrap();
}
