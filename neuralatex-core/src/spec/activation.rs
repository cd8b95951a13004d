//! What hidden neurons make of their sums: the words of `activation`.

use std::fmt;

/// An activation; made by [`relu`], [`leaky_relu`], [`tanh`], [`sigmoid`], [`silu`], [`gelu`] or
/// [`identity`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Activation(pub(crate) Kind);

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Kind {
    Relu,
    LeakyRelu(f64),
    Tanh,
    Sigmoid,
    Silu,
    Gelu,
    Identity,
}

/// The activations of a network: one for all hidden layers, or a list with one for each.
#[derive(Clone, PartialEq, Debug)]
pub struct Activations(pub(crate) Choice);

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Choice {
    Every(Activation),
    Each(Vec<Activation>),
}

/// `max(0, x)`.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Arm", [2, 4, 4, 1]).activation(relu());
/// ```
pub fn relu() -> Activation {
    Activation(Kind::Relu)
}

/// `x` where it is positive, else `slope · x`. The slope lies between 0 and 1.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Arm", [2, 4, 4, 1]).activation(leaky_relu(0.01));
/// ```
pub fn leaky_relu(slope: f64) -> Activation {
    Activation(Kind::LeakyRelu(slope))
}

/// The hyperbolic tangent.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Arm", [2, 4, 4, 1]).activation(tanh());
/// ```
pub fn tanh() -> Activation {
    Activation(Kind::Tanh)
}

/// `1 / (1 + exp(-x))`.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Arm", [2, 4, 4, 1]).activation([sigmoid(), relu()]);
/// ```
pub fn sigmoid() -> Activation {
    Activation(Kind::Sigmoid)
}

/// `x · sigmoid(x)`, also called swish.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Arm", [2, 4, 4, 1]).activation(silu());
/// ```
pub fn silu() -> Activation {
    Activation(Kind::Silu)
}

/// `x · (1 + erf(x / √2)) / 2`: the exact form, not the approximation by `tanh`.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Arm", [2, 4, 4, 1]).activation(gelu());
/// ```
pub fn gelu() -> Activation {
    Activation(Kind::Gelu)
}

/// `x` as it is. A network with no other activation is linear, however deep.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Arm", [2, 4, 4, 1]).activation([tanh(), identity()]);
/// ```
pub fn identity() -> Activation {
    Activation(Kind::Identity)
}

impl Activation {
    /// The word for it.
    pub(crate) fn name(self) -> &'static str {
        match self.0 {
            Kind::Relu => "relu",
            Kind::LeakyRelu(_) => "leaky_relu",
            Kind::Tanh => "tanh",
            Kind::Sigmoid => "sigmoid",
            Kind::Silu => "silu",
            Kind::Gelu => "gelu",
            Kind::Identity => "identity",
        }
    }

    /// Whether it needs an elementary function.
    pub(crate) fn is_curve(self) -> bool {
        match self.0 {
            Kind::Relu | Kind::LeakyRelu(_) | Kind::Identity => false,
            Kind::Tanh | Kind::Sigmoid | Kind::Silu | Kind::Gelu => true,
        }
    }
}

/// As it is written in a specification.
impl fmt::Display for Activation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::LeakyRelu(slope) => write!(f, "leaky_relu({slope:?})"),
            _ => f.write_str(self.name()),
        }
    }
}

impl Activations {
    /// One for each hidden layer. A list is taken as it is; whoever uses it checks its length.
    pub(crate) fn of_layers(&self, hidden: usize) -> Vec<Activation> {
        match &self.0 {
            Choice::Every(activation) => vec![*activation; hidden],
            Choice::Each(list) => list.clone(),
        }
    }
}

impl From<Activation> for Activations {
    fn from(activation: Activation) -> Activations {
        Activations(Choice::Every(activation))
    }
}

impl From<Vec<Activation>> for Activations {
    fn from(list: Vec<Activation>) -> Activations {
        Activations(Choice::Each(list))
    }
}

impl<const N: usize> From<[Activation; N]> for Activations {
    fn from(list: [Activation; N]) -> Activations {
        Activations(Choice::Each(list.to_vec()))
    }
}
