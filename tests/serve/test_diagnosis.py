"""What `citestream doctor` says of one thing."""

from gateway.serve.diagnosis import Diagnosis


def test_a_line_has_the_level_first_and_the_advice_last():
    assert Diagnosis("disk", "warn", "1 GB is free", "make room").line == "warn  disk        1 GB is free -> make room"
    assert Diagnosis("disk", "ok", "much").line == "ok    disk        much"


def test_as_json_nothing_is_missing():
    told = {"subject": "disk", "level": "ok", "found": "much", "advice": ""}
    assert Diagnosis("disk", "ok", "much").named() == told
