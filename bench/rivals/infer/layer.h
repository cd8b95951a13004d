// A layer with its outputs in vectors of `LANES`: a tile of some rows and some vectors at a time, each in some
// partial sums, all of which stay in registers. Included once for each number of lanes.
#define JOIN(name, lanes) name##lanes
#define JOINED(name, lanes) JOIN(name, lanes)
#define VECTOR JOINED(Vector, LANES)
#define MASK JOINED(Mask, LANES)

typedef float VECTOR __attribute__((vector_size(LANES * 4), may_alias));
typedef int MASK __attribute__((vector_size(LANES * 4), may_alias));

INLINE VECTOR JOINED(all, LANES)(float number) { return number - (VECTOR){0}; }

INLINE VECTOR JOINED(relu, LANES)(VECTOR vector) {
#if LANES == 16 && defined(__AVX512F__)
    return _mm512_max_ps(vector, (VECTOR){0});
#elif LANES == 8 && defined(__AVX__)
    return _mm256_max_ps(vector, (VECTOR){0});
#elif LANES == 4 && defined(__SSE__)
    return _mm_max_ps(vector, (VECTOR){0});
#else
    return (VECTOR)((vector > (VECTOR){0}) & (MASK)vector);
#endif
}

// From `from[rows][inputs]` to `to[rows][outputs]`, with `weights[inputs][outputs]`.
INLINE void JOINED(layer, LANES)(const int rows, const int vectors, const int sums, const int hidden,
                                 const int inputs, const float *from, const int outputs,
                                 const float *weights, const float *biases, float *to) {
    const int size = rows * vectors;
    for (int first = 0; first < outputs; first += vectors * LANES) {
        VECTOR tile[32];
        UNROLL for (int i = 0; i < sums * size; i++)
            tile[i] = i < size ? *(const VECTOR *)(biases + first + i % vectors * LANES) : (VECTOR){0};
        for (int input = 0; input < inputs; input += sums)
            UNROLL for (int i = 0; i < sums * size; i++) {
                const int at = input + i / size, row = i % size / vectors;
                tile[i] += JOINED(all, LANES)(from[row * inputs + at]) *
                           *(const VECTOR *)(weights + at * outputs + first + i % vectors * LANES);
            }
        if (sums == 8) UNROLL for (int i = 0; i < 4 * size; i++) tile[i] += tile[i + 4 * size];
        if (sums >= 4) UNROLL for (int i = 0; i < 2 * size; i++) tile[i] += tile[i + 2 * size];
        if (sums >= 2) UNROLL for (int i = 0; i < size; i++) tile[i] += tile[i + size];
        UNROLL for (int i = 0; i < size; i++)
            *(VECTOR *)(to + i / vectors * outputs + first + i % vectors * LANES) =
                hidden ? JOINED(relu, LANES)(tile[i]) : tile[i];
    }
}
#undef JOIN
#undef JOINED
#undef VECTOR
#undef MASK
