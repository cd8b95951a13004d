"""Writes the weights as C: constant arrays, and networks without a loop.

Weights are in the paper's order, neuron by neuron, weights then bias.
"""
import array
import pathlib


def layers(weights, sizes):
    """The neurons of each layer: their weights, and their bias."""
    numbers = array.array("f", pathlib.Path(weights).read_bytes())
    at = 0
    for inputs, outputs in zip(sizes, sizes[1:]):
        neurons = [numbers[at + neuron * (inputs + 1):][:inputs + 1] for neuron in range(outputs)]
        yield [(list(neuron[:-1]), neuron[-1]) for neuron in neurons]
        at += outputs * (inputs + 1)


def literal(number):
    return f"{number!r}f"


def row(numbers):
    return "{" + ", ".join(map(literal, numbers)) + "}"


def arrays(name, layers):
    """`weights` have a row for each output, `columns` one for each input, filled up to whole vectors."""
    for index, neurons in enumerate(layers):
        count = len(neurons[0][0])
        width = len(neurons) if len(neurons) <= 8 else -(-len(neurons) // 16) * 16
        more = [0.0] * (width - len(neurons))
        columns = [[weights[input] for weights, _ in neurons] + more for input in range(count)]
        for kind, shape, rows in [
            ("weights", f"[{len(neurons)}][{count}]", [row(weights) for weights, _ in neurons]),
            ("columns", f"[{count}][{width}]", map(row, columns)),
            ("biases", f"[{width}]", [row([bias for _, bias in neurons] + more)[1:-1]]),
        ]:
            text = ",\n".join(rows)
            yield f"static const float {name}_{kind}{index}{shape} __attribute__((aligned(64))) = {{\n{text}}};\n"


def straight(name, layers):
    yield f"static inline void {name}_unrolled(const float *restrict input, float *restrict scores) {{\n"
    values = "input[{}]"
    for index, neurons in enumerate(layers):
        last = index + 1 == len(layers)
        for output, (weights, bias) in enumerate(neurons):
            products = [f"{literal(weight)} * {values.format(input)}" for input, weight in enumerate(weights)]
            total = " + ".join([literal(bias), *products])
            to = f"layer{index}_{output}"
            yield f"    scores[{output}] = {total};\n" if last else f"    float {to} = {total}; {to} = RELU({to});\n"
        values = f"layer{index}_{{}}"
    yield "}\n"


def write(folder, networks, unrolled):
    """`arrays.h` and `unrolled.h`."""
    network = {name: list(layers(folder / f"{name}.weights", sizes)) for name, sizes in networks.items()}
    (folder / "arrays.h").write_text("".join(text for name in networks for text in arrays(name, network[name])))
    (folder / "unrolled.h").write_text("".join(text for name in unrolled for text in straight(name, network[name])))
