"""Dutch."""

from __future__ import annotations

from gateway.words.languages.tables import ClaimWords, DeliverableWords, Language, QuotingWords

STOP_WORDS = """
    aan al alle alleen alles als alsof altijd ander andere anders ben bent bij bijna daar daarmee daarna daarom dan
    dat de deze die dient dit doch doe doen door dus echter een eens elk elke en enige er eraan erbij ervan ervoor
    geen geweest haar had hadden heb hebben hebt heeft hem hen het hier hierbij hij hoe hoelang hoeveel hun ieder
    iedere iemand iets ik in indien is ja je jij jou jouw jullie kan kon konden kun kunnen kunt maar mag me meer men
    met mij mijn mocht moet moeten na naar naast niet niets nog nu of om omdat onder ons onze ook op over reeds
    sinds slechts soms steeds te tegen ten ter terwijl toch toen tot tussen u uit uw van vanaf vanuit veel via
    volgens voor vooral waar waarbij waardoor waarin waarmee waarom waarop waarvan waarvoor wanneer want waren was
    wat we weer wel welk welke werd werden wie wiens wij wil wilde willen word worden wordt zal ze zei zelf zich zij
    zijn zo zoals zonder zou zouden zulke
    """

CLAIMS = ClaimWords(
    transition=r"""
    eerst|ten\s(?:eerste|tweede|derde|slotte)|allereerst|vervolgens|daarna|dan|nu|tot\sslot|samengevat|samenvattend|kortom|hieronder|hierna
    |hier\s(?:is|zijn|volgt|volgen)|laten\swe|we\sbeginnen|er\szijn\s(?:verschillende|enkele|twee|drie)|de\sregels\szijn|natuurlijk|zeker|graag
    |(?:ik\shoop|bedankt|dank)\b
    """,
    refusal=r"""
    \bik\s(?:kan|kon|weet|heb|vind)\b[^.]{0,60}?\b(?:niet|geen)\b
    |\b(?:kennisbank|bronnen?|documenten?|passages?|fragmenten|context)\b[^.]{0,40}?\b(?:geen|niet|niets)\b[^.]{0,40}?(?:informatie|bewijs|antwoord|vermeld|genoemd|gevonden|gegevens|over)
    |\b(?:geen|niets)\b[^.]{0,40}?\b(?:gevonden|in\sde\s(?:kennisbank|bronnen|documenten|passages))
    """,
    apology=r"helaas|het\sspijt\sme|sorry",
    contrast=r"\b(?:maar|echter|toch)\b",
)
DELIVERABLE = DeliverableWords(
    traps=r"\boverzicht (?:houden|kwijt)\b",
    enough=r"\bvat\b.{0,200}\bsamen\b|\b(?:samen ?(?:te )?vat\w+|overzicht)\b",
    about=r"\b(?:hoe|waar|wanneer|wie|waarom|welke?)\b|\bwat (?:staat|betekent|moet)\b",
    asked=(
        r"\b(?:schrijf|schrijven|maak|maken|stel|geef|bereid|wil|nodig)\b(?: \w+){0,5} (?:rapport|verslag|"
        r"plan|opzet)\b|^\W*(?:een )?(?:rapport|verslag) (?:over|van)\b"
    ),
    names=r"samen|samenvat\w+|overzicht|rapport|verslag|plan|opzet",
    frame=(
        "vat|schrijf|schrijven|maak|maken|stel|geef|bereid|wil|nodig|een|korte?|uitgebreide?|gedetailleerde?|"
        "me|mij|kun|kunt|je|u|ik|alsjeblieft"
    ),
)
LANGUAGE = Language(
    code="nl",
    name="Dutch",
    stemmer="dutch",
    stop_words=STOP_WORDS,
    ambiguous="""
    al als ander anders ben bent dan dat de die dit doch doe door dus een eens en er had hem hen het hun ik in is ja
    je kan kun maar mag me men met mocht na of om onder ons over te ten ter tot u van via want was we wel werd wie
    wil word zo
    """,
    markers="het een van niet zijn voor op te",
    months="januari; februari; maart; april; mei; juni; juli; augustus; september; oktober; november; december",
    abbreviations_before_names="dhr mevr mw drs bijv o.a d.w.z m.a.w evt incl excl ca resp",
    abbreviations_before_numbers="nr blz art hfst",
    abbreviations_anywhere="enz etc",
    claims=CLAIMS,
    deliverable=DELIVERABLE,
    quoting=QuotingWords(
        definition=(
            r"^(?:wat (?:is|zijn|was|waren|betekent|houdt)|wie (?:is|zijn|was|waren))\b|\bdefinitie\b|"
            r"\bbetekenis van\b"
        ),
        quantity=(
            r"\bhoe ?(?:veel|lang|vaak|hoog|oud|ver|duur|groot|zwaar|snel|diep|breed|laat|vroeg|heet|warm|"
            r"koud)\b|\bwanneer\b|\b(?:in )?welk(?:e)? (?:jaar|dag|datum|maand|eeuw|temperatuur|aantal|prijs|"
            r"percentage)\b"
        ),
        method=(
            r"\bhoe (?:kan|kunnen|moet|moeten|werkt|werken|wordt|worden|\w+ (?:ik|je|men|we))\b|\bstappen\b|"
            r"\bop welke manier\b"
        ),
        listing=r"\bwelke\b|\bnoem\b",
        table=r"\btabel(?:len)?\b|\bprijslijst\b",
        reason=r"\bwaarom\b|\bwaardoor\b|\breden\b",
        copula=r"\b(?:betekent|heet|staat voor|verwijst naar|zijn|waren)\b",
        figure=(
            r"\b(?:eenmaal|tweemaal|dagelijks\w*|wekelijks\w*|maandelijks\w*|jaarlijks\w*|per (?:dag|week|"
            r"maand|jaar|uur|minuut))\b"
        ),
        cause=r"\b(?:omdat|doordat|zodat|daarom|vanwege|wegens|anders)\b",
        anaphor=(
            r"(?:hij|zij|ze|het (?:is|was)|dit|deze|die|hun|zijn|haar|beide|zulke|dan|ook|daarna|"
            r"daarbij)\b(?!['’])"
        ),
        negation=r"\b(?:niet|geen|nooit|zonder|niets|behalve|verboden)\b",
        articles="het|een|elke?|ieder[e]?",
        announcement=r"\b(?:volgende|hieronder|(?:twee|drie|vier|vijf|meerdere|deze) \w+(?=:)|stappen)\b",
    ),
)
