//! Bounds on memory.

#[path = "../../neuralatex-core/tests/counting/mod.rs"]
mod counting;

use counting::needed;

/// As much as the widest line that a CSV file may have; other inputs need a few megabytes.
const MOST: usize = 128 << 20;

/// Runs something, which must not need more memory.
pub fn bounded<T>(run: impl FnOnce() -> T) -> T {
    let (result, needed) = needed(run);
    assert!(needed <= MOST, "{needed} bytes were needed, at most {MOST}");
    result
}

/// Runs something on a file of so many bytes, which must not need more memory than these and what a small
/// model, its card and its errors take.
pub fn bounded_by<T>(bytes: usize, run: impl FnOnce() -> T) -> T {
    const BESIDE: usize = 4 << 20;
    let (result, needed) = needed(run);
    let most = bytes + BESIDE;
    assert!(needed <= most, "{needed} bytes were needed, at most {most}");
    result
}
