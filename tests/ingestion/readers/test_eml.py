"""Mails: what was written and what came with it; who wrote when is metadata."""

from __future__ import annotations

from email.message import EmailMessage
from email.mime.image import MIMEImage

import pytest

from gateway.ingestion.readers import eml as reader
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from tests.support.files import docx, p, pdf
from tests.support.more_files import presentation


def mail(text: str = "Kept cold.", subject: str = "Wine") -> EmailMessage:
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = subject, "Anna <anna@example.org>", "ben@example.org"
    message["Date"], message["Message-ID"] = "Tue, 05 Mar 2024 12:30:00 +0100", "<1@example.org>"
    if text:
        message.set_content(text)
    return message


def attach(message: EmailMessage, data: bytes, kind: str, name: str) -> None:
    main, sub = kind.split("/")
    message.add_attachment(data, maintype=main, subtype=sub, filename=name)


def test_subject_and_text_are_text_and_the_head_is_metadata() -> None:
    found = reader.read(mail("Red wine is kept cold.\n\n# Why\n\nIt keeps.").as_bytes(), Omissions())
    assert (found.title, found.note) == ("Wine", "")
    assert found.text == "# Wine\n\nRed wine is kept cold.\n\n## Why\n\nIt keeps."
    assert found.metadata == {
        "subject": "Wine",
        "from": "Anna <anna@example.org>",
        "to": "ben@example.org",
        "cc": "",
        "message_id": "<1@example.org>",
        "date": "2024-03-05T12:30:00+01:00",
    }


def test_plain_text_goes_before_the_page() -> None:
    message = mail("The plain text.")
    message.add_alternative("<p>The page.</p><script>alert(1)</script>", subtype="html")
    assert reader.read(message.as_bytes(), Omissions()).text == "# Wine\n\nThe plain text."
    alone = mail("")
    alone.set_content("<p>The <b>page</b>.</p><script>alert(1)</script>", subtype="html")
    assert reader.read(alone.as_bytes(), Omissions()).text == "# Wine\n\nThe page."


def test_what_came_with_it_is_read_by_its_own_reader_or_named() -> None:
    message = mail("The cellar is cold, and the keeper counts all of the bottles.")
    attach(message, docx(p("Rules", "Titre1") + p("Bottles lie down.")), "application/octet-stream", "rules.docx")
    attach(message, pdf(["# Corks", "Corks are kept wet."]), "application/pdf", "corks.pdf")
    attach(message, presentation([("Labels", ["Labels stay dry."], "")]), "application/zip", "../labels.pptx")
    attach(message, b"name,price\nwine,12\n", "text/csv", "prices.csv")
    attach(message, b"\x89PNG", "image/png", "photo.png")
    attach(message, b"%PDF-1.4 nothing", "application/pdf", "broken.pdf")
    attach(message, b"\x7fELF", "application/octet-stream", "tool.bin")
    found = reader.read(message.as_bytes(), Omissions())
    for words in (
        "## Attachment: rules.docx\n\n### Rules\n\nBottles lie down.",
        "## Attachment: corks.pdf\n\n### Corks\n\nCorks are kept wet.",
        "## Attachment: labels.pptx\n\n### Slide 1: Labels\n\nLabels stay dry.",
        "## Attachment: prices.csv\n\n| name | price |",
    ):
        assert words in found.text
    assert found.note == (
        "came with what was left out: photo.png (is of another kind), broken.pdf (is damaged or has no pages; no PDF "
        "reader can open it), tool.bin (is of another kind)."
    )


def test_a_mail_in_a_mail_is_read_up_to_a_depth() -> None:
    message = mail("The innermost.", "0")
    for level in range(1, 6):
        outer = mail(f"Around {level}.", str(level))
        outer.add_attachment(message)
        message = outer
    found = reader.read(message.as_bytes(), Omissions())
    assert "Around 5." in found.text and "Around 2." in found.text
    assert "Around 1." not in found.text and "The innermost." not in found.text


def test_pictures_of_a_page_are_not_named() -> None:
    message = mail()
    message.make_mixed()
    message.attach(MIMEImage(b"GIF89a", "gif"))
    assert reader.read(message.as_bytes(), Omissions()).note == ""


def test_heads_and_texts_in_other_letters_are_read() -> None:
    data = "Subject: =?iso-8859-1?Q?K=FChl?=\nContent-Type: text/plain; charset=iso-8859-1\n\nKühl lagern."
    found = reader.read(data.encode("latin-1"), Omissions())
    assert found.title == "Kühl" and found.text == "# Kühl\n\nKühl lagern."


@pytest.mark.parametrize(
    "head", ["Date: never", "From: @@<<>>,,;", "To: =?x?y?z?=", "Subject: =?utf-8?B?////?=", "Cc: \udcff"]
)
def test_broken_heads_do_no_harm(head: str) -> None:
    data = f"{head}\nContent-Type: text/plain; charset=nothing\n\nKept cold.".encode("utf-8", "surrogateescape")
    assert "Kept cold." in reader.read(data, Omissions()).text


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no head"),
        (b"\n\nKept cold.", "no head"),
        (b"Subject: x\n\n", "holds no text"),
        (b"Subject: x\nContent-Type: multipart/encrypted; boundary=a\n\n--a--", "encrypted"),
        (b"Subject: x\nContent-Type: application/pkcs7-mime\n\nAAAA", "encrypted"),
    ],
)
def test_what_cannot_be_read_is_said(data: bytes, words: str) -> None:
    with pytest.raises(Unreadable, match=words):
        reader.read(data, Omissions())


def test_who_wrote_a_mail_and_when_is_its_origin() -> None:
    assert reader.read(mail().as_bytes(), Omissions()).origin == ("2024-03-05T12:30:00+01:00", "mail", "Anna")
