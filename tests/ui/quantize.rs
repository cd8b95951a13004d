// Values of `quantize` that are none: uses of the functions with integers are no errors as well.

use neuralatex::train;

train! {
    model Word<2, 4, 1> { data: spiral(5), eval: spiral(5), quantize: i7 }
    model Quoted<2, 4, 1> { data: spiral(5), quantize: "i8" }
    model Nothing<2, 4, 1> { data: spiral(5), quantize: none }
    model Absent<2, 4, 1> { data: spiral(5), eval: spiral(5), quantize: }
}

fn main() {
    let input: [i8; 2] = Word::quantize([0.5, 0.25]);
    let [score] = Word::scores_i8(input);
    println!("{} {}", Word::predict_i8(input), score as f32 * Word::SCORE_SCALE);
    println!("{} {}", Word::ACCURACY, Word::ACCURACY_FLOAT);
    println!("{}", Absent::predict_i8(Absent::quantize([0.5, 0.25])));
}
