"""The answer core as a whole: any cutting, any damage, the same events."""

import gc
import itertools
import json
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.answer.answer import Candidate, Candidates
from gateway.answer.core.lost_paragraphs import Ladder
from gateway.answer.core.paragraph import MAX_PARAGRAPHS
from gateway.answer.core.stream import MOST_BYTES, AnswerStream
from gateway.answer.events import (
    CitationsFinished,
    CoreDecision,
    ParagraphFinished,
    ReferenceShown,
    TextAdded,
    Thinking,
    fold,
)
from gateway.answer.evidence.evidence import EvidenceSettings
from tests.support.effort import examples
from tests.support.every import every
from tests.support.hostile_texts import HOSTILE
from tests.support.malformed import CASES
from tests.support.reading import CANDIDATES, FEES, LIMITS, LOANS, OFF, document, formed, lines, read

OUTLINE = '[{"id":"S1","title":"Loan period"},{"id":"S2","title":"Late fees"}]'
GOOD = document((["E1"], LOANS), (["E2", "E9"], FEES), outline=OUTLINE)


@pytest.mark.parametrize("model", [GOOD, "Plain [E1].\n\nSUIVI\n[S1] Loans\n", '<think>a\n\nb</think><p c="E1">x</p>'])
def test_every_two_way_split_gives_equal_events(model):
    whole = read(model).shape
    for position in range(len(model) + 1):
        assert read([model[:position], model[position:]]).shape == whole


@every("position", range(0, len(GOOD), 3))
def test_an_answer_cut_anywhere_shows_no_json(position):
    found = read(GOOD[:position], None)
    assert found.summary.text == "\n\n".join((LOANS, FEES))[: len(found.summary.text)]
    assert found.summary.complete is False or not found.summary.text


@pytest.mark.parametrize("aside", [False, True], ids=["text", "reasoning"])
def test_what_a_long_text_holds_in_memory_is_what_it_says(aside):
    """Not the pieces that it came in, which take ten times as much."""
    stream, pieces = AnswerStream(CANDIDATES, language="en"), [f" w{number}" for number in range(1000, 3500)]
    stream.receive(document((["E1"], LOANS), (["E2"], FEES)).removesuffix('"}]}'))

    def written():
        for piece in pieces:
            if aside:
                stream.think("".join(list(piece)))
            else:
                stream.receive("".join(list(piece)))

    gc.collect()
    tracemalloc.start()
    try:
        written()
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    size = len("".join(pieces))
    assert held < 4 * size, f"{held} bytes for {size}"


def test_order_in_a_paragraph_is_text_then_new_references_then_the_paragraph():
    found = read(document((["E1"], "one a"), (["E2", "E1"], "two b")))
    names = [name for name, _ in itertools.groupby(type(event).__name__ for event in found.events)]
    assert names == ["TextAdded", "ReferenceShown", "ParagraphFinished"] * 2
    assert found.references == ["E1", "E2"]


def test_the_two_newlines_between_paragraphs_end_the_earlier_ones_last_piece():
    found = read(list(document((["E1"], "one a"), (["E2"], "two b"))))
    before = ""
    for event in found.events:
        if isinstance(event, TextAdded):
            before += event.text
        elif isinstance(event, ParagraphFinished):
            assert before == ("one a\n\n", "two b")[event.index]
            before = ""


def test_the_last_paragraph_before_an_outline_has_no_newlines_behind_it():
    assert read(list(GOOD)).text == f"{LOANS}\n\n{FEES}"


def test_text_is_shown_while_its_paragraph_is_open():
    stream = AnswerStream(CANDIDATES, language="en", evidence=OFF)
    assert stream.receive('{"paragraphs":[{"citationIds":["E1"],"text":"The loan') == [TextAdded("The loa")]
    assert stream.receive(" period") == [TextAdded("n perio")]


def test_a_reference_is_not_shown_before_its_paragraph_is_complete():
    stream = AnswerStream(CANDIDATES, language="en", evidence=OFF)
    early = stream.receive('{"paragraphs":[{"citationIds":["E1"],"text":"The loan period"')
    assert not any(isinstance(item, ReferenceShown) for item in early)


def test_a_citation_without_evidence_is_dropped_and_counted():
    found = read(
        document((["E2"], "Zebras graze quietly under distant volcanic mountains.")), evidence=EvidenceSettings()
    )
    assert found.references == []
    assert found.paragraphs[0].citation_ids == []
    assert found.summary.citation_status["dropped"] == 1
    assert found.summary.has_citation_error is False


def test_a_citation_with_evidence_is_ok_and_points_at_its_sentence():
    found = read(document((["E1"], LOANS)), evidence=EvidenceSettings())
    citation = found.paragraphs[0].citations[0]
    assert (citation.status, citation.score) == ("ok", 1.0)
    assert [(part.start, part.end) for part in citation.evidence] == [(0, len(LOANS))]


def test_thoughts_beside_the_text_pass_through():
    stream = AnswerStream(CANDIDATES, language="en", evidence=OFF)
    out = stream.think("\nLet me\r") + stream.think("\nsee\x00") + stream.receive("Plain text") + stream.close("stop")
    thoughts = [item.text for item in out if isinstance(item, Thinking)]
    assert "".join(thoughts) == "Let me\nsee"
    assert all(not text.startswith("\n") for text in thoughts)


def test_all_of_a_thought_is_released_before_the_text_that_follows():
    stream = AnswerStream(CANDIDATES, language="en", evidence=OFF)
    out = stream.think("Let me see\n") + stream.receive('{"paragraphs":[{"text":"one a') + stream.receive(" b")
    assert out == [Thinking("Let me se"), Thinking("e"), TextAdded("one "), TextAdded("a ")]


@pytest.mark.parametrize("failure", [None, "upstream_error", "timeout"])
@pytest.mark.parametrize("aside", [True, False], ids=["beside the text", "in the text"])
def test_nothing_of_a_thought_is_held_back_behind_the_end_of_its_text(aside, failure):
    stream = AnswerStream(CANDIDATES, language="en", evidence=OFF)
    out = stream.think("Let me see \ud83d") if aside else stream.receive("<think>Let me see </")
    out += stream.end(None, failure)
    assert "".join(item.text for item in out if isinstance(item, Thinking)) == (
        "Let me see \ufffd" if aside else "Let me see </"
    )


def test_thoughts_are_kept_when_no_text_follows():
    assert read("<think>all there is").thinking == "all there is"


def test_plain_text_without_markers_names_the_candidates_that_support_it():
    found = read(f"As you ask: {FEES}", evidence=EvidenceSettings())
    assert found.summary.references == ("E2",)
    assert (found.summary.is_ref_embedding, found.summary.is_ref_graph) == (True, False)
    assert found.paragraphs == []


@pytest.mark.parametrize(
    ("said", "options", "references", "cited"),
    [
        ("Nothing like it.", {}, (), False),
        (f"As you ask: {FEES}", {}, ("E2",), False),
        (f"As you ask: {FEES}", {"citation_mode": "none"}, (), False),
        (f"As you ask: {FEES}", {"citation_mode": "answer"}, ("E2",), False),
        (document((["E2"], FEES)), {"citation_mode": "answer"}, ("E2",), True),
        (document((["E2"], FEES)), {}, ("E2",), True),
        (document(([], FEES)), {}, (), False),
    ],
)
def test_the_sources_at_the_end_are_the_references_and_all_that_was_offered(said, options, references, cited):
    stream = AnswerStream(CANDIDATES, language="en", **formed(options))
    out = [*stream.receive(said), *stream.close("stop"), *stream.sources]
    assert stream.summary.references == references and stream.summary.cited is cited
    assert [event.citation_id for event in out if isinstance(event, ReferenceShown)] == list(references)
    assert out[-1] == CitationsFinished(
        stream.summary.paragraph_count, len(references), tuple(candidate.offer for candidate in CANDIDATES)
    )
    assert all("text" not in offer for offer in out[-1].offered)


def test_what_a_takeover_finds_behind_the_text_counts_as_shown_and_not_as_cited():
    stream = AnswerStream(CANDIDATES, language="en")
    first = [*stream.receive(f"As you ask: {FEES}"), *stream.close("stop"), *stream.sources][:-1]
    again = AnswerStream(CANDIDATES, language="en")
    again.restore([event for event in first if not isinstance(event, CoreDecision)])
    again.close("stop")
    assert not again.summary.cited and not any(isinstance(event, ReferenceShown) for event in again.sources)


def test_a_graph_reference_is_told_apart():
    graph = Candidates([Candidate("G1", "graph", {"vertices": [], "edges": []}, 1.0, 1)])
    summary = read(document((["G1"], "one a")), candidates=graph).summary
    assert (summary.is_ref_embedding, summary.is_ref_graph) == (False, True)


@pytest.mark.parametrize(("mode", "references"), [("answer", ("E1",)), ("none", ())])
def test_other_citation_modes_send_no_citation_events(mode, references):
    found = read(document((["E1"], "one a")), citation_mode=mode)
    assert found.paragraphs == []
    assert found.references == []
    assert found.summary.references == references
    assert (found.summary.paragraph_count, found.summary.ref_count, found.summary.text) == (0, 0, "one a")


@pytest.mark.parametrize("reason", ["upstream_error", "timeout", "interrupted", "stopped", "budget"])
def test_a_failure_degrades_the_open_paragraph_and_keeps_the_finished_ones(reason):
    found = read(document((["E1"], "one a"), (["E2"], "two b"))[:-6], None, reason)
    assert [(p.text, p.degraded) for p in found.paragraphs] == [("one a", None), ("two", reason)]
    assert found.summary.degraded_reason == reason
    assert found.summary.complete is False
    assert found.summary.has_citation_error is (reason in ("upstream_error", "timeout", "interrupted"))


def test_a_failure_behind_a_closed_document_and_a_finish_reason_is_none():
    assert read(document((["E1"], "one a")), "stop", "upstream_error").summary.complete is True
    assert read(document((["E1"], "one a")), None, "upstream_error").summary.complete is False


def test_a_failure_in_plain_text_names_the_failure():
    summary = read("Plain text, cut", None, "timeout").summary
    assert (summary.citation_mode, summary.degraded_reason, summary.complete) == ("answer", "timeout", False)


def test_a_refusal_is_complete():
    summary = read("I cannot help with that.", "refusal").summary
    assert (summary.degraded_reason, summary.complete, summary.has_citation_error) == ("refusal", True, False)


def test_the_paragraph_cap_ends_the_answer():
    model = document(*[(["E1"], f"p{n}") for n in range(MAX_PARAGRAPHS + 5)])
    found = read(model)
    assert found.summary.paragraph_count == MAX_PARAGRAPHS
    assert (found.summary.degraded_reason, found.summary.complete) == ("limit", False)
    assert read([model[at : at + 97] for at in range(0, len(model), 97)]).shape == found.shape


def test_the_answer_cap_ends_the_answer():
    stream = AnswerStream(CANDIDATES, language="en", evidence=OFF)
    for _ in range(MOST_BYTES // 1000 + 1):
        stream.receive("x" * 999 + "\n")
    assert stream.full
    assert stream.receive("more") == []
    stream.close("stop")
    assert stream.close("stop") == []
    assert (stream.summary.degraded_reason, stream.summary.complete) == ("limit", False)
    assert len(stream.summary.text) <= MOST_BYTES


def test_a_paragraph_over_its_cap_is_cut_at_a_blank_into_the_next_one():
    text = ("word " * 5000).strip()
    found = read(document((["E1"], text)))
    assert len(found.paragraphs) == 2
    assert all(len(p.text) <= 16384 and p.citation_ids == ["E1"] for p in found.paragraphs)
    assert " ".join(p.text for p in found.paragraphs) == text
    assert found.text == "\n\n".join(p.text for p in found.paragraphs)


def test_the_outline_of_the_document_becomes_sections_with_their_paragraphs():
    assert read(GOOD).outline == [("Loan period", (0,)), ("Late fees", (1,))]


@pytest.mark.requirement("A10")
@pytest.mark.parametrize(
    "model",
    [
        f"{LOANS} [E1]\n\n{FEES} [E2]\n\nSUIVI\n[S1] Loan period\n[S2] Late fees",
        document((["E1"], LOANS), (["E2"], f"{FEES}\n\nSUIVI\n[S1] Loan period\n[S2] Late fees")),
        document((["E1"], LOANS), (["E2"], FEES)) + "\n\nSUIVI\n[S1] Loan period\n[S2] Late fees\n",
    ],
)
def test_a_suivi_block_is_an_outline_and_never_text(model):
    found = read(list(model))
    assert found.outline == [("Loan period", (0,)), ("Late fees", (1,))]
    assert found.summary.text == f"{LOANS}\n\n{FEES}"


def test_a_deliverable_without_an_outline_is_noted():
    assert "outline_missing" in read(document((["E1"], "one a")), deliverable=True).kinds


def test_an_answer_that_found_nothing_owes_no_outline():
    for sentence in ("The knowledge base has no evidence for it.", "未在知识库中找到依据。"):
        assert "outline_missing" not in read(document(([], sentence)), deliverable=True).kinds


def test_plain_text_that_was_asked_for_is_no_loss_of_format():
    found = read(f"Intro text.\n\n{LOANS} [E1]\n\nNo marker here.", inline=True)
    assert [(paragraph.text, paragraph.citation_ids, paragraph.degraded) for paragraph in found.paragraphs] == [
        ("Intro text.", [], None),
        (LOANS, ["E1"], None),
        ("No marker here.", [], None),
    ]
    assert "format_lost" not in found.kinds
    assert (found.summary.has_citation_error, found.summary.degraded_reason) == (False, None)
    cut = read(f"{LOANS} [E1]\n\nAnd so", "length", inline=True)
    assert [paragraph.degraded for paragraph in cut.paragraphs] == [None, "truncated"]


def test_the_cap_of_an_answer_counts_bytes():
    text = "界" * MOST_BYTES
    found = read([text[at : at + 999] for at in range(0, len(text), 999)], inline=True)
    assert (len(found.summary.text.replace("\n", "")), found.summary.degraded_reason) == (MOST_BYTES // 3, "limit")


@pytest.mark.requirement("A14")
def test_paragraphs_behind_the_outline_are_not_shown():
    found = read('{"paragraphs":["one a"],"outline":["x"],"text":"late"}')
    assert found.summary.text == "one a"
    assert "text_after_list" in found.kinds


words_ = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=30)
texts = st.lists(st.one_of(words_, st.sampled_from(HOSTILE), st.just("\n")), min_size=1, max_size=5).map("".join)


def shown(text):
    """What must be seen of a paragraph that the document holds: everything but newlines around it."""
    return lines(text).strip("\n")


READ = ("SUIVI", "[E1]", "\\")
"""An outline, a marker, an escape: a text that has none of them is shown as it is."""


def test_a_long_key_of_others_is_one_wherever_the_text_is_cut():
    model = (
        '{"paragraphs"[DONE]:[{"pref 1pref 1citationIds":["E1"],"text":"one a"},{"citationIds":["E2"],"text":"two b"}]}'
    )
    assert read(list(model), evidence=EvidenceSettings()).summary.text == "one a\n\ntwo b"


@settings(max_examples=examples(150), deadline=None)
@given(
    st.lists(
        texts.filter(lambda text: text.strip() and not any(sign in text for sign in READ)), min_size=1, max_size=4
    ),
    st.randoms(),
)
def test_no_character_of_a_valid_document_is_lost_or_altered(paragraphs, generator):
    model = document(*[(["E1"], text) for text in paragraphs])
    whole = read(model)
    assert [p.text.strip() for p in whole.paragraphs] == [shown(text).strip() for text in paragraphs]
    assert whole.summary.text == "\n\n".join(p.text for p in whole.paragraphs)
    places = sorted(generator.randrange(len(model) + 1) for _ in range(5))
    pieces = [model[a:b] for a, b in zip([0, *places], [*places, len(model)], strict=True)]
    assert read(pieces).shape == whole.shape


@settings(max_examples=examples(200), deadline=None)
@given(st.data())
def test_a_corrupted_answer_keeps_the_invariants(data):
    model = data.draw(st.sampled_from([case.model for case in CASES] + [GOOD]))
    for _ in range(data.draw(st.integers(1, 4))):
        position = data.draw(st.integers(0, len(model)))
        removed = data.draw(st.integers(0, 5))
        model = (
            model[:position]
            + data.draw(st.sampled_from([*HOSTILE, "", '"', "\ud83d", "\r", "//", "{"]))
            + model[position + removed :]
        )
    finish = data.draw(st.sampled_from(["stop", None, "length"]))
    whole = read(model, finish, evidence=EvidenceSettings())
    assert read(list(model), finish, evidence=EvidenceSettings()).shape == whole.shape
    assert [p.index for p in whole.paragraphs] == list(range(len(whole.paragraphs)))
    assert len(set(whole.references)) == len(whole.references)
    if whole.summary.citation_mode == "paragraph":
        assert whole.summary.text == "\n\n".join(p.text for p in whole.paragraphs)
    assert fold(whole.events).text == whole.summary.text
    for paragraph in whole.paragraphs:
        assert set(paragraph.citation_ids) <= {"E1", "E2", "E3"}
        assert not (paragraph.degraded and paragraph.citation_ids)
        assert paragraph.text == paragraph.text.strip("\n") != ""


@settings(max_examples=examples(150), deadline=None)
@given(
    st.lists(
        st.sampled_from([*HOSTILE, "{", "[", '"', ":", ",", "}", "]", "<p c=E1>", "\n\n", "x", "text", "\ud83d", "\r"]),
        max_size=20,
    )
)
def test_any_text_at_all_is_read_the_same_however_it_is_cut(parts):
    model = "".join(parts)
    assert read(list(model)).shape == read(model).shape


def test_plain_text_stays_as_written():
    for text in ("arr[0] and pref 1", "a\n\n\n\nb", "$x_{1}$ {y}", "- [ ] task\n- [x] done", "| a | b |\n|---|---|"):
        assert read(list(text)).summary.text == text


def test_a_document_of_one_line_of_json_per_answer_costs_no_more_than_its_length():
    """Held back is bounded: what waits inside the reader never grows with the answer."""
    stream = AnswerStream(CANDIDATES, language="en", evidence=OFF)
    model = json.dumps({"paragraphs": [{"citationIds": ["E1"], "text": '{[\\ " },' * 3000}]})
    longest = 0
    for at in range(0, len(model), 7):
        stream.receive(model[at : at + 7])
        longest = max(longest, len(stream._text._model._buffer))
    assert longest < 300


@pytest.mark.parametrize(
    "model",
    [
        document((["E1"], LOANS), (["E2"], FEES), (["E3"], LIMITS)),
        "".join(f'<p c="E{n}">{text}</p>' for n, text in enumerate((LOANS, FEES, LIMITS), 1)),
        "\n\n".join(f"{text} [E{n}]" for n, text in enumerate((LOANS, FEES, LIMITS), 1)),
    ],
    ids=["json", "tags", "markers"],
)
def test_halted_anywhere_an_answer_ends_at_a_paragraph(model):
    """Whole paragraphs, one at least, and `budget` exactly when one is missing."""
    lengths = set()
    for at in range(len(model) + 1):
        stream = AnswerStream(CANDIDATES, language="en", evidence=OFF)
        out = stream.receive(model[:at])
        stream.halt()
        for letter in model[at:]:
            if stream.full:
                break
            out += stream.receive(letter)
        out += stream.close(None if stream.full else "stop")
        finished = [event for event in out if isinstance(event, ParagraphFinished)]
        lengths.add(len(finished))
        assert [paragraph.text for paragraph in finished] == [LOANS, FEES, LIMITS][: len(finished)]
        assert all(paragraph.degraded is None for paragraph in finished)
        whole = len(finished) == 3
        assert (stream.summary.degraded_reason, stream.summary.complete) == (None if whole else "budget", whole)
        assert stream.summary.text == "\n\n".join(paragraph.text for paragraph in finished)
    assert lengths == {1, 2, 3}


def test_two_caps_at_once_are_one_limit():
    found = read(document(*[(["E1"], f"{n} " + "word " * 220) for n in range(MAX_PARAGRAPHS + 100)]))
    assert found.kinds.count("limit") == 1 and found.summary.paragraph_count == MAX_PARAGRAPHS


def test_ids_of_a_paragraph_that_is_not_shown_are_counted():
    model = '{"paragraphs":[{"citationIds":["E1"],"text":"one a"}],"outline":["One"],"paragraphs":[{"citationIds":["E2"],"text":"two b"}]}'
    found = read(model)
    assert [paragraph.text for paragraph in found.paragraphs] == ["one a"] and "text_after_list" in found.kinds
    assert found.summary.citation_status["dropped"] == 1


def test_what_is_accepted_can_be_asked_for_at_any_time():
    stream = AnswerStream(CANDIDATES, language="en", evidence=OFF)
    assert stream.accepted == ()
    stream.receive(document((["E1"], LOANS), ([], FEES))[:-3])
    assert [paragraph.text for paragraph in stream.accepted] == [LOANS]


def test_an_answer_that_a_server_took_for_a_thought_is_shown():
    """The tag that closes the thought never came, so that a server put all of the text beside it."""
    stream = AnswerStream(CANDIDATES, language="en", evidence=OFF)
    out = stream.think("Let me see.\n" + GOOD[:40]) + stream.think(GOOD[40:]) + stream.close("stop")
    paragraphs = [event for event in out if isinstance(event, ParagraphFinished)]
    assert [(paragraph.text, paragraph.citation_ids) for paragraph in paragraphs] == [(LOANS, ["E1"]), (FEES, ["E2"])]
    assert stream.summary.complete and not stream.summary.has_citation_error


def test_reasoning_without_an_answer_is_none():
    stream = AnswerStream(CANDIDATES, language="en", evidence=OFF)
    stream.think("Let me see.")
    stream.close("stop")
    assert stream.summary.text == ""


@pytest.mark.parametrize("inline", [False, True])
def test_a_thought_in_place_of_an_answer_is_marked(inline):
    found = read("<think>Loans last three weeks.", inline=inline)
    assert (found.text, found.summary.degraded_reason) == ("Loans last three weeks.", "not_json")
    assert found.thinking == "Loans last three weeks."


@every("begun", ["<think>So", '{"paragraphs":[{"citationIds":["E3"],"text":"T', "Plai", "{"])
@every("ladder", [Ladder(), Ladder(strict=True)])
def test_a_text_that_broke_off_before_anything_was_shown_is_no_part_of_the_next_one(begun, ladder):
    stream = AnswerStream(CANDIDATES, language="en", ladder=ladder)
    stream.receive(begun)
    assert stream.summary.text == ""
    stream.end(failure="upstream_error")
    assert stream.resumable
    stream.resume()
    out = stream.receive(GOOD) + stream.close("stop")
    paragraphs = [event for event in out if isinstance(event, ParagraphFinished)]
    assert [(paragraph.text, paragraph.citation_ids) for paragraph in paragraphs] == [(LOANS, ["E1"]), (FEES, ["E2"])]


def test_plain_text_that_another_process_goes_on_with_has_paragraphs_and_still_only_supporters():
    stream = AnswerStream(CANDIDATES, language="en")
    stream.restore([TextAdded("Welcome.\n\n"), ParagraphFinished(0, "Welcome.")])
    stream.receive(f"As you ask: {FEES}")
    stream.close("stop")
    assert [paragraph.degraded for paragraph in stream.accepted] == [None, "not_json"]
    assert stream.summary.references == ("E2",) and not stream.summary.cited and stream.summary.ref_count == 0
    assert [event.citation_id for event in stream.sources if isinstance(event, ReferenceShown)] == ["E2"]
