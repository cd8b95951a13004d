// The layers of generated code. This file is written into it, with `Real` replaced by `f32` or `f64`,
// `Stored` by as many bytes, and `WIDTH` by how many of these are 64 bytes. The emitter adds `put`, which
// writes a panel and returns what is left of the places. Lines have 92 characters at most.
//
// Weights stand in columns, one for each input, after that of the biases. So each step of a loop
// multiplies one input by a whole column, in which no sum depends on another, and the compiler makes
// vectors of it. Slices are taken apart by patterns, as in `arithmetic.rs`. Functions of which the compiler
// has to see the inside, so that sums stay in registers, ask to be inlined.

/// The sums of some panels for some rows, each of two: of inputs with even and with odd
/// numbers. A weight is read once for all rows, and an input once for all panels.
#[inline(always)]
const fn tile<const PANELS: usize, const ROWS: usize, const C: usize, const I: usize>(
    panels: [&[[Stored; WIDTH]; C]; PANELS],
    rows: [&[Real; I]; ROWS],
) -> [[[Real; WIDTH]; PANELS]; ROWS] {
    let (mut panels, mut rows) = (slices(panels), slices(rows));
    let mut even = [biases(&mut panels); ROWS];
    let mut odd = [[[-0.0; WIDTH]; PANELS]; ROWS];
    // All end together. The compiler finds that out if each end leaves the loop at once.
    while add_next(&mut even, &mut panels, &mut rows)
        && add_next(&mut odd, &mut panels, &mut rows)
        && (I < LONG
            || add_next(&mut even, &mut panels, &mut rows)
                && add_next(&mut odd, &mut panels, &mut rows))
    {}
    add_all(&mut even, &odd);
    even
}

/// Arrays as slices.
#[inline(always)]
const fn slices<T, const L: usize, const N: usize>(arrays: [&[T; L]; N]) -> [&[T]; N] {
    let mut slices: [&[T]; N] = [&[]; N];
    let (mut places, mut arrays): (&mut [&[T]], &[_]) = (&mut slices, &arrays);
    while let ([place, more @ ..], [array, others @ ..]) = (places, arrays) {
        *place = *array;
        (places, arrays) = (more, others);
    }
    slices
}

/// Takes the first of each slice off; nothing where one has ended.
#[inline(always)]
const fn heads<'s, T, const N: usize>(
    slices: &mut [&'s [T]; N],
) -> ::core::option::Option<[&'s T; N]> {
    let [[first, ..], ..] = slices.as_slice() else {
        return ::core::option::Option::None;
    };
    let mut heads = [first; N];
    let (mut places, mut slices): (&mut [_], &mut [&'s [T]]) = (&mut heads, slices);
    while let ([place, more @ ..], [slice, others @ ..]) = (places, slices) {
        let [head, rest @ ..] = *slice else {
            return ::core::option::Option::None;
        };
        (*place, *slice) = (head, rest);
        (places, slices) = (more, others);
    }
    ::core::option::Option::Some(heads)
}

/// Takes the biases off panels.
#[inline(always)]
const fn biases<const PANELS: usize>(
    panels: &mut [&[[Stored; WIDTH]]; PANELS],
) -> [[Real; WIDTH]; PANELS] {
    let mut sums = [[-0.0; WIDTH]; PANELS];
    let ::core::option::Option::Some(biases) = heads(panels) else {
        return sums;
    };
    let (mut places, mut biases): (&mut [_], &[_]) = (&mut sums, &biases);
    while let ([place, more @ ..], [of_panel, others @ ..]) = (places, biases) {
        *place = numbers(of_panel);
        (places, biases) = (more, others);
    }
    sums
}

/// Adds the products of the next input of each row and the next column of each panel; false if
/// there is none.
#[inline(always)]
const fn add_next<const N: usize, const PANELS: usize, const ROWS: usize>(
    sums: &mut [[[Real; N]; PANELS]; ROWS],
    panels: &mut [&[[Stored; N]]; PANELS],
    rows: &mut [&[Real]; ROWS],
) -> bool {
    let ::core::option::Option::Some(inputs) = heads(rows) else {
        return false;
    };
    let ::core::option::Option::Some(columns) = heads(panels) else {
        return false;
    };
    add_products(sums, columns, inputs);
    true
}

/// Adds the products of one input of each row and one column of each panel.
#[inline(always)]
const fn add_products<const N: usize, const PANELS: usize, const ROWS: usize>(
    sums: &mut [[[Real; N]; PANELS]; ROWS],
    columns: [&[Stored; N]; PANELS],
    inputs: [&Real; ROWS],
) {
    let (mut sums, mut inputs): (&mut [_], &[_]) = (sums, &inputs);
    while let ([of_row, more @ ..], [input, others @ ..]) = (sums, inputs) {
        let (mut of_row, mut columns): (&mut [_], &[_]) = (of_row, &columns);
        while let ([of_panel, more @ ..], [column, others @ ..]) = (of_row, columns) {
            add_product(of_panel, *column, **input);
            (of_row, columns) = (more, others);
        }
        (sums, inputs) = (more, others);
    }
}

/// Adds the sums of some panels and rows to others.
#[inline(always)]
const fn add_all<const N: usize, const PANELS: usize, const ROWS: usize>(
    sums: &mut [[[Real; N]; PANELS]; ROWS],
    terms: &[[[Real; N]; PANELS]; ROWS],
) {
    let (mut sums, mut terms): (&mut [_], &[_]) = (sums, terms);
    while let ([of_row, more @ ..], [terms_of_row, others @ ..]) = (sums, terms) {
        let (mut of_row, mut terms_of_row): (&mut [_], &[_]) = (of_row, terms_of_row);
        while let ([of_panel, more @ ..], [panel, others @ ..]) = (of_row, terms_of_row) {
            add(of_panel, panel);
            (of_row, terms_of_row) = (more, others);
        }
        (sums, terms) = (more, others);
    }
}

/// The sums of the neurons that are no whole panel, each of four: of every fourth input.
#[inline(always)]
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

/// The same sums for some rows, which share the weights that were read.
#[inline(always)]
const fn remainders<const N: usize, const ROWS: usize, const C: usize, const I: usize>(
    columns: &[[Stored; N]; C],
    rows: [&[Real; I]; ROWS],
) -> [[[Real; N]; 1]; ROWS] {
    let (mut columns, mut rows) = (slices([columns]), slices(rows));
    let ::core::option::Option::Some([biases]) = heads(&mut columns) else {
        return [[[0.0; N]]; ROWS];
    };
    let mut first = [[numbers(biases)]; ROWS];
    let mut second = [[[-0.0; N]]; ROWS];
    let mut third = [[[-0.0; N]]; ROWS];
    let mut fourth = [[[-0.0; N]]; ROWS];
    while add_next(&mut first, &mut columns, &mut rows)
        && add_next(&mut second, &mut columns, &mut rows)
        && add_next(&mut third, &mut columns, &mut rows)
        && add_next(&mut fourth, &mut columns, &mut rows)
    {}
    add_all(&mut first, &second);
    add_all(&mut third, &fourth);
    add_all(&mut first, &third);
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

/// Writes values into places; returns those that are left.
const fn copy<'p>(mut values: &[Real], mut places: &'p mut [Real]) -> &'p mut [Real] {
    while let [value, others @ ..] = values {
        let [place, more @ ..] = places else {
            return &mut [];
        };
        *place = *value;
        (values, places) = (others, more);
    }
    places
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

/// Two slices, of which the longer one loses its end.
const fn paired<'a, 'b, A, B>(
    mut first: &'a [A],
    mut second: &'b mut [B],
) -> (&'a [A], &'b mut [B]) {
    while first.len() > second.len() {
        let [others @ .., _] = first else { break };
        first = others;
    }
    while second.len() > first.len() {
        let [others @ .., _] = second else { break };
        second = others;
    }
    (first, second)
}
