//! `order()` is the order of the paper's queue, whatever the graph.

use std::collections::{HashMap, VecDeque};

use neuralatex_core::prelude::*;
use proptest::prelude::*;

/// The paper's loop, word for word, but that consumers outside of the root's graph do not count.
fn papers_queue(nodes: &[Value<'_>], root: Value<'_>) -> Vec<usize> {
    let prev: HashMap<usize, Vec<usize>> = nodes.iter().map(|n| (n.id(), n.prev())).collect();
    let mut consumers: HashMap<usize, usize> = HashMap::from([(root.id(), 0)]);
    let mut open = vec![root.id()];
    while let Some(id) = open.pop() {
        for &operand in &prev[&id] {
            if !consumers.contains_key(&operand) {
                open.push(operand);
            }
            *consumers.entry(operand).or_default() += 1;
        }
    }
    let mut counter: HashMap<usize, usize> = HashMap::new();
    let mut done = Vec::new();
    let mut queue = VecDeque::from([root.id()]);
    while let Some(id) = queue.pop_front() {
        if counter.get(&id).copied().unwrap_or(0) != consumers[&id] {
            queue.push_back(id);
        } else if !done.contains(&id) {
            done.push(id);
            for &operand in &prev[&id] {
                *counter.entry(operand).or_default() += 1;
                queue.push_back(operand);
            }
        }
    }
    done
}

#[track_caller]
fn assert_order(nodes: &[Value<'_>], root: Value<'_>) {
    root.backward();
    assert_eq!(root.order(), papers_queue(nodes, root));
}

/// One node on two earlier ones.
fn grow<'g>(nodes: &mut Vec<Value<'g>>, operation: u8, x: usize, y: usize) {
    let (x, y) = (nodes[x], nodes[y]);
    nodes.push(match operation % 8 {
        0 => x.relu(),
        1 | 2 => x + y,
        3 => x - y,
        _ => x * y,
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// `reach` is how far back operands lie: from chains in which all is shared to wide graphs.
    #[test]
    fn it_is_the_papers_on_any_graph(
        leaves in 1_usize..6,
        reach in 1_usize..40,
        draws in prop::collection::vec((any::<u8>(), any::<u16>(), any::<u16>()), 1..120),
        roots in prop::collection::vec(any::<u16>(), 3),
    ) {
        let graph = Graph::new();
        let mut nodes: Vec<Value<'_>> = (0..leaves).map(|_| graph.value(0.5)).collect();
        for (operation, x, y) in draws {
            let back = |draw: u16| nodes.len() - 1 - usize::from(draw) % reach.min(nodes.len());
            let (x, y) = (back(x), back(y));
            grow(&mut nodes, operation, x, y);
        }
        // Roots in the middle: what stands above uses their nodes from outside.
        let root = nodes[nodes.len() - 1];
        assert_order(&nodes, root);
        for draw in roots {
            assert_order(&nodes, nodes[usize::from(draw) % nodes.len()]);
        }
    }

    /// Few parameters that almost every node uses wait in the queue for most of the pass.
    #[test]
    fn it_is_the_papers_on_chains_that_share_parameters(
        draws in prop::collection::vec((any::<u8>(), 0_usize..3, any::<bool>()), 1..150),
    ) {
        let graph = Graph::new();
        let mut nodes: Vec<Value<'_>> = (0..3).map(|_| graph.parameter(0.5)).collect();
        for (operation, parameter, first) in draws {
            let last = nodes.len() - 1;
            let (x, y) = if first { (parameter, last) } else { (last, parameter) };
            grow(&mut nodes, operation, x, y);
        }
        let root = nodes[nodes.len() - 1];
        assert_order(&nodes, root);
    }

    #[test]
    fn it_is_the_papers_on_networks(
        sizes in prop::collection::vec(1_usize..5, 1..4),
        inputs in 1_usize..4,
    ) {
        let graph = Graph::new();
        let mut nodes: Vec<Value<'_>> = (0..inputs).map(|_| graph.value(1.0)).collect();
        let mut values = nodes.clone();
        for size in sizes {
            let mut outputs = Vec::new();
            for _ in 0..size {
                let mut sum = graph.value(0.0);
                nodes.push(sum);
                for &input in &values {
                    let weight = graph.parameter(0.5);
                    let product = weight * input;
                    sum = product + sum;
                    nodes.extend([weight, product, sum]);
                }
                let output = sum.relu();
                nodes.push(output);
                outputs.push(output);
            }
            values = outputs;
        }
        let first = values[0];
        let total = values[1..].iter().fold(first, |total, &value| {
            nodes.push(total + value);
            nodes[nodes.len() - 1]
        });
        assert_order(&nodes, total);
    }
}

#[test]
fn it_is_the_papers_on_powers_by_squaring() {
    let graph = Graph::new();
    let mut nodes = vec![graph.value(1.0)];
    for last in 0..60 {
        grow(&mut nodes, 4, last, last);
        assert_order(&nodes, nodes[last + 1]);
    }
}

#[test]
fn it_is_the_papers_on_wide_sums_of_products() {
    let graph = Graph::new();
    let inputs: Vec<Value<'_>> = (0..12).map(|i| graph.value(f64::from(i))).collect();
    let mut nodes = inputs.clone();
    let mut sum = graph.value(0.0);
    nodes.push(sum);
    for &x in &inputs {
        for &y in &inputs {
            let product = x * y;
            sum = sum + product;
            nodes.extend([product, sum]);
        }
    }
    assert_order(&nodes, sum);
}

#[test]
fn a_node_that_is_used_outside_the_graph_does_not_hold_it_up() {
    let graph = Graph::new();
    let (x, y) = (graph.value(3.0), graph.value(2.0));
    let product = x * y;
    let (outside, also_outside) = (product * x, y.relu());
    let root = product + 1.0;
    root.backward();
    assert_eq!((x.grad(), y.grad()), (2.0, 3.0));
    assert_eq!((outside.grad(), also_outside.grad()), (0.0, 0.0));
    let inside = [root, product, x, y].map(Value::id);
    assert!(inside.iter().all(|id| root.order().contains(id)));
    assert!(!root.order().contains(&outside.id()));
}

#[test]
fn it_is_empty_before_backward_and_stays_what_it_was() {
    let graph = Graph::new();
    let x = graph.value(3.0);
    let root = x * x;
    assert_eq!(root.order(), []);
    root.backward();
    let order = root.order();
    let above = root * x;
    above.backward();
    root.backward();
    assert_eq!(root.order(), order);
    assert_eq!(order, [root.id(), x.id()]);
}
