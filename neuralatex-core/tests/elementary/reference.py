"""Prints f64.txt: exact values for the test of the elementary functions. Needs mpmath.

Each line: function, bits of x, bits of the nearest f64, what the exact value lies above it in ulp.
"""
import math
import random
import struct

from mpmath import erf, exp, log, mp, mpf, tanh

mp.prec = 1200
random.seed(1)


def bits(number):
    return struct.unpack("<Q", struct.pack("<d", number))[0]


def number(pattern):
    return struct.unpack("<d", struct.pack("<Q", pattern))[0]


def sigmoid(x):
    return exp(x) / (1 + exp(x)) if x < 0 else 1 / (1 + exp(-x))


def line(name, function, x):
    exact = function(mpf(x))
    nearest = float(exact)
    above = (exact - mpf(nearest)) / mpf(math.ulp(nearest))
    print(name, f"{bits(x):016x}", f"{bits(nearest):016x}", f"{float(above):.4f}")


def around(*points):
    return [number(bits(point) + step) for point in points for step in (-1, 0, 1)]


def uniform(low, high, count):
    return [random.uniform(low, high) for _ in range(count)]


def powers(low, high, count):
    return [math.ldexp(random.uniform(1, 2), random.randrange(low, high)) for _ in range(count)]


def both(points):
    return points + [-x for x in points]


# Where tens of millions of random points had the largest errors.
WORST = {
    "exp": [-548.62153672536158, -708.55865465395482, 0.35228666991087909, 126.5057223868655],
    "ln": [0.70584172292256697, 1.4071994133210419, 1.4099476755163003],
    "tanh": [0.1829644545561902, 0.18424354050569125],
    "sigmoid": [-11.436021136144632, -3.1131542645335539, -21.070504390130168],
    "erf": [0.98624315936911788, 0.99800530394938702, 0.99682749878518861],
}
halves = [(n + 0.5) * math.log(2) for n in (0, 1, 2, 5, 20, 100, 511, 1000, -1.0 - 1000)]
cases = {
    "exp": (exp, around(*halves, -708.3964185322641, -744.0, 709.782712893383)
            + uniform(-1, 1, 60) + uniform(-708, 709, 60) + uniform(-745, -708, 30)
            + both(powers(-60, 0, 15)) + WORST["exp"]),
    "ln": (log, around(math.sqrt(0.5), math.sqrt(2.0), 0.5, 1.5, 2.0, 2.0**-1022)
           + uniform(0.69, 1.42, 60) + [1 + x for x in both(powers(-50, -1, 30))]
           + powers(-1070, -1022, 30) + powers(-1022, 1023, 40) + WORST["ln"]),
    "tanh": (tanh, around(*[h / 2 for h in halves[:5]], 19.0615, 2.0**-1022)
             + uniform(0, 2, 80) + uniform(0, 20, 40) + powers(-40, 0, 30)
             + powers(-1074, -1000, 10) + WORST["tanh"]),
    "sigmoid": (sigmoid, around(*halves[:7], *[-h for h in halves[:7]], 36.7)
                + uniform(-4, 4, 80) + uniform(-708, 40, 50) + both(powers(-60, 0, 15))
                + WORST["sigmoid"]),
    "erf": (erf, around(1.0, 5.9, 2.0**-1022) + uniform(0, 1, 60) + uniform(1, 6, 60)
            + powers(-40, 0, 30) + powers(-1074, -1000, 10) + WORST["erf"]),
}
for name, (function, points) in cases.items():
    for x in points:
        line(name, function, x)
