"""Names of settings that were removed: what a start with one of them says."""

import re
from pathlib import Path

import pytest

from gateway import settings
from gateway.errors import WrongUse
from gateway.settings import Settings, fixed

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "settings.md").read_text(encoding="utf-8")
STOPPING = [*fixed.ALWAYS, *fixed.REPLACED]


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch, tmp_path):
    """Neither the developer's environment nor a `.env` of theirs takes part."""
    for name in (*settings.names(), *STOPPING, *fixed.SHARED):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", STOPPING)
def test_each_removed_name_stops_with_one_sentence(name, monkeypatch):
    monkeypatch.setenv(name, "7")
    with pytest.raises(WrongUse) as stopped:
        settings.read()
    sentence = str(stopped.value)
    assert sentence.startswith(f"{name} was removed: ") and sentence.endswith(".") and "\n" not in sentence
    assert f"it is now always {fixed.ALWAYS[name]}" in sentence if name in fixed.ALWAYS else "use " in sentence


@pytest.mark.parametrize("name", [name for name, new in fixed.REPLACED.items() if new.startswith("GATEWAY_")])
def test_what_replaces_a_name_can_be_set_as_it_is_written(name, monkeypatch):
    setting, _, value = fixed.REPLACED[name].partition("=")
    if value:
        value = value.partition(" for ")[0].strip('"').replace("READ/WRITTEN", "1/2")
        value = re.sub(r"\bN\b", "3", value)
        monkeypatch.setenv(setting, value)
        assert str(settings.Settings().model_dump()[settings.FIELDS[setting]])
    assert setting.split()[0] in settings.names()


def test_several_removed_names_are_one_message_from_environment_and_file(monkeypatch, tmp_path):
    monkeypatch.setenv("gateway_retries", "0")
    (tmp_path / ".env").write_text("GATEWAY_FETCH_URLS=on\nGATEWAY_MIN_SCORE=\n", encoding="utf-8")
    with pytest.raises(WrongUse) as stopped:
        settings.read()
    assert str(stopped.value) == (
        "GATEWAY_FETCH_URLS was removed: use GATEWAY_FETCH_ALLOWED=public. "
        "gateway_retries was removed: it is now always 2; unset it."
    )


def test_a_removed_value_stops_with_what_replaces_it(monkeypatch):
    monkeypatch.setenv("GATEWAY_EMBEDDER", "hash")
    with pytest.raises(
        WrongUse, match=r"^GATEWAY_EMBEDDER=hash was removed: use GATEWAY_EMBEDDER=meaning, or unset it\.$"
    ):
        settings.read()
    assert fixed.refusals({"GATEWAY_EMBEDDER": "none"}) == []


def test_a_file_that_held_a_removed_key_stops_too():
    assert fixed.refusals({"GATEWAY_SPEECH_KEY_FILE": "/run/secrets/speech"}) == [
        "GATEWAY_SPEECH_KEY_FILE was removed: use GATEWAY_SPEECH_URL_FILE=FILE, which holds https://:KEY@HOST."
    ]


@pytest.mark.parametrize("name", fixed.SHARED)
def test_a_name_of_other_programs_stops_nothing_and_is_noted(name, monkeypatch):
    monkeypatch.setenv(name, "7")
    assert isinstance(settings.read(), Settings) and fixed.refusals() == []
    (note,) = fixed.notes()
    assert note.startswith(f"{name} is no longer a setting; ")


def test_a_removed_name_is_no_setting():
    removed = [*STOPPING, *fixed.SHARED]
    assert len(set(removed)) == len(removed) and not set(removed) & settings.names().keys()


def test_the_page_lists_every_sentence():
    sentences = fixed.refusals(dict.fromkeys(STOPPING, "x")) + fixed.notes(dict.fromkeys(fixed.SHARED, "x"))
    assert re.findall(r"(?m)^- (.*)$", PAGE.partition("\n## Removed settings\n")[2]) == sentences
