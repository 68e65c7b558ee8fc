"""Which questions are neither served from memory nor kept in it, by their words, in English, French and Chinese.

Three kinds: *volatile* (the answer changes with time), *personal* (about the asker's own case) and *action* (something
is to be done). A question how something is done is none of the last two: "How do I cancel my order?" has one answer for
everybody. In doubt the memory stands aside: that costs one model call, the other mistake is a wrong answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from gateway.memory.rules.reasons import Reason
from gateway.words import fold


@dataclass(frozen=True, slots=True)
class _RoutingRules:
    """Patterns over folded text (lower case, no accents, straight apostrophes)."""

    volatile: re.Pattern[str]
    lasting: re.Pattern[str]
    """Phrases that hold a volatile word and mean nothing of the kind; taken out first."""
    how: re.Pattern[str]
    """Frames that ask how something is done."""
    own: re.Pattern[str]
    """The asker's own case."""
    own_state: re.Pattern[str]
    """The asker's own figures and history: personal in any frame."""
    action: re.Pattern[str]


_DEED_EN = (
    "(?:cancel|send|book|reserve|delete|remove|create|schedule|reschedule|call|email|e-mail|mail|text|remind|transfer|pay|buy"
    "|purchase|order|update|change|edit|reset|register|enrol|enroll|subscribe|unsubscribe|block|unblock|activate|deactivate|enable|disable"
    "|print|forward|submit|upload|refund|reimburse|approve|reject|close|open|reopen|assign|add|invite|restart|stop|start|run|translate|notify|ship|renew|extend|move|rename)"
)
_THING_EN = r"(?:my|the|a|an|this|that|these|those|our|his|her|their|me|it|him|them|us|all|every|another|one|two|\d+|#\d+|[\w.+-]+@\S+)\b"
_CASE_EN = (
    "(?:orders?|invoices?|files?|cases?|claims?|applications?|requests?|tickets?|balance|parcels?|packages?|deliver(?:y|ies)|shipments?|payslips?"
    "|salary|wages?|bonus|appointments?|bookings?|reservations?|refunds?|purchases?|payments?|complaints?|repairs?|loans?|premium|contract|diagnosis"
    "|results?|prescriptions?|grades?|marks?|visa application|tax return|bills?|statements?|debts?|points|credits?|leave days|vacation days|holidays? left"
    r"|name|age|birthday|(?:phone |customer |account |employee |member )numbers?|manager'?s? name)"
)
_DEED_FR = (
    "(?:annul|envoy|envoi|reserv|supprim|cre|planifi|appel|appell|rappel|rappell|transfer|transmet|pay|achet|command|modifi|chang|reinitialis|inscri|inscriv|abonn"
    "|desabonn|bloqu|debloqu|activ|desactiv|imprim|soumet|rembours|approuv|rejet|ferm|ouvr|ajout|invit|redemarr|arret|lanc|tradui|traduis|notifi|renouvel|prolong"
    "|deplac|renomm|verse|resili|prend|enregistr|programm|livr)"
)
_THING_FR = r"(?:[- ]?(?:moi|le|la|les|lui|leur|nous))?\s+(?:mon|ma|mes|le|la|les|l'|un|une|des|ce|cet|cette|ces|notre|nos|tout|toutes?|\d+)"
_CASE_FR = (
    "(?:commandes?|factures?|dossiers?|demandes?|tickets?|soldes?|colis|livraisons?|bulletins?|fiche de paie|salaire|prime|rendez[- ]vous|reservations?|remboursements?"
    "|achats?|paiements?|reclamations?|reparations?|prets?|contrats?|resultats?|ordonnances?|notes|declarations?|releves?|dettes?|points|conges|jours de conges?"
    "|nom|age|anniversaire|numero (?:de (?:client|compte|telephone|dossier|commande)))"
)
_CASE_ZH = (
    "(?:订单|包裹|快递|发票|案件|申请|工单|余额|工资单?|薪水|奖金|预约|预订|退款|付款|投诉|维修单?|贷款|合同|诊断|报告|检查结果|成绩|账单|欠款"
    "|积分|年假余额|假期余额|名字|姓名|年龄|生日|手机号|会员号|客户号|卡号|档案)"
)
_DEED_ZH = "(?:取消|发送|发给|发一|寄|预订|预定|预约|订|删除|创建|新建|安排|打电话|提醒|转账|支付|购买|下单|更新|修改|更改|重置|注册|订阅|退订|冻结|解冻|激活|停用|启用|打印|转发|提交|上传|退款|报销|批准|拒绝|关闭|打开|添加|邀请|重启|翻译|通知|续订|续费|改签|退票|挂号)"

_NUMBERED_CASE = re.compile(
    r"\b(?:order|invoice|ticket|case|claim|parcel|booking|reservation|account|customer|commande|facture|dossier|colis|compte|client|reclamation)s?"
    r"\s*(?:no\.?|nr\.?|number|numero|id|#|n°)?\s*:?\s*#?[a-z]{0,4}-?\d{4,}\b|(?:订单|发票|工单|包裹|快递|账户|客户|会员)(?:编?号|单号)?\s*[:：是为]?\s*[a-z]{0,4}\d{4,}"
)
_CONTACT = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+\.\w+|\b[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){3,}\b|\b\d{15,19}\b")
"""An address, an IBAN or a card number: somebody's own data."""

_RULES: dict[str, _RoutingRules] = {
    "en": _RoutingRules(
        volatile=re.compile(
            r"\b(?:today|tonight|tomorrow|yesterday|now|nowadays|currently|current|at (?:the|this) (?:moment|time)|right away|so far|as of yet|these days"
            r"|latest|newest|most recent(?:ly)?|recently|live|real[- ]time|up[- ]to[- ]date|this (?:morning|afternoon|evening|week|weekend|month|quarter|season|year)"
            r"|(?:last|next) (?:night|week|weekend|month|quarter|year)|weather|forecast|(?:stock|share) prices?|exchange rates?|in stock|breaking news|traffic|who(?: is|'s) (?:on duty|online|available)"
            r"|what time is it|which day is it)\b"
        ),
        lasting=re.compile(
            r"\bcurrent (?:accounts?|passwords?|passphrases?|director(?:y|ies)|folders?|assets?|liabilit\w+|transformers?|limits?|density|ratings?|sensors?)\b"
            r"|\b(?:electric\w*|alternating|direct|leakage|rated|inrush|residual|ac|dc|input|output|maximum|ocean)[- ]current\b|\b(?:live|living) (?:in|with|at|abroad|together|alone|chat|stream\w*|edge)\b"
            r"|\b(?:i|we|you|they|people|who|to|tenants?|employees?) live\b|\btraffic (?:lights?|laws?|rules?|signs?|fines?|offen[cs]es?|accidents?|code)\b|\bat the latest\b|\bin stock (?:options?|plans?)\b"
            r"|\bnow and then\b|\bweather[- ](?:proof|resistant|strip\w*)\b|\b(?:current|now) transformer\b"
        ),
        how=re.compile(
            r"\bhow (?:do|can|could|should|would|to|may|might|must|does|long before|come)\b|\bwhat (?:are the steps|is the (?:procedure|process|best way|way|policy|rule)|(?:do|must|should|can) (?:i|we) (?:have to |need to )?do)\b"
            r"|\b(?:steps|procedure|process|way|instructions) (?:to|for|of)\b|\bwhere (?:can|do|could|should) (?:i|we)\b|\bwhat happens\b|\bwhat if\b|\bif (?:i|we|my|our)\b|\b(?:explain|describe)\b|\bwhat (?:documents?|papers|forms?|information|details|does .{1,40} mean)\b|\bpolicy\b"
        ),
        own=re.compile(
            rf"\b(?:my|mine|our) (?:\w+ ){{0,2}}?{_CASE_EN}\b|\bwhere(?: is|'s| are) (?:my|our)\b|\b(?:have|has|did|was|were|is|are) (?:my|our) (?:\w+ ){{1,4}}?(?:been|sent|arriv\w+|approv\w+|accepted|paid|shipped|processed|received|ready|rejected)\b"
        ),
        own_state=re.compile(
            r"\b(?:do|have|will) (?:i|we) (?:still )?(?:have|got|get) (?:\w+ ){0,4}(?:left|remaining)\b|\b(?:am|was|were) (?:i|we) (?:\w+ )?(?:registered|enrolled|approved|paid|owed|charged|logged|booked|eligible|entitled)\b"
            r"|\bdid (?:i|we|you) (?:\w+ )?(?:receive|get|send|order|pay|buy|book|submit|sign|say|ask|miss|process)\b|\bhave (?:i|we|you) (?:\w+ )?(?:received|sent|paid|submitted|signed|approved|processed|used)\b|\bdo i (?:still )?owe\b|\bwho am i\b"
            r"|\bwhat(?: is|'s|s) (?:the )?(?:status|state|progress) of (?:my|our)\b|\bmy (?:current )?balance\b|\bi(?: am|'m) \d+\b"
        ),
        action=re.compile(
            rf"^(?:(?:hi|hello|hey|ok|so|now|then|and)[ ,]+)*(?:please |pls |kindly |just |go ahead and |let's |let us ){{1,2}}{_DEED_EN}\b|^(?:(?:hi|hello|hey|ok)[ ,]+)*{_DEED_EN} {_THING_EN}"
            rf"|\b(?:can|could|would|will) you (?:please |kindly |also |just )*{_DEED_EN} {_THING_EN}|\b{_DEED_EN} (?:\S+ ){{1,6}}for (?:me|us)\b"
            rf"|\b(?:i|we)(?: would|'d| want| need| wish)(?: like| want)? (?:you )?to {_DEED_EN}\b|\b(?:i|we) want (?:you to|it|them) {_DEED_EN}\w*\b|\bplease {_DEED_EN}\b|\bremind me\b|\b{_DEED_EN} [^?]{{1,60}},? please\b"
        ),
    ),
    "fr": _RoutingRules(
        volatile=re.compile(
            r"\baujourd'? ?hui\b|\b(?:maintenant|actuellement|actuel|actuelle|actuels|actuelles|demain|hier|ce soir|ce matin|cet apres[- ]midi|en ce moment|a l'heure actuelle|pour l'instant|tout de suite"
            r"|ces jours[- ]ci|cette semaine|ce mois[- ]ci|ce mois|ce week[- ]?end|ce trimestre|cette annee|l'an (?:dernier|prochain)|(?:la semaine|le week[- ]?end|le mois|le trimestre|l'annee) (?:derni(?:er|ere)|prochaine?)|dernieres? (?:nouvelles?|version)|recemment|meteo|previsions|temps reel|en direct|en stock"
            r"|cours (?:de l'action|de la bourse|de bourse|du change|de change)|taux de change|quelle heure est[- ]il|quel jour sommes[- ]nous|trafic)\b"
        ),
        lasting=re.compile(r"\bmot de passe actuel\b|\brepertoire actuel\b|\bdossier actuel\b|\btrafic (?:d'influence|de)\b"),
        how=re.compile(
            r"\bcomment\b|\bou (?:puis[- ]je|peut[- ]on|est[- ]ce que je peux|dois[- ]je)\b|\bque (?:faire|faut[- ]il faire|dois[- ]je faire|se passe)\b|\bquelle? (?:est|sont) (?:la|les) (?:demarches?|procedures?|etapes?|marche|politique|regles?)\b|\bquelles? (?:demarches?|etapes?|procedures?)\b"
            r"|\bquelles? sont les (?:demarches|etapes|procedures|regles)\b|\b(?:etapes|demarches?|procedure) pour\b|\bexplique[rz]?\b|\bsi (?:je|j'|nous|mon|ma|mes|on)\b|\bquels? (?:documents?|papiers|formulaires?|pieces)\b|\bde quelle (?:facon|maniere)\b"
        ),
        own=re.compile(
            rf"\b(?:mon|ma|mes|notre|nos) (?:\w+ )?{_CASE_FR}\b|\bou (?:est|en est|sont|se trouve) (?:mon|ma|mes|notre|nos)\b"
        ),
        own_state=re.compile(
            r"\b(?:il|que|qu'il|combien) (?:me|nous) reste\b|\bme reste[- ]t[- ]il\b|\b(?:ai|suis|avons|sommes)[- ](?:je|nous) (?:\w+ )?(?:inscrit|recu|paye|droit|valide|envoye|approuve)\w*\b|\bavez[- ]vous (?:bien )?(?:recu|envoye|traite|valide)\b|\best[- ]ce que (?:j'ai|je suis|vous avez) (?:bien )?(?:recu|paye|inscrit|envoye|traite)\w*\b"
            r"|\bqui suis[- ]je\b|\bou en est\b.{0,20}\b(?:mon|ma|mes)\b|\bj'ai \d+ ans\b|\bmon solde\b|\betat (?:d'avancement )?de (?:mon|ma|mes)\b"
        ),
        action=re.compile(
            rf"^(?:(?:bonjour|salut|ok|alors)[ ,]+)*{_DEED_FR}\w{{0,4}}{_THING_FR}|\b(?:veuillez|merci de|merci d'|priere de|prie de)\s*(?:me |m'|nous |bien )*{_DEED_FR}\w*|\b(?:peux[- ]tu|pouvez[- ]vous|pourriez[- ]vous|pourrais[- ]tu|tu peux|vous pouvez)"
            rf" (?:me |m'|nous |le |la |les |l'|lui |bien |s'il (?:te|vous) plait )*{_DEED_FR}\w*|\bje (?:veux|voudrais|souhaite|souhaiterais|desire|aimerais|dois) (?:vous |te |que vous )?{_DEED_FR}\w*|\b{_DEED_FR}\w*[- ]moi\b|\brappelle[rz]?[- ]moi\b|\bs'il (?:te|vous) plait,? {_DEED_FR}\w*"
        ),
    ),
    "zh": _RoutingRules(
        volatile=re.compile(
            "今天|今日|今晚|今早|现在|目前|当前|此刻|眼下|如今|这会儿|昨天|昨日|明天|明日|后天|刚刚|刚才|最近|近期|最新|实时|即时|本周|这周|这个?星期|本月|这个月|本季度|上周|下周|今年|去年|明年|上个月|下个月|天气|气温|股价|汇率|几点了|现货|有货|路况"
        ),
        lasting=re.compile("当前(?:目录|文件夹|密码|用户|页面?)|(?:原|旧|当前)密码|实时(?:系统|操作系统)|今天起"),
        how=re.compile("哪(?:里|儿)(?:可以|能)|怎么|如何|怎样|怎麼|咋|流程|步骤|方法|手续|规定|政策|如果|要是|需要(?:什么|哪些)|哪些(?:材料|资料|文件|证件|条件)|什么(?:材料|资料|文件|证件|条件)|解释|说明"),
        own=re.compile(rf"(?:我|我们|咱们?|俺)的?[^，。？！,?!]{{0,4}}{_CASE_ZH}"),
        own_state=re.compile(
            "我(?:们)?(?:还|现在)?(?:剩|有)(?:下)?(?:多少|几).{0,6}(?:假|余额|积分|次|天)|还剩(?:多少|几)|我是谁|我叫什么|我(?:们)?(?:是否|有没有)?(?:已经?|被)(?:注册|批准|录取|收到|扣款|付款)|到哪(?:里|儿)?了|我今年|进度(?:怎么样|如何|到哪)|我(?:的)?余额"
        ),
        action=re.compile(
            f"^(?:你好|您好|喂|嗨|，|,| )*(?:请|麻烦|劳驾|拜托)?(?:你|您)?(?:帮我|替我|给我|为我|帮忙|帮)(?:们)?(?:把.{{1,20}})?(?:一下|个)?.{{0,4}}{_DEED_ZH}|^(?:你好|您好|，|,| )*(?:请|麻烦)(?:你|您)?(?:把.{{1,20}}|立即|马上|尽快)?{_DEED_ZH}"
            f"|(?:我|我们)(?:现在)?(?:想要|想|要|需要|希望){_DEED_ZH}|^{_DEED_ZH}(?:一下)?(?:我|这|那|一|该|所有|全部|掉)|(?:把|将)(?:我|这|那).{{1,15}}{_DEED_ZH}|(?:能|可以)(?:不能|不可以)?(?:帮我|替我|给我).{{0,8}}{_DEED_ZH}|提醒我"
        ),
    ),
}  # fmt: skip


LOOKED_AT = 2000
"""Code points of a question that are judged; the longest ones quote a document at their end."""


@lru_cache(maxsize=1024)
def admission(question: str, language: str, dependent: bool = False) -> Reason | None:
    """Why a question may be neither served from memory nor kept in it; None where it may.

    `dependent`: it depends on what was said before and was not resolved (C-c). In another language than `en`, `fr` and
    `zh` the rules of all three count.
    """
    if dependent:
        return "dependent"
    folded = " ".join(fold(question[:LOOKED_AT]).replace("’", "'").split())
    chosen = [_RULES[language]] if language in _RULES else list(_RULES.values())
    found = {reason for rules in chosen for reason in _reasons(folded, rules)}
    return next((reason for reason in _ORDER if reason in found), None)


_ORDER: tuple[Reason, ...] = ("volatile", "personal", "action")


def _reasons(folded: str, rules: _RoutingRules) -> set[Reason]:
    found: set[Reason] = set()
    if rules.volatile.search(rules.lasting.sub(" ", folded)):
        found.add("volatile")
    if rules.own_state.search(folded) or _NUMBERED_CASE.search(folded) or _CONTACT.search(folded):
        found.add("personal")
    if not rules.how.search(folded):
        if rules.own.search(folded):
            found.add("personal")
        if rules.action.search(folded):
            found.add("action")
    return found
