"""Words that differ: anything counts that is not proven to be empty, on one side or on both."""

from gateway.memory.comparing.differences import swapped
from gateway.memory.comparing.question_words import read
from tests.support.every import every


@every(
    ("language", "one", "other", "found"),
    [
        ("en", "How do I clean the filter?", "How do I clean the engine?", ("filter", "engine")),
        ("en", "How do I clean the filter?", "What is the best way to clean the filter?", None),
        ("en", "How do I clean the filter?", "How do I clean the old filter?", ("-", "old")),
        ("en", "How long does a normal delivery take?", "How long does a delivery take?", ("normal", "-")),
        ("en", "Can I swim in the lake?", "Can I swim in the lake after lunch?", ("-", "after lunch")),
        ("en", "How do I clean the filter?", "Tell me how to clean the filter", None),
        ("en", "How do I contact support?", "How do I contract support?", ("contact", "contract")),
        ("en", "How do I recieve it?", "How do I receive it?", None),
        ("en", "How do I get a passport?", "How do I get a driving licence?", ("passport", "driving licence")),
        ("en", "How do I get a passport?", "How do I find a passport?", ("get", "find")),
        ("en", "red cars in garages", "blue cars in fields", ("red garages", "blue fields")),
        ("en", "Tell me about refunds", "I want to know about refunds", None),
        ("fr", "Où demander un passeport ?", "Où demander une carte de séjour ?", ("passeport", "carte sejour")),
        ("fr", "Comment cuire le riz ?", "Comment cuire le poisson ?", ("riz", "poisson")),
        ("zh", "怎么申请年假？", "怎么申请病假？", ("年", "病")),
        ("zh", "博世电钻保修多久？", "牧田电钻的保修期是多久？", ("博世", "牧田")),
        ("zh", "内科在几楼？", "外科在几楼？", ("内", "外")),
        ("zh", "快递几点到？", "普通快递几点到？", ("-", "普通")),
        ("zh", "五天内可以退货吗？", "5天内能退货吗？", None),
        ("zh", "怎么修改地址？", "如何更改地址？", None),
        ("zh", "退货流程是什么？", "怎么退货？", None),
        ("de", "Wie öffne ich das Fenster?", "Wie kann ich das Fenster öffnen?", None),
        ("de", "Wie kaufe ich eine Karte?", "Wie kaufe ich eine günstige Karte?", ("-", "gunstige")),
        ("es", "¿Cómo compro un billete?", "¿Cómo compro un billete barato?", ("-", "barato")),
        ("it", "Il museo è gratis?", "Il museo è gratis per i bambini?", ("-", "per i bambini")),
        ("de", "Was kostet ein Fahrrad?", "Was kostet ein Auto?", ("fahrrad", "auto")),
    ],
    reader="memory",
)
def test_words_that_differ(language, one, other, found):
    assert swapped(read(one, language), read(other, language)) == found


def test_the_name_of_what_both_ask_for_is_no_difference():
    pair = read("What are the visiting hours of the castle?", "en"), read("When is visiting of the castle?", "en")
    assert swapped(*pair) == ("hours", "-")
    assert swapped(*pair, asks=frozenset({"time"})) is None


def test_what_figures_compare_is_no_difference_of_words():
    assert swapped(read("a room for ten on Monday", "en"), read("a room for 12 on Friday", "en")) is None
