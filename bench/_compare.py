"""What changed between a commit and the working tree, figure by figure, with the noise.

    python3 dev.py bench --compare BASE [--times 5] [name [options of the bench]]

BASE is checked out into a worktree of its own with an environment of its own, both of which are gone at the end. It is
measured with the benches of the working tree, so that the yardstick is the same. If such a bench cannot import what it
needs from BASE, the bench of BASE itself is used, and only figures of the same name are compared.

The two take turns, and who begins alternates. A figure of one run is the median of what the bench noted in it
(`bench/figures.py`); a figure has changed when every run of the one is above every run of the other, else the
difference is within noise.
"""

from __future__ import annotations

import argparse
import math
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bench import figures  # noqa: E402

PREPARE = "import dev; dev.prepare('dev')"
RUNNABLE = '__name__ == "__main__"'
LAST_LINES = 15
"""Of what a bench wrote that failed."""

Figures = dict[tuple[str, str], list[float]]
"""One value for each run, by name and unit."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two trees that are compared. `own`: the same code with its own benches."""

    name: str
    tree: Path
    own: Path | None = None

    @property
    def python(self) -> Path:
        return self.tree / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


@dataclass(frozen=True, slots=True)
class Change:
    """A figure before and now: the values of all runs."""

    name: str
    unit: str
    before: Sequence[float]
    now: Sequence[float]

    @property
    def clear(self) -> bool:
        """Tells whether all runs of the one are above all of the other."""
        return max(self.before) < min(self.now) or max(self.now) < min(self.before)

    def __str__(self) -> str:
        old, new = statistics.median(self.before), statistics.median(self.now)
        moved = f"{(new / old - 1) * 100:+.1f} %" if old > 0 and new >= 0 else f"{new - old:+.4g}"
        verdict = ("less" if new < old else "more") if self.clear else "within noise"
        if old != new and len(self.before) == len(self.now) == 1:
            verdict = "one run tells nothing"
        return f"{self.name:72} {told(self.before):>28} {told(self.now):>28} {self.unit:9} {moved:>9}  {verdict}"


def told(values: Sequence[float]) -> str:
    """Returns the median and, in brackets, the least and the most."""
    return f"{short(statistics.median(values))} ({short(min(values))} to {short(max(values))})"


def short(value: float) -> str:
    return f"{value:.4g}" if abs(value) < 10_000 else f"{value:.0f}"


def changes(before: Figures, now: Figures) -> list[Change]:
    """Returns the figures that both have, in the order of now."""
    return [Change(*key, before[key], values) for key, values in now.items() if key in before]


def by_chance(count: int, runs: tuple[int, int]) -> float:
    """Returns how many of so many figures would seem changed where nothing did: of all orders of the runs of both, two
    have all of the one first."""
    return count * 2 / math.comb(sum(runs), runs[0])


def benches(tree: Path) -> list[str]:
    """Returns the names of the benches: what can be run, but for what begins with "_"."""
    files = sorted((tree / "bench").glob("[!_]*.py"))
    return [file.stem for file in files if RUNNABLE in file.read_text(encoding="utf-8")]


def git(*words: str) -> str:
    """Runs git in the repository. Exits with its complaint."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr.strip() or f"git {words[0]} failed")
    return done.stdout.strip()


@contextmanager
def checked_out(base: str) -> Iterator[Side]:
    """A commit in a worktree of its own, with the benches of this tree."""
    commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{base}^{{commit}}")
    home = Path(tempfile.mkdtemp(prefix="citestream-compare-"))
    tree = home / "base"
    try:
        for place in (tree, home / "own"):
            git("worktree", "add", "--detach", "--quiet", str(place), commit)
        shutil.rmtree(tree / "bench", ignore_errors=True)
        shutil.copytree(ROOT / "bench", tree / "bench", ignore=shutil.ignore_patterns("__pycache__"))
        python = getattr(sys, "_base_executable", sys.executable)
        if call([python, "-c", PREPARE], tree):
            raise SystemExit(f"the environment of {base} could not be made")
        yield Side(base, tree, home / "own")
    finally:
        shutil.rmtree(home, ignore_errors=True)
        git("worktree", "prune")


def call(command: Sequence[object], tree: Path, log: Path | None = None, **environment: str) -> int:
    """Runs a command in a tree; it ends when this process is told to. Returns its exit code."""
    with open(log or os.devnull, "ab") as output:
        child = subprocess.Popen(
            [str(word) for word in command],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree), **environment},
            stdout=output if log else None,
            stderr=output if log else None,
        )
        try:
            return child.wait()
        except BaseException:
            child.terminate()
            child.wait()
            raise


class Runs:
    """The runs of one bench on both sides."""

    def __init__(self, name: str, options: Sequence[str], folder: Path) -> None:
        self._name, self._options, self._folder = name, options, folder
        self._number = 0
        self._uses_own = False

    def once(self, side: Side, found: Figures) -> bool:
        """Runs the bench and adds its figures. False, with the end of what it wrote, when it fails."""
        self._number += 1
        log, noted = self._folder / f"{self._number}.log", self._folder / f"{self._number}.figures"
        tree = side.own if side.own and self._uses_own else side.tree
        command = [side.python, tree / "bench" / f"{self._name}.py", *self._options]
        code = call(command, tree, log, **{figures.VARIABLE: str(noted)})
        if code and tree != side.own and side.own and lacks_modules(log):
            print(f"{self._name}: {side.name} has other modules, so it is measured with its own bench.", flush=True)
            self._uses_own = True
            return self.once(side, found)
        if code:
            print(f"{self._name} at {side.name} failed ({code}):")
            print(*log.read_text(encoding="utf-8", errors="replace").splitlines()[-LAST_LINES:], sep="\n", flush=True)
            return False
        if noted.exists():
            with noted.open(encoding="utf-8") as lines:
                for key, values in figures.read(lines).items():
                    found.setdefault(key, []).append(statistics.median(values))
        return True


def lacks_modules(log: Path) -> bool:
    """Tells whether a bench failed because the code that it measures has other modules or names in them."""
    last = log.read_text(encoding="utf-8", errors="replace").rstrip().rpartition("\n")[2]
    return last.startswith(("ModuleNotFoundError", "ImportError"))


def compare(name: str, options: Sequence[str], sides: tuple[Side, Side], times: int) -> bool:
    """Measures both in turns and prints what changed. Returns whether all runs went well."""
    found: Mapping[str, Figures] = {side.name: {} for side in sides}
    with tempfile.TemporaryDirectory(prefix="citestream-compare-") as folder:
        runs = Runs(name, options, Path(folder))
        for number in range(times):
            for side in sides if number % 2 == 0 else sides[::-1]:
                print(f"{name}: {side.name}, {number + 1} of {times} …", file=sys.stderr, flush=True)
                if not runs.once(side, found[side.name]):
                    return False
    say(name, *(found[side.name] for side in sides), sides=sides)
    return True


def say(name: str, before: Figures, now: Figures, sides: tuple[Side, Side]) -> None:
    told_of = changes(before, now)
    print(f"\n{name}: medians (least to most)")
    if not now:
        print("notes no figures for programs")
        return
    print(f"{'':72} {sides[0].name[:28]:>28} {sides[1].name[:28]:>28}")
    for change in told_of:
        print(change)
    for whose, only in ((sides[1], now.keys() - before.keys()), (sides[0], before.keys() - now.keys())):
        if only:
            print(f"only at {whose.name}: {', '.join(sorted(called for called, _ in only))}")
    if told_of:
        runs = (len(told_of[0].before), len(told_of[0].now))
        clear = sum(change.clear for change in told_of)
        chance = by_chance(len(told_of), runs)
        print(
            f"{clear} of {len(told_of)} figures changed; by chance alone about {chance:.1f} would seem to", flush=True
        )


def main(words: Sequence[str]) -> int:
    at = next((at for at, word in enumerate(words) if at and word in benches(ROOT)), len(words))
    parser = argparse.ArgumentParser(
        prog="dev.py bench --compare",
        description=(__doc__ or "").split("\n")[0],
        usage="%(prog)s BASE [--times N] [name [options of the bench]]",
        epilog=f"Benches: {', '.join(benches(ROOT))}; without a name all of them, one after the other.",
    )
    parser.add_argument("base", metavar="BASE", help="a commit, branch or tag")
    parser.add_argument("--times", type=int, default=5, help="runs of each bench on each side")
    asked = parser.parse_args(words[:at])
    with checked_out(asked.base) as base:
        sides = (base, Side("the working tree", ROOT))
        names = words[at : at + 1] or benches(ROOT)
        went_well = [compare(name, words[at + 1 :], sides, asked.times) for name in names]
    return 0 if all(went_well) else 1


def stop(number: int, _frame: object) -> None:
    raise SystemExit(128 + number)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, stop)
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
