// The obvious loops over constant arrays. `unrolled.h` has the same without a loop.
#define RELU(number) ((number) > 0 ? (number) : 0)
#define SAME(number) (number)
#define LAYER(network, layer, activation, inputs, from, outputs, to)                                   \
    for (int o = 0; o < (outputs); o++) {                                                              \
        float sum = network##_biases##layer[o];                                                        \
        for (int i = 0; i < (inputs); i++) sum += network##_weights##layer[o][i] * (from)[i];          \
        (to)[o] = activation(sum);                                                                     \
    }

static void spiral_loops(const float *input, float *scores) {
    float first[4], second[4];
    LAYER(spiral, 0, RELU, 2, input, 4, first)
    LAYER(spiral, 1, RELU, 4, first, 4, second)
    LAYER(spiral, 2, SAME, 4, second, 1, scores)
}

static void digits_loops(const float *input, float *scores) {
    float hidden[32];
    LAYER(digits, 0, RELU, 64, input, 32, hidden)
    LAYER(digits, 1, SAME, 32, hidden, 10, scores)
}

static void mnist_loops(const float *input, float *scores) {
    float hidden[128];
    LAYER(mnist, 0, RELU, 784, input, 128, hidden)
    LAYER(mnist, 1, SAME, 128, hidden, 10, scores)
}

static void motion_loops(const float *input, float *scores) {
    float first[64], second[8];
    LAYER(motion, 0, RELU, 6, input, 64, first)
    LAYER(motion, 1, RELU, 64, first, 8, second)
    LAYER(motion, 2, SAME, 8, second, 4, scores)
}

// Rows one after another; the compiler may do what it likes with them.
#include "unrolled.h"

#define MANY(name, way, network_inputs, network_outputs)                                      \
    static void name##_##way##_many(const float *inputs, float *scores, size_t rows) {        \
        for (size_t row = 0; row < rows; row++)                                               \
            name##_##way(inputs + row * (network_inputs), scores + row * (network_outputs));  \
    }
#define MANY_LOOPS(name, inputs, outputs) MANY(name, loops, inputs, outputs)
NETWORKS(MANY_LOOPS)
MANY(spiral, unrolled, 2, 1)
MANY(digits, unrolled, 64, 10)
MANY(motion, unrolled, 6, 4)
