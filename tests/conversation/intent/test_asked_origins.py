"""Questions for the age and the author of a document, and whether their subject may be one."""

from gateway.conversation.intent.asked_origins import bare, is_called_document, is_open_document
from gateway.conversation.intent.manners import manner
from tests.support.every import every

ASKED = [
    ("en", "When was the handbook last updated?", "changed", "the handbook"),
    ("en", "Who wrote the leave policy?", "written", "the leave policy"),
    ("en", "How old is the handbook?", "aged", "the handbook"),
    ("en", "Who is the author of “Onboarding”?", "written", "Onboarding"),
    ("en", "when was leave-policy.md updated", "changed", "leave-policy.md"),
    ("en", "When did you last update the price list?", "changed", "the price list"),
    ("de", "Wann wurde das Handbuch zuletzt aktualisiert?", "changed", "das Handbuch"),
    ("de", "Wer hat die Urlaubsrichtlinie geschrieben?", "written", "die Urlaubsrichtlinie"),
    ("de", "Wie alt ist das Handbuch?", "aged", "das Handbuch"),
    ("fr", "Quand le manuel a-t-il été mis à jour pour la dernière fois ?", "changed", "le manuel"),
    ("fr", "Qui a écrit la politique de congés ?", "written", "la politique de congés"),
    ("es", "¿Cuándo se actualizó el manual por última vez?", "changed", "el manual"),
    ("es", "¿Quién escribió la política de vacaciones?", "written", "la política de vacaciones"),
    ("it", "Quando è stato aggiornato l'ultima volta il manuale?", "changed", "il manuale"),
    ("it", "Chi ha scritto la politica delle ferie?", "written", "la politica delle ferie"),
    ("pt", "Quando foi atualizado o manual pela última vez?", "changed", "o manual"),
    ("pt", "Quem escreveu a política de férias?", "written", "a política de férias"),
    ("nl", "Wanneer is het handboek voor het laatst bijgewerkt?", "changed", "het handboek"),
    ("nl", "Wie heeft het verlofbeleid geschreven?", "written", "het verlofbeleid"),
    ("ru", "Когда последний раз обновлялось руководство?", "changed", "руководство"),
    ("ru", "Кто написал политику отпусков?", "written", "политику отпусков"),
    ("zh", "员工手册最后一次更新是什么时候？", "changed", "员工手册"),
    ("zh", "休假政策是谁写的？", "written", "休假政策"),
    ("ja", "ハンドブックはいつ更新されましたか？", "changed", "ハンドブック"),
    ("ja", "休暇規程は誰が書きましたか？", "written", "休暇規程"),
    ("ko", "핸드북은 언제 마지막으로 업데이트되었나요?", "changed", "핸드북"),
    ("ko", "휴가 규정은 누가 작성했나요?", "written", "휴가 규정"),
    ("ar", "متى تم تحديث الدليل آخر مرة؟", "changed", "الدليل"),
    ("ar", "من كتب سياسة الإجازات؟", "written", "سياسة الإجازات"),
]


@every("language, question, kind, subject", ASKED)
def test_the_age_and_the_author_of_a_document_are_asked_for(language, question, kind, subject):
    found = manner(question, language)
    assert found is not None and (found.kind, found.subject) == (kind, subject)
    assert subject == "Onboarding" or is_called_document(language, subject, question)


def test_a_question_that_may_mean_the_newest_documents_says_so():
    found = manner("Когда было обновлено руководство?", "ru")
    assert found is not None and (found.kind, found.otherwise) == ("changed", "newest")
    plain = manner("Who wrote the leave policy?", "en")
    assert plain is not None and plain.otherwise is None


@every("question", ["When was it updated and who paid for that?", "Who pays for the handbook?", "When is it open?"])
def test_other_questions_are_for_the_documents(question):
    found = manner(question, "en")
    assert found is None or found.kind not in ("changed", "aged", "written")


def test_a_document_is_called_one():
    assert is_called_document("en", "Onboarding", "Who wrote “Onboarding”?")
    assert not is_called_document("en", "Faust", "Who wrote Faust?")
    assert is_called_document("en", "faust.pdf", "Who wrote faust.pdf?")
    assert not is_called_document("en", "version 2.5", "Who wrote version 2.5?")
    assert not is_called_document("en", "the platform", "Who wrote the platform?")
    assert is_called_document("de", "die Urlaubsrichtlinie", "Wie alt ist die Urlaubsrichtlinie?")


def test_the_open_document_is_named_by_pointing():
    for language, subject in (("en", "this page"), ("de", "diese Seite"), ("fr", "ce document"), ("zh", "该文件")):
        assert is_open_document(language, subject), subject
    assert not is_open_document("en", "this bridge") and not is_open_document("en", "page")


def test_articles_and_cases_are_not_part_of_a_name():
    assert bare("ar", "الدليل") == "دليل" == bare("ar", "لدليل")
    assert bare("ru", "политику") == bare("ru", "политика") and bare("de", "Leitfadens") == "Leitfaden"
    assert bare("en", "policies") == "policies"
