//! The impl of a trait of the root crate, which the macro adds beside the generated source.

use super::text::Text;
use super::types;
use crate::trained::Trained;

impl Trained {
    /// The impl of `Classifier` or `Regressor` for the generated struct, from the name of the trait on.
    /// For the macro, which knows the path.
    #[doc(hidden)]
    pub fn implementation(&self) -> String {
        let (name, real) = (&self.model.name, self.model.precision.name());
        let layers = &self.model.layers;
        let input = format!("[{real}; {}]", layers[0]);
        let output = format!("[{real}; {}]", layers[layers.len() - 1]);
        let is_evaluated = self.evaluation().is_some();
        let measured = |constant: &str| match is_evaluated {
            true => format!("::core::option::Option::Some(Self::{constant})"),
            false => "::core::option::Option::None".to_string(),
        };
        let share = "::core::option::Option<f64>";
        let mut text = Text::default();
        match types::class(self) {
            Some(class) => {
                text.line(&format!("Classifier for {name} {{"));
                text.line(&format!("type Input = {input};"));
                text.line(&format!("type Scores = {output};"));
                text.line(&format!("type Class = {class};"));
                text.line(&format!(
                    "const CLASSES: &'static [{class}] = &Self::CLASSES;"
                ));
                text.line(&format!(
                    "const ACCURACY: {share} = {};",
                    measured("ACCURACY")
                ));
                text.line(&format!(
                    "fn scores(input: {input}) -> {output} {{ Self::scores(input) }}"
                ));
                text.line(&format!(
                    "fn predict(input: {input}) -> {class} {{ Self::predict(input) }}"
                ));
            }
            None => {
                text.line(&format!("Regressor for {name} {{"));
                text.line(&format!("type Input = {input};"));
                text.line(&format!("type Output = {output};"));
                text.line(&format!("const R2: {share} = {};", measured("R2")));
                text.line(&format!(
                    "fn predict(input: {input}) -> {output} {{ Self::predict(input) }}"
                ));
            }
        }
        text.line("}");
        text.finish()
    }
}
