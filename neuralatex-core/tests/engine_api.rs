//! What a user of the engine may rely on: operators, the reuse of nodes, several results.

use neuralatex_core::engine::Operand;
use neuralatex_core::prelude::*;

#[test]
fn what_needs_backward_first_says_so() {
    let graph = Graph::new();
    let x = graph.parameter(2.0);
    let z = x * 3.0;
    (x * 4.0).backward();
    for (name, result) in [
        ("zero", z.zero()),
        ("zero_non_parameters", z.zero_non_parameters()),
        ("step", z.step(0.1)),
    ] {
        let text = result.unwrap_err().to_string();
        assert!(
            text.contains(&format!("`{name}` was called before `backward`")),
            "{text}"
        );
    }
    assert_eq!((x.data(), x.grad()), (2.0, 4.0), "nothing was changed");
    z.backward();
    z.step(0.1)
        .and(z.zero_non_parameters())
        .and(z.zero())
        .unwrap();
}

#[test]
fn refresh_is_no_backward() {
    let graph = Graph::new();
    let x = graph.parameter(2.0);
    let z = x * 3.0;
    x.set_data(4.0);
    z.refresh();
    assert_eq!(z.data(), 12.0);
    assert_eq!(z.order(), []);
    assert!(z.zero().is_err() && z.zero_non_parameters().is_err() && z.step(0.1).is_err());
}

#[test]
fn operators_take_numbers_on_both_sides() {
    let graph = Graph::new();
    let x = graph.value(8.0);
    let y = graph.value(2.0);
    let all = [
        x + y,
        x - y,
        x * y,
        x / y,
        x + 2.0,
        x - 2.0,
        x * 2.0,
        x / 2.0,
    ];
    assert_eq!(
        all.map(Value::data),
        [10.0, 6.0, 16.0, 4.0, 10.0, 6.0, 16.0, 4.0]
    );
    assert_eq!(all.map(Value::op), ["+", "-", "*", "/", "+", "-", "*", "/"]);
    let left = [2.0 + x, 2.0 - x, 2.0 * x, 2.0 / x, -x];
    assert_eq!(left.map(Value::data), [10.0, -6.0, 16.0, 0.25, -8.0]);
    let two = all[4].prev()[1];
    assert_eq!(all[4].prev(), [x.id(), two]);
    assert_eq!(
        left[1].prev(),
        [two, x.id()],
        "operands stay in their order"
    );
}

#[test]
fn the_same_operation_on_the_same_operands_in_the_same_order_is_the_same_node() {
    let graph = Graph::new();
    let (x, y) = (graph.value(3.0), graph.value(2.0));
    let difference = x - y;
    x.set_data(5.0);
    assert_eq!(difference.data(), 1.0, "old until it is computed again");
    assert_eq!((x - y).id(), difference.id());
    assert_eq!(difference.data(), 3.0);
    let others = [
        y - x,
        x + y,
        x * y,
        x / y,
        x.min(y),
        x.max(y),
        x.powf(y),
        x - x,
        x.relu(),
    ];
    let mut ids = others.map(Value::id).to_vec();
    ids.push(difference.id());
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 10, "anything else is another node");
    assert_eq!(
        y.next().iter().filter(|&&id| id == difference.id()).count(),
        1
    );
}

#[test]
fn a_number_that_comes_again_is_the_same_leaf() {
    let graph = Graph::new();
    let (x, y) = (graph.value(3.0), graph.value(2.0));
    let (a, b, c, d) = (x + 0.5, y * 0.5, 0.5 - x, x.max(0.5));
    let half = a.prev()[1];
    assert_eq!([b.prev()[1], c.prev()[0], d.prev()[1]], [half; 3]);
    assert_ne!(
        (x + 0.0).prev()[1],
        (x + -0.0).prev()[1],
        "zeros have signs"
    );
    let own = graph.value(0.5);
    assert_ne!(own.id(), half, "a leaf that the user made stays the user's");
    let other = graph.value(7.0);
    assert_eq!((x + 0.5).id(), a.id());
    assert_eq!(
        graph.value(0.0).id(),
        other.id() + 1,
        "the second time nothing is made"
    );
}

#[test]
fn numbers_are_no_parameters() {
    let graph = Graph::new();
    let w = graph.parameter(1.0);
    let loss = w * 3.0;
    loss.backward();
    loss.step(0.5).unwrap();
    assert_eq!((w * 3.0).data(), -1.5, "the 3 is still 3");
    assert!(w.is_parameter() && !loss.is_parameter() && !3.0.on(&graph).is_parameter());
}

#[test]
fn two_roots_over_the_same_parameters_add_their_gradients() {
    let graph = Graph::new();
    let (w, x) = (graph.parameter(2.0), graph.value(3.0));
    let shared = w * x;
    let (first, second) = (shared * 2.0, shared + w);
    first.backward();
    assert_eq!((w.grad(), shared.grad(), second.grad()), (6.0, 2.0, 0.0));
    first.zero_non_parameters().unwrap();
    second.backward();
    assert_eq!(
        (w.grad(), w.grad_counter(), shared.grad()),
        (6.0 + 4.0, 3.0, 1.0)
    );
    second.step(0.1).unwrap();
    assert_eq!((w.data(), x.data()), (1.0, 3.0));
    second.zero().unwrap();
    assert_eq!((w.grad(), shared.grad(), first.grad()), (0.0, 0.0, 0.0));
}

#[test]
fn backward_on_a_leaf_gives_it_a_gradient_of_one() {
    let graph = Graph::new();
    let x = graph.parameter(2.0);
    x.backward();
    assert_eq!(
        (x.grad(), x.grad_counter(), x.order()),
        (1.0, 0.0, vec![x.id()])
    );
    x.step(0.5).unwrap();
    assert_eq!(x.data(), 1.5);
}

#[test]
#[should_panic(expected = "belong to different graphs")]
fn values_of_different_graphs_do_not_mix() {
    let (one, other) = (Graph::new(), Graph::new());
    let _ = one.value(1.0) + other.value(2.0);
}

#[test]
fn debug_reads_like_display() {
    let graph = Graph::new();
    let x = graph.parameter(0.1);
    let text = "Value(self: 1, data: 0.1, grad: 0.0, prev: , next: , op: '', isparam: 1, GC: 0.0)";
    assert_eq!([x.to_string(), format!("{x:?}"), x.show()], [text; 3]);
}
