"""German words by which the answer memory tells questions apart."""

from __future__ import annotations

from gateway.words.languages.tables import (
    FigureWords,
    KindWords,
    NegationWords,
    OrderWords,
    PersonWords,
    ReadingWords,
    SwapWords,
    listed,
    named,
)

READING = ReadingWords(
    phrases=r"""
\be[- ]mails?\b => email
^(?:(?:hallo|guten tag|bitte)\W+)*(?:(?:kannst du|konnen sie|konntest du|konnten sie|kann jemand) (?:mir|uns)? ?(?:bitte )?(?:sagen|erklaren|zeigen),?|(?:weisst du|wissen sie|weiss jemand),?|ich (?:mochte|wurde gerne?|will) (?:wissen|erfahren),?) =>
\bnicht mehr\b|\bnoch nicht\b => nicht
\bwas (?:muss|soll|kann|sollte) (?:ich|man) (?:tun|machen),? um\b|\bwie (?:gehe|geht) (?:ich|man) vor,? um\b|\bwelche schritte sind (?:notig|notwendig|erforderlich),? um\b => wie
\bstehen (?:mir|uns|einem) (.+?) zu\b|\b(?:habe|hat|haben) (?:ich|man|wir) anspruch auf\b => habe ich \1
\bwas (?:muss|soll|kann) (?:ich|man) tun,? wenn\b => was tun wenn
\b(?:finden|findet|fanden|fand) (.+?) statt(?=\W*$) => sind \1
\bin welche[mn] (?:abstand|abstanden|intervall|intervallen|rhythmus)\b|\bwie regelmassig\b => wie oft
\b(einen|den|ein|keinen) termin (?:vereinbaren|ausmachen|machen|buchen)\b => \1 termin
\b(?:bietet|bieten) (.+?) an(?=\W*$)|\b(?:bietet|bieten|verkauft|verkaufen)\b => gibt es \1
\b(?:ist|sind) (.+?) (?:erhaltlich|verfugbar|vorhanden|zu haben)\b => gibt es \1
\b(?:ist|sind) (.*)\bfur (?:die|das|den) (\w+) (.+?) (?:zustandig|verantwortlich)\b => \1 \2 \3
\bwie viel (?:muss|soll|kann) (?:man|ich|wir) fur (.+?) (?:be)?zahlen\b|\bwie hoch (?:ist|sind) (?:der preis|die kosten|die gebuhr(?:en)?) (?:fur|von|der|des)\b => was kostet \1
\b(?:welche gultigkeitsdauer hat|wie lange gilt)\b => wie lange gultig
\bin kraft(?: getreten)?\b|\btreten? in kraft\b => gultig
\b(fehler|status)(?:codes?|nummern?|meldung(?:en)?)\b|\b(fehler|status)[- ](?:codes?|nummern?|meldung(?:en)?)\b => fehler
\bwie (?:gross|hoch) ist die breite\b|\bwelche breite hat\b|\bwas ist die breite\b => wie breit ist
\bwie (?:gross|hoch) ist das gewicht\b|\bwelches gewicht hat\b|\bwas ist das gewicht\b|\bwas wiegt\b|\bwie ?viel wiegt\b => wie schwer ist
\bwie (?:gross|hoch) ist die tiefe\b|\bwelche tiefe hat\b => wie tief ist
\bwelche hohe hat\b|\bwie gross ist die hohe\b => wie hoch ist
\bwelches alter hat\b|\bwas ist das alter\b => wie alt ist
\b(wie ?viele?\b.*\b(?:darf|durfen|kann|konnen)\b.*?) (?:maximal|hochstens)\b => \1
\b(?:tragt|ubernimmt|ubernehmen|tragen) die kosten (?:fur|von)\b|\b(?:kommt|kommen) (?:(.+?) )?(?:fur )?(.*?) auf(?=\W*$) => bezahlt \1 \2
\bwelche (?:art|sorte|arten|sorten) (?:von )?\b => welche
\bwas (?:besagt|sagt)\b => was ist
\bist es (?:moglich|erlaubt|gestattet|zulassig)\b,?|\bbesteht die moglichkeit\b,? => kann
\b(?:bin|ist|sind) ((?:\w+ ){1,4}?)verpflichtet\b,?|\bist es (?:pflicht|notwendig|notig|erforderlich)\b,? => muss \1
\b(?:habe|hat|haben) ((?:\w+ ){1,6}?)zu (\w+en)\b => muss \1 \2
\b(zuruck|an|ab|aus|ein|um|auf|mit|vor|nach|weiter|fest)zu(\w{3,}n)\b => \1\2
\b(?:wird|werden|werde)\b(?!.*\bworden\b)(?!.*\b\w{0,6}ge\w+(?:t|en)\W*$)(.*\w{3,}(?:en|ern|eln))(?=\W*$) => kunftig \1
\b(\w+ier)(?:te?n?|te)\b => \1en
\ban welche[mn] tag\b => wann
^(?:ist|sind) (.+?) moglich(?=\W*$) => kann \1
\bvon (zu hause|hier|dort) aus\b => von \1
\bwas (?:mache|tue) (?:ich|man)\b|\bwas (?:soll|muss|kann) (?:ich|man) (?:tun|machen)\b => was tun
\b(zuruck|an|ab|aus|ein|um|auf|mit|vor|nach|weiter|fest|)ge(?!buhr|ben|nehm|nau|nug|winn|wahr|biet|schieh|schaft|sund|samt)(\w{3,}?)(?:e?t|en)\b => \1\2en
\bum wie ?viel uhr\b|\bzu welche[rm] (?:zeit|uhrzeit|zeitpunkt)\b|\bab wann\b|\bzu welchem (?:tag|datum|termin)\b|\bin welche[mr] (?:jahr|zeitraum)\b => wann
\ban welche[mr] (?:ort|stelle)\b => wo
\bauf welche (?:art(?: und weise)?|weise)\b|\bwas (?:muss|soll|kann) (?:ich|man) (?:tun|machen),? um\b => wie
\baus welchem grund\b|\bwieso\b|\bweshalb\b => warum
\bwie ?viel (?:kostet|kosten)\b|\bwie teuer (?:ist|sind)\b|\bwas kosten\b => was kostet
\bwie viel zeit (?:braucht|benotigt)\b|\bwie lange (?:braucht|benotigt)\b|\bwelche dauer hat\b => wie lange dauert
\bwas heisst\b|\bwelche bedeutung hat\b => was bedeutet
\bvon wem\b => wer
\bwelche[rsnm]? der\b(?! \w+ste) => welche
\b(?:der|die|das|den|dem|am) (\w{4,}?)ste[nrms]?\b => superlativ \1e
\bam (montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s?\b => \1
\b(?:pro|je|jede[srnm]?|im|am) (jahr|monat|woche|tag)\b => \1
^(wie |wann |wo |warum |wer |was |welche[rsnm]? \w+ )?(\w+)((?: [\w-]+)+?) (zuruck|an|ab|aus|ein|um|auf|statt)\W*$ => \1 \4\2\3
""",
    silent=r"(?<=\bwie )(?:lange|oft|viele?[nmr]?|weit|alt)\b",
    telling=listed("sagen sage erklaren erklare zeigen zeige helfen hilf geben gib"),
)
KINDS = KindWords(
    rules=r"""
wie lange\b => duration
wie (?:oft|haufig)\b => frequency
wie ?viele (?:tage|wochen|monate|jahre|stunden|minuten)\b => duration count amount
was kostet\b|wie hoch (?:ist|sind) (?:der|die) (?:preis|kosten|gebuhr|gebuhren|miete|beitrag)\b => price thing
wie ?viele?[nmr]?\b => count amount
was tun\b => manner thing
wie weit\b => distance
wie alt\b => age
wie (?:gross|hoch|schwer|breit|tief|warm|heiss|kalt|schnell|laut|lang|dick|stark)\b => amount
warum\b => cause
wie\b => manner
(?:seit |bis |ab )?wann\b => time
wo(?:hin|her)?\b => place
(?:wer|wem|wen|wessen)\b => person
(?:was|welche[rsnm]?|wofur|womit|worauf)\b => thing
""",
    nouns=r"""
\b(?:preis|kosten|gebuhr|tarif)\w* => price
\b(?:zahl|anzahl|menge|hohe|grosse|breite|tiefe|temperatur|gewicht)\b => amount count
\b(?:datum|zeit|termin|frist|uhrzeit|zeiten)\b => time
\b(?:dauer|zeit|frist|zeitraum)\b => duration
\b(?:ort|adresse|stelle)\b => place
\b(?:grund|ursache)\b => cause
\b(?:art|weise|weg|schritte|verfahren)\b => manner
""",
    names="""
time => zeit zeiten datum uhrzeit
duration => dauer zeit
price => preis preise kosten kostet
place => ort
cause => grund
""",
    clause=r"^(?:wenn|falls|nachdem|bevor|sobald)\b[^,?]*,",
    head=r"^(?:(?:und|aber|also|hallo|bitte|in|an|auf|zu|fur|von|aus|bei|mit|seit|bis|um|nach|vor|gegen|uber|unter)\W+){0,3}(?=(?:wie|wann|wo|wohin|woher|warum|wer|wem|wen|wessen|was|welche[rsnm]?|wofur|womit|worauf)\b)",
    polar=r"^(?!bitte|nenne|erklare|zeige|beschreibe)\w+(?:t|en|e|d|ss|nn|rf|st)\b",
    question_word=r"\b(?:wie|wann|wo|wohin|woher|warum|wer|wem|wen|wessen|was|welche[rsnm]?)\b",
)
SWAPS = SwapWords(
    empty="""
    der die das den dem des ein eine einen einem einer eines dies diese dieser dieses diesem diesen
    ich du er sie es wir ihr man mich mir dich dir sich uns euch ihm ihn ihnen mein meine meinem meinen meiner meines
    dein deine deinem deinen deiner sein seine seinem seinen seiner ihre ihrem ihren ihrer unser unsere unserem unseren
    jemand
    bin bist ist sind war waren gewesen wird werden wurde wurden worden habe hast hat haben hatte hatten gibt
    kann kannst konnen konnt darf durfen muss mussen soll sollen sollte sollten brauche braucht brauchen benotige
    benotigt benotigen notig notwendig erforderlich erlaubt
    was wer wem wen wessen wie wo wohin woher wann warum welche welcher welches welchen welchem viel viele
    in im ins an am auf bei beim fur mit um als durch und oder wenn falls dass ob da dann
    bitte denn genau eigentlich schon bereits ja doch mal gern gerne
    nicht nichts kein keine keinen keinem keiner nie niemals ohne
    """,
    light="zu zum zur von vom sagen erklaren zeigen finden bekomme bekommen wissen ding sache dauert lassen tun machen anfallen anfallt fallen finden konnte mochte stehen",
    interchangeable="""
    enthalten inbegriffen inklusive; gilt gelten gultig; passieren passiert geschehen geschieht; andern umstellen
    kostenlos gratis umsonst kostenfrei gebuhrenfrei; bezahlen zahlen; kaufen erwerben; beginnen anfangen starten
    beenden aufhoren; ausleihen leihen ausliehen liehen leihe; verlangern; andern wechseln verandern; loschen entfernen; erlauben gestatten
    verboten untersagt; haften haftbar haftet; geoffnet offnet offnen offen; geschlossen schliesst schliessen zu
    arzt doktor; auto wagen pkw; fahrrad rad; handy mobiltelefon smartphone; wohnung apartment; gehalt lohn
    firma unternehmen betrieb; kunde kunden; abheben; einzahlen; rechner computer pc; bild foto; anmelden registrieren
    melden mitteilen; kundigen; heissen bedeuten bedeutet heisst; stattfinden sein; anfallen geben; krank erkrankt
    absetzen absetzbar; liefern lieferung; installieren installation; defekt kaputt; fehler problem storung
    rucksenden zurucksenden zuruckschicken zuruckgeben; abfahrt fahrt abfahren fahren; wechseln umtauschen tauschen; beantragen beantrage antrag; abholen abhole
    erneuern verlangern; uberweisen uberweisung; hinterlegen einreichen abgeben; stornieren storniere absagen; storung ausfall; parken parkplatz; drucken ausdrucken; beschweren beschwerde
    essbar essen; ausreichen genugen; verantwortlich verantwortung; kontaktieren erreichen; rabatt ermassigung nachlass vergunstigung; bezahlen bezahlt zahlen zahlt ubernehmen ubernimmt erstatten tragen; fahren fahrt gefahren; nehmen nimmt genommen; geben gibt gegeben; sprechen spricht gesprochen; helfen hilft geholfen
    essen isst gegessen; lesen liest gelesen; sehen sieht gesehen; tragen tragt getragen; laufen lauft gelaufen; schlafen schlaft; waschen wascht gewaschen; bringen gebracht bringt
    schreiben geschrieben schreibt; werfen wirft geworfen; treffen trifft getroffen; vergessen vergisst; verlieren verloren verliert verlust; gefunden finden; trinken getrunken
    ziehen gezogen zieht; halten halt gehalten; lassen lasst; buchung gebucht reservieren reservierung reserviert; zahlung bezahlung zahlen; haufig oft; handyvertrag mobilfunkvertrag; senden schicken verschicken; erhalten bekommen; wohnen leben; reparieren reparatur; zustandig verantwortlich
    """,
    complements="""
    offen geoffnet offnet | geschlossen schliesst; gultig | ungultig; erlaubt | verboten; moglich | unmoglich
    """,
    opposites="""
    vor | nach; erste erster ersten | letzte letzter letzten; uber mehr | unter weniger; hochstens | mindestens
    alt alte alten | neu neue neuen; gross grosse | klein kleine; links | rechts; mieter | vermieter; kaufer | verkaufer
    importieren | exportieren; anmelden | abmelden; einzahlen | abheben; ein | aus; ankunft | abfahrt; mit | ohne
    installieren | deinstallieren; eroffnen offnen | schliessen
    """,
    infinitives=("",),
    finites=("t",),
    negating=("un", "nicht"),
    turning=("de", "ent"),
)
NEGATION = NegationWords(
    must=r"\b(?:muss|mussen|brauch\w*|benotig\w*|notig|notwendig|erforderlich)\b",
    should=r"\b(?:soll|sollte)\b(?! (?:ich|man)\b)|\b(?:sollen|sollten)\b(?! wir\b)|^soll\w*",
    advice=r"(?<=\w )(?:soll|sollte) (?:ich|man)\b|(?<=\w )(?:sollen|sollten) wir\b",
    may=r"\b(?:kann|konnen|darf|durfen|erlaubt|gestattet)\b",
)
FIGURES = FigureWords(
    numbers=named(
        "1 = erste, erster, ersten; 2 = zwei, zweite, zweiten; 3 = drei, dritte, dritten; 4 = vier, vierte; 5 = funf"
        "; 6 = sechs; 7 = sieben; 8 = acht; 9 = neun; 10 = zehn; 11 = elf; 12 = zwolf; 20 = zwanzig; 30 = dreissig"
        "; 50 = funfzig; 100 = hundert; 1000 = tausend"
    ),
    unsure=listed("erste erster ersten zweite zweiten dritte dritten vierte acht"),
    ones=listed("ein eine einen einem einer eines"),
    days="montag dienstag mittwoch donnerstag freitag samstag sonntag",
    calendar=named(
        "spring = fruhling, fruhjahr; summer = sommer; autumn = herbst; winter = winter; christmas = weihnachten"
        "; easter = ostern; today = heute; yesterday = gestern"
    ),
    past=(
        r"^(?:wann|wo|wie|warum|wer|was|welche\w* \w+) \w{3,}ten?\b|\b(?:war|waren|wurden?|hatten?)\b|\b(?:hat|haben|habe) (?:\w+ )+?(?:\w*ge\w+(?:t|en)|(?:be|er|ver|ent|uber)\w+(?:t|en)|\w+ier(?:t|en))\W*$"
        r"|^wer \w+te\b"
    ),
)
PERSONS = PersonWords(
    owners=named(
        "self = mein, meine, meinem, meinen, meiner, meines, unser, unsere, unserem, unseren, mir, mich, uns"
        "; you = dein, deine, deinem, deinen, deiner; they = sein, seine, seinem, seinen, seiner, ihre, ihrem, ihren, ihrer"
    ),
    acting=named("self = ich, wir; you = du; they = er"),
    asker=listed("mir mich uns"),
)
ORDER = OrderWords(
    even=listed("und oder zwischen"),
    passive=r"\b(?:wird|werden|wurden?|worden)\b.{1,40}\b(?:von|durch)\b",
    undergone=listed("werden wird wurde worden"),
    directed=listed("an am auf bei unter uber neben nach in zu durch als vor fur von aus hat haben"),
    subjects=listed("ich wir"),
    objects=listed("mir mich uns"),
    asked_object=r"^(?:wem|wen)\b",
)
