"""Which files of a folder are read, which are left out, and what is said about those that cannot be."""

import os
import subprocess
import sys

import pytest

from gateway.ingestion.files.folders import SILENT, batches, identity, listed, look, shown
from gateway.ingestion.files.local_files import File


def names(found):
    return [file.name for file in found.files]


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "docs"
    root.mkdir()
    (root / "a.md").write_text("wine")
    return root


def test_files_are_sorted_and_other_kinds_counted(folder):
    (folder / "package-lock.json").write_text("{}")
    for name in ("z.txt", "b.pdf", "c.docx", "d.csv", "e.py", "x.png", "y.PNG", "noname", ".hidden.md"):
        (folder / name).write_text("x")
    found = look([folder], 1000)
    assert names(found) == ["docs/a.md", "docs/b.pdf", "docs/c.docx", "docs/d.csv", "docs/e.py", "docs/z.txt"]
    assert found.skipped == {".png": 2, "without suffix": 1, "generated": 1, "hidden file": 1}
    assert found.roots == [folder]
    assert found.size == 4 + 5


def test_links_in_circles_and_to_nothing_end(folder):
    (folder / "circle").symlink_to(folder)
    (folder / "nowhere.md").symlink_to(folder / "gone.md")
    (folder / "self.md").symlink_to(folder / "self.md")
    found = look([folder], 1000)
    assert names(found) == ["docs/a.md"]
    assert found.skipped == {"link to a folder": 1}
    assert [(left.name, left.why) for left in found.failed] == [
        ("docs/nowhere.md", "It is a link that leads nowhere."),
        ("docs/self.md", "It is a link that leads nowhere."),
    ]


def test_pipes_and_other_people_s_folders_are_counted_and_never_opened(folder):
    os.mkfifo(folder / "pipe.md")
    (folder / "node_modules" / "x").mkdir(parents=True)
    (folder / "node_modules" / "x" / "readme.md").write_text("x")
    found = look([folder], 1000)
    assert names(found) == ["docs/a.md"]
    assert found.skipped == {"special file": 1, "folder node_modules": 1}


def test_names_that_hide_or_turn_are_written_out(folder):
    (folder / "x\u202efdp.md").write_text("x")
    (folder / "y\n\x1b[31m\u200b.md").write_text("x")
    assert names(look([folder], 1000)) == [
        "docs/a.md",
        "docs/x<U+202E>fdp.md",
        "docs/y<U+000A><U+001B>[31m<U+200B>.md",
    ]


def test_a_name_in_another_encoding_keeps_what_can_be_read(folder):
    (folder / os.fsdecode(b"caf\xe9.md")).write_text("x")
    found = look([folder], 1000)
    assert names(found)[1] == "docs/caf\ufffd.md"
    identity(found.files[1].path).encode()


def test_composed_and_decomposed_letters_are_shown_alike(tmp_path):
    assert shown((tmp_path / "e\u0301te\u0301.md").relative_to(tmp_path)) == "\u00e9t\u00e9.md"


def test_large_and_missing_files_are_said(folder, tmp_path):
    (folder / "big.md").write_text("x" * 11)
    found = look([folder, tmp_path / "none", folder / "a.md"], 10)
    assert names(found) == ["docs/a.md"]
    assert [left.name for left in found.failed] == ["docs/big.md", str(tmp_path / "none")]
    assert "GATEWAY_MAX_UPLOAD_MB" in found.failed[0].why


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_is_said(folder):
    (folder / "closed").mkdir(mode=0)
    (left,) = look([folder], 1000).failed
    assert left.name == "docs/closed"
    assert left.why.startswith("It cannot be read")


def test_an_empty_source_file_is_nothing_amiss_and_an_empty_text_is(folder):
    (folder / "__init__.py").touch()
    (folder / "empty.txt").touch()
    found = look([folder], 100)
    assert found.skipped == {"empty source file": 1}
    assert any(file.name.endswith("empty.txt") for file in found.files)
    assert [file.path.name for file in look([folder / "__init__.py"], 100).files] == ["__init__.py"]  # it was named


def test_a_link_to_a_file_that_is_read_is_left_out_and_one_to_another_in_the_folder_is_read(folder):
    (folder / "A link.md").symlink_to(folder / "a.md")
    (folder / "text").write_text("x")
    (folder / "b.md").symlink_to(folder / "text")
    found = look([folder], 1000)
    assert names(found) == ["docs/a.md", "docs/b.md"]
    assert found.files[1].real == folder / "text"
    assert found.skipped == {"link to a file that is read": 1, "without suffix": 1}


def test_links_do_not_lead_out_of_a_folder_and_not_to_what_is_left_out_in_it(folder, tmp_path):
    (tmp_path / "elsewhere.md").write_text("x")
    (folder / ".env").write_text("PASSWORD=x")
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("token")
    for name, target in (
        ("b.md", tmp_path / "elsewhere.md"),
        ("c.txt", "/etc/passwd"),
        ("d.txt", "/proc/self/environ"),
        ("e.txt", ".env"),
        ("f.txt", ".git/config"),
    ):
        (folder / name).symlink_to(target)
    found = look([folder], 1000)
    assert names(found) == ["docs/a.md"]
    left = {path.name: reason for path, reason in found.withheld.items()}
    assert left == {
        ".env": "credentials",
        ".git": "git repository",
        "b.md": "link out of the folder",
        "c.txt": "link out of the folder",
        "d.txt": "link out of the folder",
        "e.txt": "link to what is left out",
        "f.txt": "link to what is left out",
    }
    assert names(look([folder / "b.md"], 1000)) == ["docs/b.md"]  # a link that is named is what somebody means


def test_a_folder_that_is_a_link_itself_is_read_by_the_name_it_was_given(folder, tmp_path):
    (tmp_path / "way").symlink_to(folder)
    (folder / "b.md").symlink_to(folder / "a.md")
    found = look([tmp_path / "way"], 1000)
    assert names(found) == ["way/a.md"] and found.files[0].real == folder / "a.md"
    assert found.skipped == {"link to a file that is read": 1}


def data_directory(path):
    """As a stopped one lies there."""
    (path / "postgres" / "cluster").mkdir(parents=True)
    (path / "postgres" / "cluster" / "PG_VERSION").write_text("18")
    for name in ("users.lock", "supervisor.lock", "postgres.log", "postgres/access.json", "server.json", "notes.md"):
        (path / name).write_text("{}")
    return path


def test_databases_are_left_out_wherever_they_lie_and_whatever_they_are_called(folder):
    data_directory(folder / "sub" / "store")
    (folder / "pg").mkdir()
    (folder / "pg" / "PG_VERSION").write_text("15")
    (folder / "pg" / "postgresql.conf.txt").write_text("x")
    found = look([folder], 1000)
    assert names(found) == ["docs/a.md"]
    assert found.withheld == {
        folder / "sub" / "store": "data directory of Citestream",
        folder / "pg": "data directory of PostgreSQL",
    }
    assert found.is_withheld(folder / "pg" / "postgresql.conf.txt") and not found.is_withheld(folder / "a.md")


def test_a_database_that_is_named_is_refused_and_what_lies_in_one_asks_for_force(tmp_path):
    data = data_directory(tmp_path / "store")
    (data / "docs").mkdir()
    (data / "docs" / "a.md").write_text("wine")
    for force in (False, True):
        for database in (data, data / "postgres", data / "postgres" / "cluster"):
            found = look([database], 1000, force)
            assert names(found) == [] and found.withheld == {}
            assert "is not read" in found.failed[0].why and "--force" not in found.failed[0].why
    for inside in (data / "server.json", data / "docs", data / "docs" / "a.md"):
        (left,) = look([inside], 1000).failed
        assert str(data) in left.why and "--force" in left.why
        assert len(names(look([inside], 1000, force=True))) == 1


def test_private_files_are_left_out_of_folders_and_ask_for_force_when_named(folder):
    (folder / "own.md").write_text("x")
    (folder / "own.md").chmod(0o600)
    for name in (".env", "server.pem", "id_rsa", "credentials.json", ".hidden.md"):
        (folder / name).write_text("x")
    found = look([folder], 1000)
    assert names(found) == ["docs/a.md"]
    assert sorted(found.reasons) == ["1 readable by its owner only", "2 credentials", "2 private key"]
    for name in ("own.md", ".env", "server.pem", "id_rsa", "credentials.json", ".hidden.md"):
        refused = look([folder / name, folder / "a.md"], 1000)
        assert names(refused) == ["docs/a.md"] and refused.withheld == {}
        assert refused.failed[0].name == f"docs/{name}" and "--force" in refused.failed[0].why
        (file,) = look([folder / name], 1000, force=True).files
        assert file.forced
    forced = look([folder], 1000, force=True)
    assert names(forced) == ["docs/a.md", "docs/own.md"] and not forced.files[1].forced


def test_a_pipe_that_is_named_is_said_to_be_none(folder):
    os.mkfifo(folder / "pipe.md")
    assert look([folder / "pipe.md"], 1000).failed[0].why == "It is no regular file."


def test_what_did_not_answer_before_is_not_touched_again(folder):
    (folder / "b").mkdir()
    (folder / "b" / "x.md").write_text("x")
    touched = []
    found = look([folder], 1000, False, {folder / "b"}, touched.append)
    assert names(found) == ["docs/a.md"] and folder / "b" not in touched and folder / "a.md" in touched
    assert found.failed == [("docs/b", SILENT)]
    assert look([folder], 1000, False, {folder}).failed == [(str(folder), SILENT)]


HANG = """
import asyncio, ctypes, os, sys
from pathlib import Path
from gateway.ingestion.files.folders import listed
folder = Path(sys.argv[1])
try:
    handle = os.open("/dev/fuse", os.O_RDWR)
except OSError:
    sys.exit(77)
options = f"fd={handle},rootmode=40000,user_id=0,group_id=0".encode()
if ctypes.CDLL(None).mount(b"hang", bytes(folder / "drive"), b"fuse", 0, options):
    sys.exit(77)
found = asyncio.run(listed([folder], 1000, limit_s=2))
print([file.name for file in found.files], [left.name for left in found.failed])
"""
"""A drive that answers nothing, in a place that only this process sees."""


@pytest.mark.skipif(sys.platform != "linux", reason="FUSE and private mounts are Linux's")
def test_a_drive_that_does_not_answer_is_left_out_and_the_rest_is_found(folder):
    (folder / "drive").mkdir()
    alone = ["unshare", "--mount", "--propagation", "private", sys.executable, "-c", HANG, str(folder)]
    try:
        done = subprocess.run(alone, capture_output=True, text=True, timeout=120)
    except FileNotFoundError:
        pytest.skip("there is no unshare")
    if done.returncode == 77 or "unshare" in done.stderr:
        pytest.skip("nothing can be mounted here")
    assert done.stdout == "['docs/a.md'] ['docs/drive']\n", done.stderr


async def test_a_look_in_a_thread_finds_the_same(folder):
    assert await listed([folder], 1000) == look([folder], 1000)


def test_a_link_into_another_folder_that_is_named_gives_way_to_the_file(folder, tmp_path):
    other = tmp_path / "also"
    other.mkdir()
    (other / "link.md").symlink_to(folder / "a.md")
    found = look([other, folder], 1000)
    assert names(found) == ["docs/a.md"] and found.skipped == {"link to a file that is read": 1}


def test_the_locks_of_open_word_files_are_no_documents(folder):
    (folder / "~$letter.docx").write_text("x")
    found = look([folder], 1000)
    assert names(found) == ["docs/a.md"]
    assert found.skipped == {"lock of an open file": 1}


def test_batches_hold_many_small_files_or_a_large_one_alone():
    files = [File(None, str(size), size, 0) for size in (3, 3, 3, 3, 50, 9, 1)]
    sizes = [[file.size for file in batch] for batch in batches(files, 10, 10, 3)]
    assert sizes == [[3, 3, 3], [3], [50], [9, 1]]
    assert list(batches([], 10, 10, 3)) == []


def test_batches_are_half_of_what_is_left_within_the_limits():
    files = [File(None, str(number), 1, 0) for number in range(50)]
    assert [len(batch) for batch in batches(files, 4, 16, 100)] == [16, 16, 9, 4, 4, 1]
