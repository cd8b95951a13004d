//! Trains for too long.

neuralatex::train! {
    model Long<2, 16, 1> {
        data: moons(500).noise(0.1),
        epochs: 1000000,
        budget: seconds(0.9),
    }
}

neuralatex::train! {
    model Bounded<2, 16, 1> {
        data: moons(500).noise(0.1),
        epochs: 1000000,
    }
}
