//! Time on the processor.

use std::ffi::{c_int, c_long};

#[repr(C)]
struct Timespec {
    seconds: c_long,
    nanoseconds: c_long,
}

unsafe extern "C" {
    fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int;
}

/// Seconds that this process has spent on processors, all threads together.
pub fn now() -> f64 {
    const PROCESS: c_int = if cfg!(target_os = "macos") { 12 } else { 2 };
    let mut time = Timespec {
        seconds: 0,
        nanoseconds: 0,
    };
    // SAFETY: it writes the time, and nothing else.
    assert_eq!(unsafe { clock_gettime(PROCESS, &mut time) }, 0);
    time.seconds as f64 + 1e-9 * time.nanoseconds as f64
}

/// How long each run takes: at least three samples and 0.3 seconds, each sample the mean of as many
/// runs as take a millisecond. The first run only warms up.
pub fn samples(mut run: impl FnMut()) -> Vec<f64> {
    let start = now();
    run();
    let repeats = (1e-3 / (now() - start)).clamp(1.0, 1e4) as usize;
    let mut samples = Vec::new();
    let start = now();
    while samples.len() < 3 || now() - start < 0.3 {
        let start = now();
        (0..repeats).for_each(|_| run());
        samples.push((now() - start) / repeats as f64);
    }
    samples
}
