"""The accuracy of scikit-learn's MLPClassifier on splits that somebody else has made.

usage: path/to/venv/bin/python bench/accuracy/reference.py tasks.json

`tasks.json` says what is trained, and on which rows. `held_out` counts the rows of the file from 0,
without its header; all other rows are trained on. Paths are relative to `tasks.json`.

    {"datasets": [{"name": "iris", "file": "iris.csv", "label": "species", "hidden": [16],
                   "activation": "relu", "epochs": 200, "batch": 16, "learning_rate": 0.01,
                   "splits": [{"seed": 0, "held_out": [3, 17, 148]}]}]}

Printed is JSON, with the accuracy on the rows held out, of each seed and the mean of all:

    {"datasets": [{"name": "iris", "accuracy": 0.96,
                   "splits": [{"seed": 0, "correct": 3, "held_out": 3, "accuracy": 1.0}]}]}

The optimiser is Adam without weight decay, for exactly as many epochs as asked. Inputs are scaled to
mean 0 and deviation 1, learned on the rows trained on.
"""
import csv
import json
import pathlib
import sys
import warnings

import numpy
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

# The name of each activation in scikit-learn.
ACTIVATIONS = {"relu": "relu", "tanh": "tanh", "sigmoid": "logistic", "identity": "identity"}


def read(path, label):
    """Inputs and labels of a CSV file with a header."""
    with open(path, newline="") as file:
        header, *rows = csv.reader(file)
    column = header.index(label)
    labels = numpy.array([row.pop(column) for row in rows])
    return numpy.array(rows, dtype=float), labels


def classifier(task, seed):
    network = MLPClassifier(
        hidden_layer_sizes=task["hidden"],
        activation=ACTIVATIONS[task["activation"]],
        solver="adam",
        alpha=0.0,
        batch_size=task["batch"],
        learning_rate_init=task["learning_rate"],
        max_iter=task["epochs"],
        # Patience that outlasts all epochs: it never stops early.
        n_iter_no_change=task["epochs"] + 1,
        tol=0.0,
        random_state=seed,
    )
    return make_pipeline(StandardScaler(), network)


def evaluate(inputs, labels, task, split):
    held_out = numpy.zeros(len(labels), dtype=bool)
    held_out[split["held_out"]] = True
    model = classifier(task, split["seed"]).fit(inputs[~held_out], labels[~held_out])
    if model[-1].n_iter_ != task["epochs"]:
        raise RuntimeError(f"{task['name']}: {model[-1].n_iter_} epochs instead of {task['epochs']}")
    correct = int((model.predict(inputs[held_out]) == labels[held_out]).sum())
    count = int(held_out.sum())
    return {"seed": split["seed"], "correct": correct, "held_out": count, "accuracy": correct / count}


def main(path):
    # Training that ends after a number of epochs, as asked, counts as not converged.
    warnings.simplefilter("ignore", ConvergenceWarning)
    results = []
    for task in json.loads(path.read_text())["datasets"]:
        inputs, labels = read(path.parent / task["file"], task["label"])
        splits = [evaluate(inputs, labels, task, split) for split in task["splits"]]
        mean = sum(split["accuracy"] for split in splits) / len(splits)
        results.append({"name": task["name"], "accuracy": mean, "splits": splits})
    json.dump({"datasets": results}, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
