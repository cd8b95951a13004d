//! Against `flate2`.

use std::io::{Read, Write};
use std::time::Instant;

use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};

use super::*;
use crate::random::{Random, Stream};

const TEXT: &[u8] = b"5.1,3.5,1.4,0.2,setosa\n4.9,3.0,1.4,0.2,setosa\n";

fn packed(builder: GzBuilder, text: &[u8]) -> Vec<u8> {
    let mut encoder = builder.write(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn plain() -> Vec<u8> {
    packed(GzBuilder::new(), TEXT)
}

fn unpacked(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut into = [0; 1000];
    unpack(bytes, &mut into).map(|length| into[..length].to_vec())
}

/// With two bytes more: the checksum of the header.
fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let header = bytes.len() - open(&bytes).unwrap().len();
    bytes[3] |= 2;
    let checksum = crc32(&bytes[..header]).to_le_bytes();
    bytes.splice(header..header, [checksum[0], checksum[1]]);
    bytes
}

#[test]
fn whatever_a_header_holds_is_passed_over() {
    let builders = [
        GzBuilder::new(),
        GzBuilder::new().filename("iris.csv"),
        GzBuilder::new().comment("150 rows"),
        GzBuilder::new().extra([1, 2, 3, 0, 4]),
        GzBuilder::new().extra([]).filename("").comment("a"),
    ];
    for builder in builders {
        let bytes = packed(builder, TEXT);
        assert_eq!(unpacked(&bytes).unwrap(), TEXT);
        assert_eq!(unpacked(&with_checksum(bytes)).unwrap(), TEXT);
    }
}

#[test]
fn members_follow_one_another_and_zeros_may_follow_them() {
    let twice = [plain(), packed(GzBuilder::new().filename("b"), b"end")].concat();
    let expected = [TEXT, b"end"].concat();
    assert_eq!(unpacked(&twice).unwrap(), expected);
    assert_eq!(
        unpacked(&[&twice[..], &[0; 100]].concat()).unwrap(),
        expected
    );
    let error = unpacked(&[&twice[..], b"more"].concat()).unwrap_err();
    assert_eq!(error, "something else follows the gzip data");
}

#[test]
fn data_that_is_cut_short_is_known_wherever_it_is_cut() {
    let builder = GzBuilder::new().filename("a").comment("b").extra([1, 2]);
    let bytes = with_checksum(packed(builder, TEXT));
    for length in 2..bytes.len() {
        assert_eq!(unpacked(&bytes[..length]).unwrap_err(), CUT_SHORT);
    }
}

#[test]
fn what_is_wrong_is_told() {
    let with = |index: usize, bit: u8| {
        let mut bytes = plain();
        bytes[index] ^= bit;
        unpacked(&bytes).unwrap_err()
    };
    let length = plain().len();
    assert_eq!(with(0, 1), "there is no gzip data");
    assert!(!is_gzip(b"") && !is_gzip(b"\x1f") && is_gzip(&plain()));
    let kind = "the gzip data is of a kind that nobody has defined";
    assert_eq!([with(2, 1), with(3, 32)], [kind, kind]);
    assert_eq!(with(10, 6), "the gzip data is damaged");
    assert_eq!(
        with(length - 8, 1),
        "the checksum of the gzip data is wrong"
    );
    assert_eq!(with(length - 4, 1), "the length of the gzip data is wrong");
}

#[test]
fn more_than_there_is_room_for_is_an_error_unless_the_first_bytes_will_do() {
    let twice = [plain(), plain()].concat();
    let whole = [TEXT, TEXT].concat();
    for room in 0..whole.len() {
        let mut into = vec![0; room];
        let error = unpack(&twice, &mut into).unwrap_err();
        assert_eq!(error, format!("there is more data than {room} bytes"));
        assert_eq!(first(&twice, &mut into), Ok(room));
        assert_eq!(into, whole[..room]);
    }
    let mut into = vec![0; whole.len()];
    assert_eq!(unpack(&twice, &mut into), Ok(whole.len()));
    assert_eq!(first(&twice, &mut into), Ok(whole.len()));
}

/// `cargo test -p neuralatex-core --lib inflating -- --ignored --nocapture`. Here as in everybody's build, `flate2`
/// is compiled without optimisation.
#[test]
#[ignore = "a measurement"]
fn inflating_is_several_times_as_fast_as_with_a_crate_that_is_not_optimised() {
    let mut random = Random::new(1, Stream::Data);
    let text: String = std::iter::repeat_with(|| format!("{:.4},", random.uniform(0.0, 10.0)))
        .take(7_200_000)
        .collect();
    let bytes = packed(GzBuilder::new(), text.as_bytes());
    let mut into = vec![0; text.len()];
    let mut timed = |inflate: &dyn Fn(&mut [u8]) -> bool| {
        let start = Instant::now();
        assert!(inflate(&mut into));
        let time = start.elapsed();
        assert!(into == text.as_bytes());
        into.fill(0);
        time
    };
    let ours = timed(&|into| unpack(&bytes, into).is_ok());
    let theirs = timed(&|into| GzDecoder::new(&bytes[..]).read_exact(into).is_ok());
    let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
    println!(
        "{} MB: {ours:.2?}, flate2 {theirs:.2?}, {ratio:.0} times",
        text.len() / 1_000_000
    );
    assert!(ratio > 3.0);
}
