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
//! The operands of an operation belong to one graph; those of two make it panic.
//!
//! Ids count from 1 and, as in the paper, neurons, layers and networks take one too.

mod formula;
mod nodes;
mod operation;
mod operators;
mod order;

use std::cell::RefCell;
use std::fmt;

use crate::error::{Error, Result};
use crate::log::{level, log};
pub(crate) use formula::{Formula, Step};
use nodes::{Node, Nodes};
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
        let id = self.nodes.borrow_mut().number(data);
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
        let id = self.nodes.borrow_mut().apply(operation, [a.id, b.id]);
        Value { graph: self, id }
    }
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let objects = self.nodes.borrow().count();
        write!(f, "Graph({objects} objects)")
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
        self.graph.nodes.borrow_mut().backward(self.id, level());
    }

    /// The ids in the order in which [`backward`](Value::backward) visits them: the paper's
    /// queue, kept in the root node after the first call. Empty before.
    pub fn order(self) -> Vec<usize> {
        let nodes = self.graph.nodes.borrow();
        nodes
            .done(self.id)
            .map_or(Vec::new(), |pass| ids(&pass.backward))
    }

    /// Computes this value again from its leaves: a second forward pass over the nodes that
    /// are there.
    pub fn refresh(self) {
        self.graph.nodes.borrow_mut().refresh(self.id);
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
        let Some(pass) = nodes.done(self.id) else {
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
