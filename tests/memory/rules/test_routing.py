"""What changes with time, what is somebody's own case and what is to be done never enters the memory."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.memory.rules.routing import admission

REFUSED = {
    "volatile": """
en: What is the current price of copper?
en: Is the canteen open today?
en: Who is on duty right now?
en: What is the latest version?
en: What was decided last week?
en: What is the weather in Lyon?
fr: Quel est le cours de l'action aujourd'hui ?
fr: La cantine est-elle ouverte maintenant ?
fr: Qui est actuellement directeur ?
fr: Quel temps fera-t-il demain ?
zh: 今天食堂开门吗？
zh: 目前的价格是多少？
zh: 最新版本是多少？
zh: 现在几点了？
""",
    "personal": """
en: Where is my order?
en: What is the status of my claim?
en: How many days of leave do I have left?
en: Did you receive my payment?
en: Has my application been approved?
en: What about invoice 4711999?
en: What is the balance of account no. 99887766?
en: Why did jane.doe@example.org not get it?
fr: Où en est mon dossier ?
fr: Combien de jours de congés me reste-t-il ?
fr: Avez-vous reçu mon paiement ?
fr: Où est ma commande ?
zh: 我的订单到哪里了？
zh: 我还剩多少天年假？
zh: 我的退款什么时候到？
zh: 订单号：88776655 发货了吗？
""",
    "action": """
en: Cancel my subscription
en: Please send the report to Anna.
en: Can you book a room for Monday?
en: I want to cancel my contract extension
en: I'd like to reserve a table
en: Remind me to call the bank
fr: Annulez ma réservation de salle
fr: Pouvez-vous envoyer le rapport à Anna ?
fr: Je voudrais réserver une table
fr: Merci de supprimer ce fichier
zh: 帮我取消会议
zh: 请把报告发送给小王
zh: 我要预订一个房间
""",
}
ADMITTED = """
en: How do I cancel my order?
en: What happens if my parcel is lost?
en: How do I change my current password?
en: What is the current account fee?
en: What is alternating current?
en: Until when at the latest can I return an item?
en: Which traffic rules apply to cyclists?
en: How do I reset my password?
en: What is the refund policy?
en: Explain the cancellation process
en: Order cancellation policy
en: Where do employees live abroad?
en: What documents do I need for my visa application?
en: Who approves the reports?
fr: Comment annuler ma commande ?
fr: Que se passe-t-il si mon colis est perdu ?
fr: Comment changer son mot de passe actuel ?
fr: Quel est le délai de livraison ?
fr: Quels documents faut-il pour une demande de congés ?
zh: 怎么取消订单？
zh: 如何修改当前密码？
zh: 退货流程是什么？
zh: 我的包裹丢了怎么办？
zh: 年假有几天？
"""


def lines(text):
    return [tuple(line.split(": ", 1)) for line in text.strip().split("\n")]


@pytest.mark.parametrize(
    ("reason", "language", "question"),
    [(reason, *line) for reason, text in REFUSED.items() for line in lines(text)],
)
def test_such_a_question_is_kept_out(reason, language, question):
    # An action about one's own case may be called either.
    either = {"personal", "action"} if reason in ("personal", "action") else {reason}
    assert admission(question, language) in either


@pytest.mark.parametrize(("language", "question"), lines(ADMITTED))
def test_a_question_with_one_answer_for_everybody_is_let_in(language, question):
    assert admission(question, language) is None


def test_an_unresolved_follow_up_is_kept_out_before_all_else():
    assert admission("Where is my order today?", "en", dependent=True) == "dependent"


def test_in_another_language_the_rules_of_all_three_count():
    assert admission("Wo ist my order?", "de") == "personal"


@given(st.text(max_size=80), st.sampled_from(["en", "fr", "zh", "de", ""]))
def test_any_text_is_judged(text, language):
    assert admission(text, language) in (None, "volatile", "personal", "action")
