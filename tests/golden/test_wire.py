"""The client library is tested with what the server writes today, and nothing the server can write is missing."""

import dataclasses

import pytest

from gateway.answer import events
from gateway.answer.answer import Citation, Evidence, Section
from tests.golden.wire import ANSWERS, FOLDER, golden

KINDS = [*events.TYPES, Citation, Evidence, Section]


@pytest.mark.parametrize("name", ANSWERS)
def test_a_file_is_what_the_server_writes(name):
    """Where this fails because the server changed: `python -m tests.golden.wire`, then teach the client the change."""
    assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == golden(name)


def test_every_file_has_its_answer():
    assert {file.stem for file in FOLDER.glob("*.json")} == set(ANSWERS)


def values(value):
    """A value and all that lie in it."""
    yield value
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from values(part)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from values(getattr(value, field.name))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_field_of_every_kind_is_used_somewhere(kind):
    found = [value for value in values(list(ANSWERS.values())) if type(value) is kind]
    for field in dataclasses.fields(kind):
        said = {repr(getattr(value, field.name)) for value in found}
        assert said - {repr(field.default)}, f"No golden answer says anything in {kind.__name__}.{field.name}."
