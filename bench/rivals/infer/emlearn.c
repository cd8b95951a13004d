// The code that emlearn writes for the networks.
#include "contestant.h"
#include "emlearn_spiral.h"
#include "emlearn_digits.h"
#include "emlearn_mnist.h"
#include "emlearn_motion.h"

#define WRAPPED(name, width, answers)                                                                    \
    static void name##_scores(const float *input, float *scores) {                                       \
        emlearn_##name##_regress(input, width, scores, answers);                                         \
    }                                                                                                    \
    static void name##_many(const float *inputs, float *scores, size_t rows) {                           \
        for (size_t row = 0; row < rows; row++) name##_scores(inputs + row * width, scores + row * answers); \
    }
NETWORKS(WRAPPED)

#define ONE(name, width, answers) name##_scores,
#define ALL(name, width, answers) name##_many,
const Contestant TABLE[] = {{"emlearn", HOW, {NETWORKS(ONE)}, {NETWORKS(ALL)}}, {NULL}};
