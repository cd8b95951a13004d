//! Numbers have the bits of `str::parse`, and those that programs write are read at once.

use proptest::prelude::*;

use super::*;

/// What a column of these texts is read as; nothing for those that are left to the caller.
fn read<T: Number>(texts: &[String]) -> Vec<Option<T>> {
    let scanner = Scanner {
        delimiter: b',',
        columns: &[column(Kind::Skip, 0), column(Kind::Input, 0)],
        inputs: 1,
        targets: 0,
    };
    let text: String = texts.iter().map(|text| format!(",{text}\n")).collect();
    let found = scan_pieces::<T>(&scanner, text.as_bytes(), &[], usize::MAX);
    assert_eq!(found.rows, texts.len());
    let mut numbers: Vec<Option<T>> = found.inputs.into_iter().map(Some).collect();
    for cell in found.cells {
        numbers[cell.row as usize] = None;
    }
    numbers
}

/// What is read is right; how many are.
fn check(texts: &[String]) -> usize {
    let (single, double) = (read::<f32>(texts), read::<f64>(texts));
    let mut count = 0;
    for ((text, single), double) in texts.iter().zip(single).zip(double) {
        let expected = text.trim_matches([' ', '\t']).parse::<f64>();
        if let Some(number) = double {
            let expected = expected.clone().expect("a number");
            assert_eq!(number.to_bits(), expected.to_bits(), "{text}");
            count += 1;
        }
        if let Some(number) = single {
            let expected = expected.expect("a number") as f32;
            assert!(expected.is_finite());
            assert_eq!(number.to_bits(), expected.to_bits(), "{text}");
        }
    }
    count
}

/// All are read at once, and right.
fn check_all(texts: &[String]) {
    if check(texts) < texts.len() {
        let read = read::<f64>(texts);
        let (left, _) = texts.iter().zip(read).find(|(_, n)| n.is_none()).unwrap();
        panic!("{left} is left to the caller");
    }
}

/// Of any mantissa, with an exponent of two in between.
fn float(least: i32, most: i32) -> impl Strategy<Value = f64> {
    let sign = any::<bool>().prop_map(|negative| u64::from(negative) << 63);
    (sign, any::<u64>(), least..most).prop_map(|(sign, bits, exponent)| {
        f64::from_bits(sign | ((1023 + exponent) as u64) << 52 | bits >> 12)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    /// Up to 17 digits, from the least normal `f32` on, as Python and Rust write them.
    #[test]
    fn printed_floats_are_read_at_once(floats in proptest::collection::vec(float(-125, 180), 500)) {
        let texts = |print: fn(&f64) -> String| -> Vec<String> { floats.iter().map(print).collect() };
        check_all(&texts(|float| format!("{float:?}")));
        check_all(&texts(|float| format!("{float:e}")));
        check_all(&texts(|float| format!("{float:.16e}")));
        check_all(&texts(|float| format!("{}", (*float as f32).clamp(f32::MIN, f32::MAX))));
    }

    #[test]
    fn any_float_is_read_right_or_not_at_all(bits in proptest::collection::vec(any::<u64>(), 500)) {
        let float = |bits: &u64| f64::from_bits(*bits);
        check(&bits.iter().map(|bits| format!("{:?}", float(bits))).collect::<Vec<_>>());
        check(&bits.iter().map(|bits| format!("{:e}", float(bits))).collect::<Vec<_>>());
        check(&bits.iter().map(|bits| format!("{}", float(bits))).collect::<Vec<_>>());
    }

    #[test]
    fn any_decimal_is_read_right_or_not_at_all(
        texts in proptest::collection::vec("[+-]?[0-9]{0,25}([.][0-9]{0,25})?([eE][+-]?[0-9]{1,2})?", 500),
    ) {
        check(&texts);
    }

    #[test]
    fn what_is_no_number_is_not_read(texts in proptest::collection::vec("[-+0-9.eE_xinf ]{0,6}", 500)) {
        check(&texts);
    }

    /// `(2m + 1) / 2^k` lies between two neighbours.
    #[test]
    fn halfway_between_two_floats_is_rounded_to_even(
        halves in proptest::collection::vec((any::<u64>(), 0_u32..20), 500),
    ) {
        let text = |(bits, power): &(u64, u32)| {
            let twice = 2 * u128::from(bits >> 11 | 1 << 52) + 1;
            let digits = twice * 5_u128.pow(*power);
            [digits - 1, digits, digits + 1].map(|digits| format!("{digits}e-{power}"))
        };
        check(&halves.iter().flat_map(text).collect::<Vec<_>>());
        let short = halves.iter().filter(|(_, power)| *power <= 3);
        check_all(&short.flat_map(text).collect::<Vec<_>>());
    }
}

#[test]
fn all_that_std_accepts_is_read_and_nothing_else() {
    let texts = |texts: &[&str]| {
        texts
            .iter()
            .map(|text| text.to_string())
            .collect::<Vec<_>>()
    };
    check_all(&texts(
        &[
            "0",
            "-0",
            "+0.0",
            ".5",
            "5.",
            "+1",
            "1e5",
            "1E+05",
            "-1.e-3",
            "0e999999999999999999999",
            "00000000000000000000000000001.50",
            "0.00000000000000000000000000001",
            " 1 ",
            "\t-2\t ",
            "18446744073709551615",
            "18446744073709551616",
            "9007199254740993",
            "\"1.5\"",
            "\" 2\t\"",
            "100000000000000000000000000000000000000",
            "3.14159265358979323846264338327950288",
            "0.1000000000000000055511151231257827021181583404541015625",
        ]
        .map(|text| text.trim_matches('"')),
    ));
    let left = texts(&[
        "", " ", ".", "-", "+", "e5", "1e", "1e+", ".e1", "0x1", "1_000", "1 2", "--1", "nan",
        "inf", "1,", "1e400", "1e-400", "1.5f", "１", "1\u{a0}", "- 1",
    ]);
    assert_eq!(
        check(
            &left
                .iter()
                .filter(|text| !text.contains(','))
                .cloned()
                .collect::<Vec<_>>()
        ),
        0
    );
}

/// Of quotes the scan takes care, not `parse`.
#[test]
fn a_number_in_quotes_is_read_at_once() {
    let texts = [
        "\"1.5\"",
        "\" -2 \"",
        "\"3",
        "\"4\"5",
        "\"6\"\"\"",
        " \"7\"",
    ];
    let texts = texts.map(str::to_string);
    let read = |text: &String| read::<f64>(std::slice::from_ref(text))[0];
    let numbers: Vec<Option<f64>> = texts.iter().map(read).collect();
    assert_eq!(numbers, [Some(1.5), Some(-2.0), None, None, None, None]);
}

#[test]
fn what_is_infinite_as_f32_is_left_to_the_caller() {
    let texts = ["3.4028235e38", "3.40282355e38", "-3.5e38"].map(str::to_string);
    assert_eq!(read::<f32>(&texts), [Some(f32::MAX), Some(f32::MAX), None]);
    assert_eq!(read::<f64>(&texts)[2], Some(-3.5e38));
}

#[test]
fn a_delimiter_that_numbers_have_ends_a_cell_all_the_same() {
    for (text, delimiter) in [
        ("1e5", b'e'),
        ("1E5", b'E'),
        ("1.5", b'.'),
        ("1-5", b'-'),
        ("+5", b'+'),
        ("105", b'0'),
        ("1e-5", b'-'),
    ] {
        let scanner = Scanner {
            delimiter,
            columns: &[column(Kind::Input, 0), column(Kind::Input, 1)],
            inputs: 2,
            targets: 0,
        };
        let found = scan_pieces::<f64>(&scanner, text.as_bytes(), &[], 1);
        assert_eq!((found.rows, found.ragged.len()), (1, 0), "{text}");
    }
}
