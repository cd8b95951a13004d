"""The stages `infer` and `sizes`: generated code beside C and libraries, and how much code that is."""
import array
import pathlib
import platform
import random
import re
import shutil
import subprocess
import sys

import report
from rivals.infer import write_c
from tools import BENCH, environment, importable, lines, outside, rival, rust, say

NETWORKS = {
    "spiral": [2, 4, 4, 1],
    "digits": [64, 32, 10],
    "mnist": [784, 128, 10],
    "motion": [6, 64, 8, 4],
}
UNROLLED = ["spiral", "digits", "motion"]
ROWS = 256
# The compiler prefers half of them for Intel's processors, which slowed down when they had to do with all.
WIDE = ["-C", "target-feature=-prefer-256-bit"]
SOURCES = BENCH / "rivals" / "infer"


class Networks:
    """The crate `infer`, and a folder with what every rival gets: weights, and rows of inputs."""

    def __init__(self, folder, flags=()):
        self.folder, self.data, self.flags = folder, folder / "infer-data", flags
        if not self.data.exists():
            self.data.mkdir()
            outside("infer", folder)
            generator = random.Random(1)
            for name, sizes in NETWORKS.items():
                numbers = array.array("f", [generator.random() for _ in range(ROWS * sizes[0])])
                (self.data / f"{name}.inputs").write_bytes(numbers.tobytes())
        self.crate = folder / "infer"

    def library(self, processor):
        """Our code, compiled for a processor as a user's is in release."""
        say(f"neuralatex: infer, {processor}")
        call = ["cargo", "rustc", "--release", "--lib", "--", "-C", f"target-cpu={processor}"]
        call += self.flags if processor == "native" else []
        cargo = subprocess.run(call, cwd=self.crate, env=environment(self.folder, BENCH_DATA=self.data),
                               capture_output=True, text=True)
        if cargo.returncode:
            sys.exit(cargo.stderr)
        return self.crate / "target" / "release" / "libinfer.a"

    def generated(self, name):
        return next((self.crate / "target" / "release" / "build").glob(f"infer-*/out/{name}.rs"))


def widths(processor):
    """How many numbers the vectors of a processor hold: more than one answer if it is not clear which is best."""
    flags = report.processor_flags()
    if processor != "native" or "avx2" not in flags:
        return [4]
    return [16, 8] if "avx512f" in flags else [8]


def objects(compiler, processor, networks, emlearn):
    """The programs in C of one compiler: their names, and files."""
    sources = {"contestants": networks.data} | ({"emlearn": emlearn} if emlearn else {})
    for lanes in widths(processor):
        flags = ["-O3", "-ffast-math", "-w", f"-march={processor}"]
        if platform.machine() == "x86_64":
            flags.append("-mtune=native")
        if lanes > 4:
            flags.append(f"-mprefer-vector-width={lanes * 32}")
        for source, headers in sources.items():
            name = f"{source}_{compiler}_{lanes}"
            file = networks.folder / f"{name}.o"
            how = f"{compiler}, {lanes * 32} bits"
            compile = [compiler, *flags, f"-DWIDEST={lanes}", f"-DTABLE={name}", f'-DHOW="{how}"',
                       "-I", networks.data, "-I", headers, "-c", SOURCES / f"{source}.c", "-o", file]
            # The headers of emlearn define functions, which are to be seen in this file alone.
            hide = ["objcopy", f"--keep-global-symbol={name}", file]
            if problem := failed(compile) or failed(hide):
                say(f"skipped: {source} with {how}: {problem[-500:]}")
            else:
                yield name, file


def failed(call):
    """What a program said if it failed."""
    done = subprocess.run(call, capture_output=True, text=True)
    return done.returncode and (done.stderr or f"{call[0]} failed")


def program(processor, networks, emlearn):
    """All that is compiled, in one program, so that it is measured in turns."""
    tables = []
    for compiler in filter(shutil.which, ["gcc", "clang"]):
        tables += objects(compiler, processor, networks, emlearn)
    main = networks.folder / f"infer-{processor}"
    names = " ".join(f"TABLE({name})" for name, _ in tables)
    call = [shutil.which("gcc") or "cc", "-O2", f"-DTABLES={names}", SOURCES / "main.c",
            *(file for _, file in tables), networks.library(processor), "-lm", "-o", main]
    if problem := failed(call):
        sys.exit(problem)
    return main


def emlearn_headers(networks):
    """Where emlearn's own headers are; nothing if it is not there."""
    if not importable("emlearn"):
        return None
    write = [sys.executable, SOURCES / "write_emlearn.py"]
    variables = environment(networks.folder, BENCH_DATA=networks.data)
    done = subprocess.run(write, env=variables, capture_output=True, text=True)
    if done.returncode:
        return say(f"skipped: emlearn: {done.stderr[-500:]}")
    return done.stdout.strip()


def libraries(networks, words):
    """What chooses its instructions when it runs."""
    folder, more = networks.folder, dict(BENCH_DATA=networks.data)
    results, onnx = [], importable("onnx")
    if onnx:
        write = [sys.executable, SOURCES / "write_onnx.py"]
        subprocess.run(write, check=True, env=environment(folder, **more))
    runtime = onnx and importable("onnxruntime")
    if runtime:
        say("onnxruntime")
        results += rival([sys.executable, BENCH / "rivals" / "with_onnxruntime.py"], folder, **more)
    if "rust" not in words:
        say("skipped: candle, tract, and onnxruntime without Python, for which there is the word `rust`")
        return results
    if runtime:
        find = "import onnxruntime; print(onnxruntime.__path__[0])"
        package = subprocess.run([sys.executable, "-c", find], capture_output=True, text=True, check=True)
        found = sorted(pathlib.Path(package.stdout.strip(), "capi").glob("libonnxruntime.*"))
        if found:
            results += rust(["onnxruntime"], folder, ["infer"], ORT_DYLIB_PATH=found[0], **more)
        else:
            say("skipped: onnxruntime without Python: its package has no library")
    return results + rust(["candle", "tract"] if onnx else ["candle"], folder, ["infer"], **more)


def numbers(path):
    return array.array("f", path.read_bytes())


def agreeing(results, folder):
    """Those whose scores are ours."""
    for result in results:
        path = folder / "weights" / f"{result['who']}.{result['what']}.{result['task']}"
        ours = numbers(folder / "weights" / f"neuralatex.{result['task']}")
        theirs = numbers(path)
        worst = max((abs(one - other) / (1 + abs(one)) for one, other in zip(ours, theirs)), default=1)
        if len(ours) != len(theirs) or not worst <= 1e-4:
            sys.exit(f"{path.name}: scores are not ours, off by {worst}")
        yield result


def infer(folder, words):
    networks = Networks(folder, WIDE if "wide" in words else ())
    networks.library("native")
    write_c.write(networks.data, NETWORKS, UNROLLED)
    for compiler in ["gcc", "clang"]:
        if not shutil.which(compiler):
            say(f"skipped: {compiler} is not there")
    emlearn = emlearn_headers(networks)
    processors = ["native", "x86-64"] if platform.machine() == "x86_64" else ["native"]
    compiled = {}
    for processor in processors:
        main = program(processor, networks, emlearn)
        say(main.name)
        variables = environment(folder, BENCH_DATA=networks.data)
        done = subprocess.run([main], env=variables, capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
        compiled[processor] = lines(done.stdout)
    others = list(agreeing(libraries(networks, words), folder))
    shapes = {name: "-".join(map(str, sizes)) for name, sizes in NETWORKS.items()}
    report.inference({processor: results + others for processor, results in compiled.items()}, shapes)


SCORES = """#![no_std]
mod network {{ include!("{path}"); }}
use network::{name};
#[unsafe(no_mangle)]
pub fn scores(input: &[f32; {inputs}], scores: &mut [f32; {outputs}]) {{ *scores = {name}::scores(*input); }}
"""


def sizes(folder):
    """Bytes of code, and of constants, in the object file of a crate with nothing but `scores`."""
    if not shutil.which("size"):
        return say("skipped: sizes: `size` of binutils is not there")
    networks = Networks(folder)
    networks.library("native")
    rows = []
    for name, layers in NETWORKS.items():
        source, file = folder / "scores.rs", folder / "scores.o"
        source.write_text(SCORES.format(path=str(networks.generated(name)), name=name.capitalize(),
                                        inputs=layers[0], outputs=layers[-1]))
        cells = []
        for level in ["s", "3"]:
            call = ["rustc", "--edition", "2024", "--crate-type", "lib", "--emit", "obj", "-C", "panic=abort",
                    "-C", f"opt-level={level}", "-C", "codegen-units=1", "-A", "warnings", source, "-o", file]
            subprocess.run(call, check=True)
            told = subprocess.run(["size", "-A", file], capture_output=True, text=True, check=True).stdout
            sections = re.findall(r"^(\.\S+)\s+(\d+)", told, re.MULTILINE)
            cells.append([sum(int(size) for section, size in sections if section.startswith(kind))
                          for kind in [".text", ".rodata"]])
        parameters = sum((inputs + 1) * outputs for inputs, outputs in zip(layers, layers[1:]))
        rows.append(("-".join(map(str, layers)), parameters, *cells))
    report.sizes(rows)
