"""What the rivals in Python share: the tasks, the clock, and what is written."""
import json
import os
import pathlib
import time

import numpy

DATA = pathlib.Path(os.environ["BENCH_DATA"])
WEIGHTS = pathlib.Path(os.environ["BENCH_WEIGHTS"])
SPIRALS = {
    "spiral-35": [1 - 0.9 * epoch / 100 for epoch in range(35)],
    "spiral-1000": [0.1] * 1000,
}
CLASSES = {"digits": ([64, 32, 10], 32), "mnist": ([784, 128, 10], 64)}


def floats(name):
    return numpy.fromfile(DATA / name, numpy.float32)


def spiral():
    return floats("spiral.inputs").reshape(-1, 2), floats("spiral.targets")


def classes(task):
    """Inputs, classes and the rows of each batch; nothing if the data is not there."""
    if not (DATA / f"{task}.weights").exists():
        return None
    layers, batch = CLASSES[task]
    order = numpy.fromfile(DATA / f"{task}.order", numpy.int32)
    return (
        floats(f"{task}.train.inputs").reshape(-1, layers[0]),
        numpy.fromfile(DATA / f"{task}.train.classes", numpy.int32),
        order.reshape(-1, batch),
    )


def start(name, layers):
    """The weights and the biases of each layer."""
    flat, result = floats(f"{name}.weights"), []
    for inputs, outputs in zip(layers, layers[1:]):
        layer, flat = numpy.split(flat, [(inputs + 1) * outputs])
        layer = layer.reshape(outputs, inputs + 1)
        result.append((layer[:, :-1].copy(), layer[:, -1].copy()))
    return result


def measure(who, task, train):
    """`train` gives the weights and the biases of each layer."""
    train()
    samples, begin = [], time.process_time()
    while len(samples) < 3 or time.process_time() - begin < 0.3:
        before = time.process_time()
        layers = train()
        samples.append(time.process_time() - before)
    print(json.dumps({"who": who, "task": task, "samples": samples}), flush=True)
    parts = [numpy.hstack([numpy.asarray(w), numpy.asarray(b)[:, None]]).ravel() for w, b in layers]
    numpy.concatenate(parts).astype(numpy.float32).tofile(WEIGHTS / f"{who}.{task}")
