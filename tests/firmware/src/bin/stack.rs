//! Prints how much stack each model takes, on a chip.

#![no_std]
#![no_main]

firmware::program!(firmware::chip::stack::write_depths);
