//! Drawers take any text for names and labels.

use proptest::prelude::*;
use roxmltree::Document;

use super::figure::Matrix;
use super::{Axis, Body, Colour, Figure, Layer, Mark, Plot, Shape, Stroke};

/// A figure with this text wherever there may be one.
fn figures(text: &str) -> [Figure; 3] {
    let layer = |shape| Layer {
        label: Some(text.to_string()),
        colour: Colour::Series(1),
        shape,
    };
    let plot = Plot {
        x: Axis::over(text, [0.0, 1.0]),
        y: Axis::of_losses(text, &[1.0, 1e-9]),
        layers: vec![
            layer(Shape::Area(vec![vec![[0.0, 0.1], [1.0, 0.1], [1.0, 1.0]]])),
            layer(Shape::Line(vec![[0.0, 0.5], [1.0, 0.5]], Stroke::Dashed)),
            layer(Shape::Points(vec![[0.5, 0.5]], Mark::Ring)),
        ],
    };
    let matrix = Matrix {
        row_label: "true",
        column_label: "predicted",
        names: vec![text.to_string(), "b".to_string()],
        counts: vec![1, 0, 2, 3],
    };
    let named = Plot {
        y: Axis::named(text, vec![text.to_string(), "b".to_string()]),
        ..plot.clone()
    };
    [Body::Plot(plot), Body::Plot(named), Body::Matrix(matrix)].map(|body| Figure {
        name: "any",
        title: text.to_string(),
        caption: text.to_string(),
        body,
    })
}

/// Letters that mean something somewhere, any others, and long names.
fn text() -> impl Strategy<Value = String> {
    let special: Vec<char> = "<>&\"'%_#$\\^~{}`|[]*\n\r\t\0😀éß中".chars().collect();
    let letter = prop_oneof![prop::sample::select(special), any::<char>()];
    let short = prop::collection::vec(letter, 0..30);
    let short = short.prop_map(|letters| letters.into_iter().collect::<String>());
    (short, prop::sample::select(vec![1, 1, 1, 200])).prop_map(|(text, times)| text.repeat(times))
}

proptest! {
    #[test]
    fn svg_is_well_formed_with_any_text(text in text()) {
        for figure in figures(&text) {
            let svg = figure.svg();
            let document = Document::parse(&svg);
            prop_assert!(document.is_ok(), "{:?}: {svg}", document.err());
            prop_assert!(!svg.contains(['\n', '\r']));
            // What is long is cut, except where it cannot be seen.
            let texts = document.unwrap();
            let texts = texts.descendants().filter(|node| node.tag_name().name() == "text");
            for text in texts {
                prop_assert!(text.text().unwrap_or_default().chars().count() <= 40);
            }
        }
    }

    #[test]
    fn tikz_means_the_same_with_any_text(text in text()) {
        for (figure, plain) in figures(&text).into_iter().zip(figures("")) {
            prop_assert_eq!(signs(&figure.tikz()), signs(&plain.tikz()), "{}", figure.tikz());
        }
    }
}

/// The signs of TeX that are not escaped, apart from groups, which have to be balanced.
fn signs(tikz: &str) -> String {
    let mut signs = String::new();
    let mut depth = 0;
    let mut escaped = false;
    for letter in tikz.chars() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' => depth -= 1,
            '#' | '$' | '&' | '^' | '_' | '~' | '%' => signs.push(letter),
            _ => {}
        }
        assert!(depth >= 0, "{tikz}");
    }
    assert_eq!(depth, 0, "{tikz}");
    signs
}
