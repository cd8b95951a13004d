//! The root of the kernels when they are compiled by themselves: see `build.rs`.
#![no_std]
#![allow(dead_code)]

#[path = "mod.rs"]
mod kernels;

/// The kernels, under a name that holds the version, the form and a hash of the source.
#[unsafe(export_name = env!("NEURALATEX_SYMBOL"))]
pub static FORM: &kernels::interface::Form = &kernels::FORM;
