"""Pages of real servers into a real knowledge base: what comes, what stays, what goes, what is left out."""

import pytest

from gateway.errors import Unavailable, WrongUse
from gateway.ingestion.fetching import page_run as module
from gateway.ingestion.fetching import permitted
from tests.fakes.website import Website, bomb, marked, page, plain, redirect, urlset
from tests.support.fetching import configured, outcomes


async def test_a_page_becomes_a_document_that_its_citations_can_link_to(base):
    async with Website(
        {"/loans": page("A book comes back in three weeks.", "Loans"), "/n.md": plain("# Notes\n\nWine.")}
    ) as site:
        run = await base.pages(f"{site.url}/loans#how", f"{site.url}/n.md")
        assert outcomes(run) == {"ready": 2} and run.received > 0
        assert await base.sources() == [f"{site.url}/loans", f"{site.url}/n.md"]
        [found] = await base.library.named_documents("default", f"{site.url}/loans", "")
        assert (found.title, found.external_id, found.file_name) == ("Loans", f"{site.url}/loans", "loans.html")
        assert "three weeks" in await base.text(f"{site.url}/loans")


async def test_nothing_is_fetched_where_fetching_is_off(base):
    async with Website({"/": page("A")}) as site:
        with pytest.raises(WrongUse, match="GATEWAY_FETCH_ALLOWED=public"):
            await base.pages(site.url, settings=configured(fetch_allowed=""))
        assert site.asked == []


async def test_a_second_run_asks_only_whether_something_has_changed(base):
    async with Website(
        {"/e": marked(page("E"), etag='"1"'), "/l": marked(page("L"), last_modified="then"), "/n": page("N")}
    ) as site:
        addresses = [f"{site.url}{path}" for path in ("/e", "/l", "/n")]
        assert outcomes(await base.pages(*addresses)) == {"ready": 3}
        again = await base.pages(*addresses)
        assert outcomes(again) == {"unchanged": 3} and again.received == len(page("N").body)
        site.pages["/e"] = marked(page("E, and more."), etag='"2"')
        assert outcomes(await base.pages(*addresses)) == {"ready": 1, "unchanged": 2}
        assert "more" in await base.text(f"{site.url}/e")


async def test_what_was_deleted_or_is_read_otherwise_by_now_is_fetched_again(base, monkeypatch):
    async with Website({"/e": marked(page("E"), etag='"1"')}) as site:
        address = f"{site.url}/e"
        run = await base.pages(address)
        await base.library.delete_document("default", run.results[0].document_id)
        assert outcomes(await base.pages(address)) == {"ready": 1}
        assert outcomes(await base.pages(address, workspace="other")) == {"ready": 1}
        monkeypatch.setattr("gateway.ingestion.fetching.remote_run.VERSIONS", {"text/html": 99})
        assert (await base.pages(address)).received > 0
        assert (await base.pages(address)).received == 0


async def test_a_page_that_could_not_be_read_is_fetched_again(base):
    async with Website({"/e": marked(plain(b"%PDF-1.7 broken", "application/pdf"), etag='"1"')}) as site:
        assert outcomes(await base.pages(f"{site.url}/e")) == {"failed": 1}
        again = await base.pages(f"{site.url}/e")
        assert outcomes(again) == {"failed": 1} and again.received


async def test_redirects_and_canonical_addresses_lead_to_one_document(base):
    head = '<link rel="canonical" href="/guide">'
    async with Website() as site:
        site.pages |= {
            "/old": redirect("/guide", 301),
            "/guide?utm=1": page("The guide, from a letter.", head=head),
            "/guide": page("The guide.", head=head),
        }
        addresses = [f"{site.url}{path}" for path in ("/guide?utm=1", "/old", "/guide")]
        for _ in range(2):
            run = await base.pages(*addresses)
            assert len(run.results) == 1 and run.left == {"copy of a page that was read": 2}
            assert await base.sources() == [f"{site.url}/guide"]
            assert (await base.text(f"{site.url}/guide")).strip() == "The guide."


async def test_no_page_speaks_for_another_that_says_something_else(base):
    """What is cited is what was read at the address that is cited."""
    async with Website() as site:
        site.pages |= {"/evil": page("Pay here.", head='<link rel="canonical" href="/good">'), "/good": page("Good.")}
        await base.pages(f"{site.url}/evil")
        assert await base.sources() == [f"{site.url}/good"] and "Pay" not in await base.text(f"{site.url}/good")
        del site.pages["/good"]
        await base.pages(f"{site.url}/evil")
        assert await base.sources() == [f"{site.url}/evil", f"{site.url}/good"]


async def test_a_sitemap_is_followed_and_what_it_names_no_more_is_gone(base):
    async with Website() as site:
        site.pages |= {f"/{n}": marked(page(f"Page {n}."), etag=f'"{n}"') for n in range(3)}
        site.pages["/s.xml"] = urlset("/0", "/1", "/2")
        run = await base.pages(sitemaps=[f"{site.url}/s.xml"])
        assert outcomes(run) == {"ready": 3} and not run.gone
        site.pages["/s.xml"] = urlset("/0", "/2")
        run = await base.pages(sitemaps=[f"{site.url}/s.xml"])
        assert outcomes(run) == {"unchanged": 2} and run.gone == [f"{site.url}/1"]
        assert len(await base.sources()) == 3
        del site.pages["/2"]
        run = await base.pages(sitemaps=[f"{site.url}/s.xml"], remove=True)
        assert outcomes(run) == {"unchanged": 1} and sorted(run.removed) == [f"{site.url}/1", f"{site.url}/2"]
        assert await base.sources() == [f"{site.url}/0"]


async def test_a_sitemap_that_cannot_be_had_loses_nothing(base, monkeypatch):
    monkeypatch.setattr("gateway.ingestion.fetching.fetcher.PASSING_PAUSE_S", 0.0)
    async with Website({"/s.xml": urlset("/0"), "/0": page("Zero.")}) as site:
        await base.pages(sitemaps=[f"{site.url}/s.xml"])
        for told in (plain("", status=503), plain("", status=404), plain("<urlset><url>", "text/xml")):
            site.pages["/s.xml"] = told
            run = await base.pages(sitemaps=[f"{site.url}/s.xml"], remove=True)
            assert outcomes(run) == {"failed": 1} and not run.removed
        assert await base.sources() == [f"{site.url}/0"]


async def test_a_list_is_a_listing_of_its_own(base):
    async with Website({f"/{n}": page(f"Page {n}.") for n in range(2)}) as site:
        addresses = [f"{site.url}/0", f"{site.url}/1"]
        assert outcomes(await base.pages(lists={"list a": addresses})) == {"ready": 2}
        run = await base.pages(lists={"list b": addresses[:1]}, remove=True)
        assert outcomes(run) == {"unchanged": 1} and not run.removed
        run = await base.pages(lists={"list a": []}, remove=True)
        assert run.removed == addresses[1:] and await base.sources() == addresses[:1]


async def test_a_page_that_is_gone_is_told_or_removed(base):
    async with Website({"/a": page("A.")}) as site:
        await base.pages(f"{site.url}/a")
        site.pages["/a"] = plain("", status=410)
        run = await base.pages(f"{site.url}/a")
        assert run.results == [] and run.gone == [f"{site.url}/a"] and await base.sources()
        run = await base.pages(f"{site.url}/a", remove=True)
        assert run.removed == [f"{site.url}/a"] and not await base.sources()
        assert outcomes(await base.pages(f"{site.url}/a")) == {"failed": 1}


async def test_robots_pictures_and_sitemaps_are_no_documents(base):
    async with Website({"/robots.txt": plain("User-agent: *\nDisallow: /private")}) as site:
        site.pages |= {"/private/a": page("Secret."), "/p.png": plain(b"\x89PNG", "image/png"), "/s.xml": urlset("/a")}
        run = await base.pages(*(f"{site.url}{path}" for path in ("/private/a", "/p.png", "/s.xml")))
        told = [result.error for result in run.results]
        assert "robots.txt" in told[0] and "image/png" in told[1] and "--sitemap" in told[2]
        site.pages["/s.xml"] = urlset("/private/a", "/p.png")
        run = await base.pages(sitemaps=[f"{site.url}/s.xml"])
        assert run.results == [] and run.left == {"page that robots.txt does not allow": 1, "image/png": 1}
        assert not await base.sources() and "/private/a" not in site.paths


async def test_hostile_pages_fail_and_the_rest_goes_on(base):
    async with Website({"/good": page("Good."), "/bomb": bomb(20_000_000)}) as site:
        site.pages |= {"/inside": redirect("http://169.254.169.254/"), "/file": redirect("file:///etc/passwd")}
        addresses = [f"{site.url}{path}" for path in ("/bomb", "/inside", "/file", "/good")]
        run = await base.pages("file:///etc/passwd", "http://10.0.0.1/", *addresses)
        assert outcomes(run) == {"failed": 5, "ready": 1}
        assert await base.sources() == [f"{site.url}/good"]


async def test_a_server_that_does_not_answer_is_left_alone_after_a_while(base, monkeypatch):
    monkeypatch.setattr("gateway.ingestion.fetching.fetcher.PASSING_PAUSE_S", 0.0)
    async with Website({"/b": page("B.")}) as other:
        async with Website() as site:
            site.pages |= {f"/{n}": plain("", status=503) for n in range(20)}
            run = await base.pages(*(f"{site.url}/{n}" for n in range(20)), f"{other.url}/b")
        assert outcomes(run) == {"failed": module.MOST_SILENT, "ready": 1}
        assert run.left == {"page of 127.0.0.1, which does not answer": 15}


async def test_a_run_fetches_no_more_pages_than_its_bound(base):
    async with Website({f"/{n}": page(f"Page {n}.") for n in range(5)}) as site:
        site.pages["/s.xml"] = urlset(*(f"/{n}" for n in range(5)))
        seen = []
        run = base.run()
        work = module.PageRun(configured(), run, lambda *state: seen.append(state))
        await work.fetch(module.WantedPages(sitemaps=[f"{site.url}/s.xml"], remove=True, most=2))
        assert outcomes(run) == {"ready": 2} and not run.removed
        assert run.left == {"page behind the first 2 (--max-pages)": 3}
        assert seen == [(1, 2, f"{site.url}/0"), (2, 2, f"{site.url}/1")]


async def test_a_database_that_is_away_ends_the_run(base, monkeypatch):
    async def away(*given):
        raise Unavailable("The database is away.")

    monkeypatch.setattr(base.library, "replace", away)
    async with Website({"/a": page("A.")}) as site:
        with pytest.raises(Unavailable):
            await base.pages(f"{site.url}/a")


def test_an_address_has_a_bound():
    assert permitted.LONGEST == 2000  # what a document's source may have
