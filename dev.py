#!/usr/bin/env python3
"""Everything a working copy needs, from one command and nothing but Python and the package registries.

    python3 dev.py serve [options of citestream serve]   start the gateway; --help lists its options
    python3 dev.py test [--all] [pytest arguments]       all checks and tests; with pytest arguments only pytest
    python3 dev.py check                                 format, lint, types, imports, patterns, audit, size of the code
    python3 dev.py bench [name [options]]                benchmarks; each prints ratios
    python3 dev.py bench --compare BASE [name]           what changed since a commit, figure by figure, with the noise

The environment is `.venv`. It is made with uv: the one on the path, else one that pip fetches into `.venv`. Where uv
cannot reach an index (it does not read pip's configuration) pip installs the same versions from the lock files, with
hashes. `.venv/.citestream` remembers what the environment was made from; while that is unchanged nothing is run before
the command. Standard library only. The file must parse on an old Python, so that it can say that Python is too old.
"""

import sys


def too_old(version: "tuple[int, ...]", executable: str, command: str) -> str:
    """What to tell the owner of an old Python, with a newer one of theirs when the path has it."""
    import shutil

    sentence = "Citestream needs Python 3.11 or newer; %s is Python %d.%d." % (executable, version[0], version[1])
    newer = [name for name in ("python3.14", "python3.13", "python3.12", "python3.11") if shutil.which(name)]
    return sentence + (" Try: %s %s" % (newer[0], command) if newer else "")


if sys.version_info < (3, 11):
    sys.exit(too_old(sys.version_info, sys.executable, " ".join(sys.argv)))

import contextlib  # noqa: E402
import hashlib  # noqa: E402
import importlib.util  # noqa: E402
import os  # noqa: E402
import re  # noqa: E402
import runpy  # noqa: E402
import shutil  # noqa: E402
import signal  # noqa: E402
import subprocess  # noqa: E402
import time  # noqa: E402
from collections.abc import Iterator  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
MARK = VENV / ".citestream"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
EXE = ".exe" if os.name == "nt" else ""
PYTHON = BIN / f"python{EXE}"
UV_FLOOR = (0, 9)
"""Oldest uv that was seen to read this lock file."""
COMPILED = ROOT / ".pytest_cache" / "d" / "bytecode"
"""Byte code of the tests of an earlier run (`tests/conftest.py`)."""
MADE_FROM = (
    "pyproject.toml",
    "uv.lock",
    "requirements.lock",
    "requirements-dev.lock",
    "hatch_build.py",
    "gateway/__init__.py",
)
EXTRAS = ("ingest", "mcp", "meaning", "otel", "s3")
"""Optional parts of the package that a working copy always has."""
LEVELS = ("serve", "dev")
"""What an environment is good for; the later contains the earlier."""
COMPILE = """
from gateway.cli.lazy_commands import load
load("serve")
import gateway.serve.startup
import gateway.store.bundled.supervisor
"""
"""Imports what a start imports, so that its byte code is there."""
SYSTEM_CERTIFICATES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
)
"""A company's own authority is in the system's store, which uv otherwise does not read; a bare container may have
none."""
RETRY_S = 600
"""How long pages that could not be built are left alone; without the npm registry every attempt costs seconds."""
NOT_DONE = 75
"""Exit code of a step that could not be done and that is no failure (EX_TEMPFAIL of sysexits.h)."""
PATIENCE_S = 15
"""How long a command may clean up after Ctrl-C."""


class Stop(Exception):
    """Ends dev.py with one sentence."""


def say(sentence: str) -> None:
    print(f"dev.py: {sentence}", file=sys.stderr, flush=True)


# --- running commands -------------------------------------------------------------------------------------------------


def surroundings() -> dict[str, str]:
    """The environment of every child: our `.venv` and no other, no Python downloads, no questions, no colours in a
    file. Byte code is kept in any case: without it every start compiles a thousand files, for over a second."""
    not_ours = ("VIRTUAL_ENV", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if name not in not_ours}
    kept["PATH"] = os.pathsep.join([str(BIN), kept.get("PATH", os.defpath)])
    fixed = {
        "UV_PYTHON_DOWNLOADS": "never",
        "UV_PROJECT_ENVIRONMENT": str(VENV),
        "PIP_NO_INPUT": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    if sys.platform in ("win32", "darwin") or any(Path(store).exists() for store in SYSTEM_CERTIFICATES):
        fixed["UV_SYSTEM_CERTS"] = kept.get("UV_SYSTEM_CERTS", "true")
    if not sys.stdout.isatty() and "FORCE_COLOR" not in kept:
        fixed["NO_COLOR"] = "1"
    return {**kept, **fixed}


def run(*command: object, quiet: bool = False) -> int:
    """Runs a command in the repository and returns its exit code. Ctrl-C reaches it too and is waited for."""
    output = subprocess.DEVNULL if quiet else None
    try:
        child = subprocess.Popen(
            [str(word) for word in command], cwd=ROOT, env=surroundings(), stdout=output, stderr=output
        )
    except OSError as problem:
        say(f"{command[0]}: {problem.strerror}")
        return 127
    try:
        code = child.wait()
    except BaseException as reason:
        if not isinstance(reason, KeyboardInterrupt):
            child.terminate()
        try:
            child.wait(PATIENCE_S)
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            child.kill()
            child.wait()
        raise
    return code if code >= 0 else 128 - code


@contextlib.contextmanager
def beside(*command: object) -> Iterator[None]:
    """Runs a command quietly while something else goes on, which nothing depends on; ended with it at the latest."""
    try:
        words = [str(word) for word in command]
        quiet = subprocess.DEVNULL
        child = subprocess.Popen(words, cwd=ROOT, env=surroundings(), stdin=quiet, stdout=quiet, stderr=quiet)
    except OSError:  # the steps themselves will say what is wrong
        yield
        return
    try:
        yield
    finally:
        child.terminate()
        child.wait()


def become(command: list[str], environment: dict[str, str]) -> int:
    """Replaces this process by the command: signals and exit code are its own. Windows cannot; there it is waited
    for."""
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name != "nt":
        os.execve(command[0], command, environment)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return subprocess.call(command, env=environment)


# --- the environment --------------------------------------------------------------------------------------------------


def pages() -> dict[str, Any]:
    """`web/build.py`: the digest of the web sources and whether they are built."""
    return runpy.run_path(str(ROOT / "web" / "build.py"))


def ingredients(web_digest: str) -> str:
    """One word that changes when the environment must be looked at again; the place counts, scripts contain it."""
    total = hashlib.sha256(f"{ROOT}\0{web_digest}".encode())
    for name in MADE_FROM:
        total.update(b"\0" + (ROOT / name).read_bytes())
    return total.hexdigest()


def marked() -> tuple[str, str]:
    """(level, ingredients) of the environment as it was left; empty words when there is none."""
    if not PYTHON.exists():
        return "", ""
    try:
        level, _, made_from = MARK.read_text(encoding="utf-8").partition(" ")
    except OSError:
        return "", ""
    return (level, made_from) if level in LEVELS else ("", "")


def prepare(level: str) -> None:
    """Brings `.venv` to `level`. Raises `Stop` when neither uv nor pip can."""
    web = pages()
    web_digest = web["digest"]()
    wanted = ingredients(web_digest)
    before, made_from = marked()
    if made_from == wanted and LEVELS.index(before) >= LEVELS.index(level) and not pages_are_due(web, web_digest):
        return
    level = max(level, before or level, key=LEVELS.index)
    say("preparing the environment in .venv" + ("" if before else " (the first time takes up to a minute)"))
    started = time.monotonic()
    uv = find_uv() or fetch_uv()
    if not (uv and sync(uv, level)):
        say("uv could not install the packages; trying pip, which reads its own configuration")
        install_with_pip(level)
    MARK.write_text(f"{level} {wanted}", encoding="utf-8")
    problem = web["problem"]()
    if problem:
        say(f"the browser pages are not built: {problem}; a start in ten minutes or later tries again")
    say(f"environment ready after {time.monotonic() - started:.1f} s")


def pages_are_due(web: dict[str, Any], web_digest: str) -> bool:
    """Whether to build the pages: they are not built, and no attempt failed a moment ago."""
    return web["built_from"]() != web_digest and not (web["problem"]() and time.time() - MARK.stat().st_mtime < RETRY_S)


def find_uv() -> str | None:
    """A uv that is new enough, from the path or from `.venv`."""
    for candidate in (shutil.which("uv"), shutil.which("uv", path=str(BIN))):
        if candidate and uv_version(candidate) >= UV_FLOOR:
            return candidate
    return None


def uv_version(uv: str) -> tuple[int, ...]:
    try:
        spoken = subprocess.run([uv, "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return (0,)
    found = re.match(r"uv (\d+)\.(\d+)", spoken)
    return tuple(map(int, found.groups())) if found else (0,)


def fetch_uv() -> str | None:
    """Installs uv into `.venv` with pip; None when pip cannot get it. Raises `Stop` without a way to make a `.venv`.

    This Python's own pip does it where there is one: a `.venv` without pip is made in a twentieth of the time.
    """
    say("fetching uv into .venv")
    install = ("install", "--quiet", f"uv>={'.'.join(map(str, UV_FLOOR))},<1")
    if not usable(PYTHON) and importlib.util.find_spec("pip") is not None:
        made = run(sys.executable, "-m", "venv", "--clear", "--without-pip", VENV, quiet=True)
        if made == 0 and run(sys.executable, "-m", "pip", "--python", PYTHON, *install, quiet=True) == 0:
            return find_uv()
    make_venv()
    run(PYTHON, "-m", "pip", *install)
    return find_uv()


def sync(uv: str, level: str) -> bool:
    """Locked versions and the package itself, editable. `--inexact` keeps what else lives in `.venv`, such as uv."""
    command = [uv, "sync", "--frozen", "--inexact", *(f"--extra={extra}" for extra in EXTRAS)]
    if level == "dev":
        command += ["--group", "dev"]
    if not usable(PYTHON):
        command += ["--python", sys.executable]
    built = pages()["is_built"]()
    if run(*command, *([] if built else ["--no-install-project"])) != 0:
        return False
    if level == "dev":  # before the pages are built, which needs less of it; what fails is told again by who needs it
        run(PYTHON, "web/build.py", "packages")
    if built:
        return True
    with beside(PYTHON, "-c", COMPILE):
        return run(*command, "--reinstall-package", "citestream") == 0


def usable(python: Path) -> bool:
    """Whether this is a Python that starts and is new enough."""
    return python.exists() and run(python, "-c", "import sys; sys.exit(sys.version_info < (3, 11))", quiet=True) == 0


def make_venv() -> None:
    """A `.venv` with pip in it. Raises `Stop` on a Python that cannot make one."""
    if usable(PYTHON):
        if run(PYTHON, "-m", "pip", "--version", quiet=True) == 0:
            return
        command: list[object] = [PYTHON, "-m", "ensurepip"]
    else:
        command = [sys.executable, "-m", "venv", "--clear", VENV]
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        raise Stop(
            f"{sys.executable} cannot make a virtual environment: it comes without ensurepip. "
            "On Debian and Ubuntu `apt install python3-venv` adds it; with uv installed it is not needed."
        )
    if run(*command, quiet=True) != 0:
        raise Stop(f"Could not make the virtual environment {VENV}; `{sys.executable} -m venv {VENV}` shows why.")


def install_with_pip(level: str) -> None:
    """The versions of the lock file, checked by hash, then the package itself. Raises `Stop` when that fails."""
    make_venv()
    lock = ROOT / ("requirements.lock" if level == "serve" else "requirements-dev.lock")
    pip = [PYTHON, "-m", "pip", "install", *([] if sys.stderr.isatty() else ["--quiet"])]
    if run(*pip, "--require-hashes", "-r", lock) or run(*pip, "--no-deps", "--editable", ROOT):
        raise Stop(
            "Could not install what Citestream needs; the messages of uv and pip stand above. Most often no package index "
            "was reached: check the network. pip reads a mirror from its own configuration, uv from UV_DEFAULT_INDEX."
        )


# --- the commands -----------------------------------------------------------------------------------------------------


def serve(options: list[str]) -> int:
    """`citestream serve`, with its data in the repository unless told otherwise."""
    prepare("serve")
    environment = surroundings()
    if not data_dir_is_set():
        environment["GATEWAY_DATA_DIR"] = str(ROOT / "data")
    return become([str(BIN / f"citestream{EXE}"), "serve", *options], environment)


def data_dir_is_set() -> bool:
    """By the environment, or by the `.env` of the working directory, which an environment variable would silence."""
    if os.environ.get("GATEWAY_DATA_DIR"):
        return True
    try:
        lines = Path(".env").read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    return any(re.match(r"\s*(export\s+)?GATEWAY_DATA_DIR\s*=\s*\S", line) for line in lines)


def checks() -> list[tuple[str, list[object]]]:
    """(name, command) of everything that needs neither a test run nor a network, fastest first."""
    return [
        ("format", [BIN / f"ruff{EXE}", "format", "--check", "--quiet"]),
        ("lint", [BIN / f"ruff{EXE}", "check", "--quiet"]),
        ("types", [BIN / f"mypy{EXE}", "--strict", "gateway", "integrations/client/src"]),
        ("contracts", [BIN / f"lint-imports{EXE}", "--no-logo"]),
    ]


def check(options: list[str]) -> int:
    """Checks format, lint, types, import contracts, the time of patterns, and whether a locked package has a known
    vulnerability. Prints the size of the code."""
    if options:
        raise Stop("check takes no options.")
    prepare("dev")
    patterns: list[object] = [PYTHON, "-m", "supply.patterns"]
    size: list[object] = [PYTHON, "-m", "supply.measures"]
    return all_of("check", [*checks(), ("patterns", patterns), ("audit", [PYTHON, "supply/audit.py"]), ("size", size)])


def test(options: list[str]) -> int:
    """Checks, web tests and pytest; with pytest arguments only pytest, which then is the user's to steer."""
    everything, arguments = "--all" in options, [word for word in options if word not in ("--all", "--")]
    prepare("dev")
    pytest: list[object] = [PYTHON, "-m", "pytest", *(["-m", ""] if everything else [])]
    if arguments:
        return all_of("test", [("pytest", [*pytest, *arguments])])
    processors = os.cpu_count() or 1
    if processors > 1:  # two processes more than processors, for tests wait
        pytest += ["-n", min(6, processors + 2), "--dist", "loadfile"]
    audit: list[object] = [PYTHON, "supply/audit.py", "--tell"]
    steps = [*checks(), ("audit", audit), ("web", [PYTHON, "web/build.py", "test"]), ("pytest", pytest)]
    if COMPILED.exists():
        return all_of("test", steps)
    with beside(PYTHON, "-m", "pytest", "--collect-only", "-qq"):  # compiles for all of pytest what each would
        return all_of("test", steps)


def all_of(title: str, steps: list[tuple[str, list[object]]]) -> int:
    """Runs every step and returns the exit code of the first failure. The closing line has the outcome of each step,
    the wall time and the processor time of all processes (Windows counts none of the children's)."""
    told, first_failure, begun = [], 0, time.monotonic()
    for name, command in steps:
        say(f"{name} …")
        started = time.monotonic()
        code = run(*command)
        outcome = {0: "ok", NOT_DONE: "not done"}.get(code, f"FAILED ({code})")
        told.append(f"{name} {outcome} {time.monotonic() - started:.1f} s")
        first_failure = first_failure or (0 if code == NOT_DONE else code)
    spent = os.times()
    processor_s = spent.user + spent.system + spent.children_user + spent.children_system
    cost = f"{time.monotonic() - begun:.0f} s wall time, {processor_s:.0f} s processor time"
    print(f"dev.py {title}: {'FAILED' if first_failure else 'passed'}: {', '.join(told)}; {cost}", flush=True)
    return first_failure


def bench(options: list[str]) -> int:
    """Runs all benchmarks one after the other, the one that is named with its options, or compares two commits."""
    files = sorted((ROOT / "bench").glob("[!_]*.py"))
    found = {file.stem: file for file in files if '__name__ == "__main__"' in file.read_text(encoding="utf-8")}
    if options[:1] == ["--compare"]:
        if not options[1:] or not (ROOT / ".git").exists():
            raise Stop("bench --compare needs a commit, and a clone with git.")
        prepare("dev")
        return run(PYTHON, ROOT / "bench" / "_compare.py", *options[1:])
    if not found or not found.keys() >= set(options[:1]):
        raise Stop(f"bench takes one name at most, of: {', '.join(found) or '(there are no benchmarks)'}.")
    prepare("dev")
    name, *own = options or [""]
    return all_of("bench", [(each, [PYTHON, file, *own]) for each, file in found.items() if name in ("", each)])


COMMANDS = {"serve": serve, "test": test, "check": check, "bench": bench}


def terminated(number: int, _frame: object) -> None:
    raise SystemExit(128 + number)


def main(words: list[str]) -> int:
    """Exit code of the command; 2 for a wrong call, 1 with a sentence when it cannot be run, 130 after Ctrl-C."""
    if not words or words[0] not in COMMANDS:
        asked = words[:1] in (["--help"], ["-h"], ["help"])
        usage = (__doc__ or "").split("\n\n")[1]
        print(f"usage:\n{usage}", file=sys.stdout if asked else sys.stderr)
        return 0 if asked else 2
    signal.signal(signal.SIGTERM, terminated)
    try:
        return COMMANDS[words[0]](words[1:])
    except Stop as reason:
        say(str(reason))
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
