// Files of weights that cannot be used: the errors name them, their tensors, and what contradicts them.

use neuralatex::train;

train! {
    model Missing<2, 3, 1> { data: spiral(5), weights: "data/amr.safetensors" }
    model Mistyped<2, 3, 1> { data: spiral(5), weights: "data/arm.safetensor" }
    model Pickled<2, 3, 1> { data: spiral(5), weights: "arm.pth" }
    model Shaped<2, 4, 1> { data: spiral(5), weights: "data/arm.safetensors" }
    model Deeper<2, 3, 3, 1> { data: spiral(5), weights: "data/arm.safetensors" }
    model Trained<2, 3, 1> {
        data: spiral(5),
        weights: "data/arm.safetensors",
        optimizer: sgd(0.1),
        epochs: 35,
        checkpoint: "arm.safetensors",
    }
    model Unmet<2, 3, 1> {
        data: spiral(5).seed(1),
        eval: spiral(5).seed(2),
        weights: "data/arm.safetensors",
        require: accuracy >= 1.0,
    }
    model Unread<2, 3, 1> { data: spiral(5), weights: arm }
    model Without<2, 3, 1> { weights: "data/arm.safetensors" }
    model Typo<2, 3, 1> { data: spiral(5), weigths: "data/arm.safetensors" }
}

fn main() {
    let _ = (Shaped::LOSSES, Trained::predict([0.5, 0.5]));
}
