"""What is told of the collection and of answers in Spanish, in words of any order."""

from __future__ import annotations

from gateway.words.languages.small_talk.table import Said, TalkWords

TALK = TalkWords(
    common=(
        "por favor|hola|ok|y|entonces|pues|el|la|los|las|lo|un|una|unos|unas|de|del|en|a|al|este|esta|estos|estas"
        "|esto|eso|ese|esa|es|son|esta|estan|ser|era|fue|tu|tus|su|sus|te|le|me|mi|se|nos|yo|usted|ustedes|que"
        "|con|para|por|hay|tiene|tienes|tienen|has|ha|han|he|muy|mas|aqui|ahora|todo|todos|todas|puedes|puede"
        "|bien|o"
    ),
    documents=(
        "documento|documentos|archivo|archivos|fichero|ficheros|fuente|fuentes|coleccion|base"
        "|base de conocimientos|base de conocimiento|base de datos|biblioteca"
    ),
    things=(
        "texto|textos|articulo|articulos|titulo|titulos|manual|manuales|libro|libros|informacion|contenido"
        "|contenidos|material|materiales"
    ),
    you="tienes?|has|hablas?|tus?|entiendes?|conoces|puedo|leiste",
    kinds={
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
            marks=("no (?:lo )?(?:entiendo|entendi|comprendo|he entendido|queda claro)|que quieres? decir|confus\\w*"),
            words=(
                "no|entiendo|entendi|comprendo|entendido|queda|claro|quieres|quiere|decir|explica|explicame"
                "|explicar|confuso|nada|respuesta|mas|simple|perdon|lo siento|otra vez|sencillo"
            ),
        ),
        "newest": Said(
            marks="recientes?|nuev[oa]s?|ultim[oa]s?|actualiza\\w*|antiguo|al dia|novedades",
            words=(
                "reciente|recientes|recientemente|nuevo|nuevos|nueva|nuevas|ultimo|ultimos|ultima|ultimas"
                "|actualizado|actualizados|actualizo|actualizada|actualizacion|actualizaron|antiguo|dia|novedades"
                "|cual|cuales|cuando|muestra|muestrame|lista|anadido|anadidos|anadio|agregado|fecha|algo|que tan"
                "|leido"
            ),
        ),
        "languages": Said(
            marks="idiomas?|lenguas?|LANGUAGE",
            words=(
                "idioma|idiomas|lengua|lenguas|LANGUAGE|cual|cuales|cuantos|muestra|muestrame|lista|algo|hablas"
                "|habla|entiendes|entiende|puedo|preguntar|responder|respondes|escrito|escritos|preguntas|hacer"
                "|disponibles"
            ),
        ),
        "number": Said(
            marks="cuant[oa]s?|numero|cantidad|tamano|total|grande",
            words=(
                "cuantos|cuantas|cuanto|numero|cantidad|tamano|total|grande|leido|conoces|contiene|paginas"
                "|pasajes|dime|existen|cual|tan|consultar|disponibles|cargados|leiste|indexados"
            ),
        ),
        "documents": Said(
            marks=("THING tienes?|DOC|temas?|de que tratan?|que sabes|sobre que|resumen|indice|vision general"),
            words=(
                "tema|temas|tratan|trata|sabes|sabe|sobre|resumen|indice|vision|general|cual|cuales|muestra"
                "|muestrame|muestreme|lista|listar|enumera|ensename|dime|dame|leido|leiste|conoces|conoce|cubres"
                "|contiene|algo|puedo|preguntar|disponibles|usas|utilizas|basas|respuestas|vienen|donde|hablan"
                "|ver|acerca|existen|tipo|tipos|nombres|cargados"
            ),
        ),
        "help": Said(
            marks=(
                "que es (?:esto|este)|como (?:funciona|se usa|uso|utilizo|pregunto)|quien(?:es)? (?:eres|es"
                "|son)|que (?:eres|haces|puedes|sabes)|que (?:te |le )?puedo(?: \\w+)* pregunt\\w+"
                "|ejemplos? de preguntas?|ayuda\\w*|eres|para que (?:sirve esto|sirves|es esto)|por donde"
                "|explica\\w* como|que preguntas"
            ),
            words=(
                "como|funciona|funcionas|usa|uso|usar|puedo|utilizo|utilizar|hago|hacer|pregunto|preguntar"
                "|preguntarte|pregunta|preguntas|quien|eres|haces|sabes|ejemplo|ejemplos|ayuda|ayudar|ayudame"
                "|ayudarme|sirve|sirves|donde|empiezo|empezar|explica|explicame|dame|necesito|robot|humano|bot"
                "|persona|maquina|asistente|sitio|pagina|web|herramienta|chat|programa|responder|cual|cuales"
                "|hablo|tipo|clase|formular"
            ),
        ),
        "thanks": Said(
            marks=(
                "gracias|agradezco|util|utiles|ayudado|ayudo|buena respuesta|buen trabajo|excelente|genial"
                "|perfecto|bravo|estupendo|fantastico"
            ),
            words=(
                "gracias|muchas|muchisimas|mil|agradezco|util|utiles|ayudado|ayudo|mucho|buena|buen|trabajo"
                "|respuesta|excelente|genial|perfecto|perfecta|bravo|estupendo|fantastico|lo que|buscaba"
                "|necesitaba|queria|saber|ayuda|claro|entendido|adios|exactamente|justo|justamente|resuelto"
                "|pregunta|dudas|rapida|informacion|vale|sirvio|sirve"
            ),
        ),
    },
    languages=(
        "es:espanol en:ingles fr:frances de:aleman(?!ia) zh:chino it:italian pt:portugues nl:neerlandes"
        " nl:holandes sv:sueco pl:polaco ru:ruso ja:japones ko:corean ar:arabe"
    ),
    subject=Said(
        marks="DOC|algo|que (?:tienes?|sabes?|hay|conoces)|sabes|todo",
        words=(
            "algo|cual|cuales|muestra|muestrame|lista|busca|encuentra|dame|sabes|sabe|conoces|hay|existe|existen"
            "|alguna|alguno|algun|guia|instrucciones|disponible|disponibles|cuanto|quiero|informe|informes|otro"
        ),
    ),
    relation=(
        "sobre(?: el tema de)?(?: l[ao]s?| el)?|acerca de(?:l| la| los| las)?|relacionad[oa]s? con(?: el"
        "| l[ao]s?)?|(?:que )?(?:hablan?|tratan?) (?:del|de la|de los|de las|de|sobre)|(?:que )?mencionan?"
        "|contienen la palabra|respecto a|(?<=sabes )de(?: l[ao]s?|l)?|(?<=manual )de(?: la|l)?"
    ),
    after="por favor|aqui",
    contents=(
        "(?:que|cual) (?:hay|pone|dice|contiene|es el contenido)(?: (?:en|de|del))?(?: (?:el|la|los"
        "|las))?(?: (?:documento|archivo|fichero))? (.+)|(?:abre|abrir|abra|muestra|muestrame|mostrar"
        "|ver)(?: (?:el|la|los|las))?(?: (?:documento|archivo|fichero))? (.+)|de que trata(?: (?:el|la|los"
        "|las))?(?: (?:documento|archivo))? (.+)|(?:(?:muestra|muestrame|dame) )?(?:el |la |los )?(?:indice"
        "|contenido|titulos|capitulos|secciones|esquema) (?:del|de la|de los|de las|de) (.+)|que (?:secciones"
        "|capitulos|apartados|temas) (?:tiene|contiene|trata|hay en)(?: (?:el|la|los|las))? (.+)"
    ),
)
