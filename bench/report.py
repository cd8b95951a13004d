"""The tables of the benchmark."""
import os
import pathlib
import statistics
import subprocess


def processor(field):
    """What the system says of its first processor."""
    path = pathlib.Path("/proc/cpuinfo")
    text = path.read_text() if path.exists() else ""
    return next((line.split(":", 1)[1].strip() for line in text.splitlines()
                 if line.startswith(field)), "")


def processor_flags():
    return processor("flags").split()


def machine():
    vectors = [name for name in ["avx2", "avx512f"] if name in processor_flags()]
    rust = subprocess.run(["rustc", "--version"], capture_output=True, text=True).stdout.split()
    load = " ".join(f"{number:.1f}" for number in os.getloadavg())
    print(f"{processor('model name') or 'unknown processor'} ({', '.join(vectors) or 'no AVX2'}), "
          f"{os.cpu_count()} cores, load {load}, rustc {rust[1]}", flush=True)


def table(title, header, rows):
    cells = [header, *rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    print(f"\n### {title}\n")
    for index, row in enumerate(cells):
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |")
        if index == 0:
            print("|" + "|".join("-" * (width + 2) for width in widths) + "|", flush=True)


def seconds(time):
    for unit, factor in [("s", 1), ("ms", 1e3), ("µs", 1e6)]:
        if time * factor >= 0.9995 or unit == "µs":
            return f"{time * factor:.3g} {unit}"


def training(results, quality):
    """One table for each task. Of a program in C, the compiler that did best."""
    tasks = {}
    for result in results:
        samples = tasks.setdefault(result["task"], {}).setdefault(result["who"], [])
        samples += result["samples"]
    for task, trainers in tasks.items():
        best = {}
        for who, samples in trainers.items():
            name = who.rsplit(" ", 1)[0] if who.startswith("C ") else who
            if name not in best or min(samples) < min(trainers[best[name]]):
                best[name] = who
        base = trainers[best["C tuned"]] if "C tuned" in best else trainers["neuralatex"]
        middle, least = statistics.median(base), min(base)
        rows = []
        for who in sorted(best.values(), key=lambda who: min(trainers[who])):
            samples = trainers[who]
            ratios = [statistics.median(samples) / middle, min(samples) / least]
            rows.append([who, seconds(statistics.median(samples)), seconds(min(samples)),
                         *(f"{ratio:.3g}" for ratio in ratios), *quality(who, task)])
        table(task, ["trainer", "median", "minimum", "ratio of medians", "of minima", "loss", "accuracy"], rows)


def growth(results):
    rows = []
    for result in results:
        work = result["rows"] * result["parameters"] * result["epochs"]
        time = min(result["samples"])
        rows.append([result["grows"], *(f"{result[key]:,}" for key in ["rows", "parameters", "epochs"]),
                     seconds(time), f"{time / work * 1e9:.3g}"])
    table("How the cost grows", ["what grows", "rows", "parameters", "epochs", "minimum",
                                 "ns per row, parameter and epoch"], rows)


def threads(results):
    rows = []
    for tasks in zip(*results.values()):
        alone = tasks[0]["epoch"]
        for count, task in zip(results, tasks):
            network = "-".join(map(str, task["layers"]))
            rows.append([network, str(task["batch"]), str(count), seconds(task["epoch"]),
                         f"{alone / task['epoch']:.2f}"])
    table("Threads: an epoch of 6,400 rows", ["network", "batch", "threads", "time", "times as fast"], rows)


def memory(results):
    rows = []
    for result in results:
        mega = [f"{result[key] / 1e6:.0f} MB" for key in ["given", "data", "peak"]]
        own = (result["peak"] - result["given"]) / result["data"]
        rows.append([result["door"], *mega, f"{own:.2f}"])
    table("Memory: MNIST", ["source", "what the script holds", "data as f32", "peak",
                            "(peak - script) / data"], rows)


def compilation(results):
    base = results[-1][2]
    rows = [[name, str(crates), f"{time:.1f} s", f"{time / base:.2f}"] for name, crates, time in results]
    table("Clean build of a user's crate", ["crate", "dependencies", "processor time", "ratio"], rows)


def daily(stored, trained):
    base = statistics.median(trained)
    rows = [[name, f"{statistics.median(times):.2f} ms", f"{min(times):.2f} ms", f"{statistics.median(times) / base:.2f}"]
            for name, times in [("from the store", stored), ("trained, NEURALATEX_CACHE=off", trained)]]
    table("What `train!` of the spiral takes of a compilation after an edit", ["", "median", "minimum", "ratio"], rows)


def large(results):
    rows = [[name, f"{statistics.median(times):.2f} s", f"{min(times):.2f} s", f"{peak / 1024:.0f} MiB"]
            for name, times, peak in results]
    table("`cargo check` after an edit of a crate with so many weights",
          ["weights", "median", "minimum", "memory of the largest process"], rows)


def nanoseconds(time):
    time *= 1e9
    return f"{time:.3g} ns" if time < 100 else f"{time:,.0f} ns"


WHATS = {"one": "One row at a time", "many": "256 rows at a time, for each"}
C = ["plain C", "tuned C"]
AIMS = [("one", "plain C", 1.0), ("one", "tuned C", 1.2), ("many", "tuned C", 2.0),
        ("one", "the best library", 1.0), ("many", "the best library", 1.0)]


def inference(processors, shapes):
    """A table for each processor, of one row and of many, with the way that did best of each rival; and the aims."""
    ratios = {}
    for processor, results in processors.items():
        for what, title in WHATS.items():
            rows = []
            for task, shape in shapes.items():
                best = {}
                for result in results:
                    if (result["what"], result["task"]) == (what, task):
                        time = lambda result: min(result["samples"])
                        best[result["who"]] = min(result, best.get(result["who"], result), key=time)
                least = {who: min(result["samples"]) for who, result in best.items()}
                for who in sorted(least, key=least.get):
                    times = [statistics.median(best[who]["samples"]), least[who]]
                    beside = [f"{least[who] / least[other]:.2f}" if other in least else "" for other in C]
                    rows.append([shape, who, best[who]["how"], *map(nanoseconds, times), *beside])
                others = {who: least[who] for who in C if who in least}
                libraries = [least[who] for who in least if who not in ["neuralatex", *C]]
                others |= {"the best library": min(libraries)} if libraries else {}
                for who, time in others.items():
                    ratios.setdefault((processor, what, who), {})[shape] = least["neuralatex"] / time
            header = ["network", "who", "how", "median", "minimum", "of plain C", "of tuned C"]
            table(f"{title}: {processor}", header, rows)
    rows = []
    for what, who, bound in AIMS:
        for processor in processors:
            if mine := ratios.get((processor, what, who)):
                holds = all(round(ratio, 2) <= bound for ratio in mine.values())
                rows.append([processor, f"{what}: at most {bound} times {who}", "yes" if holds else "no",
                             *(f"{mine[shape]:.2f}" for shape in shapes.values())])
    table("Aims, by the ratio of minima", ["processor", "aim", "holds", *shapes.values()], rows)


def sizes(rows):
    cells = [[shape, f"{parameters:,}", *(f"{size:,} B" for level in levels for size in level)]
             for shape, parameters, *levels in rows]
    table("Object code of `scores`", ["network", "parameters", "code at opt-level s", "constants",
                                      "code at opt-level 3", "constants"], cells)
