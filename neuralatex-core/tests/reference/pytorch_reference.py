"""What PyTorch computes for our vocabulary: writes `pytorch_reference.json` beside this file.

    pip install torch==2.15.0 && python pytorch_reference.py

Everything is float64 on one thread. Data and start weights are sines and stand in the file too.
A number is the shortest text that reads back as the same float64. Another machine may differ in
the last digits, as its elementary functions are vectorised in another way.

Weights are listed neuron by neuron, the weights of a neuron and then its bias. Hidden layers have
the activation, the last layer has none. The loss of a batch is the mean over its rows; that of a
row is the mean over its outputs, for cross entropy the one logarithm. Targets are numbers for mse,
mae and huber, -1 or 1 for max_margin, 0 or 1 for binary_cross_entropy, one-hot for cross_entropy.

torch        the version of PyTorch
optimizers   one network and six steps on all rows with each setting
  layers, activation, loss, start, rows, targets
  settings   a list of
    method, rate, and as far as they are set: momentum, nesterov, weight_decay, clip
    steps    a list of: loss and norm (of the gradient, not clipped) before it, weights after it
losses       a list of
  name       huber has delta 0.7
  scores, targets, losses, gradients   row by row; gradients are those of the row's own loss
activations  a list of
  name       leaky_relu has slope 0.1
  points, values, derivatives
trainings    a list of
  layers, activation, loss, start, optimizer (as a setting, without the rate), rows, targets
  batch      rows are taken in order; the last batch may be smaller
  rates, losses   of each epoch; its loss is the mean over its rows, each as its batch saw it
  weights    after the last epoch

PyTorch's choices: weight decay reaches biases. Decay is added to the clipped gradient, except that
adamw multiplies weights by 1 - rate · decay. Clipping multiplies by min(1, clip / (norm + 1e-6)).
Velocity is momentum · velocity + gradient, first the gradient itself, and the rate comes after it.
adam has betas 0.9 and 0.999, rmsprop alpha 0.99, both epsilon 1e-8 outside of the root. At a kink,
relu (max_margin's too) and leaky_relu have the slope of the left side, mae has 0. Far out, tanh's
derivative and gelu lose digits to cancellation: compare these with an absolute tolerance.
"""

import json
import math
import re
from pathlib import Path

import torch
from torch.nn import functional
from torch.optim import SGD, Adam, AdamW, RMSprop

LOSSES = {
    "mse": functional.mse_loss,
    "mae": functional.l1_loss,
    "huber": lambda scores, targets: functional.huber_loss(scores, targets, delta=0.7),
    "max_margin": lambda scores, targets: torch.relu(1 - scores * targets).mean(),
    "binary_cross_entropy": functional.binary_cross_entropy_with_logits,
    "cross_entropy": lambda scores, targets: functional.cross_entropy(scores, targets.argmax(1)),
}
ACTIVATIONS = {
    "relu": functional.relu,
    "leaky_relu": lambda x: functional.leaky_relu(x, 0.1),
    "tanh": torch.tanh,
    "sigmoid": torch.sigmoid,
    "silu": functional.silu,
    "gelu": functional.gelu,
    "identity": lambda x: x * 1,
}
METHODS = {"sgd": SGD, "adam": Adam, "adamw": AdamW, "rmsprop": RMSprop}
SETTINGS = [
    dict(method="sgd", rate=0.1),
    dict(method="sgd", rate=0.1, momentum=0.9),
    dict(method="sgd", rate=0.1, momentum=0.9, nesterov=True),
    dict(method="sgd", rate=0.1, weight_decay=0.01),
    dict(method="sgd", rate=0.1, clip=0.5),
    dict(method="sgd", rate=0.1, momentum=0.9, weight_decay=0.01, clip=0.5),
    dict(method="adam", rate=0.05),
    dict(method="adam", rate=0.05, weight_decay=0.01),
    dict(method="adam", rate=0.05, clip=0.5),
    dict(method="adamw", rate=0.05, weight_decay=0.01),
    dict(method="rmsprop", rate=0.02),
    dict(method="rmsprop", rate=0.02, weight_decay=0.01),
]


class Training:
    """A network of linear layers, and the optimiser that moves it."""

    def __init__(self, layers, activation, loss, start, method, rate=0.0, clip=math.inf, **options):
        self.activation, self.loss, self.clip = ACTIVATIONS[activation], LOSSES[loss], clip
        self.layers = [torch.nn.Linear(*sizes) for sizes in zip(layers, layers[1:])]
        sizes = [layer.weight.numel() + layer.bias.numel() for layer in self.layers]
        for layer, neurons in zip(self.layers, torch.tensor(start).split(sizes)):
            neurons = neurons.reshape(layer.out_features, -1)
            layer.weight.data, layer.bias.data = neurons[:, :-1].clone(), neurons[:, -1].clone()
        self.parameters = [p for layer in self.layers for p in layer.parameters()]
        self.optimizer = METHODS[method](self.parameters, lr=rate, **options)

    def weights(self):
        neurons = [torch.cat([layer.weight, layer.bias[:, None]], 1) for layer in self.layers]
        return torch.cat([layer.flatten() for layer in neurons]).tolist()

    def step(self, rows, targets, rate):
        """One batch; the loss and the norm of its gradient before the step."""
        for layer in self.layers[:-1]:
            rows = self.activation(layer(rows))
        loss = self.loss(self.layers[-1](rows), targets)
        self.optimizer.zero_grad()
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(self.parameters, self.clip)
        self.optimizer.param_groups[0]["lr"] = rate
        self.optimizer.step()
        return loss.item(), norm.item()


def sines(rows, columns, scale, phase):
    """`scale · sin(phase + 1)`, `scale · sin(phase + 2)`, … as a table."""
    number = iter(range(1, rows * columns + 1))
    return [[scale * math.sin(phase + next(number)) for _ in range(columns)] for _ in range(rows)]


def problem(layers, activation, loss):
    count = sum((inputs + 1) * outputs for inputs, outputs in zip(layers, layers[1:]))
    [start] = sines(1, count, 0.8, 0.0)
    return {"layers": layers, "activation": activation, "loss": loss, "start": start}


def optimizers():
    network = problem([2, 3, 2], "tanh", "mse")
    rows, targets, settings = sines(5, 2, 1.5, 0.3), sines(5, 2, 1.2, 2.0), []
    for setting in SETTINGS:
        training, steps = Training(**network, **setting), []
        for _ in range(6):
            loss, norm = training.step(torch.tensor(rows), torch.tensor(targets), setting["rate"])
            steps.append({"loss": loss, "norm": norm, "weights": training.weights()})
        settings.append({**setting, "steps": steps})
    return {**network, "rows": rows, "targets": targets, "settings": settings}


def losses():
    usual = [[0.7, -1.3, 2.1], [1.0, -1.0, 0.25], [-0.45, 0.55, 3.5], [30.0, -40.0, 20.0]]
    extreme = [[0.0, 1e4, -1e4], [-1e4, 0.0, 1e4], [1e4, 1e4, 0.0], [0.0, 0.0, 0.0]]
    numbers = [[0.0, 0.5, -0.5], [1.0, -1.0, 0.25], [0.25, -0.15, 4.0], [-2.0, 3.0, 0.0]]
    bits = [[0.0, 1.0, 0.0], [1.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 1.0]]
    signs = [[2 * bit - 1 for bit in row] for row in bits]
    one_hot = [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]
    wanted = {"max_margin": signs, "binary_cross_entropy": bits, "cross_entropy": one_hot}
    for name, loss in LOSSES.items():
        for outputs in [3] if name == "cross_entropy" else [1, 3]:
            scores = torch.tensor(usual + extreme)[:, :outputs].requires_grad_()
            targets = torch.tensor(wanted.get(name, numbers) * 2)[:, :outputs]
            rows = torch.stack([loss(*row) for row in zip(scores.split(1), targets.split(1))])
            rows.sum().backward()
            case = {"name": name, "scores": scores, "targets": targets}
            yield {**case, "losses": rows, "gradients": scores.grad}


def activations():
    positive = [1e-3, 0.1, 0.5, 0.75, 1.0, 2.0, 3.0, 5.0, 20.0, 1e3]
    for name, activation in ACTIVATIONS.items():
        points = torch.tensor([-x for x in positive[::-1]] + [0.0] + positive, requires_grad=True)
        values = activation(points)
        values.sum().backward()
        yield {"name": name, "points": points, "values": values, "derivatives": points.grad}


def train(network, optimizer, rates, rows, targets, batch):
    training = Training(**network, **optimizer)
    batches = list(zip(torch.tensor(rows).split(batch), torch.tensor(targets).split(batch)))
    losses = []
    for rate in rates:
        totals = [training.step(*pair, rate)[0] * len(pair[0]) for pair in batches]
        losses.append(sum(totals) / len(rows))
    task = {"rows": rows, "targets": targets, "batch": batch, "rates": rates, "losses": losses}
    return {**network, "optimizer": optimizer, **task, "weights": training.weights()}


def trainings():
    network = problem([2, 4, 4, 1], "tanh", "binary_cross_entropy")
    rows = sines(12, 2, 1.5, 0.6)
    targets = [[float(x * y > 0)] for x, y in rows]
    yield train(network, dict(method="adam"), [0.02] * 10, rows, targets, 4)
    network = problem([3, 5, 3], "silu", "cross_entropy")
    optimizer = dict(method="sgd", momentum=0.9, nesterov=True)
    rows = sines(10, 3, 1.5, 0.9)
    targets = [[float(x == max(row)) for x in row] for row in rows]
    yield train(network, optimizer, [0.2 / epoch for epoch in range(1, 11)], rows, targets, 4)


if __name__ == "__main__":
    torch.set_default_dtype(torch.float64)
    torch.set_num_threads(1)
    reference = {
        "torch": torch.__version__.split("+")[0],
        "optimizers": optimizers(),
        "losses": list(losses()),
        "activations": list(activations()),
        "trainings": list(trainings()),
    }
    text = json.dumps(reference, indent=1, allow_nan=False, default=torch.Tensor.tolist)
    text = re.sub(r"\[[^][{}]*\]", lambda numbers: " ".join(numbers[0].split()), text)
    Path(__file__).with_suffix(".json").write_text(text + "\n")
