"""How a model's text ends, case by case."""

from gateway.answer.core.endings import TextEnd, ended
from gateway.answer.reading.parts import Cut, Note, OnlyThought, Title
from tests.support.every import every

INSIDE, BETWEEN = Cut(open_text=True), Cut(open_text=False)
OPEN = Cut(open_text=False, unclosed=True)


def over(cut=None, finish=None, failure=None, *, format="json", known=None):
    return TextEnd(cut, (), finish, failure).judged(format, known)


@every(
    ("ended", "reason", "resumable"),
    [
        (over(None, "stop"), None, False),
        (over(None, "stop", "upstream_error"), None, False),
        (over(None, "length"), None, False),
        (over(None, "length", format="prose"), "truncated", False),
        (over(None, None, "upstream_error"), "upstream_error", False),
        (over(None, "content_filter"), "content_filter", False),
        (over(None, "refusal"), "refusal", False),
        (over(None, "stop", known="limit"), "limit", False),
        (over(INSIDE, "stop"), None, False),
        (over(INSIDE, "length"), "truncated", True),
        (over(INSIDE, "max_tokens"), "truncated", True),
        (over(INSIDE, None), "truncated", True),
        (over(BETWEEN, None, "timeout"), "timeout", True),
        (over(INSIDE, None, "upstream_error"), "upstream_error", True),
        (over(INSIDE, None, "interrupted"), "interrupted", False),
        (over(INSIDE, None, "stopped"), "stopped", False),
        (over(INSIDE, "content_filter"), "content_filter", False),
        (over(INSIDE, "length", known="limit"), "limit", False),
        (over(OPEN, "stop"), "truncated", True),
        (over(OPEN, "tool_calls"), "truncated", True),
        (over(OPEN, "content_filter"), "content_filter", False),
        (over(OPEN, None, "timeout"), "timeout", True),
        (over(OPEN, None, "stopped"), "stopped", False),
    ],
)
def test_the_reason_of_an_end_and_whether_it_can_go_on(ended, reason, resumable):
    assert (ended.reason, ended.resumable("json")) == (reason, resumable)


def test_a_text_of_nothing_can_go_on_as_well():
    assert over(None, None, "upstream_error", format="").resumable("")
    assert not over(None, "stop", format="").resumable("")


@every(
    ("ended", "format", "empty", "degraded", "conclusion"),
    [
        (over(INSIDE, "stop"), "json", False, "truncated", "truncated"),
        (over(INSIDE, "stop"), "tags", False, None, None),
        (over(INSIDE, "length"), "tags", False, "truncated", "truncated"),
        (over(BETWEEN, "stop"), "json", False, None, None),
        (over(BETWEEN, None), "json", False, None, "truncated"),
        (over(INSIDE, None, "timeout"), "json", False, "timeout", "timeout"),
        (over(INSIDE, "refusal"), "json", False, "truncated", "refusal"),
        (over(None, None, "timeout", format="prose"), "prose", False, "timeout", "timeout"),
        (over(None, None, "timeout", format="prose"), "prose", True, None, "timeout"),
        (over(None, "refusal", format="prose"), "prose", False, None, "refusal"),
        (over(None, "stop"), "json", False, None, None),
        (over(OPEN, "stop"), "json", False, None, "truncated"),
        (over(OPEN, "refusal"), "json", False, None, "refusal"),
    ],
)
def test_what_an_end_does_to_the_open_paragraph(ended, format, empty, degraded, conclusion):
    assert (ended.degrades(format, empty), ended.conclusion(format)) == (degraded, conclusion)


def test_the_last_parts_say_whether_it_was_cut_and_what_stood_in_another_shape():
    parts = ["text", Note("preamble", {"text": "x"}), INSIDE, Note("bad_shape", {"strings": ("One two three.",)})]
    ended = TextEnd.after(parts, "stop", None)
    assert (ended.cut, ended.values) == (INSIDE, ["One two three."])
    assert TextEnd.after([], None, "timeout") == TextEnd(None, (), None, "timeout")


def test_all_values_of_a_document_of_another_shape_are_shown():
    assert TextEnd(None, ("4", " One two three. ", "借期"), "stop", None).values == ["4", "One two three.", "借期"]


def test_the_end_tells_of_a_thought_alone():
    parts = [OnlyThought("So."), INSIDE, Title("One")]
    rest, end = ended(parts, "json", "stop", None)
    assert rest == [Title("One")]
    assert (end.cut, end.thought) == (INSIDE, "So.")


def test_only_a_stop_is_the_models_own_end():
    assert over(INSIDE, "stop").own
    assert not over(INSIDE, "stop", "timeout").own
    assert not over(INSIDE, "length").own
    assert [end.left_open for end in (over(OPEN, "stop"), over(OPEN, None, "timeout"), over(BETWEEN, "stop"))] == [
        True,
        False,
        False,
    ]
    assert (over(INSIDE).open_text, over(BETWEEN).open_text, over().open_text) == (True, False, False)
