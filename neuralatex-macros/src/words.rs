//! What expressions mean: each field's words become those of the core's builder.

use neuralatex_core::error::unknown;
use neuralatex_core::prelude::*;
use proc_macro2::Ident;
use syn::{Error as SynError, LitFloat, LitInt, Result as SynResult};

use crate::closure::{self, Term};
use crate::expression::{Expression, Kind, Sign};
use crate::place::Place;

/// `name(arguments).method(arguments)…`; a bare name is the call without arguments.
struct Call<'e> {
    name: &'e Ident,
    arguments: &'e [Expression],
    methods: Vec<(&'e Ident, &'e [Expression])>,
    place: Place,
}

impl<'e> Call<'e> {
    fn of(expression: &'e Expression, expected: &str) -> SynResult<Call<'e>> {
        match &expression.kind {
            Kind::Name(name) => Ok(Call {
                name,
                arguments: &[],
                methods: Vec::new(),
                place: expression.place,
            }),
            Kind::Call(name, arguments) => Ok(Call {
                name,
                arguments,
                methods: Vec::new(),
                place: expression.place,
            }),
            Kind::Method(receiver, name, arguments) => {
                let mut call = Call::of(receiver, expected)?;
                call.methods.push((name, arguments));
                Ok(call)
            }
            _ => Err(expression.place.error(format!("expected {expected}"))),
        }
    }

    /// Exactly this many arguments.
    fn arguments<const N: usize>(&self) -> SynResult<[&'e Expression; N]> {
        exactly(self.name, self.arguments, self.place)
    }

    fn no_methods(&self) -> SynResult<()> {
        match self.methods.first() {
            None => Ok(()),
            Some((method, _)) => {
                let message = format!("`{}` has no method `{method}` here", self.name);
                Err(SynError::new(method.span(), message))
            }
        }
    }
}

fn exactly<'e, const N: usize>(
    name: &Ident,
    arguments: &'e [Expression],
    place: Place,
) -> SynResult<[&'e Expression; N]> {
    let found = arguments.len();
    let all: Vec<&Expression> = arguments.iter().collect();
    all.try_into().map_err(|_| {
        let plural = if N == 1 { "" } else { "s" };
        place.error(format!(
            "`{name}` takes {N} argument{plural}, found {found}"
        ))
    })
}

fn no_such(what: &str, name: &Ident, known: &[&str]) -> SynError {
    SynError::new(name.span(), unknown(what, &name.to_string(), known))
}

/// `data` and `eval`; for `points`, also where each row stands.
pub(crate) fn source(expression: &Expression) -> SynResult<(Source, Vec<Place>)> {
    let call = Call::of(
        expression,
        "a data source such as `spiral(50)` or `points([…])`",
    )?;
    match call.name.to_string().as_str() {
        "spiral" => {
            let [per_class] = call.arguments()?;
            let mut source = spiral(size(per_class)?);
            for &(method, arguments) in &call.methods {
                let [argument] = exactly(method, arguments, Place::from(method))?;
                source = match method.to_string().as_str() {
                    "noise" => source.noise(closure::constant(argument)?),
                    "seed" => source.seed(whole(argument)?),
                    _ => return Err(no_such("method", method, &["noise", "seed"])),
                };
            }
            Ok((source.into(), Vec::new()))
        }
        "points" => {
            let [rows] = call.arguments()?;
            call.no_methods()?;
            let places = match &rows.kind {
                Kind::List(list) => list.iter().map(|row| row.place).collect(),
                _ => Vec::new(),
            };
            Ok((points(self::rows(rows)?).into(), places))
        }
        "from_fn" => {
            let message = "`from_fn` runs a Rust function, which only a build script can do; here use `points`";
            Err(SynError::new(call.name.span(), message))
        }
        _ => Err(no_such("data source", call.name, &["spiral", "points"])),
    }
}

fn rows(expression: &Expression) -> SynResult<Vec<(Vec<f64>, Label)>> {
    const EXPECTED: &str = "expected a row: `([0.5, 1.0], 1)`, inputs and a label";
    let Kind::List(rows) = &expression.kind else {
        return Err(expression
            .place
            .error("expected a list of rows: `[([0.5, 1.0], 1), …]`"));
    };
    let row = |row: &Expression| match &row.kind {
        Kind::Tuple(parts) => match &parts[..] {
            [inputs, label] => Ok((numbers(inputs)?, self::label(label)?)),
            _ => Err(row.place.error(EXPECTED)),
        },
        _ => Err(row.place.error(EXPECTED)),
    };
    collect(rows.iter().map(row))
}

fn label(expression: &Expression) -> SynResult<Label> {
    if let Kind::List(_) = &expression.kind {
        return Ok(numbers(expression)?.into());
    }
    match signed(expression) {
        Some(class) => class.map(Label::from),
        None => Ok(closure::constant(expression)?.into()),
    }
}

fn numbers(expression: &Expression) -> SynResult<Vec<f64>> {
    match &expression.kind {
        Kind::List(list) => collect(list.iter().map(closure::constant)),
        _ => Err(expression
            .place
            .error("expected a list of numbers: `[0.5, 1.0]`")),
    }
}

/// `loss`
pub(crate) fn loss(expression: &Expression) -> SynResult<Loss> {
    if let Kind::Closure(..) = &expression.kind {
        return custom_loss(expression);
    }
    let call = Call::of(
        expression,
        "a loss such as `max_margin`, or a closure `|score, target| …`",
    )?;
    call.no_methods()?;
    match call.name.to_string().as_str() {
        "max_margin" => call.arguments().map(|[]| max_margin()),
        "mse" => call.arguments().map(|[]| mse()),
        "custom" => call.arguments().and_then(|[formula]| custom_loss(formula)),
        _ => Err(no_such("loss", call.name, &["max_margin", "mse", "custom"])),
    }
}

fn custom_loss(expression: &Expression) -> SynResult<Loss> {
    let formula = closure::closure(expression, &["score", "target"])?;
    Ok(custom(|score, target| {
        formula
            .run(&[Term::Value(score), Term::Value(target)])
            .on(score.graph())
    }))
}

/// `optimizer`
pub(crate) fn optimizer(expression: &Expression) -> SynResult<Optimizer> {
    let call = Call::of(expression, "an optimizer such as `sgd(0.1)`")?;
    call.no_methods()?;
    match call.name.to_string().as_str() {
        "sgd" => call
            .arguments()
            .and_then(|[rate]| Ok(sgd(self::rate(rate)?))),
        "adam" => call
            .arguments()
            .and_then(|[rate]| Ok(adam(self::rate(rate)?))),
        _ => Err(no_such("optimizer", call.name, &["sgd", "adam"])),
    }
}

fn rate(expression: &Expression) -> SynResult<Rate> {
    match &expression.kind {
        Kind::Closure(..) => {
            let rate = closure::closure(expression, &["epoch"])?;
            Ok(Rate::from(move |epoch: f64| rate.run_on_numbers(&[epoch])))
        }
        _ => closure::constant(expression).map(Rate::from),
    }
}

/// `init`
pub(crate) fn init(expression: &Expression) -> SynResult<Init> {
    let call = Call::of(
        expression,
        "start weights such as `he` or `uniform(-1.0, 1.0)`",
    )?;
    let mut init = match call.name.to_string().as_str() {
        "uniform" => {
            let [low, high] = call.arguments()?;
            uniform(closure::constant(low)?, closure::constant(high)?)
        }
        "he" => call.arguments().map(|[]| he())?,
        "xavier" => call.arguments().map(|[]| xavier())?,
        "paper" => call.arguments().map(|[]| paper())?,
        "values" => {
            let [list] = call.arguments()?;
            values(numbers(list)?)
        }
        _ => {
            return Err(no_such(
                "init",
                call.name,
                &["uniform", "he", "xavier", "paper", "values"],
            ));
        }
    };
    for &(method, arguments) in &call.methods {
        if method != "seed" {
            return Err(no_such("method", method, &["seed"]));
        }
        let [seed] = exactly(method, arguments, Place::from(method))?;
        init = init.seed(whole(seed)?);
    }
    Ok(init)
}

/// `precision`
pub(crate) fn precision(expression: &Expression) -> SynResult<Precision> {
    match &expression.kind {
        Kind::Name(name) if name == "f32" => Ok(Precision::F32),
        Kind::Name(name) if name == "f64" => Ok(Precision::F64),
        _ => Err(expression.place.error("expected `f32` or `f64`")),
    }
}

/// `require`: one requirement or a list, each with its place.
pub(crate) fn requirements(expression: &Expression) -> SynResult<Vec<(Requirement, Place)>> {
    let one = |expression: &Expression| Ok((requirement(expression)?, expression.place));
    match &expression.kind {
        Kind::List(list) => collect(list.iter().map(one)),
        _ => Ok(vec![one(expression)?]),
    }
}

fn requirement(expression: &Expression) -> SynResult<Requirement> {
    const EXPECTED: &str = "expected a requirement such as `accuracy >= 0.9` or `loss <= 0.2`";
    match &expression.kind {
        Kind::Binary(left, Sign::AtLeast, right) => {
            Ok(metric(left)?.at_least(closure::constant(right)?))
        }
        Kind::Binary(left, Sign::AtMost, right) => {
            Ok(metric(left)?.at_most(closure::constant(right)?))
        }
        Kind::Binary(_, Sign::OtherComparison, _) => Err(expression
            .place
            .error("expected a comparison with `>=` or `<=`")),
        Kind::Method(left, method, arguments) => {
            let [bound] = exactly(method, arguments, Place::from(method))?;
            let (metric, bound) = (metric(left)?, closure::constant(bound)?);
            match method.to_string().as_str() {
                "at_least" => Ok(metric.at_least(bound)),
                "at_most" => Ok(metric.at_most(bound)),
                _ => Err(no_such("method", method, &["at_least", "at_most"])),
            }
        }
        _ => Err(expression.place.error(EXPECTED)),
    }
}

fn metric(expression: &Expression) -> SynResult<Metric> {
    let call = Call::of(expression, "a metric: `accuracy`, `loss` or `parameters`")?;
    call.no_methods()?;
    let [] = call.arguments()?;
    match call.name.to_string().as_str() {
        "accuracy" => Ok(accuracy()),
        "loss" => Ok(neuralatex_core::prelude::loss()),
        "parameters" => Ok(parameters()),
        _ => Err(no_such(
            "metric",
            call.name,
            &["accuracy", "loss", "parameters"],
        )),
    }
}

/// `shuffle`
pub(crate) fn boolean(expression: &Expression) -> SynResult<bool> {
    match &expression.kind {
        Kind::Boolean(value) => Ok(*value),
        _ => Err(expression.place.error("expected `true` or `false`")),
    }
}

/// `checkpoint`
pub(crate) fn text(expression: &Expression) -> SynResult<String> {
    match &expression.kind {
        Kind::Text(text) => Ok(text.value()),
        _ => Err(expression
            .place
            .error("expected a string: the path of a file")),
    }
}

/// `epochs`, `batch`, and counts.
pub(crate) fn size(expression: &Expression) -> SynResult<usize> {
    let number = whole(expression)?;
    usize::try_from(number).map_err(|_| expression.place.error("this number is too large"))
}

/// `seed`
pub(crate) fn whole(expression: &Expression) -> SynResult<u64> {
    match &expression.kind {
        Kind::Whole(literal) => whole_literal(literal),
        Kind::Negative(_) if expression.is_whole() => Err(expression
            .place
            .error("expected a whole number that is not negative")),
        _ => Err(expression.place.error("expected a whole number")),
    }
}

/// A class, if it is a whole number with or without a sign.
fn signed(expression: &Expression) -> Option<SynResult<i64>> {
    let too_large = || expression.place.error("this number is too large");
    let signed = |literal: &LitInt| i64::try_from(whole_literal(literal)?).map_err(|_| too_large());
    match &expression.kind {
        Kind::Whole(literal) => Some(signed(literal)),
        Kind::Negative(inner) => match &inner.kind {
            Kind::Whole(literal) => Some(signed(literal).map(|number| -number)),
            _ => None,
        },
        _ => None,
    }
}

pub(crate) fn whole_literal(literal: &LitInt) -> SynResult<u64> {
    if !["", "usize", "u64", "u32", "i32", "i64"].contains(&literal.suffix()) {
        return Err(SynError::new(
            literal.span(),
            format!("unexpected suffix `{}`", literal.suffix()),
        ));
    }
    let too_large = |_| SynError::new(literal.span(), "this number is too large");
    literal.base10_digits().parse().map_err(too_large)
}

pub(crate) fn decimal_literal(literal: &LitFloat) -> SynResult<f64> {
    if !["", "f64"].contains(&literal.suffix()) {
        return Err(SynError::new(
            literal.span(),
            format!("unexpected suffix `{}`", literal.suffix()),
        ));
    }
    let number = literal
        .base10_digits()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| SynError::new(literal.span(), "this number is too large"))
}

/// All results, or all errors.
pub(crate) fn collect<T>(results: impl Iterator<Item = SynResult<T>>) -> SynResult<Vec<T>> {
    let mut all = Vec::new();
    let mut errors: Option<SynError> = None;
    for result in results {
        match (result, &mut errors) {
            (Ok(value), _) => all.push(value),
            (Err(error), Some(errors)) => errors.combine(error),
            (Err(error), errors) => *errors = Some(error),
        }
    }
    match errors {
        Some(errors) => Err(errors),
        None => Ok(all),
    }
}
