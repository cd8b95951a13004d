//! An autograd engine over scalars, after the paper's and micrograd's.
//!
//! A [`Graph`] owns every node; a [`Value`] is an id and its graph, so it is `Copy`.
//! Operations on values append nodes; [`Value::backward`] walks them from a result to its
//! leaves and adds `∂result/∂node` to each node's `grad` by the chain rule.
//!
//! ```
//! use neuralatex_core::engine::Graph;
//!
//! let graph = Graph::new();
//! let x = graph.value(2.5);
//! let y = graph.value(0.3);
//! let z = x * y;
//! z.backward();
//! assert_eq!((x.grad(), y.grad()), (0.3, 2.5));
//! ```
//!
//! **A second forward pass reuses the first one's nodes.** The same operation on the same
//! operands in the same order is the same node with new data, so a network runs over a
//! whole data set in one graph: set the inputs, run forward again, and every value that you
//! hold is up to date. Numbers mixed into an expression are leaves of their own, one for
//! each number.
//!
//! Ids count from 1 and, as in the paper, neurons, layers and networks take one too.

mod formula;
mod operation;
mod operators;
mod order;

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use crate::error::{Error, Result};
use crate::log::{Level, level, log};
pub(crate) use formula::Formula;
pub(crate) use operation::Operation;
pub use operators::Operand;

/// A computation: values, and the operations that made them.
#[derive(Default)]
pub struct Graph {
    nodes: RefCell<Nodes>,
}

/// One number in a [`Graph`].
#[derive(Clone, Copy)]
pub struct Value<'g> {
    graph: &'g Graph,
    id: u32,
}

#[derive(Default)]
struct Nodes {
    /// By id; index 0 is never used.
    all: Vec<Node>,
    /// The node that an operation on two operands made.
    made: HashMap<(Operation, [u32; 2]), u32, BuildHasherDefault<Mix>>,
    /// The leaf that stands for a number, by its bits.
    numbers: HashMap<u64, u32, BuildHasherDefault<Mix>>,
    /// The orders of those nodes on which `backward` was called.
    passes: HashMap<u32, Rc<Pass>>,
}

struct Node {
    data: f64,
    grad: f64,
    /// How often a gradient has arrived since the last `zero`.
    grad_counter: f64,
    operation: Operation,
    is_parameter: bool,
    /// Operands; an operation with one operand has it twice.
    prev: [u32; 2],
    next: Vec<u32>,
    /// Consumers that [`order::queue`] has not met yet; 0 between calls.
    waiting: u32,
}

/// The nodes that a root depends on, itself included, in two orders.
struct Pass {
    /// The paper's queue order, every node after all that use it.
    backward: Vec<u32>,
    /// Operations only, every node after its operands.
    forward: Vec<u32>,
}

impl Node {
    fn operands(&self) -> &[u32] {
        &self.prev[..self.operation.arity()]
    }
}

impl Graph {
    /// An empty graph.
    pub fn new() -> Graph {
        Graph::default()
    }

    /// A leaf, for inputs, targets and constants.
    pub fn value(&self, data: f64) -> Value<'_> {
        self.leaf(data, false)
    }

    /// A leaf that [`Value::step`] may change.
    pub fn parameter(&self, data: f64) -> Value<'_> {
        self.leaf(data, true)
    }

    /// Takes an id for something that is not a value: a neuron, a layer, a network.
    pub(crate) fn object(&self) -> usize {
        self.leaf(0.0, false).id()
    }

    /// The leaf for a number in an expression: the same one each time.
    fn number(&self, data: f64) -> Value<'_> {
        let known = self.nodes.borrow().numbers.get(&data.to_bits()).copied();
        let id = known.unwrap_or_else(|| {
            let id = self.leaf(data, false).id;
            self.nodes.borrow_mut().numbers.insert(data.to_bits(), id);
            id
        });
        Value { graph: self, id }
    }

    fn leaf(&self, data: f64, is_parameter: bool) -> Value<'_> {
        let mut nodes = self.nodes.borrow_mut();
        let id = nodes.push(data, Operation::Leaf, [0; 2], is_parameter);
        Value { graph: self, id }
    }

    /// The node of an operation: the one that is there, with new data, or a new one.
    fn apply(&self, operation: Operation, [a, b]: [Value<'_>; 2]) -> Value<'_> {
        assert!(
            std::ptr::eq(self, a.graph) && std::ptr::eq(self, b.graph),
            "the operands of `{}` belong to different graphs",
            operation.symbol()
        );
        let mut nodes = self.nodes.borrow_mut();
        let prev = [a.id, b.id];
        let data = operation.forward(nodes.get(a.id).data, nodes.get(b.id).data);
        let id = match nodes.made.get(&(operation, prev)) {
            Some(&id) => {
                nodes.get_mut(id).data = data;
                log!(
                    Med,
                    "Value: {id} - {}, subsequent forward pass, data {data:?}",
                    operation.symbol()
                );
                id
            }
            None => {
                let id = nodes.push(data, operation, prev, false);
                nodes.made.insert((operation, prev), id);
                for &operand in &prev[..operation.arity()] {
                    nodes.get_mut(operand).next.push(id);
                }
                log!(
                    Med,
                    "Value: {id} - {}, first forward pass, data {data:?}",
                    operation.symbol()
                );
                id
            }
        };
        Value { graph: self, id }
    }
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let objects = self.nodes.borrow().all.len().saturating_sub(1);
        write!(f, "Graph({objects} objects)")
    }
}

impl Nodes {
    fn push(&mut self, data: f64, operation: Operation, prev: [u32; 2], is_parameter: bool) -> u32 {
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

    fn get(&self, id: u32) -> &Node {
        &self.all[id as usize]
    }

    fn get_mut(&mut self, id: u32) -> &mut Node {
        &mut self.all[id as usize]
    }

    /// The orders for a root, found at the first call and kept.
    fn pass(&mut self, root: u32) -> Rc<Pass> {
        if let Some(pass) = self.passes.get(&root) {
            return pass.clone();
        }
        let backward = order::queue(&mut self.all, root);
        // Operands are made before what uses them, so ascending ids are a forward order.
        let mut forward = backward.clone();
        forward.retain(|&id| self.get(id).operation != Operation::Leaf);
        forward.sort_unstable();
        let pass = Rc::new(Pass { backward, forward });
        self.passes.insert(root, pass.clone());
        pass
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
        let contributions = [(a, da), (b, db)];
        for (operand, contribution) in &contributions[..operation.arity()] {
            let node = self.get_mut(*operand);
            if level >= Level::High {
                log!(
                    High,
                    "Value: {id} - {}, updating {operand}'s grad using {:?} + {contribution:?}",
                    operation.symbol(),
                    node.grad
                );
            }
            node.grad += contribution;
            node.grad_counter += 1.0;
        }
    }
}

impl<'g> Value<'g> {
    /// The object id, unique in its graph, counted from 1.
    pub fn id(self) -> usize {
        self.id as usize
    }

    /// The number.
    pub fn data(self) -> f64 {
        self.read(|node| node.data)
    }

    /// Changes the number. What was computed from it keeps its old data until the next
    /// forward pass, or until [`refresh`](Value::refresh).
    pub fn set_data(self, data: f64) {
        self.graph.nodes.borrow_mut().get_mut(self.id).data = data;
    }

    /// The sum of the gradients that have arrived since the last zero.
    pub fn grad(self) -> f64 {
        self.read(|node| node.grad)
    }

    /// The ids of the operands, in order.
    pub fn prev(self) -> Vec<usize> {
        self.read(|node| ids(node.operands()))
    }

    /// The ids of the nodes that use this one, in the order in which they were made.
    pub fn next(self) -> Vec<usize> {
        self.read(|node| ids(&node.next))
    }

    /// The symbol of the operation; two apostrophes for a leaf, as in the paper.
    pub fn op(self) -> &'static str {
        self.read(|node| node.operation.symbol())
    }

    /// Whether [`step`](Value::step) may change it.
    pub fn is_parameter(self) -> bool {
        self.read(|node| node.is_parameter)
    }

    /// How many gradients have arrived since the last zero (`GC` in the paper).
    pub fn grad_counter(self) -> f64 {
        self.read(|node| node.grad_counter)
    }

    /// Computes the gradient of this value with respect to all that it depends on, and adds
    /// it to their `grad`. Its own becomes 1.
    ///
    /// Gradients add up over calls: between two calls, clear those of intermediate values
    /// with [`zero_non_parameters`](Value::zero_non_parameters), or all with
    /// [`zero`](Value::zero).
    pub fn backward(self) {
        let level = level();
        let mut nodes = self.graph.nodes.borrow_mut();
        let pass = nodes.pass(self.id);
        log!(
            Med,
            "Value: {} - backward, compute graph length is {}",
            self.id,
            pass.backward.len()
        );
        nodes.get_mut(self.id).grad = 1.0;
        for &id in &pass.backward {
            nodes.local_backward(id, level);
        }
    }

    /// The ids in the order in which [`backward`](Value::backward) visits them: the paper's
    /// queue, kept in the root node after the first call. Empty before.
    pub fn order(self) -> Vec<usize> {
        let nodes = self.graph.nodes.borrow();
        nodes
            .passes
            .get(&self.id)
            .map_or(Vec::new(), |pass| ids(&pass.backward))
    }

    /// Computes this value again from its leaves: a second forward pass over the nodes that
    /// are there.
    pub fn refresh(self) {
        let mut nodes = self.graph.nodes.borrow_mut();
        let pass = nodes.pass(self.id);
        for &id in &pass.forward {
            let &Node {
                operation,
                prev: [a, b],
                ..
            } = nodes.get(id);
            nodes.get_mut(id).data = operation.forward(nodes.get(a).data, nodes.get(b).data);
        }
    }

    /// Clears the gradients and counters of all that this value depends on.
    ///
    /// # Errors
    /// If [`backward`](Value::backward) has not been called on this value.
    pub fn zero(self) -> Result<()> {
        self.visit("zero", |node| {
            node.grad = 0.0;
            node.grad_counter = 0.0;
        })
    }

    /// Like [`zero`](Value::zero), but parameters keep theirs: so they gather the gradients
    /// of a batch.
    ///
    /// # Errors
    /// If [`backward`](Value::backward) has not been called on this value.
    pub fn zero_non_parameters(self) -> Result<()> {
        self.visit("zero_non_parameters", |node| {
            if !node.is_parameter {
                node.grad = 0.0;
                node.grad_counter = 0.0;
            }
        })
    }

    /// One step of gradient descent: `data - rate * grad` for each parameter that this value
    /// depends on.
    ///
    /// # Errors
    /// If [`backward`](Value::backward) has not been called on this value.
    pub fn step(self, rate: f64) -> Result<()> {
        self.visit("step", |node| {
            if node.is_parameter {
                log!(
                    High,
                    "step, data {:?}, grad {:?}, rate {rate:?}",
                    node.data,
                    node.grad
                );
                node.data -= rate * node.grad;
            }
        })
    }

    /// The paper's description of a value, as `Display` gives it too.
    pub fn show(self) -> String {
        self.to_string()
    }

    /// The graph that it belongs to.
    pub fn graph(self) -> &'g Graph {
        self.graph
    }

    fn read<T>(self, get: impl FnOnce(&Node) -> T) -> T {
        get(self.graph.nodes.borrow().get(self.id))
    }

    fn visit(self, what: &str, mut change: impl FnMut(&mut Node)) -> Result<()> {
        let mut nodes = self.graph.nodes.borrow_mut();
        let Some(pass) = nodes.passes.get(&self.id).cloned() else {
            return Err(Error::before_backward(what));
        };
        log!(
            Med,
            "Value: {} - {what}, compute graph length is {}",
            self.id,
            pass.backward.len()
        );
        for &id in &pass.backward {
            change(nodes.get_mut(id));
        }
        Ok(())
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Value(self: {}, data: {:?}, grad: {:?}, prev: {}, next: {}, op: {}, isparam: {}, GC: {:?})",
            self.id,
            self.data(),
            self.grad(),
            list(&self.prev()),
            list(&self.next()),
            self.op(),
            u8::from(self.is_parameter()),
            self.grad_counter()
        )
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Ids as the paper lists them: `1,2`.
pub(crate) fn list(ids: &[usize]) -> String {
    ids.iter()
        .map(usize::to_string)
        .collect::<Vec<_>>()
        .join(",")
}

fn ids(ids: &[u32]) -> Vec<usize> {
    ids.iter().map(|&id| id as usize).collect()
}

/// A small fixed hash: keys are ids and bits that no adversary chooses, and they are looked
/// up at every operation, also where this crate is compiled without optimisation.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        // The high bits are the well mixed ones; tables use the low ones too.
        self.0 ^ (self.0 >> 32)
    }
}
