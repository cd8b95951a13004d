//! An allocator that knows how much a thread has in use, so that there can be a bound.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// As much as the widest line that a CSV file may have; other inputs need a few megabytes.
const MOST: usize = 128 << 20;

/// Where a program ends at once.
const FAR_TOO_MUCH: usize = 1 << 30;

pub struct Counting;

thread_local! {
    /// What other threads give back is missing here, which does no harm.
    static USED: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

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

/// Runs something; how many bytes this thread needed for it at once.
pub fn needed<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = USED.get();
    PEAK.set(before);
    let result = run();
    (result, PEAK.get().saturating_sub(before))
}

fn count(bytes: usize) {
    let used = USED.get().saturating_add(bytes);
    USED.set(used);
    PEAK.set(PEAK.get().max(used));
    if used > FAR_TOO_MUCH {
        // A message would need memory.
        std::process::abort();
    }
}

fn give_back(bytes: usize) {
    USED.set(USED.get().saturating_sub(bytes));
}

// SAFETY: the system's allocator does it all; the counters allocate nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: what is asked for here is asked for there.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // For a moment there may be both.
        count(size);
        give_back(layout.size());
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        give_back(layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}
