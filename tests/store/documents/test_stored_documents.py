"""Documents as they are listed and read again."""

import pytest

from gateway.errors import InvalidField, NotFound
from gateway.store.documents import stored_documents
from gateway.store.documents.library import Library
from tests.support.corpus import put


@pytest.mark.parametrize("read", [stored_documents.by_id, stored_documents.passages])
async def test_what_is_not_there_or_no_id_at_all_is_not_found(database, read):
    for document_id in ("11111111-2222-4333-8444-555555555555", "no id"):
        with pytest.raises(NotFound):
            await read(database, "default", document_id)


async def test_pages_show_every_document_once_newest_first_while_others_come(database):
    library = Library(database)
    for number in range(7):
        await put(library, f"text {number}", external_id=f"{number}")
    seen, cursor = [], None
    while True:
        page, cursor = await library.list_documents("default", cursor=cursor, limit=3)
        seen += [entry.external_id for entry in page]
        await put(library, f"late {cursor}", external_id=f"late {cursor}")
        await put(library, "text 0 changed", external_id="0")
        if cursor is None:
            break
    assert seen == ["6", "5", "4", "3", "2", "1", "0"]


@pytest.mark.parametrize("cursor", ["x", "é", "MTIz", "MSBub3V1aWQ", "=" * 9, "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTkgYQ"])
async def test_a_made_up_cursor_is_refused_by_name(database, cursor):
    library = Library(database)
    with pytest.raises(InvalidField, match="cursor") as refused:
        await library.list_documents("default", cursor=cursor)
    assert refused.value.errors[0]["field"] == "cursor"
