"""Chinese follow-ups: patterns over the text, for there are no blanks that a word could be told by."""

from __future__ import annotations

import re

from gateway.conversation.followups.tokens import LARGEST, LARGEST_SECTION, Kind, Pointer

_SIMPLE = str.maketrans(
    "點項條個節說講詳細後開兩這們為麼關於題標內繼續還釋紹體層數號請給嗎對問與從樣種來幾舉總結論寫將進闡單邊觀區塊編當時間擴①②③④⑤⑥⑦⑧⑨",
    "点项条个节说讲详细后开两这们为么关于题标内继续还释绍体层数号请给吗对问与从样种来几举总结论写将进阐单边观区块编当时间扩123456789",
)
_N = "(?:十[一二]?|[一二两三四五六七八九]|\\d{1,2})"
_DIGITS = {sign: number for number, sign in enumerate("一二三四五六七八九十", start=1)} | {"两": 2}
_NOUN = "(?:个?(?:要点|小节|章节|部分|部份|方面|标题|板块|主题|小点|条目|列表项|原因|建议|理由|步骤|选项|方案|优点|缺点|例子|问题|方法|观点|论点|项目)|[点项节]|[个条](?=听起来|看起来|我|$|[，。？！?!,.;；、的是呢吗吧里中和与跟及或说讲讨讲展详具怎什为有能可还写也再~～ ]|到第|到最后))"
"""What sections and items are called; 个 and 条 alone only where nothing else follows that they would count."""
_BEHIND = r"(?!\s*(?:型|线|路|号|公路|存储|桶|云|手机|列(?![成出为举])|车|系|版|座|栋|楼|传感|高速|级|标准|接口|芯片|站|出口|口|航班|公交|舱))"
"""What may not follow a section id: `S2的内容` points, `S3存储桶` does not."""
_SID = re.compile(rf"(?<![A-Za-z0-9])[\[【（(]?[Ss]\s?(?P<n>\d{{1,2}})(?!\d|\.\d|[A-Za-z])(?:\s?[\]】）)])?{_BEHIND}")
_NAMED_SID = re.compile(
    r"[A-Za-z][A-Za-z0-9-]*\s+[Ss]\d|存储|三星|亚马逊|奥迪|华为|小米|阿里云|腾讯云|型号|学期|地铁|轻轨|公交|动车|高铁|线路|号线|高速"
)
_BEFORE_LETTER = frozenset(
    '，。？！?!,.;；、：:（(“"「说讲释绍开看于和与跟及或把对在的下明述谈聊点那呢到至较译结续读懂解第请节分白楚例是就细中给找么'
)
"""What may stand before a letter: `关于B点`, not `表格A部分`."""
_NTH = re.compile(
    rf"第\s?(?P<n>{_N})(?P<more>(?:\s?(?:[、，,和与及跟或]|以及|还有)\s?第?\s?{_N})*)\s?(?P<noun>{_NOUN})"
)
_BARE_NTH = re.compile(rf"第(?P<n>{_N})(?=$|[？?呢吧，。！!和与])")
_NTH_LIST = re.compile(
    rf"第(?P<n>{_N})(?:{_NOUN})?\s?(?:(?:和|与|跟|及|以及|、|到|至)\s?第(?P<m>{_N})\s?{_NOUN}?|[到至~～—-]\s?(?P<last>{_N})\s?{_NOUN})"
)
_NAMED = re.compile(
    rf"(?:要点|小节|章节|部分|板块|条目|选项|标题|[点项])\s?(?P<n>{_N}|[A-Ha-h])(?P<more>(?:\s?[、，,和与及]\s?(?:{_N}|[A-Ha-h]))*)(?![\d.:％%]|[A-Za-z]|[个年月日元万亿号岁天米])"
)
_NUMBER = re.compile(
    r"(?:[#＃№]|编号|序号|标号|(?<![\w])[Nn]o\.?)\s?(?P<n>\d{1,2})(?!\d|\.\d|[A-Za-z年月日])|(?:^|(?<=[那说讲看于释，。和与]))(?P<h>[1-9])号(?=$|[，。？！?!的是呢]|那?[点项条])"
)
_LETTER = re.compile(
    r"(?<![A-Za-z0-9])第?\s?(?P<n>[A-Ha-h])(?P<more>(?:\s?[、，,和与及]\s?[A-Ha-h])*)\s?(?:[点项条]|个?部分|小节|选项|要点|方面|[）)](?![^\W\d_a-zA-Z]*[A-Za-z]{3}))"
)
_LONE_LETTER = re.compile(
    r"(?:说说|讲讲|展开|解释|解释一下|介绍|详细说明|说明|看看|那|关于)\s?(?P<n>[A-H])(?=$|[？?。呢吧！!]|再)"
)
_RELATIVE = re.compile(
    rf"(?P<back>倒数第(?P<n>{_N})|最后[那这的]?|末尾?)(?P<count>{_N})?\s?(?P<noun>{_NOUN}|几点|一[个点项条节](?=$|[，。？！?!的是呢吗吧里中能可详说讲]))"
)
_FIRST = re.compile(
    rf"(?:(?P<front>最?前面?|头|首)|(?P<back>最?后面?|末尾?))(?:的)?(?P<count>[两二三四五六七八2-8])\s?(?P<noun>{_NOUN})"
)
_ENDS = re.compile("第一(?:个|点|项|条)?和最后(?:一(?:个|点|项|条))?|(?:首尾|头尾)(?:两|2)(?:个|点|项|条)")
_FIRST_ONE = re.compile("首(?:个|项|条|点)(?:要点|部分)?")
_OWN = re.compile(
    "(?:回答|答案|答复|总结|摘要|列表|大纲|清单|概述|报告|提纲|内容|说|讲|到|列出?|给出?|[里中]|[你您上前面文]|(?:关于|针对|有关).*)的$"
)
_TRAPS = re.compile(
    "第[一二三四五六七八九十\\d]+(?:次|天|方|名|时间|季度|年|周|者|人称|版|届|代|位|类|层|楼|线|手|课|章(?!节)|集|轮|期|阶段|学期|世界|产业|大|级|号|课|批|回|眼|性|步?曲)"
    "|第[一二三四五六七八九十\\d]+(?:个|条)(?:月|星期|人|孩子|学期|季度|工作日|小时|国家|字|规定|款)"
    "|(?:法|条例|合同|章程|规定|规则|协议|办法|细则|公约|》|」|宪法|民法典|守则|制度|规程)(?:的)?第[一二三四五六七八九十\\d]+(?:条|项|节|款|章|部分|点)"
    "|最后(?:一(?:次|天|年|名|分钟|刻|班|位|页|周|面|遍|期|排|笔|站)|期限|还书|日期|通牒|时刻|更新|的机会)"
    "|(?:[上下]午|早上|晚上|凌晨|中午|今晚|明早)\\s?[一二两三四五六七八九十\\d]+点|(?<!第)[一二两三四五六七八九十\\d]+点(?:钟|半|[开关上下整之到前后左以\\d一二三四五]|\\s?(?:开门|关门))"
    "|(?:维生素|计划|方案|型|乙肝|肝炎|疫苗|等级|类|类型|座|栋|楼|区|级|班|组|公司|股|轮)\\s?[A-Ha-h](?![点项条）)])|[A-Ha-h](?:型|类|座|栋|区|级|班|组|轮|股|站|罩|超)"
    "|有[一]?点|一点(?:也|都|儿)|快点|早点|晚点|差点|地点|重点(?!\\d)|(?<!个)(?:缺点|优点|观点)|景点|特点|网点|取书点|还书点|服务点|站点|热点|[一二两三四五六七八九十\\d]+[点号](?:楼|线|馆|门)"
)
_WANTS = re.compile(
    "详细|具体|展开|详述|详解|细说|说说|讲讲|谈谈|聊聊|说明|解释|介绍|阐述|继续|深入|补充|扩展|举例|举个|例子|总结|概括|翻译|对比|比较|区别|不同|看看|重复|更多|多说|再说|再讲|怎么理解|什么意思|指什么|讲什么|说什么|呢|关于|想了解|想知道|针对|不懂|不明白|没懂|没看懂|没明白"
)
_POLITE = re.compile(
    "能不能|可不可以|可以|能否|是否|可否|麻烦|请问|请|帮我|帮忙|给我|为我|我想|我要|我还|我|你|您|想要|想|要|能|再|还|多|更|一下|一点|一些|些|下|吗|呢|吧|啊|呀|嘛|了|的|得|地|来|去|点|好|谢谢|稍微|稍|就|都|也|一|个|给|让|有|没|更加|进一步|方面|内容|细节|信息|情况|知道|了解|看|听|用|中文|英文|什么|怎么|意思|是|指|把|对|关于"
    "|[\\s，。？！?!,.;；、：:~～…]"
)
_FRAME = re.compile(
    f"{_WANTS.pattern}|能不能|可不可以|可以|能否|可否|麻烦|请问|请|帮我|给我|我想|一下|一点|这?[一个]?(?:部分|章节|小节|要点|方面|内容)|更?多|怎么|什么"
)
_THAT = re.compile(
    "刚才(?:说的|那个)?|上面(?:说的)?|上述|前面(?:说的)?|以上|这一?[个些点条项节段]?|那一?[个些点条项节段]?|此|它们?|其|下一[个点条项节]|上一[个点条项节]|回答|答案|部分|两[个者点]"
)
_DEEP = re.compile(
    "详细|具体|展开|详述|详解|细说|说说|讲讲|谈谈|聊聊|说明|解释|介绍|阐述|继续|深入|补充|扩展|举例|举个|例子|更多|多说|再说|再讲|什么意思|说|讲"
)
_BACK = re.compile(
    "^(?:那|那么|然后|还有|而且|但是?|可是|所以|或者)|呢[？?！!。]?$|^(?:为什么|为何|怎么会|怎么说|真的|是吗|然后|何时|多久|多少钱?|在哪里?|怎么办|怎么做|谁|比如|例如|具体呢?|还有(?:吗|别的)?|哪(?:个|些|一个))[呢吗啊呀？?！!。]*$"
    "|上面|上述|前面|刚才|刚刚|以上|前者|后者|你说的|您说的|你提到|你列|这样|那样|(?:这|那)(?:个|些|种|点|条|项|时|里|一)|^[^，,]*(?:它|他们|她们)|其中|同样|这是|那是|此(?:外|时|情况)|为什么(?:是)?(?:这样|呢)|^这|别的|其他的?[呢吗？?]"
)
_NOT_BACK = re.compile(
    "这(?:个|里|座)?(?:图书馆|网站|页面|系统|公司)|其他人|那么多|那么大|本馆|今年|这(?:周|个?月|年|里)"
)


def value_of(said: str) -> int:
    """A number in figures or characters, or a letter."""
    said = said.strip()
    if said.isdigit():
        return int(said)
    if said.isascii():
        return ord(said.lower()) - ord("a") + 1
    return sum(_DIGITS.get(sign, 0) for sign in said)


def simplified(text: str) -> str:
    """Traditional characters of this grammar in their simplified form; the length stays."""
    return text.translate(_SIMPLE)


class SentenceZh:
    """A question with Chinese characters."""

    def __init__(self, text: str) -> None:
        self.text = simplified(text)
        self._open = _TRAPS.sub(lambda trap: "…" * len(trap.group()), self.text)
        self.framed = bool(_WANTS.search(self.text) or _BACK.search(self.text))

    def pointers(self) -> list[Pointer]:
        """All references, in the order of the question; of two that overlap the earlier, then the longer one."""
        found = [*self._ids(), *self._counted(), *self._others()]
        found.sort(key=lambda one: (one.start, -one.end))
        kept: list[Pointer] = []
        for one in found:
            if (
                max(map(abs, one.numbers)) <= LARGEST
                and not self._of_another(one)
                and (not kept or one.start >= kept[-1].end)
            ):
                kept.append(one)
        return self._spanned(kept)

    def content(self) -> str:
        """What is left when everything is taken out that asks, points or is polite."""
        rest = self.text
        for pattern in (_WANTS, _DEEP, _THAT, _POLITE):
            rest = pattern.sub("", rest)
        return rest

    @property
    def topic(self) -> str:
        """What is left when what asks is taken out, and what sections are called."""
        return _FRAME.sub(" ", self.text)

    @property
    def anaphoric(self) -> bool:
        return bool(_DEEP.search(self.text)) and not self.content()

    @property
    def dependent(self) -> bool:
        return bool(_BACK.search(_NOT_BACK.sub("", self.text)))

    def _ids(self) -> list[Pointer]:
        if _NAMED_SID.search(self._open):
            return []
        return [self._made("section_id", match, [int(match["n"])]) for match in _SID.finditer(self._open)]

    def _free(self, start: int) -> bool:
        """Whether what stands before lets a letter be one."""
        before = self._open[:start].rstrip()
        return not before or before[-1] in _BEFORE_LETTER

    def _counted(self) -> list[Pointer]:
        found = [self._made("ordinal", match, [1, -1]) for match in _ENDS.finditer(self._open)]
        for match in _NTH_LIST.finditer(self._open):
            first, last = value_of(match["n"]), value_of(match["m"] or match["last"])
            spanned = re.search("[到至~～—-]", match.group())
            numbers = list(range(first, last + 1)) if spanned and first < last <= LARGEST else [first, last]
            found.append(self._made("ordinal", match, numbers))
        for match in _NTH.finditer(self._open):
            found.append(self._made("ordinal", match, [value_of(match["n"]), *_more(match["more"])]))
        if self.framed or len(self.text) <= 5:
            found += [self._made("ordinal", match, [value_of(match["n"])]) for match in _BARE_NTH.finditer(self._open)]
        for match in _FIRST.finditer(self._open):
            count = value_of(match["count"])
            numbers = list(range(1, count + 1)) if match["front"] else list(range(-count, 0))
            found.append(self._made("ordinal" if match["front"] else "relative", match, numbers))
        for match in _RELATIVE.finditer(self._open):
            count = value_of(match["count"]) if match["count"] else 1
            numbers = [-value_of(match["n"])] if match["n"] else list(range(-count, 0))
            found.append(self._made("relative", match, numbers))
        found += [self._made("ordinal", match, [1]) for match in _FIRST_ONE.finditer(self._open)]
        return [one for one in found if one.numbers and 0 not in one.numbers]

    def _others(self) -> list[Pointer]:
        found = []
        for match in _NAMED.finditer(self._open):
            letter = match["n"].isascii() and match["n"].isalpha()
            numbers = [value_of(match["n"]), *_more(match["more"])]
            if letter or max(numbers) <= LARGEST_SECTION:
                found.append(self._made("letter" if letter else "number", match, numbers))
        for match in _NUMBER.finditer(self._open):
            found.append(self._made("number", match, [int(match["n"] or match["h"])]))
        for match in filter(lambda match: self._free(match.start()), _LETTER.finditer(self._open)):
            found.append(self._made("letter", match, [value_of(match["n"]), *_more(match["more"])]))
        found += [self._made("letter", match, [value_of(match["n"])]) for match in _LONE_LETTER.finditer(self._open)]
        return found

    def _of_another(self, one: Pointer) -> bool:
        """Whether it is a part of something else than the answer: 租约的最后一点."""
        before = self.text[: one.start].rstrip()
        return before.endswith("的") and one.kind != "section_id" and not _OWN.search(before)

    def _made(self, kind: Kind, match: re.Match[str], numbers: list[int]) -> Pointer:
        return Pointer(kind, tuple(dict.fromkeys(numbers)), match.start(), match.end())

    def _spanned(self, found: list[Pointer]) -> list[Pointer]:
        """`S2到S4` and `S2-S4` are everything from the one to the other."""
        filled: list[Pointer] = []
        for one in found:
            before = filled[-1] if filled else None
            between = self.text[before.end : one.start].strip() if before else ""
            if before and before.kind == one.kind and between in ("到", "至", "-", "—", "~", "～"):
                first, last = before.numbers[-1], one.numbers[0]
                numbers = (*before.numbers, *range(first + 1, last), *one.numbers)
                filled[-1] = before._replace(numbers=tuple(dict.fromkeys(numbers)), end=one.end)
            else:
                filled.append(one)
        return filled


def _more(said: str) -> list[int]:
    return [value_of(part) for part in re.findall(f"{_N}|[A-Ha-h]", said or "")]
