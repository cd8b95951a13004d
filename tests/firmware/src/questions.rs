//! What models are asked: some rows of inputs, the same everywhere.

use core::fmt::{Result, Write};

use crate::models::{
    Digits, DigitsI8, Iris, IrisI8, Moons, Sine, SineI8, Spiral, SpiralI8, every, every_in_files,
};

/// Asks the models of every activation in a module, whose name the questions begin with.
macro_rules! ask_every {
    ($to:ident, $models:ident) => {{
        use $models::{Every, EveryDouble, EveryI8, EveryI8Double};
        macro_rules! ask {
            ($what:literal, $call:expr) => {
                $to.ask(concat!(stringify!($models), ", ", $what), $call)
            };
        }
        ask!("floats", Every::scores)?;
        ask!("doubles", EveryDouble::scores)?;
        ask!("integers", EveryI8::scores_i8)?;
        ask!("integers of floats", EveryI8::scores)?;
        ask!("integers of doubles", EveryI8Double::scores)?;
        ask!("steps of doubles", EveryI8Double::quantize)?;
        ask!("weights", |[place]: [i8; 1]| {
            EveryDouble::WEIGHTS[usize::from(place.unsigned_abs())]
        })?;
    }};
}

/// Asks every model.
pub fn ask_all(to: &mut impl Ask) -> Result {
    to.ask("sine", Sine::scores)?;
    to.ask("spiral", Spiral::scores)?;
    to.ask("spiral, class", Spiral::predict)?;
    to.ask("iris", Iris::scores)?;
    to.ask("iris, probabilities", Iris::probabilities)?;
    to.ask("iris, class", |input| Iris::predict(input).as_str())?;
    to.ask("digits", Digits::scores)?;
    to.ask("digits, probabilities", Digits::probabilities)?;
    to.ask("digits, class", Digits::predict)?;
    to.ask("moons", Moons::scores)?;
    to.ask("moons, probabilities", Moons::probabilities)?;
    to.ask("moons, class", Moons::predict)?;
    to.ask("sine_i8", SineI8::scores_i8)?;
    to.ask("sine_i8, of floats", SineI8::scores)?;
    to.ask("spiral_i8", SpiralI8::scores_i8)?;
    to.ask("spiral_i8, of floats", SpiralI8::scores)?;
    to.ask("spiral_i8, class", SpiralI8::predict_i8)?;
    to.ask("iris_i8", IrisI8::scores_i8)?;
    to.ask("iris_i8, probabilities", IrisI8::probabilities)?;
    to.ask("iris_i8, class", |input| IrisI8::predict_i8(input).as_str())?;
    to.ask("digits_i8", DigitsI8::scores_i8)?;
    to.ask("digits_i8, of floats", DigitsI8::scores)?;
    to.ask("digits_i8, class", DigitsI8::predict_i8)?;
    to.ask("spiral_i8, steps", SpiralI8::quantize)?;
    ask_every!(to, every);
    ask_every!(to, every_in_files);
    to.ask("digits, many", |input| {
        let mut scores = [[0.0; 10]; 3];
        Digits::scores_many(&[input; 3], &mut scores);
        scores
    })
}

/// Who asks.
pub trait Ask {
    /// Asks one model for what `call` answers.
    fn ask<T: Number, A: Answer, const N: usize>(
        &mut self,
        name: &str,
        call: fn([T; N]) -> A,
    ) -> Result;
}

/// How many rows there are.
pub const ROWS: usize = 64;

/// A row of inputs: first those at the edges of what numbers can be, alone and then among others, then any.
pub fn row<T: Number, const N: usize>(row: usize) -> [T; N] {
    let mut state = (row as u32).wrapping_mul(0x9e37_79b9);
    let (edge, among) = match row.checked_sub(T::EDGES.len()) {
        None => (row, false),
        Some(rest) => (rest, true),
    };
    core::array::from_fn(|column| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        match T::EDGES.get(edge) {
            Some(number) if !among || column == edge % N => *number,
            _ => T::of((state >> 24) as u8 as i8),
        }
    })
}

/// What models take.
pub trait Number: Copy + 'static {
    const EDGES: &'static [Self];

    /// One of 256 numbers.
    fn of(byte: i8) -> Self;
}

impl Number for f32 {
    const EDGES: &'static [f32] = &[
        0.0,
        -0.0,
        f32::from_bits(1),
        1e-40,
        1e30,
        f32::MAX,
        f32::MIN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
    ];

    fn of(byte: i8) -> f32 {
        f32::from(byte) / 4.0
    }
}

impl Number for f64 {
    const EDGES: &'static [f64] = &[
        0.0,
        -0.0,
        f64::from_bits(1),
        1e-310,
        1e300,
        f64::MAX,
        f64::MIN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];

    fn of(byte: i8) -> f64 {
        f64::from(byte) / 4.0
    }
}

impl Number for i8 {
    const EDGES: &'static [i8] = &[0, 1, -128, 127];

    fn of(byte: i8) -> i8 {
        byte
    }
}

/// What models answer.
pub trait Answer {
    /// Writes it down to the last bit.
    fn write(&self, out: &mut impl Write) -> Result;
}
