"""`citestream replay`: a stored answer is run again, and played."""

import json


def test_a_stored_answer_is_run_again_and_played(citestream, notes):
    assert citestream("ingest", "notes").returncode == 0
    uuid = json.loads(citestream("ask", "How long may a book be borrowed?", "--json").stdout)["answer_uuid"]
    same = citestream("replay", "--again", uuid)
    assert (same.returncode, same.stdout) == (0, f"{uuid}: same\n"), same.stderr
    assert "A book may be borrowed for three weeks." in citestream("replay", uuid, "--pace", "fast").stdout
