"""Everyday words that stand for each other, in English, French and Chinese. Pure.

Deliberately small and general: what people say beside what documents write. One line is one group; a word may stand in
several. No subject's own terms belong here; those an embedding model knows.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gateway.words.terms import content_words, is_unspaced, stem

_ENGLISH = """
buy purchase acquire order
sell sale
cost price fee charge tariff expensive
pay payment paid
money cash
refund reimburse repay reimbursement
cheap discount reduction reduced less
begin start commence beginning
end finish stop terminate
cancel terminate quit resign notice revoke
delete remove erase destroy discard
get obtain receive
give hand issue provide
allow permit authorise permission consent may
forbid forbidden prohibit banned prohibited
need require required necessary mandatory must
help support assistance
repair fix mend
broken defective damaged damage fault
error fault problem failure
change modify alter adjust edit
fast quick rapid speed
big large great size
small little tiny
car vehicle auto automobile
bike bicycle cycle
petrol fuel gas gasoline
plane flight fly
train rail railway
house home building
flat apartment
rent lease tenancy tenant
job work employment position
staff employee worker personnel
boss manager supervisor superior
wage salary pay
holiday vacation leave
ill sick illness disease sickness
doctor physician medical
medicine drug medication
pill tablet
pain ache
child kid children
phone telephone call mobile
mail letter post
picture image photo
stolen theft steal thief
lost loss lose
fire burn
pan saucepan
rubbish garbage waste trash
freeze frozen freezer
fridge refrigerator
oven stove
shop store
customer client
company firm business employer
school training course
travel trip journey
room space
noise loud quiet silence
open opening
close closed closing shut
abroad foreign
suspend interrupt pause
reset restore default
delay late overdue
keep store retain storage
password passphrase key
website site page
safe secure security
"""
_FRENCH = """
acheter achat acquerir commander
vendre vente
cout prix tarif frais montant
payer paiement regler verser
argent especes liquide
rembourser remboursement restituer indemniser
commencer debut demarrer
finir fin terminer
annuler resilier supprimer revoquer
quitter partir depart resilier conge
effacer supprimer detruire
recevoir obtenir
donner remettre fournir
permis autoriser autorise admis droit accord
interdit interdire defendu
necessaire obligatoire requis falloir
aide soutien assistance
reparer reparation
casse abime deteriore degat
erreur panne probleme defaut
changer modifier regler
rapide vite express
auto voiture vehicule
velo bicyclette
essence carburant
avion vol
train ferroviaire chemin
maison domicile logement
appartement logement
location bail locataire louer
travail travailler emploi poste
salarie employe personnel
chef responsable superieur patron
salaire paie remuneration
vacances conges conge
malade maladie
medecin docteur medical
medicament remede
cachet comprime
douleur mal
enfant gamin garcon fille
telephone appel portable
courrier lettre
vole vol voler derobe
perdu perte perdre egare
poubelle dechet ordure
congelateur congeler
frigo refrigerateur
magasin boutique
client acheteur
entreprise societe firme
voyage deplacement trajet
bruit bruyant silence tapage
ouvrir ouverture
fermer fermeture
interrompre suspendre pause
reinitialiser restaurer
chauffage chaudiere
retard delai
garder conserver conservation
livre bouquin ouvrage
emprunter pret prendre
crue inondation
"""
_CHINESE = """
买 购买 选购 订购
卖 出售 销售
价格 价钱 费用 多少钱 收费
付款 支付 缴纳 付钱
退款 退钱 返还
报销 补助 补贴
便宜 优惠 折扣 打折
开始 起
结束 终止 停止
取消 撤销
解除 解约 终止 退租
删除 清除 移除 销毁
允许 许可 同意 批准 准许
禁止 不准 不得 禁用
必须 须 务必
修理 维修 修好 修复
坏了 损坏 故障 破损
错误 故障 出错
修改 更改 变更 改动 改
快 快速 迅速
汽车 轿车 车辆
自行车 单车 脚踏车
汽油 油费 燃油
飞机 航班
火车 铁路 高铁
房子 房屋 住房 公寓
租房 租赁 承租 出租 租
上班 工作 办公
员工 职工 雇员 职员
领导 主管 上司 老板
工资 薪水 薪资 月薪
假期 休假 放假 年假
生病 病假 患病 不舒服
医生 大夫 医师
药 药品 药片
吃药 服药 服用
疼 疼痛 痛 止痛
孩子 儿童 小孩 子女
电话 手机 来电
照片 图片 影像
偷 被盗 盗窃 失窃 被偷
丢失 遗失 丢了
垃圾 废物
冷冻 冰冻
冰箱 冷藏
商店 门店 店铺
客户 顾客 买家
公司 企业 单位
出差 差旅
吵闹 噪音
开门 营业 开放
关门 打烊 停业
暂停 中断 停
还原 恢复 重置
保存 存放 储存 保管
家里 在家 住处
夜里 晚上 夜间
洪水 水灾
赔偿 赔款 理赔
国外 海外 南洋
罚款 罚金
"""


def synonyms(term: str) -> tuple[str, ...]:
    """Terms that may stand for an English or French one."""
    return _latin().get(term, ())


def synonyms_within(text: str) -> dict[str, tuple[str, ...]]:
    """The Chinese words of the list that a text holds, each with the terms of what may stand for it."""
    return {word: _chinese()[word] for word in dict.fromkeys(_pattern().findall(text))}


@lru_cache(maxsize=1)
def _latin() -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for line in (_ENGLISH + _FRENCH).split("\n"):
        group = dict.fromkeys(map(stem, line.split()))
        for term in group:
            found.setdefault(term, {}).update({other: None for other in group if other != term})
    return {term: tuple(others) for term, others in found.items()}


@lru_cache(maxsize=1)
def _chinese() -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for line in _CHINESE.split("\n"):
        group = line.split()
        for word in group:
            others = (term for other in group if other != word for term in content_words(other, "zh"))
            found.setdefault(word, {}).update(dict.fromkeys(term for term in others if is_unspaced(term)))
    return {word: tuple(others) for word, others in found.items()}


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_chinese(), key=len, reverse=True)))
