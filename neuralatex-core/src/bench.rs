//! The training loop by itself, for the benchmark in the project's folder `bench`. No part of what
//! users are promised.

use crate::attempt::Rows;
use crate::error::Result;
use crate::kernels::trainer::{Order, Outcome, Trainer};
use crate::nn::init;
use crate::pipeline;
use crate::spec::Model;
use crate::training::job;
use crate::training::plan::Plan;
use crate::training::{self, checkpoint::Checkpoint};

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
        let (plan, rows) = pipeline::prepare(model)?;
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

    /// Trains in `f32`, as the model says, and gives the weights in the paper's order.
    ///
    /// # Errors
    /// If it diverges.
    ///
    /// # Panics
    /// If it diverges in given orders.
    pub fn train(&self) -> Result<Vec<f64>> {
        let Plan { layers, rates, .. } = &self.plan;
        if self.orders.is_empty() {
            let Checkpoint { weights, .. } =
                training::train(&self.plan, &self.rows.data, None, None, None, 1)?;
            return Ok(weights);
        }
        let shape = job::shape(layers, &self.plan.activations);
        let rows = self.rows.data.view(job::targets_of_class(&self.plan));
        let settings = job::settings(&self.plan);
        let mut trainer = Trainer::new(shape, settings, &self.weights, rows.count());
        let mut losses = Vec::new();
        for (epoch, order) in self.orders.iter().enumerate() {
            trainer.follow(order);
            let outcome = trainer.run(epoch..epoch + 1, rates, &rows, &mut losses, 1);
            assert_eq!(outcome, Outcome::Sound);
        }
        Ok(trainer
            .weights()
            .iter()
            .map(|&weight| f64::from(weight))
            .collect())
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
            let prepared = Prepared::new(&model)?.in_orders([order.to_vec()]);
            prepared.train()
        };
        let mixed = weights([0, 1, 2, 3, 4], [3, 0, 4, 1, 2]).unwrap();
        assert_eq!(mixed, weights([3, 0, 4, 1, 2], [0, 1, 2, 3, 4]).unwrap());
        assert_ne!(mixed, weights([0, 1, 2, 3, 4], [0, 1, 2, 3, 4]).unwrap());
    }
}
