// Words that do not exist, in each field that takes words.

use neuralatex::train;

train! {
    model Words<2, 4, 1> {
        data: spirall(5),
        eval: spiral(5).nose(0.1),
        activation: rellu,
        loss: max_margn,
        optimizer: sdg(0.1),
        init: xaver,
        normalize: standart,
        stop: pacience(3),
        precision: f16,
        quantize: i7,
        budget: second(60),
        require: acuracy >= 0.5,
    }
    model Others<2, 4, 4, 1> {
        data: blob(5),
        eval: blobs(5).dimension(2),
        activation: [tanh, sigmod],
        loss: crossentropy,
        optimizer: adam(cosin(0.1, 0.0)).weight_decy(0.1),
        init: he.sed(3),
    }
    model Methods<2, 4, 1> {
        data: moons(5).classes(3),
        optimizer: sgd(step(0.1).evry(3).warm_up(2)).momentm(0.9),
    }
    model Far<2, 4, 1> {
        data: mnist,
        activation: mish,
        loss: hinge,
        optimizer: lion(0.1),
        init: zero,
        normalize: batch,
        stop: [early, loss_below(0.1)],
        budget: days(1),
    }
    model Rate<2, 4, 1> { data: spiral(5), optimizer: sgd(learning_rate) }
    model Schedule<2, 4, 1> { data: spiral(5), optimizer: sgd(polynomial(0.1)) }
}

fn main() {}
