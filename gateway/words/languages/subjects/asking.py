"""Words that ask for more about something that was said, in languages without a grammar. With them a follow-up is
understood by the ids and the titles of sections."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class AskingWords(NamedTuple):
    """Alternatives of patterns over folded text."""

    deep: str
    """That more is wanted: "tell me more"."""
    filler: str
    """What stands around that and names nothing: "can you", "please"."""


ASKING: Mapping[str, AskingWords] = MappingProxyType(
    {
        "it": AskingWords(
            "dimmi|dicci|parlami|raccontami|spiega(?:mi|re)?|approfondi(?:sci|re)|dettagli(?:a|o|are)?|sviluppa(?:re)?"
            "|chiarisci|precisa|continua|riassumi|(?:di )?piu",
            "ancora|meglio|informazioni|puoi|potresti|vorrei|saper(?:e|ne)|sezione|punto|per favore|grazie|su|e",
        ),
        "pt": AskingWords(
            "diga(?:-me)?|fale|fala|conte|expli(?:ca|que|car)|detalh(?:a|e|es|ar)|desenvolv(?:a|e|er)|aprofund(?:a|e|ar)"
            "|esclarec(?:a|e|er)|continu[ae]|resum(?:a|e|ir)|mais",
            "melhor|informac(?:ao|oes)|pode|poderia|gostaria|quero|saber|secao|seccao|ponto|por favor|obrigad[oa]"
            "|sobre|me|e",
        ),
        "nl": AskingWords(
            "vertel|(?:leg|werk|licht)(?= .*\\b(?:uit|toe)\\b)|uitleg(?:gen)?|toelicht(?:en|ing)|beschrijf|ga door|verder"
            "|meer|nader|details?",
            "uit|toe|beter|informatie|kun|kunt|kan|wil|graag|weten|over|sectie|onderdeel|punt|alsjeblieft|alstublieft"
            "|dank(?:jewel| je| u)?|me|mij|je|u|dat|en",
        ),
        "ru": AskingWords(
            "расскажи(?:те)?|объясни(?:те)?|поясни(?:те)?|опиши(?:те)?|раскро[ий](?:те)?|уточни(?:те)?|продолжи(?:те)?"
            "|продолжа[ий](?:те)?|подробн(?:ее|о|ости|осте[ий])|детальн(?:ее|о)|больше|еще|дальше|далее",
            "скажи(?:те)?|информаци[яию]|можешь|можете|хочу|хотелось|бы|узнать|раздел(?:е|а)?|пункт(?:е|а|у)?"
            "|пожалу[ий]ста|спасибо|а|и|про|о|об|насчет|мне",
        ),
        "pl": AskingWords(
            "opowiedz|wyjasnij|opisz|rozwin|omow|kontynuuj|szczegol(?:y|owo|owiej|ow)|wiecej|dokladniej|blizej|dalej|jeszcze",
            "powiedz|podaj|informac(?:je|ji)|mozesz|chce|chcialbym|chcialabym|wiedziec|sekcj[aei]|punkt(?:u|ow|y)?|prosze"
            "|dziekuje|mi|na temat|o|a|i",
        ),
        "ja": AskingWords(
            "もっと|さらに|もう少し|詳しく|くわしく|詳細[にを]?|具体的に|について教えて|説明して|続けて|まとめて",
            "についての|について|に関して|教えて|述べて|下さい|ください|くれますか|もらえますか|お願いします|いただけますか"
            "|[はをの](?=[ 、？?。]|$)",
        ),
        "ko": AskingWords(
            "더 |자세히|자세하게|상세히|구체적으로|계속|설명해?|요약해?|에 대해서? (?:알려|말해)",
            "에 대해서?|에 관해서?|에 관한|좀|알려|말해|주세요|주십시오|주시겠어요|줄래요?|부탁(?:해요|드립니다|합니다)?"
            "|[을를은는이가](?=[ ?.]|요?[?.]?$)|요(?=[?.]?$)",
        ),
        "ar": AskingWords(
            "[اأ]شرح(?:ي|وا|لي)?|وضح(?:ي|وا|لي)?|[أا]خبرني|حدثني|تكلم|تحدث|استمر|تابع|لخص|المزيد|مزيدا?|[أا]كثر"
            "|بالتفصيل|بتفصيل|تفاصيل|التفاصيل",
            "قل|لي|بشكل|[أا]فضل|معلومات|هل|يمكنك|يمكن|[أا]ن|[أا]ريد|معرفة|القسم|من فضلك|رجاء|شكرا|عن|حول|من|في|على",
        ),
    }
)
