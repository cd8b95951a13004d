//! The paper's walk through its engine: values, operations, gradients, a network.
//!
//! `cargo run --example engine`, and with `NEURALATEX_LOG=high` every step of it.

use neuralatex_core::prelude::*;

fn main() -> Result<()> {
    println!("A value:");
    let graph = Graph::new();
    println!("{}", graph.value(5.0));

    println!("\nA product, which knows what it was made of:");
    let graph = Graph::new();
    let (x, y) = (graph.value(5.0), graph.value(4.0));
    println!("{}", x * y);

    println!("\nBackward: the gradient of z = x y is y for x, and x for y.");
    let graph = Graph::new();
    let (x, y) = (graph.value(2.5), graph.value(0.3));
    let z = x * y;
    println!("{x}\n{y}\n{z}");
    z.backward();
    println!("{x}\n{y}\n{z}");

    println!("\nA step down the gradient changes parameters only:");
    let graph = Graph::new();
    let (w, x) = (graph.parameter(2.0), graph.value(3.0));
    let loss = (w * x - 5.0).powi(2);
    for _ in 0..3 {
        loss.refresh();
        loss.backward();
        println!(
            "w = {:.4}, loss = {:.4}, gradient = {:.4}",
            w.data(),
            loss.data(),
            w.grad()
        );
        loss.step(0.04)?;
        loss.zero()?;
    }

    println!("\nThe paper's network at (1, -1):");
    let graph = Graph::new();
    let (x, y) = (graph.value(1.0), graph.value(-1.0));
    let mlp = Mlp::new(&graph, 2, &[4, 4, 1], paper());
    println!(
        "{mlp}\n{}\n{}",
        mlp.layers()[0],
        mlp.layers()[0].neurons()[0]
    );
    println!("{}", mlp.forward(&[x, y])[0]);

    println!("\nForward again at another point: the same nodes, new data.");
    x.set_data(0.25);
    println!("{}", mlp.forward(&[x, y])[0]);
    Ok(())
}
