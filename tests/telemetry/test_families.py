"""The counters and histograms of a process."""

import re
from pathlib import Path

from gateway.telemetry.families import REGISTRY
from gateway.telemetry.watched import FAMILIES

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/observability.md").read_text(encoding="utf-8")
FORBIDDEN = {"tenant", "subject", "user", "path", "question", "key", "request_id", "answer_uuid", "session", "thread"}
"""Labels that would grow with what people do, or tell who they are."""


def test_every_family_stands_on_the_page_with_its_labels():
    described = dict(re.findall(r"^\| `(\w+)` \|[^|]*\|([^|]*)\|", PAGE, re.MULTILINE))
    for family in REGISTRY.collect():
        if family.name.startswith("citestream_"):
            name = family.name + ("_total" if family.type == "counter" else "")
            assert name in described, name
    for name, family in FAMILIES.items():
        whole = f"citestream_{name}{'_total' if family.kind == 'counter' else ''}"
        assert whole in described, whole
        assert (f"`{family.label}`" in described[whole]) == bool(family.label), whole


def test_no_label_is_about_a_person_or_grows_with_what_they_do():
    collectors = REGISTRY._collector_to_names
    names = {label for collector in collectors for label in getattr(collector, "_labelnames", ())}
    names |= {family.label for family in FAMILIES.values()}
    assert names and not names & FORBIDDEN
