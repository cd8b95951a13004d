#![no_std]
#![no_main]

firmware::image!(firmware::models::SineI8::scores_i8);
