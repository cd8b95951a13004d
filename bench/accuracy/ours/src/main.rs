//! Trains on one CSV file and prints the accuracy on another.
//!
//! usage: accuracy train.csv test.csv label inputs hidden outputs epochs batch rate seed

use neuralatex_core::prelude::*;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [
        train,
        test,
        label,
        inputs,
        hidden,
        outputs,
        epochs,
        batch,
        rate,
        seed,
    ] = &words[..]
    else {
        return Err("expected ten words".into());
    };
    let trained = model("Task", [inputs.parse()?, hidden.parse()?, outputs.parse()?])
        .data(csv(train).label(label.as_str()))
        .eval(csv(test))
        .normalize(standard())
        .loss(cross_entropy())
        .optimizer(adam(rate.parse::<f64>()?))
        .epochs(epochs.parse()?)
        .batch(batch.parse()?)
        .seed(seed.parse()?)
        .train()?;
    println!("{}", trained.accuracy().ok_or("no classes")?);
    Ok(())
}
