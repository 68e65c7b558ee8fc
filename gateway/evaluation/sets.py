"""Judged sets: files of JSON, one object a line, each line checked by the type of its kind."""

from __future__ import annotations

from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from gateway.errors import WrongUse

Case = TypeVar("Case")


class BadSet(WrongUse):
    """A file, or a line of it, that is not as its kind wants it."""


def read(name: str, text: str, kind: type[Case]) -> list[Case]:
    """Returns the lines of a file as objects of `kind`; empty lines do not count.

    Raises `BadSet` with the number of the first wrong line, and for a file without lines. name: of the file.
    """
    checked: TypeAdapter[Case] = TypeAdapter(kind)
    cases = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            cases.append(checked.validate_json(line, strict=True))
        except ValidationError as wrong:
            first = wrong.errors()[0]
            if first["type"] == "json_invalid":
                raise BadSet(f"{name}, line {number} is not JSON.") from None
            field = ".".join(map(str, first["loc"])) or "the line"
            message = first["msg"].removeprefix("Value error, ")
            raise BadSet(f"{name}, line {number}: {field}: {message}.") from None
    if not cases:
        raise BadSet(f"{name} is empty.")
    return cases
