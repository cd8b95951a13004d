//! What is reported is what is shipped: evaluation, which is the kernels', has the bits of the
//! arithmetic that is written into generated code.

use neuralatex_core::prelude::*;
use proptest::prelude::*;

fn activations() -> impl Strategy<Value = Activation> {
    prop_oneof![
        Just(relu()),
        Just(leaky_relu(0.1)),
        Just(tanh()),
        Just(sigmoid()),
        Just(silu()),
        Just(gelu()),
        Just(identity()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_loss_is_that_of_the_shipped_scores(
        sizes in prop::collection::vec(prop_oneof![1_usize..10, 10_usize..40], 2..5),
        activation in activations(),
        double: bool,
        rows in 1_usize..150,
        seed in 0..1000_u64,
    ) {
        let (inputs, outputs) = (sizes[0], sizes[sizes.len() - 1]);
        let row = move |random: &mut Random| {
            let mut draw = |n| (0..n).map(|_| random.uniform(-2.0, 2.0)).collect::<Vec<f64>>();
            (draw(inputs), draw(outputs))
        };
        let trained = model("M", sizes)
            .data(from_fn(5, row))
            .eval(from_fn(rows, row))
            .activation(activation)
            .loss(mse())
            .precision(if double { Precision::F64 } else { Precision::F32 })
            .epochs(1)
            .seed(seed)
            .train()
            .unwrap();
        let eval = trained.eval().unwrap();
        let loss = |row: usize| {
            let scores = trained.scores(&eval.inputs(row));
            let errors = scores.iter().zip(eval.targets(row)).map(|(score, target)| score - target);
            errors.map(|error| error * error).sum::<f64>() / outputs as f64
        };
        let mean = (0..rows).map(loss).sum::<f64>() / rows as f64;
        prop_assert_eq!(trained.loss().unwrap().to_bits(), mean.to_bits());
    }
}
