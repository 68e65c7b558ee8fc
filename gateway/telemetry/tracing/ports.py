"""What a tracing backend must do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, Protocol

Kind = Literal["server", "client", "internal"]
Attribute = str | int | float | bool | list[str]


class Span(Protocol):
    """One span that is open."""

    def set(self, **attributes: Attribute | None) -> None:
        """Adds attributes; `gen_ai__request__model` is `gen_ai.request.model`, and None is left out."""

    def rename(self, name: str) -> None: ...

    def failed(self, error: str) -> None:
        """Marks it as failed, with a word for `error.type`."""


class Backend(Protocol):
    def span(self, name: str, kind: Kind, attributes: Mapping[str, Attribute]) -> Iterator[Span]: ...

    def headers(self) -> Mapping[str, str]:
        """Returns the headers by which another service goes on with the span that is open."""

    def trace_id(self) -> str | None: ...

    def close(self) -> None: ...


def dotted(attributes: Mapping[str, Attribute | None]) -> dict[str, Attribute]:
    """Returns attributes under the names that OpenTelemetry has for them."""
    return {name.replace("__", "."): value for name, value in attributes.items() if value is not None}
