"""German follow-ups. The language of a question is never taken for German: its own words bring this grammar in."""

from __future__ import annotations

import re

from gateway.conversation.followups.grammar import Grammar, table

_STRANGERS = table("""
    ein eine einen einem einer eines mein meine meinem meinen meiner meines sein seine seinem seinen seiner ihr ihre ihrem
    ihren jeder jede jedes jeden jedem kein keine keinen anderer andere welcher welche welches welchen welchem unser unsere
    """)
_DEEP = table("""
    erklare erklar erklaren erklarst erlautere erlautern erlautert details detail detaillierter detailliert
    detaillieren vertiefe vertiefen ausfuhrlicher ausfuhrlich genauer naher mehr weiter prazisiere prazisieren
    konkretisiere konkretisieren verdeutliche verdeutlichen ausfuhren
    """)
_ENDINGS = ("e", "er", "en", "es", "em")


def _inflected(*stems: str) -> dict[str, int]:
    return {stem + ending: number for number, stem in enumerate(stems, start=1) for ending in _ENDINGS}


GRAMMAR = Grammar(
    code="de",
    markers=table("""
        der die das den dem und zum zur punkt punkte punkten abschnitt abschnitte abschnitten teil bitte was ist mit
        zu uber nummer ich nicht dein deine deinem deinen erste ersten erster erstes zweite zweiten zweiter zweites dritte dritten dritter drittes danke letzte letzten letzter warum das dazu
        """)
    | _DEEP,
    articles=table(
        "der die das den dem des zum zur im beim vom dieser diese dieses diesen diesem dein deine deinem deinen"
    ),
    yours=table("dein deine deinem deinen"),
    strangers=_STRANGERS,
    nouns=table("""
        punkt punkte punkten punktes abschnitt abschnitte abschnitten abschnitts teil teile teilen teils element elemente
        eintrag eintrage eintragen thema themen rubrik rubriken section sektion sektionen unterpunkt unterpunkte buchstabe
        """),
    ones=frozenset(),
    common=table("teil teile teilen teils element elemente eintrag eintrage eintragen thema themen"),
    sections=table("abschnitt abschnitte abschnitten sektion section"),
    things=table("""
        grund grunde grunden argument argumente option optionen schritt schritte schritten tipp tipps regel regeln methode methoden losung
        losungen vorschlag vorschlage beispiel beispiele idee ideen aspekt aspekte frage fragen vorteil vorteile nachteil
        nachteile risiko risiken empfehlung empfehlungen bedingung bedingungen ausnahme ausnahmen absatz absatze
        """),
    ordinals=_inflected("erst", "zweit", "dritt", "viert", "funft", "sechst", "siebt", "acht", "neunt", "zehnt")
    | {f"letzt{ending}": -1 for ending in _ENDINGS}
    | {f"vorletzt{ending}": -2 for ending in _ENDINGS},
    suffixes=table("te ten ter tes"),
    cardinals={"eins": 1, "zwei": 2, "drei": 3, "vier": 4, "funf": 5, "sechs": 6, "sieben": 7, "acht": 8},
    both=table("beiden"),
    numbered=table("nummer nr no"),
    deep=_DEEP,
    verbs=_DEEP
    | table("""
        beschreibe beschreiben zeige zeig zeigen sag sage sagen fasse fass gib gehe geh gehen nenne nenn vergleiche
        vergleichen ubersetze ubersetzen wiederhole bedeutet steht interessiert verstehe verstanden lies beginne beginnen
        zuruck eingehen wissen erzahl erzahle erzahlen bezuglich beispiel beispiele unterschied zwischen kommen
        """),
    glue=table("""
        bitte danke hallo ok ja nein und oder aber auch noch mal nochmal einmal dann nun jetzt denn doch was wie wo wer
        wann warum wieso weshalb ist sind war wird werden hat haben kann kannst konnen konntest konnten soll sollte
        muss darf mir mich uns ich du sie wir man es in im auf aus an zu zum zur von vom uber fur mit ohne bei nach um
        als so sehr etwas genau darin dazu davon dort hier bezuglich gilt gelten sagt gesagt meinst meinen gemeint heisst
        einfach kurz besser wortlich deutsch englisch los nicht mochte wurde gern gerne lass will ein bisschen wenig
        """),
    joins=table("und oder sowie & ,"),
    spans=table("bis -"),
    of=table("von vom des der aus"),
    within=table("in im"),
    speakers=table("ich wir"),
    own=table("""
        zusammenfassung liste antwort ubersicht gliederung bericht oben text nachricht aufzahlung punkte abschnitte detail
        details einzelnen
        """),
    merged={},
    traps=re.compile(
        r"\b(?:(?:erst|zweit|dritt|viert|letzt)e[nrsm]? (?:mal|male|hilfe|stock|weltkrieg|jahr|woche|monat|tag|minute|blick|klasse|hand|linie|platz|person|ort|wahl)"
        r"|(?:dritt|letzt)ens|zum (?:ersten|zweiten|letzten) mal|punkt(?:e)? (?:sammeln|uhr|komma)|auf den punkt|(?:treff|stand|hohe|schwer|zeit|stutz)punkt"
        r"|im (?:ersten|zweiten|dritten|vierten) (?:stock|obergeschoss)|teil der losung|zum teil|vitamin [a-h]|plan b|klasse [a-h]|fuhrerschein [a-h])\b"
    ),
    opener=re.compile(
        r"(?:ok |ja |nein |danke )*(?:und|was ist mit|wie ist es mit|wie sieht es mit|aber|oder|dann|was steht)\b"
    ),
    more=re.compile(
        r"\b(?:mach weiter|weiter so|mehr (?:dazu|daruber|davon|details|infos|informationen)|das nachste|der nachste)\b"
    ),
    back=re.compile(
        r"^(?:und|aber|oder|was ist mit|wie ist es mit|zum beispiel|welche[rsn]?$)\b|^(?:warum|wieso|weshalb|wann|wo|wie|wer|wie das|echt|wirklich|seit wann)$"
        r"|\b(?:letzter[en]*s|das obige|oben genannte|du (?:hast )?(?:gesagt|erwahnt|genannt)|in diesem fall|deine antwort|(?:das|dasselbe|davon|dazu|dafur|damit|daruber)$)"
    ),
    pronouns=table("er sie es das dies diese dieser dafur davon dazu damit daruber ihn"),
    impersonal=re.compile(
        r"\b(?:gibt es|es gibt|ist es (?:moglich|erlaubt|notig|verboten)|muss man|dauert es|kostet es)\b|\b(?:das|dies|diese|dieser|die|es|sie) (?=[a-z]{5,})"
    ),
    dotted=True,
)
