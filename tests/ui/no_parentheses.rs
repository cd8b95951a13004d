// Methods without their parentheses, as if they were fields.

use neuralatex::train;

train! {
    model Bare<2, 4, 1> {
        data: blobs(5).classes.seed.noise(-1.0),
        eval: spiral(5).noise 0.5,
        loss: |score, target| (score - target).abs.max + target.relu().sinn,
        optimizer: sgd(step(0.1).every).momentum(0.9).nesterov,
        require: accuracy.at_least,
    }
    model Typo<2, 4, 1> { data: spiral(5), optimizer: sgd(0.1).momentum(0.9).nestrov }
    model Minus<2, 4, 1> { data: spiral(5), optimizer: adam(|epoch| epoch.sqrt - 1.0) }
    model NoMethod<2, 4, 1> { data: spiral(5), activation: relu.leaky }
}

fn main() {}
