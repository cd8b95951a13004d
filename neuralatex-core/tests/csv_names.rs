//! Names of a file that the compiler would take for each other, or for others, stay apart.

#[path = "common/mistakes.rs"]
mod mistakes;
#[path = "common/reading.rs"]
mod reading;

use mistakes::assert_one;
use reading::{Folder, fields, read, reader, variants};
use unicode_normalization::UnicodeNormalization;

/// Letters with accents of their own, and with those that Unicode puts behind them.
#[test]
fn texts_that_are_equal_in_a_normal_form_have_names_of_their_own() {
    let folder = Folder::of("csv_names_normal");
    for [one, other] in [
        ["\u{e9}", "e\u{301}"],
        ["\u{c5}", "\u{212b}"],
        ["\u{95b}", "\u{91c}\u{93c}"],
        ["\u{304c}", "\u{304b}\u{3099}"],
        ["\u{622}", "\u{627}\u{653}"],
        ["\u{ac01}", "\u{1100}\u{1161}\u{11a8}"],
        ["\u{3ac}", "\u{1f71}"],
        ["\u{8c48}", "\u{f900}"],
        ["\u{995}\u{9cb}", "\u{995}\u{9c7}\u{9be}"],
    ] {
        let text = format!("a{one},a{other},y\n1,2,b{one}\n3,4,b{other}\n");
        let read = read(folder.csv(text).label("y"));
        for names in [fields(&read), variants(&read)] {
            assert!(names[0].nfc().ne(names[1].nfc()), "{names:?}");
        }
        let code = read.code();
        for text in [one, other].map(|text| format!("The column `a{text}`.")) {
            assert!(code.contains(&text), "{code}");
        }
    }
}

#[test]
fn letters_beyond_ascii_stay_as_they_are() {
    let folder = Folder::of("csv_names_letters");
    let text =
        "länge_µm,Größe,длина,ความยาว,lengths,y\n1,2,3,4,5,Ähre\n1,2,3,4,5,हिन्दी\n1,2,3,4,5,ALL\n";
    let read = read(folder.csv(text).label("y"));
    let expected = ["länge_um", "größe", "длина", "ความยาว", "lengths"];
    assert_eq!(fields(&read), expected);
    assert_eq!(variants(&read), ["ALL_", "Ähre", "हिन्दी"]);
}

/// The normal form sorts marks that stand behind one letter.
#[test]
fn names_that_differ_in_the_order_of_marks_are_told() {
    let folder = Folder::of("csv_names_marks");
    let [one, other] = ["ก\u{e38}\u{e48}", "ก\u{e48}\u{e38}"];
    let told = ["would both be called"];
    let classes = format!("x,y\n1,{one}\n2,{other}\n");
    assert_one(reader(folder.csv(classes).label("y")), &told);
    let columns = format!("{one},{other},y\n1,2,0\n3,4,1\n");
    assert_one(reader(folder.csv(columns).label("y")), &told);
}
