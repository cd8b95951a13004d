// What the programs in C share: who answers, and for which network.
#include <stddef.h>

#define NETWORKS(X) X(spiral, 2, 1) X(digits, 64, 10) X(mnist, 784, 10) X(motion, 6, 4)

#define NAME(network, inputs, outputs) network,
enum { NETWORKS(NAME) COUNT };
#undef NAME

typedef void Scores(const float *input, float *scores);
typedef void Many(const float *inputs, float *scores, size_t rows);

// A null pointer for a network means that it does not take part.
typedef struct {
    const char *who, *how;
    Scores *scores[COUNT];
    Many *many[COUNT];
} Contestant;

#define INLINE static inline __attribute__((always_inline))
