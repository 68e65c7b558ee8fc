"""Follow-ups through HTTP: a summary with sections, then questions that point at them, in three languages, with a model
behind it and without one. Debugging statements run as they are printed."""

import itertools
import json
from pathlib import Path

import pytest

from gateway.models.prompt import called
from tests.support import sse
from tests.support.library import TALKS, passages, reading

THREADS = (f"thread-{number}" for number in itertools.count(1))
ROOT = Path(__file__).resolve().parents[2]
GATE = 0.1
"""The documents are tiny: none says much of what a summary of them all is about."""
FIRST_STATEMENT = """SELECT updated_at, last_outline
FROM thread_state
WHERE caller_app = '<caller_app>' AND thread_id = '<thread_id>'
ORDER BY updated_at DESC
LIMIT 1;"""
SECOND_STATEMENT = """SELECT created_at, question, followup_resolved, followup_section_id, followup_ref_type
FROM queries_log
WHERE caller_app = '<caller_app>' AND thread_id = '<thread_id>'
ORDER BY created_at DESC
LIMIT 20;"""


def pointed(followup):
    """What a question pointed at, which its wording tells with the titles."""
    return {name: value for name, value in followup.items() if name != "question"}


class Conversation:
    """One thread of one language."""

    def __init__(self, server, language, documents=(), model=None):
        self.server, self.language, self.documents, self.model = server, language, documents, model
        self.talk, self.fields = TALKS[language], {"caller_app": "app", "thread_id": next(THREADS)}
        if documents:
            self.fields["workspace"] = language

    async def ask(self, question, **fields):
        return await self.server.document(question, **{**self.fields, **fields})

    async def rows(self, statement):
        """The rows of a statement as it is printed, its places filled in, for a person who looks."""
        filled = statement.replace("<caller_app>", "app").replace("<thread_id>", self.fields["thread_id"])
        async with self.server.gateway.database.owner() as (connection, _):
            await connection.raw.execute("set role citestream_ops")
            return await connection.raw.fetch(filled)

    async def log(self):
        (row, *_) = await self.rows(SECOND_STATEMENT.replace("SELECT created_at, question,", "SELECT *,"))
        return row

    async def message_types(self):
        statement = (
            "select type from message where caller_app = '<caller_app>' and thread_id = '<thread_id>' order by seq"
        )
        return [row["type"] for row in await self.rows(statement)]


@pytest.fixture(scope="module")
async def library():
    """A server with a scripted model, shared: every test has a thread of its own."""
    async with reading(gate_threshold=GATE) as made:
        yield made


@pytest.fixture(params=TALKS)
async def modelled(library, request):
    server, documents, reader = library
    reader.forget()
    return Conversation(server, request.param, documents[request.param], reader)


QUOTED = {
    "en": (
        "Summarise how to book the microscope",
        "Detail S2",
        "How far ahead can the confocal microscope be booked?",
        "And for unicorns during spaceship nights?",
        "Why is that?",
    ),
    "fr": (
        "Résume le règlement de la médiathèque",
        "Détaille le point B",
        "Combien coûte l'abonnement annuel ?",
        "Et pour les licornes et les extraterrestres adultes ?",
        "Pourquoi cela ?",
    ),
    "zh": ("总结一下退货政策", "第二点详细说说", "会员的退货期限是多久？", "那独角兽的运费呢？", "为什么呢？"),
}
"""Of the sample documents: a summary, its second section, a question, one that leans on it and one that says
nothing."""


@pytest.fixture(params=QUOTED)
async def quoted(sample, request):
    """The sample documents without a model."""
    return Conversation(sample, request.param)


def sections(talk):
    return [{"id": f"S{number}", "title": title} for number, title in enumerate(talk.titles, 1)]


@pytest.mark.requirement("A1", "A2", "A5", "A8", "A17", "A18", "A19")
async def test_a_section_of_a_summary_is_pointed_at_by_id_letter_and_place(modelled):
    talk, reader = modelled.talk, modelled.model
    summary = await modelled.ask(talk.summarise)
    assert summary["outline"] == summary["meta"]["thread"]["outline"] == sections(talk)
    assert "followup" not in summary["meta"] and "FOLLOWUP_REFERENCE" not in reader.prompt
    for question, kind in zip(talk.second, ("section_id", "letter", "ordinal"), strict=True):
        answer = await modelled.ask(question)
        assert pointed(answer["followup"]) == {"resolved": True, "section_ids": ["S2"], "ref_type": kind}
        assert pointed(answer["meta"]["followup"]) == {"resolved": True, "sectionIds": ["S2"], "refType": kind}
        assert answer["meta"]["thread"]["outline"] == sections(talk), "a detail keeps the outline"
        # Facts are cited, and from the document that the section came from.
        assert answer["answer"] == talk.first_sentences[1] and answer["outline"] == []
        assert [one["payload"]["documentId"] for one in answer["refs"]] == [modelled.documents[1]]
        # The model is told what is meant, and nothing of what was said.
        assert f"<FOLLOWUP_REFERENCE>\n[S2] {talk.titles[1]}\n</FOLLOWUP_REFERENCE>" in reader.prompt
        assert question in reader.prompt and talk.summarise not in str(reader.answered[-1].body)
        assert len(reader.answered[-1].body["messages"]) == 2
        row = await modelled.log()
        assert row["retrieval_query_1"] == row["resolved_question"] == f"{talk.titles[1]} — {question}"
        assert (row["passes"], row["retrieval_query_2"], row["followup_detected"]) == (1, None, True)
    assert reader.condensed == [], "resolving takes no model"
    assert await modelled.message_types() == ["user_request", "response", *["follow_up", "response"] * 3]


@pytest.mark.requirement("A2", "A8", "A17")
async def test_without_a_model_the_section_is_quoted(quoted):
    question, detail, *_ = QUOTED[quoted.language]
    summary = await quoted.ask(question)
    answer = await quoted.ask(detail)
    assert answer["followup"]["section_ids"] == ["S2"] and answer["meta"]["thread"]["outline"] == summary["outline"]
    said = next(one for one in summary["paragraphs"] if one["citation_ids"] and place(summary, one) == "S2")
    source = {one["citation_id"]: one["payload"] for one in summary["refs"]}[said["citation_ids"][0]]
    assert answer["refs"][0]["payload"]["documentId"] == source["documentId"]
    assert answer["refs"] and not answer["no_context"]


def place(summary, paragraph):
    """The section whose title has the heading, or the title, of what the paragraph cites first."""
    payload = {one["citation_id"]: one["payload"] for one in summary["refs"]}[paragraph["citation_ids"][0]]
    heading = (payload["position"].get("heading") or payload["title"]).rsplit(" › ", 1)[-1]
    return next(one["id"] for one in summary["outline"] if heading in one["title"].split(" · "))


@pytest.mark.requirement("A9")
async def test_what_cannot_be_told_is_asked_back_with_the_sections(modelled):
    talk, reader = modelled.talk, modelled.model
    await modelled.ask(talk.summarise)
    reader.forget()
    for question in (talk.vague, talk.ninth):
        answer = await modelled.ask(question)
        listed = "\n".join(f"- {one['id']} {one['title']}" for one in sections(talk))
        assert answer["answer"] == f"{talk.which}\n{listed}"
        assert answer["meta"]["answer"]["source"] == "clarification" and not answer["no_context"]
        assert (answer["meta"]["answer"]["paragraphCount"], answer["meta"]["answer"]["refCount"]) == (1, 0)
        assert not answer["meta"]["answer"]["hasCitationError"] and answer["meta"]["answer"]["complete"]
        assert answer["meta"]["thread"]["outline"] == sections(talk) and not answer["followup"]["resolved"]
        row = await modelled.log()
        assert (row["passes"], row["retrieval_query_1"], row["gate_decision"]) == (0, None, None)
        assert row["followup_detected"] and not row["followup_resolved"]
    assert reader.answered == reader.condensed == [], "no model is asked"
    assert (await modelled.message_types())[2:] == ["follow_up", "clarification"] * 2
    assert (await modelled.ask(talk.second[0]))["followup"]["resolved"], "the answer to it points at a section"


async def test_strict_mode_asks_back_all_the_same(modelled):
    await modelled.ask(modelled.talk.summarise)
    answer = await modelled.ask(modelled.talk.vague, strict=True)
    assert modelled.talk.titles[3] in answer["answer"] and answer["meta"]["answer"]["source"] == "clarification"


@pytest.mark.requirement("A17", "A18")
async def test_several_sections_are_looked_for_each_by_itself(modelled):
    talk, reader = modelled.talk, modelled.model
    await modelled.ask(talk.summarise)
    answer = await modelled.ask(talk.several)
    assert pointed(answer["followup"]) == {"resolved": True, "section_ids": ["S1", "S4"], "ref_type": "multi"}
    first = list(passages(reader.prompt).values())[:2]
    assert set(first) == {talk.documents[name] for name in list(talk.documents)[::3]}
    row = await modelled.log()
    assert row["followup_section_id"] == "S1,S4"
    assert row["retrieval_query_1"].split("\n") == [f"{talk.titles[place]} — {talk.several}" for place in (0, 3)]


LISTED = {
    "en": (
        "What is there to borrow?",
        "1. Books for three weeks\n2. Films for one week",
        "Details on #2 please",
        "number",
    ),
    "fr": (
        "Qu'est-ce qui s'emprunte ?",
        "1. Livre emprunté pour trois semaines\n2. Film emprunté une semaine",
        "Détaille le deuxième",
        "ordinal",
    ),
    "zh": ("图书和影碟可以借出多久？", "1. 借出的图书三周\n2. 借出的影碟一周", "第二点详细说说", "ordinal"),
}


async def test_items_of_a_list_are_pointed_at_and_do_not_replace_the_outline(modelled):
    question, listed, followup, kind = LISTED[modelled.language]
    talk, reader = modelled.talk, modelled.model
    await modelled.ask(talk.summarise)
    reader.says = json.dumps({"paragraphs": [{"citationIds": ["E1"], "text": listed}]}, ensure_ascii=False)
    answer = await modelled.ask(question, deliverable=False)
    assert answer["outline"] == [] and answer["meta"]["thread"]["outline"] == sections(talk)
    reader.says = None
    answer = await modelled.ask(followup)
    assert pointed(answer["followup"]) == {"resolved": True, "section_ids": ["2"], "ref_type": kind}
    row = await modelled.log()
    assert row["retrieval_query_1"] == f"{listed.partition('2. ')[2]} — {followup}"
    answer = await modelled.ask(talk.second[0])
    assert answer["followup"]["section_ids"] == ["S2"], "an id is always the outline's"


SPOKEN = {"en": "English", "fr": "French", "zh": "Chinese"}


async def test_a_bare_choice_is_answered_in_the_language_of_the_conversation(modelled):
    talk, reader = modelled.talk, modelled.model
    await modelled.ask(talk.summarise)
    await modelled.ask(talk.vague)
    assert (await modelled.ask("S2"))["followup"]["section_ids"] == ["S2"]
    assert f"Answer in {SPOKEN[modelled.language]}" in reader.answered[-1].body["messages"][0]["content"]
    history = [
        {"role": "user", "content": talk.summarise},
        {"role": "assistant", "content": f"1) {talk.titles[0]}\n2) {talk.titles[1]}"},
    ]
    await modelled.ask("#2", thread_id=None, conversation_history=history)
    assert f"Answer in {SPOKEN[modelled.language]}" in reader.answered[-1].body["messages"][0]["content"]
    await modelled.ask("S2", language="zh")
    assert "Answer in Chinese" in reader.answered[-1].body["messages"][0]["content"]


SENT_ALONG = [
    ("en", "Some facts.\n\nSUIVI\n[S1] Borrowed book\n[S2] Borrowed film", "Detail S2", "Borrowed film", "S2"),
    (
        "en",
        "1. **Reader card**: five euros.\n2. **Overdue book**: 20 cents.",
        "What is so great about #1?",
        "Reader card",
        "1",
    ),
    ("fr", "A) Livre emprunté\nB) Film emprunté", "Détaille le point B", "Film emprunté", "2"),
    ("zh", "## 借出的图书\n三周。\n\n## 借出的影碟\n一周。", "第二点详细说说", "借出的影碟", "2"),
]


@pytest.mark.parametrize(("language", "said", "question", "title", "name"), SENT_ALONG)
@pytest.mark.requirement("A17")
async def test_a_conversation_that_is_sent_along_can_be_pointed_at_without_a_thread(
    library, language, said, question, title, name
):
    server, documents, reader = library
    reader.forget()
    talk = Conversation(server, language, documents[language], reader)
    history = [{"role": "user", "content": "?"}, {"role": "assistant", "content": said}]
    answer = await talk.ask(question, thread_id=None, conversation_history=history)
    assert answer["followup"]["section_ids"] == [name] and answer["followup"]["resolved"]
    assert f"{called(name)} {title}" in reader.prompt and "thread" not in answer["meta"]
    alone = await talk.ask(question, thread_id=None)
    assert alone["followup"]["ref_type"] != "none" and not alone["followup"]["resolved"]


@pytest.mark.requirement("A3", "A20")
async def test_a_question_that_leans_on_the_one_before_is_looked_up_as_it_is_meant(modelled):
    first, leaning, whole = modelled.talk.leaning
    reader = modelled.model
    await modelled.ask(first, deliverable=False)
    answer = await modelled.ask(leaning)
    row = await modelled.log()
    assert (row["retrieval_query_1"], row["retrieval_query_2"], row["passes"]) == (whole, None, 1)
    assert row["followup_detected"] and not row["followup_resolved"] and row["resolved_question"] == whole
    (request,) = reader.condensed
    shown = request.body["messages"][-1]["content"]
    assert first in shown and leaning in shown
    assert f"<FOLLOWUP_REFERENCE>\n{whole}\n</FOLLOWUP_REFERENCE>" in reader.prompt
    assert not answer["no_context"] and answer["refs"]
    understood = {"resolved": True, "section_ids": [], "ref_type": "context", "question": whole}
    assert answer["followup"] == understood and answer["meta"]["followup"]["question"] == whole
    assert first not in reader.prompt, "the answer itself is asked for without the history"


@pytest.mark.requirement("A3", "A20")
async def test_without_a_model_the_subject_joins_the_question_and_nothing_is_made_up(quoted):
    *_, first, leaning, empty = QUOTED[quoted.language]
    await quoted.ask(first)
    answer = await quoted.ask(leaning)
    row = await quoted.log()
    subject, _, question = row["retrieval_query_2"].partition(" — ")
    assert row["retrieval_query_1"] == leaning == question and row["passes"] == 2
    assert all(word in first for word in subject.split()) and subject
    assert answer["followup"]["question"] == row["resolved_question"] == row["retrieval_query_2"]
    nothing = await quoted.ask(empty)
    assert nothing["no_context"] and nothing["refs"] == [] and nothing["meta"]["answer"]["source"] == "gate"
    row = await quoted.log()
    assert (row["passes"], row["gate_decision"], row["followup_detected"]) == (1, "refused", True)


@pytest.mark.requirement("A15", "A16", "A21", "A22")
async def test_the_debugging_statements_run_as_they_are_printed(modelled):
    talk = modelled.talk
    printed = (ROOT / "docs" / "conversation.md").read_text(encoding="utf-8")
    assert FIRST_STATEMENT in printed and SECOND_STATEMENT in printed
    assert await modelled.rows(FIRST_STATEMENT) == []
    await modelled.ask(talk.summarise)
    await modelled.ask(talk.second[1])
    await modelled.ask(talk.vague)
    (state,) = await modelled.rows(FIRST_STATEMENT)
    outline = state["last_outline"]
    assert [{"id": one["id"], "title": one["title"]} for one in outline] == sections(talk)
    assert [one["document_ids"] for one in outline] == [[document] for document in modelled.documents]
    rows = [tuple(row)[1:] for row in await modelled.rows(SECOND_STATEMENT)]
    assert rows == [
        (talk.vague, False, None, "anaphora"),
        (talk.second[1], True, "S2", "letter"),
        (talk.summarise, False, None, "none"),
    ]


@pytest.mark.requirement("A4", "A16")
async def test_the_state_holds_ids_and_titles_and_no_text_of_a_document(modelled):
    talk = modelled.talk
    await modelled.ask(talk.summarise)
    (row,) = await modelled.rows(FIRST_STATEMENT.replace("updated_at, last_outline", "*"))
    assert row["last_doc_ids"] == modelled.documents and row["last_titles"] == list(talk.documents)
    kept = json.dumps([dict(row)], default=str, ensure_ascii=False)
    assert not any(sentence.strip(".。") in kept for sentence in talk.first_sentences)
    log = await modelled.log()
    assert not any(sentence in str(tuple(log)) for sentence in talk.first_sentences)


@pytest.mark.requirement("A23")
async def test_a_thread_of_another_application_is_another_thread(modelled):
    talk = modelled.talk
    await modelled.ask(talk.summarise)
    answer = await modelled.ask(talk.second[0], caller_app="other")
    assert not answer["followup"]["resolved"] and "outline" not in answer["meta"]["thread"]


async def test_deleting_the_answer_empties_the_outline_that_came_from_it(modelled):
    talk = modelled.talk
    summary = await modelled.ask(talk.summarise)
    await modelled.ask(talk.second[0])
    gone = await modelled.server.client.delete(f"/v1/answers/{summary['answer_uuid']}")
    assert gone.status_code == 204
    (state,) = await modelled.rows(FIRST_STATEMENT)
    assert state["last_outline"] == []
    assert not (await modelled.ask(talk.second[0]))["followup"]["resolved"]


@pytest.mark.parametrize("as_json", [True, False], ids=["field", "block"])
@pytest.mark.requirement("A20")
async def test_a_block_in_the_text_is_the_outline_however_it_is_cut(modelled, as_json):
    talk, reader = modelled.talk, modelled.model
    block = "SUIVI\n" + "\n".join(f"[{one['id']}] {one['title']}" for one in sections(talk))
    said = "\n\n".join([*talk.first_sentences, block])
    reader.says = (
        json.dumps({"paragraphs": [{"citationIds": ["E1"], "text": said}]}, ensure_ascii=False) if as_json else said
    )
    events = sse.parse(await modelled.server.ask(talk.summarise, **modelled.fields))
    assert "SUIVI" not in "".join(event.data for event in events if not event.name)
    assert events[-1].json["thread"]["outline"] == sections(talk)
    reader.says = None
    assert (await modelled.ask(talk.second[1]))["followup"]["section_ids"] == ["S2"]
