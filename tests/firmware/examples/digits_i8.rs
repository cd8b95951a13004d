#![no_std]
#![no_main]

firmware::image!(firmware::models::DigitsI8::scores_i8);
