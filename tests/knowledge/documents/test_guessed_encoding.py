"""Texts without a label: the letters that their author wrote, or nothing."""

from __future__ import annotations

import pytest

from gateway.knowledge.documents.guessed_encoding import guessed, wide
from tests.support.every import every

FRENCH = "L’été dernier, la bibliothèque a été fermée à cause des travaux. Les élèves n’ont pas pu emprunter de livres."
GERMAN = "Die Bücherei schließt während der Ferien für drei Wochen. Wer Bücher zurückgeben möchte, nutzt den Kasten."
POLISH = "Biblioteka jest zamknięta w sierpniu. Książki można oddać do skrzynki przy wejściu, którą opróżniamy rano."
RUSSIAN = "Библиотека закрыта в августе. Книги можно вернуть в ящик у входа, который опустошают сотрудники."
UKRAINIAN = "Бібліотека зачинена в серпні, книжки можна повернути до скриньки біля входу, її спорожняють щоранку."
GREEK = "Η βιβλιοθήκη είναι κλειστή τον Αύγουστο. Τα βιβλία επιστρέφονται στο κουτί δίπλα στην είσοδο."
TURKISH = "Kütüphane ağustos ayında kapalıdır. Kitaplar girişteki kutuya bırakılabilir, her sabah boşaltılır."
HEBREW = "הספרייה סגורה באוגוסט. אפשר להחזיר ספרים לתיבה ליד הכניסה, שמרוקנת בכל בוקר."
ARABIC = "المكتبة مغلقة في شهر أغسطس. يمكن إعادة الكتب إلى الصندوق بجانب المدخل."
LITHUANIAN = "Biblioteka rugpjūtį uždaryta. Knygas galima grąžinti į dėžę prie įėjimo, kurią kiekvieną rytą ištuština."
THAI = "ห้องสมุดปิดในเดือนสิงหาคม หนังสือสามารถคืนได้ที่กล่องข้างทางเข้า"
JAPANESE = "図書館は八月に休館します。本は入口の横にある箱に返却できます。"
KOREAN = "도서관은 팔월에 휴관합니다. 책은 입구 옆 상자에 반납할 수 있습니다."
CHINESE = "图书馆八月闭馆。书可以还到入口旁边的箱子里，工作人员每天早上清空。"
TAIWANESE = "圖書館八月閉館。書可以還到入口旁邊的箱子裡，工作人員每天早上清空。"

PAIRS = [
    *((FRENCH, codec) for codec in ("cp1252", "mac-roman")),
    *((FRENCH.replace("’", "'"), codec) for codec in ("iso8859-15", "cp850")),
    *((GERMAN, codec) for codec in ("cp1252", "iso8859-15", "mac-roman", "cp850")),
    *((POLISH, codec) for codec in ("cp1250", "iso8859-2")),
    *((RUSSIAN, codec) for codec in ("cp1251", "koi8-r", "cp866", "iso8859-5", "mac-cyrillic")),
    *((UKRAINIAN, codec) for codec in ("cp1251", "koi8-u", "mac-cyrillic")),
    *((GREEK, codec) for codec in ("cp1253", "iso8859-7")),
    *((TURKISH, codec) for codec in ("cp1254", "iso8859-9")),
    *((HEBREW, codec) for codec in ("cp1255", "iso8859-8")),
    *((ARABIC, codec) for codec in ("cp1256", "iso8859-6")),
    *((LITHUANIAN, codec) for codec in ("cp1257", "iso8859-13")),
    *((THAI, codec) for codec in ("cp874", "tis-620")),
    *((JAPANESE, codec) for codec in ("shift_jis", "euc-jp", "iso-2022-jp")),
    *((KOREAN, codec) for codec in ("euc-kr", "cp949")),
    *((CHINESE, codec) for codec in ("gb18030", "gbk")),
    *((TAIWANESE, codec) for codec in ("big5", "big5hkscs")),
]


@every(("text", "codec"), PAIRS)
def test_a_text_without_a_label_is_read_as_it_was_written(text: str, codec: str) -> None:
    for whole in (text, ("plain\n" * 9 + text + "\n") * 3000, "plain " * 9000 + text * 900):
        data = whole.encode(codec)
        assert data.decode(next(guessed(data))) == whole


@every(("text", "codec"), [pair for pair in PAIRS if pair[1] != "iso-2022-jp"])
def test_of_a_single_word_no_other_word_is_made(text: str, codec: str) -> None:
    word = max(text.split(), key=lambda word: len(word.encode("ascii", "ignore")) - 2 * len(word))
    data = word.encode(codec)
    assert all(data.decode(found) == word for found in guessed(data))


@pytest.mark.parametrize("data", [b"", b"\xe9", b"\xcf\xeb"])
def test_too_little_is_no_evidence(data: bytes) -> None:
    assert not list(guessed(data))


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("text", [FRENCH, RUSSIAN, HEBREW, "plain\n", "名前, 都市"])
def test_wide_characters_show_without_a_mark(text: str, codec: str) -> None:
    assert wide(text.encode(codec)) == codec
    assert wide(text.encode()) is None
