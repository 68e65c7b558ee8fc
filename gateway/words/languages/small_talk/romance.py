"""Greetings, thanks and questions about the collection, in Romance languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gateway.words.languages.small_talk.table import MannerWords

_BASE_FR = "(?:(?:la|cette|ta|votre) (?:base(?: de (?:connaissances?|documents|donnees))?|collection|bibliotheque))"
_DOCS_FR = "(?:documents|fichiers)"
_YOU_FR = "(?:as tu|avez vous|connais tu|connaissez vous)"
_FOR_FR = "(?: pour (?:(?:ton|votre) aide|(?:ta|votre|la|cette) reponse|l aide|tout|ces informations))?"
_DOCS_ES = "(?:documentos|archivos|ficheros)"
_BASE_ES = "(?:(?:la|esta|tu|su) (?:base(?: de (?:conocimientos?|datos))?|coleccion|biblioteca))"
_DOCS_IT = "(?:documenti|file)"
_BASE_IT = "(?:(?:nella|la|questa|tua|vostra) (?:base(?: di conoscenza)?|raccolta|collezione|biblioteca))"
_DOCS_PT = "(?:documentos|arquivos|ficheiros)"
_BASE_PT = "(?:(?:na|nesta|a|esta|sua|tua) (?:base(?: de (?:conhecimentos?|dados))?|colecao|biblioteca))"

ROMANCE: Mapping[str, MannerWords] = MappingProxyType(
    {
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
            greeting=("ciao(?: a tutti)?|buon ?giorno|buona ?sera|buon pomeriggio|come (?:stai|sta|va)|piacere"),
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
    }
)
