"""What changes with time, what is somebody's own case and what is to be done never enters the memory."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.memory.rules.routing import admission
from gateway.words.languages import language_of
from gateway.words.languages.subjects.exclusions import EXCLUSIONS
from tests.support.every import every

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
de: Hat die Kantine heute geöffnet?
de: Wie wird das Wetter in Köln?
es: ¿Está abierta la cantina hoy?
es: ¿Quién es el director actual?
it: La mensa è aperta oggi?
it: Che cosa è stato deciso la settimana scorsa?
pt: A cantina está aberta hoje?
pt: Qual é a versão mais recente?
nl: Is de kantine vandaag open?
nl: Wat is er vorige week besloten?
ru: Столовая сегодня открыта?
ru: Какая сейчас погода?
pl: Czy stołówka jest dziś otwarta?
ja: 今日、食堂は開いていますか？
ja: 最新のバージョンは何ですか？
ko: 오늘 구내식당이 열려 있습니까?
ko: 최신 버전은 무엇입니까?
ar: هل المقصف مفتوح اليوم؟
ar: ما هي حالة الطقس في القاهرة؟
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
de: Wo ist meine Bestellung?
de: Wie viele Urlaubstage bleiben mir?
es: ¿Dónde está mi pedido?
es: ¿Cuántos días de vacaciones me quedan?
it: Dov'è il mio ordine?
it: Quanti giorni di ferie mi restano?
pt: Onde está a minha encomenda?
nl: Waar is mijn bestelling?
nl: Heb ik nog vakantiedagen?
ru: Где мой заказ?
ru: Сколько дней отпуска у меня осталось?
pl: Gdzie jest moje zamówienie?
ja: 私の注文はどこですか？
ko: 제 주문은 어디에 있나요?
ar: أين طلبي؟
ar: كم يومًا تبقى لي من الإجازة؟
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
de: Bitte storniere die Buchung
de: Können Sie die Rechnung noch einmal senden?
es: Cancela la reserva
es: ¿Puedes enviar la factura otra vez?
it: Annulla la prenotazione
it: Puoi inviare di nuovo la fattura?
pt: Cancele a reserva
pt: Pode enviar a fatura outra vez?
nl: Annuleer de reservering
nl: Kun je de factuur opnieuw sturen?
ru: Отмени бронирование
ru: Можешь отправить счёт ещё раз?
pl: Anuluj rezerwację
ja: 予約をキャンセルしてください
ko: 예약을 취소해 주세요
ar: ألغ الحجز
ar: هل يمكنك إرسال الفاتورة مرة أخرى؟
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
de: Wie lange darf man ein Buch behalten?
de: Wie kann ich meine Bestellung stornieren?
de: Was kostet ein Ausweis für Erwachsene?
es: ¿Cuánto tiempo se puede guardar un libro?
es: ¿Cómo puedo cancelar mi pedido?
it: Per quanto tempo si può tenere un libro?
it: Come posso annullare il mio ordine?
pt: Quanto tempo se pode ficar com um livro?
pt: Como posso cancelar a minha encomenda?
nl: Hoe lang mag een boek thuis blijven?
nl: Hoe kan ik mijn bestelling annuleren?
ru: На какой срок выдают книгу?
ru: Как отменить заказ?
pl: Jak długo można zatrzymać książkę?
pl: Jak mogę anulować moje zamówienie?
ja: 本は何週間借りられますか？
ja: 予約をキャンセルする方法は？
ko: 책은 몇 주 동안 빌릴 수 있습니까?
ko: 예약을 취소하는 방법은 무엇입니까?
ar: كم أسبوعًا يمكن استعارة الكتاب؟
ar: كيف يمكنني إلغاء طلبي؟
"""


def lines(text):
    return [tuple(line.split(": ", 1)) for line in text.strip().split("\n")]


@every(
    ("reason", "language", "question"),
    [(reason, *line) for reason, text in REFUSED.items() for line in lines(text)],
    reader="memory",
)
def test_such_a_question_is_kept_out(reason, language, question):
    # An action about one's own case may be called either.
    either = {"personal", "action"} if reason in ("personal", "action") else {reason}
    assert admission(question, language) in either


@every(("language", "question"), lines(ADMITTED), reader="memory")
def test_a_question_with_one_answer_for_everybody_is_let_in(language, question):
    assert admission(question, language) is None


def test_an_unresolved_follow_up_is_kept_out_before_all_else():
    assert admission("Where is my order today?", "en", dependent=True) == "dependent"


def test_in_a_language_without_any_the_long_rules_count():
    assert admission("Hol is my order?", "sv") == "personal"


@pytest.mark.parametrize("language", EXCLUSIONS)
def test_short_rules_are_there_for_languages_without_long_ones_and_match_nothing_empty(language):
    assert language_of(language).code == language and language_of(language).routing is None
    for pattern in EXCLUSIONS[language]:
        assert re.compile(pattern).search("") is None


@given(st.text(max_size=80), st.sampled_from(["en", "fr", "zh", "de", "ja", "ar", "sv", ""]))
def test_any_text_is_judged(text, language):
    assert admission(text, language) in (None, "volatile", "personal", "action")
