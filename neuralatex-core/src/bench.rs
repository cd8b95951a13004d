//! The training loop by itself, for the benchmark in the project's folder `bench`. No part of what
//! users are promised.

use crate::attempt::{Rows, need::Need};
use crate::data::room;
use crate::error::Result;
use crate::kernels::trainer::{Order, Outcome, Trainer};
use crate::nn::init;
use crate::pipeline;
use crate::spec::source::Source;
use crate::spec::{Model, check};
use crate::training::{job, plan::Plan};

/// The bytes that training a model of made rows is taken to need at once.
///
/// # Errors
/// As [`Model::train`].
pub fn needed_bytes(model: &Model) -> Result<u64> {
    let (plan, rows) = pipeline::prepare(model, check::rates(model))?;
    let making = |source: &Option<Source>| {
        let source = source.as_ref();
        source.and_then(|source| room::making(source, model.precision))
    };
    let training = Need::of(&plan, &rows, model.quantize).total();
    let [data, eval] = [&model.data, &model.eval].map(|source| making(source).unwrap_or(0));
    Ok(training.max(data).max(rows.data.bytes() + eval))
}

/// A model that is ready to be trained: checked, its rows read.
pub struct Prepared {
    plan: Plan,
    rows: Rows,
    weights: Vec<f32>,
    orders: Vec<Order>,
}

impl Prepared {
    /// Checks a model and reads its rows.
    ///
    /// # Errors
    /// As [`Model::train`].
    pub fn new(model: &Model) -> Result<Prepared> {
        let (plan, rows) = pipeline::prepare(model, check::rates(model))?;
        let weights = init::weights(&plan.init, &plan.layers, plan.seed);
        Ok(Prepared {
            weights: weights.into_iter().map(|weight| weight as f32).collect(),
            orders: Vec::new(),
            plan,
            rows,
        })
    }

    /// With a given order of the rows for each epoch.
    ///
    /// # Panics
    /// If there is not an order for each epoch, or one has no such rows.
    pub fn in_orders(mut self, orders: impl IntoIterator<Item = Vec<u32>>) -> Prepared {
        self.plan.shuffle = false;
        self.orders = orders.into_iter().map(Order::new).collect();
        assert_eq!(self.orders.len(), self.plan.epochs());
        self
    }

    /// Trains in `f32` on one thread, and gives the weights in the paper's order.
    ///
    /// # Panics
    /// If it diverges.
    pub fn train(&self) -> Vec<f32> {
        let plan = &self.plan;
        let shape = job::shape(&plan.layers, &plan.activations);
        let rows = self.rows.data.view(job::targets_of_class(plan));
        let mut trainer = Trainer::new(shape, job::settings(plan), &self.weights, rows.count());
        let mut losses = Vec::new();
        let mut run = |trainer: &mut Trainer<f32>, epochs| {
            let outcome = trainer.run(epochs, &plan.rates, &rows, &mut losses, 1, None);
            assert_eq!(outcome, Outcome::Sound);
        };
        if self.orders.is_empty() {
            run(&mut trainer, 0..plan.epochs());
        }
        for (epoch, order) in self.orders.iter().enumerate() {
            trainer.follow(order);
            run(&mut trainer, epoch..epoch + 1);
        }
        trainer.weights()
    }
}

#[cfg(test)]
mod tests {
    use super::Prepared;
    use crate::prelude::*;

    #[test]
    fn rows_come_in_the_orders_that_are_given() {
        let row = |n: u32| ([f64::from(n), 1.0], f64::from(n % 3));
        let weights = |rows: [u32; 5], order: [u32; 5]| {
            let model = model("M", [2, 3, 1])
                .data(points(rows.map(row)))
                .loss(mse())
                .batch(2)
                .epochs(1);
            let prepared = Prepared::new(&model).unwrap();
            prepared.in_orders([order.to_vec()]).train()
        };
        let mixed = weights([0, 1, 2, 3, 4], [3, 0, 4, 1, 2]);
        assert_eq!(mixed, weights([3, 0, 4, 1, 2], [0, 1, 2, 3, 4]));
        assert_ne!(mixed, weights([0, 1, 2, 3, 4], [0, 1, 2, 3, 4]));
    }
}
