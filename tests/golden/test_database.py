"""Databases of released versions: the current version migrates them, starts on them, and says the same of them."""

from __future__ import annotations

import pytest

from gateway import __version__, slots
from gateway.cli.operating import restore
from gateway.settings import Settings
from gateway.store.database.migrations import migrate, read
from tests.conftest import _migrate
from tests.fakes.upstream import answer_json
from tests.golden import database, reading
from tests.golden.filling import RENEWED
from tests.support import effort, postgres
from tests.support.backups import contents

MIGRATIONS = slots.resource("migrations")
RELEASES = database.releases()
CHANGED = "Migration {0} was released and never changes again. Put the change into a new file (CONTRIBUTING.md)."


@pytest.fixture(scope="module", params=RELEASES, ids=lambda release: release.name)
async def release(request):
    return request.param


@pytest.fixture(scope="module")
async def cluster(release):
    """The database of a release, built from its frozen files and migrated by the current version."""
    async with postgres.fresh_database(_migrate, migrated=False) as url:
        await database.build(url, release)
        await migrate(url, MIGRATIONS)
        yield url


@pytest.mark.parametrize("name", database.frozen())
def test_a_released_migration_never_changes(name):
    today = {migration.name: migration.sha256 for migration in read(MIGRATIONS)}
    assert today.get(name) == database.frozen()[name], CHANGED.format(name)


def test_a_release_has_frozen_migrations_and_one_of_this_version_has_them_all(release):
    assert database.migrations(release).items() <= database.frozen().items()
    if release.name == __version__:
        assert list(database.migrations(release)) == [migration.name for migration in read(MIGRATIONS)], (
            "A new migration belongs to a new version: raise gateway/__init__.py."
        )


async def test_a_restored_backup_has_the_rows_of_the_migrated_cluster(release, cluster, empty_url):
    settings = Settings(_env_file=None, database_url=empty_url)
    told = await restore.read(settings, release / "backup.citestream", replace=False)
    assert f"from Citestream {release.name} of " in told[0]
    assert await contents(empty_url) == await contents(cluster)


@pytest.mark.timeout(300)
async def test_old_answers_threads_and_citations_read_the_same_at_every_endpoint(release, cluster, tmp_path):
    known, before = database.known(release), database.responses(release)
    async with (
        database.model() as (upstream, settings),
        database.served(tmp_path, **settings, DATABASE_URL=cluster) as url,
    ):
        now = await reading.read(url, known, whole=effort.whole)
        assert now.keys() == before.keys() if effort.whole else len(now) > 300
        assert reading.differences({request: before[request] for request in now}, now) == []
        found = await reading.searched(url, known, "How long may a book be borrowed?")
        assert known.documents["loans"] in found
        again = await reading.asked(url, known, "How much do students pay for a reader card?")
        assert again["meta"]["answer"]["source"] == "memory"
        upstream.script[:] = [answer_json([(["E1"], RENEWED)])]
        more = {"caller_app": "desk", "thread_id": "frozen-1"}
        followed = await reading.asked(url, known, "Tell me more about section 2.", **more)
        assert followed["followup"]["resolved"] and followed["followup"]["section_ids"] == ["S2"]
        assert [ref["payload"]["documentId"] for ref in followed["refs"]] == [known.documents["loans"]]


def test_a_difference_is_found_wherever_it_is():
    def told(body, status=200):
        return {"user /x": [status, "application/json", body]}

    before = told('{"a": [{"b": 1}], "last_used_at": 1}')
    assert reading.differences(before, told('{"a": [{"b": 1, "new": 2}], "more": 3, "last_used_at": 2}')) == []
    for changed in ('{"a": [{"b": 2}]}', '{"a": []}', '{"a": [{}]}', '{"a": [{"b": 1}, 1]}', "[]", ""):
        assert len(reading.differences(before, told(changed))) == 1, changed
    assert reading.differences(before, {}) and reading.differences(before, told(before["user /x"][2], 404))
    stream = 'event: [DONE]\ndata: [META]{"a": 1}\n\n'
    assert reading.differences(told(stream), told(stream.replace("1}", '1, "b": 2}'))) == []
    assert reading.differences(told(stream), told(stream.replace("1}", "2}")))
    assert reading.differences(told("data: text\n"), told("data: text!\n"))
