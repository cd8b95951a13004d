//! The allocator of the system, which knows how often a thread has asked, and how much it has in use.
#![allow(unsafe_code, reason = "an allocator cannot be had without")]
#![allow(
    dead_code,
    unreachable_pub,
    reason = "tests and fuzz targets each use a part of it"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Where a program ends at once.
const FAR_TOO_MUCH: usize = 1 << 30;

struct Counting;

thread_local! {
    static ASKED: Cell<usize> = const { Cell::new(0) };
    /// What other threads give back is missing here, which does no harm.
    static USED: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

/// How often this thread has asked for memory.
pub fn asked() -> usize {
    ASKED.get()
}

/// Runs something; how many bytes this thread needed for it at once.
pub fn needed<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = USED.get();
    PEAK.set(before);
    let result = run();
    (result, PEAK.get().saturating_sub(before))
}

fn count(bytes: usize) {
    ASKED.set(ASKED.get() + 1);
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
