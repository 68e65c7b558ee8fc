"""How a model's text ends, case by case."""

import pytest

from gateway.answer.endings import Over
from gateway.answer.parts import Cut

INSIDE, BETWEEN = Cut(open_text=True), Cut(open_text=False)


def over(cut=None, finish=None, failure=None, *, format="json", known=None):
    return Over(cut, (), finish, failure).judged(format, known)


@pytest.mark.parametrize(
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
    ],
)
def test_the_reason_of_an_end_and_whether_it_can_go_on(ended, reason, resumable):
    assert (ended.reason, ended.resumable("json")) == (reason, resumable)


def test_a_text_of_nothing_can_go_on_as_well():
    assert over(None, None, "upstream_error", format="").resumable("")
    assert not over(None, "stop", format="").resumable("")


@pytest.mark.parametrize(
    ("ended", "format", "empty", "degraded", "unfinished"),
    [
        (over(INSIDE, "stop"), "json", False, "truncated", True),
        (over(INSIDE, "stop"), "tags", False, None, False),
        (over(INSIDE, "length"), "tags", False, "truncated", True),
        (over(BETWEEN, "stop"), "json", False, None, False),
        (over(BETWEEN, None), "json", False, None, True),
        (over(INSIDE, None, "timeout"), "json", False, "timeout", True),
        (over(INSIDE, "refusal"), "json", False, "truncated", True),
        (over(None, None, "timeout", format="prose"), "prose", False, "timeout", False),
        (over(None, None, "timeout", format="prose"), "prose", True, None, False),
        (over(None, "refusal", format="prose"), "prose", False, None, False),
        (over(None, "stop"), "json", False, None, False),
    ],
)
def test_what_an_end_does_to_the_open_paragraph(ended, format, empty, degraded, unfinished):
    assert (ended.degrades(format, empty), ended.unfinished(format)) == (degraded, unfinished)


def test_only_a_stop_is_the_models_own_end():
    assert over(INSIDE, "stop").own
    assert not over(INSIDE, "stop", "timeout").own
    assert not over(INSIDE, "length").own
    assert (over(INSIDE).open_text, over(BETWEEN).open_text, over().open_text) == (True, False, False)
