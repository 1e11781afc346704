#!/usr/bin/env python3
"""Compiles the Triton kernels of triton_kernels.py ahead of time, without a GPU.

Installs Triton 3.6.0 (a pinned wheel for this Python) into `.tools/triton-3.6/`
and makes `.corpus/triton/sm_<arch>/<kernel>.ptx` for compute capabilities 8.0,
9.0, 10.0 and 12.0, and `.corpus/triton/MANIFEST.tsv`.  Line information is left
out, so that the result does not depend on where the repository lies; for 9.0
each kernel is also made with it, as `<kernel>.lineinfo.ptx`.

Triton assembles what it generates: it uses ptxas of `.tools/cuda-13.0` (which
also decides the PTX version), so each file is known to assemble.

  compile_triton.py [--only KERNEL] [--force]
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import (  # noqa: E402
    CORPUS, GIB, RECIPES, TOOLS, RecipeError, clean_stale, download_wheels, human, lock, log,
    main_guard, move_atomic, need_tool, run, scratch, swap_tree, table, unpack_wheel,
    write_manifest,
)

VERSION = "3.6.0"
# SHA-256 of the manylinux x86-64 wheels, by Python version.
WHEELS = {
    "3.10": "a6550fae429e0667e397e5de64b332d1e5695b73650ee75a6146e2e902770bea",
    "3.11": "e8e323d608e3a9bfcc2d9efcc90ceefb764a82b99dea12a86d643c72539ad5d3",
    "3.12": "74caf5e34b66d9f3a429af689c1c7128daba1d8208df60e81106b115c00d6fca",
    "3.13": "10c7f76c6e72d2ef08df639e3d0d30729112f47a56b0c81672edc05ee5116ac9",
    "3.14": "a17a5d5985f0ac494ed8a8e54568f092f7057ef60e1b0fa09d3fd1512064e803",
}
HOME = TOOLS / "triton-3.6"
OUT = CORPUS / "triton"
ARCHS = (80, 90, 100, 120)
LINEINFO_ARCH = 90
TIMEOUT = 900


def install():
    python = "%d.%d" % sys.version_info[:2]
    if python not in WHEELS:
        raise RecipeError("Triton %s is pinned for Python %s, this is %s"
                          % (VERSION, ", ".join(sorted(WHEELS)), python))
    wanted = {"triton": VERSION, "python": python, "sha256": WHEELS[python]}
    try:
        if json.loads((HOME / "STAMP.json").read_text()) == wanted:
            return
    except (OSError, ValueError):
        pass
    log("triton %s: downloading ..." % VERSION)
    with lock("triton"), scratch(TOOLS, "triton") as work:
        wheel = download_wheels([("triton", VERSION, WHEELS[python])], work / "wheel")[0]
        tree = work / "tree"
        # The profiler's libraries are large and not needed to compile.
        skip = ("triton/backends/nvidia/lib/cupti/", "triton/instrumentation/",
                "triton/backends/amd/lib/")
        unpack_wheel(wheel, tree, lambda n: None if n.startswith(skip) else n)
        (tree / "STAMP.json").write_text(json.dumps(wanted, indent=2, sort_keys=True) + "\n")
        swap_tree(tree, HOME)


def child(name, folder, builds):
    """Runs in a process of its own: one kernel for several architectures.

    `builds` are names such as `sm_90` and `sm_90.lineinfo`; each leaves a file
    of that name in `folder`, or a line `FAILED <build>: <why>` on stdout.
    """
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    import triton
    import triton_kernels

    case = next(c for c in triton_kernels.KERNELS if c.name == name)
    signature, constants, attributes = {}, {}, {}
    for position, argument in enumerate(case.fn.arg_names):
        if argument in case.constants:
            signature[argument] = "constexpr"
            constants[(position,)] = case.constants[argument]
        else:
            kind = case.types[argument]
            signature[argument] = kind
            # What the run-time would find for aligned pointers and even sizes.
            if kind.startswith("*") or argument in ("n", "k", "lda", "ldb", "ldc", "columns"):
                attributes[(position,)] = [["tt.divisibility", 16]]
    for build in builds:
        arch, _, lineinfo = build[len("sm_"):].partition(".")
        os.environ["TRITON_DISABLE_LINE_INFO"] = "0" if lineinfo else "1"
        try:
            source = ASTSource(case.fn, signature, constants, attributes)
            kernel = triton.compile(source, target=GPUTarget("cuda", int(arch), 32),
                                    options=case.options)
        except Exception as error:  # whatever a compiler pass raises
            text = " | ".join(str(error).strip().splitlines()[:4])
            print("FAILED %s: %s: %s" % (build, type(error).__name__, text), flush=True)
            continue
        part = Path(folder) / (build + ".part")
        part.write_text(kernel.asm["ptx"])
        os.replace(part, Path(folder) / build)
        print("DONE " + build, flush=True)
    return 0


def list_cases():
    """Prints the cases as JSON: the parent does not import Triton itself."""
    import triton_kernels

    cases = [(c.name, c.minimum, list(c.only)) for c in triton_kernels.KERNELS]
    print("CASES " + json.dumps(cases))
    return 0


def environment(work):
    ptxas = need_tool("cuda-13.0", "ptxas")
    return {
        "PYTHONPATH": os.pathsep.join([str(HOME), str(RECIPES)]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TRITON_CACHE_DIR": work / "cache",
        "TRITON_HOME": work / "home",
        "TRITON_PTXAS_PATH": ptxas,
        "TRITON_PTXAS_BLACKWELL_PATH": ptxas,
        "TRITON_CUOBJDUMP_PATH": need_tool("cuda-13.0", "cuobjdump"),
        "TRITON_NVDISASM_PATH": need_tool("cuda-13.0", "nvdisasm"),
        "TMPDIR": work,
    }


def fresh(target):
    try:
        made = target.stat().st_mtime
        newest = max((RECIPES / "triton_kernels.py").stat().st_mtime,
                     (HOME / "STAMP.json").stat().st_mtime)
        return made > newest
    except OSError:
        return False


def main():
    if len(sys.argv) > 4 and sys.argv[1] == "--child":
        return child(sys.argv[2], sys.argv[3], sys.argv[4:])
    if sys.argv[1:] == ["--list-cases"]:
        return list_cases()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", action="append", metavar="KERNEL")
    parser.add_argument("--force", action="store_true", help="compile again what is there")
    args = parser.parse_args()
    need_tool("cuda-13.0", "ptxas")
    install()
    with lock("triton-compile"):
        clean_stale(OUT)
        return compile_all(args)


def compile_all(args):
    failures = []
    tally = {}
    start = time.monotonic()
    with scratch(OUT, "compile") as work:
        result = run([sys.executable, __file__, "--list-cases"], timeout=120,
                     env=environment(work))
        found = [l for l in result.output.splitlines() if l.startswith("CASES ")]
        if not result.ok or not found:
            raise RecipeError("triton_kernels.py cannot be read: " + result.why())
        cases = json.loads(found[-1][len("CASES "):])
        unknown = set(args.only or []) - {c[0] for c in cases}
        if unknown:
            raise RecipeError("no such kernel: %s" % ", ".join(sorted(unknown)))
        chosen = [c for c in cases if not args.only or c[0] in args.only]
        for number, (name, minimum, only) in enumerate(chosen, 1):
            builds = {}
            for arch in ARCHS:
                if arch < minimum or (only and arch not in only):
                    continue
                for lineinfo in ("", ".lineinfo") if arch == LINEINFO_ARCH else ("",):
                    target = OUT / ("sm_%d" % arch) / (name + lineinfo + ".ptx")
                    row = tally.setdefault("sm_%d" % arch, {"made": 0, "kept": 0, "failed": 0})
                    if not args.force and fresh(target):
                        row["kept"] += 1
                    else:
                        builds["sm_%d%s" % (arch, lineinfo)] = (target, row)
            if not builds:
                continue
            folder = work / name
            folder.mkdir()
            command = [sys.executable, __file__, "--child", name, folder] + list(builds)
            result = run(command, timeout=TIMEOUT, mem=16 * GIB, env=environment(work))
            said = dict(
                line[len("FAILED "):].partition(": ")[::2]
                for line in result.output.splitlines() if line.startswith("FAILED ")
            )
            made = 0
            for build, (target, row) in builds.items():
                if (folder / build).is_file():
                    move_atomic(folder / build, target)
                    row["made"] += 1
                    made += 1
                else:
                    row["failed"] += 1
                    failures.append("%s %s: %s" % (name, build, said.get(build, result.why())))
            log("[%d/%d] %s: %d of %d builds, %.1f s"
                % (number, len(chosen), name, made, len(builds), result.seconds))
    rows = write_manifest(OUT)
    print(table(("arch", "made", "kept", "failed"),
                [(k, v["made"], v["kept"], v["failed"]) for k, v in sorted(tally.items())]))
    print("%d files, %d lines, %s in .corpus/triton, %.0f s" % (
        len(rows), sum(r[2] for r in rows), human(sum(r[1] for r in rows)),
        time.monotonic() - start))
    for failure in failures:
        print("failure: " + failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    main_guard(main)
