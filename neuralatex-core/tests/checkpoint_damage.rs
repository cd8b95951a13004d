//! A damaged checkpoint is never used and never overwritten: the error names the line.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::folder;
use neuralatex_core::prelude::*;

/// Three parameters, so that a good file is short.
fn specification() -> Model {
    model("Damaged", [2, 1])
        .data(points([([1.0, 0.5], 1), ([-0.5, 0.25], -1)]))
        .optimizer(sgd(0.1))
        .epochs(4)
}

const GOOD: &str = "0.25,-1.5,3\n2\n(1,0.75)(2,0.5)\n";

fn resumed(file: &Path) -> Result<Trained> {
    specification().checkpoint(file).train()
}

/// That bytes are refused with an error about this line, and left as they are.
#[track_caller]
fn assert_refused(file: &Path, bytes: &[u8], line: usize, words: &str) {
    fs::write(file, bytes).unwrap();
    let shown = String::from_utf8_lossy(bytes);
    let Err(error) = resumed(file) else {
        panic!("{shown:?} was used")
    };
    let error = error.to_string();
    for part in [
        &format!("line {line}: "),
        words,
        &file.display().to_string(),
    ] {
        assert!(error.contains(part), "{shown:?}: {error}");
    }
    assert_eq!(fs::read(file).unwrap(), bytes, "{shown:?}");
}

fn file(test: &str) -> PathBuf {
    folder(test).join("checkpoint.txt")
}

#[test]
fn the_good_file_is_good() {
    let file = file("damage_good");
    fs::write(&file, GOOD).unwrap();
    let trained = resumed(&file).unwrap();
    assert_eq!(trained.losses()[..2], [0.75, 0.5]);
    assert_eq!(trained.losses().len(), 4);
}

/// `save` would not write over it, nor should anybody delete it.
#[test]
fn a_file_of_something_else_is_told_for_that() {
    let file = file("damage_else");
    for content in ["my notes of years\n", "1\n2\n3\n4\n5\n6\n"] {
        fs::write(&file, content).unwrap();
        let error = resumed(&file).unwrap_err().to_string();
        let told = "it is no checkpoint of a training: line ";
        assert!(error.contains(told), "{error}");
        assert!(
            !error.contains("delete") && !error.contains("save"),
            "{error}"
        );
    }
}

#[test]
fn a_file_cut_anywhere_is_refused_unless_only_its_end_of_line_is_lost() {
    let file = file("damage_cut");
    let saved = specification().epochs(3).train().unwrap();
    saved.save(&file).unwrap();
    for text in [GOOD.to_string(), fs::read_to_string(&file).unwrap()] {
        fs::write(&file, &text).unwrap();
        let whole = resumed(&file).unwrap();
        for length in 0..text.len() {
            let cut = &text.as_bytes()[..length];
            fs::write(&file, cut).unwrap();
            let result = resumed(&file);
            assert_eq!(fs::read(&file).unwrap(), cut);
            if length + 1 == text.len() {
                assert_eq!(result.unwrap().digest(), whole.digest());
                continue;
            }
            let shown = &text[..length];
            let error = result.err().unwrap_or_else(|| panic!("{shown:?} was used"));
            let line = |number: usize| error.to_string().contains(&format!("line {number}: "));
            let lines = shown.lines().count().max(1);
            // What is missing is missing at the end, or right after it.
            assert!(line(lines) || line(lines + 1), "{shown:?}: {error}");
        }
    }
}

#[test]
fn a_wrong_number_of_weights_is_told() {
    let file = file("damage_weights");
    let words = "expected 3 weights, found";
    assert_refused(&file, b"0.25,-1.5\n2\n(1,0.75)(2,0.5)\n", 1, words);
    assert_refused(&file, b"0.25,-1.5,3,4\n2\n(1,0.75)(2,0.5)\n", 1, words);
}

#[test]
fn what_is_no_finite_number_is_told() {
    let file = file("damage_numbers");
    for wrong in [
        "abc",
        "",
        "1.5.2",
        "1,5 6",
        "0x10",
        "NaN",
        "inf",
        "-infinity",
        "1e999",
        "½",
    ] {
        let text = GOOD.replace("-1.5", wrong);
        let words = "expected";
        assert_refused(&file, text.as_bytes(), 1, words);
        let text = GOOD.replace("0.75", wrong);
        assert_refused(&file, text.as_bytes(), 3, words);
    }
    for wrong in ["abc", "", "-2", "2.0", "2 2", "99999999999999999999"] {
        let text = GOOD.replace("\n2\n", &format!("\n{wrong}\n"));
        assert_refused(&file, text.as_bytes(), 2, "expected the number of epochs");
    }
}

#[test]
fn losses_that_do_not_fit_the_epochs_are_told() {
    let file = file("damage_losses");
    for (losses, words) in [
        ("", "expected the losses of 2 epochs, found 0"),
        ("(1,0.75)", "expected the losses of 2 epochs, found 1"),
        (
            "(1,0.75)(2,0.5)(3,0.4)",
            "expected the losses of 2 epochs, found 3",
        ),
        ("(2,0.5)(1,0.75)", "expected `(1,loss)`"),
        ("(1,0.75)(1,0.5)", "expected `(2,loss)`"),
        ("(1,0.75)(3,0.5)", "expected `(2,loss)`"),
        ("(0,0.75)(1,0.5)", "expected `(1,loss)`"),
        ("(1,0.75)2,0.5)", "expected `(2,loss)`"),
        ("(1,0.75)(2 0.5)", "expected `(2,loss)`"),
        ("(1,0.75)(2,0.5)x", "expected `(3,loss)`"),
        ("\\par", "expected `(1,loss)`"),
    ] {
        let text = format!("0.25,-1.5,3\n2\n{losses}\n");
        assert_refused(&file, text.as_bytes(), 3, words);
    }
}

#[test]
fn lines_in_another_order_are_told() {
    let file = file("damage_order");
    let [weights, epochs, losses] = ["0.25,-1.5,3", "2", "(1,0.75)(2,0.5)"];
    for (lines, wrong) in [
        ([weights, losses, epochs], 2),
        ([epochs, weights, losses], 1),
        ([epochs, losses, weights], 1),
        ([losses, weights, epochs], 1),
        ([losses, epochs, weights], 1),
        ([weights, weights, losses], 2),
    ] {
        assert_refused(&file, lines.join("\n").as_bytes(), wrong, "expected");
    }
}

#[test]
fn more_lines_than_three_are_told() {
    let file = file("damage_more");
    for extra in ["more", "(3,0.4)", GOOD, "\n\nmore"] {
        let text = format!("{GOOD}{extra}\n");
        assert_refused(&file, text.as_bytes(), 4, "expected three lines");
    }
}

#[test]
fn an_empty_file_is_told() {
    let file = file("damage_empty");
    for text in ["", "\n", "   \n\n\n"] {
        assert_refused(&file, text.as_bytes(), 1, "expected a number, found ``");
    }
}

#[test]
fn what_cannot_be_read_as_text_is_told() {
    let file = file("damage_bytes");
    let bytes = [GOOD.as_bytes(), &[0xff, 0xfe]].concat();
    fs::write(&file, &bytes).unwrap();
    let error = resumed(&file).unwrap_err().to_string();
    assert!(error.contains("cannot read the checkpoint"), "{error}");
    assert!(error.contains("UTF-8"), "{error}");
    assert_eq!(fs::read(&file).unwrap(), bytes);
}

/// `save` cannot renew it, and nobody should delete it.
#[test]
fn a_folder_is_told_for_what_it_is() {
    let folder = file("damage_folder").with_file_name("folder");
    fs::create_dir(&folder).unwrap();
    let error = resumed(&folder).unwrap_err().to_string();
    let told = format!("`{}` cannot be the checkpoint", folder.display());
    assert!(error.contains(&told), "{error}");
    let told = "it is a folder: name a file in it, such as `model.safetensors`";
    assert!(error.ends_with(told), "{error}");
    assert!(folder.is_dir());
}

#[test]
fn blanks_as_the_paper_leaves_them_do_no_harm() {
    let file = file("damage_blanks");
    fs::write(&file, GOOD).unwrap();
    let good = resumed(&file).unwrap().digest();
    for text in [
        "0.25,-1.5,3 \n2\n(1,0.75) (2,0.5) \n",
        "0.25,-1.5,3 \n2 \n(1,0.75)(2,0.5)\n\n",
        " 0.25, -1.5, 3\n 2\n (1,0.75)  (2,0.5)",
        "0.25,-1.5,3\r\n2\r\n(1,0.75)(2,0.5)\r\n",
        "0.250000000000000000,-1.500000000000000000,3\n2\n(1,0.750000000000000000)(2,0.5)\n",
    ] {
        fs::write(&file, text).unwrap();
        assert_eq!(resumed(&file).unwrap().digest(), good, "{text:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
}
