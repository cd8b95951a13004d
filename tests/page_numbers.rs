//! The numbers of a page are those of the generated code: bit by bit, for every activation, kind of
//! probabilities and precision.

mod browser;

use std::path::Path;

use browser::Browser;
use neuralatex_core::prelude::*;
use serde_json::{Value, json};

const PRECISIONS: [Precision; 2] = [Precision::F32, Precision::F64];

fn open(browser: &mut Browser, name: &str, trained: &Trained) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("page_numbers")
        .join(name);
    trained.report(&folder).expect("the report can be written");
    browser.open(&folder.join("index.html"));
}

/// Inputs of all sizes, the same at every run.
fn inputs(columns: usize) -> Vec<Vec<f64>> {
    let mut state = 1_u64;
    let mut uniform = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut row = |n: usize| -> Vec<f64> {
        let size = 10_f64.powi(n as i32 % 7 - 3);
        (0..columns)
            .map(|_| (2.0 * uniform() - 1.0) * size)
            .collect()
    };
    let mut rows: Vec<Vec<f64>> = (0..400).map(&mut row).collect();
    rows.push(vec![0.0; columns]);
    rows.push(vec![-0.0; columns]);
    rows.push(vec![1e30; columns]);
    rows.push(vec![-1e-40; columns]);
    rows
}

fn bits(numbers: &Value) -> Vec<u64> {
    let numbers = numbers.as_array().expect("a list").iter();
    // JSON of the page has no sign of 0.
    numbers
        .map(|number| (number.as_f64().expect("a number") + 0.0).to_bits())
        .collect()
}

fn bits_of(numbers: &[f64]) -> Vec<u64> {
    numbers
        .iter()
        .map(|number| (number + 0.0).to_bits())
        .collect()
}

/// Compares what the page computes for many inputs with what the core does.
fn compare(browser: &mut Browser, name: &str, trained: &Trained, columns: usize) {
    open(browser, name, trained);
    let rows: Vec<_> = inputs(columns)
        .into_iter()
        .filter(|row| trained.scores(row).iter().all(|score| score.is_finite()))
        .collect();
    assert!(rows.len() > 390, "{name}");
    let answers = browser.evaluate(&format!(
        "{}.map((row) => {{ const {{ network, shipped }} = neuralatex.model;\
         const scores = Array.from(network.scores(shipped, row));\
         return [scores, network.probabilities(scores), network.predict(scores)]; }})",
        json!(rows)
    ));
    for (row, answer) in rows.iter().zip(answers.as_array().expect("a list")) {
        let scores = trained.scores(row);
        assert_eq!(bits(&answer[0]), bits_of(&scores), "{name}: {row:?}");
        match trained.probabilities(row) {
            Some(expected) => assert_eq!(bits(&answer[1]), bits_of(&expected), "{name}: {row:?}"),
            None => assert!(answer[1].is_null(), "{name}"),
        }
    }
    // And the classes of the rows that were evaluated.
    let Some(eval) = trained.eval() else { return };
    let rows: Vec<Vec<f64>> = (0..eval.rows()).map(|row| eval.inputs(row)).collect();
    let classes = browser.evaluate(&format!(
        "{}.map((row) => {{ const {{ network, shipped, classes }} = neuralatex.model;\
         return Number(classes[network.predict(network.scores(shipped, row))]); }})",
        json!(rows)
    ));
    assert_eq!(classes, json!(trained.predicted()), "{name}");
}

#[test]
fn every_activation_gives_the_bits_of_the_core() {
    let Some(mut browser) = Browser::start("activations") else {
        return;
    };
    let all = [
        relu(),
        leaky_relu(0.1),
        tanh(),
        sigmoid(),
        silu(),
        gelu(),
        identity(),
    ];
    for precision in PRECISIONS {
        for activation in all {
            let model = model("Any", [3, 7, 5, 1])
                .data(blobs(30).classes(2).dimensions(3))
                .activation(activation)
                .precision(precision)
                .epochs(5);
            let name = format!("{precision:?}-{activation}");
            let trained = model.train().expect("the model trains");
            compare(&mut browser, &name, &trained, 3);
        }
    }
    browser.assert_quiet();
}

/// A network of one neuron that passes its input on, and learns next to nothing, is its activation.
#[test]
fn elementary_functions_have_the_bits_of_the_core_wherever_they_are_asked() {
    let Some(mut browser) = Browser::start("elementary") else {
        return;
    };
    let inputs: Vec<f64> = (0..20_000)
        .map(|n| {
            let step = f64::from(n) * 0.618_033_988_749_894_8;
            (step.fract() - 0.5) * [4.0, 16.0, 60.0, 240.0][n as usize % 4]
        })
        .collect();
    for precision in PRECISIONS {
        for activation in [tanh(), sigmoid(), silu(), gelu()] {
            let model = model("Only", [1, 1, 1])
                .data(points([([0.0], 0.5), ([1.0], 0.75)]))
                .activation(activation)
                .init(values([1.0, 0.0, 1.0, 0.0]))
                .optimizer(sgd(1e-30))
                .precision(precision)
                .epochs(1);
            let trained = model.train().expect("the model trains");
            let name = format!("{precision:?}-only-{activation}");
            open(&mut browser, &name, &trained);
            let answers = browser.evaluate(&format!(
                "{}.map((x) => neuralatex.model.network.scores(neuralatex.model.shipped, [x])[0])",
                json!(inputs)
            ));
            let expected: Vec<f64> = inputs.iter().map(|x| trained.scores(&[*x])[0]).collect();
            for ((x, found), expected) in inputs.iter().zip(bits(&answers)).zip(bits_of(&expected))
            {
                assert_eq!(found, expected, "{name} of {x:?}");
            }
        }
    }
    browser.assert_quiet();
}

#[test]
fn probabilities_and_classes_have_the_bits_of_the_core() {
    let Some(mut browser) = Browser::start("probabilities") else {
        return;
    };
    for precision in PRECISIONS {
        for (name, classes, loss) in [
            ("both", 2, cross_entropy()),
            ("together", 4, cross_entropy()),
            ("each", 3, binary_cross_entropy()),
            ("margin", 2, max_margin()),
        ] {
            let outputs = if classes == 2 { 1 } else { classes };
            let model = model("Any", [2, 9, outputs])
                .data(blobs(30).classes(classes).noise(3.0))
                .eval(blobs(50).classes(classes).noise(3.0))
                .activation(tanh())
                .normalize(standard())
                .loss(loss)
                .precision(precision)
                .epochs(20);
            let trained = model.train().expect("the model trains");
            compare(&mut browser, &format!("{precision:?}-{name}"), &trained, 2);
        }
    }
    browser.assert_quiet();
}

#[test]
fn what_is_typed_is_answered_with_the_digits_of_the_generated_code() {
    let Some(mut browser) = Browser::start("typed") else {
        return;
    };
    for precision in PRECISIONS {
        let model = model("Typed", [2, 8, 3])
            .data(blobs(40).classes(3))
            .activation(gelu())
            .precision(precision)
            .epochs(10);
        let trained = model.train().expect("the model trains");
        open(&mut browser, &format!("typed-{precision:?}"), &trained);
        for row in [[0.1, -2.5], [3.75, 0.0], [-1e-3, 12.0]] {
            for (n, input) in row.iter().enumerate() {
                let field = format!("document.getElementById('input-{}')", n + 1);
                browser.evaluate(&format!("{field}.focus(); {field}.select()"));
                browser.insert(&input.to_string());
            }
            let texts = |selector: &str| {
                format!(
                    "[...document.querySelectorAll('{selector}')].map((each) => Number(each.textContent))"
                )
            };
            let scores = browser.evaluate(&texts(".answer .score"));
            let probabilities = browser.evaluate(&texts(".answer .number"));
            let read = |numbers: Vec<f64>| -> Value {
                let shortest = |number: &f64| match precision {
                    Precision::F32 => (*number as f32).to_string(),
                    Precision::F64 => number.to_string(),
                };
                numbers
                    .iter()
                    .map(|number| json!(shortest(number).parse::<f64>().unwrap()))
                    .collect()
            };
            assert_eq!(bits(&scores), bits(&read(trained.scores(&row))));
            let expected = trained.probabilities(&row).expect("a cross entropy");
            assert_eq!(bits(&probabilities), bits(&read(expected.clone())));
            let best = (0..3)
                .max_by(|a, b| expected[*a].total_cmp(&expected[*b]))
                .unwrap();
            let class = browser.evaluate("document.getElementById('answer').textContent");
            assert_eq!(class, best.to_string());
        }
    }
    browser.assert_quiet();
}
