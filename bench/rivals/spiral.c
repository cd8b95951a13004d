// The spiral in C: 2-4-4-1, max margin, steps of all 100 rows. Plain: row by row. Tuned: rows in
// lanes, loops unrolled, sums of gradients in groups that fit into the registers.
#include "common.h"

enum { ROWS = 100, BLOCKS = (ROWS + LANES - 1) / LANES, PARAMETERS = 37 };
// Where each layer's weights begin; a neuron's weights are followed by its bias.
enum { FIRST = 0, SECOND = 12, THIRD = 32 };

static float *inputs, *targets, *start, weights[PARAMETERS], rates[1000];
static int epochs;

static void plain(void) {
    memcpy(weights, start, PARAMETERS * 4);
    for (int epoch = 0; epoch < epochs; epoch++) {
        float gradients[PARAMETERS] = {0};
        for (int row = 0; row < ROWS; row++) {
            const float *x = inputs + 2 * row, y = targets[row], *w = weights;
            float first[4], second[4], errors[4] = {0}, score = w[THIRD + 4];
            for (int o = 0; o < 4; o++) {
                float sum = w[3 * o] * x[0] + w[3 * o + 1] * x[1] + w[3 * o + 2];
                first[o] = sum > 0 ? sum : 0;
            }
            for (int o = 0; o < 4; o++) {
                float sum = w[SECOND + 5 * o + 4];
                for (int i = 0; i < 4; i++) sum += w[SECOND + 5 * o + i] * first[i];
                second[o] = sum > 0 ? sum : 0;
                score += w[THIRD + o] * second[o];
            }
            if (1 - y * score <= 0) continue;
            float error = -y / ROWS;
            gradients[THIRD + 4] += error;
            for (int o = 0; o < 4; o++) {
                gradients[THIRD + o] += error * second[o];
                float inner = second[o] > 0 ? error * w[THIRD + o] : 0;
                gradients[SECOND + 5 * o + 4] += inner;
                for (int i = 0; i < 4; i++) {
                    gradients[SECOND + 5 * o + i] += inner * first[i];
                    errors[i] += inner * w[SECOND + 5 * o + i];
                }
            }
            for (int o = 0; o < 4; o++) {
                float inner = first[o] > 0 ? errors[o] : 0;
                gradients[3 * o] += inner * x[0];
                gradients[3 * o + 1] += inner * x[1];
                gradients[3 * o + 2] += inner;
            }
        }
        for (int i = 0; i < PARAMETERS; i++) weights[i] -= rates[epoch] * gradients[i];
    }
}

// Rows in lanes; rows that are not there have the target 0, and so no error.
static Vector x0[BLOCKS], x1[BLOCKS], y[BLOCKS];

// Eight sums, of the lanes of eight vectors.
INLINE void sum8(const Vector *vectors, float *sums) {
#ifdef __AVX__
    __m256 half[8];
    UNROLL for (int i = 0; i < 8; i++)
#ifdef __AVX512F__
        half[i] = _mm512_castps512_ps256(vectors[i]) +
                  _mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(vectors[i]), 1));
#else
        half[i] = vectors[i];
#endif
    UNROLL for (int i = 0; i < 4; i++) half[i] = _mm256_hadd_ps(half[2 * i], half[2 * i + 1]);
    UNROLL for (int i = 0; i < 2; i++) half[i] = _mm256_hadd_ps(half[2 * i], half[2 * i + 1]);
    _mm256_storeu_ps(sums, _mm256_permute2f128_ps(half[0], half[1], 0x20) +
                               _mm256_permute2f128_ps(half[0], half[1], 0x31));
#else
    for (int i = 0; i < 8; i++) {
        sums[i] = 0;
        for (int lane = 0; lane < LANES; lane++) sums[i] += vectors[i][lane];
    }
#endif
}

static void tuned(void) {
    static Vector first[BLOCKS][4];
    static Vector error1[BLOCKS][4], error2[BLOCKS][4], gradients[40];
    float w[40] __attribute__((aligned(64))) = {0};
    memcpy(w, start, PARAMETERS * 4);
    for (int epoch = 0; epoch < epochs; epoch++) {
        Vector third[5] = {0};
        for (int n = 0; n < BLOCKS; n++) {
            Vector h[4], g[4], score = all(w[THIRD + 4]), back[4] = {0};
            UNROLL for (int o = 0; o < 4; o++)
                first[n][o] = h[o] = relu(all(w[3 * o]) * x0[n] + (all(w[3 * o + 1]) * x1[n] + all(w[3 * o + 2])));
            UNROLL for (int o = 0; o < 4; o++) {
                const float *row = w + SECOND + 5 * o;
                g[o] = all(row[4]);
                UNROLL for (int i = 0; i < 4; i++) g[o] += all(row[i]) * h[i];
                g[o] = relu(g[o]);
                score += all(w[THIRD + o]) * g[o];
            }
            Vector e = where(y[n] * score < all(1), y[n] * all(-1.0f / ROWS));
            third[4] += e;
            UNROLL for (int o = 0; o < 4; o++) {
                third[o] += e * g[o];
                Vector inner = where(g[o] > all(0), e * all(w[THIRD + o]));
                error2[n][o] = inner;
                UNROLL for (int i = 0; i < 4; i++) back[i] += inner * all(w[SECOND + 5 * o + i]);
            }
            UNROLL for (int i = 0; i < 4; i++) error1[n][i] = where(h[i] > all(0), back[i]);
        }
        memcpy(gradients + THIRD, third, sizeof third);
        UNROLL for (int pair = 0; pair < 4; pair += 2) {
            Vector sums[10] = {0};
            for (int n = 0; n < BLOCKS; n++)
                UNROLL for (int o = 0; o < 2; o++) {
                    Vector inner = error2[n][pair + o];
                    UNROLL for (int i = 0; i < 4; i++) sums[5 * o + i] += inner * first[n][i];
                    sums[5 * o + 4] += inner;
                }
            memcpy(gradients + SECOND + 5 * pair, sums, sizeof sums);
        }
        Vector sums[12] = {0};
        for (int n = 0; n < BLOCKS; n++)
            UNROLL for (int o = 0; o < 4; o++) {
                Vector inner = error1[n][o];
                sums[3 * o] += inner * x0[n];
                sums[3 * o + 1] += inner * x1[n];
                sums[3 * o + 2] += inner;
            }
        memcpy(gradients, sums, sizeof sums);
        float moves[40];
        UNROLL for (int i = 0; i < 40; i += 8) sum8(gradients + i, moves + i);
        for (int i = 0; i < 40; i++) w[i] -= rates[epoch] * moves[i];
    }
    memcpy(weights, w, PARAMETERS * 4);
}

static void compare(const char *who, void (*train)(void)) {
    char name[64];
    snprintf(name, sizeof name, "%s %s", who, COMPILER);
    for (int task = 0; task < 2; task++) {
        epochs = task ? 1000 : 35;
        for (int n = 0; n < epochs; n++) rates[n] = task ? 0.1 : 1 - 0.9 * n / 100;
        const char *names[] = {"spiral-35", "spiral-1000"};
        measure(name, names[task], train);
        write_weights(name, names[task], weights, PARAMETERS);
    }
}

int main(void) {
    inputs = read_file("spiral", "inputs");
    targets = read_file("spiral", "targets");
    start = read_file("spiral", "weights");
    for (int row = 0; row < ROWS; row++) {
        x0[row / LANES][row % LANES] = inputs[2 * row];
        x1[row / LANES][row % LANES] = inputs[2 * row + 1];
        y[row / LANES][row % LANES] = targets[row];
    }
    compare("C plain", plain);
    compare("C tuned", tuned);
}
