//! A damaged safetensors checkpoint is never used and never overwritten: the error tells what is
//! wrong and where.

mod common;

use std::fs;

use common::safetensors::{
    assert_refused, good, header, replaced, resumed, specification, with_header,
};

/// A file with another digest of its data, so that the data itself has to be looked at.
fn with_digest(bytes: &[u8]) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    let header = header(bytes);
    let digest = Sha256::digest(&bytes[8 + header.len()..]);
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let start = header.find("\"sha256\":\"").unwrap() + 10;
    let header = header[..start].to_string() + &digest + &header[start + 64..];
    with_header(bytes, header)
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    let (file, bytes) = good("safetensors_cut");
    for length in 0..bytes.len() {
        assert_refused(&file, &bytes[..length], &["cannot be used", "cut short"]);
    }
    assert_refused(
        &file,
        &bytes[..5],
        &["byte 0", "expected the 8 bytes of a length, found 5"],
    );
    assert_refused(&file, &bytes[..100], &["byte 0", "found 92"]);
    assert_refused(
        &file,
        &bytes[..bytes.len() - 1],
        &["the end: the file is cut short: it has 55 of the 56 bytes"],
    );
}

#[test]
fn a_flipped_bit_is_noticed_wherever_it_is() {
    let (file, bytes) = good("safetensors_flip");
    resumed(&file, &bytes).unwrap();
    for place in 0..bytes.len() {
        for bit in 0..8 {
            let mut flipped = bytes.clone();
            flipped[place] ^= 1 << bit;
            assert_refused(&file, &flipped, &["cannot be used"]);
        }
    }
}

#[test]
fn bytes_that_take_the_place_of_others_never_change_what_is_trained() {
    let (file, bytes) = good("safetensors_bytes");
    let whole = resumed(&file, &bytes).unwrap().code();
    for place in 0..bytes.len() {
        for byte in [0xff, b'\t', b'"', b'0'] {
            let mut changed = bytes.clone();
            changed[place] = byte;
            // Only one blank for another does no harm.
            if let Ok(trained) = resumed(&file, &changed) {
                assert_eq!(trained.code(), whole);
                let blank = |byte: u8| byte.is_ascii_whitespace();
                let same = bytes[place] == byte;
                assert!(
                    same || blank(bytes[place]) && blank(byte),
                    "byte {place} was {byte}"
                );
            }
        }
    }
}

#[test]
fn lengths_that_no_file_has_are_refused() {
    let (file, bytes) = good("safetensors_length");
    for length in [
        u64::MAX,
        u64::MAX - 7,
        1 << 63,
        1 << 40,
        bytes.len() as u64 - 7,
    ] {
        let mut wrong = bytes.clone();
        wrong[..8].copy_from_slice(&length.to_le_bytes());
        let words = format!("expected a header of {length} bytes");
        assert_refused(&file, &wrong, &["byte 0", &words]);
    }
    assert_refused(
        &file,
        &[0; 8],
        &["byte 8", "expected `{`, found the end of the header"],
    );
    assert_refused(
        &file,
        &[0; 80],
        &["byte 8", "expected `{`, found the end of the header"],
    );
}

#[test]
fn bytes_of_no_tensor_are_refused() {
    let (file, bytes) = good("safetensors_trailing");
    let longer = [&bytes[..], &[0, 0, 0]].concat();
    assert_refused(&file, &longer, &["the end", "3 bytes belong to no tensor"]);
    let longer = with_header(&bytes, header(&bytes) + "{}");
    assert_refused(
        &file,
        &longer,
        &["expected the end of the header, found `{}`"],
    );
}

#[test]
fn numbers_that_no_training_gives_are_refused() {
    let (file, bytes) = good("safetensors_numbers");
    let data = 8 + header(&bytes).len();
    let wide = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    for number in wide {
        let mut wrong = bytes.clone();
        wrong[data..data + 8].copy_from_slice(&number.to_le_bytes());
        let words = format!("tensor `losses`: expected finite numbers, found {number:?}");
        assert_refused(&file, &with_digest(&wrong), &[&words]);
        let mut wrong = bytes.clone();
        wrong[data + 36..data + 40].copy_from_slice(&(number as f32).to_le_bytes());
        let words = format!("tensor `layers.0.weight`: expected finite numbers, found {number:?}");
        assert_refused(&file, &with_digest(&wrong), &[&words]);
    }
    let mut wrong = bytes.clone();
    let end = wrong.len();
    wrong[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
    let words = "tensor `optimizer.first.layers.0.weight`: expected finite numbers, found NaN";
    assert_refused(&file, &with_digest(&wrong), &[words]);
    // Without a new digest, it is not even looked at.
    assert_refused(
        &file,
        &wrong,
        &["`sha256`: the numbers of the file are not those"],
    );
}

#[test]
fn another_order_and_other_blanks_do_no_harm() {
    let (file, bytes) = good("safetensors_order");
    let whole = resumed(&file, &bytes).unwrap().code();
    let written = header(&bytes);
    let spaced = written.replace("\":", "\" :\n").replace(",\"", " ,\t\"");
    assert_eq!(
        resumed(&file, &with_header(&bytes, spaced)).unwrap().code(),
        whole
    );
    let losses = "\"losses\":{\"dtype\":\"F64\",\"shape\":[2],\"data_offsets\":[0,16]}";
    let rates = "\"rates\":{\"dtype\":\"F64\",\"shape\":[2],\"data_offsets\":[16,32]}";
    let pair = format!("{losses},{rates}");
    let turned = replaced(&bytes, &pair, &format!("{rates},{losses}"));
    assert_eq!(resumed(&file, &turned).unwrap().code(), whole);
}

#[test]
fn a_folder_in_place_of_a_file_is_told() {
    let (file, _) = good("safetensors_folder");
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    let error = specification().checkpoint(&file).train().unwrap_err();
    assert!(error.to_string().contains("it is a folder"), "{error}");
    assert!(file.is_dir());
}
