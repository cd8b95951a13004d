//! Every mistake in `train!` is a compile error on the token that is to blame.

#[test]
fn mistakes_are_reported_where_they_are_made() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
