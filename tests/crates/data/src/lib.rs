//! Typed models of a file, with sizes that follow from it, in constants.
#![no_std]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]
#![forbid(unsafe_code)]

use neuralatex::{train, Classifier, Regressor};

train! {
    /// Which fly it is.
    pub model Fly<_, 8, _> {
        data: csv("data/flies.csv").label("kind").missing(mean),
        eval: hold_out(0.2),
        normalize: standard,
        require: [accuracy >= 0.9, recall(FruitFly) > 0.5],
    }

    /// How heavy it is.
    pub model Weight<_, 4, _> {
        data: csv("data/flies.csv").target("weight").ignore("kind").missing(drop),
        eval: hold_out(0.2),
        normalize: min_max,
        require: r2 >= 0.5,
    }

    /// Which plant it is, with names that are not ASCII, or that the compiler would take for each other.
    pub model Plant<_, 4, _> {
        data: csv("data/ähren.csv").label("Art"),
        normalize: standard,
        epochs: 5,
    }

    /// One that nobody should use any more, which its impl of a trait does.
    #[deprecated(note = "flies are told apart by `Fly`")]
    pub model Old<_, 3, _> {
        data: csv("data/flies.csv").label("kind").missing(mean),
        normalize: standard,
        epochs: 2,
        allow: unfinished,
    }
}

/// Models of a module that is on its way out.
#[deprecated]
pub mod old {
    neuralatex::train! {
        /// As above, without a mark of its own.
        pub model Older<_, 3, _> {
            data: csv("data/flies.csv").target("weight").missing(drop),
            normalize: standard,
            epochs: 2,
            allow: unfinished,
        }
    }
}

/// The same from the build script.
pub mod by_script {
    include!(concat!(env!("OUT_DIR"), "/fly.rs"));
    include!(concat!(env!("OUT_DIR"), "/weight.rs"));
    include!(concat!(env!("OUT_DIR"), "/plant.rs"));
}

/// A fly whose kind is found while the crate is compiled.
pub const SEEN: FlyInput = FlyInput {
    wing_length_mm: 7.1,
    weight: 2.1,
    type_black: 0.0,
    type_dark_red: 0.0,
    type_grey: 1.0,
};

/// Its kind.
pub const KIND: FlyClass = Fly::predict(SEEN.to_array());

const _: () = {
    assert!(matches!(KIND, FlyClass::HouseFly));
    assert!(matches!(
        FlyClass::ALL,
        [
            FlyClass::Class2ndKind,
            FlyClass::FruitFly,
            FlyClass::HouseFly
        ]
    ));
    assert!(Fly::LAYERS[0] == 5 && Fly::LAYERS[2] == 3);
    assert!(Weight::LAYERS[0] == 4 && Weight::LAYERS[2] == 1);
    assert!(Fly::EVALUATED == 18 && Fly::TRAINED == 72);
    assert!(Weight::TRAINED + Weight::EVALUATED == 89);
    assert!(Weight::R2 > 0.5 && Weight::RMSE > Weight::MAE * 0.99);
    assert!(same(Fly::DIGEST, by_script::Fly::DIGEST));
    assert!(same(Weight::DIGEST, by_script::Weight::DIGEST));
    let shares = Fly::probabilities(SEEN.to_array());
    assert!(shares[2] > 0.5);
    let mut rows = 0;
    let mut class = 0;
    while class < 3 {
        rows += Fly::CONFUSION[class][0] + Fly::CONFUSION[class][1] + Fly::CONFUSION[class][2];
        class += 1;
    }
    assert!(rows == Fly::EVALUATED);
};

/// A plant, of names as the file has them as far as the compiler lets them be.
pub const EAR: PlantInput = PlantInput {
    länge_um: 0.1,
    größe: 2.0,
    café_größer: 1.0,
    café_hell: 0.0,
    cafe_u0301: 3.0,
};

const _: () = {
    use PlantClass::{AU0308Hre, Ähre, ALL_};
    assert!(matches!(PlantClass::ALL, [ALL_, AU0308Hre, Ähre]));
    assert!(same(Ähre.as_str(), "Ähre") && same(ALL_.as_str(), "ALL"));
    assert!(same(AU0308Hre.as_str(), "A\u{308}hre"));
    let array = EAR.to_array();
    let again = by_script::PlantInput {
        länge_um: 0.1,
        größe: 2.0,
        café_größer: 1.0,
        café_hell: 0.0,
        cafe_u0301: 3.0,
    };
    assert!(array.len() == 5 && again.to_array().len() == 5);
    assert!(same(Plant::DIGEST, by_script::Plant::DIGEST));
};

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut place = 0;
    while place < a.len() && place < b.len() && a[place] == b[place] {
        place += 1;
    }
    place == a.len() && place == b.len()
}

/// Generic code takes any model.
#[must_use]
pub fn first_class<C: Classifier>() -> Option<C::Class> {
    C::CLASSES.first().copied()
}

/// The name of a kind, by way of a generic function.
#[must_use]
pub fn first_name() -> &'static str {
    first_class::<Fly>().map_or("", FlyClass::as_str)
}

/// How well the weight is explained.
#[must_use]
pub fn explained() -> Option<f64> {
    <Weight as Regressor>::R2
}
