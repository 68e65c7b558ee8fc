"""Lists, tables, code and formulas that a scripted model writes: one paragraph each, as it was written, behind a real
server; in JSON, in tags and as plain text."""

import pytest

from tests.fakes.upstream import FakeUpstream, answer_json, text
from tests.support import sse
from tests.support.server import running

SOURCE = (
    "# Pump\n\nTo change the filter, switch the pump off, close the inlet valve and open the drain cock. The pump P300 "
    "delivers 40 litres per minute, the pump P500 75 litres per minute. The hydraulic power is the product of density, "
    "gravity, flow and head. The pump is started from a shell with the program `pumpctl`."
)
STRUCTURES = [
    "To change the filter:\n\n1. **Switch** the pump off.\n\n2. Close the inlet valve.\n   - Open the drain cock.",
    "| Pump | Litres per minute |\n|:-----|------:|\n| P300 | **40** |\n| P500 | 75 |",
    "The pump is started from a shell:\n```sh\npumpctl start --for 77\n\npumpctl show\n```",
    "The hydraulic power is the product of density, gravity, flow and head:\n\\[\nP = \\rho_{17} \\cdot g\n\\]",
    "The [pump P300](https://shop.example/catalogue/77) delivers 40 litres per minute[^9].",
]


@pytest.fixture
async def scripted(database_url):
    async with (
        FakeUpstream([]) as upstream,
        running(
            database_url,
            provider="openai",
            openai_base_url=upstream.url,
            openai_model="scripted",
            gate_threshold=0,
        ) as server,
    ):
        added = await server.client.post("/v1/documents", json={"title": "Pump", "text": SOURCE})
        assert added.status_code == 201
        yield server, upstream


def finished(events):
    return [event.json for event in sse.named(events, "[CITATION_PARAGRAPH]")]


def tags(paragraphs):
    return "\n".join(f'<p c="{ids[0]}">{said}</p>' for ids, said in paragraphs)


@pytest.mark.parametrize("size", [1, 3, 50])
@pytest.mark.parametrize("form", ["json", "tags"])
async def test_each_structure_is_one_paragraph_with_its_line_ends(scripted, size, form):
    server, upstream = scripted
    paragraphs = [(["E1"], said) for said in STRUCTURES]
    upstream.script[:] = [answer_json(paragraphs, size) if form == "json" else text(tags(paragraphs), size)]
    answer = await server.client.post("/v1/answers", json={"question": "How is the pump filter changed?"})
    events = sse.parse(answer.content)
    assert [paragraph["text"] for paragraph in finished(events)] == STRUCTURES
    assert sse.text(events) == "\n\n".join(STRUCTURES), "it is shown as it is written"
    for paragraph in finished(events):
        [citation] = paragraph["citations"]
        assert (citation["status"], citation["score"]) == ("ok", 1.0), paragraph["text"]
    replayed = await server.client.get(answer.headers["location"] + "/events", headers={"Last-Event-ID": "1-0"})
    assert replayed.content == answer.content
    stored = (await server.client.get(answer.headers["location"])).json()
    assert [paragraph["text"] for paragraph in stored["paragraphs"]] == STRUCTURES


@pytest.mark.parametrize("size", [1, 4, 200])
async def test_a_list_of_plain_text_is_one_paragraph_with_the_citations_of_its_items(scripted, size):
    server, upstream = scripted
    said = (
        "To change the filter [E1]:\n\n1. Switch the pump off [E1].\n\n2. Close the inlet valve [E1]:\n\n"
        "   ```sh\n   pumpctl stop\n\n   pumpctl show\n   ```\n\n3. Open the drain cock.\n\n"
        "| Pump | Litres per minute |\n|---|---|\n| P300 | 40 | [E1]\n\nThat is all."
    )
    upstream.script[:] = [text(said, size)]
    events = sse.parse(await server.ask("How is the pump filter changed?"))
    bare = said.replace(" [E1]", "")
    first, rest = bare.split("\n\n", 1)
    steps, table, last = rest.rsplit("\n\n", 2)
    assert [(paragraph["text"], paragraph["citationIds"]) for paragraph in finished(events)] == [
        (first, ["E1"]),
        (steps, ["E1"]),
        (table, ["E1"]),
        (last, []),
    ]
    assert sse.text(events) == bare
