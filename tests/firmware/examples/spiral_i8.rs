#![no_std]
#![no_main]

firmware::image!(firmware::models::SpiralI8::scores_i8);
