//! A bad file of images or labels is an error that names it and says what it has in place of what.

#[path = "common/images.rs"]
mod images;
#[path = "common/mistakes.rs"]
mod mistakes;
#[path = "common/reading.rs"]
mod reading;

use images::{F32, F64, U8, file, images, labels, packed};
use mistakes::assert_one;
use neuralatex_core::prelude::*;
use reading::{Folder, reader};

#[track_caller]
fn assert_wrong(images: &[u8], labels: &[u8], words: &[&str]) {
    let caller = std::panic::Location::caller().line();
    let folder = Folder::of(&format!("idx_mistakes_{caller}"));
    let source = idx(folder.file("images", images), folder.file("labels", labels));
    assert_one(reader(source), words);
}

#[test]
fn the_first_bytes_are_those_of_the_format() {
    let words = [
        "labels`: this is no IDX file: it begins with [61, 2c, 79, 0a]",
        "expected [00, 00, 08, 03]",
    ];
    assert_wrong(&images(), b"a,y\n1,2\n", &words);
    assert_wrong(
        b"\x00\x01\x08\x03",
        &labels(),
        &["images`: this is no IDX file", "[00, 01, 08, 03]"],
    );
    assert_wrong(
        b"\x00\x00\x0a\x03",
        &labels(),
        &["images`: this is no IDX file", "[00, 00, 0a, 03]"],
    );
    assert_wrong(b"", &labels(), &["images`: the file is empty"]);
    assert_wrong(
        b"\0\0\x08",
        &labels(),
        &["images`: the file is empty, or has not even the first four bytes"],
    );
    assert_wrong(
        b"\0\0\x08\0",
        &labels(),
        &["images`: the file says that it has no dimensions"],
    );
}

#[test]
fn a_file_is_as_long_as_it_says() {
    let (whole, labels) = (images(), labels());
    for length in 4..whole.len() {
        let words = match length {
            0..16 => "images`: the file ends before its sizes".to_string(),
            _ => format!(
                "images`: expected 24 bytes for 4 × 1 × 2 numbers, found {length}: the file is cut short"
            ),
        };
        assert_wrong(&whole[..length], &labels, &[&words]);
    }
    let words = [
        "images`: expected 24 bytes",
        "found 25",
        "not what its first bytes say",
    ];
    assert_wrong(&[&whole[..], &[0]].concat(), &labels, &words);
    assert_wrong(
        &whole,
        &labels[..labels.len() - 1],
        &["labels`: expected 12 bytes", "found 11"],
    );
}

/// None of these is waited for, or makes room that is not there.
#[test]
fn sizes_beyond_any_memory_are_told() {
    let words = ["images`: the file says that it has more than any memory"];
    assert_wrong(&file(F64, &[u32::MAX; 3], &[0; 8]), &labels(), &words);
    assert_wrong(&file(U8, &[u32::MAX; 255], &[]), &labels(), &words);
    let words = ["images`: expected 1152921504606846988 bytes", "found 20"];
    assert_wrong(&file(U8, &[1 << 30, 1 << 30], &[0; 8]), &labels(), &words);
    let words = [
        "images`: 4294967295 × 4294967295 × 4294967295 numbers are more than the limit",
        "`.limit(…)`",
    ];
    assert_wrong(
        &packed(&file(F64, &[u32::MAX; 3], &[0; 8])),
        &labels(),
        &words,
    );
    assert_wrong(
        &file(U8, &[4, 0, u32::MAX], &[]),
        &labels(),
        &["images`: the images have no pixels"],
    );
}

#[test]
fn packed_files_are_whole() {
    let (whole, labels) = (packed(&images()), labels());
    for length in 2..whole.len() {
        assert_wrong(
            &whole[..length],
            &labels,
            &["images`: the gzip data is cut short"],
        );
    }
    let mut checksum = whole.clone();
    let end = whole.len();
    checksum[end - 8] ^= 1;
    assert_wrong(
        &checksum,
        &labels,
        &["images`: the checksum of the gzip data is wrong"],
    );
    let mut size = whole.clone();
    size[end - 4] ^= 1;
    assert_wrong(
        &size,
        &labels,
        &["images`: the length of the gzip data is wrong"],
    );
    let words = ["images`: something else follows the gzip data"];
    assert_wrong(&[&whole[..], b"more"].concat(), &labels, &words);
    let words = ["images`: expected 24 bytes for 4 × 1 × 2 numbers, found 20"];
    assert_wrong(&packed(&images()[..20]), &labels, &words);
}

/// Bits that say nothing of the data: whether it is a text, its time and system, and up to seven that
/// fill the last byte.
#[test]
fn a_bit_that_changed_is_noticed_or_does_not_matter() {
    let whole = packed(&images());
    let folder = Folder::of("idx_mistakes_bits");
    let labels = folder.file("labels", labels());
    let read = |bytes: &[u8]| {
        let trained = reader(idx(folder.file("images", bytes), &labels)).train();
        trained.map(|trained| reading::inputs(trained.data()))
    };
    let sound = read(&whole).unwrap();
    let mut unnoticed = 0;
    for bit in 0..8 * whole.len() {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        if let Ok(found) = read(&bytes) {
            assert_eq!(found, sound, "bit {bit}");
            unnoticed += 1;
        }
    }
    assert!(unnoticed <= 1 + 48 + 7, "{unnoticed}");
}

/// Zeros, which pack well, of which the file says that they are eight pixels, or as many as there are.
#[test]
fn a_packed_file_takes_no_more_memory_than_its_limit() {
    let bomb = |sizes: &[u32]| {
        let mut bytes = file(U8, sizes, &[]);
        bytes.resize(bytes.len() + (8 << 20), 0);
        packed(&bytes)
    };
    let words = ["images`: there is more data than 24 bytes"];
    assert_wrong(&bomb(&[4, 1, 2]), &labels(), &words);
    let folder = Folder::of("idx_mistakes_bomb");
    let images = folder.file("images", bomb(&[4, 2 << 20]));
    let source = idx(images, folder.file("labels", labels())).limit(1 << 20);
    let words = [
        "images`: 4 × 2097152 numbers are more than the limit of 1048576 bytes",
        "`.limit(…)`",
    ];
    assert_one(reader(source), &words);
}

#[test]
fn images_and_labels_belong_together() {
    let words = [
        "labels`: expected labels, one for each image",
        "4 × 1 × 2 numbers",
        "swapped?",
    ];
    assert_wrong(&labels(), &images(), &words);
    let words = ["labels`: there are 3 labels, but `", "images` has 4 images"];
    assert_wrong(&images(), &file(U8, &[3], &[0, 1, 2]), &words);
    assert_wrong(
        &images(),
        &file(U8, &[0], &[]),
        &["labels`: there are no labels"],
    );
    let words = ["labels`: all rows have the class 5: there is nothing to tell apart"];
    assert_wrong(&images(), &file(U8, &[4], &[5; 4]), &words);
    let words = ["labels`: labels are whole numbers"];
    assert_wrong(&images(), &file(F32, &[4], &[0; 16]), &words);
    let many: Vec<u8> = (0..1001_i32).flat_map(i32::to_be_bytes).collect();
    let words = ["labels`: there are 1001 classes: at most 1000"];
    assert_wrong(&images(), &file(images::I32, &[1001], &many), &words);
}

#[test]
fn pixels_are_finite_and_within_the_precision() {
    let four = |numbers: [f64; 4]| file(F64, &[4, 1], &numbers.map(f64::to_be_bytes).concat());
    for (wrong, shown) in [(f64::NAN, "NaN"), (f64::INFINITY, "inf")] {
        let words = ["images`: expected finite numbers, found ", shown];
        assert_wrong(&four([0.0, 1.0, wrong, 2.0]), &labels(), &words);
    }
    let words = [
        "images`: expected numbers that `f32` can hold, found 1e39",
        "`precision: f64`",
    ];
    assert_wrong(&four([0.0, 1e39, 1.0, 2.0]), &labels(), &words);
}

#[test]
fn classes_of_the_evaluation_are_those_of_the_data() {
    let folder = Folder::of("idx_mistakes_eval");
    let data = idx(
        folder.file("images", images()),
        folder.file("labels", labels()),
    );
    let eval = idx(
        folder.file("images", images()),
        folder.file("others", file(U8, &[4], &[3, 7, 8, 9])),
    );
    let words = ["`eval`: row 3 has the class 8", "`3`, `7`, `9`"];
    assert_one(reader(data).eval(eval), &words);
}
