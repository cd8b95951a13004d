//! `+ - * /` between values and numbers, and the functions of a value.

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::{Graph, Operation, Value};

/// A value, or a number that becomes one: what `min`, `max` and `powf` take.
pub trait Operand<'g> {
    /// The value in this graph.
    fn on(self, graph: &'g Graph) -> Value<'g>;
}

impl<'g> Operand<'g> for Value<'g> {
    fn on(self, _: &'g Graph) -> Value<'g> {
        self
    }
}

impl<'g> Operand<'g> for f64 {
    fn on(self, graph: &'g Graph) -> Value<'g> {
        graph.number(self)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $operation:ident)+) => { $(
        impl<'g, O: Operand<'g>> $trait<O> for Value<'g> {
            type Output = Value<'g>;

            fn $method(self, other: O) -> Value<'g> {
                self.binary(Operation::$operation, other)
            }
        }

        impl<'g> $trait<Value<'g>> for f64 {
            type Output = Value<'g>;

            fn $method(self, other: Value<'g>) -> Value<'g> {
                self.on(other.graph()).binary(Operation::$operation, other)
            }
        }
    )+ };
}

operators! {
    Add add Add
    Sub sub Subtract
    Mul mul Multiply
    Div div Divide
}

impl<'g> Neg for Value<'g> {
    type Output = Value<'g>;

    /// `-1 * x`, as the paper negates.
    fn neg(self) -> Value<'g> {
        -1.0 * self
    }
}

macro_rules! functions {
    ($($(#[$doc:meta])+ $visible:vis $method:ident $operation:ident)+) => {
        impl<'g> Value<'g> { $(
            $(#[$doc])+
            $visible fn $method(self) -> Value<'g> {
                self.graph().apply(Operation::$operation, [self, self])
            }
        )+ }
    };
}

functions! {
    /// The value where it is not negative, else 0. The derivative at 0 is 0.
    pub relu Relu
    /// The hyperbolic tangent.
    pub tanh Tanh
    /// `1 / (1 + exp(-x))`.
    pub sigmoid Sigmoid
    /// `ln(1 + exp(x))`.
    #[cfg(test)]
    pub(crate) softplus Softplus
    /// The error function.
    pub(crate) erf Erf
    /// e to this power.
    pub exp Exp
    /// The natural logarithm.
    pub ln Ln
    /// The square root.
    pub sqrt Sqrt
    /// The value without its sign. The derivative at 0 is 0.
    pub abs Abs
    /// The sine.
    pub sin Sin
    /// The cosine.
    pub cos Cos
}

impl<'g> Value<'g> {
    /// The smaller of two; of equal ones the first takes the gradient.
    pub fn min(self, other: impl Operand<'g>) -> Value<'g> {
        self.binary(Operation::Minimum, other)
    }

    /// The larger of two; of equal ones the first takes the gradient.
    pub fn max(self, other: impl Operand<'g>) -> Value<'g> {
        self.binary(Operation::Maximum, other)
    }

    /// This value to a whole power.
    pub fn powi(self, exponent: i32) -> Value<'g> {
        self.powf(f64::from(exponent))
    }

    /// This value to any power. An exponent that is a value has a gradient where the base
    /// is positive, and none elsewhere.
    pub fn powf(self, exponent: impl Operand<'g>) -> Value<'g> {
        self.binary(Operation::Power, exponent)
    }

    fn binary(self, operation: Operation, other: impl Operand<'g>) -> Value<'g> {
        let other = other.on(self.graph());
        self.graph().apply(operation, [self, other])
    }
}
