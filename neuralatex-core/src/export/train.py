#!/usr/bin/env python3
"""Trains the network of this folder with PyTorch, as neuralatex itself would.

    python train.py                              one process, on a GPU if there is one
    torchrun --nproc_per_node 4 train.py         four processes, which share every batch
    torchrun --nnodes 2 --nproc_per_node 8 --rdzv_backend c10d --rdzv_endpoint HOST:29500 train.py

Where `torchrun` is of no use (that of PyTorch 1.13 fails with Python 3.11), every process may be started by
itself, with RANK, LOCAL_RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT set.

It needs PyTorch from 1.13 on and NumPy, and reads what is beside it:

    specification.json    layers, loss, optimiser, the learning rate of each epoch, and so on
    data.safetensors      the rows: train.inputs, train.classes or train.targets, the same of eval,
                          and what normalises inputs: normalize.shift, normalize.factor
    start.safetensors     the start weights: layers.0.weight, layers.0.bias, ...

Start weights, batches and their order are those of neuralatex, and so are losses and steps, but for the
order of their sums. The weights, before normalisation is folded in, go to a safetensors file that the field
`weights` of a model takes. Every process has a share of every batch; the gradient is that of the whole
batch, however many there are. The state is kept in `state.safetensors` now and then, and by Ctrl-C or SIGTERM
after the epoch that runs; a run that was interrupted goes on from there.
"""

import argparse
import contextlib
import hashlib
import json
import math
import os
import signal
import sys
import time
from array import array
from pathlib import Path

HERE = Path(__file__).resolve().parent
STATE = HERE / "state.safetensors"
FORMAT = "neuralatex export 1"


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--device", default="auto", help="cpu, cuda, cuda:1, mps, ...; by default a GPU if there is one")
    add("--out", type=Path, default=HERE / "weights.safetensors", help="the file for the weights")
    add("--losses", type=Path, help="a CSV file for the rates and losses of all epochs")
    add("--save-every", type=float, default=30, metavar="SECONDS", help="how often to keep the state, by default 30")
    add("--fresh", action="store_true", help="begin from the start weights, whatever an earlier run has left")
    return parser.parse_args()


try:
    import numpy as np
    import torch
    import torch.distributed as dist
    from torch.nn import functional
except ImportError as error:
    options()  # Help needs neither.
    sys.exit(f"error: PyTorch and NumPy are needed ({error}): `pip install torch numpy`, or see https://pytorch.org")


class Failure(Exception):
    """What a user can do something about."""


class Interrupted(Exception):
    """The end of a training before its last epoch, with its state kept; has an exit code."""


# Files.

SCALING = ("normalize.shift", "normalize.factor")
KINDS = {"F32": "<f4", "F64": "<f8", "I32": "<i4", "I64": "<i8"}


def read_tensors(path):
    """The tensors of a safetensors file, mapped into memory, which processes share, and its metadata."""
    with open(path, "rb") as file:
        length = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(length))
    metadata, tensors = header.pop("__metadata__", {}), {}
    for name, told in header.items():
        begin = 8 + length + told["data_offsets"][0]
        mapped = np.memmap(path, KINDS[told["dtype"]], "c", begin, tuple(told["shape"]))
        tensors[name] = torch.from_numpy(mapped)
    return tensors, metadata


def is_result(path, name):
    """Whether a file holds, whole, what was trained from the specification of this name."""
    try:
        return read_tensors(path)[1].get("specification") == name
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, MemoryError):
        return False


def write_tensors(path, tensors, metadata):
    """Writes a safetensors file, whole or not at all."""
    header, parts, begin = {"__metadata__": metadata}, [], 0
    for name, tensor in sorted(tensors.items()):
        numbers = tensor.detach().cpu().numpy()
        kind = next(kind for kind, code in KINDS.items() if np.dtype(code) == numbers.dtype)
        parts.append(numbers.astype(KINDS[kind]).tobytes())
        end = begin + len(parts[-1])
        header[name] = {"dtype": kind, "shape": list(numbers.shape), "data_offsets": [begin, end]}
        begin = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with replacing(path) as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for part in parts:
            file.write(part)


class replacing:
    """A file that takes the place of another one once it is complete."""

    def __init__(self, path):
        self.path = Path(path)
        self.new = self.path.with_name(f"{self.path.name}.{os.getpid()}.tmp")

    def __enter__(self):
        self.file = open(self.new, "wb")
        return self.file

    def __exit__(self, kind, *_):
        if kind is None:
            self.file.flush()
            os.fsync(self.file.fileno())
        self.file.close()
        os.replace(self.new, self.path) if kind is None else self.new.unlink()


def digest(path):
    found = hashlib.sha256()
    with open(path, "rb") as file:
        for part in iter(lambda: file.read(1 << 20), b""):
            found.update(part)
    return found.hexdigest()


def digest_of(tensors, text):
    """That of the numbers of tensors, and of a text."""
    found = hashlib.sha256(text.encode())
    for name, tensor in sorted(tensors.items()):
        found.update(name.encode())
        found.update(np.ascontiguousarray(tensor.detach().cpu().numpy()).data)
    return found.hexdigest()


def read_specification(is_checked):
    """The specification and its digest; files that are not those that it names are a failure."""
    again = "export the model again, or copy the whole folder again"
    try:
        text = (HERE / "specification.json").read_bytes()
        specification = json.loads(text)
        if specification["format"] != FORMAT:
            raise Failure(f"specification.json is of format {specification['format']!r}, not {FORMAT!r}: {again}")
        # What is written beside the weights is what they are trained with, should somebody have changed it here.
        # Numbers are told as they are written.
        words = [
            f"{told['name']}({told['slope']})" if "slope" in told else told["name"]
            for told in json.loads(text, parse_float=str)["activations"]
        ]
        specification["origin"]["neuralatex.activations"] = json.dumps(words, separators=(",", ":"))
        for name, expected in specification["sha256"].items() if is_checked else []:
            if digest(HERE / name) != expected:
                raise Failure(f"{name} is not the file that specification.json tells of: {again}")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Failure(f"this folder is no complete export ({error}): {again}")
    return specification, hashlib.sha256(text).hexdigest()


# The order of rows: that of neuralatex.


def words(seed, stream, first, count):
    """Blocks of the words of ChaCha with 8 rounds, as numbers of 64 bits. The seed is the key."""
    key = np.frombuffer(seed.to_bytes(8, "little") + b"neuralatex--------------", "<u4")
    constants = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)
    counter = np.arange(first, first + count, dtype=np.uint64)
    halves = [counter & np.uint64(0xFFFFFFFF), counter >> np.uint64(32)]
    given = [*constants, *key.tolist()], [stream & 0xFFFFFFFF, stream >> 32]
    before, after = ([np.full(count, word, np.uint32) for word in part] for part in given)
    start = before + [half.astype(np.uint32) for half in halves] + after
    state = list(start)

    def quarter(a, b, c, d):
        for x, y, z, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            state[x] = state[x] + state[y]
            mixed = state[z] ^ state[x]
            state[z] = mixed << np.uint32(bits) | mixed >> np.uint32(32 - bits)

    for _ in range(4):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    blocks = [word + begun for word, begun in zip(state, start)]
    return np.stack(blocks, 1).ravel().astype(np.uint64)


def order(rows, seed, epoch):
    """The rows in the order of an epoch, counted from 1: Fisher and Yates, with Lemire's draws."""
    stream = epoch << 8 | 4
    left = np.arange(rows, 1, -1, dtype=np.uint64)
    blocks, block = min(4096, rows // 16 + 1), 0
    drawn, stock, done = array("I"), np.empty(0, np.uint64), 0
    while done < len(left):
        if len(stock) == 0:
            stock, block = words(seed, stream, block, blocks), block + blocks
        among = left[done : done + len(stock)]
        product = stock[: len(among)] * among
        # Draws that would favour some rows are drawn again.
        unfair = np.flatnonzero(product & np.uint64(0xFFFFFFFF) < np.uint64(1 << 32) % among)
        fair = unfair[0] if len(unfair) else len(among)
        drawn.frombytes((product[:fair] >> np.uint64(32)).astype(np.uint32).tobytes())
        stock, done = stock[fair + min(len(unfair), 1) :], done + fair
    mixed = array("I", range(rows))
    for last, place in zip(range(rows - 1, 0, -1), drawn):
        mixed[last], mixed[place] = mixed[place], mixed[last]
    return np.array(mixed, np.int64)


# The network, its loss and its optimiser.


def activation(told):
    """What a hidden layer makes of its sums."""
    return {
        "relu": torch.relu,
        "leaky_relu": lambda x: functional.leaky_relu(x, told["slope"]),
        "tanh": torch.tanh,
        "sigmoid": torch.sigmoid,
        "silu": functional.silu,
        "gelu": functional.gelu,
        "identity": lambda x: x,
    }[told["name"]]


class Network(torch.nn.Module):
    """Linear layers with activations between them, for inputs as they are in the file."""

    def __init__(self, specification, start, scaling):
        super().__init__()
        sizes, kind = specification["layers"], start["layers.0.weight"].dtype
        layers = [torch.nn.Linear(*pair, dtype=kind) for pair in zip(sizes, sizes[1:])]
        self.layers = torch.nn.ModuleList(layers)
        self.activations = [activation(told) for told in specification["activations"]]
        self.shift, self.factor = scaling
        self.load_state_dict(start)

    def forward(self, x):
        if self.shift is not None:
            x = (x - self.shift) * self.factor
        for layer, bend in zip(self.layers, self.activations):
            x = bend(layer(x))
        return self.layers[-1](x)


def power(base, exponent):
    """As `torch.pow`; by the exponent it has a derivative only where the base is positive."""
    plain = torch.pow(base, exponent.detach())
    if not exponent.requires_grad:
        return plain
    positive = torch.where(base > 0, base, torch.ones_like(base))
    return torch.where(base > 0, torch.pow(positive, exponent), plain)


def formula(steps, result):
    """A loss that was a closure: every step has the places of its operands, the score's is 0, the target's 1."""
    operations = {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "/": lambda a, b: a / b,
        "pow": power,
        "min": lambda a, b: torch.where((a > b) | torch.isnan(b), b, a),
        "max": lambda a, b: torch.where((a < b) | torch.isnan(b), b, a),
        "ln": torch.log,
    }

    def term(score, target):
        values = [score, target]
        for name, *operands in steps:
            if name == "number":
                values.append(torch.full_like(score, float(operands[0])))
            else:
                apply = operations.get(name) or getattr(torch, name)
                values.append(apply(*(values[operand] for operand in operands)))
        return values[result]

    return term


def loss_of(specification):
    """The loss of each row for its scores and targets: the mean over outputs."""
    told, outputs = specification["loss"], specification["layers"][-1]
    name = told["name"]
    if name == "cross_entropy" and outputs > 1:
        return lambda scores, targets: -(targets * functional.log_softmax(scores, 1)).sum(1)
    logits = functional.binary_cross_entropy_with_logits
    term = {
        "max_margin": lambda s, t: torch.relu(1 - s * t),
        "mse": lambda s, t: (s - t) ** 2,
        "mae": lambda s, t: (s - t).abs(),
        "huber": lambda s, t: functional.huber_loss(s, t, reduction="none", delta=told["delta"]),
        "binary_cross_entropy": lambda s, t: logits(s, t, reduction="none"),
        "cross_entropy": lambda s, t: logits(s, t, reduction="none"),
        "custom": formula(told.get("steps"), told.get("result")),
    }[name]
    return lambda scores, targets: term(scores, targets).mean(1)


def optimizer_of(told, parameters):
    """The optimiser; its rate is set in each epoch."""
    options = {"lr": 0.0, "weight_decay": told["weight_decay"]}
    if told["name"] == "sgd":
        options.update(momentum=told["momentum"], nesterov=told["nesterov"])
        return torch.optim.SGD(parameters, **options)
    options["eps"] = told["epsilon"]
    if told["name"] == "rmsprop":
        return torch.optim.RMSprop(parameters, alpha=told["alpha"], **options)
    kind = {"adam": torch.optim.Adam, "adamw": torch.optim.AdamW}[told["name"]]
    return kind(parameters, betas=tuple(told["betas"]), **options)


class Rows:
    """Inputs, and what should be answered for them, on the device."""

    def __init__(self, tensors, name, specification, device):
        of = {key[len(name) :]: value.to(device) for key, value in tensors.items() if key.startswith(name)}
        self.inputs, self.targets, self.classes = of["inputs"], of.get("targets"), of.get("classes")
        self.outputs = specification["layers"][-1]
        self.own, self.other = specification["class_targets"] or (1.0, 0.0)

    def __len__(self):
        return len(self.inputs)

    def at(self, places):
        """Inputs and targets of some rows. A single output speaks for the second of two classes."""
        inputs = self.inputs[places]
        if self.classes is None:
            return inputs, self.targets[places]
        first = 1 if self.outputs == 1 else 0
        all_classes = torch.arange(first, first + self.outputs, device=inputs.device)
        hot = (self.classes[places][:, None] == all_classes).to(inputs.dtype)
        return inputs, hot * (self.own - self.other) + self.other


# Processes.


class Team:
    """The processes that train together: one, or those that `torchrun` has started."""

    def __init__(self):
        self.rank, self.size, self.local = (
            int(os.environ.get(name) or default)
            for name, default in (("RANK", 0), ("WORLD_SIZE", 1), ("LOCAL_RANK", 0))
        )
        self.is_alone = "RANK" not in os.environ
        self.is_joined = False

    def join(self, device):
        if self.size > 1:
            if not dist.is_available():
                raise Failure("this PyTorch has no torch.distributed: run one process, `python train.py`")
            dist.init_process_group("nccl" if device.type == "cuda" and dist.is_nccl_available() else "gloo")
            self.is_joined = True

    def leave(self, code):
        """Ends this process. Groups that are taken apart may wait for each other: that of PyTorch 1.13 does."""
        if self.is_joined:
            sys.stdout.flush()
            os._exit(code)
        sys.exit(code)

    def total(self, numbers):
        """The sums over all processes, the same ones in all."""
        if self.size > 1:
            dist.all_reduce(numbers)
            dist.broadcast(numbers, 0)
        return numbers.tolist()

    def share(self, value, device):
        """What the first process has, in all."""
        values = [value]
        if self.size > 1:
            dist.broadcast_object_list(values, 0, device=device)
        return values[0]

    def tell(self, line):
        if self.rank == 0:
            # Nobody may be reading: one Ctrl-C ends `tee` as well.
            with contextlib.suppress(OSError):
                print(line, file=sys.stderr, flush=True)


def device_of(word, team):
    if word == "auto":
        word = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        if word == "cuda" and team.size > 1:
            here, count = int(os.environ.get("LOCAL_WORLD_SIZE", team.size)), torch.cuda.device_count()
            if here > count:
                raise Failure(
                    f"{here} processes on a machine with {count} GPUs: start it with `--nproc_per_node {count}`,"
                    " or with `--device cpu`"
                )
            torch.cuda.set_device(team.local)
            word = f"cuda:{team.local}"
        device = torch.device(word)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        first = str(error).splitlines()[0]
        raise Failure(f"the device `{word}` cannot be used ({first}): `--device cpu` always can")
    return device


# The training.


class Watch:
    """The rules that may end training early."""

    def __init__(self, rules):
        self.rules, self.lowest, self.waited = rules, math.inf, 0

    def sees(self, loss):
        """Takes the loss of the next epoch; whether training ends with it."""
        if loss < self.lowest:
            self.lowest, self.waited = loss, 0
        else:
            self.waited += 1
        ends = {
            "patience": lambda rule: self.waited >= rule["epochs"],
            "loss_below": lambda rule: loss < rule["loss"],
        }
        return any(ends[rule["name"]](rule) for rule in self.rules)


class Clock:
    """How long epochs take. The first of a run also gets all ready: it tells only if it was long, and until the next."""

    def __init__(self):
        self.begin, self.done = time.monotonic(), 0

    def left(self, epochs):
        """Takes the end of an epoch; the seconds that so many more will take, if that is known."""
        now, self.done = time.monotonic(), self.done + 1
        if self.done > 1:
            return (now - self.begin) / (self.done - 1) * epochs
        first, self.begin = now - self.begin, now
        return first * epochs if first >= 10 else 0.0


class Asked:
    """Whether this process was asked to end: by Ctrl-C, or as those who share out machines do. It ends after the epoch
    that runs, as all do, with its state kept. One that nobody has started beside others ends at once if it is asked
    again; `torchrun` asks once more by itself."""

    SIGNALS = (signal.SIGINT, signal.SIGTERM)

    def __init__(self, team):
        self.team, self.by = team, None

    def __enter__(self):
        self.before = [signal.signal(number, self.take) for number in self.SIGNALS]
        return self

    def __exit__(self, *_):
        for number, before in zip(self.SIGNALS, self.before):
            signal.signal(number, before)

    def take(self, number, _):
        is_first, self.by = self.by is None, number
        if self.team.is_alone:
            self.__exit__()
        if is_first and self.team.rank == 0:
            # What prints may be what was interrupted, and whoever reads it may have been too.
            with contextlib.suppress(OSError):
                os.write(2, b"asked to end: it does after this epoch, and keeps its state\n")

    def __bool__(self):
        return self.by is not None


class Training:
    def __init__(self, specification, team, device):
        self.specification, self.team, self.device = specification, team, device
        # Sums over rows are wide where the device has wide numbers.
        self.wide = torch.float32 if device.type == "mps" else torch.float64
        tensors, _ = read_tensors(HERE / "data.safetensors")
        self.data = Rows(tensors, "train.", specification, device)
        self.eval = Rows(tensors, "eval.", specification, device) if "eval.inputs" in tensors else None
        start, _ = read_tensors(HERE / "start.safetensors")
        scaling = [tensors[name].to(device) if name in tensors else None for name in SCALING]
        self.network = Network(specification, start, scaling).to(device)
        self.model = self.network
        if team.size > 1:
            ids = [device.index] if device.type == "cuda" else None
            self.model = torch.nn.parallel.DistributedDataParallel(self.network, device_ids=ids)
        self.parameters = list(self.network.parameters())
        self.optimizer = optimizer_of(specification["optimizer"], self.parameters)
        self.loss = loss_of(specification)
        self.losses, self.eval_losses = [], []

    def epoch(self, number, asked):
        """Goes over all rows; the mean loss, and whether any process was asked to end."""
        told, team, rows = self.specification, self.team, len(self.data)
        for group in self.optimizer.param_groups:
            group["lr"] = told["rates"][number - 1]
        is_mixed = told["shuffle"] and told["batch"] < rows
        mixed = order(rows, told["seed"], number) if is_mixed else np.arange(rows)
        mixed = torch.from_numpy(mixed).to(self.device)
        total = torch.zeros(2, dtype=self.wide, device=self.device)
        for batch in mixed.split(told["batch"]):
            inputs, targets = self.data.at(batch[team.rank :: team.size])
            losses = self.loss(self.model(inputs), targets)
            self.optimizer.zero_grad()
            # DistributedDataParallel takes the mean over processes, and shares need not be equal.
            (losses.sum() * (team.size / len(batch))).backward()
            if told["optimizer"]["clip"] is not None:
                torch.nn.utils.clip_grad_norm_(self.parameters, told["optimizer"]["clip"])
            self.optimizer.step()
            total[0] += losses.detach().sum(dtype=self.wide)
        total[1] = 1 if asked else 0
        loss, ends = team.total(total)
        loss /= rows
        if not math.isfinite(loss) or not all(bool(p.isfinite().all()) for p in self.parameters):
            what = "the loss" if not math.isfinite(loss) else "a weight"
            raise Failure(
                f"training diverged in epoch {number}: {what} is no finite number; try a lower learning rate,"
                " another `init` or `seed`, or inputs of smaller size, and export the model again"
            )
        return loss, ends > 0

    @torch.no_grad()
    def evaluate(self):
        """The mean loss on the evaluation rows, and how many get the right class."""
        sums = torch.zeros(2, dtype=self.wide, device=self.device)
        for places in torch.arange(len(self.eval), device=self.device).split(8192):
            places = places[self.team.rank :: self.team.size]
            inputs, targets = self.eval.at(places)
            scores = self.network(inputs)
            sums[0] += self.loss(scores.to(self.wide), targets.to(self.wide)).sum()
            if self.eval.classes is not None:
                found = scores.argmax(1) if scores.shape[1] > 1 else (scores[:, 0] >= 0)
                sums[1] += (found == self.eval.classes[places]).sum()
        loss, correct = self.team.total(sums)
        return loss / len(self.eval), int(correct)

    def state(self):
        """All that a training needs to go on: tensors, and the rest as JSON."""
        tensors = {f"network.{name}": tensor for name, tensor in self.network.state_dict().items()}
        for name, numbers in (("losses", self.losses), ("eval_losses", self.eval_losses)):
            if numbers:
                tensors[name] = torch.tensor(numbers, dtype=torch.float64)
        rest = {}
        for index, memory in self.optimizer.state_dict()["state"].items():
            for name, value in memory.items():
                (tensors if torch.is_tensor(value) else rest)[f"optimizer.{index}.{name}"] = value
        return tensors, json.dumps(rest)

    def go_on(self, tensors, rest):
        memory = {index: {} for index in range(len(self.parameters))}
        for name, value in {**tensors, **json.loads(rest)}.items():
            if name.startswith("optimizer."):
                _, index, key = name.split(".")
                memory[int(index)][key] = value
        network = {name: tensors[f"network.{name}"] for name in self.network.state_dict()}
        self.losses = tensors["losses"].tolist()
        self.eval_losses = tensors["eval_losses"].tolist() if "eval_losses" in tensors else []
        self.network.load_state_dict(network)
        groups = self.optimizer.state_dict()["param_groups"]
        self.optimizer.load_state_dict({"state": memory, "param_groups": groups})

    def run(self, keep, asked):
        """Trains to the last epoch, or to where a rule ends it, or somebody."""
        rates, stop = self.specification["rates"], self.specification["stop"]
        watch, clock, told, done = Watch(stop), Clock(), 0.0, len(self.losses)
        seen = self.eval_losses if self.eval else self.losses
        if stop and any([watch.sees(loss) for loss in seen]):
            return
        for number in range(done + 1, len(rates) + 1):
            loss, ends = self.epoch(number, asked)
            self.losses.append(loss)
            line = f"epoch {number} of {len(rates)}: loss {self.losses[-1]:.6g}"
            if stop and self.eval:
                self.eval_losses.append(self.evaluate()[0])
                line += f", on evaluation rows {self.eval_losses[-1]:.6g}"
            is_over = bool(stop) and watch.sees((self.eval_losses if self.eval else self.losses)[-1])
            now, left = time.monotonic(), clock.left(len(rates) - number)
            if now - told > 2 or number in (1, len(rates)) or is_over:
                self.team.tell(line + (f", {left:.0f} s left" if left >= 1 else ""))
                told = now
            if is_over:
                self.team.tell(f"a rule of `stop` ends it after epoch {number}")
                return
            if number < len(rates):
                keep(self, ends)
                if ends:
                    # No process leaves before the first one has written all.
                    self.team.total(torch.zeros(1, device=self.device))
                    raise Interrupted(128 + (asked.by or signal.SIGTERM))


class Keeper:
    """Keeps the state of a training in a file, now and then."""

    def __init__(self, team, digest, seconds):
        self.team, self.digest, self.seconds = team, digest, seconds
        self.path, self.last = STATE, time.monotonic()

    def __call__(self, training, at_once):
        if self.team.rank == 0 and (at_once or time.monotonic() - self.last >= self.seconds):
            tensors, rest = training.state()
            metadata = {"specification": self.digest, "neuralatex.trained": "partly", "rest": rest}
            metadata["sha256"] = digest_of(tensors, rest)
            write_tensors(self.path, tensors, metadata)
            self.last = time.monotonic()

    def found(self):
        """What an earlier run has left, if that was of this specification."""
        if self.team.rank != 0 or not self.path.exists():
            return None
        way_out = "`--fresh` begins from the start weights"
        try:
            tensors, metadata = read_tensors(self.path)
            digest, rest, expected = metadata["specification"], metadata["rest"], metadata["sha256"]
            found = digest_of(tensors, rest)
        except (OSError, ValueError, KeyError, TypeError, OverflowError, MemoryError) as error:
            raise Failure(f"{self.path.name} cannot be read ({str(error) or type(error).__name__}): {way_out}")
        if digest != self.digest:
            raise Failure(f"{self.path.name} is of another specification: {way_out}")
        if found != expected:
            raise Failure(f"the numbers of {self.path.name} are not those that were written: {way_out}")
        return {name: tensor.clone() for name, tensor in tensors.items()}, rest

    def remove(self):
        if self.team.rank == 0:
            self.path.unlink(missing_ok=True)


def write_losses(path, rates, training):
    """The epochs as a table."""
    with replacing(path) as file:
        file.write(b"epoch,rate,loss,eval_loss\n")
        for place, loss in enumerate(training.losses):
            watched = training.eval_losses[place] if training.eval_losses else ""
            file.write(f"{place + 1},{rates[place]!r},{loss!r},{watched!r}\n".replace("''", "").encode())


def train(chosen, team):
    for path in filter(None, (chosen.out, chosen.losses)):
        if not path.resolve().parent.is_dir():
            raise Failure(f"{path} cannot be written: there is no folder {path.parent}")
    if chosen.out.suffix != ".safetensors":
        raise Failure(f"the weights go to a file whose name ends in `.safetensors`, not to {chosen.out}")
    specification, name = read_specification(team.local == 0)
    if team.size > specification["batch"]:
        raise Failure(
            f"{team.size} processes cannot share batches of {specification['batch']} rows: start no more than that,"
            " or export the model with a larger `batch`"
        )
    device = device_of(chosen.device, team)
    team.join(device)
    if specification["restarts"] > 1:
        team.tell(f"note: the best of {specification['restarts']} seeds is asked for; this trains the first one")
    is_there = chosen.out.is_file()
    is_done = is_there and is_result(chosen.out, name)
    is_kept = is_done and not STATE.exists() and not chosen.fresh
    is_kept, has_losses = team.share((is_kept, chosen.losses is None or chosen.losses.is_file()), device)
    if is_kept:
        told = f"{chosen.out} has been trained from this specification"
        if not has_losses:
            raise Failure(f"{told}, and no epoch is known any more for {chosen.losses}: `--fresh` trains again")
        team.tell(f"{told}: `--fresh` trains again")
        # No process leaves before the others know.
        team.total(torch.zeros(1, device=device))
        return
    if is_there and not is_done:
        team.tell(f"note: {chosen.out.name} is there, and not of this specification: it is written over in the end")
    training, keeper = Training(specification, team, device), Keeper(team, name, chosen.save_every)
    state = team.share(None if chosen.fresh else keeper.found(), device)
    if state is not None:
        training.go_on(*state)
        team.tell(f"goes on after epoch {len(training.losses)}, from {keeper.path.name}")
    with Asked(team) as asked:
        training.run(keeper, asked)
    result = training.evaluate() if training.eval else None
    if team.rank == 0:
        finish(chosen, specification, name, training, result)
    keeper.remove()
    # No process leaves before the first one has written all.
    team.total(torch.zeros(1, device=device))


def finish(chosen, specification, name, training, result):
    """Writes the weights, and tells how good they are and what to do with them."""
    epochs = len(training.losses)
    metadata = {"format": "pt", "model": specification["model"], "epochs": str(epochs), "specification": name}
    metadata |= specification["origin"]
    write_tensors(chosen.out, training.network.state_dict(), metadata)
    if chosen.losses:
        write_losses(chosen.losses, specification["rates"], training)
    print(f"{specification['model']}: {epochs} epochs, loss {training.losses[-1]!r}")
    if result is not None:
        loss, correct = result
        line = f"on {len(training.eval)} evaluation rows: loss {loss!r}"
        if training.eval.classes is not None:
            line += f", accuracy {correct / len(training.eval)!r} ({correct} correct)"
        print(line)
    file = json.dumps(chosen.out.name, ensure_ascii=False)
    print(f"{chosen.out} has the weights. Copy it into the crate, and name it in the model, in place of the fields")
    print("that only a training has, such as `epochs` and `optimizer`. Keep `data`, `eval`, `activation`, `normalize`,")
    print("`loss`, `precision`, `quantize` and `seed`, which says what is held out. In `train!`, or in a build script,")
    print(f"    weights: {file},")
    print(f"    .weights({file})")


def main():
    chosen, team, code = options(), Team(), 0
    command = "the same command, without `--fresh`," if chosen.fresh else "the same command"
    try:
        train(chosen, team)
    except Failure as failure:
        print(f"error: {failure}", file=sys.stderr, flush=True)
        code = 1
    except Interrupted as interrupted:
        team.tell(f"interrupted: {command} goes on from {STATE.name}")
        [code] = interrupted.args
    except KeyboardInterrupt:
        way = "the same command begins anew, as no state was kept yet (--save-every)"
        if STATE.is_file():
            way = f"{command} goes on from {STATE.name}"
        team.tell(f"interrupted: {way}")
        code = 130
    team.leave(code)


if __name__ == "__main__":
    main()
