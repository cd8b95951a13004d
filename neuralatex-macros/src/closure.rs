//! Closures: arithmetic on parameters, checked once, then run on engine values or numbers.
//!
//! What only numbers take part in is computed as numbers, as Rust would do it in a build script,
//! so that both doors record the same formula.

use neuralatex_core::engine::{Graph, Operand, Value};
use neuralatex_core::error::unknown;
use proc_macro2::Ident;
use syn::{Error, Result};

use crate::expression::{Expression, Kind, Sign, no_parentheses};
use crate::words;

/// A checked closure body.
pub(crate) enum Arithmetic {
    Number(f64),
    Parameter(usize),
    Negative(Box<Arithmetic>),
    Binary(Box<Arithmetic>, Sign, Box<Arithmetic>),
    Function(Function, Vec<Arithmetic>),
}

/// What an expression comes to on the way.
#[derive(Clone, Copy)]
pub(crate) enum Term<'g> {
    Number(f64),
    Value(Value<'g>),
}

#[derive(Clone, Copy)]
pub(crate) enum Function {
    One(for<'g> fn(Value<'g>) -> Value<'g>),
    Two(for<'g> fn(Value<'g>, Value<'g>) -> Value<'g>),
}

const FUNCTIONS: [(&str, Function); 13] = [
    ("relu", Function::One(|x| x.relu())),
    ("exp", Function::One(|x| x.exp())),
    ("ln", Function::One(|x| x.ln())),
    ("sqrt", Function::One(|x| x.sqrt())),
    ("tanh", Function::One(|x| x.tanh())),
    ("sigmoid", Function::One(|x| x.sigmoid())),
    ("abs", Function::One(|x| x.abs())),
    ("sin", Function::One(|x| x.sin())),
    ("cos", Function::One(|x| x.cos())),
    ("min", Function::Two(|x, y| x.min(y))),
    ("max", Function::Two(|x, y| x.max(y))),
    ("powi", Function::Two(|x, y| x.powf(y))),
    ("powf", Function::Two(|x, y| x.powf(y))),
];

/// Whether arithmetic knows a function of this name.
pub(crate) fn is_function(name: &Ident) -> bool {
    FUNCTIONS.iter().any(|(known, _)| name == known)
}

/// A closure with this many parameters.
pub(crate) fn closure(expression: &Expression, parameters: &[&str]) -> Result<Arithmetic> {
    let Kind::Closure(names, body) = &expression.kind else {
        let message = format!("expected a closure: `|{}| …`", parameters.join(", "));
        return Err(expression.place.error(message));
    };
    if names.len() != parameters.len() {
        let message = format!(
            "expected {} parameter{}, `|{}| …`, found {}",
            parameters.len(),
            if parameters.len() == 1 { "" } else { "s" },
            parameters.join(", "),
            names.len()
        );
        return Err(expression.place.error(message));
    }
    let twice = |&index: &usize| names[index] != "_" && names[..index].contains(&names[index]);
    if let Some(index) = (1..names.len()).find(twice) {
        let name = &names[index];
        return Err(Error::new(name.span(), format!("`{name}` is given twice")));
    }
    arithmetic(body, names)
}

/// A number, or arithmetic on numbers.
pub(crate) fn constant(expression: &Expression) -> Result<f64> {
    let value = arithmetic(expression, &[])?.run_on_numbers(&[]);
    if !value.is_finite() {
        let message = format!("this comes to {value:?}: expected a finite number");
        return Err(expression.place.error(message));
    }
    Ok(value)
}

fn arithmetic(expression: &Expression, parameters: &[Ident]) -> Result<Arithmetic> {
    let inner = |expression: &Expression| arithmetic(expression, parameters);
    let boxed = |expression: &Expression| inner(expression).map(Box::new);
    Ok(match &expression.kind {
        Kind::Whole(literal) => Arithmetic::Number(words::whole_literal(literal)? as f64),
        Kind::Decimal(literal) => Arithmetic::Number(words::decimal_literal(literal)?),
        Kind::Name(name) => match parameters.iter().position(|parameter| parameter == name) {
            Some(index) => Arithmetic::Parameter(index),
            None => return Err(unknown_name(name, parameters)),
        },
        Kind::Negative(operand) => Arithmetic::Negative(boxed(operand)?),
        Kind::Binary(left, sign @ (Sign::Plus | Sign::Minus | Sign::Times | Sign::Over), right) => {
            let (left, right) = words::both(boxed(left), boxed(right))?;
            Arithmetic::Binary(left, *sign, right)
        }
        Kind::Call(name, arguments) => function(name, arguments.iter(), inner)?,
        Kind::Method(receiver, name, arguments) => {
            function(name, std::iter::once(&**receiver).chain(arguments), inner)?
        }
        Kind::Bare(receiver, name) => words::both(inner(receiver), Err(bare_function(name)))?.1,
        _ => {
            let message = match parameters {
                [] => "expected a number",
                _ => {
                    "expected arithmetic: numbers, parameters, `+ - * /` and functions such as `exp`"
                }
            };
            return Err(expression.place.error(message));
        }
    })
}

fn function<'e>(
    name: &Ident,
    arguments: impl Iterator<Item = &'e Expression>,
    inner: impl Fn(&Expression) -> Result<Arithmetic>,
) -> Result<Arithmetic> {
    let arguments: Vec<&Expression> = arguments.collect();
    let checked = words::collect(arguments.iter().map(|argument| inner(argument)));
    let function = known_function(name, &arguments);
    let (function, arguments) = words::both(function, checked)?;
    Ok(Arithmetic::Function(function, arguments))
}

fn find(name: &Ident) -> Result<Function> {
    let found = FUNCTIONS.iter().find(|(known, _)| name == known);
    found.map(|(_, function)| *function).ok_or_else(|| {
        let names = FUNCTIONS.map(|(name, _)| name);
        Error::new(name.span(), unknown("function", &name.to_string(), &names))
    })
}

/// The error for a function that is written as a method without parentheses.
fn bare_function(name: &Ident) -> Error {
    match find(name) {
        Ok(Function::One(_)) => no_parentheses(name, &format!("`.{name}()`")),
        Ok(Function::Two(_)) => no_parentheses(name, &format!("`.{name}(…)`, with a number")),
        Err(error) => error,
    }
}

fn known_function(name: &Ident, arguments: &[&Expression]) -> Result<Function> {
    let function = find(name)?;
    let takes = match function {
        Function::One(_) => 1,
        Function::Two(_) => 2,
    };
    if arguments.len() != takes {
        let of = if takes == 1 {
            "one number"
        } else {
            "two numbers"
        };
        let message = format!("`{name}` is a function of {of}, found {}", arguments.len());
        return Err(Error::new(name.span(), message));
    }
    if name == "powi" && !arguments[1].is_whole() {
        let message = "`powi` takes a whole number; for others there is `powf`";
        return Err(arguments[1].place.error(message));
    }
    Ok(function)
}

fn unknown_name(name: &Ident, parameters: &[Ident]) -> Error {
    if parameters.is_empty() {
        return unseen(name, "a number as it is, such as `0.5`");
    }
    let names: Vec<String> = parameters.iter().map(Ident::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Error::new(name.span(), unknown("name", &name.to_string(), &names))
}

/// The error for a name where only a number can be understood.
pub(crate) fn unseen(name: &Ident, expected: &str) -> Error {
    let message = format!("expected {expected}: a macro cannot see what `{name}` stands for");
    Error::new(name.span(), message)
}

impl Arithmetic {
    /// The body for numbers.
    pub(crate) fn run_on_numbers(&self, parameters: &[f64]) -> f64 {
        let parameters: Vec<Term<'_>> = parameters.iter().map(|&n| Term::Number(n)).collect();
        match self.run(&parameters) {
            Term::Number(number) => number,
            Term::Value(value) => value.data(),
        }
    }

    /// The body for these parameters.
    pub(crate) fn run<'g>(&self, parameters: &[Term<'g>]) -> Term<'g> {
        use Term::{Number, Value};
        match self {
            Arithmetic::Number(number) => Number(*number),
            Arithmetic::Parameter(index) => parameters[*index],
            Arithmetic::Negative(operand) => match operand.run(parameters) {
                Number(number) => Number(-number),
                Value(value) => Value(-value),
            },
            Arithmetic::Binary(left, sign, right) => {
                match (left.run(parameters), right.run(parameters)) {
                    (Number(a), Number(b)) => Number(infix(*sign, a, b)),
                    (Number(a), Value(b)) => Value(infix(*sign, a, b)),
                    (Value(a), Number(b)) => Value(infix(*sign, a, b)),
                    (Value(a), Value(b)) => Value(infix(*sign, a, b)),
                }
            }
            Arithmetic::Function(function, arguments) => {
                let arguments: Vec<Term<'g>> =
                    arguments.iter().map(|a| a.run(parameters)).collect();
                apply(*function, &arguments)
            }
        }
    }
}

fn infix<A, B, C>(sign: Sign, a: A, b: B) -> C
where
    A: std::ops::Add<B, Output = C>
        + std::ops::Sub<B, Output = C>
        + std::ops::Mul<B, Output = C>
        + std::ops::Div<B, Output = C>,
{
    match sign {
        Sign::Plus => a + b,
        Sign::Minus => a - b,
        Sign::Times => a * b,
        // The checks let only arithmetic through.
        _ => a / b,
    }
}

fn apply<'g>(function: Function, arguments: &[Term<'g>]) -> Term<'g> {
    let graph = arguments.iter().find_map(|argument| match argument {
        Term::Value(value) => Some(value.graph()),
        Term::Number(_) => None,
    });
    match graph {
        Some(graph) => Term::Value(function.call(arguments, graph)),
        // Only numbers: the engine computes them too, so that they have the same bits everywhere.
        None => {
            let numbers: Vec<f64> = arguments.iter().filter_map(Term::number).collect();
            let terms: Vec<Term<'_>> = numbers.into_iter().map(Term::Number).collect();
            Term::Number(function.call(&terms, &Graph::new()).data())
        }
    }
}

impl Function {
    fn call<'g>(self, arguments: &[Term<'g>], graph: &'g Graph) -> Value<'g> {
        let argument = |index: usize| arguments[index].on(graph);
        match self {
            Function::One(run) => run(argument(0)),
            Function::Two(run) => run(argument(0), argument(1)),
        }
    }
}

impl<'g> Term<'g> {
    /// The value; a number becomes one.
    pub(crate) fn on(self, graph: &'g Graph) -> Value<'g> {
        match self {
            Term::Number(number) => number.on(graph),
            Term::Value(value) => value,
        }
    }

    fn number(&self) -> Option<f64> {
        match self {
            Term::Number(number) => Some(*number),
            Term::Value(_) => None,
        }
    }
}
