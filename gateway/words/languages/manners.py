"""Greetings, thanks, and questions about the collection itself, which no document answers. Without a table of theirs
such phrases of a language are questions like all others."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class MannerWords(NamedTuple):
    """Alternatives of patterns over folded words between single blanks, without punctuation. Each has to be
    everything that is said, but for others of them beside it."""

    own_name: str
    """What the language calls itself, as it is written."""
    greeting: str
    thanks: str
    noted: str
    """That something is well or understood, and farewells."""
    help: str
    """What the gateway can do."""
    documents: str
    """Which documents there are."""
    number: str
    """How many there are."""
    about: str
    """Which documents there are on a subject, which is a group."""
    filler: str
    """What stands beside the others: "please"."""
    has_spaces: bool = True
    """False: the patterns are over the characters alone, for blanks are set differently or not at all."""


_BASE_EN = "(?:(?:the|this|your) (?:knowledge ?base|collection|database|library|index))"
_DOCS_EN = "(?:documents|files|docs)"
_FOR_EN = (
    "(?: a lot| a million| so much| very much| again)?(?: for (?:(?:the|your)(?: quick)? (?:help|answer|reply"
    "|information|explanation)|helping(?: me)?|that|this|everything|your time))?"
)
_BASE_FR = "(?:(?:la|cette|ta|votre) (?:base(?: de (?:connaissances?|documents|donnees))?|collection|bibliotheque))"
_DOCS_FR = "(?:documents|fichiers)"
_YOU_FR = "(?:as tu|avez vous|connais tu|connaissez vous)"
_FOR_FR = "(?: pour (?:(?:ton|votre) aide|(?:ta|votre|la|cette) reponse|l aide|tout|ces informations))?"
_DOCS_DE = "(?:dokumente|dateien|unterlagen)"
_BASE_DE = "(?:(?:die|der|diese|dieser|deine|deiner|ihre|ihrer) (?:wissensbasis|wissensdatenbank|sammlung))"
_YOU_DE = "(?:hast du|haben sie|habt ihr|kennst du|kennen sie)"
_FOR_DE = "(?: fur (?:die|deine|ihre)(?: schnelle)? (?:hilfe|antwort|auskunft|information|informationen|erklarung))?"
_DOCS_ES = "(?:documentos|archivos|ficheros)"
_BASE_ES = "(?:(?:la|esta|tu|su) (?:base(?: de (?:conocimientos?|datos))?|coleccion|biblioteca))"
_DOCS_IT = "(?:documenti|file)"
_BASE_IT = "(?:(?:nella|la|questa|tua|vostra) (?:base(?: di conoscenza)?|raccolta|collezione|biblioteca))"
_DOCS_PT = "(?:documentos|arquivos|ficheiros)"
_BASE_PT = "(?:(?:na|nesta|a|esta|sua|tua) (?:base(?: de (?:conhecimentos?|dados))?|colecao|biblioteca))"
_DOCS_NL = "(?:documenten|bestanden)"
_BASE_NL = "(?:(?:de|deze|je|jouw|uw) (?:kennisbank|kennisbasis|verzameling|bibliotheek))"
_DOCS_RU = "(?:документы|документов|файлы|файлов)"
_HAVE_RU = "(?:(?:у (?:тебя|вас) )?(?:есть|имеются|имеется)|у (?:тебя|вас)|здесь|(?:есть )?в базе(?: знаний)?)"

MANNERS: Mapping[str, MannerWords] = MappingProxyType(
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
                "ok(?:ay)?|alright|all right|fine|great|perfect|excellent|cool|awesome|wonderful|got it|understood"
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
        "fr": MannerWords(
            own_name="français",
            greeting=(
                "bonjour(?: a tous| a toutes)?|bonsoir|salut(?: a tous)?|coucou|hello|comment (?:vas tu|allez vous)"
                "|comment ca va|ca va|enchantee?"
            ),
            thanks=f"(?:ok )?merci(?: (?:beaucoup|bien|infiniment|encore|a (?:toi|vous)))?{_FOR_FR}|mille mercis",
            noted=(
                "ok(?:ay)?|d accord|tres bien|parfait|entendu|compris|j ai compris|je vois|je comprends|super|genial"
                "|excellent|c est (?:bon|clair|parfait|tout)|au revoir|a (?:bientot|plus tard|demain|plus)|bonne"
                " (?:nuit|journee|soiree)"
            ),
            help=(
                "aide|aide moi|aidez moi|a l aide|(?:peux tu|pouvez vous) m aider|j ai besoin d aide|(?:que|qu est ce"
                " que) (?:peux tu|pouvez vous|sais tu|savez vous|tu (?:peux|sais)|vous (?:pouvez|savez))(?: faire)?(?:"
                " pour moi)?|(?:que|qu est ce que) (?:puis je|je peux) (?:te |vous )?demander|comment (?:peux tu"
                "|pouvez vous) m aider|qui (?:es tu|etes vous)|tu es qui|quelles questions (?:puis je|je peux) (?:te"
                " |vous )?poser|comment (?:fonctionnes tu|fonctionnez vous)|presente toi|presentez vous"
            ),
            documents=(
                f"(?:quels|quelles sont les|quels sont (?:les|tes|vos)) {_DOCS_FR}(?: {_YOU_FR}| (?:y a t il|sont"
                f" (?:disponibles|charges|presents)|disponibles|contient {_BASE_FR}))?(?: ici| dans {_BASE_FR})?"
                f"|(?:liste|montre|affiche)r?(?: moi)?(?: tous)? (?:les|tes|vos) {_DOCS_FR}|liste des {_DOCS_FR}"
                f"|que contient {_BASE_FR}|qu y a t il dans {_BASE_FR}|qu est ce qu il y a dans {_BASE_FR}"
            ),
            number=(
                f"combien (?:de|d) {_DOCS_FR}(?: (?:{_YOU_FR}|y a t il|il y a|sont (?:disponibles|charges)|contient"
                f" {_BASE_FR}))?(?: ici| en tout| au total| dans {_BASE_FR})?|combien y a t il de {_DOCS_FR}(?: dans"
                f" {_BASE_FR})?|(?:tu as|vous avez) combien de {_DOCS_FR}|(?:le )?nombre de documents"
            ),
            about=(
                f"quels {_DOCS_FR} (?:{_YOU_FR} sur|y a t il sur|parlent (?:de|du|des|d)|traitent (?:de|du|des|d)"
                "|portent sur) (.+)|(?:qu as tu|qu avez vous|qu est ce que (?:tu as|vous avez)) sur (.+)"
            ),
            filler="s il (?:te|vous) plait|svp|stp|et|alors|donc",
        ),
        "zh": MannerWords(
            own_name="中文",
            greeting="你好[啊呀吗]?|您好|大家好|嗨|哈喽|早上好|下午好|晚上好|早安|hello|hi",
            thanks="(?:非常|十分|多)?(?:感谢|谢谢)(?:你|您|啦|了|你的(?:帮助|回答)|您的(?:帮助|回答))?|多谢|谢了|辛苦了",
            noted=(
                "ok|好的?|好吧|好了|行|可以了|明白了?|知道了|了解了?|懂了|我(?:明白|知道|懂)了|没问题|太好了|很好|再见|拜拜|晚安|回头见"
            ),
            help=(
                "帮助|帮忙|帮帮我|救命|我需要帮助|你?能?帮(?:我|帮我)(?:吗|一下吗?)|[你您](?:能|可以|会)(?:帮我)?(?:做|干)(?:什么|些什么|哪些事)"
                "|[你您](?:会|能)什么|[你您]是谁|[你您]是什么|[你您]有(?:什么|哪些)功能|我(?:能|可以)(?:问(?:[你您])?|向[你您]提问)(?:什么|哪些)(?:问题)?"
                "|怎么(?:使用|用)[你您]|介绍一下(?:你|您)?自己|(?:请)?自我介绍"
            ),
            documents=(
                "(?:[你您]|这里|知识库(?:里|中)?)?(?:都)?(?:有|包含|收录了?)(?:什么|哪些|些什么)(?:文档|文件|资料)"
                "|(?:列出|显示|给我看看?)(?:所有|全部)?(?:的)?(?:文档|文件|资料)|(?:文档|文件|资料)(?:列表|清单)|有(?:什么|哪些)(?:文档|文件|资料)"
                "|知识库(?:里|中)?(?:都)?有(?:什么|哪些|些什么)(?:内容)?"
            ),
            number=(
                "(?:[你您]|这里|知识库(?:里|中)?|一共|总共|现在)*有?(?:多少|几)(?:个|份|篇)?(?:文档|文件|资料)|(?:文档|文件)(?:的)?(?:数量|总数)"
                "|(?:文档|文件)有多少(?:个|份|篇)?"
            ),
            about=(
                "(?:[你您]|这里|知识库(?:里|中)?)?(?:有)?(?:哪些|什么)(?:文档|文件|资料)(?:是)?(?:关于|涉及|讲到?|提到)(.+?)(?:的)?"
                "|(?:[你您]|这里|知识库(?:里|中)?)?(?:有(?:哪些|什么))?关于(.+?)(?:的)?(?:[你您])?(?:有(?:哪些|什么))?(?:文档|文件|资料)(?:有哪些)?"
            ),
            filler="请问?|[啊呀吧呢吗哦]",
            has_spaces=False,
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
                "ok(?:ay)?|alles klar|gut|sehr gut|super|prima|perfekt|toll|verstanden|(?:ich )?verstehe|in ordnung"
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
        "es": MannerWords(
            own_name="español",
            greeting=(
                "hola(?: a todos| de nuevo| que tal)?|buenos dias|buenas(?: tardes| noches)?|que tal|como (?:estas"
                "|esta(?: usted)?|te va)|encantad[oa]|saludos"
            ),
            thanks=(
                "(?:muchas |muchisimas |mil |ok )?gracias(?: por (?:la|tu|su) (?:ayuda|respuesta|informacion)| por todo"
                "| de nuevo)?|te lo agradezco|se lo agradezco"
            ),
            noted=(
                "ok(?:ay)?|vale|de acuerdo|muy bien|perfecto|entendido|entiendo|lo entiendo|ya veo|genial|estupendo"
                "|excelente|esta (?:bien|claro)|eso es todo|adios|hasta (?:luego|pronto|manana)|chao|que tengas? un"
                " buen dia"
            ),
            help=(
                "ayuda|ayudame|ayudeme|(?:me )?puedes? ayudar(?:me)?|necesito ayuda|que (?:puedes?|sabes?)(?: usted)?"
                "(?: hacer)?(?: por mi)?|en que (?:me )?puedes? ayudar(?:me)?|como (?:me )?puedes? ayudar(?:me)?"
                "|quien (?:eres|es usted)|que eres|que (?:te |le )?puedo preguntar(?:te|le)?|que preguntas (?:te |le"
                " )?puedo hacer(?:te|le)?|como funcionas|presentate"
            ),
            documents=(
                f"(?:que|cuales) {_DOCS_ES} (?:tienes?|tienen|hay|conoces?|estan (?:disponibles|cargados)|contiene"
                f" {_BASE_ES})(?: aqui| disponibles| en {_BASE_ES})?|cuales son (?:los|tus|sus) {_DOCS_ES}"
                f"|(?:lista|muestra|muestrame|enumera)(?: todos)?(?: los| tus)? {_DOCS_ES}|lista de {_DOCS_ES}"
                f"|que (?:hay en|contiene) {_BASE_ES}|que temas (?:conoces|cubres|hay)"
            ),
            number=(
                f"cuantos {_DOCS_ES}(?: (?:tienes?|tienen|hay|conoces?|contiene {_BASE_ES}))?(?: aqui| en total| en"
                f" {_BASE_ES})?|(?:el )?numero de {_DOCS_ES}"
            ),
            about=(
                f"(?:que|cuales) {_DOCS_ES} (?:(?:tienes?|tienen|hay) (?:sobre|acerca de|acerca del)|(?:hablan|tratan)"
                " (?:de|del|sobre)|son sobre) (.+)|que tienes? (?:sobre|acerca de|acerca del) (.+)"
            ),
            filler="por favor|y|entonces|pues",
        ),
        "it": MannerWords(
            own_name="italiano",
            greeting=("ciao(?: a tutti)?|salve|buon ?giorno|buona ?sera|buon pomeriggio|come (?:stai|sta|va)|piacere"),
            thanks=(
                "(?:ok |molte |mille )?grazie(?: mille| tante| molte| infinite| ancora)?(?: (?:per (?:l aiuto|il tuo"
                " aiuto|la risposta|tutto|le informazioni)|dell aiuto))?|ti ringrazio|la ringrazio"
            ),
            noted=(
                "ok(?:ay)?|va bene|bene|molto bene|perfetto|d accordo|capito|ho capito|capisco|ottimo|chiaro|e tutto"
                "|arrivederci|a (?:presto|dopo|domani)|buona ?notte|buona giornata|buona serata"
            ),
            help=(
                "aiuto|aiutami|mi aiuti|(?:puoi|puo|potresti) aiutarmi|ho bisogno di aiuto|(?:che )?cosa (?:puoi|sai"
                "|puo|sa) fare(?: per me)?|che (?:puoi|sai) fare|come (?:puoi|puo) aiutarmi|chi (?:sei|e lei)|cosa sei"
                "|(?:che )?cosa posso (?:chiedere|chiederti|chiederle)|(?:che|quali) domande posso (?:fare|farti|farle)"
                "|come funzioni|presentati"
            ),
            documents=(
                f"(?:quali|che) {_DOCS_IT} (?:hai|avete|ha|ci sono|conosci|sono (?:disponibili|presenti|caricati)"
                f"|contiene {_BASE_IT})(?: qui| disponibili| {_BASE_IT})?|quali sono (?:i|i tuoi) {_DOCS_IT}"
                f"|(?:elenca|mostra|mostrami|elencami)(?: tutti)?(?: i| i tuoi)? {_DOCS_IT}|(?:elenco|lista) dei"
                f" {_DOCS_IT}|(?:che )?cosa (?:c e|contiene) {_BASE_IT}|quali argomenti (?:conosci|copri|ci sono)"
            ),
            number=(
                f"quanti {_DOCS_IT}(?: (?:hai|avete|ha|ci sono|conosci|contiene {_BASE_IT}))?(?: qui| in totale"
                f"| {_BASE_IT})?|(?:il )?numero (?:dei|di) {_DOCS_IT}"
            ),
            about=(
                f"(?:quali|che) {_DOCS_IT} (?:(?:hai|avete|ci sono) (?:su|sul|sulla|sui|sulle|sullo|sull)|(?:parlano"
                "|trattano) (?:di|del|della|dei|delle|dello|dell)) (.+)|(?:che )?cosa (?:hai|avete) (?:su|sul|sulla|sui"
                "|sulle|sullo|sull) (.+)"
            ),
            filler="per favore|per piacere|e|allora|quindi",
        ),
        "pt": MannerWords(
            own_name="português",
            greeting=(
                "ola(?: a todos)?|oi|bom dia|boa tarde|boa noite|como (?:vai|esta|estas|voce esta)|tudo bem|e ai|prazer"
            ),
            thanks=(
                "(?:muito |ok )?obrigad[oa](?: (?:por tudo|pel[ao] (?:sua |tua )?(?:ajuda|resposta|informacao)|mais uma"
                " vez))?|agradeco|valeu"
            ),
            noted=(
                "ok(?:ay)?|certo|esta bem|ta bom|muito bem|perfeito|entendi|entendido|percebi|otimo|excelente|claro"
                "|combinado|e tudo|adeus|tchau|ate (?:logo|breve|amanha|mais)|tenha um bom dia"
            ),
            help=(
                "ajuda|ajude me|me ajude|ajuda me|(?:voce )?(?:pode|podes) (?:me )?ajudar(?: me)?|preciso de ajuda"
                "|o que (?:voce )?(?:pode|podes|sabe|sabes|consegue) fazer(?: por mim)?|como (?:voce )?(?:pode|podes)"
                " (?:me )?ajudar(?: me)?|quem (?:e voce|es tu|voce e)|o que (?:e voce|es tu|voce e)|o que (?:eu )?posso"
                " (?:te |lhe )?perguntar|que perguntas posso fazer|como (?:voce )?funcionas?|apresente se"
            ),
            documents=(
                f"(?:quais|que) (?:os )?{_DOCS_PT} (?:voce tem|tem|tens|ha|existem|conhece|estao (?:disponiveis"
                f"|carregados)|contem {_BASE_PT})(?: aqui| disponiveis| {_BASE_PT})?|quais sao (?:os|os seus|os teus)"
                f" {_DOCS_PT}|(?:liste|lista|mostre|mostra)(?: me)?(?: todos)?(?: os)? {_DOCS_PT}|lista de {_DOCS_PT}"
                f"|o que (?:ha|tem|contem|existe) {_BASE_PT}|que temas (?:conhece|ha)"
            ),
            number=(
                f"quantos {_DOCS_PT}(?: (?:voce tem|tem|tens|ha|existem|conhece|contem {_BASE_PT}))?(?: aqui| no total"
                f"| {_BASE_PT})?|(?:o )?numero de {_DOCS_PT}"
            ),
            about=(
                f"(?:quais|que) (?:os )?{_DOCS_PT} (?:(?:voce tem|tem|tens|ha|existem) (?:sobre|acerca de|acerca do"
                "|acerca da)|(?:falam|tratam) (?:de|do|da|dos|das|sobre)) (.+)|o que (?:voce tem|tem|tens) (?:sobre"
                "|acerca de|acerca do|acerca da) (.+)"
            ),
            filler="por favor|se faz favor|e|entao",
        ),
        "nl": MannerWords(
            own_name="Nederlands",
            greeting=(
                "hallo(?: allemaal)?|hoi|hey|hi|dag|goede ?(?:morgen|middag|avond|dag)|hoe gaat het(?: met (?:je|jou"
                "|u))?|aangenaam"
            ),
            thanks=(
                "(?:ok )?(?:heel |hartelijk )?(?:erg )?bedankt(?: voor (?:je|uw|de) (?:hulp|antwoord|uitleg"
                "|informatie)| voor het antwoord)?|dank ?(?:je|u)(?: wel| zeer)?(?: voor (?:je|uw|de) (?:hulp|antwoord"
                "|uitleg|informatie))?|dankjewel|hartelijk dank|veel dank|dank"
            ),
            noted=(
                "ok(?:e|ay)?|goed|prima|perfect|duidelijk|begrepen|ik (?:snap|begrijp) het|snap ik|in orde|top"
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
        "ru": MannerWords(
            own_name="русский",
            greeting=(
                "привет(?: всем)?|здравствуй(?:те)?|доброе утро|добрый (?:день|вечер)|доброго дня|приветствую"
                "|как (?:дела|поживаешь|поживаете)"
            ),
            thanks=(
                "(?:ок )?(?:большое |огромное )?спасибо(?: большое| огромное| вам| тебе)?(?: за (?:помощь|ответ"
                "|информацию|все))?|благодарю(?: вас| тебя)?(?: за (?:помощь|ответ))?"
            ),
            noted=(
                "ок|окей|ok|хорошо|ладно|отлично|понятно|понял[а]?|ясно|прекрасно|супер|замечательно|я понял[а]?"
                "|все ясно|это все|до свидания|пока|до (?:встречи|завтра)|спокойной ночи|хорошего дня"
            ),
            help=(
                "помощь|помоги(?:те)?(?: мне)?|(?:ты )?(?:можешь|можете)(?: ли)?(?: вы)?(?: мне)? помочь|мне нужна"
                " помощь|что (?:ты|вы) (?:умеешь|умеете|можешь|можете|знаешь|знаете)(?: делать)?|что умеешь|чем"
                " (?:ты |вы )?(?:можешь|можете)(?: мне)? помочь|как (?:ты|вы) (?:можешь|можете)(?: мне)? помочь|кто"
                " (?:ты|вы)(?: такой| такая| такие)?|ты кто|что (?:я )?(?:могу|можно)(?: у (?:тебя|вас))? спросить"
                "|какие вопросы (?:я могу|можно)(?: тебе| вам)? зада(?:ть|вать)|как ты работаешь|представься"
            ),
            documents=(
                f"какие(?: у (?:тебя|вас))?(?: есть)? {_DOCS_RU}(?: {_HAVE_RU}| доступны| загружены)?|(?:покажи|перечисли"
                f"|выведи)(?:те)?(?: мне)?(?: все)?(?: свои)? {_DOCS_RU}|список документов|что (?:есть )?в (?:твоей"
                " |вашей |этой )?базе(?: знаний)?|что содержит база знаний|какие темы (?:ты знаешь|есть)"
            ),
            number=(
                f"сколько(?: у (?:тебя|вас))?(?: есть)? {_DOCS_RU}(?: {_HAVE_RU}| всего)?|(?:количество|число)"
                " документов"
            ),
            about=(
                f"какие(?: у (?:тебя|вас))?(?: есть)? {_DOCS_RU}(?: (?:есть|у (?:тебя|вас)(?: есть)?))? (?:о|об|про|по"
                "|посвящены) (.+)|что (?:у (?:тебя|вас) )?есть (?:о|об|про|по) (.+)"
            ),
            filler="пожалуйста|и|а|ну|так",
        ),
        "ja": MannerWords(
            own_name="日本語",
            greeting="こんにち[はわ]|こんばん[はわ]|おはよう(?:ございます)?|はじめまして|初めまして|やあ|もしもし|お元気ですか|元気ですか|ハロー",
            thanks="(?:どうも|本当に|大変)?(?:ありがとう|有難う|有り難う)(?:ございます|ございました)?|どうも|感謝します|助かりました|助かります",
            noted=(
                "ok|オーケー|了解(?:です|しました)?|承知(?:しました|いたしました)?|わかりました|分かりました|わかった|分かった|なるほど|はい"
                "|いいですね|結構です|大丈夫です|さようなら|またね|では?また|おやすみ(?:なさい)?|バイバイ|以上です"
            ),
            help=(
                "ヘルプ|助けて(?:ください|下さい)?|手伝って(?:ください|下さい|くれますか)?|(?:あなたは)?(?:何|なに)が(?:でき|出来)(?:ますか|るの?(?:ですか)?)"
                "|(?:何|なに)を(?:してくれますか|聞けますか|質問できますか)|(?:何|なに)を(?:聞|き)(?:いたら|けば)いいですか|どんな(?:こと|質問)ができますか"
                "|(?:あなたは)?(?:誰|だれ|何者)ですか|あなたは(?:何|なん)ですか|使い方(?:は|を教えて(?:ください|下さい)?)?|自己紹介して(?:ください|下さい)?"
            ),
            documents=(
                "(?:ここに|ナレッジベースに)?は?(?:どんな|どの|どのような|何の)(?:文書|ドキュメント|資料|ファイル)が(?:あり|入って)(?:ますか|いますか|る)?"
                "|(?:全ての|すべての)?(?:文書|ドキュメント|資料|ファイル)(?:の)?(?:一覧|リスト)(?:を(?:見せて|表示して|教えて)(?:ください|下さい)?)?"
                "|(?:何|なん|どれだけ)の(?:文書|ドキュメント|資料|ファイル)を持っていますか|どんな(?:文書|ドキュメント|資料|ファイル)を持っていますか"
            ),
            number=(
                "(?:ここに|ナレッジベースに)?は?(?:文書|ドキュメント|資料|ファイル)[はが](?:全部で)?(?:いくつ|何件|何個|何本|どれくらい|どのくらい)"
                "(?:ありますか|あるの?|ですか|入っていますか)?|(?:いくつの|何件の|何個の)(?:文書|ドキュメント|資料|ファイル)が(?:ありますか|ある)"
                "|(?:文書|ドキュメント|資料|ファイル)の?(?:数|件数)(?:は|を教えて(?:ください)?)?"
            ),
            about=(
                "(.+?)(?:について|に関して|に関する|についての)(?:は)?(?:どんな|どの|どのような|何の)?(?:文書|ドキュメント|資料|ファイル)"
                "(?:は|が)(?:ありますか|何がありますか|あるの?)"
            ),
            filler="お願いします|ください|[ねよ]",
            has_spaces=False,
        ),
        "ko": MannerWords(
            own_name="한국어",
            greeting="안녕(?:하세요|하십니까)?|여보세요|반갑습니다|반가워요?|좋은아침(?:입니다|이에요)?|잘지내(?:세요|요)?|하이|헬로",
            thanks="(?:정말|대단히|너무)?(?:감사합니다|감사해요|고맙습니다|고마워요?|감사)|도움이(?:많이)?됐(?:어요|습니다)|땡큐",
            noted=(
                "ok|오케이|네|알겠습니다|알겠어요?|알았어요?|이해했(?:어요|습니다)|좋아요?|좋습니다|그렇군요|됐(?:어요|습니다)"
                "|안녕히(?:계세요|가세요)|잘자요?|다음에봐요?|그게다(?:예요|입니다)"
            ),
            help=(
                "도움말?|도와줘요?|도와주세요|도와주실수있나요|도움이필요(?:해요?|합니다)|(?:당신은|너는|넌)?(?:무엇을|뭘|무얼|뭐를?)(?:할수|도와줄수)있(?:나요|어요?|습니까|니)"
                "|(?:당신은|너는|넌)?누구(?:세요|예요|야|입니까|신가요)|(?:무엇을|뭘|어떤질문을|무슨질문을)(?:물어볼|질문할|할)수있(?:나요|어요?|습니까)"
                "|어떻게(?:사용|이용)(?:하나요|해요)|자기소개(?:해줘|해주세요)?"
            ),
            documents=(
                "(?:여기에?|지식베이스에는?)?(?:어떤|무슨)(?:문서|파일|자료)(?:들)?[가이을를](?:있(?:나요|어요?|습니까)|가지고있(?:나요|어요?|습니까)|갖고있(?:나요|어요?))"
                "|(?:모든)?(?:문서|파일|자료)(?:목록|리스트)(?:을?(?:보여줘요?|보여주세요|알려줘요?|알려주세요))?"
            ),
            number=(
                "(?:여기에?|지식베이스에는?)?(?:문서|파일|자료)(?:는|은|가|이)?(?:모두|총|전부)?(?:몇개|몇건|얼마나)(?:나)?"
                "(?:있(?:나요|어요?|습니까)|인가요|예요|되나요|입니까)?|(?:문서|파일|자료)(?:의)?(?:수|개수)(?:는|를알려주세요)?"
                "|몇개의(?:문서|파일|자료)[가이를](?:있(?:나요|어요?|습니까)|가지고있(?:나요|어요?))"
            ),
            about=(
                "(.+?)에(?:대한|관한|대해|관해)(?:어떤|무슨)?(?:문서|파일|자료)(?:들)?(?:가|이|는|은)?(?:어떤것이|무엇이|뭐가)?있(?:나요|어요?|습니까)"
            ),
            filler="제발|좀|그럼",
            has_spaces=False,
        ),
        "ar": MannerWords(
            own_name="العربية",
            greeting=(
                "مرحبا(?: بك| بكم)?|[اأ]هلا(?: وسهلا| بك)?|السلام عليكم(?: ورحمة الله(?: وبركاته)?)?|سلام|صباح الخير"
                "|مساء الخير|كيف (?:حالك|الحال|حالكم)"
            ),
            thanks="شكرا(?: لك| لكم| جزيلا| جزيلا لك| كثيرا)?(?: على (?:المساعدة|مساعدتك|ال[إا]جابة))?|[اأ]شكرك|مشكور",
            noted=(
                "ok|حسنا|طيب|تمام|ممتاز|رائع|جيد|جيد جدا|فهمت|مفهوم|واضح|موافق|هذا كل شيء|مع السلامة|وداعا"
                "|[إا]لى اللقاء|تصبح على خير"
            ),
            help=(
                "مساعدة|المساعدة|ساعدني|ساعدوني|هل (?:يمكنك|تستطيع) مساعدتي|[أا]حتاج (?:[إا]لى )?مساعدة|(?:ماذا|ما"
                " الذي) (?:يمكنك|تستطيع)(?: [أا]ن)? (?:تفعل|فعله|تفعله|[أا]ن تفعل)|كيف (?:يمكنك|تستطيع) مساعدتي"
                "|من [أا]نت|ما [أا]نت|(?:ماذا|عن ماذا) (?:يمكنني|[أا]ستطيع)(?: [أا]ن)? [أا]س[أا]ل(?:ك)?|كيف تعمل|عرف"
                " (?:عن|ب)نفسك"
            ),
            documents=(
                "ما(?: هي)? (?:الوثائق|المستندات|الملفات)(?: (?:التي (?:لديك|عندك|لديكم)|الموجودة|المتاحة"
                "|المتوفرة|لديك))?(?: (?:هنا|لديك))?|(?:[أا]ي|ما) (?:وثائق|مستندات|ملفات) (?:لديك|عندك|لديكم)"
                "|(?:[اأ]عرض|اذكر|[أا]رني)(?: لي)?(?: جميع| كل)? (?:الوثائق|المستندات|الملفات)|قائمة (?:الوثائق"
                "|المستندات|الملفات)|ماذا (?:يوجد )?في قاعدة المعرفة|ماذا تحتوي قاعدة المعرفة"
            ),
            number=(
                "كم(?: عدد)? (?:الوثائق|المستندات|الملفات)(?: (?:التي )?(?:لديك|عندك|لديكم|هنا|الموجودة"
                "|المتاحة))?|كم (?:وثيقة|مستندا|مستند|ملفا|ملف)(?: (?:لديك|عندك|هناك|يوجد))?|عدد (?:الوثائق|المستندات"
                "|الملفات)|ما عدد (?:الوثائق|المستندات|الملفات)"
            ),
            about=(
                "(?:ما(?: هي)? (?:الوثائق|المستندات|الملفات)(?: التي)?(?: (?:لديك|عندك|لديكم|تتحدث|تتناول))?|ماذا"
                " (?:لديك|عندك|لديكم)) (?:عن|حول|بخصوص) (.+)"
            ),
            filler="من فضلك|لو سمحت|رجاء|و",
        ),
    }
)
