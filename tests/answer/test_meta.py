"""META: exact names, and nothing that old clients would trip over."""

from gateway.answer.answer import Candidates
from gateway.answer.meta import meta
from gateway.answer.stream import AnswerStream

FIELDS = {
    "question_uuid": "q",
    "answer_uuid": "a",
    "question_tokens": 3,
    "answer_tokens": 5,
    "source": "model",
    "provider": "openai",
    "model": "m",
    "total_ms": 9,
}


def said(**fields):
    stream = AnswerStream(Candidates(), language="en")
    stream.receive('{"paragraphs":[{"citationIds":[],"text":"Yes."}]}')
    stream.close("stop")
    return meta(stream.summary, **{**FIELDS, "first_text_ms": 4, **fields})


def test_the_names_are_the_protocols():
    assert said() == {
        "question": {"tokens": 3, "uuid": "q"},
        "answer": {
            "tokens": 5,
            "uuid": "a",
            "isRefEmbedding": False,
            "isRefGraph": False,
            "citationMode": "paragraph",
            "paragraphCount": 1,
            "refCount": 0,
            "hasCitationError": False,
            "degradedReason": None,
            "complete": True,
            "source": "model",
            "citationStatus": {"ok": 0, "weak": 0, "moved": 0, "unchecked": 0, "dropped": 0},
        },
        "model": {"provider": "openai", "name": "m"},
        "timings": {"firstTextMs": 4, "totalMs": 9},
    }


def test_what_is_absent_is_left_out():
    assert "firstTextMs" not in said(first_text_ms=None)["timings"]
    assert said(thread_id="t", warnings=["w"]).items() >= {"thread": {"threadId": "t"}, "warnings": ["w"]}.items()
