"""Ids in every spelling."""

import pytest

from gateway.answer.evidence.citation_ids import MOST_IDS, ClaimedIds, needs_source, normalised, refuses
from tests.support.every import every
from tests.support.reading import CANDIDATES


@every("raw", ["E1", "e1", "E01", "[E1]", "【E1】", "(e1)", " E1 ", "Ｅ１", "E-1", "E 1", "'E1'", "E1."])
def test_an_id_is_normalised(raw):
    assert normalised(raw) == "E1"


@every("raw", ["1", "[1]", "E", "E0", "X1", "E1-E3", "source E1", "", "E12345", "E1" * 40])
def test_what_is_no_id_is_none(raw):
    assert normalised(raw) is None


def test_ids_are_checked_as_they_arrive_and_each_refusal_is_said():
    claimed = ClaimedIds(CANDIDATES)
    notes = [claimed.add(raw) for raw in ("e2", "E9", "nonsense", "[E2]", "E1")]
    assert claimed.ids == ["E2", "E1"]
    assert claimed.dropped == 3
    assert [note.detail["reason"] for note in notes if note] == ["unknown_id", "not_an_id", "duplicate_id"]


def test_a_paragraph_has_at_most_four_ids():
    from gateway.answer.answer import Candidates
    from tests.support.reading import candidate

    claimed = ClaimedIds(Candidates([candidate(number, "x") for number in range(1, 9)]))
    notes = [claimed.add(f"E{number}") for number in range(1, 6)]
    assert len(claimed.ids) == MOST_IDS
    assert notes[-1] is not None
    assert notes[-1].detail["reason"] == "too_many_ids"


CLAIMS_NOTHING = [
    ("en", "## Loan periods"),
    ("en", "**Late fees**"),
    ("en", "Loans\n====="),
    ("fr", "# Prêts\n\nVoici les règles :"),
    ("zh", "## 借阅期限"),
    ("en", "Would you like to know more?"),
    ("fr", "Souhaitez-vous en savoir plus ?"),
    ("zh", "您想了解更多吗？"),
    ("en", "**Which branch do you mean?**"),
    ("en", "Here are the main rules:"),
    ("en", "Let us look at each in turn."),
    ("en", "In summary:"),
    ("en", "Next, the fees."),
    ("en", "I hope this helps!"),
    ("en", "Sure!"),
    ("en", "The rules are as follows:"),
    ("fr", "Voici les points principaux :"),
    ("fr", "Passons maintenant aux amendes."),
    ("fr", "En résumé :"),
    ("fr", "N'hésitez pas à demander."),
    ("zh", "下面介绍主要规则："),
    ("zh", "接下来看费用。"),
    ("zh", "综上所述："),
    ("zh", "希望对您有帮助。"),
    ("en", "I'm sorry, I cannot help with that."),
    ("en", "The knowledge base has no evidence for this."),
    ("en", "The sources do not mention opening hours."),
    ("en", "No relevant information was found in the documents."),
    ("en", "I don't have information about parking."),
    ("en", "We were unable to find it."),
    ("fr", "Je ne peux pas répondre à cette question."),
    ("fr", "La base de connaissances ne contient aucune information à ce sujet."),
    ("fr", "Aucune information trouvée."),
    ("fr", "Désolé."),
    ("fr", "Les documents ne mentionnent pas les horaires."),
    ("zh", "未在知识库中找到依据"),
    ("zh", "抱歉，我无法回答这个问题。"),
    ("zh", "知识库中没有相关内容。"),
    ("zh", "资料中未提及开馆时间。"),
    ("en", "---"),
    ("en", ""),
    ("en", "   "),
    ("en", "- [ ]"),
    ("en", "I could not find an answer. Would you like to rephrase?"),
    ("de", "Zusammengefasst:"),
    ("de", "Hier sind die wichtigsten Regeln:"),
    ("de", "Als Nächstes die Gebühren."),
    ("de", "Die Wissensbasis enthält dazu keine Angaben."),
    ("de", "Dazu wurde in den Dokumenten nichts gefunden."),
    ("de", "Leider kann ich diese Frage nicht beantworten."),
    ("es", "Estas son las reglas principales:"),
    ("es", "En resumen:"),
    ("es", "La base de conocimientos no contiene información sobre esto."),
    ("es", "No puedo responder a esta pregunta."),
    ("it", "Ecco le regole principali:"),
    ("it", "In sintesi:"),
    ("it", "La base di conoscenza non contiene informazioni al riguardo."),
    ("it", "Non posso rispondere a questa domanda."),
    ("pt", "Aqui estão as regras principais:"),
    ("pt", "Em resumo:"),
    ("pt", "A base de conhecimento não contém informações sobre isso."),
    ("pt", "Não posso responder a esta pergunta."),
    ("nl", "Hier zijn de belangrijkste regels:"),
    ("nl", "Samengevat:"),
    ("nl", "De kennisbank bevat hierover geen informatie."),
    ("nl", "Ik kan deze vraag niet beantwoorden."),
    ("ru", "Вот основные правила:"),
    ("ru", "Итак:"),
    ("ru", "В базе знаний нет информации об этом."),
    ("ru", "Я не могу ответить на этот вопрос."),
    ("ja", "まとめると："),
    ("ja", "ナレッジベースにはこれに関する情報がありません。"),
    ("ja", "この質問にはお答えできません。"),
    ("ja", "申し訳ありません。"),
    ("ko", "요약하면:"),
    ("ko", "지식 베이스에는 이에 대한 정보가 없습니다."),
    ("ko", "이 질문에는 답변할 수 없습니다."),
    ("ar", "باختصار:"),
    ("ar", "فيما يلي القواعد الرئيسية:"),
    ("ar", "هل تريد معرفة المزيد؟"),
    ("ar", "لا تحتوي قاعدة المعرفة على معلومات حول هذا."),
    ("ar", "لا أستطيع الإجابة عن هذا السؤال."),
]
CLAIMS = [
    ("en", "The loan period is three weeks."),
    ("en", "In summary, the loan period is three weeks."),
    ("en", "## Loans\n\nBooks may be renewed once."),
    ("en", "The sources do not mention hours, but books are due in May."),
    ("en", "First, members must register their library card."),
    ("en", "Is it long? It lasts three weeks."),
    ("en", "The fee is 10 cents:"),
    ("en", "**Books may be renewed once.**"),
    ("en", "- Loans: three weeks\n- Fees: ten cents"),
    ("en", "```\nx = 1\n```"),
    ("en", "```\n# comment of code\n```"),
    ("en", "Books are free\n-"),
    ("en", "| Item | Fee |\n|---|---|\n| Book | 10 cents |"),
    ("en", "The document does not expire."),
    ("en", "Users cannot delete documents they do not own."),
    ("fr", "La durée du prêt est de trois semaines."),
    ("fr", "En résumé, les livres sont prêtés trois semaines."),
    ("fr", "Les documents ne sont pas prêtés, mais consultés."),
    ("zh", "借阅期限为三周。"),
    ("zh", "综上所述，图书借阅期限为三周。"),
    ("zh", "知识库中没有相关内容，但借阅期限为三周。"),
    ("zh", "首先，读者需要登记借书证并缴纳押金。"),
    ("zh", "不能在馆内饮食。"),
    ("en", "Yes."),
    ("en", "Unfortunately, the branch closed its doors permanently after flooding damaged everything."),
    ("de", "Ein Buch darf drei Wochen lang ausgeliehen werden."),
    ("de", "Die Dokumente dürfen nicht mit nach Hause genommen werden."),
    ("de", "Dann beträgt die Mahngebühr 20 Cent pro Tag."),
    ("de", "Leider enthält die Wissensbasis dazu nichts, aber ein Buch darf drei Wochen lang ausgeliehen werden."),
    ("es", "Los documentos no se pueden llevar a casa."),
    ("es", "Después se paga una multa de 20 céntimos por día."),
    ("it", "I documenti non si possono portare a casa."),
    ("pt", "Os documentos não podem ser levados para casa."),
    ("nl", "De documenten mogen niet mee naar huis."),
    ("nl", "Daarna betaalt u een boete van 20 cent per dag."),
    ("ru", "Документы нельзя выносить из зала."),
    ("ru", "Затем штраф составляет 20 копеек в день."),
    ("ja", "資料は館外に持ち出せません。"),
    ("ja", "次に、延滞料は一日20円です。"),
    ("ko", "자료는 밖으로 가져갈 수 없습니다."),
    ("ko", "먼저 연체료는 하루 20원입니다."),
    ("ar", "لا يمكن إخراج الكتب من القاعة."),
    ("ar", "ثم تبلغ غرامة التأخير عشرين قرشًا عن كل يوم."),
]


@every(("language", "text"), CLAIMS_NOTHING)
def test_headings_questions_transitions_and_refusals_need_no_source(language, text):
    assert not needs_source(text, language)


@every(("language", "text"), CLAIMS)
def test_one_sentence_that_claims_something_needs_a_source(language, text):
    assert needs_source(text, language)


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("I'm sorry, but I can't help with that.", True),
        ("Sorry. Which film do you mean?", True),
        ("Es tut mir leid, dabei kann ich nicht helfen.", True),
        ("What if I cannot find the book?", False),
        ("How long may a film be borrowed?", False),
    ],
)
def test_a_refusal_is_a_statement(text, refusal):
    assert refuses(text) is refusal


def test_an_id_of_the_text_may_be_named_again_and_in_the_list_too():
    ids = ClaimedIds(CANDIDATES)
    assert [ids.add("E1", marked=True), ids.add("E1", marked=True), ids.add("E1")] == [None] * 3
    assert ids.add("E1").detail["reason"] == "duplicate_id" and ids.dropped == 1
