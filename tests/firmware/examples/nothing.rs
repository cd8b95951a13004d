#![no_std]
#![no_main]

firmware::image!(|()| ());
