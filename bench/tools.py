"""What the stages share: programs that are called, with what they see and what they print."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

import data

BENCH = pathlib.Path(__file__).resolve().parent
PROJECT = BENCH.parent


def say(text):
    print(text, file=sys.stderr, flush=True)


def environment(folder, **more):
    """Without anything that changes how Cargo compiles."""
    kept = {key: value for key, value in os.environ.items()
            if not key.startswith(("CARGO_PROFILE", "CARGO_BUILD", "CARGO_TARGET", "RUSTFLAGS"))}
    paths = dict(BENCH_DATA=data.FOLDER, BENCH_WEIGHTS=folder / "weights")
    kept.update({key: str(value) for key, value in (paths | more).items()})
    threads = {"OPENBLAS_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1"}
    return kept | threads | {"CARGO_INCREMENTAL": "0", "NEURALATEX_CACHE": "off"}


def lines(text):
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def outside(name, folder):
    """A crate, copied to where no configuration of the project reaches it."""
    crate = folder / name
    shutil.copytree(BENCH / name, crate, ignore=shutil.ignore_patterns("target"))
    manifest = crate / "Cargo.toml"
    manifest.write_text(manifest.read_text().replace("../..", str(PROJECT)))
    return crate


def importable(module):
    done = subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True)
    if done.returncode:
        say(f"skipped: {module} is not installed for {sys.executable}")
    return done.returncode == 0


def rival(command, folder, **more):
    # Libraries take and free large tensors all the time: give nothing back to the system.
    memory = dict.fromkeys(["MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_"], 1 << 30)
    variables = environment(folder, **memory, **more)
    done = subprocess.run(command, env=variables, capture_output=True, text=True)
    if done.returncode:
        say(f"failed: {command[0]}: {done.stderr[-500:]}")
    return lines(done.stdout)


def rust(names, folder, arguments=(), **more):
    """Compiles rivals in Rust, and runs them."""
    results = []
    crates = BENCH / "rivals" / "rust"
    variables = environment(folder) | {"RUSTFLAGS": "-C target-cpu=native"}
    for name in names:
        say(f"{name}: the first time, this compiles for minutes")
        call = ["cargo", "build", "--release", "-q", "-p", f"with_{name}"]
        done = subprocess.run(call, cwd=crates, env=variables, capture_output=True, text=True)
        if done.returncode:
            say(f"skipped: {name}: {done.stderr[-500:]}")
            continue
        results += rival([crates / "target" / "release" / f"with_{name}", *arguments], folder, **more)
    return results
