"""Reading files: regular ones, where they were found, and not for ever."""

import os
import subprocess
import sys
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import pytest

from gateway.ingestion.files.local_files import LATE, MOST_STUCK, File, Unfit, contents, opened, read

linux = pytest.mark.skipif(sys.platform != "linux", reason="/proc and leases are Linux's")


def listed(path, below=None, **more):
    return File(path, path.name, path.stat().st_size, 0, path, below, **more)


def test_a_regular_file_is_read_whole_and_not_beyond_its_limit(tmp_path):
    file = tmp_path / "a.md"
    for data in (b"", b"wine", b"x" * 3_000_000):
        file.write_bytes(data)
        assert contents(file) == contents(file, len(data)) == contents(file, None, tmp_path) == data
    with pytest.raises(Unfit, match="GATEWAY_MAX_UPLOAD_MB"):
        contents(file, 2_999_999)
    with pytest.raises(Unfit, match="No such file"):
        contents(tmp_path / "none")


def test_what_is_no_regular_file_is_refused_and_never_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.md")
    for path in (tmp_path / "pipe.md", tmp_path, Path("/dev/zero")):
        with pytest.raises(Unfit, match="no regular file"):
            contents(path)
    with pytest.raises(Unfit, match="no regular file"):
        opened(tmp_path / "pipe.md")


@linux
def test_files_that_the_kernel_makes_up_are_refused():
    for path in ("/proc/version", "/proc/self/maps"):
        with pytest.raises(Unfit, match="no regular file"):
            contents(Path(path))


@linux
@pytest.mark.skipif(not os.access("/proc/kmsg", os.R_OK), reason="only root may open it")
def test_the_log_of_the_kernel_which_never_ends_does_not_hang():
    with pytest.raises(Unfit):
        contents(Path("/proc/kmsg"))


def test_a_link_that_comes_between_looking_and_reading_is_not_followed(tmp_path):
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "a.md").write_text("password")
    docs = tmp_path / "docs"
    (docs / "sub").mkdir(parents=True)
    (docs / "sub" / "a.md").write_text("wine")
    assert contents(docs / "sub" / "a.md", below=docs) == b"wine"
    (docs / "sub" / "a.md").unlink()
    (docs / "sub" / "a.md").symlink_to(tmp_path / "secret" / "a.md")
    with pytest.raises(Unfit, match="link"):
        contents(docs / "sub" / "a.md", below=docs)
    (docs / "sub" / "a.md").unlink()
    (docs / "sub").rmdir()
    (docs / "sub").symlink_to(tmp_path / "secret")
    with pytest.raises(Unfit, match="link"):
        contents(docs / "sub" / "a.md", below=docs)
    assert contents(docs / "sub" / "a.md") == b"password"  # named by a person, it is what they meant


LEASE = """
import fcntl, os, signal, sys
handle = os.open(sys.argv[1], os.O_RDWR)
asked = []
signal.signal(signal.SIGIO, lambda *_: asked.append(1))
fcntl.fcntl(handle, fcntl.F_SETLEASE, fcntl.F_WRLCK)
print("held", flush=True)
if sys.argv[2] == "gives":
    while not asked:
        signal.pause()
    fcntl.fcntl(handle, fcntl.F_SETLEASE, fcntl.F_UNLCK)
sys.stdin.read()
"""


@contextmanager
def lease(path, how):
    """Another process that holds a lease on a file, as file servers do, and gives it back when asked, or never does."""
    command = [sys.executable, "-c", LEASE, str(path), how]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as holder:
        if holder.stdout.readline() != b"held\n":
            pytest.skip("this file system knows no leases")
        try:
            yield
        finally:
            holder.kill()


@linux
async def test_a_file_that_another_program_holds_is_read_once_it_is_given_back(tmp_path):
    (tmp_path / "a.md").write_text("wine")
    with lease(tmp_path / "a.md", "gives"):
        assert await read([listed(tmp_path / "a.md")], 100, Counter()) == [b"wine"]


@linux
async def test_a_file_that_does_not_come_is_one_sentence_and_the_others_are_read(tmp_path):
    for name in "abc":
        (tmp_path / name).write_text(name)
    stuck = Counter()
    with lease(tmp_path / "b", "never"):
        first, late, last = await read([listed(tmp_path / name, tmp_path) for name in "abc"], 100, stuck, 2)
    assert (first, last) == (b"a", b"c") and str(late) == LATE and stuck.total() == 1


async def test_a_drive_that_did_not_answer_several_times_is_asked_no_more(tmp_path):
    for name in "ab":
        (tmp_path / name).write_text(name)
    files = [listed(tmp_path / "a", device=1), listed(tmp_path / "b", device=2)]
    away, there = await read(files, 100, Counter({1: MOST_STUCK, 2: MOST_STUCK - 1}))
    assert "drive did not answer" in str(away) and there == b"b"
