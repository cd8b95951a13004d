//! The specifications through the first door, and what both doors gave.

mod script {
    include!(concat!(env!("OUT_DIR"), "/paper.rs"));
    include!(concat!(env!("OUT_DIR"), "/shuffled.rs"));
    include!(concat!(env!("OUT_DIR"), "/wide.rs"));
    include!(concat!(env!("OUT_DIR"), "/wide_double.rs"));
    include!(concat!(env!("OUT_DIR"), "/recorded.rs"));
    include!(concat!(env!("OUT_DIR"), "/recorded_double.rs"));
    include!(concat!(env!("OUT_DIR"), "/targets.rs"));
    include!(concat!(env!("OUT_DIR"), "/blocks.rs"));
    include!(concat!(env!("OUT_DIR"), "/absolute.rs"));
    include!(concat!(env!("OUT_DIR"), "/file.rs"));
    include!(concat!(env!("OUT_DIR"), "/file_double.rs"));
}

mod macros {
    neuralatex::train! {
        pub model Paper<2, 4, 4, 1> {
            data: spiral(50).seed(1),
            optimizer: sgd(|epoch| 1.0 - 0.9 * (epoch - 1.0) / 100.0),
            init: paper,
            epochs: 35,
            batch: 100,
            seed: 7,
        }

        pub model Shuffled<2, 8, 5, 1> {
            data: moons(35).noise(0.2).seed(1),
            eval: moons(20).noise(0.2).seed(2),
            activation: tanh,
            loss: binary_cross_entropy,
            optimizer: adam(linear(0.05, 0.01)),
            normalize: standard,
            epochs: 8,
            batch: 16,
            restarts: 3,
        }

        pub model Wide<20, 70, 33, 5> {
            data: blobs(60).classes(5).dimensions(20).noise(4.0).seed(1),
            activation: [gelu, leaky_relu(0.1)],
            loss: cross_entropy,
            optimizer: adamw(cosine(0.01, 0.001).warmup(2)).weight_decay(0.1).clip(1.0),
            normalize: min_max,
            epochs: 4,
            batch: 200,
            seed: 3,
        }

        pub model WideDouble<11, 37, 3> {
            data: blobs(50).classes(3).dimensions(11).noise(4.0),
            activation: silu,
            optimizer: adam(0.01).weight_decay(0.01),
            precision: f64,
            epochs: 3,
            batch: 140,
        }

        pub model Recorded<2, 6, 1> {
            data: circles(30).noise(0.1),
            activation: sigmoid,
            loss: |score, target| (abs(score - target) + 0.5).powf(1.7)
                + 0.1 * sin(score * 3.0) + exp(-score * target).min(2.0),
            optimizer: sgd(0.05).momentum(0.9).nesterov(),
            epochs: 10,
        }

        pub model RecordedDouble<2, 17, 1> {
            data: circles(30).noise(0.1),
            loss: |score, target| relu(1.0 - score * target).powi(2)
                + ln((1.0 - score * target) * (1.0 - score * target) + 1.0) * cos(score).max(0.2),
            optimizer: rmsprop(exponential(0.01, 0.9)),
            precision: f64,
            epochs: 10,
            shuffle: false,
        }

        pub model Targets<2, 5, 3> {
            data: points([
                ([0.0, 1.0], [1.0, 2.0, -3.0]),
                ([1.0, 0.5], [0.5, 4.0, 0.25]),
                ([-1.0, 2.5], [0.1, -4.0, 2.25]),
            ]),
            activation: identity,
            loss: huber(0.7),
            optimizer: sgd(step(0.1).every(3).by(0.5)).momentum(0.8),
            init: uniform(-1.0, 1.0),
            epochs: 40,
            batch: 2,
            stop: loss_below(0.6),
        }

        pub model Blocks<200, 90, 3> {
            data: blobs(30).classes(3).dimensions(200).noise(20.0).seed(1),
            eval: blobs(20).classes(3).dimensions(200).noise(20.0).seed(2),
            optimizer: adam(0.01),
            epochs: 12,
            batch: 40,
            stop: patience(2),
        }

        pub model Absolute<2, 16, 16, 1> {
            data: xor(40).seed(1),
            loss: mae,
            optimizer: sgd(0.1).clip(0.5),
            precision: f64,
            epochs: 6,
            batch: 33,
        }

        pub model File<_, 8, _> {
            data: csv("../data/data/flies.csv").label("kind").missing(mean),
            eval: hold_out(0.2),
            normalize: standard,
            epochs: 6,
            seed: 5,
        }

        pub model FileDouble<_, 5, _> {
            data: csv("../data/data/flies.csv").target("weight").missing(drop),
            eval: hold_out(0.3).seed(2),
            precision: f64,
            epochs: 6,
        }
    }
}

macro_rules! print {
    ($door:ident: $($model:ident)*) => { $(
        let last = $door::$model::LOSSES[$door::$model::EPOCHS - 1].to_bits();
        let digest = &$door::$model::DIGEST[..16];
        println!("{} {} {digest} {last:016x}", stringify!($door), stringify!($model));
    )* };
}

fn main() {
    print!(script: Paper Shuffled Wide WideDouble Recorded RecordedDouble Targets Blocks Absolute File FileDouble);
    print!(macros: Paper Shuffled Wide WideDouble Recorded RecordedDouble Targets Blocks Absolute File FileDouble);
}
