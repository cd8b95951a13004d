"""Writes the networks as emlearn does, for its kind `loadable`, and prints where its headers are.

The other kind, `inline`, cannot be written with ReLU by its version 0.23.2.
"""
import os
import pathlib
import sys

sys.dont_write_bytecode = True
import numpy
import emlearn
from emlearn.net import c_generate_net_loadable

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))
from inference import NETWORKS
from rivals.infer.write_c import layers

FOLDER = pathlib.Path(os.environ["BENCH_DATA"])

for name, sizes in NETWORKS.items():
    network = list(layers(FOLDER / f"{name}.weights", sizes))
    weights = [numpy.array([weights for weights, _ in neurons], numpy.float32).T for neurons in network]
    biases = [numpy.array([bias for _, bias in neurons], numpy.float32) for neurons in network]
    activations = ["relu"] * (len(network) - 1) + ["identity"]
    code = c_generate_net_loadable(activations, weights, biases, f"emlearn_{name}")
    (FOLDER / f"emlearn_{name}.h").write_text(code)
print(emlearn.includedir)
