"""A knowledge base that pages and objects are fetched into, with settings that let this machine be asked."""

from gateway.ingestion.fetching.page_run import PageRun, WantedPages
from gateway.ingestion.fetching.remote_run import RemoteRun
from gateway.ingestion.ingest import Ingestor
from gateway.models.embedders import none
from gateway.settings import Settings
from gateway.store.documents.fetched_rows import FetchedRows
from gateway.store.documents.library import Library


def configured(**settings):
    given = {"fetch_allowed": "127.0.0.1", "max_upload_mb": 1, **settings}
    return Settings(_env_file=None, **given)


class Base:
    """The knowledge base, and runs over it."""

    def __init__(self, database):
        self.library, self.rows = Library(database), FetchedRows(database)
        self.ingestor = Ingestor(self.library, none.create(None))

    def run(self, workspace="default"):
        return RemoteRun(self.ingestor, self.rows, self.library, "default", workspace)

    async def pages(self, *pages, settings=None, workspace="default", **wanted):
        """Fetches once; returns the run."""
        run = self.run(workspace)
        await PageRun(settings or configured(), run).fetch(WantedPages(pages, **wanted))
        return run

    async def sources(self):
        found, _ = await self.library.list_documents("default")
        return sorted(document.source for document in found)

    async def text(self, source):
        [found] = await self.library.named_documents("default", source, "")
        return (await self.library.get_document("default", found.document_id)).text


def outcomes(run):
    """How many of each status."""
    statuses = [result.status for result in run.results]
    return {status: statuses.count(status) for status in ("ready", "unchanged", "failed") if status in statuses}
