// Requirements that the data cannot meet, or the network does not.

use neuralatex::train;

train! {
    model Nobody<_, 4, _> {
        data: csv("data/flowers.csv").label("species"),
        eval: csv("data/flowers.csv"),
        require: [accuracy >= 0.1, recall(Nobody) >= 0.5, precision("lilly") >= 0.5],
    }

    model Numbers<_, 4, _> {
        data: csv("data/houses.csv").target("price"),
        eval: csv("data/houses.csv"),
        require: [accuracy >= 0.5, rmse <= 1000.0],
    }

    model Classes<_, 4, _> {
        data: csv("data/flowers.csv").label("species"),
        eval: csv("data/flowers.csv"),
        require: r2 >= 0.5,
    }

    model Spaced<_, _> {
        data: csv("data/gestures.csv").label("gesture"),
        eval: csv("data/gestures.csv"),
        require: recall(WaveHands) >= 0.5,
    }

    model Unmet<_, _> {
        data: csv("data/flowers.csv").label("species"),
        eval: csv("data/flowers.csv"),
        init: values([0.0, 0.0, 1.0, 0.0, 0.0, -1.0]),
        optimizer: sgd(0.0),
        epochs: 1,
        require: [recall(Lily) >= 0.9, recall(Rose) >= 0.9],
    }
}

fn main() {}
