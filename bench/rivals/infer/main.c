// Measures all contestants, in turns.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "contestant.h"

enum { ROWS = 256, ROUNDS = 101, WIDEST_OUTPUT = 16 };

#define DECLARE(network, inputs, outputs) \
    Scores ours_##network;                \
    Many ours_##network##_many;
NETWORKS(DECLARE)

#define ONE(network, inputs, outputs) ours_##network,
#define ALL(network, inputs, outputs) ours_##network##_many,
static const Contestant ours[] = {{"neuralatex", "", {NETWORKS(ONE)}, {NETWORKS(ALL)}}, {NULL}};

#define TABLE(name) extern const Contestant name[];
TABLES
#undef TABLE
#define TABLE(name) name,
static const Contestant *const tables[] = {ours, TABLES NULL};

#define INPUTS(network, inputs, outputs) inputs,
#define OUTPUTS(network, inputs, outputs) outputs,
#define TEXT(network, inputs, outputs) #network,
static const int inputs_of[] = {NETWORKS(INPUTS)}, outputs_of[] = {NETWORKS(OUTPUTS)};
static const char *const names[] = {NETWORKS(TEXT)};

static float *inputs, scores[ROWS * WIDEST_OUTPUT], expected[ROWS * WIDEST_OUTPUT];

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

static FILE *open(const char *folder, const char *who, const char *name, const char *mode) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.%s", getenv(folder), who, name);
    FILE *file = fopen(path, mode);
    if (!file) { perror(path); exit(1); }
    return file;
}

static void check(int network, const Contestant *contestant, const char *what) {
    for (int i = 0; i < ROWS * outputs_of[network]; i++)
        if (!(fabsf(scores[i] - expected[i]) <= 1e-4f * (1 + fabsf(expected[i])))) {
            fprintf(stderr, "%s (%s), %s, %s: score %d is %g, ours %g\n", contestant->who, contestant->how,
                    names[network], what, i, scores[i], expected[i]);
            exit(1);
        }
    memset(scores, 0, sizeof scores);
}

// The next input depends on the last answer, so that none is begun before the one before is done.
static void one(int network, const Contestant *contestant, long repeats) {
    Scores *run = contestant->scores[network];
    for (long repeat = 0; repeat < repeats; repeat++) {
        inputs[0] = 0.3f + scores[0] * 1e-9f;
        run(inputs, scores);
    }
}

static void many(int network, const Contestant *contestant, long repeats) {
    for (long repeat = 0; repeat < repeats; repeat++) {
        contestant->many[network](inputs, scores, ROWS);
        __asm__ volatile("" ::: "memory");
    }
}

typedef void Run(int network, const Contestant *contestant, long repeats);

// Slices of a millisecond, of all in turns, each after a moment to fill the caches.
static void measure(int network, const char *what, Run *run, const Contestant **contestants, int count, int rows) {
    static double samples[64][ROUNDS];
    long repeats[64];
    for (int i = 0; i < count; i++) {
        double took = 0;
        for (repeats[i] = 1; took < 2e-4; repeats[i] *= 2) {
            double start = now();
            run(network, contestants[i], repeats[i]);
            took = now() - start;
        }
        repeats[i] = fmax(1, repeats[i] / 2 * 1e-3 / took);
    }
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < count; i++) {
            run(network, contestants[i], 1 + repeats[i] / 8);
            double start = now();
            run(network, contestants[i], repeats[i]);
            samples[i][round] = (now() - start) / repeats[i] / rows;
        }
    for (int i = 0; i < count; i++) {
        printf("{\"task\": \"%s\", \"what\": \"%s\", ", names[network], what);
        printf("\"who\": \"%s\", \"how\": \"%s\", \"samples\": [", contestants[i]->who, contestants[i]->how);
        for (int round = 0; round < ROUNDS; round++) printf("%s%.6g", round ? ", " : "", samples[i][round]);
        printf("]}\n");
    }
}

int main(void) {
    for (int network = 0; network < COUNT; network++) {
        const Contestant *singles[64], *groups[64];
        int single = 0, group = 0, width = inputs_of[network], answers = outputs_of[network];
        inputs = aligned_alloc(64, sizeof(float[ROWS]) * width);
        FILE *file = open("BENCH_DATA", names[network], "inputs", "rb");
        if (fread(inputs, sizeof(float[ROWS]), width, file) != (size_t)width) return 1;
        fclose(file);
        for (int table = 0; tables[table]; table++)
            for (const Contestant *contestant = tables[table]; contestant->who; contestant++) {
                if (contestant->scores[network]) {
                    singles[single++] = contestant;
                    for (int row = 0; row < ROWS; row++)
                        contestant->scores[network](inputs + row * width, scores + row * answers);
                    if (contestant == ours) memcpy(expected, scores, sizeof scores);
                    check(network, contestant, "one");
                }
                if (contestant->many[network]) {
                    groups[group++] = contestant;
                    contestant->many[network](inputs, scores, ROWS);
                    check(network, contestant, "many");
                }
            }
        file = open("BENCH_WEIGHTS", "neuralatex", names[network], "wb");
        fwrite(expected, sizeof(float[ROWS]), answers, file);
        fclose(file);
        measure(network, "one", one, singles, single, 1);
        measure(network, "many", many, groups, group, ROWS);
    }
}
