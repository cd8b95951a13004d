//! Figures are sound for whatever can be trained: well-formed, without scripts, within their frame, and
//! they say what they leave out.

mod common;

use common::folder;
use common::models::{kinds, train};
use common::tables;
use neuralatex_core::prelude::*;
use roxmltree::{Document, Node};

fn named<'f>(figures: &'f [Figure], name: &str) -> &'f Figure {
    let found = figures.iter().find(|figure| figure.name() == name);
    found.unwrap_or_else(|| panic!("there is no figure `{name}`"))
}

fn names(trained: &Trained) -> Vec<&'static str> {
    trained.figures().iter().map(Figure::name).collect()
}

/// Numbers in all attributes that are places and lengths.
fn numbers(node: Node<'_, '_>) -> Vec<f64> {
    let mut numbers = Vec::new();
    for name in ["x", "y", "width", "height", "d", "viewBox"] {
        let text = node.attribute(name).unwrap_or_default();
        let separate = |letter: char| !matches!(letter, '0'..='9' | '.' | '-');
        for part in text.replace('-', " -").split(separate) {
            if !part.is_empty() {
                let number = part.parse();
                numbers.push(number.unwrap_or_else(|_| panic!("{part} in {name}=\"{text}\"")));
            }
        }
    }
    numbers
}

#[test]
fn svg_is_well_formed_without_scripts_and_in_one_line() {
    for trained in kinds() {
        for figure in trained.figures() {
            let (svg, what) = (
                figure.svg(),
                format!("{} of {}", figure.name(), trained.name()),
            );
            let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert!(!svg.contains('\n'), "{what}");
            let root = document.root_element();
            assert_eq!(root.attribute("role"), Some("img"), "{what}");
            let label = root.attribute("aria-label").unwrap();
            assert_eq!(label, format!("{}: {}", figure.title(), figure.caption()));
            for node in document.descendants().filter(Node::is_element) {
                let known = ["svg", "g", "path", "rect", "text", "title"];
                assert!(known.contains(&node.tag_name().name()), "{what}: {node:?}");
                let is_handler = |name: &str| name.starts_with("on") || name.contains("href");
                assert!(
                    !node
                        .attributes()
                        .any(|attribute| is_handler(attribute.name())),
                    "{what}"
                );
                let far = |number: &f64| !(-600.0..=600.0).contains(number);
                assert_eq!(
                    numbers(node).into_iter().find(far),
                    None,
                    "{what}: {node:?}"
                );
            }
        }
    }
}

/// Where the labels along an axis are, and how long they are.
fn labels(svg: &str, anchor: &str) -> Vec<(f64, usize)> {
    let document = Document::parse(svg).unwrap();
    let group = document.descendants().find(|node| {
        node.tag_name().name() == "g" && node.attribute("text-anchor") == Some(anchor)
    });
    let place = if anchor == "middle" { "x" } else { "y" };
    let texts = group
        .into_iter()
        .flat_map(|group| group.children().collect::<Vec<_>>());
    let texts = texts.map(|text| {
        let letters = text.text().unwrap_or_default().chars().count();
        (text.attribute(place).unwrap().parse().unwrap(), letters)
    });
    texts.collect()
}

#[test]
fn labels_of_ticks_do_not_overlap() {
    for trained in kinds() {
        for figure in trained.figures() {
            let svg = figure.svg();
            let what = format!("{} of {}", figure.name(), trained.name());
            for pair in labels(&svg, "middle").windows(2) {
                let half = 6.6 * (pair[0].1 + pair[1].1) as f64 / 2.0;
                assert!(pair[1].0 - pair[0].0 > half, "{what}: {pair:?}");
            }
            for pair in labels(&svg, "end").windows(2) {
                assert!((pair[1].0 - pair[0].0).abs() > 12.0, "{what}: {pair:?}");
            }
        }
    }
}

#[test]
fn every_kind_of_model_has_its_figures() {
    let expected = [
        (
            "Spiral",
            &[
                "training_data",
                "loss",
                "evaluation",
                "regions",
                "confusion",
            ][..],
        ),
        (
            "Many",
            &["training_data", "loss", "evaluation", "confusion"],
        ),
        ("Sine", &["loss", "fit", "predicted"]),
        ("Two", &["loss", "predicted"]),
        ("Alone", &["training_data", "loss", "regions"]),
        (
            "Line",
            &["training_data", "loss", "evaluation", "confusion"],
        ),
    ];
    for (name, figures) in expected {
        let trained = kinds()
            .into_iter()
            .find(|trained| trained.name() == name)
            .unwrap();
        assert_eq!(names(&trained), figures, "{name}");
    }
}

#[test]
fn more_than_two_inputs_are_projected_and_that_is_said() {
    let trained = train(
        model("Six", [6, 8, 3])
            .data(blobs(30).classes(3).dimensions(6))
            .eval(blobs(30).classes(3).dimensions(6)),
    );
    for name in ["training_data", "evaluation"] {
        let figures = trained.figures();
        let figure = named(&figures, name);
        let said = "6 inputs are projected onto their two leading principal components";
        assert!(figure.caption().contains(said), "{}", figure.caption());
        assert!(figure.svg().contains("component 1"));
    }
}

#[test]
fn many_points_are_thinned_and_that_is_said() {
    let trained = train(
        model("Large", [2, 4, 1])
            .data(moons(50_000).noise(0.1))
            .eval(moons(50_000).noise(0.1))
            .batch(1000),
    );
    for name in ["training_data", "evaluation", "regions"] {
        let figures = trained.figures();
        let figure = named(&figures, name);
        assert!(
            figure.caption().contains("of 100000 points are drawn"),
            "{}",
            figure.caption()
        );
        assert!(
            figure.svg().len() < 25_000,
            "{name}: {}",
            figure.svg().len()
        );
    }
    // Both classes are still there, in about equal parts.
    let figures = trained.figures();
    let svg = named(&figures, "training_data").svg();
    let document = Document::parse(&svg).unwrap();
    let points = document
        .descendants()
        .filter(|node| node.attribute("data-shape") == Some("points"));
    let counts: Vec<usize> = points
        .map(|node| node.attribute("d").unwrap().matches('M').count())
        .filter(|count| *count > 1)
        .collect();
    assert_eq!(counts.len(), 2);
    assert!(
        counts.iter().all(|count| (200..400).contains(count)),
        "{counts:?}"
    );
}

#[test]
fn the_loss_is_drawn_against_the_epoch() {
    let trained = train(
        model("Short", [2, 3, 1])
            .data(moons(20))
            .eval(moons(20))
            .epochs(7),
    );
    let figures = trained.figures();
    let svg = named(&figures, "loss").svg();
    let document = Document::parse(&svg).unwrap();
    let plot = document
        .descendants()
        .find(|node| node.attribute("data-x").is_some())
        .unwrap();
    assert_eq!(plot.attribute("data-x"), Some("0.0 7.0"));
    let [low, high]: [f64; 2] = {
        let ends = plot.attribute("data-y").unwrap().split(' ');
        let ends: Vec<f64> = ends.filter_map(|end| end.parse().ok()).collect();
        ends.try_into().unwrap()
    };
    let [width, height] = ["width", "height"].map(|name| plot.attribute(name).unwrap());
    let [width, height]: [f64; 2] = [width.parse().unwrap(), height.parse().unwrap()];
    let lines = plot
        .children()
        .filter(|node| node.attribute("data-shape") == Some("line"));
    let lines: Vec<&str> = lines.map(|node| node.attribute("d").unwrap()).collect();
    assert_eq!(lines.len(), 2, "training and evaluation");
    let drawn: Vec<[f64; 2]> = lines[0][1..]
        .split('L')
        .map(|point| {
            let (x, y) = point.split_once(' ').unwrap();
            [x.parse().unwrap(), y.parse().unwrap()]
        })
        .collect();
    assert_eq!(drawn.len(), 7);
    for (epoch, ([x, y], loss)) in (1..).zip(drawn.iter().zip(trained.losses())) {
        let expected_x = width * f64::from(epoch) / 7.0;
        let expected_y = height * (1.0 - (loss - low) / (high - low));
        assert!((x - expected_x).abs() < 0.11, "{x} {expected_x}");
        assert!((y - expected_y).abs() < 0.11, "{y} {expected_y}");
    }
    assert!(svg.contains(">epoch</text>") && svg.contains(">loss</text>"));
}

#[test]
fn those_that_are_wrong_are_marked() {
    let trained = train(
        model("Poor", [2, 1])
            .data(circles(30))
            .eval(circles(30))
            .epochs(2),
    );
    let wrong = trained.evaluated().unwrap() - trained.correct().unwrap();
    assert!(wrong > 0);
    let figures = trained.figures();
    let svg = named(&figures, "evaluation").svg();
    let rings = svg.matches("a5.5 5.5 0 1 0 11 0a").count();
    assert_eq!(rings, wrong + 1, "and one in the legend");
}

/// A point of a region is one of the class that is predicted there.
#[test]
fn regions_are_those_of_predict() {
    let trained = train(model("Three", [2, 8, 3]).data(blobs(40)).epochs(30));
    let figures = trained.figures();
    let svg = named(&figures, "regions").svg();
    let document = Document::parse(&svg).unwrap();
    let plot = document
        .descendants()
        .find(|node| node.attribute("data-x").is_some())
        .unwrap();
    let range = |name| {
        let ends: Vec<f64> = plot
            .attribute(name)
            .unwrap()
            .split(' ')
            .map(|end| end.parse().unwrap())
            .collect();
        [ends[0], ends[1]]
    };
    let ([x_low, x_high], [y_low, y_high]) = (range("data-x"), range("data-y"));
    let size = |name| -> f64 { plot.attribute(name).unwrap().parse().unwrap() };
    let (width, height) = (size("width"), size("height"));
    let areas = plot
        .children()
        .filter(|node| node.attribute("data-shape") == Some("area"));
    let areas: Vec<&str> = areas.map(|node| node.attribute("d").unwrap()).collect();
    assert_eq!(areas.len(), 3);
    let mut differ = 0;
    for step in 0..400 {
        let [a, b] = [step % 20, step / 20].map(|n| (f64::from(n) + 0.5) / 20.0);
        let input = [x_low + a * (x_high - x_low), y_high - b * (y_high - y_low)];
        let scores = trained.scores(&input);
        let best = (0..3)
            .max_by(|i, j| scores[*i].total_cmp(&scores[*j]))
            .unwrap();
        let inside: Vec<usize> = (0..3)
            .filter(|class| is_inside(areas[*class], a * width, b * height))
            .collect();
        differ += usize::from(inside != [best]);
    }
    assert!(differ <= 4, "{differ} of 400 points, next to a boundary");
}

/// By the number of lines to the right of a point.
fn is_inside(path: &str, x: f64, y: f64) -> bool {
    let mut crossings = 0;
    for line in path.split('Z').filter(|line| !line.is_empty()) {
        let points: Vec<[f64; 2]> = line[1..]
            .split('L')
            .map(|point| {
                let (x, y) = point.split_once(' ').unwrap();
                [x.parse().unwrap(), y.parse().unwrap()]
            })
            .collect();
        for (i, [ax, ay]) in points.iter().enumerate() {
            let [bx, by] = points[(i + 1) % points.len()];
            if (*ay > y) != (by > y) && x < ax + (y - ay) * (bx - ax) / (by - ay) {
                crossings += 1;
            }
        }
    }
    crossings % 2 == 1
}

/// All texts of a figure that can be seen.
fn texts(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap();
    let texts = document
        .descendants()
        .filter(|node| node.tag_name().name() == "text");
    texts
        .map(|text| text.text().unwrap_or_default().to_string())
        .collect()
}

#[track_caller]
fn assert_texts(trained: &Trained, figure: &str, expected: &[&str]) {
    let figures = trained.figures();
    let texts = texts(&named(&figures, figure).svg());
    for text in expected {
        assert!(texts.iter().any(|other| other == text), "{text}: {texts:?}");
    }
}

#[test]
fn columns_and_classes_are_called_as_the_file_calls_them() {
    let folder = folder("figures_names");
    let weather = train(tables::weather(&folder));
    for figure in ["training_data", "evaluation"] {
        let expected = ["temperature", "class", "cold", "mild", "warm"];
        assert_texts(&weather, figure, &expected);
    }
    let price = train(tables::price(&folder));
    assert_texts(&price, "fit", &["area", "price", "target", "predicted"]);
    assert_texts(&price, "predicted", &["true price", "predicted price"]);
    let both = train(tables::both(&folder));
    let names = [
        "area",
        "target",
        "price",
        "predicted price",
        "<i>rent</i> %",
    ];
    assert_texts(&both, "fit", &names);
    assert_texts(&both, "predicted", &["true", "price", "<i>rent</i> %"]);
    let plane = train(tables::plane(&folder));
    for figure in ["training_data", "evaluation", "regions"] {
        assert_texts(&plane, figure, &tables::COLUMNS);
        assert_texts(&plane, figure, &["class 3"]);
    }
    // Columns of a file without a header have numbers only.
    let rows = [["1", "2", "0"], ["3", "5", "1"], ["2", "9", "0"]];
    let rows: Vec<Vec<String>> = rows.map(|row| row.map(String::from).to_vec()).into();
    let path = tables::file(&folder, "bare.csv", &rows);
    let bare = csv(path).header(false).label(3);
    let bare = train(model("Bare", [2, 1]).data(bare).epochs(2));
    let expected = ["column 1", "column 2", "class 0", "class 1"];
    assert_texts(&bare, "training_data", &expected);
    // And rows that were made have none at all.
    let moons = train(model("Moons", [2, 1]).data(moons(9)).epochs(2));
    assert_texts(&moons, "training_data", &["input 1", "input 2", "class 0"]);
}

/// The class of a row is a place along the axis, whatever the class is.
#[test]
fn rows_of_one_input_are_at_the_place_of_their_class() {
    let rows = [([1.0], -5), ([2.0], 7), ([3.0], 700)];
    let trained = train(model("Far", [1, 3]).data(points(rows)).epochs(1));
    let figures = trained.figures();
    let svg = named(&figures, "training_data").svg();
    assert_texts(&trained, "training_data", &["-5", "7", "700", "class -5"]);
    let document = Document::parse(&svg).unwrap();
    let plot = document
        .descendants()
        .find(|node| node.attribute("data-y").is_some())
        .unwrap();
    assert_eq!(plot.attribute("data-names"), Some("[\"-5\",\"7\",\"700\"]"));
    let places: Vec<f64> = plot
        .children()
        .filter(|node| node.attribute("data-shape") == Some("points"))
        .map(|node| {
            let (_, rest) = node.attribute("d").unwrap().split_once(' ').unwrap();
            let end = rest.find(|letter: char| !matches!(letter, '0'..='9' | '.'));
            rest[..end.unwrap()].parse().unwrap()
        })
        .collect();
    let [low, middle, high] = places[..] else {
        panic!("{places:?}");
    };
    assert!(
        low > middle && (low + high - 2.0 * middle).abs() < 0.2,
        "{places:?}"
    );
}

/// For scripts names are whole, for the eye as long as there is room.
#[test]
fn hostile_names_are_text_and_as_long_as_there_is_room() {
    for model in tables::named(&folder("figures_hostile")) {
        let trained = train(model);
        for figure in trained.figures() {
            let svg = figure.svg();
            let what = format!("{} of {}", figure.name(), trained.name());
            let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{what}: {error}"));
            let known = ["svg", "g", "path", "rect", "text", "title"];
            for node in document.descendants().filter(Node::is_element) {
                assert!(known.contains(&node.tag_name().name()), "{what}: {node:?}");
            }
            for text in texts(&svg) {
                // Each is as wide as nearly two letters.
                assert!(text.matches('W').count() <= 14, "{what}: {text}");
            }
        }
    }
}
