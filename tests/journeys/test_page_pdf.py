"""A PDF in the source panel and on its document's page, in a real Chromium: its pages, and on them the boxes of what an
answer rests on."""

from __future__ import annotations

import base64
import io
import random

import pypdfium2
import pytest
from playwright.async_api import Page, expect
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen import canvas

from tests.conftest import _migrate
from tests.support import browser as chromium
from tests.support import postgres
from tests.support.files import drawn, pdf
from tests.support.server import running

pytestmark = pytest.mark.timeout(300)  # the first test may have to fetch a browser
WIDE = {"width": 1280, "height": 800}
NARROW = {"width": 360, "height": 740}
QUESTION = "At how many degrees is glaze 7 fired? For how many hours does kiln 31 cool?"
GLAZE, KILN = "Glaze 7 is fired at 1240 degrees.", "Kiln 31 cools for eighteen hours."
AWAY = "Nothing else is said here about the workshop, and its yard stays closed in winter."
STORY = [
    text
    for number in range(1, 41)
    for text in (
        f"# Chapter {number}",
        AWAY,
        {7: GLAZE, 31: KILN}.get(number, f"Shelf {number} is empty."),
        *(["---"] if number < 40 else []),
    )
]
OVERLAP = """words => [...document.querySelectorAll(".pdf-box[data-current]")].map(box => {
  const a = box.getBoundingClientRect();
  const spans = [...box.parentElement.querySelectorAll(".pdf-text span")].filter(s => s.textContent.includes(words));
  return spans.map(span => span.getBoundingClientRect()).map(b => {
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return Math.max(0, width) * Math.max(0, height) / (b.width * b.height);
  });
})"""
"""Of the text that pdf.js writes over the page, the share that lies in each box of the gateway."""
IN_SIGHT = """() => {
  const box = document.querySelector(".pdf-box[data-current]").getBoundingClientRect();
  const host = document.querySelector(".pdf-pages").getBoundingClientRect();
  return box.left >= host.left && box.right <= host.right && box.top >= host.top && box.bottom <= host.bottom;
}"""
"""Whether the whole box is seen."""


@pytest.fixture(scope="module")
async def library():
    """A server without a model, with a PDF of forty pages."""
    async with postgres.fresh_database(_migrate) as url, running(url, gate_threshold=0.0) as server:
        server.pdf = pdf(STORY, title="Kiln manual")
        await send(server, server.pdf)
        yield server


async def send(server, data: bytes, name: str = "kiln.pdf") -> str:
    answer = await server.client.post("/v1/documents", files={"file": (name, data)})
    (sent,) = answer.json()["documents"]
    assert sent["status"] in {"ready", "unchanged"}, sent
    return sent["document_id"]


async def ask(page: Page, question: str) -> None:
    field = page.get_by_role("textbox", name="Ask a question")
    await field.fill(question)
    await field.press("Enter")
    await expect(page.locator(".sources")).to_be_visible()


def seen(page: Page, number: int):
    return page.locator(f".pdf-page[data-page='{number}'][data-drawn=true]")


@pytest.mark.parametrize(
    "look", ["light", *(pytest.param(look, marks=pytest.mark.slow) for look in ("narrow", "dark"))]
)
async def test_the_page_of_the_evidence_is_drawn_beside_the_answer_with_its_boxes(library, browser, look):
    more = {"color_scheme": "dark"} if look == "dark" else {}
    viewport = NARROW if look == "narrow" else WIDE
    async with chromium.visit(browser, locale="en-US", viewport=viewport, reduced_motion="reduce", **more) as guest:
        page, keys = guest.page, guest.page.keyboard
        await page.goto(library.url)
        await ask(page, QUESTION)
        assert not any("pdf.min" in url for url in guest.requests)
        chip = page.locator("[data-citation-id]").first
        await chip.focus()
        await keys.press("Enter")
        panel = page.get_by_role("region", name="Source: Kiln manual")
        await expect(seen(page, 7)).to_be_visible()
        await expect(panel.get_by_role("group", name="Pages of the file")).to_be_focused()
        await expect(seen(page, 7).locator(".pdf-box[data-current]")).to_have_count(1)
        (shares,) = await page.evaluate(OVERLAP, GLAZE)
        assert min(shares) > 0.7
        assert await page.evaluate(IN_SIGHT)
        await expect(panel.get_by_role("group", name="page 7")).to_contain_text(f"Evidence: {GLAZE}")
        assert await chromium.violations(page) == []
        await panel.get_by_role("button", name="Next evidence").press("Enter")
        await expect(panel.get_by_role("status").filter(has_text=f"Evidence 2 of 2: {KILN}")).to_have_count(1)
        await expect(seen(page, 31).locator(".pdf-box[data-current]")).to_be_in_viewport()
        (shares,) = await page.evaluate(OVERLAP, KILN)
        assert min(shares) > 0.7
        assert await page.evaluate(IN_SIGHT)
        await expect(panel.get_by_role("textbox", name="Page")).to_have_value("31")
        assert await page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        assert await chromium.violations(page) == []
        await keys.press("Escape")
        await expect(panel).to_have_count(0)
        await expect(chip).to_be_focused()
        assert guest.complaints == []
        assert [url for url in guest.requests if not url.startswith(library.url)] == []


async def test_pages_are_turned_enlarged_and_their_text_selected_by_keyboard_alone(library, browser):
    async with chromium.visit(browser, locale="en-US", viewport=WIDE, reduced_motion="reduce") as guest:
        page, keys = guest.page, guest.page.keyboard
        await page.goto(library.url)
        await ask(page, QUESTION)
        await page.locator("[data-citation-id]").first.press("Enter")
        await expect(seen(page, 7)).to_be_visible()
        panel = page.locator(".source-panel")
        await panel.get_by_role("button", name="Next page").press("Enter")
        await expect(seen(page, 8)).to_be_visible()
        await expect(panel.get_by_role("status").filter(has_text="Page 8 of 40")).to_have_count(1)
        number = panel.get_by_role("textbox", name="Page")
        await number.fill("40")
        await number.press("Enter")
        await expect(seen(page, 40)).to_be_in_viewport()
        await expect(number).to_have_value("40")
        await number.fill("none")
        await number.press("Escape")
        await expect(number).to_have_value("40")
        await expect(panel).to_be_visible()
        await panel.get_by_role("button", name="Previous page").press("Enter")
        await expect(seen(page, 39)).to_be_visible()
        before = await seen(page, 39).bounding_box()
        await panel.get_by_role("button", name="Zoom in").press("Enter")
        await panel.get_by_role("button", name="Zoom in").press("Enter")
        after = await seen(page, 39).bounding_box()
        assert before is not None and after is not None and after["width"] > 1.2 * before["width"]
        await panel.get_by_role("button", name="Fit to width").press("Enter")
        await expect(panel.get_by_role("status").filter(has_text="100 %")).to_have_count(1)
        width = await panel.locator(".pdf-pages").evaluate("element => element.clientWidth")
        fitted = await seen(page, 39).bounding_box()
        assert fitted is not None and abs(fitted["width"] - width) < 2
        await seen(page, 39).get_by_text("Shelf 39 is empty.").click(click_count=3)
        assert "Shelf 39 is empty." in await page.evaluate("getSelection().toString()")
        await keys.press("Escape")
        assert guest.complaints == []


@pytest.mark.parametrize(
    "look", ["light", *(pytest.param(look, marks=pytest.mark.slow) for look in ("narrow", "dark", "low"))]
)
async def test_the_document_s_page_has_the_evidence_of_the_answer_it_was_opened_from(library, browser, look):
    more = {"color_scheme": "dark"} if look == "dark" else {}
    viewport = {"narrow": NARROW, "low": {"width": 320, "height": 256}}.get(look, WIDE)
    async with chromium.visit(browser, locale="en-US", viewport=viewport, reduced_motion="reduce", **more) as guest:
        page = guest.page
        await page.goto(library.url)
        await ask(page, QUESTION)
        await page.locator("[data-citation-id]").first.press("Enter")
        await page.get_by_role("link", name="Open document").press("Enter")
        await expect(page.get_by_role("heading", level=1, name="Kiln manual")).to_be_visible()
        await expect(page.get_by_role("link", name=QUESTION)).to_be_visible()
        await expect(seen(page, 7).locator(".pdf-box[data-current]")).to_have_count(1)
        assert await chromium.violations(page) == []
        await page.get_by_role("button", name="Next evidence").press("Enter")
        await expect(seen(page, 31).locator(".pdf-box[data-current]")).to_have_count(1)
        await expect(page.get_by_role("button", name="Next evidence")).to_be_focused()
        await page.get_by_role("button", name="Text", exact=True).press("Enter")
        mark = page.locator("mark[data-current]")
        await expect(mark).to_have_text(KILN)
        await expect(mark).to_be_in_viewport()
        await expect(page.get_by_role("button", name="Text", exact=True)).to_be_focused()
        assert await chromium.violations(page) == []
        await page.get_by_role("button", name="Previous evidence").press("Enter")
        await expect(mark).to_have_text(GLAZE)
        await expect(mark).to_be_in_viewport()
        await page.reload()
        await expect(mark).to_have_text(GLAZE)
        await expect(page.locator(".pdf-page")).to_have_count(0)
        assert await page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        assert guest.complaints == []


@pytest.mark.parametrize(
    ("locale", "name", "sentence"),
    [
        ("en-US", "Text", "The pages cannot be drawn here; this is their text."),
        ("fr-FR", "Texte", "Les pages ne peuvent pas être affichées ici ; voici leur texte."),
        ("zh-CN", "文本", "此处无法显示页面，以下是其文本。"),
    ],
)
async def test_a_file_that_cannot_be_drawn_is_read_as_its_text(library, browser, locale, name, sentence):
    async with chromium.visit(browser, locale=locale, viewport=WIDE) as guest:
        page = guest.page
        await page.route("**/content?disposition=inline", lambda route: route.fulfill(body=b"%PDF-1.7 and no more"))
        (document,) = (await library.client.get("/v1/documents")).json()["documents"]
        await page.goto(f"{library.url}/sources/{document['document_id']}")
        await expect(page.get_by_text(sentence)).to_be_visible()
        await expect(page.get_by_text(AWAY).first).to_be_visible()
        await expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
        assert await chromium.violations(page) == []


def turned(data: bytes, degrees: int) -> bytes:
    """The same with its first page turned and cut at its margins."""
    document, out = pypdfium2.PdfDocument(data), io.BytesIO()
    document[0].set_rotation(degrees)
    document[0].set_cropbox(36, 100, 560, 800)
    document.save(out)
    return out.getvalue()


@pytest.mark.parametrize("degrees", [90, *(pytest.param(turn, marks=pytest.mark.slow) for turn in (0, 180, 270))])
async def test_boxes_lie_on_their_words_on_pages_that_are_turned_and_cut(server, browser, degrees):
    data = turned(drawn([(72, 700, AWAY), (72, 660, GLAZE), (72, 300, "Shelf 3 is empty.")]), degrees)
    document_id = await send(server, data)
    passages = (await server.client.get(f"/v1/documents/{document_id}/passages")).json()["passages"]
    async with chromium.visit(browser, locale="en-US", viewport=WIDE) as guest:
        page = guest.page
        await page.goto(f"{server.url}/sources/{document_id}#{passages[0]['passage_id']}")
        await expect(seen(page, 1)).to_be_visible()
        await expect(page.locator(".pdf-text span").first).to_have_count(1)
        found = [share for box in await page.evaluate(OVERLAP, "is") for share in box if share > 0]
        assert len(found) == len(passages[0]["boxes"]) and min(found) > 0.6
        assert guest.complaints == []


JPEG_2000 = base64.b64decode(
    "/0//UQApAAAAAAAIAAAACAAAAAAAAAAAAAAACAAAAAgAAAAAAAAAAAABBwEB/1IADAAAAAEAAwQEAAH/XAANQEBISFBISFBISFD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAAAWAAH/k8fUBAa/gICA/9k="
)
"""A grey square."""


def pictured() -> bytes:
    """A PDF of a sentence and a picture in JPEG 2000, which browsers do not read."""
    content = b"q 200 0 0 200 72 400 cm /I Do Q BT /F 14 Tf 72 700 Td (%s) Tj ET" % GLAZE.encode()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R"
        b"/Resources<</XObject<</I 5 0 R>>/Font<</F 6 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        b"<</Type/XObject/Subtype/Image/Width 8/Height 8/Filter/JPXDecode/Length %d>>stream\n%s\nendstream"
        % (len(JPEG_2000), JPEG_2000),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    data = b"%PDF-1.7\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    end = b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(data))
    return data + head + table + end


def chinese() -> bytes:
    """A PDF whose letters are coded as an older system did, in a font that it does not bring."""
    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    out = io.BytesIO()
    paper = canvas.Canvas(out)
    paper.setFont("STSong-Light", 14)
    paper.drawString(72, 700, COOLING)
    paper.save()
    return out.getvalue()


COOLING = "窑炉在十八小时后冷却。"
GREY = """() => {
  const canvas = document.querySelector(".pdf-page canvas");
  const [x, y] = [canvas.width * 170 / 595, canvas.height * 342 / 842].map(Math.round);
  return canvas.getContext("2d").getImageData(x, y, 1, 1).data[0];
}"""


async def test_letters_and_pictures_that_browsers_do_not_know_are_drawn_with_files_of_our_own(server, browser):
    ids = {
        "chinese": await send(server, chinese(), "chinese.pdf"),
        "picture": await send(server, pictured(), "grey.pdf"),
    }
    async with chromium.visit(browser, locale="en-US", viewport=WIDE) as guest:
        page = guest.page
        await page.goto(f"{server.url}/sources/{ids['chinese']}")
        await expect(seen(page, 1).locator(".pdf-text")).to_contain_text(COOLING)
        await page.goto(f"{server.url}/sources/{ids['picture']}")
        await expect(seen(page, 1).locator(".pdf-text")).to_contain_text(GLAZE)
        assert abs(await page.evaluate(GREY) - 90) < 4
        wanted = (
            "cmaps/UniGB-UCS2-H.bcmap",
            "standard_fonts/LiberationSans-Regular.ttf",
            "openjpeg_nowasm_fallback.js",
        )
        assert all(any(url.endswith(name) for url in guest.requests) for name in wanted)
        folder = next(url for url in guest.requests if url.endswith(wanted[0])).removesuffix(wanted[0])
        assert "Apache License" in (await server.client.get(f"{folder}LICENSE")).text
        assert [url for url in guest.requests if not url.startswith(server.url)] == []
        assert guest.complaints == []


@pytest.mark.slow
async def test_of_a_long_file_only_what_is_seen_is_loaded_and_drawn(server, browser):
    noise = random.Random(7)
    lines = [(40.0, 800.0 - 12 * row) for row in range(40)]
    data = drawn(*([(x, y, f"{noise.getrandbits(320):x}") for x, y in lines] for _ in range(250)))
    document_id = await send(server, data)
    got: list[int] = []
    async with chromium.visit(browser, locale="en-US", viewport=WIDE) as guest:
        page = guest.page
        page.on(
            "response",
            lambda answer: (
                got.append(int(answer.headers["content-length"]))
                if answer.status == 206 and "/content" in answer.url
                else None
            ),
        )
        await page.goto(f"{server.url}/sources/{document_id}")
        await expect(seen(page, 1)).to_be_visible()
        assert 0 < sum(got) < 0.6 * len(data)
        for number in (125, 250, 60, 1):
            await page.get_by_role("textbox", name="Page").fill(str(number))
            await page.get_by_role("textbox", name="Page").press("Enter")
            await expect(seen(page, number)).to_be_visible()
            assert await page.locator("canvas:visible").count() <= 6
        assert guest.complaints == []
