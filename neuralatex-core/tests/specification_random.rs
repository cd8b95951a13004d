//! Whatever a specification says, the answer is a model or an error, never a panic.

use neuralatex_core::prelude::*;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// Plain numbers, and now and then one that breaks things.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        60 => -2.0..2.0,
        1 => hostile(),
    ]
}

fn hostile() -> impl Strategy<Value = f64> {
    prop::sample::select(vec![
        0.0,
        -0.0,
        1e-320,
        1e20,
        1e38,
        1e39,
        -1e39,
        1e200,
        f64::MAX,
        f64::MIN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ])
}

fn count() -> impl Strategy<Value = usize> {
    prop_oneof![30 => 1_usize..4, 1 => Just(0), 1 => Just(usize::MAX), 1 => Just(1 << 40)]
}

fn layers() -> impl Strategy<Value = Vec<usize>> {
    prop_oneof![
        20 => prop::collection::vec(1_usize..4, 2..5),
        1 => prop::collection::vec(count(), 0..5),
    ]
}

fn any_label() -> impl Strategy<Value = Label> {
    prop_oneof![
        (0..2).prop_map(Label::from),
        any::<i64>().prop_map(Label::from),
        hostile().prop_map(Label::from),
        prop::collection::vec(hostile(), 0..4).prop_map(Label::from),
    ]
}

/// Rows that mostly fit a network.
fn rows(width: usize, outputs: usize) -> impl Strategy<Value = Points> {
    let (width, outputs) = (width.min(4), outputs.min(4));
    let row = prop_oneof![
        40 => prop::collection::vec(number(), width),
        1 => prop::collection::vec(number(), 0..4),
    ];
    let targets = prop::collection::vec(number(), outputs).prop_map(Label::from);
    let classes = outputs.max(2);
    prop_oneof![
        6 => prop::collection::vec(row.clone(), classes..8).prop_map(move |rows| {
            points(rows.into_iter().zip((0..classes).cycle()))
        }),
        3 => prop::collection::vec((row.clone(), targets), 1..6).prop_map(points),
        1 => prop::collection::vec((row, any_label()), 0..6).prop_map(points),
    ]
}

fn source(width: usize, outputs: usize) -> impl Strategy<Value = Source> {
    let forms = prop::sample::select(vec![spiral as fn(usize) -> Shape, moons, circles, xor]);
    let shape = (forms, count(), number(), any::<u64>())
        .prop_map(|(form, n, noise, seed)| form(n).noise(noise.abs()).seed(seed).into());
    let blobs =
        (count(), count(), count(), number()).prop_map(|(n, classes, dimensions, noise)| {
            let blobs = blobs(n).classes(classes).dimensions(dimensions);
            blobs.noise(noise.abs()).into()
        });
    let made = (0_usize..5).prop_map(|n| {
        let row = |random: &mut Random| ([random.normal(); 2], random.below(2));
        from_fn(n, row).into()
    });
    prop_oneof![10 => rows(width, outputs).prop_map(Source::from), 2 => shape, 1 => blobs, 1 => made]
}

fn loss() -> impl Strategy<Value = Option<Loss>> {
    let custom = number().prop_map(|number| {
        custom(move |score, target| (score * number - target).exp().max(score / (target + 3.0)))
    });
    prop_oneof![
        4 => Just(None),
        4 => Just(Some(max_margin())),
        4 => Just(Some(mse())),
        1 => Just(Some(mae())),
        1 => number().prop_map(|delta| Some(huber(delta.abs()))),
        2 => Just(Some(cross_entropy())),
        2 => Just(Some(binary_cross_entropy())),
        1 => Just(Some(neuralatex_core::prelude::custom(|_, target| target))),
        4 => custom.prop_map(Some),
    ]
}

fn optimizer() -> impl Strategy<Value = Optimizer> {
    let plain = (0..10, number()).prop_map(|(method, rate)| match method {
        6 => adam(linear(rate, 0.1)),
        7 => sgd(cosine(0.1, rate).warmup(2)),
        8 => sgd(step(0.1).every(1).by(rate)),
        9 => rmsprop(exponential(rate, rate)),
        0 => adam(rate.abs()),
        1 => adamw(rate.abs()),
        2 => rmsprop(rate.abs()),
        3 => sgd(rate.abs()).momentum(0.5),
        4 => sgd(rate.abs()).momentum(rate.abs()).nesterov(),
        _ => sgd(move |epoch: f64| 0.5 - rate / epoch),
    });
    let settings = (prop::option::of(number()), prop::option::of(number()));
    (plain, settings).prop_map(|(mut optimizer, (decay, norm))| {
        if let Some(decay) = decay {
            optimizer = optimizer.weight_decay(decay.abs());
        }
        if let Some(norm) = norm {
            optimizer = optimizer.clip(norm.abs());
        }
        optimizer
    })
}

fn init(parameters: usize) -> impl Strategy<Value = Init> {
    let count = prop_oneof![20 => Just(parameters.min(100)), 1 => 0_usize..4];
    let given = count.prop_flat_map(|count| prop::collection::vec(number(), count));
    prop_oneof![
        Just(he()),
        Just(xavier()),
        any::<u64>().prop_map(|seed| paper().seed(seed % 20)),
        (number(), number()).prop_map(|(low, width)| uniform(low, low + width.abs())),
        given.prop_map(values),
    ]
}

fn activations(hidden: usize) -> impl Strategy<Value = Activations> {
    let one = prop_oneof![
        prop::sample::select(vec![relu(), tanh(), sigmoid(), silu(), gelu(), identity()]),
        number().prop_map(|slope| leaky_relu(slope.abs().min(1.0))),
    ];
    prop_oneof![
        5 => one.clone().prop_map(Activations::from),
        5 => prop::collection::vec(one.clone(), hidden).prop_map(Activations::from),
        1 => prop::collection::vec(one, 0..4).prop_map(Activations::from),
    ]
}

fn stop() -> impl Strategy<Value = Stop> {
    prop_oneof![count().prop_map(patience), number().prop_map(loss_below),]
}

fn requirement() -> impl Strategy<Value = Requirement> {
    let metric = prop::sample::select(vec![
        accuracy(),
        neuralatex_core::prelude::loss(),
        parameters(),
    ]);
    (metric, any::<bool>(), number()).prop_map(|(metric, least, value)| match least {
        true => metric.at_least(value),
        false => metric.at_most(value),
    })
}

fn parameters_of(layers: &[usize]) -> usize {
    let neurons = layers.windows(2);
    neurons.fold(0, |sum: usize, pair| {
        sum.saturating_add(pair[0].saturating_add(1).saturating_mul(pair[1]))
    })
}

fn specification() -> impl Strategy<Value = Model> {
    layers().prop_flat_map(|layers| {
        let width = layers.first().copied().unwrap_or(1);
        let outputs = layers.last().copied().unwrap_or(1);
        let words = (
            prop_oneof![30 => Just("Any"), 1 => Just("no name"), 1 => Just("")],
            prop::option::weighted(0.95, source(width, outputs)),
            prop::option::of(source(width, outputs)),
            loss(),
            optimizer(),
            init(parameters_of(&layers)),
            activations(layers.len().saturating_sub(2)),
        );
        let rest = (
            count(),
            count(),
            any::<u64>(),
            any::<(bool, bool)>(),
            prop::sample::select(vec![none(), standard(), min_max()]),
            prop::option::weighted(0.2, requirement()),
            prop::option::weighted(0.3, stop()),
            count(),
        );
        (Just(layers), words, rest).prop_map(|(layers, words, rest)| {
            let (name, data, eval, loss, optimizer, init, activations) = words;
            let (epochs, batch, seed, (shuffle, double), normalize, requirements, stop, restarts) =
                rest;
            let precision = if double {
                Precision::F64
            } else {
                Precision::F32
            };
            let mut model = model(name, layers)
                .activation(activations)
                .optimizer(optimizer)
                .init(init)
                .normalize(normalize)
                .epochs(epochs)
                .batch(batch)
                .seed(seed)
                .shuffle(shuffle)
                .precision(precision)
                .restarts(restarts)
                .stop(stop)
                .require(requirements);
            if let Some(data) = data {
                model = model.data(data);
            }
            if let Some(eval) = eval {
                model = model.eval(eval);
            }
            if let Some(loss) = loss {
                model = model.loss(loss);
            }
            model
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_specification_gives_a_model_or_an_error(model in specification()) {
        match model.train() {
            Err(error) => {
                prop_assert!(!error.problems().is_empty());
                prop_assert!(error.problems().iter().all(|problem| !problem.message().is_empty()));
                prop_assert_eq!(format!("{error:?}"), error.to_string());
            }
            Ok(trained) => {
                prop_assert!(trained.weights().iter().all(|weight| weight.is_finite()));
                prop_assert!(trained.losses().iter().all(|loss| loss.is_finite()));
                prop_assert!(trained.loss().is_none_or(f64::is_finite));
                let code = trained.code();
                prop_assert!(!code.contains("NaN") && !code.contains("inf"), "{}", code);
            }
        }
    }
}

/// So that the property above says something: draws get far on every way.
#[test]
fn some_of_the_drawn_specifications_are_good_and_others_fail_late() {
    let mut runner = TestRunner::deterministic();
    let mut found = [0; 3];
    for _ in 0..1000 {
        let model = specification().new_tree(&mut runner).unwrap().current();
        match model.check().and_then(|()| model.train().map(|_| ())) {
            Ok(()) => found[0] += 1,
            Err(error) if error.to_string().contains("no finite number") => found[1] += 1,
            Err(_) => found[2] += 1,
        }
    }
    let [good, overflown, wrong] = found;
    assert!(good >= 50 && overflown >= 3 && wrong >= 50, "{found:?}");
}
