// Rust that is no word of this grammar: the error says what to write instead.

use neuralatex::train;

train! {
    model Power<2, 4, 1> { data: spiral(5), loss: |score, target| (score - target) ^ 2 }
    model Path<2, 4, 1> { data: spiral(5), optimizer: sgd(|epoch| 0.1 * f64::exp(-epoch)) }
    model Vector<2, 1> { data: spiral(5), init: values(vec![0.5, 0.5, 0.0]) }
    model Text<1, 1> { data: points([([0.0], "a"), ([1.0], "b")]) }
    model Percent<2, 4, 1> { data: spiral(5), eval: spiral(5), require: accuracy >= 95 }
    model Stars<2, 4, 1> { data: spiral(5), loss: |score, target| (score - target) ** 2 }
    model Arrow<2, 4, 1> { data: spiral(5), eval: spiral(5), require: accuracy => 0.9 }
    model Less<2, 4, 1> { data: spiral(5), eval: spiral(5), require: [loss =< 0.9] }
    model Equal<2, 4, 1> { data: spiral(5), eval: spiral(5), require: accuracy = 0.9 }
    model Two<2, 4, 1> { data: spiral(5), eval: spiral(5), require: 0.5 <= accuracy <= 0.9 }
    model Comma<2, 4, 1> { data: spiral(5).noise(0,5), optimizer: adam(0,01).clip(1, 2) }
    model Commas<2, 4, 1> { data: spiral(5, 3), optimizer: sgd(linear(0,1, 0.01)) }
    model And<2, 4, 1> { data: spiral(5), eval: spiral(5), require: accuracy >= 0.9 && loss <= 0.2 }
    model Word<2, 4, 1> { data: spiral(5), eval: spiral(5), require: accuracy >= 0.9 and loss <= 0.2 }
    model Constant<2, 4, 1> { data: spiral(5), optimizer: sgd(0.1).clip(f32::INFINITY), epochs: self::EPOCHS }
    model Long<2, 4, 1> { data: spiral(5), optimizer: sgd(::std::f64::consts::PI), precision: Precision::F64 }
    model Named<2, 4, 1> { data: spiral(n: 5), optimizer: Adam(lr = 0.01) }
    model Several<2, 4, 1> { data: spiral(5), optimizer: adam(0.01, clip = 1), init: uniform(lo = -1, hi = 1) }
    model Missing<2, 4, 1> { data: spiral(5), precision: Precision::F64 epochs: 3 }
    model Rest<2, 4, 1> { data: spiral(5), eval: spiral(5), require: accuracy >= limits::LEAST and loss <= 0.2 }
    model Struct<2, 4, 1> { data: spiral(5), optimizer: adam { lr: 0.01 } }
    model Either<2, 4, 1> { data: spiral(5), activation: relu or tanh, epochs: 2 || 3 }
    model Both<2, 4, 1> { data: spiral(5), loss: |score, target| score * target && target }
    model Or<2, 4, 1> { data: spiral(5), eval: spiral(5), require: accuracy >= 0.9 || loss <= 0.2 }
}

fn main() {}
