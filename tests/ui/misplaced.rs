// Words that exist, but belong elsewhere.

use neuralatex::train;

train! {
    model Outside<2, 4, 1> { data: spiral(5), optimizer: sgd(0.1).warmup(3).every.by(0.5) }
    model Number<2, 4, 1> { data: spiral(5), optimizer: adam(0.1.warmup(3)) }
    model Closure<2, 4, 1> { data: spiral(5), optimizer: adam((|epoch| 0.1 / epoch).warmup(3)) }
    model Rate<2, 4, 1> { data: spiral(5), optimizer: linear(0.1, 0.2) }
    model Beta<2, 4, 1> { data: spiral(5), optimizer: adam(0.1).beta(0.9) }
    model Alpha<2, 4, 1> { data: spiral(5), optimizer: sgd(0.1).alpha(0.9) }
    model Momentum<2, 4, 1> { data: spiral(5), optimizer: adam(0.1).momentum(0.9).nesterov() }
}

fn main() {}
