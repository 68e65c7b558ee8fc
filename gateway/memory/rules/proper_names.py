"""Which people, places, products and organisations a question names. Pure.

Names are what is written with a capital inside a sentence, what stands in quotes, Latin words inside Chinese text, and a
list of places and brands that people write without capitals, in three languages.
"""

from __future__ import annotations

import re

from gateway import words
from gateway.memory.rules.figures import CALENDAR
from gateway.memory.rules.question_words import QuestionReading, listed
from gateway.words.stopwords import STOP

_KNOWN = """
france 法国|germany allemagne deutschland 德国|england angleterre 英格兰|uk 英国|usa 美国|spain espagne 西班牙|italy italie 意大利|portugal 葡萄牙
belgium belgique 比利时|switzerland suisse 瑞士|austria autriche 奥地利|netherlands holland 荷兰|luxembourg 卢森堡|ireland irlande 爱尔兰
scotland ecosse 苏格兰|wales|poland pologne 波兰|sweden suede 瑞典|norway norvege 挪威|denmark danemark 丹麦|finland finlande 芬兰
greece grece 希腊|russia russie 俄罗斯|ukraine 乌克兰|canada 加拿大|quebec|mexico mexique 墨西哥|brazil bresil 巴西|argentina argentine 阿根廷
china chine 中国|taiwan 台湾|japan japon 日本|korea coree 韩国|india inde 印度|australia australie 澳大利亚|singapore singapour 新加坡
morocco maroc 摩洛哥|algeria algerie|tunisia tunisie|egypt egypte 埃及|turkey turquie 土耳其|israel 以色列|europe 欧洲|asia asie 亚洲|africa afrique 非洲
paris 巴黎|london londres 伦敦|berlin 柏林|munich 慕尼黑|hamburg|madrid 马德里|barcelona barcelone 巴塞罗那|rome 罗马|milan 米兰|brussels bruxelles 布鲁塞尔
geneva geneve 日内瓦|zurich 苏黎世|vienna vienne 维也纳|amsterdam 阿姆斯特丹|dublin 都柏林|lyon 里昂|marseille|toulouse|bordeaux|lille|nantes|nice|strasbourg
montreal 蒙特利尔|toronto 多伦多|chicago 芝加哥|boston 波士顿|tokyo 东京|seoul seoul 首尔|delhi|sydney 悉尼|moscow moscou 莫斯科
北京 beijing pekin|上海 shanghai|广州 guangzhou|深圳 shenzhen|杭州 hangzhou|南京 nanjing|成都 chengdu|重庆 chongqing|武汉 wuhan|西安 xian|天津 tianjin
苏州 suzhou|香港 hongkong|澳门 macau|台北 taipei|青岛 qingdao|大连 dalian|厦门 xiamen|长沙 changsha|郑州 zhengzhou|广东 guangdong|浙江 zhejiang|江苏 jiangsu
google 谷歌|microsoft 微软|amazon 亚马逊|facebook|iphone|ipad|android 安卓|ios|windows|macos|linux|ubuntu|samsung 三星|huawei 华为|xiaomi 小米
visa|mastercard 万事达|paypal|支付宝 alipay|微信 wechat|银联 unionpay|dhl|ups|fedex 联邦快递|chronopost|顺丰|中通|圆通|whatsapp|slack|zoom|outlook|gmail|excel|powerpoint
chrome|firefox|safari|edge|postgresql postgres|mysql|sqlite|oracle|python|java|javascript|docker|kubernetes|github|gitlab|淘宝 taobao|京东|抖音 tiktok
中国银行|工商银行|建设银行|农业银行|招商银行|english anglais 英语 英文|french francais 法语 法文|german allemand 德语|spanish espagnol 西班牙语|chinese chinois 中文 汉语|japanese japonais 日语
"""
_ALIASES = {
    name: names[0]
    for names in ([words.fold(one) for one in group.split()] for group in re.split(r"[|\n]", _KNOWN) if group.strip())
    for name in names
}
_LATIN_ALIASES = {name: first for name, first in _ALIASES.items() if name.isascii()}
_CHINESE_NAMES = re.compile("|".join(sorted((name for name in _ALIASES if not name.isascii()), key=len, reverse=True)))
_AMBIGUOUS = listed("nice edge visa ups turkey wales oracle safari zoom slack excel rome inde")
"""Known names that are words as well: only with a capital."""

_WORD = re.compile(r"(?<!\w)[^\W\d_]+(?:['’-][^\W\d_]+)*", re.UNICODE)
_SENTENCE_END = frozenset('.?!:;。？！"“«(')
_CAPITAL = re.compile(r"[A-ZÀ-ÖØ-Þ]")
_SHOUTED, _SHOUTED_WORDS = 0.6, 4
"""Share of words in capitals, and how many words there must be, for capitals to tell nothing."""
_NO_NAMES = listed(
    "i ill im id ive may ceo cfo cto coo hr pdg drh dsi mr mrs ms dr mme m ok faq hi hello bonjour"
).union(CALENDAR)
_TITLED = (STOP["en"] | STOP["fr"]) - _NO_NAMES - frozenset("abcdefghijklmnopqrstuvwxyz")
"""A question with a capital on one of these, "How Do I Reset My Password", has it on every word."""
_QUOTED = re.compile(r"[\"“«《「『](?P<name>[^\"”»》」』]{1,60})[\"”»》」』]")
_ZH_PERSON = re.compile(
    "[赵钱孙李周吴郑王冯陈蒋沈韩杨朱秦许何吕张孔曹严华金魏陶姜谢邹苏潘范彭马方袁柳唐罗薛雷贺汤于傅齐康顾孟黄萧尹姚邵毛戴宋庞梁杜阮蓝贾江郭梅林钟徐邱高夏蔡田胡霍万卢莫房丁邓石崔龚程陆段刘叶白赖](?:[一-龥]{1,2})?(?:先生|女士|小姐|老师|教授|经理|总监|主任|博士|医生)"
)


def names(reading: QuestionReading) -> frozenset[str]:
    """The names of a question, folded; a name of several words gives each of them."""
    found = {_ALIASES.get(name, name) for name in _capitalised(reading.text)}
    found |= {first for token in reading.tokens if (first := _LATIN_ALIASES.get(token)) and token not in _AMBIGUOUS}
    for match in _QUOTED.finditer(reading.text):
        found |= {_ALIASES.get(word, word) for word in map(words.fold, _WORD.findall(match["name"]))}
    if reading.language == "zh":
        found |= {_ALIASES[match.group()] for match in _CHINESE_NAMES.finditer(reading.folded)}
        found |= {match.group() for match in _ZH_PERSON.finditer(reading.text)}
        latin = (match.group() for match in re.finditer(r"[A-Za-z]{2,}", reading.text))
        found |= {_ALIASES.get(word.lower(), word.lower()) for word in latin}
    return frozenset(found)


def _capitalised(text: str) -> set[str]:
    matches = list(_WORD.finditer(text))
    capital = [match for match in matches if _CAPITAL.match(match.group())]
    acronyms = {match for match in capital if len(match.group()) > 1 and match.group().isupper()}
    enough = len(matches) >= _SHOUTED_WORDS
    shouted = enough and len(acronyms) > _SHOUTED * len(matches)
    titled = any(words.fold(match.group()) in _TITLED for match in capital if match.start())
    found = set()
    for match in capital:
        before = text[: match.start()].rstrip()
        first = not before or before[-1] in _SENTENCE_END
        if match in acronyms and not shouted:
            found.add(words.fold(match.group()))
        elif not first and not titled:
            found |= set(re.split("['’]", words.fold(match.group()).replace("-", "")))
    return {name for name in found - _NO_NAMES if len(name) > 1}


def is_named(name: str, reading: QuestionReading) -> bool:
    """Whether a name of one question stands in another in any spelling: without capitals, joined, or as the words
    whose first letters it consists of."""
    if not name.isascii():
        return name in reading.folded or reading.spells(name)
    initials = "".join(token[0] for token in reading.tokens)
    return reading.spells(name) or (_SHORTEST_ACRONYM <= len(name) <= _LONGEST_ACRONYM and name in initials)


_SHORTEST_ACRONYM, _LONGEST_ACRONYM = 3, 5
"""Letters of an acronym that is looked for as the first letters of words."""
