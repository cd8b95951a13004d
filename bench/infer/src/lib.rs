//! Generated code, as a program in C calls it: with pointers to what it is given and to its answers.
#![no_std]

macro_rules! network {
    ($module:ident, $Network:ident, $scores:ident, $many:ident, |$input:ident| $given:expr) => {
        mod $module {
            include!(concat!(env!("OUT_DIR"), "/", stringify!($module), ".rs"));

            #[allow(unused_imports, reason = "some take their input as it is")]
            use super::alone;

            type Input = [f32; $Network::LAYERS[0]];
            type Scores = [f32; $Network::LAYERS[$Network::LAYERS.len() - 1]];

            #[unsafe(no_mangle)]
            extern "C" fn $scores($input: &Input, scores: &mut Scores) {
                *scores = $Network::scores($given);
            }

            /// # Safety
            /// There are so many rows of inputs, and of scores.
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $many(inputs: *const Input, scores: *mut Scores, rows: usize) {
                // SAFETY: as above.
                let inputs = unsafe { core::slice::from_raw_parts(inputs, rows) };
                // SAFETY: as above.
                let scores = unsafe { core::slice::from_raw_parts_mut(scores, rows) };
                $Network::scores_many(inputs, scores);
            }
        }
    };
}

// The caller has just written the first number alone: read together with the second, as the compiler likes to, it
// would have to wait until it is in the cache.
network! { spiral, Spiral, ours_spiral, ours_spiral_many, |input| [alone(&input[0]), alone(&input[1])] }
network! { digits, Digits, ours_digits, ours_digits_many, |input| *input }
network! { mnist, Mnist, ours_mnist, ours_mnist_many, |input| *input }
network! { motion, Motion, ours_motion, ours_motion_many, |input| *input }

fn alone(number: &f32) -> f32 {
    // SAFETY: it is a reference.
    unsafe { core::ptr::read_volatile(number) }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
