"""Gold in the knowledge base: by id, source, file name and wording, within a workspace."""

from gateway.store.evaluation.gold_rows import GoldRows
from tests.support.server import running

TEXT = "A book may be “borrowed”\nfor three weeks. A film may be borrowed for one week."
WORDING = 'A book may be "borrowed" for three weeks.'


async def test_an_entry_names_a_passage_a_document_a_source_or_a_wording(database_url):
    async with running(database_url) as server:
        body = {"title": "Loans", "text": TEXT, "source": "https://library.example/loans", "workspace": "house"}
        made = (await server.client.post("/v1/documents", json=body)).json()["documents"][0]["document_id"]
        (passage,) = (await server.client.get(f"/v1/documents/{made}/passages")).json()["passages"]
        rows, id = GoldRows(server.services.database), passage["passage_id"]
        entries = [id, made, body["source"], WORDING, "No passage contains this.", "short"]
        found = await rows.find("default", entries, ["house"])
        assert [found[id].passages, found[id].inside] == [{id}, {made}] and not found[id].documents
        assert found[made].documents == found[body["source"]].documents == {made}
        assert found[WORDING].passages == {id} and found[WORDING].inside == {made}
        assert not found["No passage contains this."] and not found["short"]
        elsewhere = await rows.find("default", entries, ["other"])
        assert not any(elsewhere.values()) and not any((await rows.find("acme", entries)).values())


async def test_copies_of_gold_are_found_with_it(database_url):
    async with running(database_url) as server:
        made = []
        for title, text in (("Loans", TEXT), ("Copy", TEXT), ("Fees", "A late return costs 20 cents a day.")):
            body = {"title": title, "text": text, "source": title}
            made += (await server.client.post("/v1/documents", json=body)).json()["documents"]
        loans, copy, fees = (each["document_id"] for each in made)
        rows = GoldRows(server.services.database)
        (passage,) = (await server.client.get(f"/v1/documents/{copy}/passages")).json()["passages"]
        found = await rows.find("default", [WORDING, passage["passage_id"], loans, fees])
        for entry in (WORDING, passage["passage_id"], loans):
            assert await rows.holders("default", [found[entry]]) == {loans, copy}
        assert await rows.holders("default", [found[fees]]) == {fees} and not await rows.holders("default", [])
