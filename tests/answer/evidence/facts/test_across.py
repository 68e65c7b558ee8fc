"""Facts of a sentence that a passage in another language lacks."""

import pytest

from gateway.answer.evidence.facts.across import compared


def missing(claim: str, source: str) -> list[str]:
    return [claim[each.start : each.end] for each in compared(claim, source).missing]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The fee is 74,000 euros.", "Die Gebühr beträgt 74.000 Euro."),
        ("Die Gebühr beträgt 74.000 Euro.", "Les frais sont de 74 000 euros."),
        ("Er kostet 3,5 Euro.", "It costs 3.5 euros."),
        ("On 28 February 2008 it opened.", "2008 年 2 月 28 日开放。"),
        ("2008年2月28日开放。", "Se abrió el 28 de febrero de 2008."),
        ("Geöffnet im Februar 2015.", "Abierto en febrero de 2015."),
        ("It has 4 doors and 10 windows.", "Es hat vier Türen und zehn Fenster."),
        ("Im 4. Jahrtausend", "in the fourth millennium"),
        ("The 11 units", "十一个单位"),
        ("The 230,000 books", "23万本书"),
        ("In the 1970s", "20世纪70年代"),
        ("20世纪70年代", "Anfang der 1970er-Jahre"),
        ("During the 1960s", "durante los años 60"),
        ("It was in 1998.", "كان ذلك في ١٩٩٨."),
        ("Start on LC-34.", "发射在LC-34上"),
        ("NASA said so.", "La NASA y la ONU"),
        ("UNO means it.", "C'est l'ONU."),
        ("either 0 or 1", "zéro ou un"),
        ("It lasts ten days.", "Es dauert zwölf Tage."),
    ],
    ids=lambda text: text[:24],
)
def test_a_fact_that_the_passage_writes_in_another_way_is_there(claim: str, source: str) -> None:
    assert missing(claim, source) == []


@pytest.mark.parametrize(
    ("claim", "source", "lacks"),
    [
        ("It opened in 2024.", "Il a ouvert en 2023.", ["2024"]),
        ("The fee is 75,000 euros.", "Die Gebühr beträgt 74.000 Euro.", ["75,000"]),
        ("It has 40 doors.", "Es hat zehn Türen.", ["40"]),
        ("On 3 March 2008 it opened.", "2008年2月28日开放。", ["3", "March"]),
        ("The wall has 117 miles.", "Die Mauer hat 117 km.", ["117"]),
        ("Start on LC-35.", "发射在LC-34上", ["LC-35"]),
        ("Room B12 has 2 doors.", "La salle B21 a deux portes.", ["B12"]),
    ],
)
def test_a_fact_that_the_passage_lacks_is_found(claim: str, source: str, lacks: list[str]) -> None:
    assert missing(claim, source) == lacks
    assert compared(claim, source).facts >= len(lacks)
