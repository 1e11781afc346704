"""Shared helpers of the corpus recipes: paths, limits, downloads, atomic writes.

Nothing here runs on its own.  Only the Python standard library is used (3.9+),
with pip as a subprocess.  All results go below two ignored folders of the
repository: `.tools/` (programs) and `.corpus/` (PTX files).
"""

import fcntl
import hashlib
import os
import re
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import zipfile
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECIPES = ROOT / "corpus" / "recipes"
TOOLS = ROOT / ".tools"
CORPUS = ROOT / ".corpus"

GIB = 1 << 30
KITS = ("cuda-13.0", "cuda-newest", "cuda-12.9")


class RecipeError(Exception):
    """A failure with a message meant for the person who ran the recipe."""


def log(message):
    print(message, flush=True)


def main_guard(main):
    """Runs `main()`, turning RecipeError into one line on stderr and status 1."""
    if sys.version_info < (3, 9):
        sys.exit("error: the corpus recipes need Python 3.9 or newer")

    def stop(_number, _frame):
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, stop)
    try:
        code = main()
    except RecipeError as error:
        print("error: %s" % error, file=sys.stderr, flush=True)
        sys.exit(1)
    except KeyboardInterrupt:
        print("error: interrupted", file=sys.stderr, flush=True)
        sys.exit(130)
    sys.exit(code or 0)


# ---------------------------------------------------------------- processes


class Result:
    """What a finished subprocess left behind."""

    def __init__(self, args, returncode, output, seconds, timed_out):
        self.args = args
        self.returncode = returncode
        self.output = output
        self.seconds = seconds
        self.timed_out = timed_out

    @property
    def ok(self):
        return self.returncode == 0 and not self.timed_out

    def why(self, lines=4):
        """One short text that says why the process failed."""
        if self.timed_out:
            return "timed out after %.0f s" % self.seconds
        text = self.output.strip().splitlines()
        errors = [line for line in text if "error" in line.lower() or "fatal" in line.lower()]
        shown = (errors or text)[:lines]
        state = (
            "killed by signal %d" % -self.returncode
            if self.returncode < 0
            else "exit status %d" % self.returncode
        )
        return state + (": " + " | ".join(shown) if shown else "")


def run(args, timeout, mem=8 * GIB, cwd=None, env=None, nice=10):
    """Runs a command under a time limit and an address-space limit.

    Returns a Result; a non-zero exit is not an exception.  stdout and stderr
    come back as one text.  The whole process group is killed on a time-out.
    `mem=None` sets no memory limit.
    """
    args = [str(a) for a in args]

    def limits():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if mem is not None:
            _, hard = resource.getrlimit(resource.RLIMIT_AS)
            soft = mem if hard == resource.RLIM_INFINITY else min(mem, hard)
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        if nice:
            os.nice(nice)

    full_env = dict(os.environ)
    full_env["LC_ALL"] = "C"
    full_env.update({k: str(v) for k, v in (env or {}).items()})
    start = time.monotonic()
    with tempfile.TemporaryFile() as sink:
        try:
            process = subprocess.Popen(
                args,
                cwd=str(cwd) if cwd else None,
                env=full_env,
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=subprocess.STDOUT,
                preexec_fn=limits,
                start_new_session=True,
            )
        except OSError as error:
            return Result(args, 127, "cannot start %s: %s" % (args[0], error), 0.0, False)
        timed_out = False
        try:
            process.wait(timeout=timeout)
        except subprocess.TimeoutExpired:
            timed_out = True
        finally:
            if process.poll() is None:
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                process.wait()
        sink.seek(0)
        output = sink.read(4 << 20).decode("utf-8", "replace")
    return Result(args, process.returncode, output, time.monotonic() - start, timed_out)


# -------------------------------------------------------------------- files


def sha256_file(path):
    digest = hashlib.sha256()
    with open(path, "rb") as handle:
        for block in iter(lambda: handle.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def write_atomic(path, data):
    """Writes bytes or text to `path` through a temporary file and a rename."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(data, str):
        data = data.encode("utf-8")
    fd, name = tempfile.mkstemp(dir=str(path.parent), prefix=".part-")
    try:
        with os.fdopen(fd, "wb") as handle:
            handle.write(data)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        try:
            os.unlink(name)
        except FileNotFoundError:
            pass
        raise


def move_atomic(source, target):
    """Renames a finished file into place (both on one file system)."""
    target = Path(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    os.replace(source, target)


@contextmanager
def scratch(parent, prefix):
    """A temporary folder below `parent`, removed at the end."""
    parent = Path(parent)
    parent.mkdir(parents=True, exist_ok=True)
    path = Path(tempfile.mkdtemp(dir=str(parent), prefix=".tmp-" + prefix + "-"))
    try:
        yield path
    finally:
        remove_tree(path)


def clean_stale(parent):
    """Removes what an earlier run left when it was killed; call under a lock."""
    parent = Path(parent)
    for pattern in (".tmp-*", ".old-*", "*/.old-*", "*/.part-*"):
        for path in list(parent.glob(pattern)):
            remove_tree(path)


def remove_tree(path):
    path = Path(path)
    if path.is_symlink() or path.is_file():
        path.unlink()
    elif path.exists():
        shutil.rmtree(str(path), ignore_errors=True)


def swap_tree(new, target):
    """Puts the finished folder `new` at `target`, replacing what was there."""
    new, target = Path(new), Path(target)
    old = None
    if target.exists():
        old = target.with_name(".old-%s-%d" % (target.name, os.getpid()))
        os.rename(target, old)
    os.rename(new, target)
    if old is not None:
        remove_tree(old)


@contextmanager
def lock(name):
    """A lock between recipes that run at the same time."""
    TOOLS.mkdir(parents=True, exist_ok=True)
    with open(TOOLS / (".lock-" + name), "w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            log("waiting for another run that holds the lock '%s' ..." % name)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def tree_size(path):
    total = 0
    for base, _, names in os.walk(path):
        for name in names:
            info = os.lstat(os.path.join(base, name))
            if stat.S_ISREG(info.st_mode):
                total += info.st_size
    return total


def human(size):
    value = float(size)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if value < 1024 or unit == "GiB":
            return "%d %s" % (value, unit) if unit == "B" else "%.1f %s" % (value, unit)
        value /= 1024


def table(header, rows):
    """A plain text table with aligned columns."""
    rows = [[str(cell) for cell in row] for row in [header] + list(rows)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(header))]
    lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths)).rstrip() for row in rows]
    lines.insert(1, "  ".join("-" * w for w in widths))
    return "\n".join(lines)


# ------------------------------------------------------------------- wheels


def pip(arguments, timeout=1800, what="pip"):
    """Runs this Python's pip without its cache and without global effects."""
    base = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input"]
    env = {"PIP_NO_CACHE_DIR": "1", "PIP_REQUIRE_VIRTUALENV": "0"}
    result = run(base + list(arguments), timeout=timeout, mem=None, env=env)
    if not result.ok:
        raise RecipeError("%s failed: %s" % (what, result.why()))
    return result


def download_wheels(pins, folder, timeout=1800):
    """Downloads exact wheels (no dependencies) and returns their paths.

    `pins` is a list of (package, version, sha256).  pip checks the hash of
    each; a pin whose hash is None is only checked by its version, and then
    no pin of the same call is checked.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    hashed = all(digest for _, _, digest in pins)
    for package, version, digest in pins:
        line = "%s==%s" % (package, version)
        if hashed:
            line += " --hash=sha256:" + digest
        lines.append(line)
    requirements = folder / "requirements.txt"
    requirements.write_text("\n".join(lines) + "\n")
    arguments = ["download", "--quiet", "--no-deps", "--only-binary", ":all:"]
    if hashed:
        arguments.append("--require-hashes")
    arguments += ["-d", folder, "-r", requirements]
    pip(arguments, timeout=timeout, what="download of " + ", ".join(p for p, _, _ in pins))
    wheels = sorted(folder.glob("*.whl"))
    if len(wheels) != len(pins):
        raise RecipeError("expected %d wheels, pip left %d" % (len(pins), len(wheels)))
    return wheels


def unpack_wheel(wheel, folder, rename=lambda name: name):
    """Unpacks a wheel, keeping the executable bits.

    `rename` maps a member's name to where it goes below `folder`, or to None
    to leave it out.
    """
    folder = Path(folder)
    with zipfile.ZipFile(str(wheel)) as archive:
        for info in archive.infolist():
            if info.is_dir():
                continue
            name = rename(info.filename)
            if name is None:
                continue
            if name.startswith("/") or ".." in Path(name).parts:
                raise RecipeError("%s holds an unsafe name: %s" % (wheel, info.filename))
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(info) as source, open(target, "wb") as sink:
                shutil.copyfileobj(source, sink, 1 << 20)
            mode = (info.external_attr >> 16) & 0o777
            os.chmod(target, 0o755 if mode & 0o111 else 0o644)


# ---------------------------------------------------------------------- PTX

_VERSION = re.compile(rb"^[ \t]*\.version[ \t]+([0-9.]+)", re.M)
_TARGET = re.compile(rb"^[ \t]*\.target[ \t]+([^\r\n/]+)", re.M)
_ENTRY = re.compile(rb"^[ \t]*(?:\.(?:visible|weak|extern)[ \t]+)?\.entry\b", re.M)
_FUNC = re.compile(rb"^[ \t]*(?:\.(?:visible|weak|extern)[ \t]+)?\.func\b", re.M)

MANIFEST_HEADER = ("file", "bytes", "lines", "target", "version", "entries", "funcs", "sha256")


def ptx_facts(path):
    """(bytes, lines, target, version, entries, funcs, sha256) of a PTX file."""
    data = Path(path).read_bytes()
    version = _VERSION.search(data)
    target = _TARGET.search(data)
    return (
        len(data),
        data.count(b"\n") + (1 if data and not data.endswith(b"\n") else 0),
        target.group(1).decode("ascii", "replace").strip() if target else "?",
        version.group(1).decode() if version else "?",
        len(_ENTRY.findall(data)),
        len(_FUNC.findall(data)),
        hashlib.sha256(data).hexdigest(),
    )


def write_manifest(folder):
    """Writes MANIFEST.tsv over all *.ptx below `folder`; returns the rows."""
    folder = Path(folder)
    rows = []
    for path in sorted(folder.rglob("*.ptx")):
        parts = path.relative_to(folder).parts
        if any(part.startswith(".") for part in parts):
            continue
        rows.append(("/".join(parts),) + ptx_facts(path))
    text = "\t".join(MANIFEST_HEADER) + "\n"
    text += "".join("\t".join(map(str, row)) + "\n" for row in rows)
    write_atomic(folder / "MANIFEST.tsv", text)
    return rows


# -------------------------------------------------------------------- tools


def need_tool(kit, name, *others):
    """The path of a program of a toolkit, or an error that says how to get it.

    `others` are further files of the toolkit that have to be there.
    """
    path = TOOLS / kit / "bin" / name
    missing = [o for o in others if not (TOOLS / kit / o).is_file()]
    if missing:
        raise RecipeError(
            ".tools/%s is incomplete (no %s): run `python3 corpus/recipes/tools.py --only %s`"
            % (kit, missing[0], kit)
        )
    if not os.access(path, os.X_OK):
        raise RecipeError(
            "%s is missing: run `python3 corpus/recipes/tools.py --only %s`"
            % (path.relative_to(ROOT), kit)
        )
    return path
