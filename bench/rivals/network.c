// Digits and MNIST in C.
#include "network.h"
#include "plain.h"
#include "tuned.h"

int main(void) {
    read_task();
    compare("C tuned", tuned);
    compare("C plain", plain);
#ifdef BLAS
    compare("C OpenBLAS", blas);
#endif
}
