"""Does a question lean on what was said before it? In every language, by its words alone."""

import pytest

from gateway.conversation.followups.leaning import goes_on, leaning
from gateway.words.languages import LANGUAGES
from gateway.words.languages.subjects.dialogue.leaning import LEANING
from tests.support.every import every

SURE = {
    "en": [
        "Which towns does it lie between?",
        "How heavy is it?",
        "Who wrote them?",
        "And for children?",
        "What about the fees?",
        "When was that bridge taken down?",
        "What is its capital?",
        "Which of them is older?",
        "Since when?",
        "How many people live there?",
        "And the other?",
    ],
    "fr": [
        "Qui peut le consulter ?",
        "Combien de temps y reste-t-on ?",
        "Et pour les enfants ?",
        "Comment s'en protéger ?",
        "En quoi diffère-t-il du premier ?",
        "Quelle est sa durée ?",
        "Combien de temps les garde-t-il ?",
        "Qui contrôle ces dispositifs ?",
        "Qui y a accès ?",
    ],
    "de": [
        "Wie groß werden sie?",
        "Wer hat ihn entdeckt?",
        "Und in Algier?",
        "Wie viel davon ging verloren?",
        "Was ist seine Aufgabe?",
        "Welche Präsidenten haben dort studiert?",
    ],
    "es": ["¿Y para los niños?", "¿Quién puede consultarlo?", "¿Cuál es su capital?", "¿Qué pasa con ellos?"],
    "zh": [
        "它有多高？",
        "他是哪一年去世的？",
        "那短处呢？",
        "商學院呢？",
        "这座城市有多少人？",
        "賣了多少張？",
        "什麼時候成立的？",
        "他们一共拿过几次冠军？",
    ],
    "it": ["E per i bambini?", "Chi può consultarlo?", "Qual è la sua capitale?"],
    "pt": ["E para as crianças?", "Quem são eles?"],
    "nl": ["En voor kinderen?", "Wie heeft hem gevonden?"],
    "sv": ["Och för barn?", "När dog han?"],
    "ru": ["А для детей?", "Когда он умер?"],
    "pl": ["A dla dzieci?", "Kiedy ona umarła?"],
    "ja": ["それはいつですか？", "では子供は？"],
    "ko": ["그것은 언제예요?", "그럼 아이들은?"],
    "ar": ["وماذا عن الأطفال؟", "متى مات هو؟"],
}
ALONE = {
    "en": [
        "What did Martin Luther do when he came back to Wittenberg?",
        "Why did Congress refuse the treaty after it was signed in Paris?",
        "Is it possible to renew a library card of the city of Bonn online?",
        "Where does it snow the most in the north of Italy?",
        "How many museums are there in the north of Sweden?",
        "Which company sold its shares to Toyota in 1998?",
        "Does the law that protects tenants apply to sublets in Berlin?",
    ],
    "fr": [
        "Combien de temps une crèche peut-elle conserver les données de Paul Martin en France ?",
        "Y a-t-il une bibliothèque ouverte le dimanche à Paris ?",
        "Faut-il un avocat devant le tribunal de Lyon en cas de divorce ?",
    ],
    "de": [
        "Was tat Luther in Wittenberg, als er aus Worms zurückkehrte?",
        "Gibt es in Norddeutschland im Winter öffentliche Bibliotheken mit Sonntagsöffnung?",
    ],
    "es": ["¿Qué hizo Cervantes cuando ella murió en la ciudad de Valladolid en 1605?"],
    "zh": [
        "伽利略在佛羅倫斯附近的別墅裡完成了哪一部最重要的著作？",
        "因为天气不好，他们的球队取消比赛时观众可以退票吗？",
    ],
}


@pytest.mark.parametrize("language", SURE)
def test_a_question_leans_where_a_word_of_it_has_nothing_that_it_could_mean(language):
    assert [(q, leaning(q, language)) for q in SURE[language] if leaning(q, language) != "sure"] == []


@pytest.mark.parametrize("language", ALONE)
def test_a_question_stands_by_itself_where_it_says_what_it_means(language):
    assert [(q, leaning(q, language)) for q in ALONE[language] if leaning(q, language) == "sure"] == []


@pytest.mark.parametrize(
    ("question", "language", "wanted"),
    [
        ("Which universities does the city have?", "en", "perhaps"),
        ("How far is the city from the Georgia state line?", "en", "perhaps"),
        ("What is a prime number?", "en", "perhaps"),
        ("How far is Jacksonville from the Georgia state line?", "en", "none"),
        ("What does the B1 course cost?", "en", "none"),
        ("Que risque la société ?", "fr", "perhaps"),
        ("Wo liegt der Campus?", "de", "perhaps"),
        ("第一屆在哪裡舉行？", "zh", "perhaps"),
        ("世界上最早的大壩建在哪一個國家？", "zh", "none"),
        ("What are the EU rules for GMO food in shops of Berlin?", "en", "perhaps"),
        ("What are the EU rules of GMO food labels in shops?", "en", "none"),
        ("How do I choose a new one in Bonn, Trier or Ulm?", "en", "perhaps"),
        ("Why has no one in Bonn, Trier or Ulm built a tower?", "en", "none"),
        ("How many of the one million stamps were sold in Bonn?", "en", "none"),
        ("Which other foods contain Omega 3 in large amounts?", "en", "perhaps"),
        ("Quelles sont les règles en France, en Suisse et au Luxembourg ?", "fr", "perhaps"),
        ("Welche anderen Risiken nennen die Ärzte von Charité und Vivantes?", "de", "perhaps"),
        ("Wie hoch ist ihre Effizienz?", "de", "sure"),
        ("¿Qué otros alimentos contienen Omega 3, según la OMS de Ginebra?", "es", "perhaps"),
        ("歐洲人到達時誰住在那裡？", "zh", "perhaps"),
        ("現在隸屬於哪個集團？", "zh", "perhaps"),
    ],
)
def test_what_names_nothing_and_says_little_may_lean(question, language, wanted):
    assert leaning(question, language) == wanted


def test_a_personal_pronoun_means_nothing_of_its_own_clause():
    assert leaning("When did Isaac Newton of Cambridge publish it?", "en") == "sure"
    assert leaning("When Isaac Newton wrote the Opticks, who read it?", "en") != "sure"


@pytest.mark.parametrize(("question", "language"), [("And for children?", "en"), ("Et par fax ?", "fr")])
def test_one_goes_on_with_the_question_before(question, language):
    assert goes_on(question, language) and not goes_on("How long is the loan?", language)


def test_every_language_has_words_that_lean():
    assert set(LEANING) == set(LANGUAGES)


@every("question", ["", " ", "?", "…", "a" * 8000, "그 " * 3000, "it " * 3000, "he, " * 2500], reader="conversation")
@every("language", ["en", "zh", "ko", "xx", ""])
def test_nothing_breaks_it(question, language):
    assert leaning(question, language) in ("sure", "perhaps", "none")
