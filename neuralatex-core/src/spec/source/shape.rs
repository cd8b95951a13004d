//! Shapes in the plane: the sources of two classes that differ in nothing but their form.

/// Points of two classes in the plane; made by [`spiral`], [`moons`], [`circles`] or [`xor`].
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    pub(crate) form: Form,
    pub(crate) per_class: usize,
    pub(crate) noise: f64,
    pub(crate) seed: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Spiral,
    Moons,
    Circles,
    Xor,
}

/// Two spiral arms with `n` points each, labelled -1 and 1, as in the paper. The noise is even:
/// a point lies up to half of it off its arm along each axis. By default it is 0.5.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let data = spiral(50).noise(0.2).seed(1);
/// ```
pub fn spiral(n: usize) -> Shape {
    Shape::new(Form::Spiral, n, 0.5)
}

/// Two half circles with `n` points each that reach into one another, as scikit-learn's
/// `make_moons`: class 0 is the upper one, class 1 the lower. The noise is the deviation of a
/// normal distribution, by default 0.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let data = moons(100).noise(0.1);
/// ```
pub fn moons(n: usize) -> Shape {
    Shape::new(Form::Moons, n, 0.0)
}

/// A circle inside of another, `n` points on each, as scikit-learn's `make_circles`: class 0 is
/// the outer one, of radius 1, class 1 the inner, of radius 0.8. The noise is the deviation of a
/// normal distribution, by default 0.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let data = circles(100).noise(0.05);
/// ```
pub fn circles(n: usize) -> Shape {
    Shape::new(Form::Circles, n, 0.0)
}

/// Points all over the square from -1 to 1: in class 1 if just one coordinate is negative, else in
/// class 0, `n` in each. The noise moves them afterwards, over the axes too; it is the deviation of
/// a normal distribution, by default 0.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let data = xor(100).noise(0.1);
/// ```
pub fn xor(n: usize) -> Shape {
    Shape::new(Form::Xor, n, 0.0)
}

impl Form {
    /// The word for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Form::Spiral => "spiral",
            Form::Moons => "moons",
            Form::Circles => "circles",
            Form::Xor => "xor",
        }
    }
}

impl Shape {
    fn new(form: Form, per_class: usize, noise: f64) -> Shape {
        Shape {
            form,
            per_class,
            noise,
            seed: None,
        }
    }

    /// How far points lie off their shape.
    pub fn noise(mut self, noise: f64) -> Shape {
        self.noise = noise;
        self
    }

    /// The seed; by default the model's.
    pub fn seed(mut self, seed: u64) -> Shape {
        self.seed = Some(seed);
        self
    }
}
