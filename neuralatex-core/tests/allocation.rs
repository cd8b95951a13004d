//! No epoch allocates: a training asks for its memory before the first one.

mod counting;

use counting::asked;
use neuralatex_core::prelude::*;

/// How often a training of so many epochs asks for memory. The thread of the test is the one that trains; where
/// others help, it starts them once, and they run kernels, which have no allocator to call (`symbols.rs`).
fn allocations(model: &Model, epochs: usize) -> usize {
    let model = model.clone().epochs(epochs);
    let before = asked();
    let trained = model.train().unwrap();
    let times = asked() - before;
    assert_eq!(trained.losses().len(), epochs);
    assert!(times > 0, "the allocator counts");
    times
}

/// Several batches in a new order each epoch, the last one smaller.
fn batches() -> Model {
    model("Batches", [2, 8, 5, 1])
        .data(moons(35).noise(0.2))
        .activation(tanh())
        .loss(binary_cross_entropy())
        .optimizer(adam(cosine(0.01, 0.001).warmup(5)).clip(1.0))
        .normalize(standard())
        .batch(16)
}

#[test]
fn a_thousand_epochs_ask_for_memory_as_often_as_ten() {
    let whole = model("Whole", [2, 4, 4, 1]).data(spiral(50)).batch(100);
    let recorded = model("Recorded", [2, 6, 1]).data(circles(30));
    let squared = custom(|score, target| (score - target).powi(2));
    for model in [
        batches(),
        batches().eval(moons(20)).precision(Precision::F64),
        whole.optimizer(sgd(|epoch: f64| 0.1 / epoch)),
        recorded
            .clone()
            .loss(squared.clone())
            .optimizer(sgd(0.01).momentum(0.9).nesterov()),
        // Rules are asked after each epoch, about rows that are evaluated then.
        batches().stop([loss_below(0.0), patience(1000)]),
        batches().eval(moons(20)).stop(patience(1000)),
        recorded
            .loss(squared)
            .eval(circles(20))
            .stop(patience(1000)),
    ] {
        allocations(&model, 1); // Some is kept for the life of the process.
        let [ten, thousand] = [10, 1000].map(|epochs| allocations(&model, epochs));
        // A busy machine lets threads wait for each other, who then ask a few times; an epoch that
        // asks once is 990 more.
        assert!(thousand < ten + 100, "{thousand}, {ten}: {model:?}");
    }
}

/// The same with threads that help, which small models would not have.
#[test]
fn nor_do_epochs_with_threads_ask_for_more() {
    let this = std::env::current_exe().unwrap();
    let output = std::process::Command::new(this)
        .args([
            "--exact",
            "a_thousand_epochs_ask_for_memory_as_often_as_ten",
        ])
        .env("NEURALATEX_THREADS", "2")
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && told.contains("1 passed"),
        "{told}"
    );
}
