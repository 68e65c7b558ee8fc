"""Words that carry no subject matter, folded as `words.fold` writes them. Question words are among them.

English and French are kept apart, for they disagree: "car", "comment", "pour", "son" are subject matter in English.
"""

from __future__ import annotations

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ENGLISH = _words("""
    a about above after again all also am an and any are as at be because been before being below between both but by
    can cannot could did do does doing done each either else ever every few for from further get gets give given go goes
    had has have having he her here hers him his how however i if in into is isn aren wasn weren don doesn didn couldn
    shouldn wouldn hasn haven hadn won it its itself just know let like many may me might mine more most much must my
    need neither no nor not now of off often on once one only or other our ours out over own per please quite rather
    really same shall she should since so some still such tell than that the their theirs them then there these they
    this those though through thus to too under until up upon us use used using very via want was way we well were what
    whatever when where whether which while who whom whose why will with within without would yes yet you your yours
    explain describe mean means work works happen happens
    """)
_FRENCH = _words("""
    a afin ai ainsi alors apres as au aucun aucune aujourd aupres aussi autre autres aux avaient avais avait avant avec
    avez avoir avons ayant c ca car ce ceci cela celle celles celui ces cet cette ceux chaque chez ci combien comme
    comment d dans de depuis des desormais dois doit doivent donc dont du elle elles en encore entre es est et etaient
    etait etant etc ete etes etre eu eux fait faire fais faut font furent hors hui ici il ils j je jusque l la laquelle
    le lequel les lesquels lesquelles leur leurs lors lorsque lui m ma mais me meme memes mes mien moi moins mon n ne ni
    non nos notre nous on ont or ou par parce parmi pas pendant peu peut peuvent peux plus plutot pour pourquoi pouvez
    pouvoir pouvons puis puisque qu quand que quel quelle quelles quels quelque quelques qui quoi s sa sans sauf se
    selon sera seront ses si sinon soit sommes son sont sous suis sur t ta tandis te tel telle telles tels tes toi ton
    tous tout toute toutes tres tu un une va vers veux veut via voici voila vont vos votre vous vu y
    explique expliquez expliquer decris decrivez signifie existe passe
    """)
_AMBIGUOUS = _words(
    "a as car comment en est font fait hors lors mais main me mine on or pas pour son sous sur plus t ton tu vu s"
)

STOP: dict[str, frozenset[str]] = {
    "en": _ENGLISH,
    "fr": _FRENCH,
    "zh": _ENGLISH,  # Latin words inside Chinese text are English, when they are words at all
    "any": _ENGLISH | (_FRENCH - _AMBIGUOUS),
}

MARKERS: dict[str, frozenset[str]] = {
    "en": _words("""
        the and of to is are was were what how why when where which who whose whom this that these those with from by
        for an it its be been do does did can could should would will shall must have has had you your we our they their
        i my not or if in at into than then there about between without my me explain list show tell give
        """),
    "fr": _words("""
        le la les un une des du de et est sont dans pour par avec sur que qui quoi quel quelle quels quelles comment
        pourquoi combien ce cet cette ces il elle ils elles nous vous je tu mon ma mes son sa ses notre votre leur leurs
        ne pas plus au aux en ou mais donc si sans sous entre etre avoir faire fait peut faut ont etait d l qu quand
        explique montre donne liste
        """),
}
FOREIGN = _words("""
    el los las y una uno con por como del para donde cuando cual esta estan es lo
    der die das und ist nicht ein eine einen mit auf fur von zu den dem wie was wird sind
    il di che per della delle gli sono nel con come dove
    o os um uma nao com dos das no na em por
    het een van niet zijn voor met op te
    och att det som inte
    """) - frozenset({"was", "die", "il", "no", "as", "en", "met", "on", "per", "o", "den", "es", "y", "te"})
"""Function words of neighbours (es, de, it, pt, nl, sv), so that their texts are not taken for English or French."""

GENERAL = _words("""
    year years day days hour hours minute minutes second seconds week weeks month months time times date today tomorrow
    yesterday tonight now number amount kind sort type part thing things something anything way ways people person
    somebody someone place long short old new big small good better best bad great different important
    make makes made making take takes took taking come comes came keep put set say says said see find want know
    first last next meaning
    annee annees an ans jour jours heure heures minute minutes semaine semaines mois temps moment date aujourd demain hier
    nombre chose choses quelqu gens personne personnes endroit lieu facon maniere genre sorte partie longtemps nouveau
    nouvelle bon bonne meilleur meilleure grand grande petit petite prendre prend mettre met trouver dire dit voir
    premier premiere dernier derniere prochain
    时间 时候 时刻 今天 明天 昨天 每天 每年 每次 今年 去年 明年 小时 分钟 一天 一年 一次 第一 东西 事情 地方 方式 方法 办法 情况
    """)
"""Words found in a text about anything: that a passage holds them says little, that it lacks them says as much as ever."""

_KEEP = "目的|的确|了解|存在|在线|有效|有限|有序|对象|对比|对话|对应|和谐|以太|是非|与会|被动|把握|着色|着重|到达|从属|之后|之前|么么"
_DROP = (
    "多长时间|多长|多远|多高|多重|几天|几年|几次|几点|为什么|怎么样|什么样|是不是|有没有|能不能|可不可以|什么|怎么|怎样|如何|为何|哪些|哪个|哪里|哪种|哪儿|多少|几个|多久|多大|谁|哪"
    "|是否|是的|可以|可能|能够|能否|应该|需要|必须|以及|或者|或是|还是|并且|而且|因为|由于|所以|因此|如果|若是|但是|不过|虽然|然而|那么|这样|那样"
    "|我们|你们|他们|它们|她们|自己|这个|那个|这些|那些|一个|一些|一种|每个|其中|其他|关于|对于|根据|通过|进行|已经|正在|就是|也是|都是|不是|没有"
    "|请问|请|告诉我|介绍一下|说明一下|解释一下|一下"
    "|的|了|吗|呢|吧|啊|呀|嘛|么|是|在|和|与|及|或|被|把|着|它|我|你|他|她|这|那|之|于|而|且|则|让|使|给|将|也|都|就|还|又|很|会|要|能|可|有|对|从|到|为|以"
)
FUNCTION_WORDS_ZH = re.compile(f"({_KEEP})|(?:{_DROP})")
"""Cuts a run of Chinese at its function words; group 1 is a content word that only looks like one."""
FUNCTION_CHARACTERS = frozenset(
    "的了吗呢吧啊呀嘛么是在和与及或被把着它我你他她这那之于而且则让使给将也都就还又很会要能可有对从到为以不个上下中里时"
)
