"""Times `pandas.read_csv` on a file such as `bench/csv/make` writes.

usage: path/to/venv/bin/python bench/csv/pandas_read.py file.csv

It reads three times and tells the best; the first reading may wait for the disk. Peak memory is that
of the process after the first reading. pandas may use more than one core, and processor time is that
of all: `taskset -c 0` before the call leaves it one.
"""
import os
import platform
import resource
import sys
import time

import pandas

READINGS = 3


def peak():
    """The most memory that this process has had, in bytes."""
    usage = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return usage if platform.system() == "Darwin" else usage * 1024  # Linux counts in kilobytes


def read(path):
    """Rows, seconds on the clock, and seconds of processor time."""
    start, processor = time.perf_counter(), time.process_time()
    table = pandas.read_csv(path)
    return len(table), time.perf_counter() - start, time.process_time() - processor


def main(path):
    size, before = os.path.getsize(path), peak()
    readings = [read(path)]
    after = peak()
    readings += [read(path) for _ in range(READINGS - 1)]
    rows, seconds, processor = min(readings, key=lambda reading: reading[1])
    print(f"pandas {pandas.__version__}: {rows:,} rows, {size / 1e6:.0f} MB")
    print(f"{seconds:.2f} s, {processor:.2f} s of processor time, "
          f"{rows / seconds:,.0f} rows/s, {size / 1e6 / seconds:.0f} MB/s")
    print(f"peak memory {after / 1e6:.0f} MB, {before / 1e6:.0f} MB of it before reading")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
