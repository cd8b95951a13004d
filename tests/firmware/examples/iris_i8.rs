#![no_std]
#![no_main]

firmware::image!(firmware::models::IrisI8::scores_i8);
