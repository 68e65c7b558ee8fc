"""English follow-ups."""

from __future__ import annotations

from gateway.words.languages.en.common import MARKERS, STOP_WORDS
from gateway.words.languages.tables import Grammar, counted, listed

_STRANGERS = listed(
    "a an my mine his her hers their theirs our ours its another every each any some no which whose whatever"
)
_DEEP = listed("""
    detail details detailed elaborate expand develop explain clarify unpack deepen deeper further more continue
    again rephrase simplify proceed specific specifically precise precisely concrete explicit exact
    """)
_VERBS = _DEEP | listed("""
    elaborates elaborating expanding explaining describe dig zoom focus discuss address cover summarise
    summarize shorten reword rewrite translate quote cite illustrate compare contrast repeat reformulate define
    justify show give list open read review revisit break walk tell talk begin start drill mention mentioned
    skip drop remove examples example sources source difference between prefer choose pick take like regarding
    concerning interested see look hear put check confirm verify understand clear unclear confused
    """)

GRAMMAR = Grammar(
    markers=listed(
        "the about more what and one tell explain please of is this that how why first second third last expand "
        "elaborate both me in on with does next us take"
    )
    | listed(MARKERS)
    | _VERBS,
    articles=listed("the your this that these those"),
    yours=listed("your"),
    strangers=_STRANGERS,
    nouns=listed(
        "point points item items section sections sec part parts bullet bullets heading headings entry entries element "
        "elements topic topics subsection headline letter one ones"
    ),
    ones=listed("one ones"),
    common=listed("item items part parts entry entries element elements topic topics letter"),
    sections=listed("section sections sec"),
    things=listed("""
        reason reasons option options step steps tip tips rule rules method methods approach approaches solution solutions
        risk risks advantage advantages disadvantage disadvantages benefit benefits argument arguments example examples
        idea ideas suggestion suggestions recommendation recommendations theme themes subject subjects aspect aspects
        category categories measure measures condition conditions exception exceptions title titles
        paragraph paragraphs requirement requirements feature features claim claims statement statements
        """),
    ordinals=counted(
        ["first 1st", "second 2nd", "third 3rd", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
    )
    | {"last": -1, "final": -1, "penultimate": -2},
    suffixes=listed("st nd rd th"),
    cardinals=counted(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]),
    both=listed("both"),
    numbered=listed("number numbers no nr num"),
    verbs=_VERBS,
    deep=_DEEP,
    glue=(
        listed(STOP_WORDS)
        | listed("""
        please thanks thank ok okay hi hello hey sorry detail details depth say says said mention mentions mentioned cover
        covers covered include includes included concern concerns apply applies applied relate relates refer refers
        interested interesting important great good better clear bit little lot mentioned above below listed
        list long often far regarding concerning respectively english french plain simple simply briefly terms today information info
        come hmm next previous last put make makes shorter longer simpler clearer stand wrong right true correct special so anyway first
        """)
    )
    - _STRANGERS,
    joins=listed("and or & plus , as versus vs"),
    spans=listed("to through until till -"),
    of=listed("of from for's"),
    within=listed("in within inside at on under"),
    speakers=listed("i we he she they"),
    own=listed(
        "table sentence words nutshell outline summary list answer answers report overview above yours response reply text message document them these "
        "those interest sections points items bullets breakdown enumeration"
    ),
    about=listed("on about regarding concerning"),
    merged={
        "second to last": "penultimate",
        "next to last": "penultimate",
        "last but one": "penultimate",
        "second last": "penultimate",
    },
    traps=(
        r"\b(?:in the (?:first|second|third) (?:place|instance)|at (?:first|last)|last but not least|first and foremost"
        r"|second to none|points? (?:of|to) (?:view|contact|sales?|no return|order|care|interest|entry|departure|failure|presence)"
        r"|(?:turning|starting|boiling|melting|freezing|access|data|power|selling|talking|meeting|pain|decimal|percentage"
        r"|focal|exclamation|vantage|check|tipping|bonus|price|end|basis|match|entry|exit|loyalty|reward|pressure|dew|set"
        r"|break|spare|service|gauge|contact|delivery|collection|pick up|body|line|news|consumer|menu|agenda|budget|letter"
        r"|stock|cross|conic|caesarean|shopping|inventory|job|user) (?:points?|parts?|items?|sections?|elements?)"
        r"|from (?:point )?[a-h] to (?:point )?[a-h]|point (?:a|the) fingers?|(?:in|for the most) part(?! \d)|on the part of"
        r"|take part|part time|(?:no|any|every|some|each) one|one (?:by|on|day|time|more)|one another"
        r"|section 8 (?:housing|vouchers?)|(?:top|number|no) (?:one|1) priority)\b(?! (?:point|item|section) )"
    ),
    opener=r"(?:ok |okay |so |yes |no |now |then |thanks )*(?:and|what about|how about|or|but|also|then|next|what is in|what s in)\b",
    more=r"\b(?:go (?:on|ahead|deeper)|carry on|keep going|next one|previous one|say (?:it|that|this) again|tell me about (?:it|that|this|them))\b",
    back=(
        r"^(?:and|but|what about|how about|or|also|then|why not|how so|how come|which ones?|what else|who else|anything else|since when"
        r"|like what|such as|for example|meaning)\b|^(?:why|when|where|how|who|really|is that so|are you sure|says who|in what way)$"
        r"|\b(?:you (?:just )?(?:said|mentioned|wrote|listed|told|gave|cited|described|quoted)|as above|the (?:above|former|latter|previous|same|others?)"
        r"|(?:in|for) (?:that|this|which|such) (?:case|context)|(?:do|does|did|is|are|was|what|how|why|can|could) (?:that|this|these|those)(?: (?:is|are|mean|work|apply|so|too|also))?$"
        r"|your (?:last |previous )?(?:answer|summary|list|reply|response|point)|instead$|(?:first|second|third|last|next|other|previous|first two) ones?$"
        r"|(?:that|this|these|those|the same)$|(?:the )?others?$)"
    ),
    pronouns=listed("it its they them their theirs he him she this that these those"),
    impersonal=(
        r"\b(?:(?:is|was|isn t|would|will) it (?:possible|allowed|ok|okay|true|necessary|mandatory|required|legal|safe|worth|better|best|normal|easy|hard|free|enough|still)"
        r"|(?:does|do|did|will|would) it (?:take|cost|matter|make sense)(?= .*\bto\b)|it (?:is|s|was) (?:possible|allowed|true|necessary|raining|that)"
        r"|what time is it|makes? it|find it|that (?:i|we|you|they|he|she|members?|people|is|are|was|were|can|will|the|a|an)"
        r"|this (?:year|month|week|morning|evening|afternoon|library|site|page|company)|these days)\b"
    ),
    clitics=listed("s t re ve ll m"),
    names=listed("aws amazon bucket buckets storage cloud minio galaxy samsung audi tesla tablet semester iphone"),
)
