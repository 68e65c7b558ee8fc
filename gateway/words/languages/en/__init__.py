"""English."""

from __future__ import annotations

from gateway.words.languages.en.claims import CLAIMS
from gateway.words.languages.en.common import MARKERS, STOP_WORDS
from gateway.words.languages.en.deliverables import DELIVERABLE
from gateway.words.languages.en.followups import GRAMMAR
from gateway.words.languages.en.memory_exclusions import ROUTING
from gateway.words.languages.en.memory_facets import FIGURES, KINDS, NEGATION, ORDER, PERSONS, READING
from gateway.words.languages.en.substitutes import SWAPS
from gateway.words.languages.tables import Language, QuotingWords, listed, named

LANGUAGE = Language(
    code="en",
    name="English",
    stemmer="english",
    stop_words=STOP_WORDS,
    general="""
    year years day days hour hours minute minutes second seconds week weeks month months time times date today tomorrow
    yesterday tonight now number amount kind sort type part thing things something anything way ways people person
    somebody someone place long short old new big small good better best bad great different important
    make makes made making take takes took taking come comes came keep put set say says said see find want know
    first last next meaning
    """,
    clitics="s t d m re ve ll",
    markers=MARKERS,
    months=(
        "january jan; february feb; march mar; april apr; may; june jun; july jul; august aug; september sep sept; october oct"
        "; november nov; december dec"
    ),
    month_first=True,
    day_suffixes="st nd rd th",
    day_joins="of",
    counts=named(
        "2 = two; 3 = three; 4 = four; 5 = five; 6 = six; 7 = seven; 8 = eight; 9 = nine; 10 = ten; 11 = eleven"
        "; 12 = twelve; 15 = fifteen; 20 = twenty; 30 = thirty; 40 = forty; 50 = fifty; 60 = sixty; 100 = hundred"
        "; 1000 = thousand"
    ),
    abbreviations_before_names=(
        "mr mrs ms dr prof st sr jr gen col sen rep e.g i.e cf viz vs al ca ex incl excl approx inc.l dept univ rev hon capt lt"
        " sgt bros messrs"
    ),
    abbreviations_before_numbers="no nos n p pp page vol fig figs art sec sect chap ch par eq ref nr num",
    abbreviations_anywhere="etc inc ltd co corp a.m p.m u.s u.k u.e ph.d b.c a.d ed eds min max sec h",
    quoting=QuotingWords(
        definition=(
            r"^(?:so |and |please )?(?:what(?:'s| is| are| was| were)\b|what does .* (?:mean|do|stand for)|who (?:is|are|was)\b"
            r"|define\b|meaning of)"
        ),
        quantity=(
            r"\bhow (?:many|much|long|often|old|far|tall|high|big|large|small|fast|late|early|soon|hot|warm|cold|deep|wide)\b"
            r"|\b(?:when|until when|since when|by when|what time|what date|which (?:date|day|year|time|hour|port|version))\b"
            r"|\b(?:at|what|which)(?: is the| are the)?\b.{0,30}\b(?:temperature|price|cost|fee|limit|number|size|duration"
            r"|confidence|threshold|port|hours?|age|rate|amount|date|deadline|version)\b"
        ),
        method=(
            r"\bhow (?:do|does|can|could|should|to|would|must|may|is|are)\b|\bwhat (?:are the steps|should i do|do i do)\b"
            r"|\bsteps\b|\bway to\b"
        ),
        listing=r"\b(?:which|list|name|what are|what kinds?|what types?)\b",
        table=r"\btables?\b|\b(?:price|rate|fee) lists?\b",
        reason=r"\bwhy\b|\bwhat for\b|\breason\b",
        copula=(r"\b(?:is|are|was|were|means?|refers? to|denotes?|stands? for|shows?|describes?|says?|tells?)\b"),
        figure=(
            r"\b(?:once|twice|daily|weekly|monthly|yearly|hourly|never|always|every (?:day|week|month|year|hour|two|three|time)"
            r"|(?:a|one|per|each) (?:day|week|month|year|hour|minute|second))\b"
        ),
        cause=r"\b(?:because|since|so that|therefore|reason|otherwise)\b",
        anaphor=(r"(?:it|its|this|that|these|those|they|their|he|she|such|both|then|otherwise|also)\b(?!['’])"),
        negation=r"\b(?:not|cannot|never|without|no|none|except|forbidden|[a-z]+n['’]t)\b",
        articles="the|an?|each|every",
        announcement=r"\b(?:following|below|(?:two|three|four|five|six|seven|several|these) \w+|in this order|steps)\b",
    ),
    claims=CLAIMS,
    deliverable=DELIVERABLE,
    grammar=GRAMMAR,
    routing=ROUTING,
    reading=READING,
    kinds=KINDS,
    swaps=SWAPS,
    negation=NEGATION,
    figures=FIGURES,
    persons=PERSONS,
    order=ORDER,
    no_names=listed("i ill im id ive may ceo cfo cto coo hr mr mrs ms dr m ok faq hi hello"),
    negation_words=listed("not no never neither nor cannot without none nobody nothing t"),
)
