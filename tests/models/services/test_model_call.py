"""One request to a model as it is told."""

from types import SimpleNamespace

from gateway.conversation.usage import Usage
from gateway.models.services.model_call import ModelCall
from gateway.telemetry.families import REGISTRY
from gateway.telemetry.tracing import traces


def tokens(kind, **labels):
    return REGISTRY.get_sample_value("citestream_tokens_total", {"kind": kind, **labels}) or 0


class Noted:
    def __init__(self):
        self.attributes = {}

    def set(self, **attributes):
        self.attributes |= attributes

    def failed(self, error):
        self.attributes["failed"] = error


def test_tokens_are_counted_by_kind_and_whether_the_service_counted_them():
    labels = {"counted": "yes", "provider": "tested", "model": "m"}
    before = tokens("prompt", **labels), tokens("answer", **labels)
    with ModelCall.opened(SimpleNamespace(name="tested", model="m"), "answer") as call:
        call.ended(Usage(11, 7), counted=True, pieces=3)
    assert (tokens("prompt", **labels), tokens("answer", **labels)) == (before[0] + 11, before[1] + 7)


def test_quoted_sentences_cost_no_tokens():
    with ModelCall.opened(SimpleNamespace(name="extractive", model=""), "answer") as call:
        call.ended(Usage(11, 7), counted=False, pieces=1)
    assert not [
        sample
        for family in REGISTRY.collect()
        for sample in family.samples
        if family.name == "citestream_tokens" and sample.labels.get("provider") == "extractive"
    ]


def test_a_finish_reason_that_nobody_knows_is_other():
    span = Noted()

    class Spans:
        def span(self, *named):
            yield span

    traces.use(Spans())
    try:
        with ModelCall.opened(SimpleNamespace(name="tested", model="m"), "answer") as call:
            call.ended(Usage(1, 1), counted=False, pieces=1, finish_reason="what was asked\n")
    finally:
        traces.use(None)
    assert span.attributes["gen_ai__response__finish_reasons"] == ["other"]
