"""What is told of one search of a knowledge source."""

import pytest

from gateway.retrieval.search_report import searching
from gateway.telemetry.families import REGISTRY


def counted(result):
    return REGISTRY.get_sample_value("citestream_retrievals_total", {"source": "tested", "result": result}) or 0


@pytest.mark.parametrize(("found", "result"), [(3, "found"), (0, "nothing")])
def test_a_search_finds_something_or_nothing(found, result):
    before = counted(result)
    with searching("tested") as done:
        done(found)
    assert counted(result) == before + 1


def test_a_search_that_raises_has_failed():
    before = counted("failed")
    with pytest.raises(ValueError), searching("tested"):
        raise ValueError
    assert counted("failed") == before + 1
