//! Where the paper's source goes wrong (`BUG` in the golden cases), the engine is right.

mod common;

use common::{golden, list};
use neuralatex_core::prelude::*;

/// That the case is still recorded as wrong, so that these tests stand beside what they mend.
#[track_caller]
fn assert_recorded_as_wrong(name: &str) {
    let case = &golden("engine_cases.json")[name];
    let description = case["description"].as_str().unwrap();
    assert!(description.starts_with("BUG"), "{name}: {description}");
    assert!(!list(&case["snapshots"]).is_empty());
}

#[track_caller]
fn assert_value(value: Value<'_>, text: &str) {
    assert_eq!(value.to_string(), format!("Value({text})"));
}

#[test]
fn a_sum_and_a_product_of_the_same_operands_are_two_nodes() {
    assert_recorded_as_wrong("03_add_then_mul_same_operands");
    let graph = Graph::new();
    let (x, y) = (graph.value(5.0), graph.value(4.0));
    let (s, p) = (x + y, x * y);
    p.backward();
    assert_value(
        s,
        "self: 3, data: 9.0, grad: 0.0, prev: 1,2, next: , op: +, isparam: 0, GC: 0.0",
    );
    assert_value(
        p,
        "self: 4, data: 20.0, grad: 1.0, prev: 1,2, next: , op: *, isparam: 0, GC: 0.0",
    );
    assert_value(
        x,
        "self: 1, data: 5.0, grad: 4.0, prev: , next: 3,4, op: '', isparam: 0, GC: 1.0",
    );
    assert_value(
        y,
        "self: 2, data: 4.0, grad: 5.0, prev: , next: 3,4, op: '', isparam: 0, GC: 1.0",
    );
}

#[test]
fn both_operands_make_the_node() {
    assert_recorded_as_wrong("04_self_second_operand");
    let graph = Graph::new();
    let (x, z) = (graph.value(5.0), graph.value(7.0));
    let (s, d) = (z + x, x + x);
    d.backward();
    assert_value(
        s,
        "self: 3, data: 12.0, grad: 0.0, prev: 2,1, next: , op: +, isparam: 0, GC: 0.0",
    );
    assert_value(
        d,
        "self: 4, data: 10.0, grad: 1.0, prev: 1,1, next: , op: +, isparam: 0, GC: 0.0",
    );
    assert_value(
        x,
        "self: 1, data: 5.0, grad: 2.0, prev: , next: 3,4,4, op: '', isparam: 0, GC: 2.0",
    );
    assert_value(
        z,
        "self: 2, data: 7.0, grad: 0.0, prev: , next: 3, op: '', isparam: 0, GC: 0.0",
    );
}

#[test]
fn relu_of_a_value_that_is_used_elsewhere_is_a_node_of_its_own() {
    assert_recorded_as_wrong("06_add_then_relu");
    let graph = Graph::new();
    let (x, y) = (graph.value(5.0), graph.value(4.0));
    let (s, r) = (x + y, x.relu());
    r.backward();
    assert_value(
        s,
        "self: 3, data: 9.0, grad: 0.0, prev: 1,2, next: , op: +, isparam: 0, GC: 0.0",
    );
    assert_value(
        r,
        "self: 4, data: 5.0, grad: 1.0, prev: 1, next: , op: relu, isparam: 0, GC: 0.0",
    );
    assert_value(
        x,
        "self: 1, data: 5.0, grad: 1.0, prev: , next: 3,4, op: '', isparam: 0, GC: 1.0",
    );
}

#[test]
fn a_value_with_a_relu_can_be_added() {
    assert_recorded_as_wrong("05_relu_then_add");
    let graph = Graph::new();
    let (x, y) = (graph.value(5.0), graph.value(4.0));
    let (r, s) = (x.relu(), x + y);
    s.backward();
    assert_value(
        r,
        "self: 3, data: 5.0, grad: 0.0, prev: 1, next: , op: relu, isparam: 0, GC: 0.0",
    );
    assert_value(
        s,
        "self: 4, data: 9.0, grad: 1.0, prev: 1,2, next: , op: +, isparam: 0, GC: 0.0",
    );
    assert_value(
        x,
        "self: 1, data: 5.0, grad: 1.0, prev: , next: 3,4, op: '', isparam: 0, GC: 1.0",
    );
}

#[test]
fn subtraction_is_a_node_with_its_operation_its_links_and_its_gradients() {
    assert_recorded_as_wrong("02_subtract");
    let graph = Graph::new();
    let (x, y) = (graph.value(5.0), graph.value(3.0));
    let z = x - y;
    z.backward();
    assert_value(
        z,
        "self: 3, data: 2.0, grad: 1.0, prev: 1,2, next: , op: -, isparam: 0, GC: 0.0",
    );
    assert_value(
        x,
        "self: 1, data: 5.0, grad: 1.0, prev: , next: 3, op: '', isparam: 0, GC: 1.0",
    );
    assert_value(
        y,
        "self: 2, data: 3.0, grad: -1.0, prev: , next: 3, op: '', isparam: 0, GC: 1.0",
    );
}

#[test]
fn division_is_a_node_with_its_operation_its_links_and_its_gradients() {
    assert_recorded_as_wrong("02_divide");
    let graph = Graph::new();
    let (x, y) = (graph.value(6.0), graph.value(2.0));
    let z = x / y;
    z.backward();
    assert_value(
        z,
        "self: 3, data: 3.0, grad: 1.0, prev: 1,2, next: , op: /, isparam: 0, GC: 0.0",
    );
    assert_value(
        x,
        "self: 1, data: 6.0, grad: 0.5, prev: , next: 3, op: '', isparam: 0, GC: 1.0",
    );
    assert_value(
        y,
        "self: 2, data: 2.0, grad: -1.5, prev: , next: 3, op: '', isparam: 0, GC: 1.0",
    );
}
