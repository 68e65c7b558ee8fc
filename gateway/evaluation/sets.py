"""Judged sets: files of JSON, one object a line, each line checked by the type of its kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from gateway.errors import WrongUse

Line = TypeVar("Line")


class BadSet(WrongUse):
    """A file, or a line of it, that is not as its kind wants it."""


def read(name: str, text: str, kind: type[Line]) -> list[Line]:
    """Returns the lines of a file as objects of `kind`; empty lines do not count.

    Raises `BadSet` with the number of the first wrong line, and for a file without lines. name: of the file.
    """
    found = []
    for number, line, problem in read_lines(text, kind):
        if line is None:
            raise BadSet(f"{name}, line {number}{problem}.")
        found.append(line)
    if not found:
        raise BadSet(f"{name} is empty.")
    return found


def read_lines(text: str, kind: type[Line]) -> Iterator[tuple[int, Line | None, str]]:
    """Yields each line that is not empty with its number, from 1 on: an object of `kind`, or None and the problem."""
    checked: TypeAdapter[Line] = TypeAdapter(kind)
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if line.strip():
            try:
                yield number, checked.validate_json(line, strict=True), ""
            except ValidationError as wrong:
                yield number, None, _problem(wrong)


def _problem(wrong: ValidationError) -> str:
    """Returns what is wrong with a line, to stand right behind its number: an unknown key first, since it is often
    the misspelt name of one that is missing."""
    errors = wrong.errors()
    unknown = (each for each in errors if each["type"] == "unexpected_keyword_argument")
    first = next(unknown, errors[0])
    if first["type"] == "json_invalid":
        return " is not JSON"
    field = ".".join(map(str, first["loc"])) or "the line"
    unexpected = first["type"] == "unexpected_keyword_argument"
    return f": {field}: {'unknown key' if unexpected else first['msg'].removeprefix('Value error, ')}"
