//! onnxruntime by its functions for C, on one thread, with what it is given and what it answers in fixed places.

use std::ptr::null;

use common::infer::{Answers, Task, infer};
use ort::AsPointer;
use ort::session::Session;
use ort::value::Tensor;

struct Network {
    session: Session,
    given: Tensor<f32>,
    scores: Tensor<f32>,
}

impl Network {
    fn new(task: &Task) -> ort::Result<Network> {
        let builder = Session::builder()?;
        let mut builder = builder.with_intra_threads(1)?.with_inter_threads(1)?;
        let tensor = |columns| {
            let numbers = vec![0.0; task.rows * columns];
            Tensor::from_array(([task.rows, columns], numbers))
        };
        Ok(Network {
            session: builder.commit_from_file(&task.onnx)?,
            given: tensor(task.inputs)?,
            scores: tensor(task.outputs)?,
        })
    }
}

impl Answers for Network {
    fn give(&mut self, rows: &[f32]) {
        self.given.extract_tensor_mut().1.copy_from_slice(rows);
    }

    fn run(&mut self, first: Option<f32>) -> f32 {
        if let Some(first) = first {
            self.given.extract_tensor_mut().1[0] = first;
        }
        let (inputs, scores) = (c"inputs".as_ptr(), c"scores".as_ptr());
        let mut answer = self.scores.ptr_mut();
        // SAFETY: there is one input and one output, each with its name, and of the shape that the network has.
        let status = unsafe {
            let session = self.session.ptr_mut();
            (ort::api().Run)(
                session,
                null(),
                &inputs,
                &self.given.ptr(),
                1,
                &scores,
                1,
                &mut answer,
            )
        };
        assert!(status.0.is_null(), "it answers");
        self.scores.extract_tensor().1[0]
    }

    fn scores(&self) -> Vec<f32> {
        self.scores.extract_tensor().1.to_vec()
    }
}

fn main() {
    infer("onnxruntime", "C", |task| {
        Network::new(task).expect("it reads the network")
    });
}
