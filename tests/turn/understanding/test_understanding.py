"""What a question means in its conversation."""

import pytest

from gateway.conversation.followups.thread_state import OutlineEntry, ThreadState
from gateway.conversation.question import Message, Question
from gateway.turn.understanding.understanding import SearchRequest, Understanding, list_of

ID = "{0}0000000-0000-4000-8000-000000000000"
OUTLINE = tuple(
    OutlineEntry(f"S{number}", title, (number - 1,), (ID.format(number), f"theirs {number}"))
    for number, title in enumerate(["Books", "Late fees", "Reader cards"], start=1)
)
STATE = ThreadState(outline=OUTLINE, listed=(OutlineEntry("1", "Weekdays"), OutlineEntry("2", "Weekends")))
BECAUSE = Message("assistant", "For years.")
SAID = (Message("user", "?"), Message("assistant", "1. Wine\n2. Water"))


class Threads:
    def __init__(self, state=None):
        self.stored, self.asked = state, []

    async def state(self, question):
        self.asked.append(question)
        return self.stored

    async def previous(self, question):
        return (Message("user", "from the thread"),)


def asked(text, language="en", **fields):
    return Question("default", text, language, **{"thread_id": "t", **fields})


async def understood(text, state=STATE, context="resolved", **fields):
    return await Understanding(Threads(state), context).of(asked(text, **fields))


@pytest.mark.requirement("A18")
async def test_a_section_is_looked_for_by_its_title_first_where_it_came_from():
    found = await understood("And the fees of S2 for children?")
    assert found.lookups == (
        SearchRequest("Late fees — And the fees of S2 for children?", "Late fees fees children", (ID.format(2),)),
    )
    assert found.facts == {
        "resolved": True,
        "ref_type": "section_id",
        "section_ids": ["S2"],
        "titles": ["Late fees"],
        "matched": ["S2"],
    }
    assert not found.leans and found.choices == ()


@pytest.mark.parametrize("question", ["How long are books lent?", "And the cats?", " Zwei "])
async def test_anything_else_is_looked_for_as_it_is(question):
    found = await understood(question)
    assert found.lookups == (SearchRequest(question, question),)


async def test_of_a_long_question_its_gist_is_looked_for_and_the_whole_is_what_is_meant():
    long = f"{'Grey parrots eat seeds. ' * 300}And the fees of S2 for children?"
    found = await understood(f"And the fees of S2 for children? {long}")
    assert [entry.id for entry in found.followup.sections] == ["S2"]
    (looked_for,) = found.lookups
    assert looked_for.text.startswith("Late fees — ") and looked_for.text.endswith("for children?")
    assert len(looked_for.text) < 1100 < len(found.resolved)
    assert found.resolved == f"Late fees — And the fees of S2 for children? {long}"


async def test_of_a_deliverable_its_topic_is_looked_for():
    found = await understood("Write a report on loans", state=None, deliverable=True)
    assert found.lookups[0].text == "a on loans"


@pytest.mark.parametrize(
    ("newer", "ids"), [(False, ["S1", "S2", "S3"]), (True, ["1", "2", "S1", "S2", "S3"])], ids=["outline", "list"]
)
async def test_the_choice_begins_with_what_was_said_last(newer, ids):
    state = ThreadState(outline=STATE.outline, listed=STATE.listed, listed_newer=newer)
    assert [entry.id for entry in (await understood("Tell me more", state)).choices] == ids


def test_choices_are_called_as_a_follow_up_can_call_them():
    assert list_of([OUTLINE[0], STATE.listed[1]]) == "- S1 Books\n- #2 Weekends"


async def test_without_a_thread_the_conversation_that_is_sent_along_says_what_is_meant():
    found = await Understanding().of(asked("Detail #2", thread_id=None, history=SAID))
    assert found.lookups[0].text == "Water — Detail #2" and found.outline == ()


async def test_the_state_of_the_thread_goes_before_what_is_sent_along():
    assert (await understood("Detail the second point", history=SAID)).lookups[0].subject == "Late fees"
    alone = await understood("Detail the second point", state=None, history=SAID)
    assert alone.lookups[0].subject == "Water"


@pytest.mark.parametrize("question", ["Detail S2", "Tell me more", "And the cats?"])
async def test_strict_looks_for_the_latest_question_alone(question):
    found = await understood(question, context="strict")
    assert found.lookups == (SearchRequest(question, question),)
    assert found.facts == {} and found.choices == () and not found.leans
    assert [section["id"] for section in found.outline] == ["S1", "S2", "S3"], "the thread still has its outline"


async def test_what_is_leaned_on_is_what_was_sent_along_else_the_threads():
    asking = Message("user", "How long is wine kept?")
    understanding = Understanding(Threads())
    found = await understanding.of(asked("And water?", history=(asking, BECAUSE)))
    context = await understanding.context(found)
    assert found.leaning == "sure" and context.subject == "long wine kept" and context.previous == (asking, BECAUSE)
    context = await understanding.context(await understanding.of(asked("And water?")))
    assert context.previous == (Message("user", "from the thread"),) and context.subject == "thread"
    assert await Understanding().context(await Understanding().of(asked("And water?"))) is None


async def test_the_documents_that_were_cited_go_with_the_context_where_they_are_ours():
    state = ThreadState(document_ids=(ID.format(1), "theirs"))
    understanding = Understanding(Threads(state))
    context = await understanding.context(await understanding.of(asked("And water?")))
    assert context.document_ids == (ID.format(1),)


@pytest.mark.parametrize(
    ("question", "leaning"),
    [
        ("Detail S2", "none"),
        ("Tell me more", "none"),
        ("How long are books lent by the library of Alexandria?", "none"),
        ("How long are they lent?", "sure"),
        ("What is the fee?", "perhaps"),
    ],
)
async def test_a_question_leans_where_it_points_at_nothing_that_is_known(question, leaning):
    assert (await understood(question)).leaning == leaning


async def test_what_points_at_nothing_leans_where_there_is_nothing_to_choose_from():
    assert (await understood("Detail S2", state=None)).leaning == "perhaps"
    assert (await understood("And the second one?", state=None)).leaning == "sure"


class Walked(Threads):
    async def previous(self, question):
        return (Message("user", "Late fees — Detail S2"), Message("assistant", "Ten cents."))


async def test_one_goes_on_in_a_list_from_what_was_spoken_of_last():
    understanding = Understanding(Walked(ThreadState(outline=OUTLINE)))
    found = {text: (await understanding.of(asked(text))).followup for text in ("The next one?", "And the others?")}
    assert [[entry.id for entry in followup.sections] for followup in found.values()] == [["S3"], ["S1", "S3"]]
    assert (await understanding.of(asked("Both"))).choices == OUTLINE


@pytest.mark.parametrize(
    ("question", "leans"),
    [("Which towns does it lie between?", True), ("Puis-je prendre mon vélo dans le train ?", False)],
)
async def test_a_question_that_surely_leans_needs_what_was_said(question, leans):
    assert (await understood(question)).leans is leans
