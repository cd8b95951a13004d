// For these sizes: vectors of up to `WIDEST` numbers, weights input by input, several sums at a time.
#ifdef __SSE__
#include <immintrin.h>
#endif
#ifdef __clang__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 32")
#endif
#define ALIGNED __attribute__((aligned(64)))

#define LANES 4
#include "layer.h"
#undef LANES
#define LANES 8
#include "layer.h"
#undef LANES
#define LANES 16
#include "layer.h"
#undef LANES

#define WIDEST_(name, lanes) name##lanes
#define WIDEST_OF(name, lanes) WIDEST_(name, lanes)
#define layer WIDEST_OF(layer, WIDEST)

enum { LAST, HIDDEN };

static void spiral_tuned(const float *input, float *scores) {
    const Vector4 *biases = (const Vector4 *)spiral_biases0, *columns = (const Vector4 *)spiral_columns0;
    Vector4 first = relu4(*biases + all4(input[0]) * columns[0] + all4(input[1]) * columns[1]);
    biases = (const Vector4 *)spiral_biases1, columns = (const Vector4 *)spiral_columns1;
    Vector4 second = relu4((*biases + all4(first[0]) * columns[0] + all4(first[1]) * columns[1]) +
                           (all4(first[2]) * columns[2] + all4(first[3]) * columns[3]));
    Vector4 last = second * *(const Vector4 *)spiral_weights2;
    scores[0] = spiral_biases2[0] + ((last[0] + last[1]) + (last[2] + last[3]));
}

static void digits_tuned(const float *input, float *scores) {
    ALIGNED float hidden[32], last[16];
    layer(1, 32 / WIDEST, WIDEST / 4, HIDDEN, 64, input, 32, *digits_columns0, digits_biases0, hidden);
    layer(1, 16 / WIDEST, WIDEST / 2, LAST, 32, hidden, 16, *digits_columns1, digits_biases1, last);
    memcpy(scores, last, 40);
}

static void mnist_tuned(const float *input, float *scores) {
    ALIGNED float hidden[128], last[16];
    layer(1, 8, WIDEST == 16 ? 2 : 1, HIDDEN, 784, input, 128, *mnist_columns0, mnist_biases0, hidden);
    layer(1, 16 / WIDEST, WIDEST / 2, LAST, 128, hidden, 16, *mnist_columns1, mnist_biases1, last);
    memcpy(scores, last, 40);
}

static void motion_tuned(const float *input, float *scores) {
    ALIGNED float first[64], second[8], last[4];
    layer(1, 1, 1, HIDDEN, 6, input, 64, *motion_columns0, motion_biases0, first);
    layer8(1, 1, 8, HIDDEN, 64, first, 8, *motion_columns1, motion_biases1, second);
    layer4(1, 1, 2, LAST, 8, second, 4, *motion_columns2, motion_biases2, last);
    memcpy(scores, last, 16);
}

// Some rows at a time share the weights that were read. What is tuned most is the tile: as many sums as there are
// registers, but clang 14 keeps only eight of them there.
enum {
    WIDTH = 16 / WIDEST,
#if defined(__clang__)
    HEIGHT = 8 / WIDTH,
    SMALL = 8,
#elif defined(__AVX512F__)
    HEIGHT = 8,
    SMALL = 12,
#else
    HEIGHT = 12 / WIDTH,
    SMALL = WIDEST == 8 ? 12 : 8,
#endif
};

INLINE void digits_rows(const float *inputs, float *scores) {
    ALIGNED float hidden[HEIGHT * 32], last[HEIGHT * 16];
    layer(HEIGHT, WIDTH, 1, HIDDEN, 64, inputs, 32, *digits_columns0, digits_biases0, hidden);
    layer(HEIGHT, WIDTH, 1, LAST, 32, hidden, 16, *digits_columns1, digits_biases1, last);
    UNROLL for (int row = 0; row < HEIGHT; row++) memcpy(scores + row * 10, last + row * 16, 40);
}

INLINE void mnist_rows(const float *inputs, float *scores) {
    ALIGNED float hidden[HEIGHT * 128], last[HEIGHT * 16];
    layer(HEIGHT, WIDTH, 1, HIDDEN, 784, inputs, 128, *mnist_columns0, mnist_biases0, hidden);
    layer(HEIGHT, WIDTH, 1, LAST, 128, hidden, 16, *mnist_columns1, mnist_biases1, last);
    UNROLL for (int row = 0; row < HEIGHT; row++) memcpy(scores + row * 10, last + row * 16, 40);
}

INLINE void motion_rows(const float *inputs, float *scores) {
    ALIGNED float first[SMALL * 64], second[SMALL * 8], last[SMALL * 4];
    layer(SMALL, 1, 1, HIDDEN, 6, inputs, 64, *motion_columns0, motion_biases0, first);
#if WIDEST == 4
    layer4(SMALL, 1, 1, HIDDEN, 64, first, 8, *motion_columns1, motion_biases1, second);
#else
    layer8(SMALL, 1, 1, HIDDEN, 64, first, 8, *motion_columns1, motion_biases1, second);
#endif
    layer4(SMALL, 1, 1, LAST, 8, second, 4, *motion_columns2, motion_biases2, last);
    memcpy(scores, last, sizeof last);
}

#define TILES(name, width, answers, height)                                                        \
    static void name##_tuned_many(const float *inputs, float *scores, size_t rows) {               \
        size_t row = 0;                                                                            \
        for (; row + height <= rows; row += height)                                                \
            name##_rows(inputs + row * width, scores + row * answers);                             \
        for (; row < rows; row++) name##_tuned(inputs + row * width, scores + row * answers);      \
    }
TILES(digits, 64, 10, HEIGHT)
TILES(mnist, 784, 10, HEIGHT)
TILES(motion, 6, 4, SMALL)

// Its rows are in vectors already, as compilers see to it.
#define spiral_tuned_many spiral_unrolled_many
