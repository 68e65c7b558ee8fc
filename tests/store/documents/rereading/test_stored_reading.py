"""Stored documents that an earlier version read, read again: what changes, what stays, and what fails."""

import io

import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen import canvas

from gateway.errors import Unavailable
from gateway.ingestion.ingest import Ingestor
from gateway.ingestion.processes.isolation import Bounds
from gateway.ingestion.reindex import Reindexer
from gateway.ingestion.source_file import SMALL, Source, reading_of
from gateway.retrieval.ports import Query
from gateway.retrieval.retrievers import passages
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.documents.library import Library
from gateway.store.documents.reindex_rows import ReindexRows
from gateway.store.documents.stored_parts import StoredParts
from tests.support.corpus import statistics
from tests.support.files import docx, p
from tests.support.hashed_vectors import HashEmbedder

PAGE = b"<html><head><title>Tanks</title></head><body><h1>Tanks</h1><p>A tank holds 300 litres.</p></body></html>"
LONG = "".join(f"<h2>Part {number}</h2><p>The number{number} speaks of wine. {'x' * 600}</p>" for number in range(500))


@pytest.fixture
def library(database):
    return Library(database)


@pytest.fixture
def ingestor(library):
    return Ingestor(library, HashEmbedder())


def reindexer(library, **bounds):
    rows = ReindexRows(library, bounds=Bounds(**bounds))
    return Reindexer(rows, HashEmbedder())


async def changed(library, statement, *values):
    async with library.database.connection(ALL_TENANTS) as connection:
        await connection.execute(statement, *values)


async def as_read_before(library, document_id, old, new, title=None):
    """Makes a document as one that version 0.1.0 read: `new` is written as `old` in its text."""
    for table in ("document", "passage"):
        await changed(
            library, f"update {table} set text = replace(text, $2, $3) where document_id = $1", document_id, new, old
        )
    await changed(
        library,
        "update passage set chunk_hash = encode(sha256(convert_to(text, 'UTF8')), 'hex') where document_id = $1",
        document_id,
    )
    await changed(
        library,
        "update original set data = convert_to(replace(convert_from(data, 'UTF8'), $2, $3), 'UTF8')"
        " where document_id = $1 and part < 0",
        document_id,
        new,
        old,
    )
    await changed(
        library,
        "update document set reading = '', title = coalesce($2, title) where document_id = $1",
        document_id,
        title,
    )


async def document(library, document_id):
    return await library.documents.by_id("default", document_id)


async def ids(library, document_id):
    return [passage.passage_id for passage in await library.documents.passages("default", document_id)]


async def consistent(library):
    stored, counted = await statistics(library)
    return stored == counted


async def test_a_stored_page_is_read_again_and_keeps_everything_else(library, ingestor, vectors):
    fields = {"metadata": {"shelf": 7}, "external_id": "tanks"}
    first = await ingestor.file("default", "tanks.html", PAGE, **fields)
    before, old = await document(library, first.document_id), await ids(library, first.document_id)
    await as_read_before(library, first.document_id, "3OO", "300", "tanks")
    work = reindexer(library)
    await work.run()
    now = await document(library, first.document_id)
    assert (
        "300 litres" in now.text and now.title == "Tanks" and now.reading == reading_of("text/html", read_hidden=False)
    )
    same = ("external_id", "created_at", "metadata", "content_hash", "size", "file_name", "source")
    assert [getattr(now, name) for name in same] == [getattr(before, name) for name in same]
    assert now.version == before.version + 1 and await ids(library, first.document_id) == old
    assert work.progress.done == work.progress.total == 2 * first.passages and await consistent(library)
    found = await passages.create(library, HashEmbedder()).search(Query("default", "300 litres", "en", 5))
    assert [hit.reference["text"] for hit in found.found if "300" in hit.reference["text"]]
    async with library.database.connection(ALL_TENANTS) as connection:
        assert await connection.fetchval("select count(*) from passage_vector") == len(old)
    assert (await ingestor.file("default", "tanks.html", PAGE, **fields)).status == "unchanged"
    assert (await reindexer(library).once()) and not await ReindexRows(library).is_pending("hash-512-3")


async def test_a_document_that_is_read_again_gets_its_date_and_keeps_the_time_of_its_file(library, ingestor):
    dated = PAGE.replace(
        b"<title>", b'<meta name="author" content="Ada L"><meta name="date" content="2024-05-01"><title>'
    )
    first = await ingestor.file("default", "tanks.html", dated)
    other = await ingestor.file("default", "pumps.html", PAGE, modified="2023-02-03T10:00:00Z")
    before = await document(library, first.document_id)
    await changed(
        library,
        "update document set reading = '', date_text = '', author = '', date_from = 'loaded' where document_id = $1",
        first.document_id,
    )
    await changed(library, "update document set reading = '' where document_id = $1", other.document_id)
    await reindexer(library).run()
    now, filed = await document(library, first.document_id), await document(library, other.document_id)
    assert (now.date_text, now.date_from, now.author) == ("2024-05-01", "page", "Ada L")
    assert (now.version, now.text, filed.date_from) == (before.version, before.text, "file")
    assert filed.date_text == "2023-02-03T10:00:00+00:00"


async def test_a_document_of_another_recipe_is_counted_with_it(library, ingestor):
    first = await ingestor.file("default", "tanks.html", PAGE)
    old = await ids(library, first.document_id)
    await changed(library, "update document set reading = '', fingerprint = '6.1/none/' || right(fingerprint, 64)")
    await changed(library, "update passage set length = 1, terms = array_to_tsvector(array['/default', 'wrong'])")
    await changed(library, "update corpus set terms = 1")
    await changed(library, "delete from term_df")
    await changed(library, "insert into term_df values ('default', 'default', 'wrong', 1)")
    await reindexer(library).run()
    assert await ids(library, first.document_id) == old and await consistent(library)


async def test_a_document_that_reads_the_same_stays_as_it_is(library, ingestor):
    first = await ingestor.file("default", "tanks.html", PAGE)
    await reindexer(library).run()
    before, old = await document(library, first.document_id), await ids(library, first.document_id)
    await changed(library, "update document set reading = ''")
    await reindexer(library).run()
    now = await document(library, first.document_id)
    assert (now.version, now.updated_at, now.fingerprint) == (before.version, before.updated_at, before.fingerprint)
    assert now.reading and await ids(library, first.document_id) == old


@pytest.mark.parametrize("length", [1, 20_000])
async def test_a_text_that_is_its_own_original_is_read_again_from_itself(library, ingestor, length):
    data = f"# Tanks\n\n{'A tank holds 300 litres. ' * length}\n".encode()
    first = await ingestor.file("default", "tanks.md", data)
    before, old = await document(library, first.document_id), await ids(library, first.document_id)
    await changed(library, "update document set reading = '', title = 'old'")
    await reindexer(library).run()
    now = await document(library, first.document_id)
    assert (now.title, now.text, now.version) == ("Tanks", before.text, before.version) and now.reading
    assert await ids(library, first.document_id) == old and await consistent(library)
    assert (await ingestor.file("default", "tanks.md", data)).status == "unchanged"


@pytest.mark.parametrize("title", ["Tanks of the house", None])
async def test_a_title_of_the_caller_stays_and_one_that_a_reader_found_is_found_again(library, ingestor, title):
    first = await ingestor.file("default", "tanks.html", PAGE, title=title, language="fr")
    await as_read_before(library, first.document_id, "3OO", "300", title or "an old title")
    await reindexer(library).run()
    now = await document(library, first.document_id)
    assert (now.title, now.language) == (title or "Tanks", "fr")


async def test_a_title_stays_if_nobody_knows_where_it_came_from(library, ingestor):
    first = await ingestor.file("default", "tanks.html", PAGE, metadata={"a": 1})
    await as_read_before(library, first.document_id, "3OO", "300", "Perhaps sent")
    await changed(library, "update document set metadata = '{\"a\": 2}'")  # not as the fingerprint says
    await reindexer(library).run()
    assert (await document(library, first.document_id)).title == "Perhaps sent"
    await changed(library, "update document set reading = '', title = 'tanks'")
    await reindexer(library).run()
    assert (await document(library, first.document_id)).title == "Tanks"


async def test_a_word_file_and_a_long_page_are_read_in_a_process_of_their_own(library, ingestor, vectors):
    word = await ingestor.file("default", "tanks.docx", docx(p("A tank holds 300 litres.") + p("It is blue.")))
    long = await ingestor.file("default", "long.html", LONG.encode())
    assert len(LONG) > SMALL and long.passages > 100
    text = (await document(library, long.document_id)).text
    before = {one.document_id: await ids(library, one.document_id) for one in (word, long)}
    await as_read_before(library, word.document_id, "3OO", "300")
    await as_read_before(library, long.document_id, "of vine", "of wine")
    await reindexer(library).run()
    assert "300" in (await document(library, word.document_id)).text
    assert (await document(library, long.document_id)).text == text
    assert {one.document_id: await ids(library, one.document_id) for one in (word, long)} == before
    assert await consistent(library)
    async with library.database.connection(ALL_TENANTS) as connection:
        assert await connection.fetchval("select count(*) from passage_vector") == word.passages + long.passages


async def test_another_answer_to_hidden_text_reads_stored_documents_again(library, ingestor):
    first = await ingestor.file("default", "tanks.html", PAGE)
    await reindexer(library, read_hidden=True).run()
    assert (await document(library, first.document_id)).reading.endswith(" hidden")
    showing = Ingestor(library, HashEmbedder(), bounds=Bounds(read_hidden=True))
    assert (await showing.file("default", "tanks.html", PAGE)).status == "unchanged"
    assert (await ingestor.file("default", "tanks.html", PAGE)).status == "ready"
    assert not (await document(library, first.document_id)).reading.endswith(" hidden")


@pytest.mark.parametrize("data", [b"PK\3\4 damaged", b"   "])
async def test_a_file_that_cannot_be_read_any_more_keeps_its_text_and_says_so(library, ingestor, data):
    word = await ingestor.file("default", "tanks.docx", docx(p("A tank holds 300 litres.")))
    other = await ingestor.file("default", "tanks.html", PAGE)
    await changed(library, "update document set reading = ''")
    await changed(library, "update original set data = $2 where document_id = $1", word.document_id, data)
    work = reindexer(library)
    await work.run()
    now = await document(library, word.document_id)
    assert "300 litres" in now.text and now.reading and "keeps the text that an earlier version read" in now.note
    assert (await document(library, other.document_id)).note == "" and work.progress.state == "idle"
    assert await work.once() and (await document(library, word.document_id)).version == now.version
    again = await ingestor.file("default", "tanks.docx", docx(p("A tank holds 300 litres.")))
    assert (again.status, again.document_id) == ("ready", word.document_id)
    assert (await document(library, word.document_id)).note == ""


async def test_what_text_recognition_read_stays_if_there_is_none_now(library, ingestor):
    out = io.BytesIO()
    paper = canvas.Canvas(out, invariant=1)
    paper.drawString(72, 700, "A tank holds 300 litres.")
    paper.showPage()
    paper.drawImage(ImageReader(Image.new("L", (9, 9))), 72, 72, 400, 600)
    paper.showPage()
    paper.save()
    scan = await ingestor.file("default", "scan.pdf", out.getvalue())
    before = (await document(library, scan.document_id)).text
    assert "shows only pictures on page 2" in scan.note
    read = f"{before}\n\nWhat the program recognised in the picture."
    await changed(library, "update document set reading = '', text = $2 where document_id = $1", scan.document_id, read)
    await reindexer(library).run()
    now = await document(library, scan.document_id)
    assert now.text == read and "GATEWAY_OCR_COMMAND" in now.note and now.reading


async def test_a_crash_between_two_documents_goes_on_with_the_rest(library, ingestor):
    sources = [Source(PAGE, f"{number}.html", external_id=str(number)) for number in range(6)]
    stored = await ingestor.sources("default", sources)
    for one in stored:
        await as_read_before(library, one.document_id, "3OO", "300")

    def crash(progress):
        if progress.done >= 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await reindexer(library).once(crash)
    async with library.database.connection(ALL_TENANTS) as connection:
        assert await connection.fetchval("select count(*) from document where reading = ''") == 3
    await reindexer(library).run()
    for one in stored:
        assert "300" in (await document(library, one.document_id)).text


class Meanwhile(StoredParts):
    """Does something before the old text of a document is read: in the middle of its reading."""

    def __init__(self, database, act):
        super().__init__(database)
        self._act = act

    async def text(self, tenant, document):
        await self._act(document.document_id)
        async for part in super().text(tenant, document):
            yield part


async def test_a_document_that_is_replaced_meanwhile_is_left_alone(library, ingestor):
    async def replaced(_):
        await ingestor.file("default", "tanks.html", PAGE.replace(b"300", b"400"))

    first = await ingestor.file("default", "tanks.html", PAGE)
    await as_read_before(library, first.document_id, "3OO", "300")
    library.parts = Meanwhile(library.database, replaced)
    await ReindexRows(library).count("default", first.document_id)
    now = await document(library, first.document_id)
    assert "400" in now.text and now.note == ""


async def test_a_document_that_the_database_does_not_store_stops_no_other(library, ingestor, caplog):
    first, second = [await ingestor.file("default", f"{name}.html", PAGE) for name in "ab"]

    async def away(document_id):
        if document_id == first.document_id:
            raise Unavailable("The database took too long.")

    for one in (first, second):
        await as_read_before(library, one.document_id, "3OO", "300")
    library.parts = Meanwhile(library.database, away)
    pauses = []

    async def pause(seconds):
        pauses.append(seconds)

    work = Reindexer(ReindexRows(library), HashEmbedder(), pause=pause)
    await work.run()
    assert 0 < len(pauses) < 5
    kept, read = [await document(library, one.document_id) for one in (first, second)]
    assert "3OO" in kept.text and "The database took too long." in kept.note and "300" in read.text
