"""The defaults of a lookup are those of the design."""

from gateway.memory.rules.entry import LookupPolicy


def test_the_threshold_is_0_85_unless_it_is_set():
    assert (LookupPolicy().threshold, LookupPolicy(threshold=0.8).threshold) == (0.85, 0.8)


def test_only_validated_answers_are_served_by_default():
    assert LookupPolicy().serve_status == {"validated"} and LookupPolicy().margin == 0.05
