"""Which files of a folder are read, which are left out, and what is said about those that cannot be."""

import os

import pytest

from gateway.folders import File, batches, look, place, shown


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
    assert found.skipped == {".png": 2, "without suffix": 1, "generated": 1}
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
        "docs/a.md", "docs/x<U+202E>fdp.md", "docs/y<U+000A><U+001B>[31m<U+200B>.md",
    ]  # fmt: skip


def test_a_name_in_another_encoding_keeps_what_can_be_read(folder):
    (folder / os.fsdecode(b"caf\xe9.md")).write_text("x")
    found = look([folder], 1000)
    assert names(found)[1] == "docs/caf\ufffd.md"
    place(found.files[1].path).encode()


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


def test_a_link_to_a_file_that_is_read_is_left_out_and_one_to_another_is_read(folder, tmp_path):
    (folder / "A link.md").symlink_to(folder / "a.md")
    (tmp_path / "elsewhere.md").write_text("x")
    (folder / "b.md").symlink_to(tmp_path / "elsewhere.md")
    found = look([folder], 1000)
    assert names(found) == ["docs/a.md", "docs/b.md"]
    assert found.skipped == {"link to a file that is read": 1}


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
    sizes = [[file.size for file in batch] for batch in batches(files, 10, 3)]
    assert sizes == [[3, 3, 3], [3], [50], [9, 1]]
    assert list(batches([], 10, 3)) == []
