// A value in quotes that would be right without: the error says so. Other strings are told as ever.

use neuralatex::train;

train! {
    model Words<2, 4, 1> {
        data: "spiral(5)",
        activation: "relu",
        loss: "max_margin",
        optimizer: "adam(0.01)",
        init: "he",
        normalize: "standard",
        epochs: "30",
        shuffle: "true",
        precision: "f64",
        require: "parameters <= 20",
    }
    model Lists<2, 4, 4, 4, 1> { data: spiral(5), activation: ["relu", tnah, "tnah"], stop: ["patience(3)"] }
    model Others<2, 4, 1> { data: "data.csv", activation: "", optimizer: "adam" }
}

fn main() {}
