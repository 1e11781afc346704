#!/usr/bin/env python3
"""Extracts the PTX modules that vendor libraries carry into `.corpus/vendor/`.

From wheels on PyPI (pinned by version and SHA-256, one downloaded at a time
and removed afterwards) each shared library or archive is unpacked, and
`cuobjdump -xptx all` of `.tools/cuda-newest` writes its PTX modules.  The
result is

  .corpus/vendor/<package>/<version>/<library>.<number>.<arch>.ptx
  .corpus/vendor/<package>/<version>/MANIFEST.tsv
  .corpus/vendor/MANIFEST.tsv            (all packages together)

A module that equals another one of its package byte for byte is left out,
and NUL bytes that cuobjdump leaves at the end of a module are removed; both
are counted.  A package whose folder has a MANIFEST.tsv is done and skipped.

  extract_vendor.py                          every package of the default set
  extract_vendor.py --set more               one of the sets (see --list)
  extract_vendor.py --only nvidia-curand     packages by name
"""

import argparse
import hashlib
import os
import re
import shutil
import sys
import time
import zipfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from common import (  # noqa: E402
    CORPUS, GIB, MANIFEST_HEADER, RecipeError, clean_stale, download_wheels, human, lock, log,
    main_guard, need_tool, remove_tree, run, scratch, sha256_file, swap_tree, table, tree_size,
    write_atomic, write_manifest,
)

VENDOR = CORPUS / "vendor"

# (set, package, version, sha256 of the wheel)
PACKAGES = [
    # Libraries of CUDA 13.0: PTX ISA 9.0, which ptxas 13.0 takes.
    ("default", "nvidia-curand", "10.4.0.35",
     "1aee33a5da6e1db083fe2b90082def8915f30f3248d5896bcec36a579d941bfc"),
    ("default", "nvidia-nccl-cu13", "2.28.7",
     "f9988ff615aa2e21dffc606a8e5861fe41f4140b4540856a780009c4b1c3626f"),
    ("default", "nvidia-cusolver", "12.0.4.66",
     "0a759da5dea5c0ea10fd307de75cdeb59e7ea4fcb8add0924859b944babf1112"),
    ("default", "nvidia-cusparse", "12.6.3.3",
     "2b3c89c88d01ee0e477cb7f82ef60a11a4bcd57b6b87c33f789350b59759360b"),
    ("default", "nvidia-npp", "13.0.1.2",
     "70a53f1eb78a4c4c6a9ad08b50d28fbd1c190e03a4b45a0e0ffbdd794cc919a3"),
    ("default", "nvidia-cudnn-cu13", "9.13.1.26",
     "a0f434a881ce8b35afe3a328634db1da4a3852fc6dfbe89577f3e78400ee10d0"),
    ("default", "nvidia-cublas", "13.0.2.14",
     "0cf238ffdbe46c00cb9aa98e7bca745c223a5ca5a53e686ac8b3e5a08fe80d6c"),
    # The newest libraries: newer PTX, for ptxas of cuda-newest.
    ("newest", "nvidia-nccl-cu13", "2.32.3",
     "1459723080ac889d73a26edfa3e04383a7928ab31ac8f0ec43b3ea9548b04ff3"),
    ("newest", "nvidia-cusparse", "12.9.4.2",
     "072667e58c851a318738f5527a12eb225cbf058803f2ea451c722d8cf8edddec"),
    ("newest", "nvidia-cusolver", "12.4.1.2",
     "b3b8e02fd2f2df869369af075dc3a179d43f6f7b85e94632a7dce556697be044"),
    ("newest", "nvidia-cudnn-cu13", "9.28.1.4",
     "a54f205b1db1f2895d99f398754db1369816f0569dd459731f925635cf7b65ec"),
    ("newest", "nvidia-cublas", "13.10.0.20",
     "dcc6d63884c53d07e267ce7e6feac17b2538cebaafec5db865736c3e28e4dc84"),
    # Libraries of CUDA 12.4 and 12.6: older PTX.  (cuobjdump 13 cannot open the machine
    # code in older ones, and cuFFT carries no PTX in any of these.)
    ("cuda12", "nvidia-cusparse-cu12", "12.3.1.170",
     "ea4f11a2904e2a8dc4b1833cc1b5181cde564edd0d5cd33e3c168eff2d1863f1"),
    ("cuda12", "nvidia-cusolver-cu12", "11.6.1.9",
     "19e33fa442bcfd085b3086c4ebf7e8debc07cfe01e11513cc6d332fd918ac260"),
    ("cuda12", "nvidia-cublas-cu12", "12.6.1.4",
     "5dd125ece5469dbdceebe2e9536ad8fc4abd38aa394a7ace42fc8a930a1e81e3"),
    ("cuda12", "nvidia-npp-cu12", "12.2.5.30",
     "7891fa1d73e81ad775c7836af23d9bc6c3ed5483262947585b666bbeae9a018c"),
    ("cuda12", "nvidia-curand-cu12", "10.3.5.147",
     "a88f583d4e0bb643c49743469964103aa59f7f708d862c3ddb0fc07f851e3b8b"),
    # Further libraries of CUDA 13.
    ("more", "nvidia-nvjpeg", "13.0.1.86",
     "f658a05c48702219b3db52e194c2ea1ff0ccd3fbf2b75127b4a573074cc22fd5"),
    ("more", "nvidia-nvshmem-cu13", "3.3.24",
     "c14d09571697d2e57cb079c8daec88ab1c68cb3586532bfbd4886125a08339b7"),
    ("more", "nvidia-cusparselt-cu13", "0.8.1",
     "786ce87568c303fadb5afcc7102d454cd3040d75f6f8626f5db460d1871f4dd0"),
    ("more", "nvidia-cudss-cu13", "0.7.1.4",
     "c1fb08d5f78bcce7f77176aa8945a3719f762fa77f4845afecf11ff2f2e055da"),
    ("more", "cutensor-cu13", "2.3.1",
     "ff96a74e4e9d23736024867d119f9288c6054a0752d577cc0cbb3cd983496b81"),
]


class Count:
    def __init__(self):
        self.libraries = 0
        self.with_ptx = 0
        self.duplicates = 0
        self.nul_stripped = 0
        self.failures = []


def wanted_member(name):
    base = name.rsplit("/", 1)[-1]
    if "/lib" not in "/" + name:
        return False
    return bool(re.search(r"\.so(\.[0-9.]+)?$|\.a$", base))


def natural(path):
    return [int(t) if t.isdigit() else t for t in re.split(r"(\d+)", path.name)]


def extract_library(cuobjdump, library, work, target, seen, count):
    """Extracts one library's modules into `target`."""
    count.libraries += 1
    out = work / "out"
    out.mkdir()
    result = run([cuobjdump, "-xptx", "all", library], timeout=3600, mem=24 * GIB, cwd=out)
    modules = sorted(out.glob("*.ptx"), key=natural)
    if not result.ok:
        harmless = "does not contain device code" in result.output
        if not (harmless and not modules):
            count.failures.append("cuobjdump on %s: %s" % (library.name, result.why()))
    if modules:
        count.with_ptx += 1
    for module in modules:
        data = module.read_bytes()
        clean = data.rstrip(b"\0")
        if len(clean) != len(data):
            count.nul_stripped += 1
        if b".version" not in clean:
            count.failures.append("%s is no PTX module" % module.name)
            continue
        digest = hashlib.sha256(clean).digest()
        if digest in seen:
            count.duplicates += 1
            continue
        seen.add(digest)
        if len(clean) == len(data):
            os.replace(module, target / module.name)
        else:
            write_atomic(target / module.name, clean)
    remove_tree(out)
    return len(modules)


def extract_package(cuobjdump, package, version, digest):
    start = time.monotonic()
    count = Count()
    with scratch(VENDOR, package) as work:
        log("%s %s: downloading ..." % (package, version))
        wheel = download_wheels([(package, version, digest)], work / "wheel", timeout=3600)[0]
        fetched = time.monotonic()
        size = wheel.stat().st_size
        log("%s %s: %s in %.0f s, sha256 %s"
            % (package, version, human(size), fetched - start, sha256_file(wheel)))
        target = work / "result"
        target.mkdir()
        seen = set()
        with zipfile.ZipFile(str(wheel)) as archive:
            members = [m for m in archive.infolist() if wanted_member(m.filename)]
            if not members:
                raise RecipeError("%s %s holds no library" % (package, version))
            for member in sorted(members, key=lambda m: m.filename):
                library = work / member.filename.rsplit("/", 1)[-1]
                with archive.open(member) as source, open(library, "wb") as sink:
                    shutil.copyfileobj(source, sink, 1 << 20)
                found = extract_library(cuobjdump, library, work, target, seen, count)
                log("  %s (%s): %d modules" % (library.name, human(member.file_size), found))
                library.unlink()
        wheel.unlink()
        if count.failures and not any(target.iterdir()):
            raise RecipeError("; ".join(count.failures))
        rows = write_manifest(target)
        (VENDOR / package).mkdir(parents=True, exist_ok=True)
        swap_tree(target, VENDOR / package / version)
    seconds = time.monotonic() - start
    log("%s %s: %d modules, %d lines, %d duplicates left out, %d with NULs stripped, %.0f s"
        % (package, version, len(rows), sum(r[2] for r in rows), count.duplicates,
           count.nul_stripped, seconds))
    for failure in count.failures:
        log("  failure: " + failure)
    return count


def read_manifest(path):
    lines = path.read_text().splitlines()
    return [line.split("\t") for line in lines[1:]]


def write_total():
    rows = []
    for manifest in sorted(VENDOR.glob("*/*/MANIFEST.tsv")):
        prefix = "%s/%s/" % (manifest.parent.parent.name, manifest.parent.name)
        rows += [[prefix + row[0]] + row[1:] for row in read_manifest(manifest)]
    text = "\t".join(MANIFEST_HEADER) + "\n" + "".join("\t".join(row) + "\n" for row in rows)
    write_atomic(VENDOR / "MANIFEST.tsv", text)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", action="append", metavar="PACKAGE")
    parser.add_argument("--set", action="append", metavar="SET", dest="sets")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--max-gib", type=float, default=20.0,
                        help="stop before another package when .corpus/vendor is this large")
    args = parser.parse_args()
    if args.list:
        print(table(("set", "package", "version"), [p[:3] for p in PACKAGES]))
        return 0
    sets = set(args.sets or ["default"])
    unknown = sets - {p[0] for p in PACKAGES}
    unknown |= set(args.only or []) - {p[1] for p in PACKAGES}
    if unknown:
        raise RecipeError("not known: %s (see --list)" % ", ".join(sorted(unknown)))
    chosen = [p for p in PACKAGES if p[0] in sets and (not args.only or p[1] in args.only)]
    if not chosen:
        raise RecipeError("nothing chosen: these packages are in another set (see --list)")
    cuobjdump = need_tool("cuda-newest", "cuobjdump")
    VENDOR.mkdir(parents=True, exist_ok=True)

    failures = []
    with lock("vendor"):
        clean_stale(VENDOR)
        for _, package, version, digest in chosen:
            folder = VENDOR / package / version
            if (folder / "MANIFEST.tsv").is_file():
                log("%s %s: was there" % (package, version))
                continue
            used = tree_size(VENDOR)
            if used > args.max_gib * GIB:
                failures.append("%s %s: not tried, .corpus/vendor has %s already"
                                % (package, version, human(used)))
                continue
            if shutil.disk_usage(VENDOR).free < 12 * GIB:
                failures.append("%s %s: not tried, less than 12 GiB of disk are free"
                                % (package, version))
                continue
            try:
                count = extract_package(cuobjdump, package, version, digest)
                failures += ["%s %s: %s" % (package, version, f) for f in count.failures]
            except RecipeError as error:
                failures.append("%s %s: %s" % (package, version, error))
            write_total()
        write_total()

    rows = []
    for manifest in sorted(VENDOR.glob("*/*/MANIFEST.tsv")):
        entries = read_manifest(manifest)
        targets = sorted({row[3] for row in entries})
        versions = sorted({row[4] for row in entries})
        rows.append((
            manifest.parent.parent.name, manifest.parent.name, len(entries),
            sum(int(r[2]) for r in entries), human(sum(int(r[1]) for r in entries)),
            human(max([int(r[1]) for r in entries] or [0])), sum(int(r[5]) for r in entries),
            "+".join(versions), " ".join(targets),
        ))
    print(table(("package", "version", "modules", "lines", "size", "largest", "entries",
                 "ISA", "targets"), rows))
    for failure in failures:
        print("failure: " + failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    main_guard(main)
