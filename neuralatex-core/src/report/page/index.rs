//! The page over all models of a workspace.

use std::fmt::Write;

use super::{STYLE, filled};
use crate::escape::xml;
use crate::rounded::{percent, rounded};

const INDEX: &str = include_str!("index.html");

/// What is said of a model.
pub(crate) struct Summary {
    /// The crate, whose folder has its name, and the folder of the model in that.
    pub(crate) crate_name: String,
    pub(crate) folder: String,
    pub(crate) name: String,
    /// Whether there were evaluation rows.
    pub(crate) is_evaluated: bool,
    /// Sizes with hyphens between them.
    pub(crate) layers: String,
    pub(crate) parameters: usize,
    pub(crate) epochs: usize,
    /// Those that it was trained on.
    pub(crate) rows: usize,
    /// On evaluation rows, if it tells classes apart.
    pub(crate) accuracy: Option<f64>,
    /// On evaluation rows, or of the last epoch if there are none. Weights that are given may have neither.
    pub(crate) loss: Option<f64>,
    /// Whether its weights are given.
    pub(crate) is_given: bool,
}

/// The page over models, in the order in which they are given; those of a crate stand together.
pub(crate) fn index(models: &[Summary]) -> String {
    let mut sections = String::new();
    for group in models.chunk_by(|one, other| one.crate_name == other.crate_name) {
        let _ = writeln!(
            sections,
            "<section>\n<h2>{}</h2>\n<ul class=\"models\">",
            xml(&group[0].crate_name)
        );
        sections.extend(group.iter().map(card));
        sections += "</ul>\n</section>\n";
    }
    if models.is_empty() {
        sections += "<p class=\"note\">No model has been trained yet.</p>\n";
    }
    let count = match models.len() {
        1 => "1 model".to_string(),
        count => format!("{count} models"),
    };
    let given = match models.iter().filter(|model| model.is_given).count() {
        0 => String::new(),
        some => format!(", {some} of them elsewhere"),
    };
    filled(
        INDEX,
        &[
            ("style", STYLE),
            ("count", &count),
            ("given", &given),
            ("models", &sections),
        ],
    )
}

fn card(model: &Summary) -> String {
    let loss = model.loss.map(rounded);
    let (result, loss) = match (model.accuracy, loss) {
        (Some(accuracy), loss) => (
            format!("<strong>{} %</strong> accuracy", percent(accuracy)),
            loss.map_or(String::new(), |loss| {
                format!("<div><dt>evaluation loss</dt><dd>{loss}</dd></div>")
            }),
        ),
        (None, None) => ("not evaluated".to_string(), String::new()),
        (None, Some(loss)) => {
            let which = if model.is_evaluated {
                "evaluation"
            } else {
                "training"
            };
            (
                format!("<strong>{loss}</strong> {which} loss"),
                String::new(),
            )
        }
    };
    // Of several with one name, each has a folder of its own.
    let name = match model.folder.strip_prefix(&model.name) {
        Some(number) if !number.is_empty() => format!("{} ({})", model.name, model.folder),
        _ => model.name.clone(),
    };
    let path = [&model.crate_name, &model.folder].map(|part| xml(&address(part)));
    let trained = match model.is_given {
        true => "<div><dt>weights</dt><dd>from a file</dd></div>".to_string(),
        false => format!(
            "<div><dt>epochs</dt><dd>{}</dd></div><div><dt>training rows</dt><dd>{}</dd></div>",
            model.epochs, model.rows
        ),
    };
    format!(
        "<li><a href=\"{}/{}/index.html\"><span class=\"name\">{}</span>\
         <span class=\"result\">{result}</span></a>\
         <dl><div><dt>network</dt><dd>{}</dd></div><div><dt>parameters</dt><dd>{}</dd></div>\
         {trained}{loss}</dl></li>\n",
        path[0],
        path[1],
        xml(&name),
        xml(&model.layers.replace('-', " → ")),
        model.parameters
    )
}

/// A part of a path in an address: what is more than letters of ASCII as its bytes.
fn address(part: &str) -> String {
    let mut address = String::new();
    for byte in part.bytes() {
        match byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            true => address.push(byte as char),
            false => {
                let _ = write!(address, "%{byte:02X}");
            }
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::{Summary, index};

    fn summary(crate_name: &str, name: &str, accuracy: Option<f64>) -> Summary {
        Summary {
            crate_name: crate_name.to_string(),
            folder: name.to_string(),
            name: name.to_string(),
            is_evaluated: accuracy.is_some(),
            layers: "2-4-1".to_string(),
            parameters: 17,
            epochs: 35,
            rows: 100,
            accuracy,
            loss: Some(0.25),
            is_given: false,
        }
    }

    #[test]
    fn every_model_is_a_link_below_its_crate() {
        let page = index(&[
            summary("alpha", "Arm", Some(0.975)),
            summary("alpha", "Größe", None),
            summary("beta", "Arm", None),
        ]);
        assert_eq!(page.matches("<h2>").count(), 2);
        assert!(page.contains("href=\"alpha/Arm/index.html\""));
        assert!(page.contains("href=\"alpha/Gr%C3%B6%C3%9Fe/index.html\""));
        assert!(page.contains(">Größe<"));
        assert!(page.contains("href=\"beta/Arm/index.html\""));
        assert!(page.contains("97.5 %"));
        assert!(page.contains("2 → 4 → 1"));
        assert!(page.contains("3 models"));
    }

    #[test]
    fn models_that_were_trained_elsewhere_say_so() {
        let given = Summary {
            is_given: true,
            loss: None,
            ..summary("alpha", "Given", None)
        };
        let page = index(&[summary("alpha", "Arm", Some(0.5)), given]);
        assert!(page.contains("compiled, 1 of them elsewhere."), "{page}");
        assert_eq!(page.matches("<dt>epochs</dt>").count(), 1);
        let said = "not evaluated</span></a>";
        assert!(page.contains(said) && page.contains("<dd>from a file</dd>"));
    }

    #[test]
    fn names_are_text() {
        let page = index(&[summary("a<b>&\"c", "Arm", None)]);
        assert!(page.contains("<h2>a&lt;b&gt;&amp;&quot;c</h2>"));
        assert!(page.contains("href=\"a%3Cb%3E%26%22c/Arm/index.html\""));
    }
}
