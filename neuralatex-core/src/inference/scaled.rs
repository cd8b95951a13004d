// From the numbers of a quantised network to its integers, and back; `integer.rs` has the layers.
// This file is compiled into the kernels for f32 and f64, and its functions are written into the
// generated code, with `Real` replaced by `f32` or `f64`, `Stored` by the same or by its bytes, and
// `number` by what reads one, which is nothing where numbers are written down.

/// Inputs in steps, of which the least number seen is -128. What is beyond the numbers that
/// were seen is the nearest of them.
const fn in_steps(
    mut inputs: &[Real],
    mut scales: &[Stored],
    mut offsets: &[Stored],
    mut integers: &mut [i8],
) {
    while let (
        [input, more_inputs @ ..],
        [scale, more_scales @ ..],
        [offset, more_offsets @ ..],
        [integer, more_integers @ ..],
    ) = (inputs, scales, offsets, integers)
    {
        let (scale, offset) = (number(*scale), number(*offset));
        // The conversion ends at 0 and at 255, and makes 0 of what is no number.
        let steps = ((*input - offset) / scale + 0.5) as u8;
        *integer = steps.wrapping_sub(128) as i8;
        inputs = more_inputs;
        scales = more_scales;
        offsets = more_offsets;
        integers = more_integers;
    }
}

/// Scores as numbers: each integer times the scale.
const fn in_numbers(mut integers: &[i32], scale: Real, mut scores: &mut [Real]) {
    while let ([integer, more_integers @ ..], [score, more_scores @ ..]) = (integers, scores) {
        *score = *integer as Real * scale;
        integers = more_integers;
        scores = more_scores;
    }
}
