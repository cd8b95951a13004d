//! Random expression graphs over a table of all operations: on engine values and on plain numbers.

use neuralatex_core::prelude::*;
use proptest::prelude::*;

/// A form in which an operation can be written, with two values and a number.
pub(crate) struct Form {
    pub(crate) name: &'static str,
    on_values: for<'g> fn(Value<'g>, Value<'g>, f64) -> Value<'g>,
    on_numbers: fn(f64, f64, f64) -> f64,
    /// How far away, at the operands, the nearest kink, pole or end of the domain is.
    room: fn(f64, f64, f64) -> f64,
}

macro_rules! forms {
    (|$x:ident, $y:ident, $c:ident| $($value:expr, $number:expr $(, room $room:expr)?;)+) => {
        #[allow(unused_variables, reason = "few forms use both values and the number")]
        pub(crate) const FORMS: &[Form] = &[$(Form {
            name: stringify!($value),
            on_values: |$x, $y, $c| $value,
            on_numbers: |$x, $y, $c| $number,
            room: |$x, $y, $c| [$($room,)? f64::INFINITY][0],
        }),+];
    };
}

forms! { |x, y, c|
    x.tanh(), x.tanh();
    x + y, x + y;
    x + c, x + c;
    c + x, c + x;
    x - y, x - y;
    x - c, x - c;
    c - x, c - x;
    x * y, x * y;
    x * c, x * c;
    c * x, c * x;
    x / y, x / y, room y.abs();
    x / c, x / c;
    c / x, c / x, room x.abs();
    -x, -x;
    x.relu(), if x > 0.0 { x } else { 0.0 }, room x.abs();
    x.sigmoid(), 1.0 / (1.0 + (-x).exp());
    x.exp(), x.exp();
    x.ln(), x.ln(), room x;
    x.sqrt(), x.sqrt(), room x;
    x.abs(), x.abs(), room x.abs();
    x.sin(), x.sin();
    x.cos(), x.cos();
    x.powi(3), x * x * x;
    x.powi(-2), 1.0 / (x * x), room x.abs();
    x.powf(c), x.powf(c), room x;
    x.powf(y), x.powf(y), room x;
    x.min(y), x.min(y), room (x - y).abs();
    x.min(c), x.min(c), room (x - c).abs();
    x.max(y), x.max(y), room (x - y).abs();
    x.max(c), x.max(c), room (x - c).abs();
}

/// Leaves, then one node after the other, each on earlier ones; the last is the result.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    pub(crate) inputs: Vec<f64>,
    steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    form: usize,
    x: usize,
    y: usize,
    number: f64,
}

/// Room that a step must have, and bounds of its result, so that differences are exact enough.
const ROOM: f64 = 0.1;
const LARGEST: f64 = 6.0;

impl Expression {
    /// One form on the first two inputs, where it is smooth.
    pub(crate) fn of_one(form: usize, inputs: Vec<f64>, number: f64) -> Option<Expression> {
        let (x, y) = (0, inputs.len() - 1);
        let step = Step { form, x, y, number };
        let expression = Expression {
            inputs,
            steps: vec![step],
        };
        let smooth = expression.smooth_numbers(&expression.inputs);
        smooth.map(|_| expression.clone())
    }

    /// Makes a drawn expression smooth: a step that has no room becomes a tanh.
    fn settle(inputs: Vec<f64>, drawn: Vec<Step>) -> Expression {
        let mut expression = Expression {
            inputs,
            steps: Vec::new(),
        };
        for step in drawn {
            let count = expression.inputs.len() + expression.steps.len();
            // Half of the draws take the newest node: that makes depth; the rest make sharing.
            let pick = |draw: usize| {
                if draw.is_multiple_of(2) {
                    count - 1
                } else {
                    draw % count
                }
            };
            expression.steps.push(Step {
                x: pick(step.x),
                y: pick(step.y),
                ..step
            });
            if expression.smooth_numbers(&expression.inputs).is_none() {
                expression.steps.last_mut().unwrap().form = 0;
            }
        }
        expression
    }

    /// Every node on engine values: the leaves, then the steps.
    pub(crate) fn on<'g>(&self, leaves: &[Value<'g>]) -> Vec<Value<'g>> {
        let mut values = leaves.to_vec();
        for step in &self.steps {
            let on_values = FORMS[step.form].on_values;
            values.push(on_values(values[step.x], values[step.y], step.number));
        }
        values
    }

    /// The leaves of a graph, every second one a parameter.
    pub(crate) fn leaves<'g>(&self, graph: &'g Graph, data: &[f64]) -> Vec<Value<'g>> {
        let leaf = |(i, &data): (usize, &f64)| match i % 2 {
            0 => graph.value(data),
            _ => graph.parameter(data),
        };
        data.iter().enumerate().map(leaf).collect()
    }

    /// Every node on plain numbers, if all steps are well inside their domain.
    pub(crate) fn smooth_numbers(&self, inputs: &[f64]) -> Option<Vec<f64>> {
        let mut numbers = inputs.to_vec();
        for step in &self.steps {
            let Form {
                on_numbers, room, ..
            } = FORMS[step.form];
            let (x, y) = (numbers[step.x], numbers[step.y]);
            let result = on_numbers(x, y, step.number);
            // A NaN is no room either.
            let inside = room(x, y, step.number) > ROOM && result.abs() < LARGEST;
            if !inside && step.form != 0 {
                return None;
            }
            numbers.push(result);
        }
        Some(numbers)
    }
}

/// Numbers that expressions mix in: few, so that they come up again.
pub(crate) fn constant() -> impl Strategy<Value = f64> {
    prop::sample::select(vec![0.5, -1.0, 1.0, 2.0, -0.3, 1.7])
}

pub(crate) fn inputs(count: usize) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(-3.0..3.0, count)
}

pub(crate) fn expression() -> impl Strategy<Value = Expression> {
    let step = (0..FORMS.len(), any::<u16>(), any::<u16>(), constant()).prop_map(
        |(form, x, y, number)| Step {
            form,
            x: x.into(),
            y: y.into(),
            number,
        },
    );
    (
        (1_usize..5).prop_flat_map(inputs),
        prop::collection::vec(step, 1..25),
    )
        .prop_map(|(inputs, steps)| Expression::settle(inputs, steps))
}
