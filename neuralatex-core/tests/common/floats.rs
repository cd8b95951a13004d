//! What is called, on a processor that has no instructions for floats, where something computes with them.

/// Whether a symbol is such a function: arithmetic, a comparison, or a conversion from or to an integer.
pub(crate) fn is_of_floats(symbol: &str) -> bool {
    let starts = [
        "__aeabi_f",
        "__aeabi_d",
        "__aeabi_cf",
        "__aeabi_cd",
        "__aeabi_i2",
        "__aeabi_ui2",
        "__aeabi_l2",
        "__aeabi_ul2",
    ];
    starts.iter().any(|start| symbol.starts_with(start))
}
