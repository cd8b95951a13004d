// The layers of generated code. This file is written into it, with `Real` replaced by `f32` or `f64`,
// `Stored` by as many bytes, and `PANEL` by how many of these are 64 bytes. One function is written by the
// emitter: `put`, which writes a panel and returns what is left of the places. Lines have 92 characters
// at most.
//
// Weights stand in columns, one for each input, after that of the biases. So each step of a loop
// multiplies one input by a whole column, in which no sum depends on another, and the compiler makes
// vectors of it. Slices are taken apart by patterns, as in `arithmetic.rs`.

/// The sums of a layer's panels into `outputs`; returns what is left of these.
const fn panels<'o, const COLUMNS: usize>(
    mut panels: &[[[Stored; PANEL]; COLUMNS]],
    inputs: &[Real],
    mut outputs: &'o mut [Real],
) -> &'o mut [Real] {
    while let [columns, others @ ..] = panels {
        outputs = put(panel(columns, inputs), outputs);
        panels = others;
    }
    outputs
}

/// The sums of a panel, each of two: of inputs with even and with odd numbers.
const fn panel(columns: &[[Stored; PANEL]], mut inputs: &[Real]) -> [Real; PANEL] {
    let [biases, columns @ ..] = columns else {
        return [0.0; PANEL];
    };
    let mut columns = columns;
    let mut even = numbers(biases);
    let mut odd = [-0.0; PANEL];
    while let ([x, y, rest @ ..], [a, b, others @ ..]) = (inputs, columns) {
        add_product(&mut even, a, *x);
        add_product(&mut odd, b, *y);
        (inputs, columns) = (rest, others);
    }
    if let ([x, ..], [a, ..]) = (inputs, columns) {
        add_product(&mut even, a, *x);
    }
    add(&mut even, &odd);
    even
}

/// The sums of a layer's panels for two rows of inputs; returns what is left of their outputs.
const fn panels_of_two<'o, const COLUMNS: usize>(
    mut panels: &[[[Stored; PANEL]; COLUMNS]],
    inputs: [&[Real]; 2],
    outputs: [&'o mut [Real]; 2],
) -> [&'o mut [Real]; 2] {
    let [mut first, mut second] = outputs;
    while let [columns, others @ ..] = panels {
        let [sums, sums_of_second] = panel_of_two(columns, inputs);
        first = put(sums, first);
        second = put(sums_of_second, second);
        panels = others;
    }
    [first, second]
}

/// The sums of a panel for two rows of inputs, as `panel` has them for one: a weight is read
/// once for both.
const fn panel_of_two(
    columns: &[[Stored; PANEL]],
    [mut first, mut second]: [&[Real]; 2],
) -> [[Real; PANEL]; 2] {
    let [biases, columns @ ..] = columns else {
        return [[0.0; PANEL]; 2];
    };
    let mut columns = columns;
    let mut even = numbers(biases);
    let mut odd = [-0.0; PANEL];
    let (mut even_of_second, mut odd_of_second) = (even, odd);
    while let ([x, y, rest @ ..], [u, v, more @ ..], [a, b, others @ ..]) =
        (first, second, columns)
    {
        add_product(&mut even, a, *x);
        add_product(&mut even_of_second, a, *u);
        add_product(&mut odd, b, *y);
        add_product(&mut odd_of_second, b, *v);
        (first, second, columns) = (rest, more, others);
    }
    if let ([x, ..], [u, ..], [a, ..]) = (first, second, columns) {
        add_product(&mut even, a, *x);
        add_product(&mut even_of_second, a, *u);
    }
    add(&mut even, &odd);
    add(&mut even_of_second, &odd_of_second);
    [even, even_of_second]
}

/// The sums of the neurons that are no whole panel, each of four: of every fourth input.
const fn remainder<const N: usize>(columns: &[[Stored; N]], mut inputs: &[Real]) -> [Real; N] {
    let [biases, columns @ ..] = columns else {
        return [0.0; N];
    };
    let mut columns = columns;
    let mut first = numbers(biases);
    let mut second = [-0.0; N];
    let mut third = [-0.0; N];
    let mut fourth = [-0.0; N];
    while let ([x, y, z, w, more @ ..], [a, b, c, d, others @ ..]) = (inputs, columns) {
        add_product(&mut first, a, *x);
        add_product(&mut second, b, *y);
        add_product(&mut third, c, *z);
        add_product(&mut fourth, d, *w);
        (inputs, columns) = (more, others);
    }
    if let ([x, ..], [a, ..]) = (inputs, columns) {
        add_product(&mut first, a, *x);
    }
    if let ([_, y, ..], [_, b, ..]) = (inputs, columns) {
        add_product(&mut second, b, *y);
    }
    if let ([_, _, z, ..], [_, _, c, ..]) = (inputs, columns) {
        add_product(&mut third, c, *z);
    }
    add(&mut first, &second);
    add(&mut third, &fourth);
    add(&mut first, &third);
    first
}

/// Adds an input times its weights to as many sums.
const fn add_product(mut sums: &mut [Real], mut column: &[Stored], input: Real) {
    while let ([sum, more @ ..], [weight, others @ ..]) = (sums, column) {
        *sum += Real::from_le_bytes(*weight) * input;
        (sums, column) = (more, others);
    }
}

/// Adds sums to others.
const fn add(mut sums: &mut [Real], mut terms: &[Real]) {
    while let ([sum, more @ ..], [term, others @ ..]) = (sums, terms) {
        *sum += *term;
        (sums, terms) = (more, others);
    }
}

/// Writes values into places.
const fn copy(mut values: &[Real], mut places: &mut [Real]) {
    while let ([value, others @ ..], [place, more @ ..]) = (values, places) {
        *place = *value;
        (values, places) = (others, more);
    }
}

/// Weights as numbers. They are added to -0, which does not change them: what only copies
/// them would become a call of `memcpy`, which on a small chip is larger than a network.
const fn numbers<const N: usize>(stored: &[Stored; N]) -> [Real; N] {
    let mut numbers = [-0.0; N];
    let mut places: &mut [Real] = &mut numbers;
    let mut stored: &[Stored] = stored;
    while let ([place, more @ ..], [weight, others @ ..]) = (places, stored) {
        *place += Real::from_le_bytes(*weight);
        (places, stored) = (more, others);
    }
    numbers
}
