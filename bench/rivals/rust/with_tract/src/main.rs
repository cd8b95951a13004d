//! tract, with a model that is optimised for its number of rows, and a state that is kept.

use common::infer::{Answers, Task, infer};
use tract_onnx::prelude::*;

struct Network {
    state: TypedSimpleState,
    shape: [usize; 2],
    rows: Vec<f32>,
    given: TValue,
    scores: TVec<TValue>,
}

impl Network {
    fn new(task: &Task) -> TractResult<Network> {
        let model = tract_onnx::onnx().model_for_path(&task.onnx)?;
        let shape = [task.rows, task.inputs];
        Ok(Network {
            state: model.into_optimized()?.into_runnable()?.spawn()?,
            shape,
            rows: Vec::new(),
            given: Tensor::zero::<f32>(&shape)?.into(),
            scores: tvec![],
        })
    }

    fn tensor(&self) -> TValue {
        let tensor = Tensor::from_shape(&self.shape, &self.rows);
        tensor.expect("it has this shape").into()
    }
}

impl Answers for Network {
    fn give(&mut self, rows: &[f32]) {
        self.rows = rows.to_vec();
        self.given = self.tensor();
    }

    fn run(&mut self, first: Option<f32>) -> f32 {
        if let Some(first) = first {
            self.rows[0] = first;
            self.given = self.tensor();
        }
        let scores = self.state.run(tvec![self.given.clone()]);
        self.scores = scores.expect("it answers");
        // SAFETY: scores are 32 bits wide.
        unsafe { self.scores[0].as_slice_unchecked()[0] }
    }

    fn scores(&self) -> Vec<f32> {
        // SAFETY: as above.
        unsafe { self.scores[0].as_slice_unchecked().to_vec() }
    }
}

fn main() {
    infer("tract", "", |task| {
        Network::new(task).expect("it reads the network")
    });
}
