"""What a run remembers: in batches, of what went well alone, and what is gone."""

from gateway.ingestion.fetching import remote_run
from gateway.ingestion.fetching.remote_run import key, reader_of
from gateway.ingestion.source_file import Source


def source(address, text="Books."):
    return Source(text.encode(), "a.md", source=address, external_id=address)


async def take(run, address, text="Books.", listing="list", etag="1"):
    given = source(address, text)
    run.remember(listing, address, given.identity, (etag, ""), reader_of(given))
    await run.add(given)


async def test_what_arrives_is_stored_some_at_a_time(base, monkeypatch):
    monkeypatch.setattr(remote_run, "BATCH", 2)
    run = base.run()
    for number in range(3):
        await take(run, f"s3://b/{number}.md", f"Text {number}.")
    assert [result.status for result in run.results] == ["ready"] * 2
    await run.flush()
    await run.flush()
    assert len(run.results) == 3 and len(await base.run().known([f"s3://b/{n}.md" for n in range(9)])) == 3


async def test_what_failed_is_not_remembered(base):
    run = base.run()
    await take(run, "s3://b/a.md", "Text.")
    await run.flush()
    await take(run, "s3://b/a.md", " ", etag="2")
    await take(run, "s3://b/b.md", "Text.")
    await run.flush()
    assert [result.status for result in run.results] == ["ready", "failed", "ready"]
    run.remember("list", "s3://b/alias", "s3://b/a.md", ("2", ""), "text/markdown 1")
    await run.flush()
    known = await base.run().known(["s3://b/a.md", "s3://b/b.md", "s3://b/alias"])
    assert {name: before.etag for name, before in known.items()} == {"s3://b/a.md": "1", "s3://b/b.md": "1"}


async def test_what_a_listing_names_no_more_is_gone_and_one_that_many_addresses_name_is_not(base):
    run = base.run()
    await take(run, "s3://b/a.md")
    await take(run, "s3://b/b.md", "Other.")
    run.remember("list", "s3://b/alias", "s3://b/b.md", ("1", ""), "text/markdown 1")
    await run.flush()
    await run.settle("list", {key("s3://b/alias")}, remove=False)
    assert run.gone == ["s3://b/a.md"] and not run.removed
    await run.settle("elsewhere", set(), remove=True)
    assert not run.removed
    await run.settle("list", {key("s3://b/alias")}, remove=True)
    assert run.removed == ["s3://b/a.md"] and await base.sources() == ["s3://b/b.md"]


async def test_long_addresses_are_known_by_their_hash(base):
    run, address = base.run(), "https://x.example/" + "a" * 1500
    await take(run, address)
    await run.flush()
    assert key(address) in await run.known([address]) and len(key(address)) < 100
