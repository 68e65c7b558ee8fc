"""Greetings, thanks and questions about the collection, in Germanic languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gateway.words.languages.small_talk.table import MannerWords

_BASE_EN = "(?:(?:the|this|your) (?:knowledge ?base|collection|database|library|index))"
_DOCS_EN = "(?:documents|files|docs)"
_FOR_EN = (
    "(?: a lot| a million| so much| very much| again)?(?: for (?:(?:the|your)(?: quick)? (?:help|answer|reply"
    "|information|explanation)|helping(?: me)?|that|this|everything|your time))?"
)
_DOCS_DE = "(?:dokumente|dateien|unterlagen)"
_BASE_DE = "(?:(?:die|der|diese|dieser|deine|deiner|ihre|ihrer) (?:wissensbasis|wissensdatenbank|sammlung))"
_YOU_DE = "(?:hast du|haben sie|habt ihr|kennst du|kennen sie)"
_FOR_DE = "(?: fur (?:die|deine|ihre)(?: schnelle)? (?:hilfe|antwort|auskunft|information|informationen|erklarung))?"
_DOCS_NL = "(?:documenten|bestanden)"
_BASE_NL = "(?:(?:de|deze|je|jouw|uw) (?:kennisbank|kennisbasis|verzameling|bibliotheek))"

GERMANIC: Mapping[str, MannerWords] = MappingProxyType(
    {
        "en": MannerWords(
            own_name="English",
            greeting=(
                "(?:hi|hello|hey)(?: there| all| everyone| everybody| again| team)?|hiya|howdy|greetings"
                "|good (?:morning|afternoon|evening|day)|how are you(?: doing)?(?: today)?|how do you do"
                "|nice to meet you"
            ),
            thanks=(
                f"(?:many |ok )?thanks{_FOR_EN}|thank you{_FOR_EN}|thx|much appreciated|i appreciate it"
                "|that (?:was|is|s) (?:very |really )?helpful|(?:that|this) helps"
            ),
            noted=(
                "ok(?:ay)?|alright|all right|great|perfect|excellent|cool|awesome|wonderful|got it|understood"
                "|i see|i understand|(?:that )?makes sense|that s (?:all|fine|great|clear)|very good|sounds good"
                "|bye(?: bye)?|good ?bye|see you(?: later| soon| tomorrow)?|good night"
                "|have a (?:nice|good|great) (?:day|evening|weekend)"
            ),
            help=(
                "help(?: me)?|(?:can|could) you help(?: me)?|i need (?:some )?help|what can you do(?: here| for me)?"
                "|what (?:do you do|do you know|are you able to do|are you|can (?:i|we) ask(?: you)?|should i ask)"
                "|what can you (?:help|assist)(?: me)? with|how can you help(?: me)?|who are you|how do (?:you work"
                "|i use you)|(?:what|which)(?: (?:kind|sort|type)s? of)? questions can (?:i ask(?: you)?|you answer)"
                "|introduce yourself|tell me about yourself|are you (?:a (?:bot|robot|human|person)|an ai)"
            ),
            documents=(
                f"(?:which|what) {_DOCS_EN} (?:do you (?:have|know)|have you got|are (?:there|here|available|loaded"
                f"|stored)|are in {_BASE_EN}|can you (?:see|search|read))(?: here| access to| in {_BASE_EN})?"
                f"|(?:list|show)(?: me)?(?: all)?(?: of)?(?: the| your)?(?: available)? {_DOCS_EN}"
                f"|what (?:is|s) in {_BASE_EN}|what does {_BASE_EN} (?:contain|hold)|what do you have(?: here)?"
                "|(?:what|which) (?:topics|subjects) (?:do you (?:cover|know)|are covered)"
            ),
            number=(
                f"how many {_DOCS_EN}(?: (?:do you (?:have|know)|have you got|are (?:there|here|available|loaded|stored"
                f"|in {_BASE_EN})|does {_BASE_EN} (?:have|hold|contain)))?(?: here| in total| in {_BASE_EN})?"
                f"|how (?:big|large) is {_BASE_EN}|number of documents"
            ),
            about=(
                f"(?:which|what) {_DOCS_EN} (?:(?:do you have|have you got|are(?: there)?) (?:on|about|regarding)"
                "|deal with|talk about|mention) (.+)|what (?:do you have|have you got) (?:on|about|regarding) (.+)"
            ),
            filler="please|then|and|so|again",
        ),
        "de": MannerWords(
            own_name="Deutsch",
            greeting=(
                "hallo(?: zusammen| da| nochmal)?|hi|hey|moin(?: moin)?|servus|gruss gott|gruezi|guten (?:morgen|tag"
                "|abend)|wie geht(?: es| s)?(?: dir| ihnen| euch)?"
            ),
            thanks=(
                f"(?:vielen |besten |herzlichen |tausend )dank(?: dir| ihnen)?{_FOR_DE}|(?:ok )?danke(?: schon| sehr"
                f"| dir| ihnen| vielmals)?{_FOR_DE}|dankeschon|das hilft(?: mir)?(?: sehr| weiter)?"
            ),
            noted=(
                "ok(?:ay)?|alles klar|sehr gut|super|prima|perfekt|verstanden|(?:ich )?verstehe|in ordnung"
                "|klar|passt|das war s|das war alles|tschuss|auf wiedersehen|bis (?:bald|spater|morgen|dann)"
                "|gute nacht|(?:einen )?schonen (?:tag|abend)(?: noch)?"
            ),
            help=(
                "hilfe|hilf mir|helfen sie mir|(?:kannst du|konnen sie) (?:mir )?helfen|ich brauche hilfe|was (?:kannst"
                " du|konnen sie)(?: alles)?(?: fur mich)?(?: tun| machen)?|(?:wobei|wie) (?:kannst du|konnen sie)(?:"
                " mir)? helfen|(?:wer|was) (?:bist du|sind sie)|was (?:kann|soll|darf) ich (?:dich |sie )?fragen"
                "|welche fragen (?:kann ich (?:dir |ihnen )?stellen|kannst du beantworten|konnen sie beantworten)"
                "|was (?:weisst du|wissen sie)|wie funktionierst du|stell dich vor|stellen sie sich vor"
            ),
            documents=(
                f"welche {_DOCS_DE} (?:{_YOU_DE}|gibt es|liegen vor|sind (?:vorhanden|verfugbar|da|geladen|enthalten)"
                f"|enthalt {_BASE_DE}|sind in {_BASE_DE})(?: hier| in {_BASE_DE})?|(?:zeige?|zeigen sie|liste)(?: mir)?"
                f"(?: alle)?(?: die| deine)? {_DOCS_DE}(?: auf| an)?|was (?:ist|steht) in {_BASE_DE}|was enthalt"
                f" {_BASE_DE}|welche themen (?:gibt es|kennst du|deckst du ab)"
            ),
            number=(
                f"wie ?viele {_DOCS_DE}(?: (?:{_YOU_DE}|gibt es|sind (?:es|vorhanden|verfugbar|da|geladen)|enthalt"
                f" {_BASE_DE}|sind in {_BASE_DE}))?(?: hier| insgesamt| in {_BASE_DE})?|wie gross ist {_BASE_DE}"
                f"|(?:die )?anzahl der {_DOCS_DE}"
            ),
            about=(
                f"welche {_DOCS_DE} (?:(?:{_YOU_DE}|gibt es) (?:zu|zum|zur|uber)|handeln (?:von|vom)) (.+)"
                "|was (?:hast du|haben sie|habt ihr) (?:zu|zum|zur|uber) (.+)"
            ),
            filler="bitte|und|also|dann",
        ),
        "nl": MannerWords(
            own_name="Nederlands",
            greeting=(
                "hallo(?: allemaal)?|hoi|hey|hi|goede ?(?:morgen|middag|avond|dag)|hoe gaat het(?: met (?:je|jou"
                "|u))?|aangenaam"
            ),
            thanks=(
                "(?:ok )?(?:heel |hartelijk )?(?:erg )?bedankt(?: voor (?:je|uw|de) (?:hulp|antwoord|uitleg"
                "|informatie)| voor het antwoord)?|dank ?(?:je|u)(?: wel| zeer)?(?: voor (?:je|uw|de) (?:hulp|antwoord"
                "|uitleg|informatie))?|dankjewel|hartelijk dank|veel dank"
            ),
            noted=(
                "ok(?:e|ay)?|goed|prima|perfect|duidelijk|begrepen|ik (?:snap|begrijp) het|snap ik|in orde"
                "|uitstekend|dat was alles|tot (?:ziens|later|straks|morgen|snel)|doei|welterusten|fijne (?:dag|avond)"
            ),
            help=(
                "help(?: me| mij)?|hulp|(?:kun|kunt|kan) (?:je|jij|u) (?:me|mij) helpen|ik heb hulp nodig|wat (?:kun"
                "|kunt|kan) (?:je|jij|u)(?: allemaal)?(?: voor (?:me|mij))?(?: doen)?|waarmee (?:kun|kunt|kan) (?:je"
                "|jij|u) (?:me |mij )?helpen|hoe (?:kun|kunt|kan) (?:je|jij|u) (?:me |mij )?helpen|wie (?:ben (?:je"
                "|jij)|bent u)|wat ben (?:je|jij)|wat kan ik (?:je |jou |u )?vragen|welke vragen kan ik (?:je |jou |u"
                " )?stellen|hoe werk (?:je|jij)|stel jezelf voor"
            ),
            documents=(
                f"welke {_DOCS_NL} (?:heb (?:je|jij)|heeft u|hebben jullie|zijn er|ken je|zijn (?:beschikbaar"
                f"|aanwezig|geladen)|staan er in {_BASE_NL}|bevat {_BASE_NL})(?: hier| in {_BASE_NL})?|(?:toon|laat"
                f"|geef)(?: me| mij)?(?: alle)?(?: de| je)? {_DOCS_NL}(?: zien)?|wat (?:zit|staat)(?: er)? in"
                f" {_BASE_NL}|wat bevat {_BASE_NL}|welke onderwerpen (?:ken je|zijn er)"
            ),
            number=(
                f"hoeveel {_DOCS_NL}(?: (?:heb (?:je|jij)|heeft u|hebben jullie|zijn er|ken je|bevat {_BASE_NL}))?(?:"
                f" hier| in totaal| in {_BASE_NL})?|(?:het )?aantal {_DOCS_NL}"
            ),
            about=(
                f"welke {_DOCS_NL} (?:(?:heb (?:je|jij)|heeft u|zijn er) over|gaan over) (.+)|wat (?:heb (?:je|jij)"
                "|heeft u) over (.+)"
            ),
            filler="alsjeblieft|alstublieft|graag|en|dus|dan",
        ),
    }
)
