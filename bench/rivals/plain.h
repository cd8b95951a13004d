// Row by row, in obvious loops; or, with OpenBLAS, the products of a batch by it.
typedef struct {
    float w1[INPUTS][HIDDEN], b1[HIDDEN], w2[HIDDEN][PADDED], b2[PADDED];
} Network;

static Network network, first, second, gradients;

static void load(void) {
    const float *from = start;
    memset(&first, 0, sizeof first);
    memset(&second, 0, sizeof second);
    memset(&network, 0, sizeof network);
    for (int o = 0; o < HIDDEN; o++) {
        for (int i = 0; i < INPUTS; i++) network.w1[i][o] = *from++;
        network.b1[o] = *from++;
    }
    for (int o = 0; o < OUTPUTS; o++) {
        for (int i = 0; i < HIDDEN; i++) network.w2[i][o] = *from++;
        network.b2[o] = *from++;
    }
}

static void save(void) {
    float *to = weights;
    for (int o = 0; o < HIDDEN; o++) {
        for (int i = 0; i < INPUTS; i++) *to++ = network.w1[i][o];
        *to++ = network.b1[o];
    }
    for (int o = 0; o < OUTPUTS; o++) {
        for (int i = 0; i < HIDDEN; i++) *to++ = network.w2[i][o];
        *to++ = network.b2[o];
    }
}

// From scores to the gradient of the mean loss.
INLINE void softmax(float *scores, int class) {
    float most = scores[0], sum = 0;
    for (int o = 1; o < OUTPUTS; o++) most = scores[o] > most ? scores[o] : most;
    for (int o = 0; o < OUTPUTS; o++) sum += scores[o] = expf(scores[o] - most);
    for (int o = 0; o < OUTPUTS; o++) scores[o] /= sum * BATCH;
    scores[class] -= 1.0f / BATCH;
}

static void row_by_row(const int *rows) {
    Network *n = &network, *g = &gradients;
    memset(g, 0, sizeof *g);
    for (int row = 0; row < BATCH; row++) {
        const float *x = inputs + (size_t)rows[row] * INPUTS;
        float h[HIDDEN], errors[HIDDEN], scores[PADDED];
        memcpy(h, n->b1, sizeof h);
        for (int i = 0; i < INPUTS; i++)
            for (int o = 0; o < HIDDEN; o++) h[o] += x[i] * n->w1[i][o];
        for (int o = 0; o < HIDDEN; o++) h[o] = h[o] > 0 ? h[o] : 0;
        memcpy(scores, n->b2, sizeof scores);
        for (int i = 0; i < HIDDEN; i++)
            for (int o = 0; o < PADDED; o++) scores[o] += h[i] * n->w2[i][o];
        softmax(scores, classes[rows[row]]);
        for (int o = 0; o < OUTPUTS; o++) g->b2[o] += scores[o];
        for (int i = 0; i < HIDDEN; i++) {
            float sum = 0;
            for (int o = 0; o < OUTPUTS; o++) {
                g->w2[i][o] += h[i] * scores[o];
                sum += n->w2[i][o] * scores[o];
            }
            errors[i] = h[i] > 0 ? sum : 0;
        }
        for (int o = 0; o < HIDDEN; o++) g->b1[o] += errors[o];
        for (int i = 0; i < INPUTS; i++)
            for (int o = 0; o < HIDDEN; o++) g->w1[i][o] += x[i] * errors[o];
    }
}

#ifdef BLAS
#include <cblas.h>

static void by_blas(const int *rows) {
    static float x[BATCH][INPUTS], h[BATCH][HIDDEN], scores[BATCH][PADDED], errors[BATCH][HIDDEN];
    Network *n = &network, *g = &gradients;
    for (int row = 0; row < BATCH; row++) {
        memcpy(x[row], inputs + (size_t)rows[row] * INPUTS, sizeof x[row]);
        memcpy(h[row], n->b1, sizeof n->b1);
        memcpy(scores[row], n->b2, sizeof n->b2);
    }
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, BATCH, HIDDEN, INPUTS, 1, *x, INPUTS,
                *n->w1, HIDDEN, 1, *h, HIDDEN);
    for (int row = 0; row < BATCH; row++)
        for (int o = 0; o < HIDDEN; o++) h[row][o] = h[row][o] > 0 ? h[row][o] : 0;
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, BATCH, OUTPUTS, HIDDEN, 1, *h, HIDDEN,
                *n->w2, PADDED, 1, *scores, PADDED);
    for (int row = 0; row < BATCH; row++) softmax(scores[row], classes[rows[row]]);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, BATCH, HIDDEN, OUTPUTS, 1, *scores, PADDED,
                *n->w2, PADDED, 0, *errors, HIDDEN);
    for (int row = 0; row < BATCH; row++)
        for (int o = 0; o < HIDDEN; o++) errors[row][o] = h[row][o] > 0 ? errors[row][o] : 0;
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, INPUTS, HIDDEN, BATCH, 1, *x, INPUTS,
                *errors, HIDDEN, 0, *g->w1, HIDDEN);
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, HIDDEN, OUTPUTS, BATCH, 1, *h, HIDDEN,
                *scores, PADDED, 0, *g->w2, PADDED);
    memset(g->b1, 0, sizeof g->b1);
    memset(g->b2, 0, sizeof g->b2);
    for (int row = 0; row < BATCH; row++) {
        for (int o = 0; o < HIDDEN; o++) g->b1[o] += errors[row][o];
        for (int o = 0; o < OUTPUTS; o++) g->b2[o] += scores[row][o];
    }
}
#endif

INLINE void epochs(void (*gradients_of)(const int *)) {
    load();
    for (int count = 0; count < EPOCHS * BATCHES; count++) {
        gradients_of(order + count * BATCH);
        adam(step_of(count + 1), (float *)&network, (float *)&first, (float *)&second,
             (float *)&gradients, sizeof network / 4);
    }
    save();
}

static void plain(void) { epochs(row_by_row); }
#ifdef BLAS
static void blas(void) { epochs(by_blas); }
#endif
