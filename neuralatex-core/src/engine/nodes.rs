//! The nodes of a graph, and the passes over them.

use std::cell::Cell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::rc::Rc;

use super::{Operation, order};
use crate::log::{Level, log};

/// All nodes, by id; index 0 is never used.
#[derive(Default)]
pub(super) struct Nodes {
    all: Vec<Node>,
    /// The node that an operation on two operands made.
    made: HashMap<Made, u32, BuildHasherDefault<Mix>>,
    /// The leaf that stands for a number, by its bits.
    numbers: HashMap<u64, u32, BuildHasherDefault<Mix>>,
    passes: HashMap<u32, Rc<Pass>, BuildHasherDefault<Mix>>,
    /// The node of the last operation: a second forward pass asks next for the one after it.
    last: u32,
}

pub(super) struct Node {
    pub(super) data: f64,
    pub(super) grad: f64,
    /// How often a gradient has arrived since the last `zero`.
    pub(super) grad_counter: f64,
    pub(super) operation: Operation,
    pub(super) is_parameter: bool,
    /// Operands; an operation with one operand has it twice.
    pub(super) prev: [u32; 2],
    pub(super) next: Vec<u32>,
    /// Consumers that [`order::queue`] has not met yet; 0 between calls.
    pub(super) waiting: u32,
}

/// The nodes that a root depends on, itself included, in two orders.
pub(super) struct Pass {
    /// The paper's queue order, every node after all that use it.
    pub(super) backward: Vec<u32>,
    /// The operations among them.
    operations: Vec<u32>,
    /// The operations, every node after its operands.
    forward: Vec<u32>,
    /// Whether `backward` has been called.
    done: Cell<bool>,
}

/// What made a node.
#[derive(PartialEq, Eq)]
struct Made(Operation, [u32; 2]);

impl Node {
    pub(super) fn operands(&self) -> &[u32] {
        &self.prev[..self.operation.arity()]
    }
}

impl Nodes {
    pub(super) fn push(
        &mut self,
        data: f64,
        operation: Operation,
        prev: [u32; 2],
        is_parameter: bool,
    ) -> u32 {
        let node = |data, operation, prev, is_parameter| Node {
            data,
            grad: 0.0,
            grad_counter: 0.0,
            operation,
            is_parameter,
            prev,
            next: Vec::new(),
            waiting: 0,
        };
        if self.all.is_empty() {
            self.all.push(node(0.0, Operation::Leaf, [0; 2], false));
        }
        let id = u32::try_from(self.all.len()).expect("a graph holds at most 2^32 - 1 objects");
        self.all.push(node(data, operation, prev, is_parameter));
        id
    }

    /// The node of an operation: the one that is there, with new data, or a new one.
    pub(super) fn apply(&mut self, operation: Operation, prev: [u32; 2]) -> u32 {
        let data = operation.forward(self.get(prev[0]).data, self.get(prev[1]).data);
        let (id, pass) = match self.find(operation, prev) {
            Some(id) => {
                self.get_mut(id).data = data;
                (id, "subsequent")
            }
            None => {
                let id = self.push(data, operation, prev, false);
                self.made.insert(Made(operation, prev), id);
                for &operand in &prev[..operation.arity()] {
                    self.get_mut(operand).next.push(id);
                }
                (id, "first")
            }
        };
        log!(
            Med,
            "Value: {id} - {}, {pass} forward pass, data {data:?}",
            operation.symbol()
        );
        self.last = id;
        id
    }

    /// The node that this operation has made before.
    fn find(&self, operation: Operation, prev: [u32; 2]) -> Option<u32> {
        let guess = self.last + 1;
        match self.all.get(guess as usize) {
            Some(node) if node.operation == operation && node.prev == prev => Some(guess),
            _ => self.made.get(&Made(operation, prev)).copied(),
        }
    }

    /// The leaf for a number in an expression: the same one each time.
    pub(super) fn number(&mut self, data: f64) -> u32 {
        if let Some(&id) = self.numbers.get(&data.to_bits()) {
            return id;
        }
        let id = self.push(data, Operation::Leaf, [0; 2], false);
        self.numbers.insert(data.to_bits(), id);
        id
    }

    pub(super) fn get(&self, id: u32) -> &Node {
        &self.all[id as usize]
    }

    pub(super) fn get_mut(&mut self, id: u32) -> &mut Node {
        &mut self.all[id as usize]
    }

    /// How many objects there are.
    pub(super) fn count(&self) -> usize {
        self.all.len().saturating_sub(1)
    }

    /// The nodes from this id on.
    pub(super) fn from(&self, id: usize) -> &[Node] {
        &self.all[id..]
    }

    /// The orders of a root on which `backward` has been called.
    pub(super) fn done(&self, root: u32) -> Option<Rc<Pass>> {
        self.passes
            .get(&root)
            .filter(|pass| pass.done.get())
            .cloned()
    }

    /// The orders of a root, found at the first call and kept.
    fn pass(&mut self, root: u32) -> Rc<Pass> {
        if let Some(pass) = self.passes.get(&root) {
            return pass.clone();
        }
        let backward = order::queue(&mut self.all, root);
        let mut operations = backward.clone();
        operations.retain(|&id| self.get(id).operation != Operation::Leaf);
        // Operands are made before what uses them, so ascending ids are a forward order.
        let mut forward = operations.clone();
        forward.sort_unstable();
        let done = Cell::new(false);
        let pass = Rc::new(Pass {
            backward,
            operations,
            forward,
            done,
        });
        self.passes.insert(root, pass.clone());
        pass
    }

    /// Computes all operations below a root again.
    pub(super) fn refresh(&mut self, root: u32) {
        for &id in &self.pass(root).forward {
            let &Node {
                operation,
                prev: [a, b],
                ..
            } = self.get(id);
            self.get_mut(id).data = operation.forward(self.get(a).data, self.get(b).data);
        }
    }

    /// Hands the gradient of a root, 1, down to all that it depends on.
    pub(super) fn backward(&mut self, root: u32, level: Level) {
        let pass = self.pass(root);
        pass.done.set(true);
        log!(
            Med,
            "Value: {root} - backward, compute graph length is {}",
            pass.backward.len()
        );
        self.get_mut(root).grad = 1.0;
        for &id in &pass.operations {
            self.local_backward(id, level);
        }
    }

    /// Hands the gradient of a node on to its operands.
    fn local_backward(&mut self, id: u32, level: Level) {
        let &Node {
            operation,
            prev: [a, b],
            data,
            grad,
            ..
        } = self.get(id);
        let (da, db) = operation.backward(self.get(a).data, self.get(b).data, data, grad);
        for (operand, contribution) in [(a, da), (b, db)].into_iter().take(operation.arity()) {
            if level >= Level::High {
                self.log_arrival(id, operand, contribution);
            }
            let node = self.get_mut(operand);
            node.grad += contribution;
            node.grad_counter += 1.0;
        }
    }

    #[cold]
    fn log_arrival(&self, id: u32, operand: u32, contribution: f64) {
        let symbol = self.get(id).operation.symbol();
        let grad = self.get(operand).grad;
        log!(
            High,
            "Value: {id} - {symbol}, updating {operand}'s grad using {grad:?} + {contribution:?}"
        );
    }
}

/// A small fixed hash: keys are ids and bits that no adversary chooses, and they are looked up at
/// every operation, also where this crate is compiled without optimisation.
#[derive(Default)]
struct Mix(u64);

impl Hash for Made {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Made(operation, [a, b]) = *self;
        for word in [operation as u32, a, b] {
            state.write_u32(word);
        }
    }
}

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        // The high bits are the well mixed ones; tables use the low ones too.
        self.0.rotate_left(26)
    }
}
