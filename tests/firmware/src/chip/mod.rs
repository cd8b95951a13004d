//! What a program on a chip needs around a model.

pub mod image;
pub mod semihosting;
pub mod stack;

#[panic_handler]
fn panicked(_: &core::panic::PanicInfo<'_>) -> ! {
    semihosting::exit(false)
}

/// A program that writes something to the emulator's standard output.
#[macro_export]
macro_rules! program {
    ($write:expr) => {
        #[cortex_m_rt::entry]
        fn main() -> ! {
            let result = $write(&mut $crate::chip::semihosting::Output::new());
            $crate::chip::semihosting::exit(result.is_ok())
        }

        #[cortex_m_rt::exception]
        unsafe fn HardFault(_: &cortex_m_rt::ExceptionFrame) -> ! {
            $crate::chip::semihosting::exit(false)
        }
    };
}
