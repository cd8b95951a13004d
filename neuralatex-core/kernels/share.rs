//! What of many things is one thread's: neighbours.

/// Things from one on. Unlike a range, it counts without a check that could panic.
#[derive(Clone, Copy)]
pub(crate) struct Share {
    pub(crate) start: usize,
    pub(crate) count: usize,
}

impl Share {
    /// That of one of several threads.
    pub(crate) fn of(things: usize, thread: usize, threads: usize) -> Share {
        if threads <= 1 {
            return Share {
                start: 0,
                count: things,
            };
        }
        let at = |thread: usize| things * thread / threads;
        Share {
            start: at(thread),
            count: at(thread + 1) - at(thread),
        }
    }

    pub(crate) fn end(self) -> usize {
        self.start + self.count
    }
}
