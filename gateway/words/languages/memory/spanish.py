"""Spanish words by which the answer memory tells questions apart."""

from __future__ import annotations

from gateway.words.languages.tables import (
    FigureWords,
    KindWords,
    NegationWords,
    OrderWords,
    PersonWords,
    ReadingWords,
    SwapWords,
    listed,
    named,
)

READING = ReadingWords(
    phrases=r"""
[¿¡] =>
\bcorreo electronico\b|\be[- ]mails?\b => email
^(?:(?:hola|buenos dias|por favor)\W+)*(?:(?:puedes?|podrias?|pueden) (?:me )?(?:decirme|decir|explicarme|explicar|indicarme)|sabes?|(?:quiero|quisiera|me gustaria) saber) =>
\bya no\b|\btodavia no\b|\baun no\b => no
\b(?:es|seria) posible\b|\besta permitido(?: que)?\b|\bse permite(?: que)?\b => puede
\b(?:tengo|tiene|tienen|tenemos|hay) que\b => debe
\b(?:estoy|esta|estan) ((?:\w+ ){0,3}?)obligad[oa]s? a\b|\bes (?:obligatorio|necesario|preciso)\b|\bhace falta\b => debe \1
\bnecesit[oa]n?\b => debe
\bque (?:hago|puedo hacer|debo hacer|debe hacer|se hace)\b => que hacer
\bque hacer para\b|\b(?:cual es la (?:mejor )?(?:forma|manera) de|cuales son los pasos para)\b => como
\b(\w{3,})zco\b => \1cer
\b(?:codigo|numero|mensaje) de error\b => error
\bcuanto mide (?:de )?(?=.*\banch[oa]\b) => que anchura tiene
\bque (?:dice|establece)\b => que es
\b(cuant[oa]s?\b.*\bpued\w+\b.*?) (?:como maximo|al maximo|maximo)\b => \1
\b(?:corre con|asume|cubre) (?:los gastos|los costes|el coste) de\b => paga
\bcuanto (?:hay que pagar|se paga|debe pagar|pago)(?: por)?\b|\bque cuestan?\b => cuanto cuesta
\b(?:ofrece|ofrecen|venden?)\b|\b(?:esta|estan) disponibles?\b => hay
\bcon que (?:regularidad|periodicidad)\b => con que frecuencia
\ba quien(?:es)? se (?:le |les )?permite\b => quien puede
\ben vigor\b => valido
\bque tipos? de\b|\bque clases? de\b => que
\bcada cuanto\b => con que frecuencia
\ba que hora\b|\bque dia\b|\ben que (?:momento|fechas?|ano|dia)\b|\bcuales son las fechas de\b => cuando
\ben que (?:lugar|sitio)\b => donde
\bde que (?:manera|forma|modo)\b|\bque debe hacer para\b|\bque (?:debo|puedo) hacer para\b|\bque pasos\b => como
\bpor que (?:razon|motivo)\b => por que
\bcual(?:es)? (?:es|son) (?:el|los) (?:precios?|costes?|costos?) de(?:l)?\b|\bque precio tienen?\b => cuanto cuesta
\bcual (?:es|era) (?:el|la) (\w+) de(?:l)?\b => que \1 tiene
\bcuanto (?:tiempo )?(?:tarda|demora|dura)\b => cuanto tiempo tarda
\bquiere decir\b => significa
\bpor quien\b => quien
\bcuales son (?:los|las)\b => que
\bal mismo tiempo\b => a la vez
\b(?:al|por|cada) (ano|mes|dia|semana|hora)\b => \1
\bse hace responsable\b|\bes responsable\b => responde
\b(tren(?:es)?|vuelos?|autobus|billetes?|viajes?|avion|barco) (?:a|al|para|hacia)\b => \1 versdirection
\b(tradu\w+) ((?:\w+ ){0,4}?)(?:a|al)\b => \1 \2 versdirection
\bpara (?=[a-z]+$|[a-z]+\?) => a
""",
    silent=r"(?<=\bcuanto )tiempo\b|(?<=\bcuantas )veces\b",
    telling=listed("decir explicar mostrar ayudar dar indicar"),
)
KINDS = KindWords(
    rules=r"""
cuanto tiempo\b => duration
cuantas veces\b|con que frecuencia\b|cada cuanto\b => frequency
cuant[oa]s (?:dias|semanas|meses|anos|horas|minutos)\b => duration count amount
(?:de )?cuanto (?:cuesta|cuestan|vale|es|hay que pagar)\b => price thing
cuant[oa]s?\b => count amount
por que\b => cause
como\b => manner
(?:desde |hasta )?cuando\b => time
(?:a|de |por )?donde\b => place
(?:a |de |con |para )?quien(?:es)?\b => person
que hacer\b => manner thing
(?:que|cual(?:es)?)\b => thing
""",
    nouns=r"""
\b(?:precio|coste|costo|tarifa|comision)s?\b => price
\b(?:numero|cantidad|anchura|altura|peso|profundidad|temperatura|tamano)\b => amount count
\b(?:fecha|hora|horario|plazo|dia)s?\b => time
\b(?:duracion|plazo|periodo|tiempo)\b => duration
\b(?:lugar|direccion|sitio)\b => place
\b(?:razon|motivo|causa)\b => cause
\b(?:manera|forma|pasos|procedimiento)\b => manner
""",
    names="""
time => hora horas horario fecha fechas
duration => duracion tiempo
price => precio precios coste costo cuesta cuestan
place => lugar sitio
manner => manera forma
cause => razon motivo
""",
    clause=r"^(?:si|cuando|despues de|antes de)\b[^,?]*,",
    head=r"^(?:(?:y|pero|entonces|hola|a|en|de|por|para|con|desde|hasta|sobre|hacia)\W+){0,3}(?=(?:cuant[oa]s?|como|por que|cuando|donde|quien(?:es)?|que|cual(?:es)?)\b)",
    polar=r"^(?:y |pero )*(?!cuant|como|por que|cuando|donde|quien|que|cual|expli|di |dime)\w+",
    question_word=r"\b(?:cuant[oa]s?|como|por que|cuando|donde|quien(?:es)?|cual(?:es)?)\b",
)
SWAPS = SwapWords(
    empty="""
    el la los las lo un una unos unas este esta estos estas ese esa esos esas esto eso
    yo me mi mis tu tus te usted ustedes su sus se nos nuestro nuestra nuestros nuestras le les nosotros
    es son era eran fue fueron ser sea sido esta estan estaba estaban estar he ha han hay haber habia hubo tengo tiene
    tienen tenemos tenia
    puedo puede pueden podemos poder podria debo debe deben deber deberia necesario
    que cual cuales quien quienes como cuando donde cuanto cuanta cuantos cuantas por
    a al de del en para con sobre y o u e si entonces ya tambien exactamente
    no ni nunca nada nadie sin ningun ninguna
    """,
    light="decir explicar saber encontrar encuentro cosa haya corresponden obligatoriamente tarda hacer hago realizar realizo existe existen cobra cobran quiero quisiera",
    interchangeable="""
    pedir solicitar pido solicito; pasar pasa ocurrir ocurre suceder sucede; gratis gratuito gratuitamente; pagar abonar; comprar adquirir; empezar comenzar iniciar; terminar acabar finalizar
    borrar eliminar suprimir; cambiar modificar; enviar mandar; recibir obtener; coche automovil carro; movil celular telefono
    ordenador computadora; piso apartamento; sueldo salario; empresa compania; medico doctor; foto imagen; error fallo problema
    arreglar reparar; devolver retornar; ancho anchura; alto altura; profundo profundidad; restablecer restaurar reiniciar; entregar presentar; recoger retirar; anular cancelar; averia fallo; aparcar aparcamiento estacionar; basura residuos; prorrogar renovar; regresar volver; responsable responder; comestible comer
    gafas lentes; tarifa precio; vigente valido; superar exceder; recoger recojo recoge recogida; pedir pide; servir sirve; volver vuelve vuelvo; encontrar encuentra encuentro; probar prueba; mover mueve; hacer hace hago; poner pone pongo
    traer trae traigo; costar cuesta cuestan; dirigir dirijo; elegir elijo elige eleccion; conseguir consigo obtener; seguir sigue; solicitud solicitar; devolver devolucion; incluir incluye incluido comprender comprende; inscribir inscripcion inscribirse apuntarse apuntar registrarse; necesitar necesario; permitir autorizar; cobrar haber
    existir existe hay cobra; deducir deducibles deducible; abre abierta abierto abrir; cierra cerrada cerrado cerrar
    sale salir salgan; significar significado significa; traducir tradujo traducido traducida; tirar desechar
    inscribir inscribirse registrar registrarse; reservar reserva; rapido rapidamente; instalar instalacion
    """,
    complements="""
    abierto abierta abre | cerrado cerrada cierra; valido | invalido nulo; permitido | prohibido; posible | imposible
    """,
    opposites="""
    antes | despues; primer primero primera | ultimo ultima; mas mayor mayores | menos menor menores; minimo | maximo
    viejo vieja antiguo antigua antiguas antiguos | nuevo nueva nuevas nuevos; grande | pequeno pequena; izquierda | derecha
    inquilino | propietario; comprador | vendedor; importar | exportar; instalar | desinstalar; llegar llega | salir sale
    entrar | salir; abrir abro | cerrar cierro; urgente | normal; claro | oscuro; empieza | deja
    """,
    infinitives=("ar", "er", "ir", ""),
    finites=("o", "a", "e", "an", "en", ""),
    negating=("in", "im", "ir", "no"),
    turning=("des",),
)
NEGATION = NegationWords(
    must=r"\b(?:debo|debe|deben|debemos|deber)\b",
    should=r"\b(?:deberia\w*)\b",
    may=r"\b(?:puedo|puede|pueden|podemos|podria\w*)\b",
)
FIGURES = FigureWords(
    numbers=named(
        "1 = primero, primera, primer; 2 = dos, segundo, segunda; 3 = tres; 4 = cuatro; 5 = cinco; 6 = seis; 7 = siete"
        "; 8 = ocho; 9 = nueve; 10 = diez; 12 = doce; 15 = quince; 20 = veinte; 30 = treinta; 50 = cincuenta; 100 = cien"
        "; 1000 = mil"
    ),
    unsure=listed("primero primera primer segundo segunda"),
    ones=listed("un una uno"),
    days="lunes martes miercoles jueves viernes sabado domingo",
    calendar=named(
        "spring = primavera; summer = verano; autumn = otono; winter = invierno; christmas = navidad; today = hoy"
        "; yesterday = ayer"
    ),
    past=r"\b(?:era|eran|fue|fueron|estaban?|tenian?|habian?|hubo)\b|\b\w{2,}(?:aba|aban|ieron|aron)\b|\b(?:ha|han) \w+(?:ado|ido|to|cho)\b|\btradujo\b",
    future=(
        r"\b(?!para\b|fuera|manera|espera|primera|carrera|quiera|prepara|compara|separa|frontera|madera|cartera|tercera|cualquiera)"
        r"(?!mira|retira|tira|gira|camara|hubiera)\w{2,}(?:ara|era|ira)n?\b|\b(?:va|van|voy|vamos) a \w+r\b"
    ),
)
PERSONS = PersonWords(
    owners=named("self = mi, mis, me, nuestro, nuestra, nuestros, nuestras, nos; you = tu, tus, te"),
    acting=named("self = yo, nosotros, puedo, podemos, debo, tengo, necesito"),
    asker=listed("me nos"),
)
ORDER = OrderWords(
    even=listed("y o u e entre"),
    passive=r"\b(?:es|son|fue|fueron|sido|era)\b.{1,40}\bpor\b",
    undergone=listed("ser sido se esta estan"),
    directed=listed("en sobre a hacia por para antes despues de del desde contra tiene tienen"),
    subjects=listed("yo nosotros"),
    objects=listed("me nos"),
    asked_object=r"^a quien(?:es)?\b",
)
