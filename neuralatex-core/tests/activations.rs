//! Which layer gets which activation, and what follows from it.

use neuralatex_core::prelude::*;

fn chain(activations: impl Into<Activations>) -> Model {
    // Each layer passes on what it gets.
    model("Chain", [1, 1, 1, 1])
        .data(points([([1.0], 0), ([2.0], 1)]))
        .activation(activations)
        .init(values([1.0, 0.0, 1.0, 0.0, 1.0, 0.0]))
        .optimizer(sgd(0.0))
        .precision(Precision::F64)
        .epochs(1)
}

fn score(activations: impl Into<Activations>, input: f64) -> f64 {
    chain(activations).train().unwrap().scores(&[input])[0]
}

#[test]
fn a_list_sets_each_hidden_layer_and_one_sets_them_all() {
    assert_eq!(score(identity(), -2.0), -2.0);
    assert_eq!(score(leaky_relu(0.5), -2.0), -0.5);
    assert_eq!(score([leaky_relu(0.5), identity()], -2.0), -1.0);
    assert_eq!(score(vec![identity(), leaky_relu(0.5)], -2.0), -1.0);
    assert_eq!(score([leaky_relu(0.5), relu()], -2.0), 0.0);
    let twice = score(tanh(), 0.5);
    assert_eq!(
        score([tanh(), identity()], score([tanh(), identity()], 0.5)),
        twice
    );
    assert!((twice - 0.5_f64.tanh().tanh()).abs() < 1e-15);
}

#[test]
fn scores_are_the_activations_of_their_definitions() {
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    for x in [-3.0_f64, -0.5, 0.0, 0.1, 2.0] {
        for (activation, expected) in [
            (relu(), x.max(0.0)),
            (leaky_relu(0.25), if x > 0.0 { x } else { 0.25 * x }),
            (tanh(), x.tanh()),
            (sigmoid(), logistic(x)),
            (silu(), x * logistic(x)),
        ] {
            let found = score([activation, identity()], x);
            assert!(
                (found - expected).abs() < 1e-15,
                "{activation:?} of {x}: {found}"
            );
        }
    }
    // From a table of the normal distribution.
    let below_one = 0.841_344_746_068_542_9;
    assert!((score([gelu(), identity()], 1.0) - below_one).abs() < 1e-15);
    assert!((score([gelu(), identity()], -1.0) - (below_one - 1.0)).abs() < 1e-15);
}

#[test]
fn the_default_is_relu() {
    let plain = || model("Arm", [2, 4, 4, 1]).data(spiral(10)).epochs(2);
    let train = |model: Model| model.train().unwrap();
    let told = train(plain().activation(relu()));
    assert_eq!(train(plain()).code(), told.code());
    assert_eq!(
        train(plain().activation([relu(), relu()])).code(),
        told.code()
    );
    assert_ne!(train(plain().activation(tanh())).digest(), told.digest());
}

#[test]
fn start_weights_suit_the_activations() {
    let start = |model: Model| {
        let model = model.data(spiral(5).seed(1)).optimizer(sgd(0.0)).epochs(1);
        model.train().unwrap().weights()
    };
    let plain = || model("Arm", [2, 4, 4, 1]);
    for (activations, suits) in [
        (Activations::from(relu()), he()),
        (leaky_relu(0.1).into(), he()),
        ([relu(), leaky_relu(0.1)].into(), he()),
        (tanh().into(), xavier()),
        (gelu().into(), xavier()),
        ([relu(), identity()].into(), xavier()),
    ] {
        let model = || plain().activation(activations.clone());
        assert_eq!(
            start(model()),
            start(model().init(suits)),
            "{activations:?}"
        );
        let given = start(model().init(uniform(-1.0, 1.0)));
        assert_eq!(given, start(plain().init(uniform(-1.0, 1.0))));
    }
    assert_ne!(start(plain()), start(plain().activation(tanh())));
}

#[test]
fn wrong_activations_are_refused() {
    let error = |model: Model, words: &[&str]| {
        let error = model.train().unwrap_err();
        let text = error.to_string();
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
        assert_eq!(error.problems().len(), 1, "{text}");
        assert_eq!(error.problems()[0].field().name(), "activation");
    };
    let words = ["the list has 1 activation,", "2 hidden layers"];
    error(chain([relu()]), &words);
    error(chain(vec![relu(); 3]), &["has 3 activations", "2 hidden"]);
    error(chain(vec![]), &["has 0 activations"]);
    for slope in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
        let words = [
            "slope of `leaky_relu`",
            "from 0 to 1",
            &format!("{slope:?}"),
        ];
        error(chain(leaky_relu(slope)), &words);
        error(chain([relu(), leaky_relu(slope)]), &words);
    }
    for slope in [0.0, 1.0] {
        chain(leaky_relu(slope)).train().unwrap();
    }
    let none = model("None", [1, 1]).data(points([([1.0], 0), ([2.0], 1)]));
    none.clone().activation(tanh()).epochs(1).train().unwrap();
    none.activation([]).epochs(1).train().unwrap();
}
