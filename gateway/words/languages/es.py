"""Spanish."""

from __future__ import annotations

from gateway.words.languages.memory import spanish
from gateway.words.languages.tables import (
    ClaimWords,
    DeliverableWords,
    Grammar,
    Language,
    QuotingWords,
    counted,
    listed,
)

_STRANGERS = listed(
    "un una unos unas mi mis su sus nuestro nuestra cada otro otra otros otras ningun ninguna algun alguna cual que"
)
_DEEP = listed("""
    detalla detallar detalle detalles detallame explica explicame explicar explique expliques desarrolla
    desarrollar desarrollame desarrolle amplia ampliar amplie profundiza profundizar profundice aclara aclarar
    aclarame aclare precisa precisar mas continua continuar sigue seguir elabora elaborar
    """)

GRAMMAR = Grammar(
    markers=listed("""
        el los las del para y ¿ ¡ punto puntos seccion secciones apartado apartados segundo segunda tercero tercera tercer primero
        primera primer ultimo ultima por favor sobre cuentame dime numero parte eso esto dice significa puedes quiero gracias
        """)
    | _DEEP,
    articles=listed("el la los las lo del al este esta estos estas ese esa esos esas tu tus"),
    yours=listed("tu tus"),
    strangers=_STRANGERS,
    nouns=listed(
        "punto puntos seccion secciones apartado apartados parte partes elemento elementos item items tema temas letra"
    ),
    ones=frozenset(),
    common=listed("parte partes elemento elementos item items tema temas"),
    sections=listed("seccion secciones apartado"),
    things=listed("""
        razon razones motivo motivos opcion opciones paso pasos consejo consejos regla reglas metodo metodos solucion
        soluciones riesgo riesgos ventaja ventajas desventaja desventajas ejemplo ejemplos idea ideas sugerencia sugerencias
        recomendacion recomendaciones argumento argumentos aspecto aspectos pregunta preguntas condicion condiciones parrafo
        """),
    ordinals=counted(
        [
            "primero primera primer primeros primeras",
            "segundo segunda segundos segundas",
            "tercero tercera tercer",
            "cuarto cuarta",
            "quinto quinta",
            "sexto sexta",
            "septimo septima",
            "octavo octava",
        ]
    )
    | dict.fromkeys(["ultimo", "ultima", "ultimos", "ultimas"], -1)
    | dict.fromkeys(["penultimo", "penultima"], -2),
    suffixes=listed("o a er ero ra do da"),
    cardinals=counted(["-", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho"]),
    both=frozenset(),
    numbered=listed("numero num no nro n"),
    verbs=_DEEP
    | listed("""
        resume resumir resumen muestra muestrame mostrar di dime dice decir dices da dame dar habla hablame hablar cuenta
        cuentame compara comparar describe describir traduce traducir repite repetir ejemplo ejemplos saber ver vuelve
        volver volvamos empieza empezar entiendo entendido interesa significa diferencia entre respecto pasa
        """),
    deep=_DEEP,
    glue=listed("""
        y e o u pero tambien ahora por favor gracias hola ok si no entonces luego a de del al en con sin sobre para que
        tiene tienen como cuando donde quien porque cuanto es son era fue ser esta hay ha han puede puedes podrias podria puedo me te le
        nos se lo un poco mas muy bien mejor solo dice dices mencionas quiero quisiera necesito favor exactamente
        aplica aplican quieres decir trata detalle breve brevemente claro yo
        """)
    - _STRANGERS,
    joins=listed("y e o u & ,"),
    spans=listed("a al hasta -"),
    of=listed("de del"),
    within=listed("en"),
    speakers=listed("yo nosotros"),
    own=listed(
        "resumen lista respuesta informe texto mensaje esquema indice forma manera nuevo arriba anteriores puntos detalle"
    ),
    about=listed("sobre"),
    merged={},
    traps=(
        r"\b(?:(?:primer|primera|segunda|segundo|tercer|tercera|ultima|ultimo|ultimos) (?:ministro|ministra|vez|mano|piso|plano|lugar|ano|mes|dia|semana|hora|minuto|clase|grado|guerra|mundo|nombre|apellido|auxilios)"
        r"|(?:un|por un|en un|este|cada) segundos?|puntos? (?:de (?:vista|venta|partida|encuentro|acceso|recogida|apoyo|fusion|ebullicion)|y coma|final|cardinal|muerto|suspensivos|limpio)"
        r"|a punto de|en punto|hasta (?:cierto|que) punto|de parte|por otra parte|por mi parte|en parte|(?:vitamina|plan|hepatitis|grupo|clase) [a-h])\b"
    ),
    opener=r"(?:ok |si |no |gracias )*(?:y|pero|o|que hay de|que tal|que pasa con|entonces|que dice)\b",
    more=r"\b(?:dime mas|cuentame mas|mas (?:detalles|informacion|info|sobre (?:eso|esto|ello))|el siguiente|la siguiente|adelante)\b",
    back=(
        r"^(?:y(?! a\b)|pero|o sea|que hay de|que tal|que pasa con|por ejemplo|cual(?:es)?$)\b|^(?:por que|cuando|donde|como|quien|cuanto|de verdad|desde cuando)$"
        r"|\b(?:este ultimo|el anterior|lo anterior|has dicho|dijiste|mencionaste|mencionado|en (?:ese|este) caso|tu respuesta|(?:eso|esto|ello|ellos|ellas|lo mismo)$)"
    ),
    pronouns=listed("el ella ellos ellas eso esto ello esos esas lo los las"),
    impersonal=r"\b(?:el|los|las|lo|esos|esas|esto) (?=[a-z]{4,})|es (?:posible|necesario|obligatorio)\b",
    ordinal_behind=True,
)

STOP_WORDS = """
    a acaso ademas ahora al algo algun alguna algunas alguno algunos ambos ante antes aquel aquella aquellas aquello
    aquellos aqui asi aun aunque cada casi como con contra cual cuales cualquier cuando cuanta cuantas cuanto
    cuantos de debe deben deber del desde donde dos durante e el ella ellas ellos en entonces entre era eran eras
    eres es esa esas ese eso esos esta estaba estaban estado estamos estan estar estas este esto estos estoy etc fue
    fueron fui ha haber habia habian habido hace hacer hacia han has hasta hay haya he hemos hizo la las le les lo
    los mas me mi mia mias mientras mio mios mis misma mismas mismo mismos mucha muchas mucho muchos muy nada ni
    ningun ninguna ninguno no nos nosotras nosotros nuestra nuestras nuestro nuestros nunca o os otra otras otro
    otros para pero poca poco pocos podemos poder podria podrian por porque posible pueda puede pueden puedo pues
    que quien quienes quiero se sea sean segun ser sera seran si sido siempre siendo sin sino sobre sois solamente
    solo somos son soy su sus suya suyas suyo suyos tal tambien tampoco tan tanta tanto te tendra tenemos tener
    tengo tenia ti tiene tienen toda todas todavia todo todos tras tu tus tuve tuvo tuya tuyo u un una unas uno unos
    usted ustedes va vamos van vosotras vosotros vuestra vuestro y ya yo
    """

CLAIMS = ClaimWords(
    transition=r"""
    primero|en\sprimer\slugar|segundo|a\scontinuación|después|luego|finalmente|por\súltimo|ahora|en\s(?:resumen|conclusión|definitiva|síntesis)
    |para\s(?:resumir|concluir|empezar)|dicho\sesto|aquí\s(?:está|están|tiene)|est[oa]s\sson|veamos|pasemos|empecemos|hay\s(?:varios|varias|algun[oa]s|dos|tres)
    |las\sreglas\sson|por\ssupuesto|claro|(?:espero|gracias|no\sdude)\b
    """,
    refusal=r"""
    \bno\s(?:puedo|sé|dispongo|tengo|encuentro|he\s(?:podido|encontrado))\b
    |\b(?:base\sde\sconocimientos?|fuentes?|documentos?|pasajes?|contexto)\b[^.]{0,40}?\bno\s(?:contien|mencion|inclu|ofrec|dic|proporcion|hay|indic|aport|respond)
    |\bning(?:una?|ún)\s(?:información|fuente|prueba|mención|respuesta|dato)\b
    |\bno\s(?:se\s(?:ha\s|han\s)?(?:encontr|mencion|indic)\w+|hay\s(?:información|datos|pruebas|ninguna))
    """,
    apology=r"lo\ssiento|lamentablemente|desafortunadamente|por\sdesgracia",
    contrast=r"\b(?:pero|sin\sembargo|no\sobstante)\b",
)
DELIVERABLE = DeliverableWords(
    traps=r"\ben (?:resumen|sintesis)\b|\bresumen (?:de cuenta|bancario)\b",
    enough=r"\b(?:resum(?:e|en|a|ir|eme)|sintesis|sintetiza\w*|vision general|panorama)\b",
    about=r"\b(?:como|donde|cuando|quien|por que|cual)\b|\bque (?:dice|contiene|significa)\b",
    asked=(
        r"\b(?:escrib\w+|redact\w+|haz(?:me)?|hag[ao]|prepar\w+|elabor\w+|dame|genera\w*|crea\w*|necesito|"
        r"quiero|quisiera)\b(?: \w+){0,5} (?:informe|reporte|plan|esquema)\b|"
        r"^\W*(?:un )?(?:\w+ )?informe (?:sobre|de|acerca)\b"
    ),
    names=r"resum\w+|sintesis|sintetiza\w*|panorama|general|informe|reporte|plan|esquema",
    frame=(
        r"escrib\w+|redact\w+|haz(?:me)?|hag[ao]|hacer|prepar\w+|elabor\w+|dame|genera\w*|crea\w*|necesito|"
        r"quiero|quisiera|puedes|podrias|una?|vision|breve|detallado|por|favor|me"
    ),
)
LANGUAGE = Language(
    code="es",
    name="Spanish",
    stemmer="spanish",
    stop_words=STOP_WORDS,
    ambiguous="""
    a ante cada como con contra dos e el era es estado fue hacia has haya he la le me mi mientras mis no o os otra
    para pero poder posible sea ser sobre solo son soy su tal tan te tu u un una va van y ya yo
    """,
    markers="el los las una uno con por como del para donde cuando cual esta estan lo",
    letters="ñ¿¡",
    grammar=GRAMMAR,
    months=(
        "enero; febrero; marzo; abril; mayo; junio; julio; agosto; septiembre setiembre; octubre; noviembre; diciembre"
    ),
    day_joins="de",
    abbreviations_before_names="sr sra srta sres dr dra lic prof p.ej avda",
    abbreviations_before_numbers="núm núms art arts pág págs cap tel vol",
    abbreviations_anywhere="etc ud uds ee.uu",
    claims=CLAIMS,
    deliverable=DELIVERABLE,
    quoting=QuotingWords(
        definition=(
            r"^\W*(?:que (?:es|son|era|fue|significa)|quien(?:es)? (?:es|son|era|fue|fueron))\b|"
            r"\bdefinicion\b|\bsignificado de\b"
        ),
        quantity=(
            r"\bcuant[oa]s?\b|\bcuando\b|\bque (?:ano|fecha|dia|mes|hora|siglo|porcentaje|temperatura|precio|"
            r"edad|numero)\b|\bcual (?:es|era|fue) (?:el|la) (?:\w+ ){0,2}?(?:precio|numero|fecha|edad|"
            r"temperatura|cantidad|porcentaje|limite|plazo|coste|costo|poblacion)\b"
        ),
        method=(
            r"\bcomo (?:se|puedo|podemos|debo|hay|funciona\w*|\w+[aei]r)\b|\bpasos\b|\bde que (?:manera|"
            r"forma)\b"
        ),
        listing=r"\bcuales\b|\bque (?:tipos|clases)\b",
        table=r"\btablas?\b|\blista de precios\b",
        reason=r"\bpor que\b|\bpara que\b|\bmotivo\b",
        copula=(
            r"\b(?:es|son|era|eran) (?:un|una|el|la|lo|los|las)\b|\b(?:fue|significa|se refiere|denomina\w*|"
            r"designa|consiste)\b"
        ),
        figure=(
            r"\b(?:una vez|dos veces|diari[oa]\w*|semanal\w*|mensual\w*|(?:al|cada) (?:dia|semana|mes|ano|"
            r"hora|minuto))\b"
        ),
        cause=r"\b(?:porque|ya que|puesto que|debido a|por eso|a causa de)\b",
        anaphor=(
            r"(?:ell[oa]s?|est[oae]s?|es[oa]s?|aquell\w+|entonces|ademas|tambien|sus?|ambos|despues|"
            r"luego)\b(?!['’])"
        ),
        negation=r"\b(?:nunca|jamas|sin|ningun\w*|excepto|salvo|prohibid\w*)\b",
        articles="el|la|los|las|una?|unos|unas|cada",
        announcement=r"\b(?:siguientes?|a continuación|(?:dos|tres|cuatro|cinco|varios|varias) \w+(?=:))\b",
    ),
    reading=spanish.READING,
    kinds=spanish.KINDS,
    swaps=spanish.SWAPS,
    negation=spanish.NEGATION,
    figures=spanish.FIGURES,
    persons=spanish.PERSONS,
    order=spanish.ORDER,
)
