"""What limits count, and how their outcome is told."""

import pytest

from gateway.errors import LimitReached
from gateway.limits.access_key import NO_LIMITS, Limits
from gateway.limits.admission import UNLIMITED, Admission

LIMITS = Limits(requests_per_minute=5, running_answers=4, viewers=3, tokens_per_day=2, stored_bytes=1)
STATE = {"of": "key", "most": 5, "left": 2, "reset": 7}


def test_nothing_is_asked_where_no_limit_concerns_what_begins():
    assert UNLIMITED.asked is None
    assert Admission("k", LIMITS).asked is None, "nothing begins"
    assert Admission("k", NO_LIMITS, NO_LIMITS, 1, "a", 0, "v").asked is None
    assert Admission("k", Limits(viewers=1), requests=1).asked is None


def test_what_begins_is_asked_about_and_nothing_else():
    both = Admission("k", LIMITS, Limits(requests_per_minute=9), requests=1)
    assert both.asked["limits"] == {"tenant": {"requests_per_minute": 9}, "key": {"requests_per_minute": 5}}
    answer = Admission("k", LIMITS, answer_uuid="a", reserve=10).asked
    assert answer["limits"]["key"] == {"running_answers": 4, "tokens_per_day": 2}
    assert (answer["answer"], answer["reserve"], answer["requests"], "viewer" in answer) == ("a", 10, 0, False)
    stream = Admission("k", LIMITS, viewer="v", owner="o").asked
    assert stream["limits"] == {"key": {"viewers": 3}} and (stream["viewer"], stream["owner"]) == ("v", "o")


def test_what_is_left_is_told_in_the_fields_of_draft_10():
    admission = Admission("k", LIMITS, requests=1)
    assert admission.outcome(None) == {}
    assert admission.outcome({"refused": None, "requests": [STATE, STATE | {"of": "tenant", "left": 0}]}) == {
        "RateLimit-Policy": '"key";q=5;w=60, "tenant";q=5;w=60',
        "RateLimit": '"key";r=1;t=7, "tenant";r=0;t=7',
    }


def test_a_refusal_says_whose_limit_and_when_to_come_back():
    with pytest.raises(LimitReached) as refused:
        Admission("k", LIMITS, requests=1).outcome(
            {"refused": {"of": "key", "limit": "viewers", "wait": 0}, "requests": [STATE]}
        )
    error = refused.value
    assert error.detail == "This key may have 3 open streams; try again in 1 s."
    assert error.members == {"limit": "viewers", "of": "key"} and error.status == 429
    assert error.headers == {
        "Retry-After": "1",
        "RateLimit-Policy": '"key";q=5;w=60, "key-viewers";q=3',
        "RateLimit": '"key";r=2;t=7, "key-viewers";r=0;t=1',
    }


@pytest.mark.parametrize("wrong", ["viewers", "viewers=", "viewers=x", "viewers=-1", "watchers=1", f"viewers={2**60}"])
def test_limits_are_written_by_name(wrong):
    assert Limits.read(" viewers=2, tokens_per_day = 7,") == Limits(viewers=2, tokens_per_day=7)
    with pytest.raises(ValueError, match="is no limit"):
        Limits.read(wrong)
