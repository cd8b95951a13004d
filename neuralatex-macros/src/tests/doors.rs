//! Words in the macro do what they do in a build script: the generated code is the same.

use neuralatex_core::prelude::*;

use super::{expanded, generated};

/// The specifications that the same words make in a build script.
#[test]
fn both_doors_generate_the_same_code() {
    let pairs = [
        (
            "/// Which arm.
             pub model Arm<2, 4, 4, 1> {
                 data: spiral(50).seed(1), eval: spiral(50).seed(2), loss: max_margin,
                 optimizer: sgd(|epoch| 1.0 - 0.9 * (epoch - 1.0) / 100.0), init: paper,
                 epochs: 5, batch: 100, seed: 7, require: accuracy >= 0.1,
             }",
            model("Arm", [2, 4, 4, 1])
                .doc("Which arm.")
                .data(spiral(50).seed(1))
                .eval(spiral(50).seed(2))
                .loss(max_margin())
                .optimizer(sgd(|epoch: f64| 1.0 - 0.9 * (epoch - 1.0) / 100.0))
                .init(paper())
                .epochs(5)
                .batch(100)
                .seed(7)
                .require(accuracy().at_least(0.1)),
        ),
        (
            "pub model Integers<2, 40, 30, 1> {
                 data: moons(10), eval: moons(10), activation: [tanh, leaky_relu(0.1)], quantize: i8, epochs: 3,
                 allow: imprecise,
             }",
            model("Integers", [2, 40, 30, 1])
                .data(moons(10))
                .eval(moons(10))
                .activation([tanh(), leaky_relu(0.1)])
                .quantize(i8())
                .allow(imprecise())
                .epochs(3),
        ),
        ("pub model Defaults<2, 3, 1> { data: spiral(10) }", model("Defaults", [2, 3, 1]).data(spiral(10))),
        (
            "pub model Closure<2, 3, 1> {
                 data: spiral(10).noise(0.1), precision: f64, shuffle: false, epochs: 3, batch: 7,
                 loss: |score, target| (1.0 - score * target).max(0.0).powi(2) * 0.5 + exp(-score) * (2.0 * 0.25),
                 optimizer: adam(|epoch: f64| 0.1 / epoch), init: uniform(-1.0, 1.0).seed(3),
             }",
            model("Closure", [2, 3, 1])
                .data(spiral(10).noise(0.1))
                .precision(Precision::F64)
                .shuffle(false)
                .epochs(3)
                .batch(7)
                .loss(custom(|score, target| {
                    (1.0 - score * target).max(0.0).powi(2) * 0.5 + (-score).exp() * (2.0 * 0.25)
                }))
                .optimizer(adam(|epoch: f64| 0.1 / epoch))
                .init(uniform(-1.0, 1.0).seed(3)),
        ),
        (
            "pub model Numbers<1, 2> {
                 data: points([([0.0], [1.0, -1.0]), ([1.0], [0.5, 2.5])]),
                 init: values([0.1, 0.2, -0.3, 0.4]), optimizer: sgd(0.1), epochs: 3,
                 require: [loss <= 10.0, parameters <= 4],
             }",
            model("Numbers", vec![1, 2])
                .data(points(vec![(vec![0.0], vec![1.0, -1.0]), (vec![1.0], vec![0.5, 2.5])]))
                .init(values(vec![0.1, 0.2, -0.3, 0.4]))
                .optimizer(sgd(0.1))
                .epochs(3)
                .require([loss().at_most(10.0), parameters().at_most(4)]),
        ),
        (
            "pub model OneHot<1, 4, 3> {
                 data: points([([0.0], 3), ([1.0], -1), ([2.0], 7)]), loss: mse, init: xavier, epochs: 2,
             }",
            model("OneHot", [1, 4, 3])
                .data(points([([0.0], 3), ([1.0], -1), ([2.0], 7)]))
                .loss(mse())
                .init(xavier())
                .epochs(2),
        ),
    ];
    for (written, built) in pairs {
        let code = generated(&built.train().unwrap());
        assert_eq!(expanded(written), code, "{written}");
    }
}

/// Specifications in which every word is written as a call, as both doors take it.
macro_rules! assert_same {
    ($(<$($size:literal),+> { $($field:ident: $value:expr),+ $(,)? })+) => { $({
        let sizes = [$(stringify!($size)),+].join(", ");
        let fields = [$(concat!(stringify!($field), ": ", stringify!($value))),+].join(", ");
        let written = format!("pub model Same<{sizes}> {{ {fields} }}");
        let built = model("Same", [$($size),+]) $(.$field($value))+;
        let trained = built.train().unwrap_or_else(|error| panic!("{written}: {error}"));
        let expanded = expanded(&written);
        assert!(!expanded.contains("compile_error"), "{written}: {expanded}");
        assert_eq!(expanded, generated(&trained), "{written}");
    })+ };
}

#[test]
fn sources_are_those_of_the_builder() {
    assert_same! {
        <2, 1> { data: spiral(9).noise(0.25).seed(3), eval: spiral(4), epochs: 2 }
        <2, 1> { data: moons(9).noise(0.1), eval: moons(3).seed(4), epochs: 2 }
        <2, 1> { data: circles(9).noise(0.1).seed(1), eval: circles(3), epochs: 2 }
        <2, 1> { data: xor(9).seed(1).noise(0.1), eval: xor(3), epochs: 2 }
        <2, 3> { data: blobs(9), eval: blobs(3).noise(2.0).seed(4), epochs: 2 }
        <3, 4> { data: blobs(5).classes(4).dimensions(3), epochs: 2 }
        <1, 1> { data: points([([0.5], 0.25), ([2.0], 4.0)]), epochs: 2 }
    }
}

#[test]
fn activations_are_those_of_the_builder() {
    assert_same! {
        <2, 4, 1> { data: moons(9), activation: relu(), epochs: 2 }
        <2, 4, 1> { data: moons(9), activation: leaky_relu(0.1), epochs: 2 }
        <2, 4, 1> { data: moons(9), activation: tanh(), epochs: 2 }
        <2, 4, 1> { data: moons(9), activation: sigmoid(), epochs: 2 }
        <2, 4, 1> { data: moons(9), activation: silu(), epochs: 2 }
        <2, 4, 1> { data: moons(9), activation: gelu(), epochs: 2 }
        <2, 4, 3, 1> { data: moons(9), activation: [identity(), leaky_relu(0.5)], epochs: 2 }
    }
}

#[test]
fn losses_are_those_of_the_builder() {
    assert_same! {
        <2, 4, 1> { data: moons(9), loss: max_margin(), epochs: 2 }
        <2, 4, 1> { data: moons(9), loss: mse(), epochs: 2 }
        <2, 4, 1> { data: moons(9), loss: mae(), epochs: 2 }
        <2, 4, 1> { data: moons(9), loss: huber(0.5), epochs: 2 }
        <2, 4, 1> { data: moons(9), loss: binary_cross_entropy(), epochs: 2 }
        <2, 4, 3> { data: blobs(9), loss: cross_entropy(), epochs: 2 }
        <2, 4, 1> { data: moons(9), loss: custom(|score, target| (score - target).powi(4)), epochs: 2 }
    }
}

#[test]
fn optimizers_are_those_of_the_builder() {
    assert_same! {
        <2, 4, 1> { data: moons(9), optimizer: sgd(0.1), epochs: 3 }
        <2, 4, 1> { data: moons(9), optimizer: sgd(0.1).momentum(0.9), epochs: 3 }
        <2, 4, 1> { data: moons(9), optimizer: sgd(0.1).momentum(0.9).nesterov(), epochs: 3 }
        <2, 4, 1> { data: moons(9), optimizer: adam(0.1).weight_decay(0.5), epochs: 3 }
        <2, 4, 1> { data: moons(9), optimizer: adamw(0.1), epochs: 3 }
        <2, 4, 1> { data: moons(9), optimizer: adamw(0.1).weight_decay(0.5), epochs: 3 }
        <2, 4, 1> { data: moons(9), optimizer: rmsprop(0.1).clip(0.25), epochs: 3 }
    }
}

#[test]
fn learning_rates_are_those_of_the_builder() {
    assert_same! {
        <2, 1> { data: moons(9), optimizer: sgd(linear(0.5, 0.1)), epochs: 5 }
        <2, 1> { data: moons(9), optimizer: adam(cosine(0.5, 0.1)), epochs: 5 }
        <2, 1> { data: moons(9), optimizer: adamw(step(0.5)), epochs: 15 }
        <2, 1> { data: moons(9), optimizer: sgd(step(0.5).every(2).by(0.3).warmup(1)), epochs: 5 }
        <2, 1> { data: moons(9), optimizer: rmsprop(exponential(0.5, 0.9)), epochs: 5 }
        <2, 1> { data: moons(9), optimizer: sgd(linear(0.5, 0.1).warmup(3)).clip(1.0), epochs: 5 }
        <2, 1> { data: moons(9), optimizer: sgd(|epoch: f64| 0.5 / epoch), epochs: 5 }
        <2, 1> { data: moons(9), optimizer: sgd(0.75 - 0.5 * 0.5), epochs: 5 }
    }
}

#[test]
fn normalizations_are_those_of_the_builder() {
    assert_same! {
        <2, 4, 3> { data: blobs(9), normalize: none(), epochs: 2 }
        <2, 4, 3> { data: blobs(9), normalize: standard(), epochs: 2 }
        <2, 4, 3> { data: blobs(9), normalize: min_max(), epochs: 2 }
    }
}

#[test]
fn stop_rules_and_restarts_are_those_of_the_builder() {
    assert_same! {
        <2, 4, 1> { data: moons(9), stop: patience(2), optimizer: sgd(2.0), epochs: 50 }
        <2, 4, 1> { data: moons(9), stop: loss_below(0.5), optimizer: sgd(0.1), epochs: 50 }
        <2, 4, 1> { data: moons(9), stop: [patience(9), loss_below(0.5)], epochs: 50 }
        <2, 4, 1> { data: moons(9), eval: moons(5).noise(0.1), restarts: 3, epochs: 5 }
        <2, 4, 1> { data: moons(9), budget: seconds(90), epochs: 5 }
        <2, 4, 1> { data: moons(9), budget: minutes(1.5), epochs: 5 }
        <2, 4, 1> { data: moons(9), budget: hours(0.5 + 1.0), epochs: 5 }
    }
}

#[test]
fn words_of_all_fields_together_are_those_of_the_builder() {
    assert_same! {
        <3, 6, 5, 4> {
            data: blobs(9).classes(4).dimensions(3).noise(3.0).seed(1),
            eval: blobs(5).classes(4).dimensions(3).noise(3.0).seed(2),
            activation: [silu(), leaky_relu(0.1)],
            loss: cross_entropy(),
            optimizer: adamw(cosine(0.05, 0.001).warmup(3)).weight_decay(0.1).clip(1.0),
            init: uniform(-0.5, 0.5),
            normalize: standard(),
            epochs: 30,
            batch: 16,
            seed: 7,
            shuffle: false,
            restarts: 2,
            stop: [patience(20), loss_below(0.01)],
            require: [accuracy().at_least(0.1), loss().at_most(9.0), parameters().at_most(100)],
        }
    }
}

#[test]
fn whole_numbers_are_computed_as_rust_does() {
    assert_same! {
        <2, 1> { data: moons(3 * 3 - 1), epochs: 8 / (1 + 1), batch: 2 + 20 / 4, seed: 9 - 2 * 3 }
    }
}

#[test]
fn a_bare_name_is_the_call_without_arguments() {
    let words = [
        "activation: relu",
        "activation: tanh",
        "activation: sigmoid",
        "activation: silu",
        "activation: gelu",
        "activation: identity",
        "loss: max_margin",
        "loss: mse",
        "loss: mae",
        "loss: binary_cross_entropy",
        "loss: cross_entropy",
        "normalize: none",
        "normalize: standard",
        "normalize: min_max",
        "init: he",
        "init: xavier",
        "init: paper",
    ];
    for word in words {
        let [bare, call] = ["", "()"].map(|parentheses| {
            let field = format!("{word}{parentheses}");
            expanded(&format!(
                "model F<2, 3, 1> {{ data: moons(4), epochs: 2, {field} }}"
            ))
        });
        assert_eq!(bare, call, "{word}");
        assert!(!call.contains("compile_error"), "{word}");
    }
}
