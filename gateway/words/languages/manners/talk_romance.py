"""What is said of the collection and of answers, in Romance languages, in words of any order."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gateway.words.languages.manners.talk_table import Said, TalkWords

TALK_ROMANCE: Mapping[str, TalkWords] = MappingProxyType(
    {
        "fr": TalkWords(
            common=(
                "s il te plait|s il vous plait|svp|stp|bonjour|salut|ok|et|alors|donc|bon|bien|oh|ah|le|la|les|l|un|une"
                "|des|du|de|d|ce|cette|ces|c|ca|cela|ceci|est|sont|etait|es|etes|a|as|ai|avez|ont|y|t|il|ils|elle|elles"
                "|tu|te|ton|ta|tes|vous|votre|vos|moi|me|m|mon|ma|mes|qu|que|en|dans|sur|a|au|aux|pour|par|avec|tout"
                "|tous|toutes|tres|vraiment|ici|la|maintenant|on|se|s|peux|pouvez|peut|sais|savez"
            ),
            documents=(
                "document|documents|fichier|fichiers|source|sources|texte|textes|article|articles|manuel|manuels|livre"
                "|livres|titre|titres|collection|base|base de connaissances|base de donnees|base de documents"
                "|bibliotheque|index|connaissances|corpus|contenu|contenus|information|informations|infos"
            ),
            said={
                "wrong": Said(
                    marks=(
                        "faux|fausse|incorrecte?|mauvaise reponse|pas (?:ca|cela|juste|correct\\w*|exact\\w*|ce que|la"
                        " bonne|vrai|utile|repondu|d accord|ma question)|pas|autre chose|n importe quoi|nulle?|inutile"
                        "|sur|sure|surs|certain\\w*|aucun sens|trompes?|trompez|erreur|erronee?"
                    ),
                    words=(
                        "faux|fausse|incorrect|incorrecte|mauvaise|mauvais|reponse|reponses|non|pas|n|ne|juste|correct"
                        "|correcte|exact|exacte|vrai|utile|repond|repondu|reponds|repondez|question|ce que|j ai|je"
                        "|demande|demandais|cherchais|cherche|voulais|veux|dire|autre|chose|importe|quoi|nul|nulle"
                        "|inutile|sur|sure|surs|certain|certaine|aucun|sens|trompe|trompes|trompez|erreur|erronee"
                        "|erronne|aide|accord|savoir|desole|mais|encore|toujours|bonne|parlais|attendais|rien|etes"
                    ),
                ),
                "unclear": Said(
                    marks=(
                        "(?:comprends|compris|comprend) (?:pas|rien)|pas (?:compris|clair|claire|tout compris)"
                        "|rien compris|(?:veux tu|voulez vous|tu veux|vous voulez) dire|plus simplement|pas tout compris"
                        "|explique\\w*|confus\\w*"
                    ),
                    words=(
                        "je|j|ai|n|ne|comprends|compris|comprend|pas|rien|clair|claire|veux|voulez|dire|plus"
                        "|simplement|explique|expliquer|expliquez|confus|confuse|desole|desolee|pardon|toujours"
                        "|reponse|autrement|encore|fois|mot|mots|d autres"
                    ),
                ),
                "newest": Said(
                    marks=(
                        "(?:plus )?recente?s?|derniere?s?|dernierement|nouveaux?|nouvelle?s?|a jour|quoi de neuf|neuf"
                        "|ancien|date|datent|recemment"
                    ),
                    words=(
                        "recent|recents|recente|recentes|dernier|derniers|derniere|dernieres|dernierement|nouveau"
                        "|nouveaux|nouvelle|nouvelles|neuf|jour|mis|mise|mises|ete|ajoute|ajoutes|ajoutee|modifie"
                        "|ancien|ancienne|date|datent|dates|quand|quel|quels|quelle|quelles|plus|quoi|montre|montrez"
                        "|liste|recemment|qui|change|quelque chose|lu|depuis|charge|importe|affiche"
                    ),
                ),
                "languages": Said(
                    marks="langue|langues|LANGUAGE",
                    words=(
                        "langue|langues|LANGUAGE|quel|quels|quelle|quelles|combien|montre|montrez|liste|listez|affiche"
                        "|quelque chose|parles|parlez|comprends|comprenez|puis je|je|poser|questions|question|repondre"
                        "|reponds|repondez|ecrit|ecrits|ecrite|ecrites|rediges|redige|parler|donne|existe|est ce que"
                        "|disponibles|connais"
                    ),
                ),
                "number": Said(
                    marks="combien|nombre|taille|compte|comptez|total",
                    words=(
                        "combien|nombre|taille|compte|comptez|total|lu|lus|lues|connais|connaissez|appuies|appuyez"
                        "|pages|page|passages|contient|contiennent|consulter|indexes|charges|disponibles|dis|dites"
                        "|quel|quelle|grande|possedes|disposes|disposez|connaitre|acces|reference|references|enregistres"
                    ),
                ),
                "documents": Said(
                    marks=(
                        "DOC|sujets?|themes?|domaines?|que sais tu|que savez vous|(?:as tu|avez vous|tu as) lu|apercu"
                        "|vue d ensemble|renseigner|que connais|sommaire|d ou viennent"
                    ),
                    words=(
                        "sujet|sujets|theme|themes|domaine|domaines|quel|quels|quelle|quelles|quoi|lu|lus|apercu"
                        "|ensemble|vue|renseigner|connais|connaissez|sommaire|viennent|provient|proviennent|ou|montre"
                        "|montrez|affiche|affichez|afficher|liste|lister|listez|donne|donnez|parlent|parle|traitent"
                        "|traite|traites|couvre|couverts|contient|contiennent|disposes|disposez|puis je|je|poser"
                        "|questions|reponses|basent|bases|basees|appuies|disponibles|est ce|nom|noms|voir|consulter"
                        "|existe|present|presents|presente|utilises|utilisez|trouve|type|types|interroger"
                    ),
                ),
                "help": Said(
                    marks=(
                        "comment (?:ca|cela|est ce que|utiliser|poser|marche|fonctionne|se servir|m en servir|t"
                        "|vous|formuler|puis|faire|tu)|c est quoi|qu est ce que (?:c|ce|ca|cela|tu|vous|je)|qui"
                        " (?:es|etes|t a|vous a)|(?:que|quoi) (?:peux|puis|sais|fais|faites|pouvez|faire)|a quoi|aide"
                        "|aider|aidez|exemples?|es tu|etes vous|tu es|est ce que (?:tu|vous|je)|par ou|commencer"
                        "|explique\\w*|quelles questions|quel type|presente\\w*|je parle|mode d emploi"
                    ),
                    words=(
                        "comment|utiliser|utilise|poser|pose|marche|fonctionne|fonctionnes|servir|sert|sers|servez"
                        "|formuler|puis|je|j|faire|fais|faites|quoi|qui|ou|aide|aider|aidez|besoin|exemple|exemples"
                        "|commencer|commence|explique|expliquez|expliquer|quelle|quelles|quel|type|types|genre"
                        "|question|questions|demander|robot|humain|humaine|machine|ia|personne|assistant|chatbot|chat"
                        "|site|page|outil|truc|machin|service|application|programme|parle|parler|repondre|capable|but"
                        "|est ce|presente|presentez|mode|emploi|etre|donne|donnez|reel|vrai|fait|appelles|appelle|nom"
                    ),
                ),
                "thanks": Said(
                    marks=(
                        "merci|mercis|remercie|aide|aidee|utile|bonne reponse|excellente reponse|bravo|bien joue"
                        "|bon travail|impeccable|nickel|parfait|genial|top|exactement|formidable|repond a ma|super"
                    ),
                    words=(
                        "merci|mercis|je|j|remercie|aide|aidee|utile|tres|bonne|bon|reponse|reponses|excellente"
                        "|excellent|bravo|joue|travail|impeccable|nickel|parfait|genial|top|exactement|formidable"
                        "|repond|question|beaucoup|infiniment|mille|fois|encore|grand|super|cherchais|cherche|voulais"
                        "|savoir|clair|comprends|compris|journee|soiree|bonne|revoir|au revoir|note|accord|explication"
                        "|explications|rapide|besoin|avais|il me fallait|vraiment|vous|toi|tout|precieuse|ce que"
                    ),
                ),
            },
            languages=(
                "fr:francais en:anglais de:allemand zh:chinois es:espagnol it:italien pt:portugais nl:neerlandais"
                " sv:suedois pl:polonais ru:russe ja:japonais ko:coreen ar:arabe"
            ),
            subject=Said(
                marks=(
                    "DOC|quelque chose|rien|(?:que|qu) (?:sais|savez|as|avez|connais|connaissez|est ce que (?:tu|vous))"
                    "|(?:as tu|avez vous|y a t il) (?:un|une)? ?(?:manuel|guide|notice|mode d emploi)|que contient"
                    "|tout ce"
                ),
                words=(
                    "quel|quels|quelle|quelles|quelque|chose|rien|montre|montrez|liste|trouve|trouvez|cherche|donne"
                    "|affiche|connais|connaissez|existe|est ce|qui|guide|notice|mode d emploi|contient|avoir|trouver"
                    "|je|voudrais|disponibles|interesse|plus|autre|chercher|recherche|pages|rapport|rapports|ou|j"
                ),
            ),
            relation=(
                "sur(?: le sujet d(?:e|es|u)?| le theme d(?:e|es|u)?)?(?: l[ae]?s?)?|concernant(?: l[ae]?s?)?|a propos"
                " (?:de la|de l|des|du|de|d)|au sujet (?:de la|de l|des|du|de|d)|(?:qui )?(?:traitent|traite|parlent"
                "|parle) (?:de la|de l|des|du|de|d)|(?:qui )?(?:mentionnent|mentionne|evoquent)(?: l[ae]?s?)?|portent"
                " sur(?: l[ae]?s?)?|(?:qui )?contiennent le (?:mot|terme)|relatifs? (?:a la|a l|aux|au|a)|(?<=sais tu )"
                "(?:de la|de l|des|du|de|d)|(?<=savez vous )(?:de la|de l|des|du|de|d)|(?<=manuel )(?:de la|de l|du|d"
                "|pour(?: l[ae]?)?)|(?<=guide )(?:de la|de l|du|d|pour(?: l[ae]?)?)|(?<=notice )(?:de la|de l|du|d)"
            ),
            after="s il te plait|s il vous plait|svp|stp|ici|dans (?:la|ta|votre) base(?: de connaissances)?",
            contents=(
                "(?:qu y a t il|qu est ce qu il y a|que trouve t on|qu est ce qu on trouve) dans(?: le (?:fichier"
                "|document))?(?: l[ae]?s?)? (.+)|(?:ouvre|ouvrez|ouvrir|affiche|affichez|afficher|montre|montrez|montrer)"
                "(?: moi)?(?: le (?:fichier|document))?(?: l[ae]?s?)? (.+)|(?:que contient|que dit)(?: le (?:fichier"
                "|document))?(?: l[ae]?s?)? (.+)|de quoi (?:parle|traite)(?: le (?:fichier|document))?(?: l[ae]?s?)? (.+)"
                "|(?:(?:montre|donne|liste|affiche|lister|affichez|donnez)(?: moi)? )?(?:le |la |les |un |une )?"
                "(?:sommaire|table des matieres|titres|chapitres|plan|sections|rubriques|structure) (?:de la|de l|des|du"
                "|de|d)(?: (?:fichier|document))? (.+)|quel est le contenu (?:de la|de l|des|du|de|d) (.+)|quel(?:le)?s"
                " (?:sections|chapitres|titres|rubriques|parties) (?:contient|comporte|a|y a t il dans)(?: l[ae]?s?)?"
                " (.+)|quel(?:le)?s (?:sujets|themes) sont traites dans(?: l[ae]?s?)? (.+)"
            ),
        ),
        "es": TalkWords(
            common=(
                "por favor|hola|ok|y|entonces|pues|el|la|los|las|lo|un|una|unos|unas|de|del|en|a|al|este|esta|estos|estas|esto|eso|ese"
                "|esa|es|son|esta|estan|ser|era|fue|tu|tus|su|sus|te|le|me|mi|se|nos|yo|usted|ustedes|que|con|para|por|hay|tiene"
                "|tienes|tienen|has|ha|han|he|muy|mas|aqui|ahora|todo|todos|todas|puedes|puede|bien"
            ),
            documents=(
                "documento|documentos|archivo|archivos|fichero|ficheros|fuente|fuentes|texto|textos|articulo|articulos"
                "|titulo|titulos|manual|manuales|libro|libros|coleccion|base|base de conocimientos|base de conocimiento"
                "|base de datos|biblioteca|informacion|contenido|contenidos|material|materiales"
            ),
            said={
                "wrong": Said(
                    marks=(
                        "mal|incorrect\\w*|fals\\w*|equivoca\\w*|error|no (?:es|era|fue|me (?:ayuda|sirve)|responde"
                        "|respondiste|ayuda|sirve)|otra cosa|tonteria|segur[oa]|mala respuesta|inutil|sin sentido"
                    ),
                    words=(
                        "mal|incorrecto|incorrecta|falso|falsa|equivocado|equivocada|equivocas|equivoca|error|no|ayuda"
                        "|sirve|responde|respondiste|otra|cosa|tonteria|tonterias|seguro|segura|estas|mala|respuesta"
                        "|inutil|sentido|pregunte|preguntaba|preguntado|pregunta|queria|buscaba|decir|correcto|correcta"
                        "|cierto|verdad|sin|nada|eso no|quiero|pedi|lo siento|era"
                    ),
                ),
                "unclear": Said(
                    marks="no (?:lo )?(?:entiendo|entendi|comprendo|he entendido|queda claro)|que quieres? decir|explica\\w*|confus\\w*",
                    words="no|entiendo|entendi|comprendo|entendido|queda|claro|quieres|quiere|decir|explica|explicame|explicar|confuso|nada|respuesta|mas|simple|perdon|lo siento|otra vez|sencillo",
                ),
                "newest": Said(
                    marks="recientes?|nuev[oa]s?|ultim[oa]s?|actualiza\\w*|antiguo|al dia|novedades",
                    words="reciente|recientes|recientemente|nuevo|nuevos|nueva|nuevas|ultimo|ultimos|ultima|ultimas|actualizado|actualizados|actualizo|actualizada|actualizacion|actualizaron|antiguo|dia|novedades|cual|cuales|cuando|muestra|muestrame|lista|anadido|anadidos|anadio|agregado|fecha|algo|que tan|leido",
                ),
                "languages": Said(
                    marks="idiomas?|lenguas?|LANGUAGE",
                    words="idioma|idiomas|lengua|lenguas|LANGUAGE|cual|cuales|cuantos|muestra|muestrame|lista|algo|hablas|habla|entiendes|entiende|puedo|preguntar|responder|respondes|escrito|escritos|preguntas|hacer|disponibles",
                ),
                "number": Said(
                    marks="cuant[oa]s?|numero|cantidad|tamano|total|grande",
                    words="cuantos|cuantas|cuanto|numero|cantidad|tamano|total|grande|leido|conoces|contiene|paginas|pasajes|dime|existen|cual|tan|consultar|disponibles|cargados|leiste|indexados",
                ),
                "documents": Said(
                    marks="DOC|temas?|de que tratan?|que sabes|sobre que|resumen|indice|vision general",
                    words="tema|temas|tratan|trata|sabes|sabe|sobre|resumen|indice|vision|general|cual|cuales|muestra|muestrame|muestreme|lista|listar|enumera|ensename|dime|dame|leido|leiste|conoces|conoce|cubres|contiene|algo|puedo|preguntar|disponibles|usas|utilizas|basas|respuestas|vienen|donde|hablan|ver|acerca|existen|tipo|tipos|nombres|cargados",
                ),
                "help": Said(
                    marks="que es (?:esto|este)|como (?:funciona|se usa|uso|puedo|utilizo|hago|pregunto)|quien(?:es)? (?:eres|es|son)|que (?:eres|haces|puedo|puedes|sabes)|ejemplos?|ayuda\\w*|eres|para que (?:sirve|sirves|es)|por donde|explica\\w*|que preguntas",
                    words="como|funciona|funcionas|usa|uso|usar|puedo|utilizo|utilizar|hago|hacer|pregunto|preguntar|preguntarte|pregunta|preguntas|quien|eres|haces|sabes|ejemplo|ejemplos|ayuda|ayudar|ayudame|ayudarme|sirve|sirves|donde|empiezo|empezar|explica|explicame|dame|necesito|robot|humano|bot|persona|maquina|asistente|sitio|pagina|web|herramienta|chat|programa|responder|cual|cuales|hablo|tipo|clase|formular",
                ),
                "thanks": Said(
                    marks="gracias|agradezco|util|utiles|ayudado|ayudo|buena respuesta|buen trabajo|excelente|genial|perfecto|bravo|estupendo|fantastico",
                    words="gracias|muchas|muchisimas|mil|agradezco|util|utiles|ayudado|ayudo|mucho|buena|buen|trabajo|respuesta|excelente|genial|perfecto|perfecta|bravo|estupendo|fantastico|lo que|buscaba|necesitaba|queria|saber|ayuda|claro|entendido|adios|exactamente|justo|justamente|resuelto|pregunta|dudas|rapida|informacion|vale|sirvio|sirve",
                ),
            },
            languages="es:espanol en:ingles fr:frances de:aleman(?!ia) zh:chino it:italian pt:portugues nl:neerlandes nl:holandes sv:sueco pl:polaco ru:ruso ja:japones ko:corean ar:arabe",
            subject=Said(
                marks="DOC|algo|que (?:tienes?|sabes?|hay|conoces)|sabes|todo",
                words="algo|cual|cuales|muestra|muestrame|lista|busca|encuentra|dame|sabes|sabe|conoces|hay|existe|existen|alguna|alguno|algun|guia|instrucciones|disponible|disponibles|cuanto|quiero|informe|informes|otro",
            ),
            relation="sobre(?: el tema de)?(?: l[ao]s?| el)?|acerca de(?:l| la| los| las)?|relacionad[oa]s? con(?: el| l[ao]s?)?|(?:que )?(?:hablan?|tratan?) (?:del|de la|de los|de las|de|sobre)|(?:que )?mencionan?|contienen la palabra|respecto a|(?<=sabes )de(?: l[ao]s?|l)?|(?<=manual )de(?: la|l)?",
            after="por favor|aqui",
            contents="(?:que|cual) (?:hay|pone|dice|contiene|es el contenido)(?: (?:en|de|del))?(?: (?:el|la|los|las))?(?: (?:documento|archivo|fichero))? (.+)|(?:abre|abrir|abra|muestra|muestrame|mostrar|ver)(?: (?:el|la|los|las))?(?: (?:documento|archivo|fichero))? (.+)|de que trata(?: (?:el|la|los|las))?(?: (?:documento|archivo))? (.+)|(?:(?:muestra|muestrame|dame) )?(?:el |la |los )?(?:indice|contenido|titulos|capitulos|secciones|esquema) (?:del|de la|de los|de las|de) (.+)|que (?:secciones|capitulos|apartados|temas) (?:tiene|contiene|trata|hay en)(?: (?:el|la|los|las))? (.+)",
        ),
        "it": TalkWords(
            common=(
                "per favore|ciao|ok|e|allora|quindi|il|lo|la|i|gli|le|l|un|uno|una|di|del|della|dei|delle|in|nel|nella|nelle|nei|a|al|questo|questa"
                "|questi|queste|quello|cio|e|sono|sei|era|tu|tuo|tua|tuoi|tue|suoi|sue|suo|sua|vostri|vostre|ti|mi|ci|c|si|lei|io|che|cosa|con|per|su|sul"
                "|ha|hai|avete|ho|molto|piu|qui|ora|tutto|tutti|tutte|puoi|puo|bene|stato|d"
            ),
            documents=(
                "documento|documenti|file|fonte|fonti|testo|testi|articolo|articoli|titolo|titoli|manuale|manuali|libro|libri"
                "|raccolta|collezione|base|base di conoscenza|banca dati|biblioteca|informazioni|informazione|contenuto|contenuti|materiale|materiali"
            ),
            said={
                "wrong": Said(
                    marks="sbagliat[oa]|errat[oa]|fals[oa]|non (?:e|era|mi|aiuta|risponde|hai|ha|serve|va)|errore|altra cosa|altro|sciocchezz\\w*|sicur[oa]|inutile|senso|scorretto|risposta cattiva",
                    words="sbagliato|sbagliata|sbagliando|sbagli|errato|errata|falso|falsa|non|aiuta|aiutato|risponde|risposto|risposta|serve|errore|altra|altro|sciocchezze|sciocchezza|sicuro|sicura|inutile|senso|alcun|scorretto|chiesto|chiedevo|domanda|volevo|cercavo|dire|corretto|giusto|giusta|vero|quel|quello|ha|cattiva|va|intendevo|nessun",
                ),
                "unclear": Said(
                    marks="non (?:ho )?(?:capisco|capito|e chiaro|comprendo)|cosa (?:vuoi|intendi|vuole)|spiega\\w*|confus\\w*",
                    words="non|ho|capisco|capito|chiaro|comprendo|vuoi|intendi|vuole|dire|spiega|spiegami|spiegare|confuso|confusa|niente|nulla|risposta|semplice|semplicemente|scusa|scusi|ancora",
                ),
                "newest": Said(
                    marks="recent[ei]|nuov[oaie]|ultim[oaie]|aggiornat\\w*|aggiornamento|vecchio|novita|recentemente",
                    words="recente|recenti|recentemente|nuovo|nuovi|nuova|nuove|ultimo|ultimi|ultima|ultime|aggiornato|aggiornati|aggiornate|aggiornata|aggiornamento|vecchio|novita|qual|quale|quali|quando|mostra|mostrami|elenca|aggiunto|aggiunti|data|qualcosa|quanto|letto",
                ),
                "languages": Said(
                    marks="lingu[ae]|LANGUAGE",
                    words="lingua|lingue|LANGUAGE|qual|quale|quali|quanti|mostra|mostrami|elenca|qualcosa|parli|parla|capisci|posso|chiedere|rispondere|rispondi|scritti|scritto|domande|fare|disponibili",
                ),
                "number": Said(
                    marks="quant[oiae]|numero|totale|grande|dimensione",
                    words="quanto|quanti|quante|quanta|numero|totale|grande|dimensione|letto|conosci|contiene|pagine|passaggi|dimmi|esistono|qual|consultare|disponibili|caricati|indicizzati",
                ),
                "documents": Said(
                    marks="DOC|argoment[oi]|tem[ai]|di (?:cosa|che) (?:parlano|trattano)|cosa sai|su (?:cosa|che)|panoramica|indice",
                    words="argomento|argomenti|tema|temi|parlano|trattano|sai|sa|panoramica|indice|qual|quale|quali|mostra|mostrami|mostra|elenca|elenco|lista|dimmi|dammi|letto|conosci|conosce|copri|contiene|qualcosa|posso|chiedere|disponibili|usi|utilizzi|basi|risposte|vengono|dove|vedere|da|esistono|tipo|nomi|caricati|chiederti",
                ),
                "help": Said(
                    marks="cos (?:e|)|cosa e|che cos|come (?:funziona|si usa|posso|faccio|uso|utilizzo)|chi (?:sei|e|siete)|cosa (?:sei|fai|posso|puoi|sai)|esempi|esempio|aiut\\w*|sei|a (?:che )?cosa serv\\w*|da dove|spiega\\w*|quali domande",
                    words="cos|come|funziona|funzioni|usa|uso|usare|posso|faccio|fare|utilizzo|utilizzare|chi|sei|siete|fai|sai|esempi|esempio|aiuto|aiutami|aiutarmi|aiutare|serve|servi|dove|inizio|iniziare|comincio|spiega|spiegami|dammi|bisogno|robot|umano|bot|persona|macchina|assistente|sito|pagina|web|strumento|chat|programma|rispondere|quali|domande|domanda|chiedere|chiederti|chiedo|parlo|tipo|formulare|ho|da",
                ),
                "thanks": Said(
                    marks="grazie|ringrazio|utile|utili|aiutato|ottima risposta|buona risposta|buon lavoro|bravo|brava|eccellente|perfetto|fantastico|ottimo",
                    words="grazie|mille|tante|molte|infinite|ringrazio|utile|utili|aiutato|ottima|buona|buon|lavoro|risposta|bravo|brava|eccellente|perfetto|perfetta|fantastico|ottimo|quello|cercavo|cercando|serviva|sapere|volevo|aiuto|chiaro|capito|arrivederci|esattamente|proprio|domanda|veloce|informazione|gentile|risolto|stato",
                ),
            },
            languages="it:italian en:ingles fr:frances de:tedesc zh:cines es:spagnol pt:portoghes nl:olandes sv:svedes pl:polacc ru:russ(?!ia) ja:giappones ko:corean ar:arab",
            subject=Said(
                marks="DOC|qualcosa|(?:cosa|che) (?:hai|sai|avete|c e|conosci)|sai|tutto",
                words="qualcosa|qual|quale|quali|mostra|mostrami|elenca|cerca|trova|dammi|sai|sa|conosci|esiste|esistono|qualche|guida|istruzioni|disponibile|disponibili|voglio|altro",
            ),
            relation="su(?:l|lla|llo|lle|gli|i|ll)?(?: tema)?|riguardo (?:a|al|alla|ai|alle)|riguardant[ei](?: il| la| i| le)?|relativ[oi] (?:a|al|alla|ai|alle)|(?:che )?(?:parlano|parla|trattano|tratta) (?:di|del|della|dei|delle|dello|dell)|(?:che )?(?:menzionano|citano)|contengono la parola|a proposito (?:di|del|della)|(?<=sai )(?:di|del|della|dei|delle)|(?<=manuale )(?:di|del|della|per)",
            after="per favore|qui",
            contents="(?:che )?cosa (?:c e|dice|contiene|si trova|trovo)(?: (?:in|nel|nella|nello))?(?: (?:il|la|lo|i|le|l))?(?: (?:documento|file))? (.+)|(?:apri|aprire|apra|mostra|mostrami|mostrare|visualizza)(?: (?:il|la|lo|i|le|l))?(?: (?:documento|file))? (.+)|di (?:cosa|che) (?:parla|tratta)(?: (?:il|la|lo|i|le|l))?(?: (?:documento|file))? (.+)|(?:(?:mostra|mostrami|dammi) )?(?:l |il |i |le |la )?(?:indice|sommario|contenuto|titoli|capitoli|sezioni|struttura) (?:del|della|dello|dei|di|dell) (.+)|quali (?:sezioni|capitoli|argomenti) (?:ha|contiene|tratta|ci sono (?:in|nel|nella))(?: (?:il|la|lo))? (.+)",
        ),
        "pt": TalkWords(
            common=(
                "por favor|ola|oi|ok|e|entao|o|a|os|as|um|uma|de|do|da|dos|das|em|no|na|nos|nas|este|esta|estes|isto|isso|esse|essa|sao|esta"
                "|estao|foi|era|voce|voces|tu|teu|teus|tuas|seu|seus|sua|suas|me|te|lhe|eu|meu|minha|que|com|para|por|ha|tem|tens|ter|tenho|muito|mais"
                "|aqui|agora|tudo|todos|todas|pode|podes|bem|se|existe|existem"
            ),
            documents=(
                "documento|documentos|arquivo|arquivos|ficheiro|ficheiros|fonte|fontes|texto|textos|artigo|artigos|titulo|titulos"
                "|manual|manuais|livro|livros|colecao|base|base de conhecimento|base de conhecimentos|base de dados|biblioteca"
                "|informacao|informacoes|conteudo|conteudos|material|materiais"
            ),
            said={
                "wrong": Said(
                    marks="errad[oa]|incorret[oa]|fals[oa]|nao (?:e|era|foi|ajuda|ajudou|responde|respondeu|serve|esta)|erro|outra coisa|bobagem|certeza|inutil|sentido|resposta ruim|engan\\w*",
                    words="errado|errada|incorreto|incorreta|falso|falsa|nao|ajuda|ajudou|responde|respondeu|resposta|serve|erro|outra|coisa|bobagem|certeza|inutil|sentido|nenhum|perguntei|perguntava|pergunta|queria|procurava|procurando|dizer|correto|certo|certa|verdade|ruim|ma|isso|faz|engano|enganado|enganou|pedi",
                ),
                "unclear": Said(
                    marks="nao (?:entendo|entendi|compreendo|percebo|percebi|esta claro|ficou claro)|que (?:voce )?quer(?:es)? dizer|expli\\w*|confus\\w*",
                    words="nao|entendo|entendi|compreendo|percebo|percebi|claro|ficou|quer|queres|dizer|explica|explique|explicar|confuso|nada|resposta|simples|desculpe|desculpa|novamente|vez",
                ),
                "newest": Said(
                    marks="recentes?|nov[oa]s?|ultim[oa]s?|atualiza\\w*|antigo|novidades|recentemente",
                    words="recente|recentes|recentemente|novo|novos|nova|novas|ultimo|ultimos|ultima|ultimas|atualizado|atualizados|atualizada|atualizadas|atualizacao|antigo|novidades|novidade|qual|quais|quando|mostre|mostra|liste|adicionado|adicionados|data|algo|lido|foram",
                ),
                "languages": Said(
                    marks="linguas?|idiomas?|LANGUAGE",
                    words="lingua|linguas|idioma|idiomas|LANGUAGE|qual|quais|quantos|mostre|mostra|liste|algo|fala|falas|entende|entendes|posso|perguntar|responder|responde|escrito|escritos|perguntas|fazer|disponiveis",
                ),
                "number": Said(
                    marks="quant[oa]s?|numero|total|tamanho|grande",
                    words="quantos|quantas|quanto|numero|total|tamanho|grande|leu|lidos|lido|leste|conhece|contem|paginas|passagens|diga|qual|consultar|disponiveis|carregados|ao|indexados|foram",
                ),
                "documents": Said(
                    marks="DOC|temas?|assuntos?|sobre o que|(?:o que|que) (?:voce )?sabes?|resumo|indice|visao geral",
                    words="tema|temas|assunto|assuntos|sobre|sabe|sabes|resumo|indice|visao|geral|qual|quais|mostre|mostra|liste|lista|diga|de me|leu|leste|conhece|conheces|cobre|contem|algo|posso|perguntar|disponiveis|usa|utiliza|baseia|respostas|vem|onde|ver|tratam|falam|tipo|nomes|carregados|lidos",
                ),
                "help": Said(
                    marks="(?:o )?que e (?:isto|isso|este|esta)|como (?:funciona|se usa|uso|posso|utilizo|faco|usar)|quem (?:e|es)|o que (?:voce )?(?:e|faz|fazes|posso|pode|podes|sabe)|exemplos?|ajud\\w*|es|para que serve\\w*|por onde|expli\\w*|que perguntas",
                    words="como|funciona|funcionas|usa|uso|usar|posso|utilizo|utilizar|faco|fazer|faz|fazes|quem|es|sabe|sabes|exemplo|exemplos|ajuda|ajudar|ajude|serve|onde|comeco|comecar|explique|explica|preciso|robo|humano|bot|pessoa|maquina|assistente|site|pagina|ferramenta|chat|programa|responder|quais|perguntas|pergunta|perguntar|falo|tipo|e|formular",
                ),
                "thanks": Said(
                    marks="obrigad[oa]|agradeco|util|uteis|ajudou|otima resposta|boa resposta|bom trabalho|excelente|perfeito|fantastico|otimo|valeu",
                    words="obrigado|obrigada|agradeco|util|uteis|ajudou|bastante|otima|boa|bom|trabalho|resposta|excelente|perfeito|perfeita|fantastico|otimo|valeu|procurava|precisava|queria|saber|ajuda|claro|entendi|tchau|exatamente|pergunta|rapida|pela|pelo|mil|gentil|foi|certo",
                ),
            },
            languages="pt:portugues en:ingles fr:frances de:alema(?!nha) zh:chines es:espanhol it:italian nl:holandes nl:neerlandes sv:suec(?!ia) pl:polones pl:polac ru:russ(?!ia) ja:japones ko:corean ar:arab",
            subject=Said(
                marks="DOC|algo|alguma coisa|que (?:voce )?(?:tem|tens|sabe|sabes|ha|conhece)|sabe|tudo",
                words="algo|alguma|coisa|qual|quais|mostre|mostra|liste|procure|encontre|sabe|sabes|conhece|algum|guia|instrucoes|disponivel|disponiveis|quero|outro",
            ),
            relation="sobre(?: o tema)?(?: [oa]s?)?|acerca d[eoa]s?|relacionad[oa]s? com(?: [oa]s?)?|(?:que )?(?:falam?|tratam?) (?:de|do|da|dos|das|sobre)|(?:que )?mencionam?|contem a palavra|a respeito d[eoa]s?|(?<=sabe )d[eoa]s?|(?<=manual )d[eoa]",
            after="por favor|aqui",
            contents="o que (?:ha|tem|diz|contem|existe|esta)(?: (?:em|no|na|nos|nas))?(?: (?:o|a|os|as))?(?: (?:documento|arquivo|ficheiro))? (.+)|(?:abra|abre|abrir|mostre|mostra|mostrar)(?: me)?(?: (?:o|a|os|as))?(?: (?:documento|arquivo|ficheiro))? (.+)|(?:de|do) que trata(?: (?:o|a|os|as))?(?: (?:documento|arquivo))? (.+)|(?:(?:mostre|mostra) )?(?:o |a |os |as )?(?:indice|sumario|conteudo|titulos|capitulos|secoes|estrutura) (?:do|da|dos|das|de) (.+)|que (?:secoes|capitulos|temas) (?:tem|contem|ha n[oa])(?: (?:o|a))? (.+)",
        ),
    }
)
