//! Programs of one model and nothing else, for their size.

use core::hint::black_box;
use core::ptr;

/// Where both chips have RAM.
const RAM: usize = 0x2000_0000;

/// Answers what stands in RAM, for ever.
#[inline(always)]
pub fn answer<I: Copy, A>(call: impl Fn(I) -> A) -> ! {
    let input = black_box(ptr::with_exposed_provenance::<I>(RAM));
    loop {
        // SAFETY: there is RAM, aligned, and inputs are numbers, which any bits are.
        black_box(call(unsafe { *input }));
    }
}

/// A program that has one function of a model, and no output.
#[macro_export]
macro_rules! image {
    ($call:expr) => {
        #[cortex_m_rt::entry]
        fn main() -> ! {
            $crate::chip::image::answer($call)
        }
    };
}
