//! Models of both doors, two of them with the same name.

include!(concat!(env!("OUT_DIR"), "/built.rs"));

neuralatex::train! {
    /// One that the macro trains.
    pub model Expanded<2, 3, 1> { data: moons(20), eval: moons(20), epochs: 5 }
}

/// Another module.
pub mod inner {
    neuralatex::train! {
        /// One with the name of that of the build script.
        pub model Built<2, 3, 1> { data: circles(20), epochs: 5 }
    }

    neuralatex::train! {
        /// Another one of the same name.
        pub model Expanded<2, 4, 1> { data: circles(20), epochs: 5 }
    }
}
