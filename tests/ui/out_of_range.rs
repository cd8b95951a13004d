// Numbers of the right kind that make no sense.

use neuralatex::train;

train! {
    model Ranges<2, 4, 1> {
        data: spiral(5).noise(-1.0),
        eval: spiral(99999999999),
        optimizer: sgd(-0.1),
        init: uniform(1.0, -1.0),
        epochs: 0,
        batch: 0,
        require: parameters <= 3,
    }
    model Sources<2, 4, 1> { data: blobs(5).classes(1).dimensions(0), eval: moons(5).noise(-0.1) }
    model Slope<2, 4, 1> { data: spiral(5), activation: leaky_relu(2.0), loss: huber(0.0) }
    model List<2, 4, 1> { data: spiral(5), activation: [relu, tanh] }
    model Nesterov<2, 4, 1> { data: spiral(5), optimizer: sgd(0.1).nesterov() }
    model Momentum<2, 4, 1> { data: spiral(5), optimizer: adam(0.1).momentum(0.9) }
    model Step<2, 4, 1> { data: spiral(5), optimizer: sgd(step(0.1).every(0)).clip(0.0) }
    model Stop<2, 4, 1> { data: spiral(5), stop: patience(0) }
    model Budget<2, 4, 1> { data: spiral(5), budget: seconds(0) }
    model Restarts<2, 4, 1> { data: spiral(5), restarts: 0 }
    model Seeds<2, 4, 1> { data: spiral(5), seed: 99999999999999999999 }
    model Huge<2, 99999999999, 1> { data: spiral(5), epochs: 99999999999 }
    model Each<2, 4, 4, 4, 1> {
        data: spiral(5),
        activation: [leaky_relu(2.0), relu, leaky_relu(-1.0)],
        stop: [patience(3), patience(0)],
        init: values([0.5]),
        budget: hours(-1.5),
        require: [parameters <= 100, accuracy >= 2.0, accuracy().at_least(-1.0)],
    }
    model Shares<2, 4, 1> {
        data: spiral(5),
        loss: custom(|score, target| target),
        optimizer: sgd(0.1).momentum(1.0).weight_decay(-0.1),
    }
    model Last<2, 4, 1> { data: spiral(5).seed(3).noise(-0.5), init: paper.seed(0), loss: mse() }
    model Large<2, 1> { data: points([([0.0, 1e300], 1), ([0.0, 0.0], -1)]), epochs: 1 }
    model Offset<1, 1> { data: points([([1e6], 1), ([1000002.0], -1)]), normalize: standard }
    model Infinite<2, 4, 1> { data: spiral(5), optimizer: sgd(1e999), require: loss <= 1.0 / 0.0 }
}

fn main() {}
