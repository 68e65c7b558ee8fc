"""Polish."""

from __future__ import annotations

from gateway.words.languages.tables import FigureWords, Language, listed

STOP_WORDS = """
    a aby albo ale ani az bardziej bardzo beda bede bedzie bez bo by byc byl byla byli bylo byly chce chcialbym ci
    cie co cos czego czemu czy czyli czym dla dlaczego do gdy gdyby gdyz gdzie go i ich ile im inna inne inny innych
    iz ja jak jaka jaki jakich jakie jakim jako je jeden jedna jednak jednakze jego jej jemu jesli jest jestem
    jezeli juz kazda kazdy kiedy kto ktora ktore ktorego ktorej ktory ktorych ktorym ktorzy lecz lub ma maja mam
    mamy mi miec mimo mna mnie moga moge moj moja moje moze mozesz mozna mu my na nad nam nami nas nasz nasza nasze
    nawet nia nic nich nie niech niego niej nim niz no o obok od ona one oni ono oraz po pod podczas poniewaz
    powinien prosze przed przede przez przy raz sa sam sama sie skad soba sobie sposob swoj swoja swoje ta tak taka
    taki takie takze tam te tego tej ten teraz tez to toba tobie trzeba tu tutaj twoj twoja twoje ty tych tylko tym
    u w wam was wasz we wiec wielu wlasnie wszystkich wszystkie wszystko wy z za zaden zas ze zeby
    """

LANGUAGE = Language(
    code="pl",
    name="Polish",
    stemmer="polish",
    stems_accents=True,
    stop_words=STOP_WORDS,
    ambiguous="""
    a ale bez bo by co do go i ich im iz ja jak je jeden ma mam mi mu my na nad nam nas no o od one oni ono po pod
    raz sa sam sposob ta tak tam te ten to tu ty u w was we z za
    """,
    months=(
        "stycznia styczen; lutego luty; marca marzec; kwietnia kwiecien; maja maj; czerwca czerwiec; "
        "lipca lipiec; sierpnia sierpien; wrzesnia wrzesien; pazdziernika pazdziernik; listopada "
        "listopad; grudnia grudzien"
    ),
    abbreviations_before_names="np tj tzn ul prof dr hab inż mgr",
    abbreviations_before_numbers="nr str rys tab art ust pkt",
    abbreviations_anywhere="itd itp zł",
    figures=FigureWords(unsure_months=listed("maja")),
)
