"""JAX, the whole training compiled as one scan over the batches, on one thread. The compilation
is not timed."""
import os

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import jax
import jax.numpy as jnp

import common


def forward(layers, x):
    for weight, bias in layers[:-1]:
        x = jax.nn.relu(x @ weight.T + bias)
    weight, bias = layers[-1]
    return x @ weight.T + bias


def spiral(rates):
    inputs, targets = map(jnp.array, common.spiral())
    start = jax.tree.map(jnp.array, common.start("spiral", [2, 4, 4, 1]))
    rates = jnp.array(rates, jnp.float32)

    def loss(layers):
        return jax.nn.relu(1 - targets * forward(layers, inputs)[:, 0]).mean()

    def step(layers, rate):
        return jax.tree.map(lambda w, g: w - rate * g, layers, jax.grad(loss)(layers)), None

    train = jax.jit(lambda start: jax.lax.scan(step, start, rates)[0])
    return lambda: jax.block_until_ready(train(start))


def classes(task, data):
    inputs, answers, batches = map(jnp.array, data)
    start = jax.tree.map(jnp.array, common.start(task, common.CLASSES[task][0]))

    def loss(layers, x, y):
        chances = jax.nn.log_softmax(forward(layers, x))
        return -jnp.take_along_axis(chances, y[:, None], 1).mean()

    def step(state, rows, inputs, answers):
        w, m, v, count = state
        gradients = jax.grad(loss)(w, inputs[rows], answers[rows])
        count += 1
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, gradients)
        v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, v, gradients)
        rate, second = 0.001 / (1 - 0.9**count), 1 / (1 - 0.999**count)
        move = lambda w, m, v: w - rate * m / (jnp.sqrt(v * second) + 1e-8)
        return (jax.tree.map(move, w, m, v), m, v, count), None

    @jax.jit
    def train(start, batches, inputs, answers):
        zeros = jax.tree.map(jnp.zeros_like, start)
        state = (start, zeros, zeros, jnp.float32(0))
        body = lambda state, rows: step(state, rows, inputs, answers)
        return jax.lax.scan(body, state, batches)[0][0]

    return lambda: jax.block_until_ready(train(start, batches, inputs, answers))


for task, rates in common.SPIRALS.items():
    common.measure("JAX", task, spiral(rates))
for task in common.CLASSES:
    if data := common.classes(task):
        common.measure("JAX", task, classes(task, data))
