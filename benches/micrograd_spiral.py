"""The spiral in micrograd: reads the task as JSON, writes times and losses as JSON.

As in Python's own timeit, the garbage collector rests while time is taken. Left on, as Python
does by default, it takes most of the time of an experiment, so that is given too.
"""

import gc
import json
import sys
import time
from importlib.metadata import version

from micrograd.nn import MLP


def network(task):
    mlp = MLP(task["layers"][0], task["layers"][1:])
    parameters = mlp.parameters()
    assert len(parameters) == len(task["weights"])
    for parameter, weight in zip(parameters, task["weights"]):
        parameter.data = weight
    return mlp


def margin(mlp, inputs, label):
    return (1 + -label * mlp(inputs)).relu()


def operations(root):
    """How many nodes of a graph are not leaves."""
    found, waiting = set(), [root]
    while waiting:
        node = waiting.pop()
        if node._prev and node not in found:
            found.add(node)
            waiting.extend(node._prev)
    return len(found)


def passes(task):
    """Seconds forward and backward over the rows, each a graph of its own."""
    mlp, share = network(task), 1 / len(task["data"])
    start = time.perf_counter()
    losses = [margin(mlp, *point) * share for point in task["data"]]
    middle = time.perf_counter()
    for loss in losses:
        loss.backward()
    end = time.perf_counter()
    return {
        "forward": middle - start,
        "backward": end - middle,
        "both": end - start,
        "operations": operations(losses[0]),
    }


def experiment(task):
    """Seconds, the loss of each epoch and at last of the evaluation, and the points right."""
    start = time.perf_counter()
    mlp, share, losses = network(task), 1 / len(task["data"]), []
    for rate in task["rates"]:
        loss = sum(margin(mlp, *point) for point in task["data"]) * share
        losses.append(loss.data)
        mlp.zero_grad()
        loss.backward()
        for parameter in mlp.parameters():
            parameter.data -= rate * parameter.grad
    total, correct = 0, 0
    for inputs, label in task["eval"]:
        score = mlp(inputs).data
        total += max(0, 1 - label * score)
        correct += (score >= 0) == (label > 0)
    losses.append(total / len(task["eval"]))
    seconds = time.perf_counter() - start
    return {"seconds": seconds, "losses": losses, "correct": correct}


def best(task, run, collect=False):
    """For each key the smallest of several runs; what is not a time is always the same."""
    end = time.perf_counter() + task["seconds"]
    runs = []
    while len(runs) < task["runs"] or time.perf_counter() < end:
        gc.collect()
        if not collect:
            gc.disable()
        runs.append(run(task))
        gc.enable()
    return {key: min(outcome[key] for outcome in runs) for key in runs[0]}


task = json.load(sys.stdin)
answer = {
    "version": version("micrograd"),
    **best(task, passes),
    **best(task, experiment),
    "collecting_seconds": best(task, experiment, collect=True)["seconds"],
}
json.dump(answer, sys.stdout)
