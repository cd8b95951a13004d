//! The engine does what the real LaTeX does, and the right thing where that is wrong.

mod common;

use common::by_hand::ByHand;
use common::{
    assert_all_close, assert_modules, assert_node, assert_show, assert_snapshot, golden, list,
    numbers,
};
use neuralatex_core::prelude::*;
use serde_json::Value as Json;

/// A case of `engine_cases.json`, and one of its snapshots by name.
fn case(name: &str) -> Json {
    golden("engine_cases.json")[name].clone()
}

fn snapshot<'j>(case: &'j Json, when: &str) -> &'j Json {
    let found = list(&case["snapshots"]).iter().find(|s| s["when"] == when);
    found.unwrap_or_else(|| panic!("no snapshot {when}"))
}

#[track_caller]
fn assert_whole(values: &[Value<'_>], snapshot: &Json) {
    assert_eq!(values.len(), list(&snapshot["nodes"]).len());
    assert_snapshot(values, snapshot);
}

#[track_caller]
fn assert_shows(found: &[String], case: &Json) {
    let expected = list(&case["shows"]);
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert_show(found, expected);
    }
}

#[test]
fn no_recorded_case_is_left_out() {
    let keys =
        |file| -> Vec<String> { golden(file).as_object().unwrap().keys().cloned().collect() };
    let shown = "backward mlp_forward_paper_seed mlp_forward_seed_20250401 multiply note value";
    assert_eq!(keys("a_show.json").join(" "), shown);
    let cases = "02_divide 02_subtract 03_add_then_mul_same_operands 04_self_second_operand \
                 05_relu_then_add 06_add_then_relu 07_operand_order 07b_square \
                 08_double_backward 13_leaf_op";
    assert_eq!(keys("engine_cases.json").join(" "), cases);
}

#[test]
fn a_value_shows_as_in_the_paper() {
    let case = &golden("a_show.json")["value"];
    let graph = Graph::new();
    let x = graph.value(5.0);
    assert_shows(&[x.show()], case);
    assert_node(x, &case["nodes"][0], "value");
}

#[test]
fn a_product_shows_as_in_the_paper() {
    let case = &golden("a_show.json")["multiply"];
    let graph = Graph::new();
    let (x, y) = (graph.value(5.0), graph.value(4.0));
    let z = x * y;
    assert_shows(&[z.show()], case);
    for (value, node) in [x, y, z].into_iter().zip(list(&case["nodes"])) {
        assert_node(value, node, "multiply");
    }
}

#[test]
fn backward_shows_as_in_the_paper() {
    let case = &golden("a_show.json")["backward"];
    let graph = Graph::new();
    let x = graph.value(2.5);
    let mut shows = vec![x.show()];
    let y = graph.value(0.3);
    shows.push(y.show());
    let z = x * y;
    shows.push(z.show());
    z.backward();
    shows.extend([x, y, z].map(Value::show));
    assert_shows(&shows, case);
    for (value, node) in [x, y, z].into_iter().zip(list(&case["nodes"])) {
        assert_node(value, node, "backward");
    }
    let text =
        "Value(self: 3, data: 0.75, grad: 1.0, prev: 1,2, next: , op: *, isparam: 0, GC: 0.0)";
    assert_eq!(z.to_string(), text);
}

#[test]
fn a_network_has_the_papers_weights_nodes_and_output() {
    let shows = golden("a_show.json");
    for (name, init) in [
        ("mlp_forward_paper_seed", paper()),
        ("mlp_forward_seed_20250401", paper().seed(20_250_401)),
    ] {
        let case = &shows[name];
        let weights = numbers(&case["weights"]);
        let graph = Graph::new();
        let (x, y) = (graph.value(1.0), graph.value(-1.0));
        let mlp = Mlp::new(&graph, 2, &[4, 4, 1], init);
        assert_snapshot(&mlp.parameters(), snapshot(case, "after-construction"));
        let found: Vec<f64> = mlp.parameters().iter().map(|w| w.data()).collect();
        assert_eq!(found, weights, "{name}: to the last digit");
        let output = mlp.forward(&[x, y])[0];
        let mut shows = vec![output.show()];
        assert_snapshot(&mlp.parameters(), snapshot(case, "after-forward"));
        assert_modules(&mlp, snapshot(case, "after-forward"));
        x.set_data(0.25);
        y.set_data(-1.5);
        assert_eq!(mlp.forward(&[x, y])[0].id(), output.id());
        shows.push(output.show());
        assert_shows(&shows, case);
    }
}

#[test]
fn a_network_written_with_values_makes_every_node_of_the_papers() {
    let shows = golden("a_show.json");
    for name in ["mlp_forward_paper_seed", "mlp_forward_seed_20250401"] {
        let case = &shows[name];
        let weights = numbers(&case["weights"]);
        let graph = Graph::new();
        let (x, y) = (graph.value(1.0), graph.value(-1.0));
        let mut leaves = vec![x, y];
        let network = ByHand::new(&graph, 2, &[4, 4, 1], &weights, &mut leaves);
        assert_whole(&leaves, snapshot(case, "after-construction"));
        let data: Vec<f64> = network.parameters().iter().map(|w| w.data()).collect();
        assert_all_close(&data, &weights, name);
        let forward = || {
            let mut values = leaves.clone();
            network.forward(&[x, y], &mut values);
            values
        };
        let first = forward();
        assert_whole(&first, snapshot(case, "after-forward"));
        x.set_data(0.25);
        y.set_data(-1.5);
        let second = forward();
        assert_whole(&second, snapshot(case, "after-second-forward"));
    }
}

#[test]
fn the_order_of_operands_makes_the_node() {
    let case = case("07_operand_order");
    let graph = Graph::new();
    let (x, y) = (graph.value(5.0), graph.value(4.0));
    let (a, b, c) = (x + y, y + x, x + y);
    assert_shows(&[a, b, c].map(Value::show), &case);
    assert_whole(&[x, y, a, b], snapshot(&case, "end"));
}

#[test]
fn a_square_hands_its_gradient_back_twice() {
    let case = case("07b_square");
    let graph = Graph::new();
    let x = graph.value(3.0);
    let s = x * x;
    s.backward();
    assert_whole(&[x, s], snapshot(&case, "end"));
}

#[test]
fn gradients_gather_until_they_are_zeroed() {
    let case = case("08_double_backward");
    let graph = Graph::new();
    let (x, w, k) = (graph.value(2.0), graph.parameter(3.0), graph.parameter(4.0));
    let p = w * x;
    let o = p * k;
    let values = [x, w, k, p, o];
    o.backward();
    assert_whole(&values, snapshot(&case, "first"));
    o.backward();
    assert_whole(&values, snapshot(&case, "second"));
    o.zero_non_parameters().unwrap();
    assert_whole(&values, snapshot(&case, "zerononparams"));
    o.backward();
    assert_whole(&values, snapshot(&case, "third"));
    o.step(0.1).unwrap();
    assert_whole(&values, snapshot(&case, "step"));
    o.zero().unwrap();
    assert_whole(&values, snapshot(&case, "zero"));
}

#[test]
fn relu_keeps_zeros_and_passes_gradients_of_positive_outputs_only() {
    let case = case("13_leaf_op");
    let graph = Graph::new();
    let inputs = [0.0, 1e-18, -0.0].map(|data| graph.value(data));
    let outputs = inputs.map(Value::relu);
    outputs.iter().for_each(|output| output.backward());
    assert_whole(&[inputs, outputs].concat(), snapshot(&case, "end"));
    assert!(outputs[2].data().is_sign_negative());
}
