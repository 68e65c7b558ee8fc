"""Dutch: what tells the language from those that answers are written in."""

from __future__ import annotations

from gateway.words.languages.tables import Language

STOP_WORDS = """
    aan al alle alleen alles als alsof altijd ander andere anders ben bent bij bijna daar daarmee daarna daarom dan
    dat de deze die dient dit doch doe doen door dus echter een eens elk elke en enige er eraan erbij ervan ervoor
    geen geweest haar had hadden heb hebben hebt heeft hem hen het hier hierbij hij hoe hoelang hoeveel hun ieder
    iedere iemand iets ik in indien is ja je jij jou jouw jullie kan kon konden kun kunnen kunt maar mag me meer men
    met mij mijn mocht moet moeten na naar naast niet niets nog nu of om omdat onder ons onze ook op over reeds
    sinds slechts soms steeds te tegen ten ter terwijl toch toen tot tussen u uit uw van vanaf vanuit veel via
    volgens voor vooral waar waarbij waardoor waarin waarmee waarom waarop waarvan waarvoor wanneer want waren was
    wat we weer wel welk welke werd werden wie wiens wij wil wilde willen word worden wordt zal ze zei zelf zich zij
    zijn zo zoals zonder zou zouden zulke
    """

LANGUAGE = Language(
    code="nl",
    name="Dutch",
    stemmer="dutch",
    stop_words=STOP_WORDS,
    ambiguous="""
    al als ander anders ben bent dan dat de die dit doch doe door dus een eens en er had hem hen het hun ik in is ja
    je kan kun maar mag me men met mocht na of om onder ons over te ten ter tot u van via want was we wel werd wie
    wil word zo
    """,
    markers="het een van niet zijn voor op te",
)
