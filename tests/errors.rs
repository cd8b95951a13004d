//! Every mistake in `train!` is a compile error on the token that is to blame.

use std::path::Path;

/// The crate that the cases are compiled in is made by trybuild; their files are to be in its folder.
fn bring_files() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let folder = target.join("tests/trybuild/neuralatex/data");
    std::fs::create_dir_all(&folder).unwrap();
    for file in std::fs::read_dir("tests/ui/data").unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), folder.join(file.file_name())).unwrap();
    }
}

#[test]
fn mistakes_are_reported_where_they_are_made() {
    bring_files();
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
