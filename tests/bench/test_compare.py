"""Two commits compared: whose figures are whose, what is noise, and that nothing stays behind."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bench import _compare

BENCH = Path(_compare.__file__).parent
PREPARE = """
import os, sys
def prepare(level):
    os.makedirs(".venv/bin")
    os.symlink({python!r}, ".venv/bin/python")
"""
TINY = """
import os, sys
from pathlib import Path
from bench.figures import figure

def main():
    tree = Path(__file__).parents[1]
    speed = float((tree / "speed").read_text())
    with open({order!r}, "a") as order:
        order.write(f"{{speed:g}} {{' '.join(sys.argv[1:])}}\\n")
    figure("a piece", speed, "us")
    figure("a piece", speed + 2, "us")
    figure("memory", 7, "kB")
    if speed > 50:
        sys.exit("too slow")

if __name__ == "__main__":
    main()
"""


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """A repository with one small bench; at its first commit, which has another bench, everything takes longer."""
    if shutil.which("git") is None or sys.platform == "win32":
        pytest.skip("needs git and symbolic links")
    tree = tmp_path / "clone"
    (tree / "bench").mkdir(parents=True)
    (tree / "dev.py").write_text(PREPARE.format(python=sys.executable), encoding="utf-8")
    (tree / "speed").write_text("20", encoding="utf-8")
    (tree / "bench" / "tiny.py").write_text("raise SystemExit('the bench of then')", encoding="utf-8")

    def git(*words):
        name = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *name, *words], cwd=tree, check=True, capture_output=True)

    git("init")
    git("add", ".")
    git("commit", "-m", "first")
    git("tag", "then")
    (tree / "speed").write_text("10", encoding="utf-8")
    shutil.copy(BENCH / "figures.py", tree / "bench")
    (tree / "bench" / "tiny.py").write_text(TINY.format(order=str(tmp_path / "order")), encoding="utf-8")
    (tree / ".venv" / "bin").mkdir(parents=True)
    (tree / ".venv" / "bin" / "python").symlink_to(sys.executable)
    monkeypatch.setattr(_compare, "ROOT", tree)
    monkeypatch.setattr(_compare.tempfile, "tempdir", str(tmp_path))
    return tree


def left_behind(clone):
    told = subprocess.run(["git", "worktree", "list"], cwd=clone, check=True, capture_output=True, text=True).stdout
    return [*told.splitlines()[1:], *clone.parent.glob("citestream-compare-*")]


def test_both_sides_take_turns_with_one_yardstick_and_nothing_stays(clone, capfd):
    assert _compare.main(["then", "--times", "3", "tiny", "--rounds", "1"]) == 0
    order = (clone.parent / "order").read_text(encoding="utf-8").splitlines()
    assert order == [f"{speed} --rounds 1" for speed in (20, 10, 10, 20, 20, 10)]
    printed = capfd.readouterr().out
    assert "then" in printed and "the working tree" in printed
    piece, memory = (" ".join(line.split()) for line in printed.splitlines() if line.startswith(("a piece", "memory")))
    assert piece == "a piece 21 (21 to 21) 11 (11 to 11) us -47.6 % less"
    assert memory == "memory 7 (7 to 7) 7 (7 to 7) kB +0.0 % within noise"
    assert "1 of 2 figures changed; by chance alone about 0.2 would seem to" in printed
    assert left_behind(clone) == []


def test_a_bench_of_modules_that_a_commit_lacks_is_replaced_by_its_own(clone, capfd):
    tiny = clone / "bench" / "tiny.py"
    own = tiny.read_text(encoding="utf-8").replace('"a piece"', '"a piece at first"')

    def git(*words):
        name = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *name, *words], cwd=clone, check=True, capture_output=True)

    tiny_now = tiny.read_text(encoding="utf-8")
    tiny.write_text(own, encoding="utf-8")
    git("add", "bench")
    git("commit", "-m", "own bench")
    git("tag", "moved")
    (clone / "moved.py").write_text("", encoding="utf-8")
    tiny.write_text(f"import moved\n{tiny_now}", encoding="utf-8")
    assert _compare.main(["moved", "--times", "1", "tiny"]) == 0
    printed = capfd.readouterr().out
    assert "moved has other modules, so it is measured with its own bench." in printed
    assert "memory" in printed and "only at moved: a piece at first" in printed
    assert left_behind(clone) == []


def test_a_bench_that_fails_ends_the_comparison_with_its_words(clone, capfd):
    (clone / "speed").write_text("60", encoding="utf-8")
    assert _compare.main(["then", "--times", "1", "tiny"]) == 1
    printed = capfd.readouterr().out
    assert "tiny at the working tree failed (1):\ntoo slow" in printed
    assert left_behind(clone) == []


def test_what_is_no_commit_and_what_is_no_bench_is_told(clone, capsys):
    with pytest.raises(SystemExit):
        _compare.main(["no-such-commit", "tiny"])
    with pytest.raises(SystemExit):
        _compare.main(["then", "figures"])
    assert "unrecognized arguments: figures" in capsys.readouterr().err
    assert left_behind(clone) == []


@pytest.mark.parametrize(
    ("before", "now", "clear"),
    [([1, 2, 3], [4, 5, 6], True), ([4, 5, 6], [1, 2, 3], True), ([1, 2, 4], [3, 5, 6], False), ([2], [2], False)],
)
def test_a_figure_has_changed_when_no_run_of_the_one_is_among_those_of_the_other(before, now, clear):
    assert _compare.Change("a piece", "us", before, now).clear is clear


def test_by_chance_counts_the_orders_in_which_one_side_is_first():
    assert _compare.by_chance(10, (3, 3)) == 1  # 2 of 20
    assert _compare.by_chance(1, (1, 1)) == 1
