"""The locks and the file that supervisor and users share. (Real processes: test_embedded.py.)"""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from gateway.store.bundled.supervisor import FileLock, RunningServer

SERVER = RunningServer(
    "/a folder/socket", 5432, "citestream", "pass-word_1", "citestream", 7, 8, "2026-11-21T10:00:00.000+00:00"
)


@pytest.fixture
def locks(tmp_path):
    made = [FileLock(tmp_path / "users.lock") for _ in range(3)]
    yield made
    for lock in made:
        lock.release()


def test_many_may_share_a_lock_and_one_may_have_it_alone(locks):
    first, second, alone = locks
    assert first.take(shared=True)
    assert second.take(shared=True)
    assert not alone.take(shared=False)
    first.release()
    assert not alone.take(shared=False)
    second.release()
    assert alone.take(shared=False)
    assert not first.take(shared=True)


def test_releasing_twice_is_harmless(locks):
    lock = locks[0]
    lock.release()
    assert lock.take(shared=False)
    lock.release()
    lock.release()
    assert locks[1].take(shared=False)


def test_a_lock_on_a_deleted_file_is_no_longer_current(locks):
    old, new, _ = locks
    assert old.take(shared=False)
    assert old.is_current()
    old.path.unlink()
    assert not old.is_current()
    assert new.take(shared=False)
    assert new.is_current()
    assert not old.is_current()


def test_a_lock_in_a_missing_folder_cannot_be_taken(tmp_path):
    with pytest.raises(FileNotFoundError):
        FileLock(tmp_path / "gone" / "users.lock").take(shared=True)


def test_the_url_names_socket_login_and_database():
    parts = urlsplit(SERVER.url)
    assert (parts.username, parts.password, parts.path) == ("citestream", "pass-word_1", "/citestream")
    assert parse_qs(parts.query) == {"host": ["/a folder/socket"], "port": ["5432"]}


@pytest.mark.parametrize(
    "content", [None, "", "{", "[]", "3", '{"host": "/x"}', json.dumps({"host": "/x", "unknown": 1})], ids=repr
)
def test_a_missing_or_damaged_server_file_is_none(tmp_path, content):
    if content is not None:
        (tmp_path / "server.json").write_text(content)
    assert RunningServer.read(tmp_path) is None
