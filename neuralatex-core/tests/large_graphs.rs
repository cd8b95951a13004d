//! A graph of a million nodes neither overflows the stack nor takes quadratic time: with 10^12 steps
//! to do, these tests would not end.

use neuralatex_core::prelude::*;

const MILLION: usize = 1_000_000;

/// A chain of one operation.
fn chain(graph: &Graph, nodes: usize) -> [f64; 2] {
    let x = graph.value(0.5);
    let y = (0..nodes).fold(x, |y, _| y.abs());
    y.backward();
    [y.data(), x.grad()]
}

/// A recurrence over two parameters that every step shares.
fn recurrence(graph: &Graph, nodes: usize) -> [f64; 2] {
    let (w, v) = (graph.parameter(0.5), graph.parameter(1.0));
    let y = (0..nodes / 2).fold(graph.value(0.0), |y, _| w * y + v);
    y.backward();
    [y.data(), v.grad()]
}

/// A sum of products of every input with every weight.
fn products(graph: &Graph, nodes: usize) -> [f64; 2] {
    let width = (nodes as f64 / 2.0).sqrt() as usize;
    let row = |data: f64| -> Vec<Value<'_>> { (0..width).map(|_| graph.value(data)).collect() };
    let (inputs, weights) = (row(2.0), row(3.0));
    let pairs = inputs
        .iter()
        .flat_map(|&x| weights.iter().map(move |&w| (x, w)));
    let sum = pairs.fold(graph.value(0.0), |sum, (x, w)| sum + x * w);
    sum.backward();
    let width = width as f64;
    [sum.data() / (width * width), inputs[0].grad() / width]
}

#[test]
fn a_chain_of_a_million_nodes_runs_forward_and_backward() {
    assert_eq!(chain(&Graph::new(), MILLION), [0.5, 1.0]);
}

#[test]
fn a_million_nodes_that_share_two_parameters_run_forward_and_backward() {
    assert_eq!(recurrence(&Graph::new(), MILLION), [2.0, 2.0]);
}

#[test]
fn a_sum_of_half_a_million_products_runs_forward_and_backward() {
    assert_eq!(products(&Graph::new(), MILLION), [6.0, 3.0]);
}
