#!/usr/bin/env python3
"""Installs pinned NVIDIA command-line tools from PyPI wheels into `.tools/`.

Makes, in the ignored folder `.tools/` of the repository root:

  cuda-13.0/    nvcc, cicc, ptxas, nvlink, fatbinary, cudafe++, cuobjdump,
                nvdisasm, runtime and CCCL headers (13.0.88; cuobjdump and
                nvdisasm are on PyPI from 13.2 on only, so those two are 13.2)
  cuda-newest/  the same at 13.5.37
  cuda-12.9/    ptxas, NVRTC, runtime and CCCL headers at 12.9.86, for targets
                that CUDA 13 dropped (sm_50 to sm_72)

Each toolkit is one flattened tree with `bin/`, `include/`, `lib/`, `nvvm/`.
Wheels are pinned by version and by SHA-256 (Linux on x86-64).  An install
goes to a temporary folder and is renamed into place; `STAMP.json` in it
records the pins, and a call that finds the wanted pins there does nothing.

  tools.py                        all three toolkits
  tools.py --only cuda-13.0       one toolkit
  tools.py --only ptxas-13.0      only that toolkit's ptxas (smaller download)
  tools.py --list                 what there is to choose from
"""

import argparse
import json
import os
import platform
import shutil
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import (  # noqa: E402
    KITS, ROOT, TOOLS, RecipeError, download_wheels, human, lock, log, main_guard, run,
    scratch, swap_tree, table, tree_size, unpack_wheel,
)

# (package, version, sha256 of the manylinux x86-64 wheel)
PINS = {
    "cuda-13.0": [
        ("nvidia-cuda-nvcc", "13.0.88",
         "56fe502eb77625a12f25172caa3cdddb4e4c8ba2c8c17dba44b164761b380f03"),
        ("nvidia-nvvm", "13.0.88",
         "c5f41ffeb6466944a026dfa5317d7d85355c119bbec279205d22f1869d1054e0"),
        ("nvidia-cuda-crt", "13.0.88",
         "2c8043c7c9e02492716426e9919fc78d2c5b3b2a7a768a88e952676b08aa55a4"),
        ("nvidia-cuda-runtime", "13.0.96",
         "7f82250d7782aa23b6cfe765ecc7db554bd3c2870c43f3d1821f1d18aebf0548"),
        ("nvidia-cuda-cccl", "13.0.85",
         "e0da7ad981f3a8aff08241b5bfc1af868742a63e2762f53a5171c492ef242649"),
        ("nvidia-cuda-cuobjdump", "13.2.51",
         "95c69d3ddf0c2c1f535ec44c3433a66aeee19f588d9d22f73356e20b25f12b50"),
        ("nvidia-cuda-nvdisasm", "13.2.51",
         "5a7acf77c55d6d2911ed6155d4d5bc156ffadf9df7a68a89b0c1155f4b13688c"),
    ],
    "cuda-newest": [
        ("nvidia-cuda-nvcc", "13.5.37",
         "f5c4f7ead5d964fb4af42bbf1e6d3ec3c1e6e9d83b53749f691d387e7fcaa3a7"),
        ("nvidia-nvvm", "13.5.37",
         "c41bfa362e407405163f103c2229f0765f8cc2ed7d148b754dc77f228bf7e070"),
        ("nvidia-cuda-crt", "13.5.37",
         "e898b7f73d3035fa89915a3f7bf3b54a73e90249746111aed295822c4729bb29"),
        ("nvidia-cuda-runtime", "13.5.37",
         "df2b79a8852f10d1fef8c848489c49eebb5754051bf870202a862831412b179d"),
        ("nvidia-cuda-cccl", "13.3.5.0.6",
         "d5230098fa2df5021e1a00c0c4eee41797671a91119d31e892463e5ccf3ee326"),
        ("nvidia-cuda-cuobjdump", "13.5.37",
         "38780fee50863252a0b8926357faa91615ca1c8346490563f33a06100cd73f58"),
        ("nvidia-cuda-nvdisasm", "13.5.37",
         "d3fdbdd49fa53e2e4aacd3db8259d052bd2b049ececdcb69e92e083c6728e7ca"),
    ],
    "cuda-12.9": [
        ("nvidia-cuda-nvcc-cu12", "12.9.86",
         "5d6a0d32fdc7ea39917c20065614ae93add6f577d840233237ff08e9a38f58f0"),
        ("nvidia-cuda-nvrtc-cu12", "12.9.86",
         "210cf05005a447e29214e9ce50851e83fc5f4358df8b453155d5e1918094dcb4"),
        ("nvidia-cuda-runtime-cu12", "12.9.79",
         "25bba2dfb01d48a9b59ca474a1ac43c6ebf7011f1b0b8cc44f54eb6ac48a96c3"),
        ("nvidia-cuda-cccl-cu12", "12.9.27",
         "37869e17ce2e1ecec6eddf1927cca0f8c34e64fd848d40453df559091e2d7117"),
    ],
}

# Selections: name -> (toolkit, packages or None for all)
SELECTIONS = {kit: (kit, None) for kit in KITS}
for _kit in KITS:
    SELECTIONS["ptxas-" + _kit[len("cuda-"):]] = (_kit, {PINS[_kit][0][0]})

PROGRAMS = {
    "nvidia-cuda-nvcc": ["ptxas", "nvcc", "fatbinary", "nvlink", "cudafe++", "bin2c"],
    "nvidia-nvvm": ["cicc"],
    "nvidia-cuda-cuobjdump": ["cuobjdump"],
    "nvidia-cuda-nvdisasm": ["nvdisasm"],
    "nvidia-cuda-nvcc-cu12": ["ptxas"],
}

SMOKE_PTX = """.version 7.8
.target sm_80
.address_size 64
.visible .entry k()
{
    ret;
}
"""
SMOKE_CUDA = "__global__ void k(float *p) { p[threadIdx.x] *= 2.0f; }\n"


def flat_name(name):
    """Where a wheel's member goes in the flattened toolkit, or None."""
    parts = name.split("/")
    if parts[0] != "nvidia" or len(parts) < 3 or name.endswith("__init__.py"):
        return None
    rest = parts[2:]
    if rest[0] == ".metadata":
        return None
    return "/".join(rest)


def stamp_of(kit):
    try:
        data = json.loads((TOOLS / kit / "STAMP.json").read_text())
        return {name: (pin[0], pin[1]) for name, pin in data["packages"].items()}
    except (OSError, ValueError, KeyError, IndexError, TypeError):
        return {}


def is_done(kit, pins):
    have = stamp_of(kit)
    if any(have.get(name) != (version, digest) for name, version, digest in pins):
        return False
    return os.access(TOOLS / kit / "bin" / "ptxas", os.X_OK)


def check(tree, names):
    """Runs what was unpacked once, so that a broken toolkit is not put in place."""
    ptx = tree / "smoke.ptx"
    ptx.write_text(SMOKE_PTX)
    ptxas = tree / "bin" / "ptxas"
    result = run([ptxas, "-arch=sm_80", ptx, "-o", tree / "smoke.cubin"], timeout=60)
    if not result.ok:
        raise RecipeError("ptxas of %s does not run: %s" % (tree.name, result.why()))
    if {"nvidia-cuda-nvcc", "nvidia-nvvm", "nvidia-cuda-crt", "nvidia-cuda-runtime"} <= names:
        if shutil.which("g++") is None:
            log("note: no g++ on this machine, nvcc was not tried")
        else:
            source = tree / "smoke.cu"
            source.write_text(SMOKE_CUDA)
            result = run(
                [tree / "bin" / "nvcc", "-arch=sm_80", "-ptx", source, "-o", tree / "smoke.ptx"],
                timeout=120,
            )
            if not result.ok or ".entry" not in (tree / "smoke.ptx").read_text():
                raise RecipeError("nvcc of %s does not run: %s" % (tree.name, result.why()))
            source.unlink()
    for name in ("smoke.ptx", "smoke.cubin"):
        (tree / name).unlink()


def install(kit, wanted):
    have = stamp_of(kit)
    # Keep what an earlier call put there: a toolkit only grows.
    pins = [p for p in PINS[kit] if wanted is None or p[0] in wanted or p[0] in have]
    if is_done(kit, [p for p in pins if wanted is None or p[0] in wanted]):
        return False
    start = time.monotonic()
    log("%s: downloading %d wheel(s) ..." % (kit, len(pins)))
    with scratch(TOOLS, kit) as work:
        wheels = download_wheels(pins, work / "wheels")
        tree = work / kit
        for wheel in wheels:
            unpack_wheel(wheel, tree, flat_name)
            wheel.unlink()
        for wheel_name in (p[0] for p in pins):
            for program in PROGRAMS.get(wheel_name, []):
                path = tree / "bin" / program
                if program == "cicc":
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.symlink_to("../nvvm/bin/cicc")
                    path = tree / "nvvm" / "bin" / "cicc"
                if not path.is_file():
                    raise RecipeError("%s: no %s in the wheels" % (kit, program))
                os.chmod(path, 0o755)
        if (tree / "lib").is_dir() and not (tree / "lib64").exists():
            (tree / "lib64").symlink_to("lib")
        check(tree, {p[0] for p in pins})
        stamp = {"kit": kit, "packages": {n: [v, d] for n, v, d in pins}}
        (tree / "STAMP.json").write_text(json.dumps(stamp, indent=2, sort_keys=True) + "\n")
        swap_tree(tree, TOOLS / kit)
    log("%s: installed in %.0f s" % (kit, time.monotonic() - start))
    return True


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", action="append", metavar="NAME",
                        help="install this selection only (may be given again)")
    parser.add_argument("--list", action="store_true", help="print the selections and stop")
    args = parser.parse_args()
    if args.list:
        print("\n".join(sorted(SELECTIONS)))
        return 0
    chosen = args.only or list(KITS)
    for name in chosen:
        if name not in SELECTIONS:
            raise RecipeError(
                "no selection '%s'; there are: %s" % (name, ", ".join(sorted(SELECTIONS)))
            )
    if sys.platform != "linux" or platform.machine() not in ("x86_64", "AMD64"):
        raise RecipeError("the pinned wheels are for Linux on x86-64")

    wanted = {}
    for name in chosen:
        kit, packages = SELECTIONS[name]
        if packages is None or wanted.get(kit, set()) is None:
            wanted[kit] = None
        else:
            wanted[kit] = wanted.get(kit, set()) | packages

    failures = []
    states = {}
    for kit, packages in wanted.items():
        pins = [p for p in PINS[kit] if packages is None or p[0] in packages]
        states[kit] = "was there"
        if is_done(kit, pins):
            continue
        try:
            with lock("tools"):
                if install(kit, packages):
                    states[kit] = "installed"
        except RecipeError as error:
            failures.append("%s: %s" % (kit, error))
            states[kit] = "FAILED"

    rows = []
    for kit in wanted:
        have = stamp_of(kit)
        for name, _, _ in PINS[kit]:
            if name in have:
                rows.append((kit, name, have[name][0], states[kit]))
        if not have:
            rows.append((kit, "-", "-", states[kit]))
    print(table(("toolkit", "package", "version", "state"), rows))
    if any(state == "installed" for state in states.values()):
        for kit in wanted:
            print("%s: %s" % ((TOOLS / kit).relative_to(ROOT), human(tree_size(TOOLS / kit))))
    for failure in failures:
        print("error: " + failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    main_guard(main)
