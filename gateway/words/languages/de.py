"""German."""

from __future__ import annotations

from gateway.words.languages.memory import german
from gateway.words.languages.tables import ClaimWords, DeliverableWords, Grammar, Language, QuotingWords, listed

_ENDINGS = ("e", "er", "en", "es", "em")


def _inflected(*stems: str) -> dict[str, int]:
    return {stem + ending: number for number, stem in enumerate(stems, start=1) for ending in _ENDINGS}


_STRANGERS = listed("""
    ein eine einen einem einer eines mein meine meinem meinen meiner meines sein seine seinem seinen seiner ihr ihre ihrem
    ihren jeder jede jedes jeden jedem kein keine keinen anderer andere welcher welche welches welchen welchem unser unsere
    """)
_DEEP = listed("""
    erklare erklar erklaren erklarst erlautere erlautern erlautert details detail detaillierter detailliert
    detaillieren vertiefe vertiefen ausfuhrlicher ausfuhrlich genauer naher mehr weiter prazisiere prazisieren
    konkretisiere konkretisieren verdeutliche verdeutlichen ausfuhren
    """)

GRAMMAR = Grammar(
    markers=listed("""
        der die das den dem und zum zur punkt punkte punkten abschnitt abschnitte abschnitten teil bitte was ist mit
        zu uber nummer ich nicht dein deine deinem deinen erste ersten erster erstes zweite zweiten zweiter zweites dritte dritten dritter drittes danke letzte letzten letzter warum das dazu
        """)
    | _DEEP,
    articles=listed(
        "der die das den dem des zum zur im beim vom dieser diese dieses diesen diesem dein deine deinem deinen"
    ),
    yours=listed("dein deine deinem deinen"),
    strangers=_STRANGERS,
    nouns=listed("""
        punkt punkte punkten punktes abschnitt abschnitte abschnitten abschnitts teil teile teilen teils element elemente
        eintrag eintrage eintragen thema themen rubrik rubriken section sektion sektionen unterpunkt unterpunkte buchstabe
        """),
    ones=frozenset(),
    common=listed("teil teile teilen teils element elemente eintrag eintrage eintragen thema themen"),
    sections=listed("abschnitt abschnitte abschnitten sektion section"),
    things=listed("""
        grund grunde grunden argument argumente option optionen schritt schritte schritten tipp tipps regel regeln methode methoden losung
        losungen vorschlag vorschlage beispiel beispiele idee ideen aspekt aspekte frage fragen vorteil vorteile nachteil
        nachteile risiko risiken empfehlung empfehlungen bedingung bedingungen ausnahme ausnahmen absatz absatze
        """),
    ordinals=_inflected("erst", "zweit", "dritt", "viert", "funft", "sechst", "siebt", "acht", "neunt", "zehnt")
    | {f"letzt{ending}": -1 for ending in _ENDINGS}
    | {f"vorletzt{ending}": -2 for ending in _ENDINGS},
    suffixes=listed("te ten ter tes"),
    cardinals={"eins": 1, "zwei": 2, "drei": 3, "vier": 4, "funf": 5, "sechs": 6, "sieben": 7, "acht": 8},
    both=listed("beiden"),
    numbered=listed("nummer nr no"),
    verbs=_DEEP
    | listed("""
        beschreibe beschreiben zeige zeig zeigen sag sage sagen fasse fass gib gehe geh gehen nenne nenn vergleiche
        vergleichen ubersetze ubersetzen wiederhole bedeutet steht interessiert verstehe verstanden lies beginne beginnen
        zuruck eingehen wissen erzahl erzahle erzahlen bezuglich beispiel beispiele unterschied zwischen kommen
        """),
    deep=_DEEP,
    glue=listed("""
        bitte danke hallo ok ja nein und oder aber auch noch mal nochmal einmal dann nun jetzt denn doch was wie wo wer
        wann warum wieso weshalb ist sind war wird werden hat haben kann kannst konnen konntest konnten soll sollte
        muss darf mir mich uns ich du sie wir man es in im auf aus an zu zum zur von vom uber fur mit ohne bei nach um
        als so sehr etwas genau darin dazu davon dort hier bezuglich gilt gelten sagt gesagt meinst meinen gemeint heisst
        einfach kurz besser wortlich deutsch englisch los nicht mochte wurde gern gerne lass will ein bisschen wenig
        """),
    joins=listed("und oder sowie & ,"),
    spans=listed("bis -"),
    of=listed("von vom des der aus"),
    within=listed("in im"),
    speakers=listed("ich wir"),
    own=listed("""
        zusammenfassung liste antwort ubersicht gliederung bericht oben text nachricht aufzahlung punkte abschnitte detail
        details einzelnen
        """),
    about=listed("uber zu"),
    merged={},
    traps=(
        r"\b(?:(?:erst|zweit|dritt|viert|letzt)e[nrsm]? (?:mal|male|hilfe|stock|weltkrieg|jahr|woche|monat|tag|minute|blick|klasse|hand|linie|platz|person|ort|wahl)"
        r"|(?:dritt|letzt)ens|zum (?:ersten|zweiten|letzten) mal|punkt(?:e)? (?:sammeln|uhr|komma)|auf den punkt|(?:treff|stand|hohe|schwer|zeit|stutz)punkt"
        r"|im (?:ersten|zweiten|dritten|vierten) (?:stock|obergeschoss)|teil der losung|zum teil|vitamin [a-h]|plan b|klasse [a-h]|fuhrerschein [a-h])\b"
    ),
    opener=r"(?:ok |ja |nein |danke )*(?:und|was ist mit|wie ist es mit|wie sieht es mit|aber|oder|dann|was steht)\b",
    more=r"\b(?:mach weiter|weiter so|mehr (?:dazu|daruber|davon|details|infos|informationen)|das nachste|der nachste)\b",
    back=(
        r"^(?:und|aber|oder|was ist mit|wie ist es mit|zum beispiel|welche[rsn]?$)\b|^(?:warum|wieso|weshalb|wann|wo|wie|wer|wie das|echt|wirklich|seit wann)$"
        r"|\b(?:letzter[en]*s|das obige|oben genannte|du (?:hast )?(?:gesagt|erwahnt|genannt)|in diesem fall|deine antwort|(?:das|dasselbe|davon|dazu|dafur|damit|daruber)$)"
    ),
    pronouns=listed("er sie es das dies diese dieser dafur davon dazu damit daruber ihn"),
    impersonal=r"\b(?:gibt es|es gibt|ist es (?:moglich|erlaubt|notig|verboten)|muss man|dauert es|kostet es)\b|\b(?:das|dies|diese|dieser|die|es|sie) (?=[a-z]{5,})",
    open_articles=listed("des"),
    dotted=True,
)

STOP_WORDS = """
    aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes anders auch auf
    aus bei beim bin bis bist bitte da dabei dadurch dafur damit dann daran darauf daraus darf darin daruber dass
    davon dazu dein deine deinem deinen deiner deines dem den denen denn der deren derer des deshalb dessen dich die
    dies diese diesem diesen dieser dieses dir doch dort du durch durfen ein eine einem einen einer eines einige
    einigem einigen einiger einiges einmal er es etwa etwas euch euer eure eurem euren eurer eures fur gegen gewesen
    gibt hab habe haben hast hat hatte hatten hattest her hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren
    ihrer ihres im in indem ins ist ja jede jedem jeden jeder jedes jedoch jener jenes jetzt kann kannst kein keine
    keinem keinen keiner keines konnen konnte konnten machen man manche manchem manchen mancher manches mehr mein
    meine meinem meinen meiner meines mich mir mit mochte muss mussen musste nach nachdem nein nicht nichts noch nun
    nur ob oder oft ohne schon sehr sein seine seinem seinen seiner seines seit selbst sich sie sind so solche
    solchem solchen solcher solches soll sollen sollte sollten somit sondern sonst soviel sowie uber um und uns
    unser unsere unserem unseren unserer unter viel viele vielen vom von vor wahrend wann war waren warum was weder
    wegen weil weiter welche welchem welchen welcher welches wem wen wenn wer werde werden werdet weshalb wessen wie
    wieder wieso wieviel wieviele will wir wird wirst wo wobei wodurch wofur wogegen woher wohin wohl wollen wollte
    womit woran worauf worin wovon wozu wurde wurden wurdest zu zum zur zwar zwischen
    """

CLAIMS = ClaimWords(
    transition=r"""
    zunächst|zuerst|erstens|zweitens|drittens|dann|danach|anschließend|schließlich|zuletzt|abschließend|zum\s(?:schluss|beginn)
    |zusammen(?:gefasst|fassend)|kurz\sgesagt|kurzum|insgesamt|im\sfolgenden|nachfolgend|als\snächstes|nun
    |hier\s(?:ist|sind|folg\w+|finden)|es\sgibt\s(?:mehrere|einige|zwei|drei)|(?:schauen|sehen|betrachten|kommen)\swir
    |die\sregeln\slauten|natürlich|gerne?|sicher|selbstverständlich|(?:ich\shoffe|vielen\sdank|danke)\b
    """,
    refusal=r"""
    \b(?:ich\s(?:kann|konnte|weiß|habe|finde)|(?:kann|konnte|weiß|habe)\sich)\b[^.]{0,60}?\b(?:nicht|kein\w*)\b
    |\b(?:wissens(?:basis|datenbank)|quellen?|dokumenten?|textstellen?|passagen?|kontext|unterlagen)\b[^.]{0,40}?
      \b(?:keine?\w?|nicht|nichts)\b[^.]{0,40}?(?:angab|information|hinweis|beleg|antwort|auskunft|erwähn|genannt|gefunden|hervor|daz?u)
    |\b(?:keine\w?|nichts)\b[^.]{0,40}?\b(?:gefunden|in\sder\swissensbasis|in\sden\s(?:quellen|dokumenten|textstellen|unterlagen))
    """,
    apology=r"leider|tut\smir\sleid|es\stut\smir\sleid|entschuldigung",
    contrast=r"\b(?:aber|jedoch|allerdings|doch)\b",
)
DELIVERABLE = DeliverableWords(
    traps=r"\buberblick (?:behalten|verlieren|verloren)\b|\bwetterbericht\w*",
    enough=(
        r"\bfass(?:e|en|t|e?st)?\b.{0,200}\bzusammen\b|\b(?:zusammen(?:zu)?fass(?:en|ung|ungen)|uberblick|"
        r"ubersicht|kurzfassung|kernpunkte|(?:wichtigste|wesentliche)n? punkte)\b"
    ),
    about=r"\b(?:wie|wo|wann|wer|warum|welche[mnrs]?|wohin)\b|\bwas (?:steht|bedeutet|enthalt|muss)\b",
    asked=(
        r"\b(?:schreib\w*|erstell\w*|verfass\w*|mach\w*|gib|geben|brauch\w*|mochte|hatte gern\w*|entwirf|"
        r"entwerfen|bereite\w*|liefer\w*)\b(?: \w+){0,5} (?:\w*bericht|report|gliederung|plan|konzept)\b|"
        r"^\W*(?:ein(?:en)? )?(?:\w+ ){0,2}bericht (?:uber|zu|zum|zur)\b"
    ),
    names=(
        r"zusammen|zusammenfass\w+|zusammenzufassen|uberblick|ubersicht|kurzfassung|\w*bericht|report|"
        r"gliederung|plan|konzept"
    ),
    frame=(
        r"fass(?:e|en|t)?|schreib\w*|erstell\w*|verfass\w*|mach\w*|gib|geben|brauche?n?|mochte|entwirf|"
        r"bereite\w*|liefer\w*|kurze?[nrs]?|ausfuhrliche?[nrs]?|detaillierte?[nrs]?|bitte|mir|uns|eine?n?|ich|"
        r"kannst|konnen|konntest|du|sie"
    ),
)
LANGUAGE = Language(
    code="de",
    name="German",
    stemmer="german",
    stop_words=STOP_WORDS,
    ambiguous="""
    also am an ander anders bin bist bitte da darf den der des die dies er hab hast hat her in ins ja man mehr mir
    mit ob oder oft so war waren was will wir wo
    """,
    markers="der das und ist nicht ein eine einen mit auf fur von zu dem wie wird sind",
    letters="ßäöüÄÖÜ",
    grammar=GRAMMAR,
    day_point=True,
    months=(
        "januar jan; februar feb; marz mrz; april apr; mai; juni jun; juli jul; august aug; september "
        "sep sept; oktober okt; november nov; dezember dez"
    ),
    abbreviations_before_names="dr prof hr fr frl st z z.b d.h u.a bzw ca evtl ggf inkl exkl zzgl vgl sog bspw mind dipl ing",
    abbreviations_before_numbers="nr abs art kap abb tab s bd ziff",
    abbreviations_anywhere="usw etc str jh mio mrd tel",
    claims=CLAIMS,
    deliverable=DELIVERABLE,
    quoting=QuotingWords(
        definition=(
            r"^(?:was (?:ist|sind|war|waren|bedeutet|heisst|versteht man)|wer (?:ist|sind|war|waren))\b|"
            r"\bdefinition\b|\bbedeutung von\b"
        ),
        quantity=(
            r"\bwie ?(?:viele?|lange?|oft|hoch|alt|weit|teuer|gross|schwer|schnell|tief|breit|spat|fruh|"
            r"heiss|warm|kalt)\b|\bwann\b|\bwelche[mnrs]? (?:jahr\w*|tag\w*|datum|monat\w*|uhrzeit|"
            r"jahrhundert|temperatur|anzahl|hohe|preis|prozent\w*)\b"
        ),
        method=(
            r"\bwie (?:kann|konnen|muss|soll|macht|geht|funktionier\w+|wird|werden|\w+ (?:ich|man|wir))\b|"
            r"\bschritte\b|\bauf welche weise\b"
        ),
        listing=r"\bwelche\b|\bnenne\b|\bliste\b",
        table=r"\b\w*tabellen?\b|\bpreislisten?\b",
        reason=r"\b(?:warum|weshalb|wieso|weswegen|wozu)\b|\bgrund\b",
        copula=r"\b(?:ist|sind|war|waren|bedeutet|bezeichnet|heisst|steht fur|versteht man)\b",
        figure=(
            r"\b(?:einmal|zweimal|dreimal|taglich|wochentlich|monatlich|jahrlich|stundlich|(?:pro|je|jeden?|"
            r"jedes) (?:tag|woche|monat|jahr|stunde|minute))\b"
        ),
        cause=r"\b(?:weil|denn|damit|deshalb|daher|darum|aufgrund|wegen|sonst)\b",
        anaphor=(
            r"(?:er|sie|es|dies\w*|jene\w*|dann|sonst|auch|ihr\w*|sein\w*|beide|solche\w*|danach|dabei|dafur|"
            r"das (?:ist|sind|war|gilt|bedeutet))\b(?!['’])"
        ),
        negation=r"\b(?:nicht|kein\w*|nie|niemals|ohne|nichts|ausser|verboten)\b",
        articles="der|die|das|den|dem|des|eine?[nmrs]?|jede[rsnm]?",
        announcement=(
            r"\b(?:folgende[nrsm]?|nachfolgend|nachstehend|(?:zwei|drei|vier|fünf|sechs|mehrere|"
            r"diese) \w+(?=:)|schritte)\b"
        ),
    ),
    reading=german.READING,
    kinds=german.KINDS,
    swaps=german.SWAPS,
    negation=german.NEGATION,
    figures=german.FIGURES,
    persons=german.PERSONS,
    order=german.ORDER,
    nouns_in_capitals=True,
)
