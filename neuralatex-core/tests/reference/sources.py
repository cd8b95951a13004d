"""Writes sources.json: scikit-learn's points without noise, class after class.

    pip install scikit-learn==1.9.1
    python sources.py
"""

import json
import pathlib

import sklearn
from sklearn.datasets import make_circles, make_moons


def rows(make, n):
    points, classes = make(n_samples=2 * n, shuffle=False)
    return [[x, y, int(label)] for [x, y], label in zip(points.tolist(), classes)]


makers = {"moons": make_moons, "circles": make_circles}
cases = [
    {"source": name, "n": n, "rows": rows(make, n)}
    for name, make in makers.items()
    for n in (1, 2, 3, 10, 25)
]
lines = ",\n".join(json.dumps(case) for case in cases)
text = f'{{"made_by": "scikit-learn {sklearn.__version__}", "cases": [\n{lines}\n]}}\n'
pathlib.Path(__file__).with_name("sources.json").write_text(text)
