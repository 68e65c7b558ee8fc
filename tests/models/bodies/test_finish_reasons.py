from gateway.models.bodies.finish_reasons import kind_of
from tests.support.every import every


@every(
    ("reason", "kind"),
    [
        ("stop", "stop"),
        ("STOP", "stop"),
        ("eos_token", "stop"),
        ("model_length", "length"),
        ("MAX_TOKENS", "length"),
        ("content_filter: SAFETY", "content_filter"),
        ("PROHIBITED_CONTENT", "content_filter"),
        ("error", "failed"),
        ("OTHER", "failed"),
        ("abort", "failed"),
        ("tool_calls", "tool_calls"),
        ("Something new", "Something new"),
    ],
)
def test_ends_are_told_in_one_vocabulary(reason: str, kind: str) -> None:
    assert kind_of(reason) == kind
