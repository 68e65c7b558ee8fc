"""What is said of the collection and of answers, in Germanic languages, in words of any order."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gateway.words.languages.manners.talk_table import Said, TalkWords

TALK_GERMANIC: Mapping[str, TalkWords] = MappingProxyType(
    {
        "en": TalkWords(
            common=(
                "please|ok|okay|oh|so|and|well|then|just|hi|hello|hey|a|an|the|this|that|these|those|it|is|are|s|was"
                "|were|you|your|yours|me|my|of|in|at|to|for|on|do|does|did|can|could|will|would|have|has|had|ve|re|m"
                "|very|really|much|here|there|all|any|now|currently|sir|dear|i d like|thing|things|everything"
            ),
            documents=(
                "document|documents|doc|docs|file|files|source|sources|text|texts|article|articles|manual|manuals"
                "|book|books|material|materials|title|titles|collection|knowledge|knowledge base|knowledgebase|base"
                "|database|library|index|corpus|content|contents|information"
            ),
            said={
                "wrong": Said(
                    marks=(
                        "wrong|incorrect|not (?:right|correct|true|it|helpful|useful|what|an answer|the answer|answered)"
                        "|\\w+n t (?:right|correct|true|helpful|useful|help|answer|what|it|a good)|nonsense|useless|rubbish"
                        "|(?:bad|poor|terrible|silly) answer|something (?:else|different)|(?:you|are you|not) sure"
                        "|no answer|disagree|makes no sense"
                        "|not my question|mistaken|(?:no|not) help|try again|look again"
                    ),
                    words=(
                        "wrong|incorrect|not|no|n t|right|correct|true|helpful|useful|help|helps|helped|nonsense"
                        "|useless|rubbish|bad|poor|terrible|silly|answer|answered|answers|reply|question|what i asked"
                        "|what i was asking|what i was looking|what i wanted|what i meant|what i need|asked|ask|looking"
                        "|meant|wanted|know|something|else|different|another|i|sure|about|don|didn|doesn|isn|wasn|aren"
                        "|t|not sure|disagree|with|makes|make|sense|mistaken|sorry|still|completely|totally|try|look"
                        "|again|see|but|be"
                    ),
                ),
                "unclear": Said(
                    marks=(
                        "(?:not|\\w+n t|never) (?:understand|understood|get|follow|clear)|what do you mean|confus(?:ed|ing)"
                        "|explain (?:that|this|it)?|more (?:simply|clearly)|unclear|(?:in )?simpler|lost me"
                    ),
                    words=(
                        "i|not|don|didn|doesn|isn|t|understand|understood|get|follow|clear|what do you mean|with|by"
                        "|confused|confusing|explain|more|simply|clearly|unclear|simpler|words|terms|lost|sorry|still"
                        "|your|answer|word|bit|again|way|english|no|one|never"
                    ),
                ),
                "newest": Said(
                    marks=(
                        "newest|latest|most recent|most recently|recently|recent|last|up to date|what s new|what is new"
                        "|anything new|new|oldest|how (?:current|old|recent|fresh)|updated"
                    ),
                    words=(
                        "newest|latest|most|recent|recently|last|up|date|new|oldest|how|current|old|fresh|updated|update"
                        "|added|changed|imported|uploaded|loaded|what|which|when|show|list|give|one|read|anything"
                        "|something|been|be|tell|name|dated|from"
                    ),
                ),
                "languages": Said(
                    marks="language|languages|LANGUAGE",
                    words=(
                        "language|languages|LANGUAGE|what|which|how many|show|list|give|written|anything|something"
                        "|some|speak|understand|know|support|supported|supports|answer|answers|reply|can i|may i|ask"
                        "|questions|question|one|ones|available|read|contain|exist|use"
                    ),
                ),
                "number": Said(
                    marks=(
                        "how many (?:DOC|pages|passages)|number of (?:DOC|pages|passages)|count|how much (?:have you"
                        "|did you) read|how (?:big|large)|size of"
                    ),
                    words=(
                        "how|many|number|what|count|total|been|big|large|size|read|seen|know|search|access|hold|holds"
                        "|contain|contains|ingested|indexed|loaded|stored|available|pages|passages|tell|altogether"
                        "|overall|with|exactly|together|exist|get|got|show|give|different"
                    ),
                ),
                "documents": Said(
                    marks=(
                        "DOC|topics|subjects|know about|have you read|did you read|can i ask about|overview|in here"
                        "|table of contents|areas|themes|knowledge"
                    ),
                    words=(
                        "topics|topic|subjects|subject|areas|themes|know|about|read|what|which|cover|covers|covered"
                        "|overview|list|show|display|give|tell|see|name|available|table|some|got|use|used|using|based"
                        "|or|can i|could i|may i|ask|contain|contains|kind|kinds|sort|sorts|type|types|loaded|stored|rely"
                        "|answers|come|from|where|get|full|complete|access|with|answer|indexed|search|browse|i can"
                        "|s in|inside|exist|find|hold|holds|summary|describe"
                    ),
                ),
                "help": Said(
                    marks=(
                        "(?:what|who) (?:is|s) (?:this|that)(?: (?:site|page|website|chat|tool|thing|bot|assistant"
                        "|service|app|system|here|about|for|all about))*|how (?:does|do) (?:this|that|you)|how (?:do"
                        "|can|could|should|would) (?:i|we|one)|examples?|who (?:are|made|built) you|what (?:are|do|can"
                        "|could|does|should|may|will) (?:you|i|we|this)|(?:can|could|will) you help|help me|need help"
                        "|are you|am i|where (?:do|should|can) i (?:start|begin)|explain|what you can"
                        "|what (?:kind|kinds|sort|sorts|type|types) of questions?|which questions|introduce"
                    ),
                    words=(
                        "what|who|how|which|where|why are you here|site|page|website|chat|chatbot|tool|bot|robot|human"
                        "|person|machine|ai|assistant|service|app|system|program|about|all about|work|works|working"
                        "|use|used|using|i|we|one|should|may|am|ask|asking|phrase|question|questions|example|examples"
                        "|made|built|help|need|some|start|begin|explain|tell|show|give|kind|kinds|sort|sorts|type"
                        "|types|answer|introduce|yourself|able|possible|good|purpose|talking|real|with|function"
                        "|functions|features|instructions|further|do you|name|called|assist"
                    ),
                ),
                "thanks": Said(
                    marks=(
                        "thanks|thank|thx|ty|cheers|helped|helpful|useful|appreciate|appreciated|great answer"
                        "|good answer|nice answer|perfect answer|excellent answer|well done|good job|great job|nice work"
                        "|great work|brilliant|amazing|fantastic|wonderful|awesome|perfect|excellent|all i"
                        "|exactly what i|answers my question|saved my|lovely|works"
                    ),
                    words=(
                        "thanks|thank|thx|ty|cheers|helped|helpful|useful|help|helps|appreciate|appreciated|great|good"
                        "|nice|perfect|excellent|well|done|job|work|works|brilliant|amazing|fantastic|wonderful"
                        "|awesome|lovely|i|exactly|what|needed|wanted|looking|know|answer|answers|answered|reply"
                        "|response|question|questions|explanation|information|info|saved|day|time|lot|million|many"
                        "|bunch|ton|so|quick|fast|clear|understand|understood|see|got|bye|goodbye|again|see you|that"
                        "|with|been|was|need|too|also|one|for now|everyone|mate|friend|kindly|support|helping|great"
                    ),
                ),
            },
            languages=(
                "en:english fr:french de:german(?!y) zh:chinese es:spanish it:italian pt:portuguese nl:dutch sv:swedish"
                " pl:polish ru:russian ja:japanese ko:korean ar:arabic"
            ),
            subject=Said(
                marks=(
                    "DOC|something|anything|everything|(?:you|we) (?:have|know|got|find|see)|have (?:you|we)|got|know"
                ),
                words=(
                    "what|which|anything|something|everything|some|show|list|find|give|search|get|got|know|see"
                    "|available|we|us|else|look|other|more|one|who|be|exist|guide|handbook|instructions|page|pages"
                    "|paper|papers|report|reports|passages|section|sections|read|i|looking|need|want|interested|about"
                ),
            ),
            relation=(
                "about(?: the topic(?: of)?| the subject(?: of)?)?|concerning|regarding|related to|relating to"
                "|dealing with|deals? with|deal with|(?:that |which )?mention(?:s|ing)?|(?:that |which )?talks? about"
                "|talking about|(?:that |which )?covers?|covering|(?:that |which )?contain(?:s|ing)? the (?:word|term)"
                "|(?:that |which )?(?:discuss|discusses|describe|describes)|(?<!there anything )(?<!there something )on(?: the topic of| the subject of)?"
                "|(?<=manual )for|(?<=guide )(?:for|to)|(?<=instructions )for|(?<=handbook )for"
                "|(?<=with )the (?:word|term)"
            ),
            after="please|here|there|in (?:there|here|it|(?:the|your) (?:knowledge base|collection|documents|database))",
            contents=(
                "(?:what (?:is|s)|what are the (?:contents|topics|sections|headings|chapters)|what can (?:i|you|one)"
                " find) (?:inside|in|of)(?: (?:the )?(?:document|file))? (.+)|(?:please )?(?:open|display|view|read)(?: me"
                "| up)?(?: (?:the )?(?:document|file))? (.+)|(?:please )?show(?: me)?(?: (?:the )?(?:document|file))? (.+)"
                "|(?:(?:show|list|give)(?: me)? )?(?:an? |the )?(?:table of contents|contents|headings|chapters"
                "|sections|outline|structure|toc)(?: (?:of|in|for))(?: (?:the )?(?:document|file))? (.+)|what does (?:the"
                " (?:document|file) )?(.+) (?:contain|say|cover|include|describe|deal with)|what (?:is|s) (?:the (?:"
                "document|file) )?(.+) about|(?:what|which) (?:sections|chapters|headings|topics|subjects|parts)"
                " (?:does|are(?: covered)?(?: there)?(?: in)?|do) (.+?)(?: (?:have|contain|cover|include))?"
            ),
        ),
        "de": TalkWords(
            common=(
                "bitte|ok|okay|also|und|dann|mal|doch|denn|hier|da|hallo|hi|ein|eine|einen|einem|einer|der|die|das|den"
                "|dem|des|dies|diese|dieser|dieses|diesen|es|ist|sind|war|waren|du|dein|deine|deinen|deiner|dir|dich"
                "|sie|ihr|ihre|ihren|ihrer|ihnen|euch|eure|mir|mich|in|im|zu|zur|zum|von|vom|an|auf|fur|hast|haben|habt"
                "|hat|sehr|wirklich|so|jetzt|alle|alles|aller|gibt|kannst|konnen|konnt|konntest|konnten|denn|gerade"
            ),
            documents=(
                "dokument|dokumente|dokumenten|dokuments|datei|dateien|quelle|quellen|text|texte|texten|artikel"
                "|unterlage|unterlagen|titel|sammlung|wissensbasis|wissensdatenbank|datenbank|bibliothek|index"
                "|information|informationen|inhalt|inhalte|material|materialien|bucher|handbucher|dokumentenliste"
                "|dokumentliste|dateiliste|wissen"
            ),
            said={
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
                        "versteh|verstehe|verstanden|begreife|was meinst|was meinen|unklar|einfacher|erklar(?:e|en)?"
                        " (?:mir )?das|kapiere|unverstandlich|komme nicht mit|verwirrend"
                    ),
                    words=(
                        "nicht|nichts|versteh|verstehe|verstanden|begreife|was meinst|was meinen|damit|unklar|einfacher"
                        "|erklar|erklare|erklaren|kapiere|unverstandlich|komme|mit|ich|habe|antwort|kein|wort|leider"
                        "|entschuldigung|sorry|noch|einmal|nochmal|verwirrend|worten|anderen|tut|leid|nur|bahnhof"
                    ),
                ),
                "newest": Said(
                    marks=(
                        "neuest\\w*|neust\\w*|letzt\\w*|zuletzt|neu|neue|neues|aktuell\\w*|altest\\w*|stand der"
                        "|von wann|kurzlich|jungst\\w*"
                    ),
                    words=(
                        "neueste|neuesten|neuestes|neuester|neuste|neusten|neustes|letzte|letzten|letztes|letzter"
                        "|zuletzt|neu|neue|neues|neuen|aktuell|aktuellste|aktuellsten|aktuellstes|alteste|altesten"
                        "|altestes|stand|wann|kurzlich|jungste|jungsten|welches|welche|welcher|was|wie|zeig|zeige"
                        "|zeigen|liste|wurde|wurden|hinzugefugt|hinzugekommen|dazu|kam|kamen|gekommen|geandert"
                        "|aktualisiert|geladen|eingelesen|etwas|nenne|datum|worden|gelesen"
                    ),
                ),
                "languages": Said(
                    marks="sprache|sprachen|LANGUAGE",
                    words=(
                        "sprache|sprachen|LANGUAGE|deutschsprachige|englischsprachige|welche|welchen|welcher|was|wie"
                        " viele|wieviele|zeig|zeige|zeigen|liste|etwas|sprichst|sprechen|sprecht|verstehst|verstehen"
                        "|kann ich|darf ich|fragen|antworten|dabei|geschrieben|verfasst|liegen|vor|vorhanden|nenne|gib"
                        "|stellen|auf|auch|beherrschst"
                    ),
                ),
                "number": Said(
                    marks=(
                        "(?:wie ?viele|wie ?vielen) (?:DOC|seiten|abschnitte\\w*|textstellen)|anzahl|gesamtzahl|wie"
                        " (?:gross|umfangreich)|zahl(?:e|en)? (?:die|alle|deine)|umfang"
                    ),
                    words=(
                        "wie|viele|vielen|wieviele|wievielen|anzahl|gesamtzahl|gross|umfangreich|umfang|zahl|zahle"
                        "|gelesen|kennst|kennen|insgesamt|seiten|abschnitte|abschnitten|textstellen|vorhanden"
                        "|verfugbar|geladen|gespeichert|liegen|vor|greifst|durchsuchen|durchsuchst|besteht|aus|enthalt"
                        "|sag|sagen|zugreifen|stehen|verfugung|welche|nenne|liegt|umfasst"
                    ),
                ),
                "documents": Said(
                    marks=(
                        "DOC|themen|woruber|worum|wovon|womit kennst|was (?:hast|haben) (?:du|sie) (?:hier|alles"
                        "|gelesen)|was weisst|was wissen|uberblick|ubersicht|inhaltsverzeichnis|wissensgebiete"
                    ),
                    words=(
                        "thema|themen|woruber|worum|wovon|womit|was|welche|welchen|welcher|weisst|wissen|kennst|kennen"
                        "|gelesen|uberblick|ubersicht|inhaltsverzeichnis|wissensgebiete|zeig|zeige|zeigen|liste|listen"
                        "|auflisten|gib|geben|nenne|nennen|steht|stehen|enthalt|enthalten|geht|handeln|behandeln"
                        "|uber|etwas|kann ich|darf ich|kann man|fragen|liegen|liegt|vor|vorhanden|verfugbar|geladen"
                        "|gespeichert|benutzt|nutzt|verwendest|verwenden|beruhen|basiert|basieren|antworten|stammen"
                        "|woher|kommen|einen|aus|lesen|sehen|welcher art|grundlage|welcher|fragen stellen|abgedeckt"
                    ),
                ),
                "help": Said(
                    marks=(
                        "was (?:ist|soll) (?:das|dies)(?: (?:hier|fur|alles))*|wie (?:funktioniert|geht|benutz\\w*"
                        "|verwende\\w*|bedien\\w*|nutz\\w*)|wer (?:bist|sind|hat)|was (?:bist|sind|kannst|konnen|machst"
                        "|machen|tust|tun|kann|soll|darf)|beispiele?|hilfe|helfen|hilf|bist du|sind sie"
                        "|(?:wofur|wozu|womit|wobei)|wie (?:stelle|fange|beginne|frage|formuliere|kann|soll)|erklar\\w*"
                        "|welche (?:art |arten )?(?:von )?fragen|stell\\w* dich|anleitung"
                    ),
                    words=(
                        "was|wer|wie|soll|funktioniert|geht|benutze|benutzt|verwende|bediene|nutze|nutzt|bist|kann"
                        "|darf|machst|machen|tust|tun|beispiel|beispiele|hilfe|helfen|hilf|brauche|ich|man|wofur|wozu"
                        "|womit|wobei|stelle|stellen|stell|fange|beginne|frage|fragen|formuliere|erklar|erklare"
                        "|erklaren|art|arten|welche|gut|dient|seite|website|chat|chatbot|bot|roboter|mensch|maschine"
                        "|ki|programm|werkzeug|assistent|dienst|gib|geben|sag|sagen|zeig|beantworten|vor|bin|rede"
                        "|spreche|mit|los|etwas|paar|einige|anleitung|bedienung|eigentlich|gedacht|sprechen|dabei"
                        "|leisten|antworten|name|heisst|heissen|gemacht"
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
                        "|prima|tag|abend|noch|tschuss|auf wiedersehen|bye|hilft|weiter|weitergeholfen|erklarung"
                        "|infos|information|informationen|muhe|zeit|euch|ganz|lieb|nett|von"
                    ),
                ),
            },
            languages=(
                "de:deutsch(?!land) en:englisch fr:franzosisch zh:chinesisch es:spanisch it:italienisch pt:portugiesisch"
                " nl:niederlandisch sv:schwedisch pl:polnisch ru:russisch ja:japanisch ko:koreanisch ar:arabisch"
            ),
            subject=Said(
                marks=(
                    "DOC|etwas|was (?:hast|haben|habt|weisst|wissen|kennst|kennen|gibt|findest|findet|liegt)"
                    "|(?:du|sie|ihr) (?:da |hier )?was|(?:gibt es|ist|hast du|haben sie|habt ihr) (?:da |hier )?was|weisst"
                    "|alles|anleitung|mehr"
                ),
                words=(
                    "was|welche|welchen|welches|etwas|zeig|zeige|zeigen|liste|finde|such|suche|suchen|gib|nenne|weisst"
                    "|wissen|kennst|kennen|findest|liegt|vorhanden|irgendwas|irgendetwas|irgendwelche|ich|anleitung"
                    "|handbuch|bericht|berichte|wo|finden|brauche|einige|mehr|noch|wer|wisst|kennt|man|seiten|stellen"
                    "|abschnitte|steht|dokumentation"
                ),
            ),
            relation=(
                "uber(?: das thema| die themen)?|zu[mr]? thema|zum|zur|zu(?! (?:essen|trinken|tun|sehen|lesen|machen|beachten|kaufen|sagen|wissen|feiern|spielen))|bezuglich|betreffend|rund um|behandeln"
                "|behandelt|erwahnen|erwahnt|handeln (?:von|vom)|handelt (?:von|vom)|kommt(?: das wort| der begriff)?"
                "|(?:mit|enthalten|enthalt) (?:dem|das|den) (?:wort|begriff)|geht es um|sprechen (?:von|uber)"
                "|(?<=anleitung )fur|(?<=handbuch )fur|von(?= thema)"
            ),
            after="vor|auf|dabei|bitte|da|hier|vorhanden|gesagt|geschrieben|in (?:der|deiner|ihrer) (?:wissensbasis|sammlung)",
            contents=(
                "was (?:ist|steht|gibt es|finde ich|findet man)(?: alles)? (?:in|im)(?: (?:der|dem) (?:datei|dokument))?"
                " (.+)|(?:bitte )?(?:offne|offnen sie|zeige?|zeig mir|zeige mir|zeigen sie mir)(?: (?:die|das) (?:datei"
                "|dokument))? (.+?)(?: an)?|(?:(?:datei|dokument) )?(.+) (?:offnen|anzeigen|zeigen)|was (?:sagt|enthalt)"
                "(?: (?:die|das) (?:datei|dokument))? (.+)|(?:(?:zeige?|zeig|gib|liste|nenne)(?: mir)? )?(?:das |die"
                " |der |eine |den )?(?:inhaltsverzeichnis|inhalt|uberschriften|kapitel|gliederung|abschnitte|aufbau)"
                " (?:von|der|des|vom|zu|zum|zur)(?: (?:datei|dokuments?))? (.+?)(?: auf)?|was ist der inhalt (?:von|der"
                "|des|vom) (.+)|worum geht es in (.+)|wovon handelt (.+)|welche (?:abschnitte|kapitel|uberschriften"
                "|themen|teile) (?:hat|enthalt|behandelt|gibt es in|stehen in) (.+)"
            ),
        ),
        "nl": TalkWords(
            common=(
                "alsjeblieft|alstublieft|graag|hallo|hoi|ok|oke|en|dus|dan|de|het|een|dit|deze|dat|die|is|zijn|was|waren|ben|bent|je|jij|jou|jouw"
                "|u|uw|jullie|me|mij|mijn|er|in|van|op|aan|met|voor|te|heb|hebt|heeft|hebben|kun|kunt|kan|kunnen|erg|zeer|heel|hier|nu|alle|alles|eens|toch|ook"
            ),
            documents=(
                "document|documenten|bestand|bestanden|bron|bronnen|tekst|teksten|artikel|artikelen|titel|titels|handleiding|handleidingen|boek|boeken"
                "|verzameling|collectie|kennisbank|kennisbasis|database|bibliotheek|informatie|inhoud|materiaal|documentenlijst"
            ),
            said={
                "wrong": Said(
                    marks="fout|foute|verkeerd\\w*|onjuist|onzin|niet (?:juist|waar|goed|wat|correct|nuttig|behulpzaam|mijn vraag)|niet|iets anders|zeker|nutteloos|slecht antwoord|vergist?",
                    words="fout|foute|verkeerd|verkeerde|onjuist|onzin|niet|nee|juist|waar|goed|wat|correct|nuttig|behulpzaam|vraag|vroeg|gevraagd|bedoelde|bedoel|zocht|wilde|weten|iets|anders|zeker|weet|nutteloos|slecht|antwoord|antwoorden|helpt|geholpen|klopt|vergist|vergis|ik|beantwoord|geen|slaat|nergens|naar|bedoeld",
                ),
                "unclear": Said(
                    marks="(?:begrijp|snap|begreep|begrepen|snapte) (?:het|dat|ik|er|dit)? ?(?:niet|niets)|niet begrepen|wat bedoel\\w*|leg \\w+ uit|onduidelijk|verwarrend|uitleggen",
                    words="ik|begrijp|snap|begreep|begrepen|snapte|niet|niets|wat|bedoel|bedoelt|bedoelde|leg|uit|onduidelijk|verwarrend|uitleggen|sorry|antwoord|eenvoudiger|nog|keer|anders",
                ),
                "newest": Said(
                    marks="nieuwst\\w*|nieuwe?|recentst\\w*|recente?|laatste?|laatst|actueel|oudste|bijgewerkt|nieuws|onlangs",
                    words="nieuwste|nieuw|nieuwe|recentste|recent|recente|meest|laatste|laatst|actueel|oudste|bijgewerkt|nieuws|wat|welke|welk|wanneer|toon|laat|zien|geef|toegevoegd|werd|werden|gewijzigd|iets|hoe|onlangs|gelezen|datum",
                ),
                "languages": Said(
                    marks="taal|talen|LANGUAGE",
                    words="taal|talen|LANGUAGE|welke|welk|wat|hoeveel|toon|laat|zien|geef|iets|spreek|spreekt|begrijp|begrijpt|mag ik|ik|vragen|antwoorden|geschreven|beschikbaar|stellen",
                ),
                "number": Said(
                    marks="hoeveel|aantal|hoe groot|totaal|omvang|tel",
                    words="hoeveel|aantal|hoe|groot|totaal|omvang|tel|gelezen|ken|kent|bevat|pagina s|paginas|pagina|s|passages|zeg|wat|doorzoeken|beschikbaar|geladen|staan|zitten",
                ),
                "documents": Said(
                    marks="DOC|onderwerpen|onderwerp|thema s|waar(?:over)? |wat weet|overzicht|inhoudsopgave",
                    words="onderwerpen|onderwerp|thema|thema s|waar|waarover|wat|weet|welke|welk|overzicht|inhoudsopgave|toon|laat|zien|geef|lijst|noem|gelezen|ken|kent|gaan|gaat|over|bevat|staat|staan|zit|iets|mag ik|ik|vragen|beschikbaar|gebruik|gebruikt|antwoorden|gebaseerd|komen|vandaan|soort|namen|bekijken|som|ze|af|geladen",
                ),
                "help": Said(
                    marks="wat is (?:dit|deze)|hoe (?:werkt|gebruik|kan|stel|begin|moet|vraag)|wie (?:ben|bent|is)|wat (?:ben|bent|doe|doet|kan|kun|kunt|mag)|voorbeeld\\w*|hulp|help\\w*|ben je|bent u|waarvoor|waar begin|uitleg\\w*|welke vragen|leg uit",
                    words="wat|hoe|werkt|werk|gebruik|gebruiken|stel|stellen|begin|beginnen|moet|vraag|vragen|wie|doe|doet|doen|mag|voorbeeld|voorbeelden|hulp|help|helpen|waarvoor|waar|uitleg|uitleggen|leg|uit|welke|ik|nodig|robot|mens|bot|machine|assistent|site|website|pagina|chat|programma|hulpmiddel|dient|geef|wat|paar|soort|beantwoorden|weten|praat",
                ),
                "thanks": Said(
                    marks="dank|bedankt|dankjewel|dankuwel|geholpen|nuttig|handig|goed antwoord|goed gedaan|geweldig|uitstekend|perfect|precies wat|fantastisch|top",
                    words="dank|bedankt|dankjewel|dankuwel|geholpen|nuttig|handig|goed|antwoord|gedaan|geweldig|uitstekend|perfect|precies|wat|ik|zocht|nodig|had|wilde|weten|fantastisch|top|wel|hulp|hartelijk|veel|snelle|duidelijk|begrepen|doei|uitleg|informatie|super|mooi|fijn|beantwoord|vraag|moeite|vriendelijk",
                ),
            },
            languages="nl:nederlands en:engels fr:frans de:duits zh:chine es:spaans it:italiaans pt:portuge sv:zweeds pl:pools ru:russisch ja:japans ko:koreaans ar:arabisch",
            subject=Said(
                marks="DOC|iets|wat (?:heb|heeft|hebben|weet|is er|ken|kent)|weet|alles",
                words="iets|wat|welke|welk|toon|laat|zien|zoek|vind|geef|weet|ken|kent|bestaat|bestaan|gids|instructies|beschikbaar|ik|wil|nog|noem|ergens|enkele",
            ),
            relation="over(?: het onderwerp)?(?: de| het| een)?|betreffende|met betrekking tot|omtrent|(?:die )?(?:gaan|gaat|handelen) over(?: de| het)?|(?:die )?(?:vermelden|noemen|behandelen)|bevatten het woord|(?<=handleiding )(?:voor|van)(?: de| het)?",
            after="alsjeblieft|alstublieft|hier|gaan|staat|staan",
            contents="wat (?:staat|zit|is)(?: er)? in(?: (?:het|de))?(?: (?:document|bestand))? (.+)|(?:open|toon|bekijk)(?: me)?(?: (?:het|de))?(?: (?:document|bestand))? (.+)|laat(?: me| mij)?(?: (?:het|de))?(?: (?:document|bestand))? (.+) zien|wat (?:zegt|bevat)(?: (?:het|de))?(?: (?:document|bestand))? (.+)|waar gaat(?: (?:het|de))?(?: (?:document|bestand))? (.+) over|(?:(?:toon|geef)(?: me)? )?(?:de |het )?(?:inhoudsopgave|inhoud|koppen|hoofdstukken|structuur|overzicht) van(?: (?:het|de))?(?: (?:document|bestand))? (.+)|welke (?:hoofdstukken|onderwerpen|delen|koppen) (?:heeft|bevat|staan er in)(?: (?:het|de))? (.+)",
        ),
    }
)
