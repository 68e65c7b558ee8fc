"""What is told of the collection and of answers in Dutch, in words of any order."""

from __future__ import annotations

from gateway.words.languages.small_talk.table import Said, TalkWords

TALK = TalkWords(
    common=(
        "alsjeblieft|alstublieft|graag|hallo|hoi|ok|oke|en|dus|dan|de|het|een|dit|deze|dat|die|is|zijn|was|waren"
        "|ben|bent|je|jij|jou|jouw|u|uw|jullie|me|mij|mijn|er|in|van|op|aan|met|voor|te|heb|hebt|heeft|hebben|kun"
        "|kunt|kan|kunnen|erg|zeer|heel|hier|nu|alle|alles|eens|toch|ook|of"
    ),
    documents=(
        "document|documenten|bestand|bestanden|bron|bronnen|verzameling|collectie|kennisbank|kennisbasis"
        "|database|bibliotheek|documentenlijst"
    ),
    things=(
        "tekst|teksten|artikel|artikelen|titel|titels|handleiding|handleidingen|boek|boeken|informatie|inhoud|materiaal"
    ),
    you="je|jij|u|ik",
    kinds={
        "wrong": Said(
            marks=(
                "fout|foute|verkeerd\\w*|onjuist|onzin|niet (?:juist|waar|goed|wat|correct|nuttig|behulpzaam"
                "|mijn vraag)|niet|iets anders|zeker|nutteloos|slecht antwoord|vergist?"
            ),
            words=(
                "fout|foute|verkeerd|verkeerde|onjuist|onzin|niet|nee|juist|waar|goed|wat|correct|nuttig"
                "|behulpzaam|vraag|vroeg|gevraagd|bedoelde|bedoel|zocht|wilde|weten|iets|anders|zeker|weet"
                "|nutteloos|slecht|antwoord|antwoorden|helpt|geholpen|klopt|vergist|vergis|ik|beantwoord|geen"
                "|slaat|nergens|naar|bedoeld"
            ),
        ),
        "unclear": Said(
            marks=(
                "(?:begrijp|snap|begreep|begrepen|snapte) (?:het|dat|ik|er|dit)? ?(?:niet|niets)|niet begrepen"
                "|wat bedoel\\w*|onduidelijk|verwarrend"
            ),
            words=(
                "ik|begrijp|snap|begreep|begrepen|snapte|niet|niets|wat|bedoel|bedoelt|bedoelde|leg|uit"
                "|onduidelijk|verwarrend|uitleggen|sorry|antwoord|eenvoudiger|nog|keer|anders"
            ),
        ),
        "newest": Said(
            marks=(
                "nieuwst\\w*|nieuwe?|recentst\\w*|recente?|laatste?|laatst|actueel|oudste|bijgewerkt|nieuws|onlangs"
            ),
            words=(
                "nieuwste|nieuw|nieuwe|recentste|recent|recente|meest|laatste|laatst|actueel|oudste|bijgewerkt"
                "|nieuws|wat|welke|welk|wanneer|toon|laat|zien|geef|toegevoegd|werd|werden|gewijzigd|iets|hoe"
                "|onlangs|gelezen|datum"
            ),
        ),
        "languages": Said(
            marks="taal|talen|LANGUAGE",
            words=(
                "taal|talen|LANGUAGE|welke|welk|wat|hoeveel|toon|laat|zien|geef|iets|spreek|spreekt|begrijp"
                "|begrijpt|mag ik|ik|vragen|antwoorden|geschreven|beschikbaar|stellen"
            ),
        ),
        "number": Said(
            marks="hoeveel|aantal|hoe groot|totaal|omvang|tel",
            words=(
                "hoeveel|aantal|hoe|groot|totaal|omvang|tel|gelezen|ken|kent|bevat|pagina s|paginas|pagina|s"
                "|passages|zeg|wat|doorzoeken|beschikbaar|geladen|staan|zitten"
            ),
        ),
        "documents": Said(
            marks=(
                "THING (?:heb|heeft|hebben)|"
                "DOC|onderwerpen|onderwerp|thema s|waar(?:over)? |wat weet|overzicht|inhoudsopgave"
            ),
            words=(
                "onderwerpen|onderwerp|thema|thema s|waar|waarover|wat|weet|welke|welk|overzicht|inhoudsopgave"
                "|toon|laat|zien|geef|lijst|noem|gelezen|ken|kent|gaan|gaat|over|bevat|staat|staan|zit|iets"
                "|mag ik|ik|vragen|beschikbaar|gebruik|gebruikt|antwoorden|gebaseerd|komen|vandaan|soort|namen"
                "|bekijken|som|ze|af|geladen"
            ),
        ),
        "help": Said(
            marks=(
                "wat is (?:dit|deze)|hoe (?:werkt|gebruik|stel|begin|vraag)|wie (?:ben|bent|is)|wat (?:ben|bent"
                "|doe|doet|kan|kun|kunt) (?:je|jij|u)|wat (?:kan|mag) ik(?: \\w+)* vragen"
                "|voorbeelden? van vragen|hulp|help\\w*|ben je|bent u|waarvoor (?:dient|ben)|waar begin"
                "|welke vragen|leg uit hoe"
            ),
            words=(
                "wat|hoe|werkt|werk|gebruik|gebruiken|stel|stellen|begin|beginnen|moet|vraag|vragen|wie|doe|doet"
                "|doen|mag|voorbeeld|voorbeelden|hulp|help|helpen|waarvoor|waar|uitleg|uitleggen|leg|uit|welke|ik"
                "|nodig|robot|mens|bot|machine|assistent|site|website|pagina|chat|programma|hulpmiddel|dient|geef"
                "|paar|soort|beantwoorden|weten|praat"
            ),
        ),
        "thanks": Said(
            marks=(
                "dank|bedankt|dankjewel|dankuwel|geholpen|nuttig|handig|goed antwoord|goed gedaan|geweldig"
                "|uitstekend|perfect|precies wat|fantastisch|top"
            ),
            words=(
                "dank|bedankt|dankjewel|dankuwel|geholpen|nuttig|handig|goed|antwoord|gedaan|geweldig|uitstekend"
                "|perfect|precies|wat|ik|zocht|nodig|had|wilde|weten|fantastisch|top|wel|hulp|hartelijk|veel"
                "|snelle|duidelijk|begrepen|doei|uitleg|informatie|super|mooi|fijn|beantwoord|vraag|moeite"
                "|vriendelijk"
            ),
        ),
    },
    languages=(
        "nl:nederlands en:engels fr:frans de:duits zh:chine es:spaans it:italiaans pt:portuge sv:zweeds pl:pools"
        " ru:russisch ja:japans ko:koreaans ar:arabisch"
    ),
    subject=Said(
        marks="DOC|iets|wat (?:heb|heeft|hebben|weet|is er|ken|kent)|weet|alles",
        words=(
            "iets|wat|welke|welk|toon|laat|zien|zoek|vind|geef|weet|ken|kent|bestaat|bestaan|gids|instructies"
            "|beschikbaar|ik|wil|nog|noem|ergens|enkele"
        ),
    ),
    relation=(
        "over(?: het onderwerp)?(?: de| het| een)?|betreffende|met betrekking tot|omtrent|(?:die )?(?:gaan|gaat"
        "|handelen) over(?: de| het)?|(?:die )?(?:vermelden|noemen|behandelen)|bevatten het woord"
        "|(?<=handleiding )(?:voor|van)(?: de| het)?"
    ),
    after="alsjeblieft|alstublieft|hier|gaan|staat|staan",
    contents=(
        "wat (?:staat|zit|is)(?: er)? in(?: (?:het|de))?(?: (?:document|bestand))? (.+)|(?:open|toon"
        "|bekijk)(?: me)?(?: (?:het|de))?(?: (?:document|bestand))? (.+)|laat(?: me| mij)?(?: (?:het"
        "|de))?(?: (?:document|bestand))? (.+) zien|wat (?:zegt|bevat)(?: (?:het|de))?(?: (?:document"
        "|bestand))? (.+)|waar gaat(?: (?:het|de))?(?: (?:document|bestand))? (.+) over|(?:(?:toon"
        "|geef)(?: me)? )?(?:de |het )?(?:inhoudsopgave|inhoud|koppen|hoofdstukken|structuur"
        "|overzicht) van(?: (?:het|de))?(?: (?:document|bestand))? (.+)|welke (?:hoofdstukken|onderwerpen|delen"
        "|koppen) (?:heeft|bevat|staan er in)(?: (?:het|de))? (.+)"
    ),
)
