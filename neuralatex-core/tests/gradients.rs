//! Gradients are those of finite differences, for every operation and any expression; a second
//! pass over a graph is as good as a new graph.

mod common;

use common::expression::{Expression, FORMS, Form, constant, expression, inputs};
use neuralatex_core::prelude::*;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// The derivative by one input: central differences at two widths, extrapolated, and how far the
/// two lie apart. `None` next to a kink or at the end of a domain.
fn difference(expression: &Expression, input: usize) -> Option<(f64, f64)> {
    let at = |shift: f64| {
        let mut inputs = expression.inputs.clone();
        inputs[input] += shift;
        expression.smooth_numbers(&inputs)?.last().copied()
    };
    let central = |width: f64| Some((at(width)? - at(-width)?) / (2.0 * width));
    let (wide, narrow) = (central(2e-4)?, central(1e-4)?);
    Some(((4.0 * narrow - wide) / 3.0, (wide - narrow).abs()))
}

fn check_gradients(expression: &Expression) -> Result<(), TestCaseError> {
    let graph = Graph::new();
    let leaves = expression.leaves(&graph, &expression.inputs);
    let nodes = expression.on(&leaves);
    let numbers = expression.smooth_numbers(&expression.inputs).unwrap();
    for (node, number) in nodes.iter().zip(&numbers) {
        let near = (node.data() - number).abs() <= 1e-9;
        prop_assert!(near, "{node} should be {number}");
    }
    nodes.last().unwrap().backward();
    for (input, leaf) in leaves.iter().enumerate() {
        let difference = difference(expression, input);
        prop_assume!(difference.is_some());
        let (slope, doubt) = difference.unwrap();
        let size = 1.0 + slope.abs();
        // Where the two widths disagree, differences say nothing.
        prop_assume!(doubt <= 1e-3 * size);
        let near = (leaf.grad() - slope).abs() <= 1e-5 * size + doubt;
        prop_assert!(near, "{leaf} should have the gradient {slope}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_gradient_of_any_expression_is_that_of_finite_differences(expression in expression()) {
        check_gradients(&expression)?;
    }

    #[test]
    fn running_an_expression_again_gives_the_same_nodes_and_the_numbers_of_a_new_graph(
        (expression, data) in with_other_inputs()
    ) {
        let graph = Graph::new();
        let leaves = expression.leaves(&graph, &expression.inputs);
        let first = expression.on(&leaves);
        set(&leaves, &data);
        let second = expression.on(&leaves);
        prop_assert_eq!(ids(&first), ids(&second));
        let other = Graph::new();
        let fresh = expression.on(&expression.leaves(&other, &data));
        prop_assert_eq!(texts(&second), texts(&fresh));
    }

    #[test]
    fn a_refreshed_graph_has_the_numbers_and_the_gradients_of_a_new_one(
        (expression, data) in with_other_inputs()
    ) {
        let graph = Graph::new();
        let leaves = expression.leaves(&graph, &expression.inputs);
        let nodes = expression.on(&leaves);
        let root = *nodes.last().unwrap();
        root.backward();
        root.zero().unwrap();
        set(&leaves, &data);
        root.refresh();
        let other = Graph::new();
        let fresh = expression.on(&expression.leaves(&other, &data));
        let below = |nodes: &[Value<'_>]| -> Vec<String> {
            let order = root.order();
            let below = nodes.iter().filter(|node| order.contains(&node.id()));
            below.map(|node| {
                let [data, grad] = [node.data(), node.grad()].map(canonical);
                format!("{} {data:x} {grad:x} {}", node.id(), node.grad_counter())
            }).collect()
        };
        prop_assert_eq!(below(&nodes), below(&fresh));
        root.backward();
        fresh.last().unwrap().backward();
        prop_assert_eq!(root.order(), fresh.last().unwrap().order());
        prop_assert_eq!(below(&nodes), below(&fresh));
    }
}

#[test]
fn every_operation_has_the_gradient_of_finite_differences() {
    let config = ProptestConfig {
        cases: 40,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    for (form, Form { name, .. }) in FORMS.iter().enumerate() {
        // One input: an operation on a value and itself, such as x * x.
        for count in [2, 1] {
            // The smaller of a value and itself is never away from a kink.
            if Expression::of_one(form, vec![1.5; count], 0.5).is_none() && count == 1 {
                continue;
            }
            let mut runner = proptest::test_runner::TestRunner::new(config.clone());
            let smooth = (inputs(count), constant())
                .prop_filter_map("smooth", |(inputs, number)| {
                    Expression::of_one(form, inputs, number)
                });
            let result = runner.run(&smooth, |expression| check_gradients(&expression));
            result.unwrap_or_else(|error| panic!("{name} on {count}: {error}"));
        }
    }
}

/// An expression, and other data for its leaves; there it need not be smooth, nor even defined.
fn with_other_inputs() -> impl Strategy<Value = (Expression, Vec<f64>)> {
    expression().prop_flat_map(|expression| {
        let count = expression.inputs.len();
        (Just(expression), inputs(count))
    })
}

fn set(leaves: &[Value<'_>], data: &[f64]) {
    for (leaf, &data) in leaves.iter().zip(data) {
        leaf.set_data(data);
    }
}

fn ids(nodes: &[Value<'_>]) -> Vec<usize> {
    nodes.iter().map(|node| node.id()).collect()
}

/// All that can be seen of nodes, NaNs included.
fn texts(nodes: &[Value<'_>]) -> Vec<String> {
    nodes.iter().map(|node| node.show()).collect()
}

/// Bits, with one NaN for all: which NaN an operation gives is the processor's affair.
fn canonical(number: f64) -> u64 {
    if number.is_nan() {
        f64::NAN.to_bits()
    } else {
        number.to_bits()
    }
}
