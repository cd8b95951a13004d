//! How far a disease goes on within a year: a number is predicted, not a class.

use neuralatex::{Regressor, train};

train! {
    /// The progression of diabetes after a year from ten measurements.
    pub model Progression<_, 8, _> {
        data: csv("examples/data/diabetes.csv").target("progression"),
        eval: hold_out(0.2),
        normalize: standard,
        epochs: 200,
        require: [r2 >= 0.25, rmse < 65.0],
    }
}

fn main() {
    println!(
        "{} patients: mean error {:.1}, root of mean square {:.1}, R² {:.3}",
        Progression::EVALUATED,
        Progression::MAE,
        Progression::RMSE,
        Progression::R2
    );
    let patient = ProgressionInput {
        age: 59.0,
        sex: 2.0,
        body_mass_index: 32.1,
        blood_pressure: 101.0,
        total_cholesterol: 157.0,
        low_density_lipoproteins: 93.2,
        high_density_lipoproteins: 38.0,
        cholesterol_ratio: 4.0,
        log_triglycerides: 4.8598,
        blood_sugar: 87.0,
    };
    let [predicted] = <Progression as Regressor>::predict(patient.to_array());
    println!("predicted for a patient: {predicted:.0}");
}
