#![no_std]
#![no_main]

firmware::image!(firmware::models::Iris::scores);
