"""A title that a program put into a file says nothing; a title that a person wrote stays."""

from __future__ import annotations

import pytest

from gateway.knowledge.formats.titles import telling, written
from tests.support.every import every

NOTHING = """
(anonymous)
untitled
Untitled-1
Untitled Document
(unspecified)
Document1
Document 2025
Book 2
Report 3
Page 1 of 2
Template report 2025
Dokument1
Documento2
Unbenannt
Unbenanntes Dokument
ohne Titel
Dokument ohne Titel
sans titre
Document sans titre
Présentation PowerPoint
Nouveau document
sin título
Documento sin título
Senza titolo
Presentazione standard di PowerPoint
Documento sem título
Naamloos document
Namnlöst
Prezentacja programu PowerPoint
Документ
Презентация PowerPoint
Без названия
无标题
无标题 - 1
未命名文档
新建 Microsoft Word 文档
PowerPoint 演示文稿
無題のドキュメント
PowerPoint プレゼンテーション
제목 없음
PowerPoint Presentation
Microsoft Word Document
Microsoft Word - x.doc
Microsoft Word - Annual report
Microsoft PowerPoint - vortrag.ppt [Kompatibilitätsmodus]
LaTeX with hyperref package
Slide 1
Folie 1
Book1
Tabelle1
Layout 1
Page 1
Scan_20240101
CamScanner 01-02-2024 10.00
IMG_0001.jpg
Normal
Normal.dotm
Template
Report template
Vorlage
Template for the preparation of papers for conferences
Instructions for Authors
Alizarin
Click to add title
[Document title]
Type the document title here
Paper Title* (use style: paper title)
http://example.org/a/page?id=1
https://www.example.org/
www.example.org
file:///C:/Users/x/My pages/page.html
localhost:8000/report
10.1016/j.cell.2020.01.001
doi:10.1016/j.cell.2020.01.001
arXiv:2401.01234v2
PII: S0140-6736(05)12345-6
C:\\Users\\anna\\Desktop\\letter
\\\\server\\share\\letter
/home/anna/papers/wine
main.dvi
wine-final.tex
Wine and bread.docx
wine.indd
paper_v3
smith2020_final
thesis-final-v2
ms
elsarticle-template-num
4f2a9c1e-7b7d-4f3a-9d58-1f0c2b3a4d5e
1234
- - -
…
R
Home
Index
Create Next App
\\376\\377\\000T\\000i
<FEFF00540069>
þÿTitle
a�b
""".strip().split("\n")

SOMETHING = """
Annual report
Annual report 2025
Report 44 of 2025
Report 2025
Letter 12/2024
Chapter 3, article 7
Loans
Wine
Untitled: a history of paintings without names
The Anonymous Letter of 1623
COVID-19
Windows 11
Node.js/Express
Template Haskell by example
Data: an overview
About: wine
Home insurance
Introduction to LaTeX
Word processing for beginners
Scanning old books
ISO 9001
Jahresbericht
Rapport annuel
关于借书的规定
葡萄酒
ワイン
Вино
3D printing
A4 paper and its history
""".strip().split("\n")


@every("title", NOTHING)
def test_a_title_that_a_program_made_says_nothing(title: str) -> None:
    assert not telling(title)


@every("title", SOMETHING)
def test_a_title_that_a_person_wrote_says_something(title: str) -> None:
    assert telling(title, f"# {title}\n\nText.")


@every(
    ("title", "is_one"),
    [
        ("Report 44 of 2025", True),
        ("Home", True),
        ("Index", True),
        ("Final draft", True),
        ("Draft", True),
        ("document.md", True),
        ("paper_v3", True),
        ("https://example.org/a", True),
        ("1984", True),
        ("R", True),
        ("Untitled", False),
        ("Untitled Document 1", False),
        ("Dokument ohne Titel", False),
        ("无标题文档", False),
        ("无标题", False),
        ("Title", False),
        ("null", False),
        ("Your title here: click to add", True),
        ("[Document title]", False),
        ("{{ page.title }}", False),
        ("$title$", False),
        ("<%= title %>", False),
        ("Anonymous letters", True),
        ("- - -", False),
        ("", False),
    ],
)
def test_a_title_at_the_top_of_a_text_counts_unless_it_says_that_there_is_none(title: str, is_one: bool) -> None:
    assert written(title) is is_one


@pytest.mark.parametrize("title", ["", " ", "\n\t", "\x00T\x00i\x00t", "\u200b"])
def test_blanks_and_control_characters_say_nothing(title: str) -> None:
    assert not telling(title)


def test_the_name_of_the_program_is_no_title() -> None:
    assert not telling("Fancy Typesetter 3", "", "fancy typesetter 3", "Fancy PDF")
    assert telling("Fancy Typesetter 3", "", "Another", "")


def test_a_title_like_a_templates_is_one_where_the_text_begins_with_it() -> None:
    assert telling("The Home Office", "# The home office\n\nRules.")
    assert not telling("The Home Office", "# Rules of the home office")
    assert telling("Template Haskell", "# Why\n\nThe use of Template Haskell is simple.")
    assert not telling("Template Haskell", "# Why\n\nWine.")
    assert telling("DNA", "DNA is an acid.")
    assert not telling("DNA", "Slides about wine.")
    assert not telling("Untitled", "Untitled\n\nText."), "its own heading says the same"
