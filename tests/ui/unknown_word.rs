// Words that do not exist, in each field that takes words.

use neuralatex::train;

train! {
    model Words<2, 4, 1> {
        data: spirall(5),
        eval: spiral(5).nose(0.1),
        loss: max_margn,
        optimizer: sdg(0.1),
        init: xaver,
        precision: f16,
        require: acuracy >= 0.5,
    }
}

fn main() {}
