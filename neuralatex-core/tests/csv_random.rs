//! Tables that the `csv` crate writes are read back: the same numbers, the same classes.

#[path = "common/reading.rs"]
mod reading;

use csv::{QuoteStyle, Terminator, WriterBuilder};
use neuralatex_core::prelude::*;
use proptest::prelude::*;
use reading::{Folder, reader, trained};

#[derive(Clone, Debug)]
struct Table {
    numbers: Vec<Vec<f64>>,
    labels: Vec<usize>,
    texts: Vec<usize>,
    names: Vec<String>,
}

/// Texts with all that needs quotes, which begin so that their names in the generated code differ.
fn names() -> impl Strategy<Value = Vec<String>> {
    let rest = proptest::collection::vec("[a-zé日,;\"\n\r\t ]{0,6}", 4);
    rest.prop_map(|rest| {
        let each = ["é", "Z", "日", "b"].iter().zip(rest);
        each.map(|(first, rest)| format!("{first}{rest}x"))
            .collect()
    })
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        -1e6..1e6,
        -1.0..1.0,
        any::<i16>().prop_map(f64::from),
        (any::<u64>(), -30..10).prop_map(|(bits, power)| bits as f64 * 2.0_f64.powi(power - 60)),
        Just(5e-324),
        Just(-0.0),
    ]
}

fn table() -> impl Strategy<Value = Table> {
    (1..6_usize, 4..40_usize, names()).prop_flat_map(|(columns, rows, names)| {
        let row = proptest::collection::vec(number(), columns);
        let numbers = proptest::collection::vec(row, rows);
        let places = || proptest::collection::vec(0..4_usize, rows);
        (numbers, places(), places()).prop_map(move |(numbers, mut labels, mut texts)| {
            // Every class and every text has a row.
            for place in 0..4 {
                (labels[place], texts[place]) = (place, place);
            }
            Table {
                numbers,
                labels,
                texts,
                names: names.clone(),
            }
        })
    })
}

fn written(
    table: &Table,
    style: QuoteStyle,
    delimiter: u8,
    terminator: Terminator,
    e: bool,
) -> Vec<u8> {
    let mut builder = WriterBuilder::new();
    builder
        .quote_style(style)
        .delimiter(delimiter)
        .terminator(terminator);
    let mut writer = builder.from_writer(Vec::new());
    let columns = table.numbers[0].len();
    let numbered = (0..columns).map(|column| format!("column {column}"));
    writer
        .write_record(numbered.chain(["text".into(), "label".into()]))
        .unwrap();
    for (row, numbers) in table.numbers.iter().enumerate() {
        let number = |number: &f64| {
            if e {
                format!("{number:e}")
            } else {
                format!("{number}")
            }
        };
        let texts = [table.texts[row], table.labels[row]].map(|place| table.names[place].clone());
        writer
            .write_record(numbers.iter().map(number).chain(texts))
            .unwrap();
    }
    writer.into_inner().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_table_is_read_back(
        table in table(),
        style in 0..3_usize,
        delimiter in proptest::sample::select(&b",;\t|"[..]),
        terminator in 0..3_usize,
        e in any::<bool>(),
        double in any::<bool>(),
    ) {
        let style = [QuoteStyle::Necessary, QuoteStyle::Always, QuoteStyle::NonNumeric][style];
        let terminator = [Terminator::CRLF, Terminator::Any(b'\n'), Terminator::Any(b'\r')][terminator];
        let precision = if double { Precision::F64 } else { Precision::F32 };
        let folder = Folder::of("csv_random");
        let source = folder.csv(written(&table, style, delimiter, terminator, e));
        let source = source.label("label").delimiter(char::from(delimiter));
        let read = trained(reader(source).precision(precision).init(uniform(0.0, 1e-9)));

        let mut ascending = table.names.clone();
        ascending.sort_unstable();
        let place = |text: usize| ascending.binary_search(&table.names[text]).unwrap();
        prop_assert_eq!(read.data().rows(), table.numbers.len());
        for (row, numbers) in table.numbers.iter().enumerate() {
            let mut expected = numbers.clone();
            expected.extend((0..4).map(|text| f64::from(u8::from(text == place(table.texts[row])))));
            if !double {
                expected.iter_mut().for_each(|number| *number = f64::from(*number as f32));
            }
            let bits = |numbers: &[f64]| -> Vec<u64> { numbers.iter().map(|number| number.to_bits()).collect() };
            prop_assert_eq!(bits(&read.data().inputs(row)), bits(&expected));
            prop_assert_eq!(read.data().classes()[row], place(table.labels[row]) as i32);
        }
    }
}
