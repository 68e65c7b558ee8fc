"""`citestream evidence`, as a person runs it."""

import json

SOURCE = "Member {} of the library pays {} euros for a year, and borrows books for three weeks."
CLAIM = "Member {} of the library pays {} euros for a year."
SPUN = "In the library, a member pays for the books of a year, and happily borrows {} friends for weeks."


def labels(supported, spun=0):
    sure = [
        {"claim": CLAIM.format(at, at + 9), "passages": [SOURCE.format(at, at + 9)], "supported": True}
        for at in range(supported)
    ]
    return [
        *sure,
        *(
            {"claim": SPUN.format(at), "passages": [SOURCE.format(at, at)], "supported": False, "labels": []}
            for at in range(spun)
        ),
    ]


def written(folder, lines):
    (folder / "labels.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return "labels.jsonl"


def test_too_few_labels_store_nothing_and_a_wrong_line_does_not_stop_the_others(citestream, tmp_path, database_url):
    twice = labels(1)[0]
    lines = [*labels(30), {"claim": "no passages"}, {**twice, "supported": False}]
    done = citestream("evidence", "calibrate", written(tmp_path, lines))
    assert done.returncode == 1 and "30 more labels are needed. Nothing was stored." in done.stdout
    assert "line 31: passages: " in done.stderr and "contradict each other, skipped: 1" in done.stderr
    assert "29 of 29 claims are ok; 0 of these" in done.stdout
    none = citestream("evidence", "rule")
    assert none.returncode == 1 and none.stdout == "There is no rule of all workspaces.\n"
    assert citestream("evidence", "calibrate", written(tmp_path, [{"claim": ""}])).returncode == 2
    off = citestream("evidence", "calibrate", written(tmp_path, lines), GATEWAY_EVIDENCE="off")
    assert off.returncode == 2 and "GATEWAY_EVIDENCE is off" in off.stderr


def test_a_rule_is_stored_shown_and_removed(citestream, tmp_path, database_url):
    done = citestream("evidence", "calibrate", written(tmp_path, labels(80, 40)), "--workspace", "legal")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "citations stay ok" in done.stdout and "calibrated on 120 claims: at most 5 % wrong" in done.stdout
    kept, of = (int(word) for word in done.stdout.splitlines()[1].split()[:3:2])
    assert 59 <= kept <= 80 < of, "claims in other words lose their status, and most of the others keep it"
    assert "legal" in citestream("evidence", "rule").stdout
    assert citestream("evidence", "rule", "--workspace", "hr").returncode == 1
    assert citestream("evidence", "rule", "--remove").returncode == 1, "there is no rule of all workspaces"
    assert citestream("evidence", "rule", "--workspace", "legal", "--remove").returncode == 0
    assert citestream("evidence", "rule", "--workspace", "legal").returncode == 1
