"""Mails: what was written and what came with it; who wrote when is metadata."""

from __future__ import annotations

from base64 import b64encode
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
    omissions = Omissions()
    found = reader.read(message.as_bytes(), omissions)
    for words in (
        "## Attachment: rules.docx\n\n### Rules\n\nBottles lie down.",
        "## Attachment: corks.pdf\n\n### Corks\n\nCorks are kept wet.",
        "## Attachment: labels.pptx\n\n### Slide 1: Labels\n\nLabels stay dry.",
        "## Attachment: prices.csv\n\n| name | price |",
    ):
        assert words in found.text
    assert [entry["text"] for entry in omissions.left_out] == [
        "1 picture (photo.png)",
        "2 attachments (broken.pdf: is damaged or has no pages; no PDF reader can open it, tool.bin: is of another kind)",
    ]


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
    omissions = Omissions()
    reader.read(message.as_bytes(), omissions)
    assert not omissions.left_out


def test_heads_and_texts_in_other_letters_are_read() -> None:
    data = "Subject: =?iso-8859-1?Q?K=FChl?=\nContent-Type: text/plain; charset=iso-8859-1\n\nKühl lagern."
    found = reader.read(data.encode("latin-1"), Omissions())
    assert found.title == "Kühl" and found.text == "# Kühl\n\nKühl lagern."


STUB = "This message is in HTML. Please open it with a program that can show HTML."
PAGE = "<h1>Cellar</h1><p>The cellar opens at 9 and closes at 17.</p><p>Corks cost 3 EUR.</p>"


@pytest.mark.parametrize(
    ("plain", "page", "expected"),
    [
        (STUB, PAGE, "## Cellar\n\nThe cellar opens at 9 and closes at 17.\n\nCorks cost 3 EUR."),
        ("https://example.org/very/long/address/of/the/page?with=a&long=query", PAGE, "Corks cost 3 EUR."),
        (" \n", PAGE, "Corks cost 3 EUR."),
        (STUB, "<p>Moved to room 7, at noon.</p>", "Moved to room 7, at noon."),
        (
            "Diese Nachricht bitte im Browser ansehen: https://example.org",
            "<p>Der Keller ist zu.</p>",
            "# Wine\n\nDer Keller",
        ),
        ("This message needs a newer program to be seen.", "<p>Moved to room 7, noon.</p>", "seen.\n\nMoved to room 7"),
        ("The cellar opens at 9 and closes at 17. Corks cost 3 EUR.", PAGE, "at 9 and closes at 17. Corks"),
        (
            "The cellar opens at 9 and closes at 17. Corks cost 3 EUR.",
            "<p>Open the attachment.</p>",
            "Corks cost 3 EUR.",
        ),
        ("The cellar opens at 9.", PAGE, "Corks cost 3 EUR."),
        ("图书馆邮件为网页格式。", "<p>图书馆八月闭馆，书可以还到入口旁边的箱子里。</p>", "书可以还到入口"),
    ],
)
def test_the_fuller_version_of_a_text_is_read(plain: str, page: str, expected: str) -> None:
    message = mail(plain)
    message.add_alternative(page, subtype="html")
    text = reader.read(message.as_bytes(), Omissions()).text
    assert expected in text
    assert STUB not in text


def test_texts_around_a_picture_and_in_related_parts_are_one_text() -> None:
    inner = mail("Before.")
    inner.add_alternative("<p>Before.</p><img src=cid:1>", subtype="html")
    inner.get_payload()[1].add_related(b"GIF89a", "image", "gif", cid="1", filename="a.gif")  # type: ignore[union-attr]
    inner.make_mixed()
    after = EmailMessage()
    after.set_content("After.")
    inner.attach(after)
    omissions = Omissions()
    assert reader.read(inner.as_bytes(), omissions).text == "# Wine\n\nBefore.\n\nAfter."
    assert [entry["text"] for entry in omissions.left_out] == ["1 picture (a.gif)"]


CALENDAR = (
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Tasting\\, red\r\nDTSTART;TZID=Europe/Paris:20240305T100000\r\n"
    'DTEND;TZID="Europe/Paris":20240305T113000\r\nLOCATION:Cellar 7\r\nDESCRIPTION:Bring a \r\n glass.\r\n'
    "BEGIN:VALARM\r\nDESCRIPTION:Alarm\r\nEND:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)


def test_an_invitation_says_what_when_and_where() -> None:
    message = mail("Please bring a glass.")
    message.add_alternative(CALENDAR, subtype="calendar")
    attach(message, CALENDAR.encode(), "application/ics", "invite.ics")
    times = "2024-03-05 10:00 (Europe/Paris) – 2024-03-05 11:30 (Europe/Paris)"
    text = reader.read(message.as_bytes(), Omissions()).text
    assert text == f"# Wine\n\nPlease bring a glass.\n\n### Tasting, red\n\n{times}\n\nCellar 7"


@pytest.mark.parametrize(
    ("given", "sent", "text"),
    [
        (
            "format=flowed",
            "The cellar \nis cold.\n\n> It \n> is.\n-- \nAnna",
            "The cellar is cold.\n\n> It is.\n-- \nAnna",
        ),
        ("format=flowed; delsp=yes", "地窖 \n很冷。", "地窖很冷。"),
        ("", "The cellar \nis cold.", "The cellar \nis cold."),
    ],
)
def test_lines_that_flow_are_one(given: str, sent: str, text: str) -> None:
    data = f"Subject: x\nContent-Type: text/plain; charset=utf-8; {given}\n\n{sent}\n".encode()
    assert reader.read(data, Omissions()).text == f"# x\n\n{text}"


@pytest.mark.parametrize(
    ("charset", "codec", "text"),
    [
        ("gb2312", "gb18030", "请李镕、王喆参加会议。"),
        ("iso-8859-1", "cp1252", "40 € – “Rules”"),
        ("us-ascii", "cp1252", "l’été à 40 €"),
        ("us-ascii", "utf-8", "l’été à 40 €"),
        ("shift_jis", "cp932", "①髙田さん"),
        ("ks_c_5601-1987", "cp949", "지하실은 춥습니다"),
        ("", "utf-8", "l’été à 40 €"),
        ("", "cp1251", "Ключ от склада лежит в шкафу на третьем этаже."),
        ("utf-8", "cp1252", "Le prix de l’été à Besançon est fixé à 40 €."),
        ("utf-7", "utf-7", "Été à la cave"),
    ],
)
def test_a_text_is_in_the_encoding_that_its_label_means(charset: str, codec: str, text: str) -> None:
    head = f"Subject: x\nContent-Type: text/plain{'; charset=' * bool(charset)}{charset}\nContent-Transfer-Encoding: base64"
    data = f"{head}\n\n{b64encode(text.encode(codec)).decode()}\n".encode()
    assert reader.read(data, Omissions()).text == f"# x\n\n{text}"


def test_a_head_in_plain_letters_is_in_the_encoding_of_the_text() -> None:
    data = "Subject: 张伟\nContent-Type: text/plain; charset=gb2312\n\n会议在三楼。".encode("gb18030")
    assert reader.read(data, Omissions()).text == "# 张伟\n\n会议在三楼。"


def test_names_of_attachments_are_read_as_they_were_meant() -> None:
    parts = (
        'Content-Disposition: attachment; filename="=?utf-8?B?cHLDqnRzLm1k?="',
        "Content-Disposition: attachment; filename*0*=utf-8''pr%C3%AA; filename*1=ts2.md",
        'Content-Type: text/markdown; name="=?iso-8859-1?Q?pr=EAts3.md?="\nContent-Disposition: attachment',
    )
    written = "".join(f"--B\n{head}\n\nBooks come back.\n" for head in parts)
    data = f"Subject: x\nContent-Type: multipart/mixed; boundary=B\n\n{written}--B--\n".encode()
    text = reader.read(data, Omissions()).text
    assert [line for line in text.split("\n") if line.startswith("##")] == [
        "## Attachment: prêts.md",
        "## Attachment: prêts2.md",
        "## Attachment: prêts3.md",
    ]


def test_parts_inside_each_other_without_end_do_no_harm() -> None:
    opened = "".join(f"Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n" for level in range(900))
    with pytest.raises(Unreadable):
        reader.read(f"Subject: x\n{opened}\nText".encode(), Omissions())


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
