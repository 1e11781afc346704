#!/usr/bin/env python3
"""Compiles the CUDA C++ sources of `corpus/recipes/cuda/` to PTX.

Makes `.corpus/cuda/<toolkit>/<arch>/<source>[.<variant>].ptx` and
`.corpus/cuda/MANIFEST.tsv`:

  cuda-13.0 and cuda-newest   with nvcc for sm_80, sm_90a, sm_100a and sm_120
  cuda-12.9                   with NVRTC for sm_70

A line `// corpus: ...` near the top of a source says what it is for:

  min=90          architectures from this one on
  only=90a        this architecture alone
  nvrtc           also with NVRTC for sm_70
  base=rdc        the flags every build of the file needs
  variants=a,b    extra builds: G, lineinfo, rdc, fast (fast math)
  heavy           slow to compile: variants on one architecture only

Needs the toolkits of tools.py and a host g++ (for nvcc's preprocessing).
A file that is newer than its source and its toolkit is kept.

  compile_cuda.py [--kit KIT] [--arch ARCH] [--only SOURCE] [--check] [--force]

`--check` also assembles each result with the ptxas of its toolkit.
"""

import argparse
import ctypes
import os
import re
import shutil
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import (  # noqa: E402
    CORPUS, GIB, RECIPES, ROOT, TOOLS, RecipeError, clean_stale, human, lock, log, main_guard,
    move_atomic, need_tool, remove_tree, run, scratch, table, write_manifest,
)

SOURCES = RECIPES / "cuda"
OUT = CORPUS / "cuda"
NVCC_ARCHS = ("80", "90a", "100a", "120")
PLAN = {"cuda-13.0": NVCC_ARCHS, "cuda-newest": NVCC_ARCHS, "cuda-12.9": ("70",)}
# Where the extra builds are made.
VARIANT_ARCHS = {"cuda-13.0": ("80", "90a"), "cuda-newest": ("120",), "cuda-12.9": ("70",)}
VARIANTS = {
    "": [],
    "G": ["-G"],
    "lineinfo": ["-lineinfo"],
    "rdc": ["-rdc=true"],
    "fast": ["-use_fast_math"],
}
BASE = ["-std=c++17", "--extended-lambda", "--expt-relaxed-constexpr", "-w"]
NVRTC_BASE = ["--std=c++17", "--device-as-default-execution-space", "--disable-warnings"]
TIMEOUT = 900


class Source:
    """A source file and what its `// corpus:` line asks for."""

    def __init__(self, path):
        self.path = path
        self.name = path.stem
        self.minimum = 0
        self.only = None
        self.nvrtc = False
        self.heavy = False
        self.base = []
        self.variants = [""]
        found = re.search(r"^// corpus:(.*)$", path.read_text(), re.M)
        if not found:
            raise RecipeError("%s has no `// corpus:` line" % path.name)
        for word in found.group(1).split():
            key, _, value = word.partition("=")
            if key == "min":
                self.minimum = int(value)
            elif key == "only":
                self.only = value
            elif key == "nvrtc":
                self.nvrtc = True
            elif key == "heavy":
                self.heavy = True
            elif key == "base" and value in VARIANTS:
                self.base = VARIANTS[value]
            elif key == "variants" and set(value.split(",")) <= set(VARIANTS):
                self.variants += value.split(",")
            else:
                raise RecipeError("%s: unknown word '%s'" % (path.name, word))

    def fits(self, kit, arch):
        if kit == "cuda-12.9":
            return self.nvrtc
        if self.only:
            return arch == self.only
        return int(re.match(r"\d+", arch).group()) >= self.minimum


def nvrtc_child(library, source, output, options):
    """Runs in a process of its own: one NVRTC compilation."""
    nvrtc = ctypes.CDLL(library)
    nvrtc.nvrtcGetErrorString.restype = ctypes.c_char_p

    def check(code, what):
        if code:
            raise RecipeError("%s: %s" % (what, nvrtc.nvrtcGetErrorString(code).decode()))

    program = ctypes.c_void_p()
    text = Path(source).read_bytes()
    name = os.path.basename(source).encode()
    check(nvrtc.nvrtcCreateProgram(ctypes.byref(program), text, name, 0, None, None), "create")
    array = (ctypes.c_char_p * len(options))(*[o.encode() for o in options])
    code = nvrtc.nvrtcCompileProgram(program, len(options), array)
    if code:
        size = ctypes.c_size_t()
        nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        message = ctypes.create_string_buffer(size.value)
        nvrtc.nvrtcGetProgramLog(program, message)
        print(message.value.decode("utf-8", "replace"))
        check(code, "compile")
    size = ctypes.c_size_t()
    check(nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size)), "size")
    ptx = ctypes.create_string_buffer(size.value)
    check(nvrtc.nvrtcGetPTX(program, ptx), "text")
    Path(output).write_bytes(ptx.raw.rstrip(b"\0"))
    return 0


def build(source, kit, arch, variant, output):
    """Runs one compiler; paths in debug information stay relative to the root."""
    relative = source.path.relative_to(ROOT)
    if kit == "cuda-12.9":
        flags = {"rdc": ["-rdc=true"], "fast": ["--use_fast_math"]}.get(
            variant, VARIANTS[variant])
        include = TOOLS / kit / "include"
        command = [sys.executable, __file__, "--nvrtc-child",
                   TOOLS / kit / "lib" / "libnvrtc.so.12", relative, output,
                   "--gpu-architecture=compute_" + arch, "-I%s" % include.relative_to(ROOT)]
        command += NVRTC_BASE + flags
    else:
        temporary = output.parent / "work"
        temporary.mkdir(exist_ok=True)
        command = [TOOLS / kit / "bin" / "nvcc", "-ptx", "-arch=compute_" + arch, "-o", output]
        command += BASE + source.base + VARIANTS[variant] + [relative]
        result = run(command, timeout=TIMEOUT, mem=12 * GIB, cwd=ROOT,
                     env={"TMPDIR": temporary})
        remove_tree(temporary)
        return result
    return run(command, timeout=TIMEOUT, mem=12 * GIB, cwd=ROOT)


def fresh(target, source, kit):
    try:
        made = target.stat().st_mtime
        stamp = (TOOLS / kit / "STAMP.json").stat().st_mtime
        return made > source.path.stat().st_mtime and made > stamp
    except OSError:
        return False


def assemble(kit, arch, source, variant, ptx, work):
    flags = ["-arch=sm_" + arch, "-o", work / "check.cubin"]
    if source.base or variant == "rdc":
        flags.append("-c")
    if variant == "G":
        flags.append("-g")
    return run([TOOLS / kit / "bin" / "ptxas"] + flags + [ptx], timeout=TIMEOUT, mem=12 * GIB)


def jobs(args, sources):
    for kit, archs in PLAN.items():
        if args.kit and kit not in args.kit:
            continue
        for arch in archs:
            if args.arch and arch not in args.arch:
                continue
            for source in sources:
                if args.only and source.name not in args.only:
                    continue
                if not source.fits(kit, arch):
                    continue
                for variant in source.variants:
                    places = VARIANT_ARCHS[kit][:1] if source.heavy else VARIANT_ARCHS[kit]
                    if variant and source.only is None and arch not in places:
                        continue
                    yield kit, arch, source, variant


def main():
    if len(sys.argv) > 4 and sys.argv[1] == "--nvrtc-child":
        return nvrtc_child(sys.argv[2], sys.argv[3], sys.argv[4], sys.argv[5:])
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kit", action="append", choices=sorted(PLAN))
    parser.add_argument("--arch", action="append", metavar="ARCH")
    parser.add_argument("--only", action="append", metavar="SOURCE")
    parser.add_argument("--check", action="store_true", help="assemble the results with ptxas")
    parser.add_argument("--force", action="store_true", help="compile again what is there")
    args = parser.parse_args()
    sources = [Source(path) for path in sorted(SOURCES.glob("*.cu"))]
    unknown = set(args.only or []) - {s.name for s in sources}
    if unknown:
        raise RecipeError("no such source: %s" % ", ".join(sorted(unknown)))
    todo = list(jobs(args, sources))
    if not todo:
        raise RecipeError("nothing to compile with this choice")
    for kit in sorted({job[0] for job in todo}):
        if kit == "cuda-12.9":
            need_tool(kit, "ptxas", "lib/libnvrtc.so.12", "include/cuda_fp16.h",
                      "include/cub/cub.cuh")
        else:
            need_tool(kit, "nvcc", "nvvm/bin/cicc", "include/cuda_runtime.h",
                      "include/crt/host_config.h", "include/cccl/cub/cub.cuh")
    if any(job[0] != "cuda-12.9" for job in todo) and shutil.which("g++") is None:
        raise RecipeError("nvcc needs a host compiler, and there is no g++")

    with lock("cuda"):
        clean_stale(OUT)
        return compile_all(args, todo)


def compile_all(args, todo):
    failures = []
    tally = {}
    start = time.monotonic()
    with scratch(OUT, "compile") as work:
        for number, (kit, arch, source, variant) in enumerate(todo, 1):
            row = tally.setdefault((kit, "sm_" + arch), {"made": 0, "kept": 0, "failed": 0, "s": 0})
            name = source.name + ("." + variant if variant else "") + ".ptx"
            target = OUT / kit / ("sm_" + arch) / name
            label = "%s sm_%s %s" % (kit, arch, name)
            if not args.force and fresh(target, source, kit):
                row["kept"] += 1
            else:
                output = work / "out.ptx"
                result = build(source, kit, arch, variant, output)
                row["s"] += result.seconds
                if not result.ok or not output.is_file():
                    row["failed"] += 1
                    failures.append("%s: %s" % (label, result.why()))
                    log("[%d/%d] %s FAILED" % (number, len(todo), label))
                    continue
                move_atomic(output, target)
                row["made"] += 1
                log("[%d/%d] %s %.1f s" % (number, len(todo), label, result.seconds))
            if args.check:
                result = assemble(kit, arch, source, variant, target, work)
                if not result.ok:
                    row["failed"] += 1
                    failures.append("%s: ptxas: %s" % (label, result.why()))
    rows = write_manifest(OUT)
    print(table(("toolkit", "arch", "made", "kept", "failed", "seconds"),
                [k + (v["made"], v["kept"], v["failed"], "%.0f" % v["s"])
                 for k, v in sorted(tally.items())]))
    print("%d files, %d lines, %s in .corpus/cuda, %.0f s" % (
        len(rows), sum(r[2] for r in rows), human(sum(r[1] for r in rows)),
        time.monotonic() - start))
    for failure in failures:
        print("failure: " + failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    main_guard(main)
