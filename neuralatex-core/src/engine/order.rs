//! The order of a backward pass: the paper's queue, found without its waiting.
//!
//! The paper takes nodes from a queue. One that has not yet heard from all its consumers
//! goes back to the end; else it is done, and its operands join the end. A node that is
//! shared by many waits in the queue many times over, so that the literal loop is quadratic.
//!
//! Seen as a circle that a hand goes around, the queue becomes simple: a waiting entry stays
//! in its **place**, and a finished one is replaced, there, by entries for its operands,
//! which the hand meets in its next **lap**. Places thus form a tree, and which of two comes
//! first is told by the branches at their lowest common ancestor. So the moment of a visit is
//! (lap, place), a node is visited at the first of its places after its last consumer, and
//! nobody has to wait in a queue to find that out.

use std::cell::RefCell;
use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashMap, VecDeque};

use super::Node;

/// Every node that `root` depends on, in the order in which the paper's queue finishes them.
/// Consumers outside of that set do not count.
pub(super) fn queue(nodes: &mut [Node], root: u32) -> Vec<u32> {
    count_consumers(nodes, root);
    let circle = Circle::new();
    let mut shared: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut order = Vec::new();
    // Visits in two lists: those that come up in the order in which they are found, which
    // is most of them, and those that do not.
    let mut steady = VecDeque::from([circle.visit(0, 0, root)]);
    let mut early = BinaryHeap::new();
    while let Some(now) = earliest(&mut steady, &mut early) {
        order.push(now.node);
        let Node {
            prev, operation, ..
        } = nodes[now.node as usize];
        for (branch, &operand) in prev[..operation.arity()].iter().enumerate() {
            let place = circle.add(now.place, branch as u8);
            let waiting = &mut nodes[operand as usize].waiting;
            *waiting -= 1;
            if *waiting > 0 {
                shared.entry(operand).or_default().push(place);
                continue;
            }
            let others = shared.remove(&operand).unwrap_or_default();
            match circle.first_visit(&now, place, &others) {
                (lap, at) if at == place => steady.push_back(circle.visit(lap, at, operand)),
                (lap, at) => early.push(Reverse(circle.visit(lap, at, operand))),
            }
        }
    }
    order
}

/// Sets `waiting` of each node below `root` to the number of its consumers there.
fn count_consumers(nodes: &mut [Node], root: u32) {
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        let Node {
            prev, operation, ..
        } = nodes[id as usize];
        for &operand in &prev[..operation.arity()] {
            let waiting = &mut nodes[operand as usize].waiting;
            *waiting += 1;
            if *waiting == 1 {
                open.push(operand);
            }
        }
    }
}

fn earliest<'c>(
    steady: &mut VecDeque<Visit<'c>>,
    early: &mut BinaryHeap<Reverse<Visit<'c>>>,
) -> Option<Visit<'c>> {
    match (steady.front(), early.peek()) {
        (Some(front), Some(Reverse(top))) if top < front => early.pop().map(|visit| visit.0),
        (None, _) => early.pop().map(|visit| visit.0),
        _ => steady.pop_front(),
    }
}

/// The places of the circle, as a tree.
struct Circle {
    places: RefCell<Vec<Place>>,
}

#[derive(Clone, Copy)]
struct Place {
    /// The place that this one stands in for; the root's is its own.
    parent: u32,
    /// An ancestor further up, so that climbing takes a logarithmic number of hops. How far
    /// up depends on the depth alone.
    jump: u32,
    depth: u32,
    /// Which of the operands: 0 or 1.
    branch: u8,
}

/// A node that is ready, and the moment at which the hand meets it.
struct Visit<'c> {
    circle: &'c Circle,
    lap: u32,
    place: u32,
    node: u32,
}

impl Circle {
    /// With one place, the root's: number 0.
    fn new() -> Circle {
        let root = Place {
            parent: 0,
            jump: 0,
            depth: 0,
            branch: 0,
        };
        Circle {
            places: RefCell::new(vec![root]),
        }
    }

    fn add(&self, parent: u32, branch: u8) -> u32 {
        let mut places = self.places.borrow_mut();
        let above = places[parent as usize];
        let hop = places[above.jump as usize];
        let further = places[hop.jump as usize];
        let even = above.depth - hop.depth == hop.depth - further.depth;
        places.push(Place {
            parent,
            jump: if even { hop.jump } else { parent },
            depth: above.depth + 1,
            branch,
        });
        places.len() as u32 - 1
    }

    fn visit(&self, lap: u32, place: u32, node: u32) -> Visit<'_> {
        Visit {
            circle: self,
            lap,
            place,
            node,
        }
    }

    /// When and where the hand, now at `now`, first meets a node that has just become ready
    /// and has an entry at each of these places: still in this lap at a place ahead, else in
    /// the next at the first of all.
    fn first_visit(&self, now: &Visit<'_>, newest: u32, others: &[u32]) -> (u32, u32) {
        let first = |a: &u32, b: &u32| self.compare(*a, *b);
        let ahead = others
            .iter()
            .copied()
            .filter(|&place| self.compare(place, now.place).is_gt())
            .min_by(first);
        match ahead {
            Some(place) => (now.lap, place),
            None => {
                let place = others.iter().copied().min_by(first);
                let first = place.filter(|&place| self.compare(place, newest).is_lt());
                (now.lap + 1, first.unwrap_or(newest))
            }
        }
    }

    /// Which of two places the hand meets first in a lap.
    fn compare(&self, mut a: u32, mut b: u32) -> Ordering {
        let places = self.places.borrow();
        let at = |place: u32| places[place as usize];
        let climb = |mut place: u32, depth: u32| {
            while at(place).depth > depth {
                let Place { jump, parent, .. } = at(place);
                place = if at(jump).depth >= depth {
                    jump
                } else {
                    parent
                };
            }
            place
        };
        let depth = at(a).depth.min(at(b).depth);
        (a, b) = (climb(a, depth), climb(b, depth));
        if a == b {
            return Ordering::Equal;
        }
        while at(a).parent != at(b).parent {
            let hop = at(a).jump != at(b).jump;
            let up = |place| {
                if hop {
                    at(place).jump
                } else {
                    at(place).parent
                }
            };
            (a, b) = (up(a), up(b));
        }
        at(a).branch.cmp(&at(b).branch)
    }
}

impl Ord for Visit<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.lap.cmp(&other.lap)).then_with(|| self.circle.compare(self.place, other.place))
    }
}

impl PartialOrd for Visit<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Visit<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Visit<'_> {}
