// The loss and the accuracy of weights, whoever trained them.
// usage: evaluate WEIGHTS INPUTS ANSWERS SIZE...
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void *read_file(const char *path, size_t *count) {
    FILE *file = fopen(path, "rb");
    if (!file) { perror(path); exit(1); }
    fseek(file, 0, SEEK_END);
    *count = ftell(file) / 4;
    rewind(file);
    void *numbers = malloc(*count * 4);
    if (fread(numbers, 4, *count, file) != *count) exit(1);
    fclose(file);
    return numbers;
}

int main(int count, char **words) {
    size_t parameters, numbers, rows, right = 0;
    float *weights = read_file(words[1], &parameters), *inputs = read_file(words[2], &numbers);
    void *answers = read_file(words[3], &rows);
    int depth = count - 5, sizes[16];
    for (int layer = 0; layer <= depth; layer++) sizes[layer] = atoi(words[4 + layer]);
    double loss = 0;
    for (size_t row = 0; row < rows; row++) {
        float values[2][1024], *w = weights, *x = values[0], *y = values[1];
        for (int i = 0; i < sizes[0]; i++) x[i] = inputs[row * sizes[0] + i];
        for (int layer = 0; layer < depth; layer++) {
            for (int o = 0; o < sizes[layer + 1]; o++, w += sizes[layer] + 1) {
                float sum = w[sizes[layer]];
                for (int i = 0; i < sizes[layer]; i++) sum += w[i] * x[i];
                y[o] = layer + 1 < depth && sum < 0 ? 0 : sum;
            }
            float *turn = x;
            x = y;
            y = turn;
        }
        if (sizes[depth] == 1) {
            float margin = ((float *)answers)[row] * x[0];
            loss += margin < 1 ? 1 - margin : 0;
            right += margin > 0;
        } else {
            int class = ((int *)answers)[row], best = 0;
            double sum = 0;
            for (int o = 1; o < sizes[depth]; o++) best = x[o] > x[best] ? o : best;
            for (int o = 0; o < sizes[depth]; o++) sum += exp(x[o] - x[best]);
            loss += log(sum) + x[best] - x[class];
            right += best == class;
        }
    }
    printf("%.6f %.4f\n", loss / rows, (double)right / rows);
}
