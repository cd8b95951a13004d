"""PyTorch, as one writes it, on one thread."""
import torch
import torch.nn.functional as F
from torch import nn

import common

torch.set_num_threads(1)


def network(name, layers):
    modules = []
    for weight, bias in common.start(name, layers):
        linear = nn.Linear(weight.shape[1], weight.shape[0])
        linear.weight.data = torch.from_numpy(weight)
        linear.bias.data = torch.from_numpy(bias)
        modules += [linear, nn.ReLU()]
    return nn.Sequential(*modules[:-1])


def layers_of(model):
    return [(m.weight.detach().numpy(), m.bias.detach().numpy()) for m in model[::2]]


def spiral(rates):
    inputs, targets = map(torch.from_numpy, common.spiral())

    def train():
        model = network("spiral", [2, 4, 4, 1])
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for rate in rates:
            optimizer.param_groups[0]["lr"] = rate
            loss = F.relu(1 - targets * model(inputs)[:, 0]).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        return layers_of(model)

    return train


def classes(task, data):
    inputs, answers, batches = (torch.from_numpy(part) for part in data)
    answers, batches = answers.long(), batches.long()

    def train():
        model = network(task, common.CLASSES[task][0])
        optimizer = torch.optim.Adam(model.parameters(), lr=0.001, fused=True)
        for rows in batches:
            loss = F.cross_entropy(model(inputs[rows]), answers[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        return layers_of(model)

    return train


for task, rates in common.SPIRALS.items():
    common.measure("PyTorch", task, spiral(rates))
for task in common.CLASSES:
    if data := common.classes(task):
        common.measure("PyTorch", task, classes(task, data))
