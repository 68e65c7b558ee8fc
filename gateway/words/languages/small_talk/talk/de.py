"""What is told of the collection and of answers in German, in words of any order."""

from __future__ import annotations

from gateway.words.languages.small_talk.table import Said, TalkWords

TALK = TalkWords(
    common=(
        "bitte|ok|okay|also|und|dann|mal|doch|denn|hier|da|hallo|hi|ein|eine|einen|einem|einer|der|die|das|den"
        "|dem|des|dies|diese|dieser|dieses|diesen|es|ist|sind|war|waren|du|dein|deine|deinen|deiner|dir|dich|sie"
        "|ihr|ihre|ihren|ihrer|ihnen|euch|eure|mir|mich|in|im|zu|zur|zum|von|vom|an|auf|fur|hast|haben|habt|hat"
        "|sehr|wirklich|so|jetzt|alle|alles|aller|gibt|kannst|konnen|konnt|konntest|konnten|denn|gerade|oder"
    ),
    documents=(
        "dokument|dokumente|dokumenten|dokuments|datei|dateien|quelle|quellen|unterlage|unterlagen|sammlung"
        "|wissensbasis|wissensdatenbank|datenbank|bibliothek|index|dokumentenliste|dokumentliste|dateiliste"
        "|wissen"
    ),
    things=(
        "text|texte|texten|artikel|titel|inhalt|inhalte|material|materialien|bucher|handbucher|information"
        "|informationen"
    ),
    you="du|dein\\w*|ich|haben sie|konnen sie|sprechen sie|was ist neu|etwas neues|zuletzt dazu",
    kinds={
        "wrong": Said(
            marks=(
                "falsch|falsche|nicht (?:richtig|wahr|korrekt|hilfreich|gefragt|gemeint|gesucht|beantwortet"
                "|meine frage|das was|die antwort)|nicht|etwas anderes|was anderes|unsinn|quatsch|nutzlos"
                "|schlechte antwort|sicher|keinen sinn|blodsinn|irrst|irren|keine antwort|unbrauchbar"
            ),
            words=(
                "falsch|falsche|nicht|nein|richtig|wahr|korrekt|hilfreich|gefragt|gemeint|gesucht|beantwortet"
                "|beantwortest|frage|antwort|antworten|etwas|was|anderes|unsinn|quatsch|nutzlos|schlecht"
                "|schlechte|sicher|keinen|keine|sinn|blodsinn|irrst|irren|ich|meinte|meine|wollte|wissen|habe"
                "|hilft|geholfen|stimmt|ergibt|danach|mich|leider|bist|darum|ging|suche|suchte|weiter|gar|aber"
                "|wollen|unbrauchbar|trifft|uberhaupt|gesagt|noch|immer|falsches|kein"
            ),
        ),
        "unclear": Said(
            marks=(
                "versteh|verstehe|verstanden|begreife|was meinst|was meinen|unklar|kapiere|unverstandlich|komme nicht mit|verwirrend"
            ),
            words=(
                "nicht|nichts|versteh|verstehe|verstanden|begreife|was meinst|was meinen|damit|unklar|einfacher"
                "|erklar|erklare|erklaren|kapiere|unverstandlich|komme|mit|ich|habe|antwort|kein|wort|leider"
                "|entschuldigung|sorry|noch|einmal|nochmal|verwirrend|worten|anderen|tut|leid|nur|bahnhof"
            ),
        ),
        "newest": Said(
            marks=(
                "neuest\\w*|neust\\w*|letzt\\w*|zuletzt|neu|neue|neues|aktuell\\w*|altest\\w*|stand der|von wann"
                "|kurzlich|jungst\\w*"
            ),
            words=(
                "neueste|neuesten|neuestes|neuester|neuste|neusten|neustes|letzte|letzten|letztes|letzter|zuletzt"
                "|neu|neue|neues|neuen|aktuell|aktuellste|aktuellsten|aktuellstes|alteste|altesten|altestes|stand"
                "|wann|kurzlich|jungste|jungsten|welches|welche|welcher|was|wie|zeig|zeige|zeigen|liste|wurde"
                "|wurden|hinzugefugt|hinzugekommen|dazu|kam|kamen|gekommen|geandert|aktualisiert|geladen"
                "|eingelesen|etwas|nenne|datum|worden|gelesen"
            ),
        ),
        "languages": Said(
            marks="sprache|sprachen|LANGUAGE",
            words=(
                "sprache|sprachen|LANGUAGE|deutschsprachige|englischsprachige|welche|welchen|welcher|was"
                "|wie viele|wieviele|zeig|zeige|zeigen|liste|etwas|sprichst|sprechen|sprecht|verstehst|verstehen"
                "|kann ich|darf ich|fragen|antworten|dabei|geschrieben|verfasst|liegen|vor|vorhanden|nenne|gib"
                "|stellen|auf|auch|beherrschst"
            ),
        ),
        "number": Said(
            marks=(
                "(?:wie ?viele|wie ?vielen) (?:DOC|THING (?:hast|kennst|kennen)|seiten|abschnitte\\w*|textstellen)|anzahl|gesamtzahl"
                "|wie (?:gross|umfangreich)|zahl(?:e|en)? (?:die|alle|deine)|umfang"
            ),
            words=(
                "wie|viele|vielen|wieviele|wievielen|anzahl|gesamtzahl|gross|umfangreich|umfang|zahl|zahle"
                "|gelesen|kennst|kennen|insgesamt|seiten|abschnitte|abschnitten|textstellen|vorhanden|verfugbar"
                "|geladen|gespeichert|liegen|vor|greifst|durchsuchen|durchsuchst|besteht|aus|enthalt|sag|sagen"
                "|zugreifen|stehen|verfugung|welche|nenne|liegt|umfasst"
            ),
        ),
        "documents": Said(
            marks=(
                "THING (?:hast|haben|habt|kennst|kennen)|(?:deine|deinen|ihre|ihren) THING|"
                "DOC|themen|woruber|worum|wovon|womit kennst|was (?:hast|haben) (?:du|sie) (?:hier|alles|gelesen)"
                "|was weisst|was wissen|uberblick|ubersicht|inhaltsverzeichnis|wissensgebiete"
            ),
            words=(
                "thema|themen|woruber|worum|wovon|womit|was|welche|welchen|welcher|weisst|wissen|kennst|kennen"
                "|gelesen|uberblick|ubersicht|inhaltsverzeichnis|wissensgebiete|zeig|zeige|zeigen|liste|listen"
                "|auflisten|gib|geben|nenne|nennen|steht|stehen|enthalt|enthalten|geht|handeln|behandeln|uber"
                "|etwas|kann ich|darf ich|kann man|fragen|liegen|liegt|vor|vorhanden|verfugbar|geladen"
                "|gespeichert|benutzt|nutzt|verwendest|verwenden|beruhen|basiert|basieren|antworten|stammen|woher"
                "|kommen|einen|aus|lesen|sehen|welcher art|grundlage|fragen stellen|abgedeckt"
            ),
        ),
        "help": Said(
            marks=(
                "was (?:ist|soll) (?:das|dies)(?: (?:hier|fur|alles))*|wie (?:funktioniert|benutz\\w*"
                "|verwende\\w*|bedien\\w*|nutz\\w*)|wer (?:bist|sind|hat)|was (?:bist|sind|kannst|konnen|machst"
                "|machen|tust|tun) (?:du|sie)|was (?:kann|soll|darf) (?:ich|man)(?: \\w+)* fragen"
                "|beispiele? fur fragen|hilfe|helfen|hilf|bist du|sind sie|(?:wofur|wozu|womit"
                "|wobei) (?:ist das|dient|kannst|konnen|bist)|wie (?:stelle|formuliere) ich|wie (?:fange"
                "|beginne) ich|erklar\\w*(?: mir)? wie|welche (?:art |arten )?(?:von )?fragen|stell\\w* dich"
                "|anleitung"
            ),
            words=(
                "was|wer|wie|soll|funktioniert|geht|benutze|benutzt|verwende|bediene|nutze|nutzt|bist|kann|darf"
                "|machst|machen|tust|tun|beispiel|beispiele|hilfe|helfen|hilf|brauche|ich|man|wofur|wozu|womit"
                "|wobei|stelle|stellen|stell|fange|beginne|frage|fragen|formuliere|erklar|erklare|erklaren|art"
                "|arten|welche|gut|dient|seite|website|chat|chatbot|bot|roboter|mensch|maschine|ki|programm"
                "|werkzeug|assistent|dienst|gib|geben|sag|sagen|zeig|beantworten|vor|bin|rede|spreche|mit|los"
                "|etwas|paar|einige|anleitung|bedienung|eigentlich|gedacht|sprechen|dabei|leisten|antworten|name"
                "|heisst|heissen|gemacht"
            ),
        ),
        "thanks": Said(
            marks=(
                "dank|danke|dankeschon|merci|geholfen|hilfreich|gute antwort|tolle antwort|super antwort|klasse"
                "|toll|wunderbar|ausgezeichnet|gut gemacht|hervorragend|grossartig|genau (?:das|was)|nutzlich"
                "|beantwortet|spitze|perfekt"
            ),
            words=(
                "dank|danke|dankeschon|merci|geholfen|hilfreich|gute|gut|tolle|super|klasse|toll|wunderbar"
                "|ausgezeichnet|gemacht|hervorragend|grossartig|genau|was|nutzlich|beantwortet|spitze|perfekt"
                "|vielen|vielmals|besten|herzlichen|tausend|schon|schonen|habe|ich|gesucht|wollte|wissen|brauchte"
                "|gebraucht|frage|fragen|damit|antwort|auskunft|hilfe|schnelle|schnellen|reicht|klar|verstanden"
                "|prima|tag|abend|noch|tschuss|auf wiedersehen|bye|hilft|weiter|weitergeholfen|erklarung|infos"
                "|information|informationen|muhe|zeit|euch|ganz|lieb|nett|von"
            ),
        ),
    },
    languages=(
        "de:deutsch(?!land) en:englisch fr:franzosisch zh:chinesisch es:spanisch it:italienisch pt:portugiesisch"
        " nl:niederlandisch sv:schwedisch pl:polnisch ru:russisch ja:japanisch ko:koreanisch ar:arabisch"
    ),
    subject=Said(
        marks=(
            "DOC|etwas|was (?:hast|haben|habt|weisst|wissen|kennst|kennen|gibt|findest|findet|liegt)|(?:du|sie"
            "|ihr) (?:da |hier )?was|(?:gibt es|ist|hast du|haben sie|habt ihr) (?:da |hier )?was|weisst|alles"
            "|anleitung|mehr"
        ),
        words=(
            "was|welche|welchen|welches|etwas|zeig|zeige|zeigen|liste|finde|such|suche|suchen|gib|nenne|weisst"
            "|wissen|kennst|kennen|findest|liegt|vorhanden|irgendwas|irgendetwas|irgendwelche|ich|anleitung"
            "|handbuch|bericht|berichte|wo|finden|brauche|einige|mehr|noch|wer|wisst|kennt|man|seiten|stellen"
            "|abschnitte|steht|dokumentation"
        ),
    ),
    relation=(
        "uber(?: das thema| die themen)?|zu[mr]? thema|zum|zur|zu(?! (?:essen|trinken|tun|sehen|lesen|machen"
        "|beachten|kaufen|sagen|wissen|feiern|spielen))|bezuglich|betreffend|rund um|behandeln|behandelt|erwahnen"
        "|erwahnt|handeln (?:von|vom)|handelt (?:von|vom)|kommt(?: das wort| der begriff)?|(?:mit|enthalten"
        "|enthalt) (?:dem|das|den) (?:wort|begriff)|geht es um|sprechen (?:von|uber)|(?<=anleitung )fur"
        "|(?<=handbuch )fur|von(?= thema)"
    ),
    after=(
        "vor|auf|dabei|bitte|da|hier|vorhanden|gesagt|geschrieben|in (?:der|deiner|ihrer) (?:wissensbasis|sammlung)"
    ),
    contents=(
        "was (?:ist|steht|gibt es|finde ich|findet man)(?: alles)? (?:in|im)(?: (?:der|dem) (?:datei"
        "|dokument))? (.+)|(?:bitte )?(?:offne|offnen sie|zeige?|zeig mir|zeige mir|zeigen sie mir)(?: (?:die"
        "|das) (?:datei|dokument))? (.+?)(?: an)?|(?:(?:datei|dokument) )?(.+) (?:offnen|anzeigen|zeigen)"
        "|was (?:sagt|enthalt)(?: (?:die|das) (?:datei|dokument))? (.+)|(?:(?:zeige?|zeig|gib|liste"
        "|nenne)(?: mir)? )?(?:das |die |der |eine |den )?(?:inhaltsverzeichnis|inhalt|uberschriften|kapitel"
        "|gliederung|abschnitte|aufbau) (?:von|der|des|vom|zu|zum|zur)(?: (?:datei|dokuments?))? (.+?)(?: auf)?"
        "|was ist der inhalt (?:von|der|des|vom) (.+)|worum geht es in (.+)|wovon handelt (.+)"
        "|welche (?:abschnitte|kapitel|uberschriften|themen|teile) (?:hat|enthalt|behandelt|gibt es in"
        "|stehen in) (.+)"
    ),
)
