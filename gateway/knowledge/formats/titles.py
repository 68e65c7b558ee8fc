"""Does the title that a file states about itself say anything?

Programs fill the title of a file with what they have at hand: their own name, "untitled" in the language of the office,
the path of somebody's disk, the address of a page, the name of a template. Such a title gives way to the first heading.
What a person can read in the text, as a heading, is never judged here. A title that somebody typed at the top of a text
counts as well, unless it says that there is none (`written`).
"""

from __future__ import annotations

import re
import unicodedata

from gateway.words.languages.tables import listed

_WORD = re.compile(r"[^\W\d_]+")


_UNNAMED = listed(
    """
    untitled anonymous unnamed unspecified unknown noname nameless none null nil undefined nan unbekannt title subject
    headline caption name placeholder sans titre nom titres sin titulo nombre senza titolo nome sem ohne titel unbenannt
    unbenanntes unbenannte namenlos zonder naamloos uten tittel navnlos uden namnlos utan nimeton otsikoton bez nazvu
    nazwy tytulu nazev tytul namnlost adsiz basliksiz isimsiz cim nelkul nevtelen fara titlu без названия имени
    безымянный назви 无标题 无题 未命名 未命名文档 无标题文档 未命名文件 無標題文件 無題のドキュメント 標題 标题 無標題
    無題 名称未設定 タイトル 제목없음 무제 제목
    """
)
"""What programs call a thing without a name, in the languages of offices."""
_SPOKEN = listed(
    """
    document documents dokument dokumente documento documenti dokumentum asiakirja belge документ textdokument textdatei
    doc docs pdf file files fichier datei archivo arquivo bestand text texte texto testo page pages seite pagina blank
    presentation presentacion presentazione apresentacao praesentation prasentation presentatie presentasjon prezentacja
    prezentace esitys sunu bemutato презентация презентація slide slides slideshow folie folien diapositive diapositives
    diapositiva diaporama deck standard book workbook classeur mappe arbeitsmappe libro cartella sheet spreadsheet
    tabelle feuil feuille hoja foglio drawing zeichnung dessin dibujo disegno layout notebook form formular formulaire
    letter brief lettre article paper manuscript ms report thesis essay abstract chapter section appendix poster handout
    new neu neues neue nouveau nouvelle nuevo nueva nuovo novo nieuw nytt nowy novy новый draft entwurf brouillon
    borrador bozza rascunho final finale version versione ver rev revision revised copy kopie copie copia test tests
    temp tmp sample example demo dummy main output out texput job print printing printout export camera ready submission
    submitted v root samplepaper elsarticle sn num ieeetran bare jrnl conf llncs acmart revtex the a an of my your for
    in to this as with avec con mit de del la le da do di program programma programu template templates vorlage vorlagen
    modele plantilla modello modelo sjabloon mal mall шаблон szablon sablona normal default scan scanned scanner scannen
    image images bild img photo picture fax camscanner dsc microsoft office word powerpoint excel visio publisher
    outlook onenote openoffice libreoffice writer impress calc draw wordperfect wps google keynote numbers adobe acrobat
    distiller indesign illustrator photoshop framemaker pagemaker quarkxpress scribus package latex pdflatex xelatex
    lualatex tex pdftex hyperref ghostscript pdfcreator cutepdf dopdf markdown rmarkdown pandoc jupyter sphinx
    confluence notion sharepoint reportlab wkhtmltopdf weasyprint chromium chrome firefox safari preview quartz home
    homepage index website site web webpage welcome startseite accueil inicio startpage app react vite vue angular
    svelte next nuxt webpack create redirecting loading
    """
)
"""Kinds of documents, states of work, names of jobs, templates, scans, programs and pages of the web. A title of
nothing but these and those without a name says nothing."""
_WRITTEN = listed(
    """
    文档 文件 新建文档 新建文本文档 新建 演示文稿 幻灯片 模板 首页 主页 扫描 扫描件 新文件 簡報 投影片 範本 首頁 主頁
    未命名簡報 掃描 無題のプレゼンテーション 文書 新規文書 プレゼンテーション スライド テンプレート ホーム 문서 새문서
    프레젠테이션 슬라이드 템플릿
    """
)
"""The same in scripts that write words without blanks between them."""
_NAMELESS = _UNNAMED | _SPOKEN | _WRITTEN
_ALONE = listed(
    "page pages seite report letter lettre brief book chapter section essay poster handout drawing dessin photo"
)
"""Words of the same kind that a person may have given as a title: alone, without a number."""
_NUMBERED = listed("report letter lettre brief book chapter article paper thesis essay abstract poster handout")
"""Kinds of documents that people number by year, or by two numbers: "Report 44 of 2025". Programs count: "Book1"."""
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_FILLED_IN = re.compile(r"\{\{|\{%|<%|\$\{|\$\w+\$|\{\w+\}")
"""What a program would have replaced by a title."""
_THEMES = listed(
    """
    alizarin beehive bluecurve bluelines bluetitledown brightblue candy cleanenergy clearday dna focus forestbird
    freshes greyelegant growingliberty inspiration lightblue lights lushgreen metropolis midnightblue natureillustration
    noblerd pencil piano portfolio progress sunset vintage vivid yellowidea officetheme
    """
)
"""Templates of office programs, which leave their own name in what is made from them."""
_PROGRAM = re.compile(
    r"microsoft (?:office )?(?:word|powerpoint|excel|outlook|visio|publisher|project)\b\s*[-–—:]", re.IGNORECASE
)
"""How printers' drivers name a job: the program, then the file."""
_SUFFIX = re.compile(
    r"\S\.(?:docx?|docm|dotx?|dotm|rtf|odt|ott|fodt|pages|wpd|wps|tex|ltx|dvi|ps|eps|pdf|indd?|indt|qxp|qxd|p65|pmd|fm|mif"
    r"|pptx?|pptm|potx?|ppsx?|odp|otp|key|xlsx?|xlsm|xltx?|ods|ots|numbers|vsdx?|pub|ai|cdr|svg|psd|txt|md|rmd|qmd|ipynb"
    r"|html?|xhtml|xml|mhtml?|php|aspx?|jsp|cgi|j2|jinja2?|tmpl|tpl|typ|adoc|rst|csv|jpe?g|png|gif|bmp|tiff?|heic)"
    r"(?:\s*[\[(][^\[\]()]*[\])])?\W*$",
    re.IGNORECASE,
)
_PATH = re.compile(r"[A-Za-z]:[\\/]|\\\\\w|file:|(?:/|~/|\./|\.\./)[\w.~-]+/|[^\s_]*+_\S*+$")
"""Somewhere on a disk; a word with an underscore is a file there, or a job."""
_ADDRESS = re.compile(
    r"<?(?:[a-z][a-z0-9+.-]*://\S*|(?:about|data|blob|mailto|urn):\S+|(?:doi|arxiv|pii|isbn|issn|uuid)[: ]\s?[^\s\d]*+\d\S*|www\.\S+"
    r"|10\.\d{4,9}/\S+|(?:localhost|\d+(?:\.\d+){3}|(?:[\w-]+\.)+(?:com|org|net|edu|gov|int|info|io|eu|local"
    r"|de|fr|uk|ch|at|be|nl|lu|es|it|pt|ie|pl|cz|se|no|dk|fi|cn|hk|tw|jp|kr|ru|ua|br|au|nz|ca|us))(?::\d+)?/\S*"
    r"|localhost(?::\d+)?)>?",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[{(]?(?=\S*\d)[0-9a-f]{8,}(?:-[0-9a-f]{4,})*[)}]?", re.IGNORECASE)
_BROKEN = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ufffd]|\\\\[0-3][0-7]{2}|^<(?:[0-9A-Fa-f]{4})+>$|^þÿ")
_PROMPT = re.compile(
    r"(?:click|tap|type|enter|insert|add|put|write)\b.{0,40}\btitle\b.{0,40}|\[[^\]]*\btitle\b[^\]]*\]"
    r"|(?:your )?(?:paper|article|document|report|presentation)(?:['’]s)? title\b.{0,60}|page title",
    re.IGNORECASE,
)
"""What a template asks its user to write over."""
_TEMPLATE = re.compile(
    r"\b(?:template|vorlage|plantilla|modello|sjabloon|шаблон)\b|\b(?:instructions|guidelines) (?:for|to) authors\b|模板|範本|テンプレート",
    re.IGNORECASE,
)
_LETTERS = "\u2e80"
"""From here on, one character is a word."""
_LONGEST_JUDGED = 300
_OPENING = 3000
"""Characters of the text in which a title that may be a template's is looked for."""


def telling(title: str, text: str = "", *others: str) -> bool:
    """Whether a title among the properties of a file (not one that stands in its text) says what the file is about.

    `text`: the file's own, whose opening can speak for a title that reads like a template's name.
    `others`: what else the properties say, such as the names of the programs that made the file; none of them is a
    title.
    """
    title = unicodedata.normalize("NFKC", title).strip()[:_LONGEST_JUDGED]
    if _BROKEN.search(title) or any(_folded(title) == _folded(other) for other in others):
        return False
    if any(pattern.fullmatch(title) for pattern in (_ADDRESS, _NUMBER, _PROMPT)):
        return False
    if any(pattern.match(title) for pattern in (_PROGRAM, _PATH)) or _SUFFIX.search(title):
        return False
    words = [_bare(word) for word in _WORD.findall(title)]
    if not any(len(word) > 1 or word > _LETTERS for word in words):
        return False
    if all(word in _NAMELESS or (len(word) == 1 and word < _LETTERS) for word in words):
        if words[0] in _NUMBERED and (_YEAR.search(title) or len(re.findall(r"\d+", title)) > 1):
            return True
        if len(words) == 1:
            return title.casefold() in _ALONE
        return _folded(title) in map(_folded, text[:_OPENING].split("\n"))
    if _TEMPLATE.search(title) or "".join(words) in _THEMES:
        return _folded(title) in _folded(text[:_OPENING])
    return "".join(words) not in _NAMELESS


def written(title: str) -> bool:
    """Whether a title that somebody typed at the top of a text is one: not "Untitled", and no place for a title."""
    title = unicodedata.normalize("NFKC", title).strip()[:_LONGEST_JUDGED]
    words = [_bare(word) for word in _WORD.findall(title)]
    is_place = _BROKEN.search(title) or _PROMPT.fullmatch(title) or _FILLED_IN.search(title)
    is_unnamed = words and _UNNAMED.intersection(words) and _NAMELESS.issuperset(words)
    return any(map(str.isalnum, title)) and not is_place and not is_unnamed


def _folded(text: str) -> str:
    return " ".join(re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold()))


def _bare(word: str) -> str:
    """Returns a word in small letters; one in Latin letters, without accents."""
    word = word.casefold()
    if word > "\u0250":
        return word
    return "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))
