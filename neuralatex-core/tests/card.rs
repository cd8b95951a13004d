//! The card of a model: the user's words first, then results, specification, figures and data, within a
//! bound, and none of it if it is not wanted.

mod common;

use common::models::{kinds, paper_spiral, train};
use common::{folder, tables};
use neuralatex_core::prelude::*;

/// The doc comment of the struct.
fn documentation(code: &str) -> Vec<&str> {
    let lines = code.lines().skip_while(|line| !line.starts_with("///"));
    let lines = lines.take_while(|line| line.starts_with("///"));
    lines
        .map(|line| line[3..].strip_prefix(' ').unwrap_or_default())
        .collect()
}

fn source_of_documentation(code: &str) -> usize {
    let lines = code.lines().filter(|line| line.starts_with("///"));
    lines.map(|line| line.len() + 1).sum()
}

#[test]
fn it_says_all_that_a_reader_wants_to_know() {
    let trained = train(paper_spiral());
    let code = trained.code();
    let documentation = documentation(&code);
    assert_eq!(
        documentation[0],
        "Which arm of the paper's spiral a point lies on."
    );
    let table = [
        ("rows trained on", "100".to_string()),
        ("rows evaluated", "100".to_string()),
        ("correct", trained.correct().unwrap().to_string()),
        ("accuracy", format!("{} %", trained.correct().unwrap())),
        ("loss", format!("{:.4}", trained.loss().unwrap())),
        ("parameters", "37".to_string()),
        ("epochs", "35".to_string()),
        ("seed", "7".to_string()),
        ("digest", format!("`{}`", trained.digest())),
    ];
    for (name, value) in table {
        let row = format!("| {name} | {value} |");
        assert!(
            documentation.contains(&&row[..]),
            "{row} is not in\n{}",
            documentation.join("\n")
        );
    }
    let headings = ["# Results", "# Specification", "# Figures", "# Data"];
    let places = headings.map(|heading| documentation.iter().position(|line| *line == heading));
    assert!(places.iter().all(Option::is_some), "{places:?}");
    assert!(places.is_sorted(), "{places:?}");
    let whole = documentation.join("\n");
    assert_eq!(
        whole.matches("data-figure=").count(),
        trained.figures().len()
    );
    for part in [
        "model Spiral<2, 4, 4, 1> {",
        "    data: spiral(50).noise(0.5).seed(1),",
        "    optimizer: sgd(|epoch| …) /* from 1.0 to 0.694 */,",
        "| `data` | 100 rows: `spiral(50).noise(0.5).seed(1)` |",
    ] {
        assert!(documentation.contains(&part), "{part} is not in\n{whole}");
    }
}

#[test]
fn it_is_left_out_if_it_is_not_wanted() {
    let code = train(paper_spiral().card(false)).code();
    let documentation = documentation(&code);
    assert_eq!(documentation.len(), 4, "{documentation:?}");
    assert!(documentation[2].starts_with("A 2-4-4-1 network with 37 parameters"));
}

#[test]
fn it_is_at_most_60_kilobytes_whatever_is_shown() {
    let many = |n| {
        from_fn(n, |random| {
            let class = random.below(16) as i32;
            (
                [
                    f64::from(class / 4) + random.normal(),
                    f64::from(class % 4) + random.normal(),
                ],
                class,
            )
        })
    };
    let large = model("Large", [2, 16, 16])
        .data(many(20_000))
        .eval(many(20_000))
        .epochs(1000);
    let large = large.batch(20_000);
    let mut trained = kinds();
    trained.push(train(large.clone()));
    trained.push(train(large.clone().doc("word ".repeat(9_000)).epochs(2)));
    trained.push(train(large.doc("A line.\n".repeat(9_000)).epochs(2)));
    let mut left_out = 0;
    for trained in trained {
        let code = trained.code();
        let own = trained
            .code()
            .lines()
            .filter(|line| line.starts_with("/// A line."))
            .count();
        let bound = if own > 0 { 13 * 9_000 + 5_000 } else { 60_000 };
        let bytes = source_of_documentation(&code);
        assert!(bytes <= bound, "{}: {bytes}", trained.name());
        let shown = code.matches("data-figure=").count();
        assert!(own == 0 || shown == 0);
        if shown < trained.figures().len() {
            left_out += 1;
            assert!(code.contains("/// Others are in the report of the model"));
        }
    }
    assert!(left_out >= 2, "{left_out}");
}

#[test]
fn its_lines_are_as_long_as_others_and_none_of_a_figure_is_blank() {
    for trained in kinds() {
        let code = trained.code();
        let documentation = documentation(&code);
        let long = documentation.iter().find(|line| line.chars().count() > 96);
        assert_eq!(long, None, "{}", trained.name());
        let mut inside = false;
        for line in &documentation {
            inside |= line.starts_with("<div ");
            assert!(!inside || !line.trim().is_empty(), "{}", trained.name());
            inside &= *line != "</div>";
        }
    }
}

/// A reader should not have to ask what is in a closure.
#[test]
fn closures_of_losses_are_written_out() {
    let soft = custom(|score, target| (1.0 - score * target).relu().powi(2));
    let code = train(model("Soft", [2, 3, 1]).data(moons(9)).loss(soft).epochs(2)).code();
    let line = "///     loss: |score, target| (1.0 - score * target).relu().powf(2.0),";
    assert!(code.lines().any(|other| other == line), "{code}");
}

/// Code that a text leaves open would take the card for a part of it.
#[test]
fn code_that_is_left_open_ends_before_the_card() {
    let code = train(paper_spiral().doc("Words.\n```\nlet x = 1;").epochs(2)).code();
    let fences = documentation(&code)
        .iter()
        .filter(|line| line.starts_with("```"))
        .count();
    assert_eq!(fences, 4, "two of the text, two of the specification");
    assert!(
        !train(paper_spiral().doc("a\u{202e}b").epochs(2))
            .code()
            .contains('\u{202e}')
    );
}

#[track_caller]
fn assert_lines(trained: &Trained, expected: &[&str]) {
    let code = trained.code();
    let documentation = documentation(&code);
    for line in expected {
        let whole = documentation.join("\n");
        assert!(documentation.contains(line), "{line} is not in\n{whole}");
    }
}

#[test]
fn it_has_a_row_for_each_class_and_the_names_of_columns() {
    let folder = folder("card_names");
    let weather = train(tables::weather(&folder));
    assert_eq!(weather.correct(), Some(18), "all are right");
    assert_lines(
        &weather,
        &[
            "# Classes",
            "| class | rows evaluated | precision | recall |",
            "| `cold` | 6 | 100 % | 100 % |",
            "| `mild` | 6 | 100 % | 100 % |",
            "| inputs | `temperature` |",
            "| label | `feels` |",
        ],
    );
    let both = train(tables::both(&folder));
    assert_lines(&both, &["| targets | `price`, `<i>rent</i> %` |"]);
    let price = train(tables::price(&folder));
    assert_lines(&price, &["| target | `price` |", "| inputs | `area` |"]);
    assert!(!price.code().contains("# Classes"));
    // Without rows to evaluate nothing is known of classes.
    let alone = train(model("Alone", [2, 1]).data(moons(5)).epochs(1));
    assert!(!alone.code().contains("# Classes"));
}

/// Three of four rows are right: one of the second class is taken for the first.
#[test]
fn shares_of_classes_are_those_of_the_evaluation_rows() {
    let rows = || points([([0.0], 5), ([1.0], 5), ([2.0], 9), ([3.0], 9)]);
    let model = model("Shares", [1, 1]).data(rows()).eval(rows()).epochs(1);
    let trained = train(model.init(values([1.0, -2.5])).optimizer(sgd(0.0)));
    assert_eq!(trained.correct(), Some(3));
    let expected = [
        "| `5` | 2 | 66.67 % | 100 % |",
        "| `9` | 2 | 100 % | 50 % |",
    ];
    assert_lines(&trained, &expected);
}

#[test]
fn of_many_classes_those_are_there_that_are_mistaken_most() {
    let code = train(
        model("Many", [2, 8, 20])
            .data(blobs(10).classes(20))
            .eval(blobs(10).classes(20))
            .epochs(3),
    )
    .code();
    let documentation = documentation(&code);
    let table = documentation
        .iter()
        .skip_while(|line| **line != "# Classes");
    let table = table.take_while(|line| **line != "# Specification");
    let rows = table.filter(|line| line.starts_with("| `")).count();
    assert_eq!(rows, 12);
    let whole = documentation.join(" ");
    let said = "Of 20 classes those 12 are shown that are mistaken most.";
    assert!(whole.contains(said), "{whole}");
}

/// As scikit-learn would have them: errors of 0, 1, 0 and -1.
#[test]
fn errors_of_numbers_are_told() {
    let rows = || points([([0.0], 0.0), ([1.0], 0.0), ([2.0], 2.0), ([3.0], 4.0)]);
    let model = model("Errors", [1, 1]).data(rows()).eval(rows()).epochs(1);
    let model = model.init(values([1.0, 0.0])).optimizer(sgd(0.0));
    let expected = [
        "| mean absolute error | 0.5 |",
        "| root mean square error | 0.7071 |",
        "| R² | 0.8182 |",
    ];
    assert_lines(&train(model), &expected);
}
