// Whole numbers may be computed from others, but exactly, and only from what the macro sees.

use neuralatex::train;

train! {
    model Fine<2, 2 * 2, 1> { data: spiral(40 + 10), epochs: (7 - 1) / 3, seed: 2 - 3 + 5 }
    model Names<2, N, 1> { data: spiral(N), optimizer: sgd(0.1).clip(N), epochs: 2 * N }
    model Parts<2, 1> { data: spiral(9 / 2), epochs: 2 * 1.5, batch: 5 / (1 - 1), seed: 1 - 2 }
    model Large<2, 1> {
        data: spiral(5),
        seed: 18446744073709551615 + 1,
        epochs: 18446744073709551615 * 18446744073709551615 * 18446744073709551615,
        batch: 3 >= 2,
    }
    model Checked<2, 1> { data: spiral(3 - 3), epochs: 2 - 2 }
}

fn main() {}
