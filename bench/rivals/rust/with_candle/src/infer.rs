//! candle answers: weights are turned beforehand, as `matmul` takes them.

use candle_core::{Device::Cpu, Result, Tensor};
use common::infer::{Answers, Task};

pub struct Network {
    layers: Vec<[Tensor; 2]>,
    shape: (usize, usize),
    rows: Vec<f32>,
    given: Option<Tensor>,
    scores: Vec<f32>,
}

impl Network {
    pub fn new(task: &Task) -> Result<Network> {
        let mut layers = Vec::new();
        for layer in &task.layers {
            let weights = Tensor::from_slice(&layer.weights, (layer.outputs, layer.inputs), &Cpu)?;
            let biases = Tensor::from_slice(&layer.biases, (1, layer.outputs), &Cpu)?;
            layers.push([weights.t()?.contiguous()?, biases]);
        }
        Ok(Network {
            layers,
            shape: (task.rows, task.inputs),
            rows: Vec::new(),
            given: None,
            scores: Vec::new(),
        })
    }

    fn answer(&mut self) -> Result<()> {
        let mut values = match &self.given {
            Some(given) => given.clone(),
            None => Tensor::from_slice(&self.rows, self.shape, &Cpu)?,
        };
        for (index, [weights, biases]) in self.layers.iter().enumerate() {
            values = values.matmul(weights)?.broadcast_add(biases)?;
            if index + 1 < self.layers.len() {
                values = values.relu()?;
            }
        }
        self.scores = values.flatten_all()?.to_vec1()?;
        Ok(())
    }
}

impl Answers for Network {
    fn give(&mut self, rows: &[f32]) {
        self.rows = rows.to_vec();
        self.given = Tensor::from_slice(rows, self.shape, &Cpu).ok();
    }

    fn run(&mut self, first: Option<f32>) -> f32 {
        if let Some(first) = first {
            self.rows[0] = first;
            self.given = None;
        }
        self.answer().expect("it answers");
        self.scores[0]
    }

    fn scores(&self) -> Vec<f32> {
        self.scores.clone()
    }
}
