//! Prints what all models answer: on a computer, and on a chip.

#![cfg_attr(target_os = "none", no_std, no_main)]

use firmware::answers::write_answers;

#[cfg(not(target_os = "none"))]
fn main() {
    let mut text = String::new();
    write_answers(&mut text).expect("there is memory");
    print!("{text}");
}

#[cfg(target_os = "none")]
firmware::program!(write_answers);
