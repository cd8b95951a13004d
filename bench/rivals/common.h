// What the rivals in C share: files, the clock, and vectors as wide as the machine's.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __AVX__
#include <immintrin.h>
#endif

#if defined(__AVX512F__)
#define LANES 16
#elif defined(__AVX__)
#define LANES 8
#else
#define LANES 4
#endif
typedef float Vector __attribute__((vector_size(LANES * 4), may_alias));
typedef int Mask __attribute__((vector_size(LANES * 4), may_alias));

#define INLINE static inline __attribute__((always_inline))
INLINE Vector all(float number) { return number - (Vector){0}; }
INLINE Vector where(Mask mask, Vector vector) { return (Vector)(mask & (Mask)vector); }
#if defined(__AVX512F__)
INLINE Vector relu(Vector vector) { return _mm512_max_ps(vector, all(0)); }
#elif defined(__AVX__)
INLINE Vector relu(Vector vector) { return _mm256_max_ps(vector, all(0)); }
#else
INLINE Vector relu(Vector vector) { return where(vector > all(0), vector); }
#endif
#ifdef __clang__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 32")
#endif

static void *read_file(const char *task, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.%s", getenv("BENCH_DATA"), task, name);
    FILE *file = fopen(path, "rb");
    if (!file) { perror(path); exit(1); }
    fseek(file, 0, SEEK_END);
    size_t size = ftell(file);
    rewind(file);
    void *bytes = aligned_alloc(64, (size + 127) / 64 * 64);
    if (fread(bytes, 1, size, file) != size) exit(1);
    fclose(file);
    return bytes;
}

static void write_weights(const char *who, const char *task, const float *weights, size_t count) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.%s", getenv("BENCH_WEIGHTS"), who, task);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(weights, 4, count, file) != count) { perror(path); exit(1); }
    fclose(file);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

// How long each run takes: at least three samples and 0.3 seconds, each sample the mean of as many
// runs as take a millisecond. The first run only warms up.
static void measure(const char *who, const char *task, void (*run)(void)) {
    double start = now();
    run();
    double once = now() - start;
    int repeats = once < 1e-7 ? 10000 : once > 1e-3 ? 1 : 1e-3 / once;
    printf("{\"who\": \"%s\", \"task\": \"%s\", \"samples\": [", who, task);
    start = now();
    for (int count = 0; count < 3 || now() - start < 0.3; count++) {
        double start = now();
        for (int repeat = 0; repeat < repeats; repeat++) run();
        printf("%s%.9g", count ? ", " : "", (now() - start) / repeats);
    }
    printf("]}\n");
}
