"""Buckets of a service that speaks the S3 protocol: what lies there, what has changed, what is gone."""

import sys

import pytest

from gateway.errors import WrongUse
from gateway.ingestion.fetching.buckets import BucketRun
from tests.fakes.website import Bucket
from tests.support.fetching import configured, outcomes

OBJECTS = {
    "docs/a.md": b"# Loans\n\nBooks come back.",
    "docs/deep/b c.txt": "Fünf Filme.".encode(),
    "docs/deep/d.html": b"<html><body><p>Deep.</p></body></html>",
    "docs2/other.md": b"Other.",
    "top.md": b"Top.",
}


async def read(base, bucket, address, remove=False, **environment):
    given = {"AWS_ENDPOINT_URL": bucket.url, "AWS_ACCESS_KEY_ID": "KEY", "AWS_SECRET_ACCESS_KEY": "secret"}
    run = base.run()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**given, **environment}.items():
            patch.setenv(name, value)
        await BucketRun(configured(), run).read(address, remove=remove)
    return run


async def test_what_lies_below_a_folder_is_read_and_only_what_changed_is_read_again(base):
    async with Bucket("b", OBJECTS) as bucket:
        run = await read(base, bucket, "s3://b/docs/")
        assert outcomes(run) == {"ready": 3} and run.received == sum(map(len, list(OBJECTS.values())[:3]))
        assert await base.sources() == [f"s3://b/{name}" for name in list(OBJECTS)[:3]]
        assert "Fünf" in await base.text("s3://b/docs/deep/b c.txt")
        bucket.objects["docs/a.md"] = b"# Loans\n\nBooks stay."
        bucket.asked.clear()
        run = await read(base, bucket, "s3://b/docs")
        assert outcomes(run) == {"ready": 1, "unchanged": 2} and bucket.fetched == ["docs/a.md"]
        assert "stay" in await base.text("s3://b/docs/a.md")


async def test_a_whole_bucket_and_a_single_object(base):
    async with Bucket("b", OBJECTS) as bucket:
        assert outcomes(await read(base, bucket, "s3://b/top.md")) == {"ready": 1}
        assert outcomes(await read(base, bucket, "s3://b")) == {"ready": 4, "unchanged": 1}


async def test_what_went_is_told_or_removed_and_a_folder_that_is_not_there_loses_nothing(base):
    async with Bucket("b", OBJECTS) as bucket:
        await read(base, bucket, "s3://b/docs")
        del bucket.objects["docs/a.md"]
        assert (await read(base, bucket, "s3://b/docs")).gone == ["s3://b/docs/a.md"]
        assert (await read(base, bucket, "s3://b/docs", remove=True)).removed == ["s3://b/docs/a.md"]
        bucket.objects.clear()
        run = await read(base, bucket, "s3://b/docs", remove=True)
        assert outcomes(run) == {"failed": 1} and not run.removed and len(await base.sources()) == 2


async def test_other_kinds_private_and_large_objects_are_left_out(base):
    objects = {
        "a.md": b"A.",
        "p.png": b"\x89PNG",
        ".env": b"KEY=1",
        "server.pem": b"key",
        ".ssh/notes.md": b"x",
        ".hidden/b.md": b"x",
        "note.txt": b"-----BEGIN PRIVATE KEY-----\n",
        "large.md": b"x" * 1_100_000,
    }
    async with Bucket("b", objects, page_size=100) as bucket:
        run = await read(base, bucket, "s3://b")
        assert outcomes(run) == {"ready": 1, "failed": 1} and await base.sources() == ["s3://b/a.md"]
        assert run.left == {".png": 1, "credentials": 2, "private key": 2, "hidden file": 1}
        assert sorted(set(bucket.fetched)) == ["a.md", "note.txt"]


@pytest.mark.parametrize(
    ("address", "environment"),
    [
        ("s3://b/docs", {"AWS_ACCESS_KEY_ID": "WRONG"}),
        ("s3://none/docs", {}),
        ("s3://b/docs", {"AWS_ENDPOINT_URL": "http://127.0.0.1:9"}),
        ("s3://b/../../x", {}),
        ("s3:///x", {}),
    ],
)
async def test_a_bucket_that_cannot_be_read_is_a_sentence_and_loses_nothing(base, address, environment):
    async with Bucket("b", OBJECTS) as bucket:
        await read(base, bucket, "s3://b/docs")
        run = await read(base, bucket, address, remove=True, **environment)
        [result] = run.results
        assert result.path == address and "secret" not in str(result.error) and "127.0.0.1" not in str(result.error)
        assert not run.removed and len(await base.sources()) == 3


async def test_an_object_that_goes_while_it_is_read_fails_alone(base):
    class Going(Bucket):
        def answer(self, asked):
            if asked.path.endswith("a.md"):
                self.objects.pop("docs/a.md", None)
            return super().answer(asked)

    async with Going("b", OBJECTS, page_size=100) as bucket:
        assert outcomes(await read(base, bucket, "s3://b/docs")) == {"failed": 1, "ready": 2}


async def test_names_of_amazon_in_the_file_of_settings_reach_the_library(base, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name in ("AWS_ENDPOINT_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION"):
        monkeypatch.setenv(name, "x")  # so that the test restores what the run sets
        monkeypatch.delenv(name)
    async with Bucket("b", OBJECTS) as bucket:
        given = f"AWS_ENDPOINT_URL={bucket.url}\nAWS_ACCESS_KEY_ID=KEY\nAWS_SECRET_ACCESS_KEY=secret\n"
        (tmp_path / ".env").write_text(f"{given}AWS_REGION=eu-west-3\n", encoding="utf-8")
        run = base.run()
        await BucketRun(configured(), run).read("s3://b/docs")
        assert outcomes(run) == {"ready": 3} and "/eu-west-3/s3/" in bucket.asked[0].headers["authorization"]


async def test_without_its_library_the_extra_is_named(base, monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "obstore"]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, "obstore", None)
    with pytest.raises(WrongUse, match=r"citestream\[s3\]"):
        BucketRun(configured(), base.run())
