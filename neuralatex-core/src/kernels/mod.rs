//! The kernels as the rest of the core sees them: safe, and in the best form that is there and that
//! the processor has.
//!
//! `NEURALATEX_KERNEL` names another form: `portable`, `avx2`, `avx512` or `neon`. All give the
//! same bits; see `kernels/mod.rs` for what they do, and `build.rs` for how they are compiled.

pub(crate) mod criterion;
pub(crate) mod csv;
pub(crate) mod epoch;
pub(crate) mod inflate;
pub(crate) mod integers;
mod memory;
pub(crate) mod network;
mod processor;
pub(crate) mod scores;
pub(crate) mod size;
#[cfg(test)]
mod tests;
pub(crate) mod trainer;

#[cfg(not(neuralatex_prebuilt = "portable"))]
#[allow(
    clippy::double_comparisons,
    clippy::eq_op,
    reason = "these tell what is no number"
)]
#[allow(dead_code, unreachable_pub, reason = "some is for prebuilt kernels")]
#[path = "../../kernels/mod.rs"]
mod ordinary;
#[cfg(not(neuralatex_prebuilt = "portable"))]
pub(crate) use ordinary::interface;

#[cfg(neuralatex_prebuilt = "portable")]
#[allow(dead_code, unreachable_pub, reason = "some is for the kernels alone")]
#[path = "../../kernels/interface/mod.rs"]
pub(crate) mod interface;

use std::sync::OnceLock;

use crate::{environment, warning};
use interface::integers::{Integers, Quantized};
use interface::reading::{Reading, Scan};
use interface::{Form, Kernels};

/// A target directory that was copied, or kept by a cache, may hold kernels of other sources that
/// Cargo takes for new ones: they would read memory that is not there.
#[cfg(neuralatex_prebuilt = "portable")]
const _: () = assert!(
    same(
        include_bytes!("../../kernels/interface/integers.rs"),
        include_bytes!(concat!(env!("OUT_DIR"), "/integers.rs"))
    ) && same(
        include_bytes!("../../kernels/interface/mod.rs"),
        include_bytes!(concat!(env!("OUT_DIR"), "/mod.rs"))
    ) && same(
        include_bytes!("../../kernels/interface/reading.rs"),
        include_bytes!(concat!(env!("OUT_DIR"), "/reading.rs"))
    ),
    "the kernels were compiled from other sources; run `cargo clean -p neuralatex-core`"
);

#[cfg(neuralatex_prebuilt = "portable")]
const fn same(a: &[u8], b: &[u8]) -> bool {
    // Byte by byte alone, this would be a thirtieth of the compiler's work on the crate.
    let ((mut a, mut a_end), (mut b, mut b_end)) = (a.as_chunks(), b.as_chunks());
    while let ([first, rest @ ..], [other, others @ ..]) = (a, b) {
        if u128::from_ne_bytes(*first) != u128::from_ne_bytes(*other) {
            return false;
        }
        (a, b) = (rest, others);
    }
    while let ([first, rest @ ..], [other, others @ ..]) = (a_end, b_end) {
        if *first != *other {
            return false;
        }
        (a_end, b_end) = (rest, others);
    }
    a.is_empty() && b.is_empty() && a_end.is_empty() && b_end.is_empty()
}

/// What the build script has linked.
#[cfg(neuralatex_prebuilt = "portable")]
mod prebuilt {
    use super::Form;

    unsafe extern "C" {
        #[link_name = env!("NEURALATEX_PORTABLE")]
        pub(super) static PORTABLE: &'static Form;
        #[cfg(neuralatex_prebuilt = "avx2")]
        #[link_name = env!("NEURALATEX_AVX2")]
        pub(super) static AVX2: &'static Form;
        #[cfg(neuralatex_prebuilt = "avx512")]
        #[link_name = env!("NEURALATEX_AVX512")]
        pub(super) static AVX512: &'static Form;
        #[cfg(neuralatex_prebuilt = "neon")]
        #[link_name = env!("NEURALATEX_NEON")]
        pub(super) static NEON: &'static Form;
    }
}

/// The form that every processor can run.
fn portable() -> &'static Form {
    #[cfg(not(neuralatex_prebuilt = "portable"))]
    let form = &ordinary::FORM;
    #[cfg(neuralatex_prebuilt = "portable")]
    // SAFETY: the build script has compiled this from the source in which its types stand, with
    // the same compiler.
    let form = unsafe { prebuilt::PORTABLE };
    form
}

/// The forms that are there and that this processor can run, the best one last.
pub(crate) fn forms() -> Vec<(&'static str, &'static Form)> {
    let mut forms = Vec::new();
    for name in processor::forms() {
        let form = match name {
            "portable" => portable(),
            // SAFETY: as of the portable one.
            #[cfg(neuralatex_prebuilt = "avx2")]
            "avx2" => unsafe { prebuilt::AVX2 },
            // SAFETY: as of the portable one.
            #[cfg(neuralatex_prebuilt = "avx512")]
            "avx512" => unsafe { prebuilt::AVX512 },
            // SAFETY: as of the portable one.
            #[cfg(neuralatex_prebuilt = "neon")]
            "neon" => unsafe { prebuilt::NEON },
            _ => continue,
        };
        forms.push((name, form));
    }
    forms
}

/// The form in use: the best, or the one that `NEURALATEX_KERNEL` names.
pub(crate) fn form() -> &'static Form {
    static CHOSEN: OnceLock<&'static Form> = OnceLock::new();
    CHOSEN.get_or_init(|| {
        let forms = forms();
        let (_, best) = *forms.last().expect("the portable form is always there");
        let Some(wanted) = environment::variable("NEURALATEX_KERNEL") else {
            return best;
        };
        if let Some((_, named)) = forms.iter().find(|(name, _)| *name == wanted) {
            return named;
        }
        let names: Vec<&str> = forms.iter().map(|(name, _)| *name).collect();
        let there = format!("but here there are: {}", names.join(", "));
        environment::pass_over("NEURALATEX_KERNEL", &wanted, &there);
        best
    })
}

/// The kernels that read files.
fn reading() -> &'static Reading {
    portable().reading.expect("the portable form has them")
}

/// The kernels of quantised networks.
fn quantized() -> &'static Quantized {
    portable().quantized.expect("the portable form has them")
}

/// Before a training of so many multiplications: tells why it is slow, if kernels for this processor
/// are not there. Cargo shows what the core's build script warns of to those alone who work on the
/// core.
pub(crate) fn warn_if_slow(multiplications: usize) {
    /// What takes a second or two without optimisation.
    const LARGE: usize = 5_000_000;
    static REASON: OnceLock<Option<&'static str>> = OnceLock::new();
    let reason = REASON.get_or_init(|| {
        let failed = option_env!("NEURALATEX_NOT_PREBUILT");
        let have_moved = cfg!(neuralatex_prebuilt = "portable") && processor::forms().len() > 1;
        why_slow(forms().len(), failed, have_moved)
    });
    if let Some(reason) = reason.filter(|_| multiplications >= LARGE) {
        let message = format!("training is many times slower than it could be, since {reason}");
        warning::tell(message, &[]);
    }
}

/// With so many forms.
fn why_slow(forms: usize, failed: Option<&'static str>, have_moved: bool) -> Option<&'static str> {
    let elsewhere = "the core was compiled on a machine with another processor; \
                     `cargo clean -p neuralatex-core` has it compiled here, `NEURALATEX_PREBUILT=all` \
                     for all processors at once";
    failed
        .or(have_moved.then_some(elsewhere))
        .filter(|_| forms == 1)
}

/// For each column of inputs its least and its largest number, its sum, and the sum of the squares
/// of the distances from these means.
///
/// # Panics
/// If there is not a mean for each column.
pub(crate) fn statistics<T: Number>(rows: &network::Rows<'_, T>, means: &[f64]) -> Vec<[f64; 4]> {
    assert_eq!(means.len(), rows.columns);
    let mut columns = vec![[0.0; 4]; rows.columns];
    let data = network::Rows {
        answers: network::Answers::Unknown,
        ..*rows
    };
    // SAFETY: there is a mean and a place for each column.
    unsafe {
        (T::kernels(form()).statistics)(&data.data(0), means.as_ptr(), columns.as_mut_ptr());
    }
    columns
}

/// Adds numbers to a list, rounded; or tells which is the first that is not finite then.
pub(crate) fn append<T: Number>(list: &mut Vec<T>, numbers: &[f64]) -> Result<(), usize> {
    let length = list.len();
    list.resize(length + numbers.len(), T::of(0.0));
    let to = list[length..].as_mut_ptr();
    // SAFETY: there is room for as many numbers.
    let sound = unsafe { (T::kernels(form()).round)(numbers.as_ptr(), to, numbers.len()) };
    match sound == numbers.len() {
        true => Ok(()),
        false => {
            list.truncate(length);
            Err(sound)
        }
    }
}

/// Numbers as `f64`, in place of what was in the list.
pub(crate) fn widen<T: Number>(numbers: &[T], list: &mut Vec<f64>) {
    list.resize(numbers.len(), 0.0);
    // SAFETY: there is room for as many numbers.
    unsafe { (T::kernels(form()).widen)(numbers.as_ptr(), list.as_mut_ptr(), numbers.len()) };
}

/// Takes whole blocks of 64 bytes into the state of a SHA-256.
pub(crate) fn compress(form: &Form, state: &mut [u32; 8], bytes: &[u8]) {
    let (blocks, _) = bytes.as_chunks::<64>();
    // SAFETY: there are that many blocks.
    unsafe { (form.digest)(state, blocks.as_ptr(), blocks.len()) }
}

/// The bytes of numbers, as they are in memory.
pub(crate) fn bytes<T: Number>(numbers: &[T]) -> &[u8] {
    // SAFETY: the types of numbers have no padding, and bytes no alignment.
    unsafe { std::slice::from_raw_parts(numbers.as_ptr().cast(), size_of_val(numbers)) }
}

/// A type of numbers that networks are trained with: `f32` or `f64`.
pub(crate) trait Number: Copy + Send + Sync + 'static {
    fn of(number: f64) -> Self;
    fn wide(self) -> f64;
    fn kernels(form: &Form) -> &Kernels<Self>;
    fn scan(reading: &Reading) -> unsafe extern "C" fn(*mut Scan<Self>);
    fn integers(quantized: &Quantized) -> unsafe extern "C" fn(*const Integers<Self>);
}

impl Number for f32 {
    fn of(number: f64) -> f32 {
        number as f32
    }

    fn wide(self) -> f64 {
        f64::from(self)
    }

    fn kernels(form: &Form) -> &Kernels<f32> {
        &form.single
    }

    fn scan(reading: &Reading) -> unsafe extern "C" fn(*mut Scan<f32>) {
        reading.scan_single
    }

    fn integers(quantized: &Quantized) -> unsafe extern "C" fn(*const Integers<f32>) {
        quantized.single
    }
}

impl Number for f64 {
    fn of(number: f64) -> f64 {
        number
    }

    fn wide(self) -> f64 {
        self
    }

    fn kernels(form: &Form) -> &Kernels<f64> {
        &form.double
    }

    fn scan(reading: &Reading) -> unsafe extern "C" fn(*mut Scan<f64>) {
        reading.scan_double
    }

    fn integers(quantized: &Quantized) -> unsafe extern "C" fn(*const Integers<f64>) {
        quantized.double
    }
}
