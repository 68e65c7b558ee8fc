"""PostgreSQL begins to start while the rest is imported, where there is one to start."""

import pytest

from gateway.cli import early_start
from gateway.settings import Settings
from gateway.store.bundled import embedded


@pytest.fixture
def begun(monkeypatch):
    """What was done with a server, without any."""
    done = []
    monkeypatch.setattr(embedded, "exists", lambda folder: folder.name != "new")
    monkeypatch.setattr(embedded.Embedded, "begin", lambda self: done.append(f"begin {self.data_dir.name}"))
    monkeypatch.setattr(embedded.Embedded, "release", lambda self: done.append("release"))
    return done


def settings(**given):
    return Settings(_env_file=None, **given)


def test_the_server_of_a_data_directory_is_used_until_the_end(begun, tmp_path):
    with early_start.of(settings(data_dir=tmp_path / "old")):
        pass
    assert begun == ["begin old", "release"]


def test_nothing_is_begun_for_a_new_directory_or_another_server(begun, tmp_path):
    with early_start.of(settings(data_dir=tmp_path / "new")):
        pass
    with early_start.of(settings(data_dir=tmp_path / "old", database_url="postgresql://elsewhere/x")):
        pass
    assert begun == []


def test_what_goes_wrong_is_left_to_the_start_itself(begun, monkeypatch, tmp_path):
    def broken(self):
        raise OSError("no disk")

    monkeypatch.setattr(embedded.Embedded, "begin", broken)
    with early_start.of(settings(data_dir=tmp_path / "old")):
        pass
    assert begun == ["release"]
    with pytest.raises(KeyError), early_start.of(settings(data_dir=tmp_path / "old")):
        raise KeyError
    assert begun == ["release", "release"]
