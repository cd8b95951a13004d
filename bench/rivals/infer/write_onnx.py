"""Writes the networks as ONNX: for one row, and for many."""
import os
import pathlib
import sys

sys.dont_write_bytecode = True
import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))
from inference import NETWORKS, ROWS
from rivals.infer.write_c import layers

FOLDER = pathlib.Path(os.environ["BENCH_DATA"])


def model(network, rows):
    nodes, constants, values = [], [], "inputs"
    for index, neurons in enumerate(network):
        weights, biases, sums = f"weights{index}", f"biases{index}", f"sums{index}"
        matrix = numpy.array([weights for weights, _ in neurons], numpy.float32)
        vector = numpy.array([bias for _, bias in neurons], numpy.float32)
        constants += [numpy_helper.from_array(matrix, weights), numpy_helper.from_array(vector, biases)]
        if index + 1 == len(network):
            nodes.append(helper.make_node("Gemm", [values, weights, biases], ["scores"], transB=1))
        else:
            nodes.append(helper.make_node("Gemm", [values, weights, biases], [sums], transB=1))
            values = f"hidden{index}"
            nodes.append(helper.make_node("Relu", [sums], [values]))
    inputs = helper.make_tensor_value_info("inputs", TensorProto.FLOAT, [rows, len(network[0][0][0])])
    scores = helper.make_tensor_value_info("scores", TensorProto.FLOAT, [rows, len(network[-1])])
    graph = helper.make_graph(nodes, "network", [inputs], [scores], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


for name, sizes in NETWORKS.items():
    network = list(layers(FOLDER / f"{name}.weights", sizes))
    onnx.save(model(network, 1), FOLDER / f"{name}.one.onnx")
    onnx.save(model(network, ROWS), FOLDER / f"{name}.many.onnx")
