"""File names and subjects, however programs write them in a head."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.knowledge.documents.header_values import header_text, sent_file_name
from tests.support.every import every


@every(
    ("disposition", "name"),
    [
        (b"form-data; name=f; filename*=UTF-8''pr%C3%AAts.md", "prêts.md"),
        (b"form-data; name=f; filename=a.md; filename*=utf-8'fr'pr%C3%AAts.md", "prêts.md"),
        (b"form-data; filename*=utf-8''pr%C3%AAts.md; filename=a.md", "prêts.md"),
        (b"form-data; filename*=iso-8859-1''pr%EAts.md", "prêts.md"),
        (b"form-data; filename*=gb2312''%C4%BF%C2%BC.csv", "目录.csv"),
        (b"attachment; filename*0*=utf-8''pr%C3%AA; filename*1=ts; filename*2*=%2Emd", "prêts.md"),
        (b'attachment; filename*0="a long "; filename*1="name.md"', "a long name.md"),
        (b'form-data; filename="=?utf-8?B?cHLDqnRzLm1k?="', "prêts.md"),
        (b"form-data; filename==?utf-8?B?cHLDqnRzLm1k?=", "prêts.md"),
        (b'form-data; filename="=?UTF-8?Q?pr=C3=AAts_de?= =?UTF-8?Q?_mai.md?="', "prêts de mai.md"),
        (b'form-data; filename="=?utf-8?b?cHLD?=\t=?utf-8?b?qnRzLm1k?="', "prêts.md"),
        ('form-data; filename="prêts.md"'.encode(), "prêts.md"),
        ('form-data; filename="葡萄酒.md"'.encode(), "葡萄酒.md"),
        ('form-data; filename="prêts.md"'.encode("latin-1"), "prêts.md"),
        (b'form-data; filename="C:\\loans\\a.md"', "C:\\loans\\a.md"),
        (b'form-data; filename="100%25; a \\"b\\".md"', '100%25; a "b".md'),
        (b"form-data; FILENAME=a.md", "a.md"),
        (b'form-data; filename="=?utf-8?B?!!?="', "=?utf-8?B?!!?="),
        (b'form-data; name="filename"', ""),
        (b'form-data; filename=""', ""),
        (b"form-data", ""),
        (b"", ""),
    ],
)
def test_a_file_name_is_read_as_it_was_meant(disposition: bytes, name: str) -> None:
    assert sent_file_name(disposition) == name


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"=?iso-8859-1?Q?40_=80_=96_prices?=", "40 € – prices"),
        (b"Re: =?gb2312?B?6Ua7+cK3?= (2)", "Re: 镕基路 (2)"),
        (b"=?big5?B?uc+u0cBd?=", "圖書館"),
        ("Été à Besançon".encode(), "Été à Besançon"),
        ("Prix de l’été à Besançon".encode("cp1252"), "Prix de l’été à Besançon"),
        (b"=?us-ascii?Q?l=C3=A9t=C3=A9?=", "lété"),
        (b"plain = text?", "plain = text?"),
    ],
)
def test_letters_of_a_head_are_those_that_were_written(raw: bytes, text: str) -> None:
    assert header_text(raw) == text


@given(
    st.binary(max_size=80),
    st.lists(st.sampled_from([b"=?", b"?=", b"utf-8", b"?B?", b"filename", b"*", b"''", b"=", b";", b'"'])),
)
def test_any_head_is_read(raw: bytes, parts: list[bytes]) -> None:
    assert isinstance(header_text(b"".join(parts) + raw), str)
    assert isinstance(sent_file_name(b"x; filename" + b"".join(parts) + raw), str)
