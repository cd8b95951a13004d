// What a trained network does to its sums. This file is compiled into the core, and its functions
// are written into the generated code, with `Real` replaced by `f32` or `f64`. Hence lines of 92
// characters at most. The kernels, which evaluate many rows at once, are held to it bit by bit.
//
// Everything is a `const fn` over slices, taken apart by patterns: without indices there is
// nothing that could panic, at any level of optimisation.

/// Negative values become 0.
const fn apply_relu(mut values: &mut [Real]) {
    while let [value, more @ ..] = values {
        *value = if *value < 0.0 { 0.0 } else { *value };
        values = more;
    }
}

/// Negative values are multiplied by the slope.
const fn apply_leaky_relu(mut values: &mut [Real], slope: Real) {
    while let [value, more @ ..] = values {
        *value = if *value < 0.0 { *value * slope } else { *value };
        values = more;
    }
}

/// Each value becomes its hyperbolic tangent.
const fn apply_tanh(mut values: &mut [Real]) {
    while let [value, more @ ..] = values {
        *value = tanh(*value);
        values = more;
    }
}

/// Each value becomes 1 / (1 + e^-value).
const fn apply_sigmoid(mut values: &mut [Real]) {
    while let [value, more @ ..] = values {
        *value = sigmoid(*value);
        values = more;
    }
}

/// Each value is multiplied by 1 / (1 + e^-value).
const fn apply_silu(mut values: &mut [Real]) {
    while let [value, more @ ..] = values {
        *value *= sigmoid(*value);
        values = more;
    }
}

/// Each value is multiplied by the share of a normal distribution that lies below it.
const fn apply_gelu(mut values: &mut [Real]) {
    while let [value, more @ ..] = values {
        *value *= 0.5 * (1.0 + erf(*value * 0.707_106_781_186_547_6));
        values = more;
    }
}

/// Scores become probabilities: e^score, divided by the sum of these. The largest score is
/// taken off from all, so that nothing overflows.
const fn softmax(scores: &mut [Real]) {
    let mut largest = Real::NEG_INFINITY;
    let mut rest: &[Real] = scores;
    while let [score, more @ ..] = rest {
        if *score > largest {
            largest = *score;
        }
        rest = more;
    }
    let mut sum = 0.0;
    let mut rest: &mut [Real] = scores;
    while let [score, more @ ..] = rest {
        *score = exp(*score - largest);
        sum += *score;
        rest = more;
    }
    let mut rest: &mut [Real] = scores;
    while let [score, more @ ..] = rest {
        *score /= sum;
        rest = more;
    }
}

/// The probabilities of two classes, of which the only score speaks for the second.
const fn both(score: Real) -> [Real; 2] {
    [sigmoid(-score), sigmoid(score)]
}

/// The class with the largest score; of equal ones the first.
const fn best<C: ::core::marker::Copy>(mut scores: &[Real], mut classes: &[C], first: C) -> C {
    let mut found = (Real::NEG_INFINITY, first);
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
const fn side<C: ::core::marker::Copy>(score: Real, [first, second]: [C; 2]) -> C {
    if score >= 0.0 { second } else { first }
}
