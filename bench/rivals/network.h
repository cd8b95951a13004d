// A network with one hidden layer, relu and cross entropy, trained by Adam; as the rivals in C
// share it. Compiled once for each task, with its sizes as macros.
#include "common.h"

enum {
    OUTPUTS = 10,
    PADDED = 16, // outputs, to whole vectors
    BATCHES = ROWS / BATCH,
    PARAMETERS = (INPUTS + 1) * HIDDEN + (HIDDEN + 1) * OUTPUTS,
};

static float *inputs, *start, weights[PARAMETERS];
static int *classes, *order;

// The factors of a step: the rate and the second moment, both without bias.
typedef struct { float rate, second; } Step;

INLINE Step step_of(int count) {
    return (Step){0.001 / (1 - pow(0.9, count)), 1 / (1 - pow(0.999, count))};
}

INLINE void adam(Step step, float *restrict w, float *restrict m, float *restrict v,
                 const float *restrict gradients, int count) {
    for (int i = 0; i < count; i++) {
        float g = gradients[i];
        m[i] = 0.9f * m[i] + 0.1f * g;
        v[i] = 0.999f * v[i] + 0.001f * g * g;
        w[i] -= step.rate * m[i] / (sqrtf(v[i] * step.second) + 1e-8f);
    }
}

static void compare(const char *who, void (*train)(void)) {
    char name[64];
    snprintf(name, sizeof name, "%s %s", who, COMPILER);
    measure(name, TASK, train);
    write_weights(name, TASK, weights, PARAMETERS);
}

static void read_task(void) {
    inputs = read_file(TASK, "train.inputs");
    classes = read_file(TASK, "train.classes");
    order = read_file(TASK, "order");
    start = read_file(TASK, "weights");
}
