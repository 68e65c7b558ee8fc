"""Pages of lists: what a caller asks for, and cursors, which say where the next page begins."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, Field, WithJsonSchema
from typing_extensions import TypedDict

from gateway.http.door.bodies import STORABLE, OrAbsent, OrBlank, bounded_text, storable, text_schema
from gateway.http.openapi.operation import page
from gateway.store.documents.stored_documents import decoded_cursor, encoded_cursor, foreign_cursor

MOST_PER_PAGE = 100
USUAL_PAGE = 50
LONGEST_SEARCH = 200
SEARCH_SCHEMA = text_schema(LONGEST_SEARCH, STORABLE)
Words = OrBlank[Annotated[str, *bounded_text(LONGEST_SEARCH, storable, STORABLE)]]
"""What a list is searched for."""
Item = TypeVar("Item")
FIRST_YEAR, LAST_YEAR = 1980, 2999
"""Times beside these are hardly meant, and near the ends of the calendar none is the same in every time zone."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_WHOLE = re.compile(r"-?[0-9]{1,78}", re.ASCII)
LARGEST_ID = 2**63 - 1


def _meant(moment: datetime) -> datetime:
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise ValueError(f"must be a time of the years {FIRST_YEAR} to {LAST_YEAR}")
    return moment


def _written(pattern: str, example: str) -> BeforeValidator:
    """Lets only a text pass that has the pattern: pydantic would take a number for seconds since 1970."""
    form = re.compile(pattern, re.ASCII)

    def check(value: Any) -> str:
        if not isinstance(value, str) or not form.fullmatch(value):
            raise ValueError(f"must be written like {example}")
        return value

    return BeforeValidator(check)


MOMENT = {"type": "string", "format": "date-time", "pattern": "^(19[89]|2[0-9]{2})[0-9]-"}
Moment = Annotated[
    AwareDatetime,
    AfterValidator(_meant),
    _written(r"\d{4}-.*", "2026-11-21T09:00:00Z"),
    WithJsonSchema(MOMENT),
]
"""A time with its zone."""
CalendarDay = Annotated[date, _written(r"\d{4}-\d\d-\d\d", "2026-11-21")]


class PageQuery(BaseModel):
    """The query for one page of a list."""

    cursor: OrAbsent[str] = None
    limit: int = Field(USUAL_PAGE, ge=1, le=MOST_PER_PAGE)


PAGE = page(MOST_PER_PAGE, USUAL_PAGE)
"""The parameters of a list in pages."""


class Page(TypedDict):
    """One page of a list."""

    next_cursor: str | None


def cut(found: list[Item], limit: int, numbers_of: Callable[[Item], tuple[int, ...]]) -> tuple[list[Item], str | None]:
    """Returns one page of a list that was read one further, and the cursor of the next page if there is one.

    numbers_of: the numbers of a cursor at an item.
    """
    return found[:limit], cursor_at(*numbers_of(found[limit - 1])) if len(found) > limit else None


def cursor_at(*numbers: int) -> str:
    """Returns a cursor of whole numbers."""
    return encoded_cursor(" ".join(map(str, numbers)))


def numbers_at(cursor: str | None, count: int) -> list[int] | None:
    """Returns the numbers of a cursor; None where there is none. Raises `InvalidField` where it is another list's."""
    if cursor is None:
        return None
    try:
        parts = decoded_cursor(cursor)
    except ValueError:
        raise foreign_cursor() from None
    if len(parts) != count or not all(map(_WHOLE.fullmatch, parts)):
        raise foreign_cursor()
    return [int(part) for part in parts]


def number_at(cursor: str | None) -> int | None:
    """Returns the number of a cursor that was made of it."""
    numbers = numbers_at(cursor, 1)
    if numbers is None:
        return None
    if abs(numbers[0]) > LARGEST_ID:
        raise foreign_cursor()
    return numbers[0]


def micros(moment: datetime) -> int:
    """Returns a time in microseconds since 1970, as the database counts them."""
    return (moment - _EPOCH) // timedelta(microseconds=1)


def moment_numbers(moment: datetime, name: str) -> tuple[int, int]:
    """Returns the numbers of a cursor at a time and a uuid."""
    return micros(moment), uuid.UUID(name).int


def moment_at(cursor: str | None) -> tuple[datetime, int] | None:
    """Returns time and number of a cursor that was made of them."""
    numbers = numbers_at(cursor, 2)
    if numbers is None:
        return None
    if abs(numbers[1]) > LARGEST_ID:
        raise foreign_cursor()
    return moment_of(numbers[0]), numbers[1]


def moment_and_uuid(cursor: str | None) -> tuple[datetime, uuid.UUID] | None:
    """Returns time and uuid of a cursor that was made of the time and the uuid's number."""
    numbers = numbers_at(cursor, 2)
    if numbers is None:
        return None
    try:
        return moment_of(numbers[0]), uuid.UUID(int=numbers[1])
    except ValueError:
        raise foreign_cursor() from None


def moment_of(since_1970: int) -> datetime:
    """Returns the time of so many microseconds since 1970. Raises `InvalidField` where there is none."""
    try:
        return _EPOCH + timedelta(microseconds=since_1970)
    except OverflowError:
        raise foreign_cursor() from None
