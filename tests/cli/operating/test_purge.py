"""`citestream purge`: recordings go by their age; the answers stay."""

import json


def test_a_recording_is_purged_by_age_and_its_answer_can_still_be_played(citestream, notes):
    assert citestream("ingest", "notes").returncode == 0
    uuid = json.loads(citestream("ask", "How long may a book be borrowed?", "--json").stdout)["answer_uuid"]
    purged = citestream("purge", GATEWAY_RECORDING_DAYS="0")
    assert (purged.returncode, purged.stdout) == (
        0,
        "Removed: 0 answers, 1 recordings, 0 idempotency keys, 0 sessions, 0 deleted conversations, 0 deleted memories, 0 spoken questions.\n",
    )
    gone = citestream("replay", "--again", uuid)
    assert gone.returncode == 1 and "no longer kept" in gone.stdout
    assert "three weeks" in citestream("replay", uuid, "--pace", "fast").stdout
