// The arithmetic of a quantised network: integers alone. This file is compiled into the kernels,
// with which quantised networks are evaluated, and its functions are written into the generated
// code. There `Weight` is `i8`, `Word` is `i32`, and `number` is left out; where all is bytes they
// are `u8`, four of these, and what reads them. Hence lines of 92 characters at most.
//
// Everything is a `const fn` over slices, taken apart by patterns, and wraps where it could
// overflow if a network were none of ours: there is nothing that could panic, at any level of
// optimisation. Shifts by what only the caller knows could, so that there are none.
//
// A neuron is its bias, and what its sum is multiplied by.

/// Curves are 128 straight pieces: the values at both ends of each, in 256ths of a step.
/// They are halves of halves, so that one is found without an index.
type Curve = [[[[[[[[i16; 2]; 2]; 2]; 2]; 2]; 2]; 2]; 2];

/// The sum of a neuron, its bias and each weight times its input; and the weights that
/// follow. What it could reach was added up when the network was quantised: it fits.
const fn sum<'w>(mut weights: &'w [Weight], mut inputs: &[i8], bias: i32) -> (i32, &'w [Weight]) {
    let mut sum = bias;
    while let ([weight, more_weights @ ..], [input, more_inputs @ ..]) = (weights, inputs) {
        sum = sum.wrapping_add((*weight as i8 as i16).wrapping_mul(*input as i16) as i32);
        weights = more_weights;
        inputs = more_inputs;
    }
    (sum, weights)
}

/// A sum times `multiplier / 2^(shift + 1)`, rounded.
const fn rescaled(sum: i32, multiplier: i32, shift: u32) -> i64 {
    let mut product = (sum as i64).wrapping_mul(multiplier as i64);
    if shift & 32 != 0 {
        product >>= 32;
    }
    if shift & 16 != 0 {
        product >>= 16;
    }
    if shift & 8 != 0 {
        product >>= 8;
    }
    if shift & 4 != 0 {
        product >>= 4;
    }
    if shift & 2 != 0 {
        product >>= 2;
    }
    if shift & 1 != 0 {
        product >>= 1;
    }
    product.wrapping_add(1) >> 1
}

/// The nearest number from `least` to `most`.
const fn between(value: i64, least: i32, most: i32) -> i32 {
    if value < least as i64 {
        least
    } else if value > most as i64 {
        most
    } else {
        value as i32
    }
}

/// A layer whose values begin at 0 steps, where less is nothing, and end at 255: these are
/// -128 and 127. Returns the weights that follow.
const fn straight<'w>(
    mut weights: &'w [Weight],
    mut neurons: &[[Word; 2]],
    inputs: &[i8],
    shift: u32,
    mut outputs: &mut [i8],
) -> &'w [Weight] {
    while let ([[bias, multiplier], more_neurons @ ..], [output, more_outputs @ ..]) =
        (neurons, outputs)
    {
        let (bias, multiplier) = (number(*bias), number(*multiplier));
        let reached;
        (reached, weights) = sum(weights, inputs, bias);
        let steps = rescaled(reached, multiplier, shift);
        *output = between(steps.wrapping_sub(128), -128, 127) as i8;
        neurons = more_neurons;
        outputs = more_outputs;
    }
    weights
}

/// A layer whose negative values are multiplied by `slope / 2^30`; a value of 0 is that of
/// `zeros`. Returns the weights that follow.
const fn leaky<'w>(
    mut weights: &'w [Weight],
    mut neurons: &[[Word; 2]],
    inputs: &[i8],
    shift: u32,
    (slope, mut zeros): (i32, &[Weight]),
    mut outputs: &mut [i8],
) -> &'w [Weight] {
    while let (
        [[bias, multiplier], more_neurons @ ..],
        [zero, more_zeros @ ..],
        [output, more_outputs @ ..],
    ) = (neurons, zeros, outputs)
    {
        let (bias, multiplier) = (number(*bias), number(*multiplier));
        let reached;
        (reached, weights) = sum(weights, inputs, bias);
        let multiplier = if reached < 0 {
            ((multiplier as i64).wrapping_mul(slope as i64) >> 30) as i32
        } else {
            multiplier
        };
        let steps = rescaled(reached, multiplier, shift);
        *output = between(steps.wrapping_add(*zero as i8 as i64), -128, 127) as i8;
        neurons = more_neurons;
        zeros = more_zeros;
        outputs = more_outputs;
    }
    weights
}

/// A layer whose values are those of a curve, at 65536 places. Returns the weights that
/// follow.
const fn curved<'w>(
    mut weights: &'w [Weight],
    mut neurons: &[[Word; 2]],
    inputs: &[i8],
    shift: u32,
    curve: &Curve,
    mut outputs: &mut [i8],
) -> &'w [Weight] {
    while let ([[bias, multiplier], more_neurons @ ..], [output, more_outputs @ ..]) =
        (neurons, outputs)
    {
        let (bias, multiplier) = (number(*bias), number(*multiplier));
        let reached;
        (reached, weights) = sum(weights, inputs, bias);
        let place = between(rescaled(reached, multiplier, shift), 0, 65535);
        *output = value_at(curve, place);
        neurons = more_neurons;
        outputs = more_outputs;
    }
    weights
}

/// The value of a curve at a place: 7 bits tell the piece, 9 where in it.
const fn value_at(curve: &Curve, place: i32) -> i8 {
    let quarter = half(half(curve, place & 0x8000), place & 0x4000);
    let sixteenth = half(half(quarter, place & 0x2000), place & 0x1000);
    let pair = half(half(sixteenth, place & 0x800), place & 0x400);
    let [from, to] = half(pair, place & 0x200);
    let (from, to) = (*from as i32, *to as i32);
    let rise = to.wrapping_sub(from).wrapping_mul(place & 0x1ff);
    let value = from.wrapping_mul(512).wrapping_add(rise);
    (value.wrapping_add(65536) >> 17) as i8
}

/// The first half if this is 0, else the second.
const fn half<T>([first, second]: &[T; 2], bit: i32) -> &T {
    if bit == 0 { first } else { second }
}

/// The last layer: its sums, all in one scale.
const fn scored(
    mut weights: &[Weight],
    mut neurons: &[[Word; 2]],
    inputs: &[i8],
    shift: u32,
    mut scores: &mut [i32],
) {
    while let ([[bias, multiplier], more_neurons @ ..], [score, more_scores @ ..]) =
        (neurons, scores)
    {
        let (bias, multiplier) = (number(*bias), number(*multiplier));
        let reached;
        (reached, weights) = sum(weights, inputs, bias);
        *score = rescaled(reached, multiplier, shift) as i32;
        neurons = more_neurons;
        scores = more_scores;
    }
}

/// The class with the largest score; of equal ones the first.
const fn largest<C: ::core::marker::Copy>(
    mut scores: &[i32],
    mut classes: &[C],
    first: C,
) -> C {
    let mut found = (i32::MIN, first);
    while let ([score, more_scores @ ..], [class, more_classes @ ..]) = (scores, classes) {
        if *score > found.0 {
            found = (*score, *class);
        }
        scores = more_scores;
        classes = more_classes;
    }
    found.1
}

/// The second of two classes if the only score is 0 or more, else the first.
const fn signed<C: ::core::marker::Copy>(score: i32, [first, second]: [C; 2]) -> C {
    if score >= 0 { second } else { first }
}
