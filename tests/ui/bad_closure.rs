// Closures that are more, or less, than arithmetic on their parameters.

use neuralatex::train;

train! {
    model Block<2, 4, 1> { data: spiral(5), loss: |score, target| { score - target } }
    model Typed<2, 4, 1> { data: spiral(5), optimizer: sgd(|epoch: i32| 0.1) }
    model Few<2, 4, 1> { data: spiral(5), loss: |score| score }
    model Constant<2, 4, 1> { data: spiral(5), loss: |score, target| target * target }
    model Text<2, 4, 1> { data: spiral(5), optimizer: sgd(|epoch| "0.1") }
    model Power<2, 4, 1> { data: spiral(5), loss: |score, target| (score - target).powi(1.5) }
    model Arguments<2, 4, 1> { data: spiral(5), loss: |score, target| max(score) - target }
    model Negative<2, 4, 1> { data: spiral(5), optimizer: sgd(|epoch| 0.05 - 0.01 * epoch) }
}

fn main() {}
