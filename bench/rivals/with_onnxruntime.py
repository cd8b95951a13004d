"""onnxruntime from Python, on one thread, with what it is given and what it answers in fixed places."""
import json
import os
import pathlib
import statistics
import sys
import time

sys.dont_write_bytecode = True
import numpy
import onnxruntime

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from inference import NETWORKS, ROWS

DATA = pathlib.Path(os.environ["BENCH_DATA"])
SCORES = pathlib.Path(os.environ["BENCH_WEIGHTS"])


def samples(run):
    """Slices of a millisecond, or of one run."""
    def took(repeats):
        start = time.process_time()
        for _ in range(repeats):
            run()
        return (time.process_time() - start) / repeats
    took(20)
    repeats = max(1, int(1e-3 / took(100)))
    return [took(repeats) for _ in range(101)]


def measure(task, what, inputs, answers):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(DATA / f"{task}.{what}.onnx", options, providers=["CPUExecutionProvider"])
    rows = 1 if what == "one" else ROWS
    given, scores = inputs[:rows].copy(), numpy.zeros((rows, answers), numpy.float32)
    binding = session.io_binding()
    binding.bind_ortvalue_input("inputs", onnxruntime.OrtValue.ortvalue_from_numpy(given))
    binding.bind_ortvalue_output("scores", onnxruntime.OrtValue.ortvalue_from_numpy(scores))
    answer, options = session._sess.run_with_iobinding, None
    all_scores = []
    for first in range(0, ROWS, rows):
        given[:] = inputs[first:first + rows]
        answer(binding._iobinding, options)
        all_scores.append(scores.copy())
    numpy.concatenate(all_scores).tofile(SCORES / f"onnxruntime.{what}.{task}")

    def one():
        given[0, 0] = 0.3 + scores[0, 0] * 1e-9
        answer(binding._iobinding, options)

    times = samples(one)
    print(json.dumps({"who": "onnxruntime", "how": "Python", "task": task, "what": what,
                      "samples": [time / rows for time in times]}))


for task, sizes in NETWORKS.items():
    inputs = numpy.fromfile(DATA / f"{task}.inputs", numpy.float32).reshape(ROWS, -1)
    for what in ["one", "many"]:
        measure(task, what, inputs, sizes[-1])
