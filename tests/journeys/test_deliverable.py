"""A deliverable from request to outline, and the answer formats, with a scripted model behind a real server."""

import json

import pytest

from tests.fakes.upstream import FakeUpstream, text
from tests.support import sse
from tests.support.server import running

DOCUMENTS = {
    "Loans": "A borrowed book may stay at home for three weeks. A loan can be renewed twice.",
    "Films": "A borrowed film comes back to the counter after one week. Films cannot be renewed.",
    "Fees": "An overdue book costs 20 cents per day. The fee never exceeds ten euros.",
    "Cards": "A reader card for adults costs five euros per year. Children under twelve get a free card.",
}
PARAGRAPHS = [DOCUMENTS[name].split(". ")[0] + "." for name in DOCUMENTS]
TITLES = ["Borrowed book", "Borrowed film", "Overdue book", "Reader card"]
QUESTION = "Summarise the rules for borrowed books, borrowed films, overdue fees and reader cards"


class Scripted:
    def __init__(self, server, upstream):
        self.server, self.upstream = server, upstream

    async def ask(self, content, **fields):
        self.upstream.script[:] = [text(content)]
        self.upstream.requests.clear()
        events = sse.parse(await self.server.ask(QUESTION, **fields))
        self.body = self.upstream.requests[0].body
        self.system, self.user = (message["content"] for message in self.body["messages"])
        return events

    async def ids(self):
        """Citation id of each document for this question, in the order of `DOCUMENTS`."""
        await self.ask("Probe.")
        blocks = self.user.split('<passage id="')[1:]
        return [next(b[: b.index('"')] for b in blocks if sentence in b) for sentence in PARAGRAPHS]


@pytest.fixture
async def scripted(database_url, request):
    settings = getattr(request, "param", {})
    async with (
        FakeUpstream([]) as upstream,
        running(
            database_url,
            provider="openai",
            openai_base_url=upstream.url,
            openai_model="scripted",
            gate_threshold=0,
            **settings,
        ) as server,
    ):
        for name, said in DOCUMENTS.items():
            answer = await server.client.post("/v1/documents", json={"title": name, "text": said, "external_id": name})
            assert answer.status_code == 201
        yield Scripted(server, upstream)


def formatted(kind):
    return pytest.param({"answer_format": kind}, id=kind)


def outline(events):
    (event,) = sse.named(events, "[OUTLINE]")
    return [(part["id"], part["title"], part["paragraphs"]) for part in event.json["sections"]]


WANTED = [(f"S{number}", title, [number - 1]) for number, title in enumerate(TITLES, 1)]
SUIVI = "\n\nSUIVI\n" + "\n".join(f"[S{number}] {title}" for number, title in enumerate(TITLES, 1))


async def test_a_summary_gets_sections_that_cover_its_paragraphs_behind_the_last_one(scripted):
    ids = await scripted.ids()
    paragraphs = [{"citationIds": [one], "text": said} for one, said in zip(ids, PARAGRAPHS, strict=True)]
    sections = [{"id": f"S{number}", "title": title} for number, title in enumerate(TITLES, 1)]
    events = await scripted.ask(json.dumps({"paragraphs": paragraphs, "outline": sections}))
    assert outline(events) == WANTED
    names = [event.name for event in events]
    assert names[-3:] == ["[OUTLINE]", "[CITATION_DONE]", "[DONE]"]
    assert sse.text(events) == "\n\n".join(PARAGRAPHS)
    assert "outline" in scripted.body["response_format"]["json_schema"]["schema"]["properties"]
    assert "4 to 8 sections" in scripted.system


async def test_whoever_wants_no_outline_is_asked_for_none(scripted):
    await scripted.ask("{}", deliverable=False)
    assert "outline" not in scripted.system
    assert "outline" not in scripted.body["response_format"]["json_schema"]["schema"]["properties"]


async def test_a_null_outline_is_none(scripted):
    ids = await scripted.ids()
    said = {"paragraphs": [{"citationIds": ids[:1], "text": PARAGRAPHS[0]}], "outline": None}
    events = await scripted.ask(json.dumps(said))
    assert sse.named(events, "[OUTLINE]") == [] and sse.text(events) == PARAGRAPHS[0]
    assert events[-1].json["answer"]["complete"] and not events[-1].json["answer"]["hasCitationError"]


@pytest.mark.parametrize("scripted", [formatted("json"), formatted("tag"), formatted("inline")], indirect=True)
async def test_a_suivi_block_in_plain_text_is_the_outline_and_never_text(scripted):
    events = await scripted.ask("\n\n".join(PARAGRAPHS) + SUIVI)
    assert [title for _, title, _ in outline(events)] == TITLES
    assert sse.text(events) == "\n\n".join(PARAGRAPHS)


@pytest.mark.parametrize("scripted", [formatted("inline")], indirect=True)
async def test_inline_markers_are_citations_and_the_block_behind_them_the_outline(scripted):
    ids = await scripted.ids()
    marked = "\n\n".join(f"{said} [{one}]" for one, said in zip(ids, PARAGRAPHS, strict=True))
    events = await scripted.ask(marked + SUIVI)
    assert outline(events) == WANTED and sse.text(events) == "\n\n".join(PARAGRAPHS)
    assert [part.json["citationIds"] for part in sse.named(events, "[CITATION_PARAGRAPH]")] == [[one] for one in ids]
    assert "response_format" not in scripted.body and "square brackets" in scripted.system
    assert not events[-1].json["answer"]["hasCitationError"]


@pytest.mark.parametrize("scripted", [formatted("tag")], indirect=True)
async def test_tags_are_paragraphs_and_the_block_behind_them_the_outline(scripted):
    ids = await scripted.ids()
    tagged = "\n".join(f'<p c="{one}">{said}</p>' for one, said in zip(ids, PARAGRAPHS, strict=True))
    events = await scripted.ask(tagged + SUIVI)
    assert outline(events) == WANTED and sse.text(events) == "\n\n".join(PARAGRAPHS)
    assert [part.json["citationIds"] for part in sse.named(events, "[CITATION_PARAGRAPH]")] == [[one] for one in ids]
    assert "response_format" not in scripted.body and "p element" in scripted.system
    assert not events[-1].json["answer"]["hasCitationError"]


async def test_without_a_model_the_sections_are_the_headings_that_were_quoted(sample):
    question = "Summarise what is said about citations"
    events = sse.parse(await sample.ask(question))
    assert sse.text(events)
    sections = sse.named(events, "[OUTLINE]")[0].json["sections"]
    assert [one["id"] for one in sections] == [f"S{number}" for number in range(1, len(sections) + 1)]
    covered = [place for one in sections for place in one["paragraphs"]]
    assert len(sections) > 1 and all(one["paragraphs"] for one in sections)
    assert sorted(covered) == list(range(len(sse.named(events, "[CITATION_PARAGRAPH]"))))


@pytest.mark.parametrize(("count", "says"), [(2, True), (4, False)])
async def test_a_deliverable_with_few_sections_says_so_in_the_answer(scripted, count, says):
    ids = await scripted.ids()
    told = [{"citationIds": [name], "text": said} for name, said in zip(ids, PARAGRAPHS, strict=True)][:count]
    outline = [{"id": f"S{number}", "title": title} for number, title in enumerate(TITLES[:count], start=1)]
    events = await scripted.ask(json.dumps({"paragraphs": told, "outline": outline}))
    shown = [event.json for event in sse.named(events, "[CITATION_PARAGRAPH]")]
    assert ("2 section(s)" in sse.text(events)) is says and len(shown) == count + says
    assert shown[-1].get("own", False) is says
