//! The types beside the struct: the classes as an enum, the inputs as a struct of named fields.

use super::text::Text;
use crate::data::{Classes, Feature, Header, Task, names};
use crate::escape::code;
use crate::spec::Model;
use crate::trained::Trained;

/// Lints that do not fit what other people's data is called.
const ALLOWED: &str = "#[allow(
    dead_code,
    non_camel_case_types,
    unreachable_pub,
    clippy::doc_markdown,
    clippy::enum_variant_names,
    clippy::upper_case_acronyms
)]";

/// The type of a predicted class, where there are classes.
pub(super) fn class(trained: &Trained) -> Option<String> {
    match &trained.rows.task {
        Task::Classes(Classes::Whole(_)) => Some("i32".to_string()),
        Task::Classes(Classes::Text(_)) => Some(format!("{}Class", trained.model.name)),
        Task::Targets => None,
    }
}

/// The name of a type that the functions need, which the model may have itself.
pub(super) fn own(name: &str, model: &Model) -> String {
    match model.name == name {
        true => format!("{name}OfModel"),
        false => name.to_string(),
    }
}

pub(super) fn types(text: &mut Text, trained: &Trained) {
    if let Task::Classes(Classes::Text(texts)) = &trained.rows.task {
        classes(text, &trained.model.name, texts);
    }
    if let Some(header) = &trained.rows.header {
        inputs(text, trained, header);
    }
}

/// The enum of the classes.
fn classes(text: &mut Text, model: &str, texts: &[String]) {
    let variants: Vec<String> = texts.iter().map(|text| names::variant(text)).collect();
    text.line("");
    text.doc(&format!(
        "What [`{model}`] tells apart: its classes, in ascending order."
    ));
    text.line("#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]");
    text.block(ALLOWED);
    text.line(&format!("pub enum {model}Class {{"));
    text.indented(|text| {
        for (class, variant) in texts.iter().zip(&variants) {
            text.doc(&format!("The class {}.", code(class)));
            text.line(&format!("{variant},"));
        }
    });
    text.line("}");
    text.line("");
    text.line("#[allow(dead_code, unreachable_pub)]");
    text.line(&format!("impl {model}Class {{"));
    text.indented(|text| {
        let count = texts.len();
        text.doc("All classes, in ascending order.");
        text.line(&format!("pub const ALL: [{model}Class; {count}] = ["));
        text.indented(|text| {
            for variant in &variants {
                text.line(&format!("{model}Class::{variant},"));
            }
        });
        text.line("];");
        text.line("");
        text.doc("The class as the data has it.");
        text.line("#[must_use]");
        text.line("pub const fn as_str(self) -> &'static str {");
        text.indented(|text| {
            text.line("match self {");
            text.indented(|text| {
                for (class, variant) in texts.iter().zip(&variants) {
                    text.line(&format!("{model}Class::{variant} => {class:?},"));
                }
            });
            text.line("}");
        });
        text.line("}");
    });
    text.line("}");
    text.line("");
    text.line(&format!("impl ::core::fmt::Display for {model}Class {{"));
    text.indented(|text| {
        text.line(
            "fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {",
        );
        text.indented(|text| text.line("formatter.pad(self.as_str())"));
        text.line("}");
    });
    text.line("}");
}

/// The struct of the inputs.
fn inputs(text: &mut Text, trained: &Trained, header: &Header) {
    let model = &trained.model.name;
    let real = trained.model.precision.name();
    let fields = names::fields(header);
    text.line("");
    text.doc(&format!(
        "The inputs of [`{model}`] by the names of their columns."
    ));
    text.line("#[derive(Debug, Clone, Copy, PartialEq)]");
    text.line(
        "#[allow(dead_code, unreachable_pub, clippy::doc_markdown, clippy::struct_field_names)]",
    );
    text.line(&format!("pub struct {model}Input {{"));
    text.indented(|text| {
        for (meaning, field) in meanings(header).iter().zip(&fields) {
            text.doc(meaning);
            text.line(&format!("pub {field}: {real},"));
        }
    });
    text.line("}");
    text.line("");
    text.line("#[allow(dead_code, unreachable_pub)]");
    text.line(&format!("impl {model}Input {{"));
    text.indented(|text| {
        let count = fields.len();
        text.doc(&format!(
            "The numbers in the order in which [`{model}`] takes them."
        ));
        text.line("#[must_use]");
        text.line("#[allow(clippy::large_types_passed_by_value)]");
        text.line(&format!(
            "pub const fn to_array(self) -> [{real}; {count}] {{"
        ));
        text.indented(|text| {
            text.line("[");
            text.indented(|text| {
                for field in &fields {
                    text.line(&format!("self.{field},"));
                }
            });
            text.line("]");
        });
        text.line("}");
    });
    text.line("}");
}

/// What each input says.
fn meanings(header: &Header) -> Vec<String> {
    let of_feature = |feature: &Feature| {
        let column = code(&feature.name);
        let one = |text: &String| format!("1 if {column} is {}, else 0.", code(text));
        match &feature.texts {
            None => vec![format!("The column {column}.")],
            Some(texts) => texts.iter().map(one).collect(),
        }
    };
    header.features.iter().flat_map(of_feature).collect()
}
