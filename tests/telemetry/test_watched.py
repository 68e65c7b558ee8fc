"""Figures that are looked up when somebody asks."""

from types import SimpleNamespace

import pytest

from gateway.telemetry import watched


def telling(**figures):
    return SimpleNamespace(figures=lambda: figures)


def test_a_number_and_numbers_by_label_become_families():
    found = {family.name: family for family in watched.metrics([telling(answers_running=2), telling(**PARTS)])}
    assert [sample[:3] for sample in found["citestream_answers_running"].samples] == [
        ("citestream_answers_running", {}, 2.0)
    ]
    readers = {sample.labels["of"]: sample.value for sample in found["citestream_readers"].samples}
    assert readers == {"here": 3.0, "elsewhere": 1.0}
    assert found["citestream_writer_commits"].samples[0].name == "citestream_writer_commits_total"


PARTS = {"readers": {"here": 3, "elsewhere": 1}, "writer_commits": 7}


def test_a_name_that_is_not_described_is_a_mistake():
    with pytest.raises(KeyError):
        list(watched.metrics([telling(no_such_thing=1)]))
