//! Models, and questions to them: one source for chips and for the computer that they are compared with.

#![no_std]

pub mod answers;
#[cfg(target_os = "none")]
pub mod chip;
pub mod models;
pub mod questions;
