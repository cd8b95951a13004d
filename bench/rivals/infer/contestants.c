// The programs in C, of one compiler with vectors of one width.
#include <string.h>

#include "contestant.h"
#include "arrays.h"
#include "plain.h"
#include "tuned.h"

const Contestant TABLE[] = {
    {"plain C", "loops, " HOW,
     {spiral_loops, digits_loops, mnist_loops, motion_loops},
     {spiral_loops_many, digits_loops_many, mnist_loops_many, motion_loops_many}},
    {"plain C", "unrolled, " HOW,
     {spiral_unrolled, digits_unrolled, NULL, motion_unrolled},
     {spiral_unrolled_many, digits_unrolled_many, NULL, motion_unrolled_many}},
    {"tuned C", HOW, {spiral_tuned, digits_tuned, mnist_tuned, motion_tuned},
     {spiral_tuned_many, digits_tuned_many, mnist_tuned_many, motion_tuned_many}},
    {NULL},
};
