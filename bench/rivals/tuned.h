// Products in tiles whose sums stay in registers, operands in panels that are read in a row, Adam
// while the gradients of a tile are at hand.
enum {
    WIDTH = 2,                              // vectors side by side in a tile
    PANEL = WIDTH * LANES,                  // hidden neurons
    PANELS = HIDDEN / PANEL,
    HEIGHT = LANES == 16 ? 12 : 6,          // rows in a tile: 24 of 32 registers, or 12 of 16
    DEPTH = INPUTS % 112 ? INPUTS : 112,    // inputs at a time
    OUTER = PADDED / LANES,                 // vectors of outputs
};

typedef struct {
    float w1[PANELS][INPUTS][PANEL], b1[PANELS][PANEL], w2[HIDDEN][PADDED], b2[PADDED];
} __attribute__((aligned(64))) Tiled;

static Tiled tiled, moment1, moment2;
static float x[BATCH][INPUTS] __attribute__((aligned(64)));
static float hidden[PANELS][BATCH][PANEL] __attribute__((aligned(64)));
static float errors[PANELS][BATCH][PANEL] __attribute__((aligned(64)));
static float scores[BATCH][PADDED] __attribute__((aligned(64)));
static float turned[OUTPUTS][HIDDEN] __attribute__((aligned(64)));

// sums[height][width] += a * b over so many steps.
INLINE void multiply(const int height, const int width, Vector *sums, const float *a, size_t a_row,
                     size_t a_step, const float *b, size_t b_step, int steps) {
    for (int k = 0; k < steps; k++) {
        Vector right[4];
        UNROLL for (int c = 0; c < width; c++) right[c] = *(const Vector *)(b + k * b_step + c * LANES);
        UNROLL for (int row = 0; row < height; row++) {
            Vector factor = all(a[row * a_row + k * a_step]);
            UNROLL for (int c = 0; c < width; c++) sums[row * width + c] += factor * right[c];
        }
    }
}

// Calls a tile for each group of rows, the last of which may be smaller.
#define TILES(count, tile, ...)                                                       \
    do {                                                                              \
        int at = 0;                                                                   \
        for (; at + HEIGHT <= (count); at += HEIGHT) tile(HEIGHT, at, __VA_ARGS__);   \
        if ((count) % HEIGHT) tile((count) % HEIGHT, at, __VA_ARGS__);                \
    } while (0)

// From an input on, as many as stay in the nearest cache.
INLINE void hidden_tile(const int height, int row, int panel, int from) {
    Vector sums[HEIGHT * WIDTH];
    UNROLL for (int i = 0; i < height * WIDTH; i++)
        sums[i] = *(Vector *)((from ? hidden[panel][row + i / WIDTH] : tiled.b1[panel]) + i % WIDTH * LANES);
    multiply(height, WIDTH, sums, x[row] + from, INPUTS, 1, tiled.w1[panel][from], PANEL, DEPTH);
    UNROLL for (int i = 0; i < height * WIDTH; i++)
        *(Vector *)(hidden[panel][row + i / WIDTH] + i % WIDTH * LANES) =
            from + DEPTH == INPUTS ? relu(sums[i]) : sums[i];
}

INLINE void score_tile(const int height, int row, int unused) {
    Vector sums[HEIGHT * OUTER];
    UNROLL for (int i = 0; i < height * OUTER; i++)
        sums[i] = *(Vector *)(tiled.b2 + i % OUTER * LANES);
    for (int panel = 0; panel < PANELS; panel++)
        multiply(height, OUTER, sums, hidden[panel][row], PANEL, 1, tiled.w2[panel * PANEL], PADDED, PANEL);
    UNROLL for (int i = 0; i < height * OUTER; i++)
        *(Vector *)(scores[row + i / OUTER] + i % OUTER * LANES) = sums[i];
}

INLINE void error_tile(const int height, int row, int panel) {
    Vector sums[HEIGHT * WIDTH] = {0};
    multiply(height, WIDTH, sums, scores[row], PADDED, 1, turned[0] + panel * PANEL, HIDDEN, OUTPUTS);
    UNROLL for (int i = 0; i < height * WIDTH; i++) {
        int r = row + i / WIDTH, c = i % WIDTH * LANES;
        *(Vector *)(errors[panel][r] + c) = where(*(Vector *)(hidden[panel][r] + c) > all(0), sums[i]);
    }
}

INLINE void input_tile(const int height, int input, int panel, Step step) {
    Vector sums[HEIGHT * WIDTH] = {0};
    multiply(height, WIDTH, sums, x[0] + input, 1, INPUTS, *errors[panel], PANEL, BATCH);
    adam(step, tiled.w1[panel][input], moment1.w1[panel][input], moment2.w1[panel][input],
         (float *)sums, height * PANEL);
}

INLINE void output_tile(const int height, int neuron, int panel, Step step) {
    Vector sums[HEIGHT * OUTER] = {0};
    multiply(height, OUTER, sums, hidden[panel][0] + neuron, 1, PANEL, *scores, PADDED, BATCH);
    int at = panel * PANEL + neuron;
    adam(step, tiled.w2[at], moment1.w2[at], moment2.w2[at], (float *)sums, height * PADDED);
}

INLINE Vector exponential(Vector number) {
    number = relu(number + all(87)) - all(87);
    Mask power = __builtin_convertvector(number * all(1.44269504f) - all(0.5f), Mask);
    Vector whole = __builtin_convertvector(power, Vector);
    Vector rest = number - whole * all(0.693359375f) + whole * all(2.12194440e-4f);
    Vector sum = all(1.9875691e-4f);
    const float factors[] = {1.3981999e-3f, 8.3334519e-3f, 4.1665795e-2f, 1.6666665e-1f, 0.5f, 1, 1};
    UNROLL for (int i = 0; i < 7; i++) sum = sum * rest + all(factors[i]);
    return (Vector)((Mask)sum + (power << 23));
}

// From scores to the gradient of the mean loss. Outputs that are not there have a bias of -1e30.
INLINE void softmax_vector(float *scores, int class) {
    float most = scores[0], sum = 0;
    for (int o = 1; o < PADDED; o++) most = scores[o] > most ? scores[o] : most;
    UNROLL for (int o = 0; o < PADDED; o += LANES)
        *(Vector *)(scores + o) = exponential(*(Vector *)(scores + o) - all(most));
    for (int o = 0; o < OUTPUTS; o++) sum += scores[o];
    UNROLL for (int o = 0; o < PADDED; o += LANES) *(Vector *)(scores + o) *= all(1 / (sum * BATCH));
    scores[class] -= 1.0f / BATCH;
}

static void load_tiled(void) {
    const float *from = start;
    memset(&moment1, 0, sizeof moment1);
    memset(&moment2, 0, sizeof moment2);
    memset(&tiled, 0, sizeof tiled);
    for (int o = 0; o < HIDDEN; o++) {
        for (int i = 0; i < INPUTS; i++) tiled.w1[o / PANEL][i][o % PANEL] = *from++;
        tiled.b1[o / PANEL][o % PANEL] = *from++;
    }
    for (int o = 0; o < PADDED; o++) tiled.b2[o] = -1e30f;
    for (int o = 0; o < OUTPUTS; o++) {
        for (int i = 0; i < HIDDEN; i++) tiled.w2[i][o] = *from++;
        tiled.b2[o] = *from++;
    }
}

static void save_tiled(void) {
    float *to = weights;
    for (int o = 0; o < HIDDEN; o++) {
        for (int i = 0; i < INPUTS; i++) *to++ = tiled.w1[o / PANEL][i][o % PANEL];
        *to++ = tiled.b1[o / PANEL][o % PANEL];
    }
    for (int o = 0; o < OUTPUTS; o++) {
        for (int i = 0; i < HIDDEN; i++) *to++ = tiled.w2[i][o];
        *to++ = tiled.b2[o];
    }
}

static void tuned(void) {
    load_tiled();
    for (int count = 0; count < EPOCHS * BATCHES; count++) {
        const int *rows = order + count * BATCH;
        Step step = step_of(count + 1);
        for (int row = 0; row < BATCH; row++)
            memcpy(x[row], inputs + (size_t)rows[row] * INPUTS, sizeof x[row]);
        for (int panel = 0; panel < PANELS; panel++)
            for (int from = 0; from < INPUTS; from += DEPTH)
                TILES(BATCH, hidden_tile, panel, from);
        TILES(BATCH, score_tile, 0);
        for (int row = 0; row < BATCH; row++) softmax_vector(scores[row], classes[rows[row]]);
        for (int i = 0; i < HIDDEN; i++)
            for (int o = 0; o < OUTPUTS; o++) turned[o][i] = tiled.w2[i][o];
        float sums1[PANELS][PANEL] = {0}, sums2[PADDED] = {0};
        for (int panel = 0; panel < PANELS; panel++) {
            TILES(BATCH, error_tile, panel);
            TILES(INPUTS, input_tile, panel, step);
            TILES(PANEL, output_tile, panel, step);
            for (int row = 0; row < BATCH; row++)
                for (int o = 0; o < PANEL; o++) sums1[panel][o] += errors[panel][row][o];
        }
        for (int row = 0; row < BATCH; row++)
            for (int o = 0; o < OUTPUTS; o++) sums2[o] += scores[row][o];
        adam(step, *tiled.b1, *moment1.b1, *moment2.b1, *sums1, HIDDEN);
        adam(step, tiled.b2, moment1.b2, moment2.b2, sums2, PADDED);
    }
    save_tiled();
}
