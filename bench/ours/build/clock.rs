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
/// runs as take a millisecond. The first run only warms up. What a run is given is not timed.
pub fn samples<G>(mut give: impl FnMut() -> G, mut run: impl FnMut(G)) -> Vec<f64> {
    let mut time = |repeats: usize| {
        let given: Vec<G> = (0..repeats).map(|_| give()).collect();
        let start = now();
        given.into_iter().for_each(&mut run);
        (now() - start) / repeats as f64
    };
    let repeats = (1e-3 / time(1)).clamp(1.0, 1e4) as usize;
    let mut samples = Vec::new();
    while samples.len() < 3 || samples.iter().sum::<f64>() * (repeats as f64) < 0.3 {
        samples.push(time(repeats));
    }
    samples
}
