"""How questions speak of the sources of an answer, by language; and what documents are called in all of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gateway.words.languages.citation_talk.eastern import EASTERN
from gateway.words.languages.citation_talk.table import CitationWords
from gateway.words.languages.citation_talk.western import WESTERN

CITATION_TALK: Mapping[str, CitationWords] = MappingProxyType(WESTERN | EASTERN)
KINDS: tuple[str, ...] = (
    r"hand ?books?|manual\w*|manuel\w*|guides?|guias?|guida|guide ?books?|\w*handbuch\w*|\w*leitfaden|manuale|prontuario|手册|手冊|指南|ハンドブック|マニュアル|手引き?|ガイド(?:ブック|ライン)?",
    r"polic(?:y|ies)|politiques?|\w*richtlinien?|\w*regelung(?:en)?|\w*ordnung|politicas?|direttiva|directives?|directivas?|diretrizes|rules?|rule ?book|\w*regeln|reglement|regolamento|reglamento|regulamento|regulations?|normativa|normas?|regles|regole|reglas|regras|制度|政策|(?<![么何样])规定(?!了)|規定|规程|規程|規則|规则|规章|ポリシー|方針|ルール",
    r"contracts?|contrats?|\w*vertrag\w*|contratos?|contratto|agreements?|\w*vereinbarung|acuerdos?|accordo|accords?|acordos?|convention|convenio|合同|协议|協議|契約書?",
    r"reports?|rapports?|rapporto|\w*bericht\w*|informes?|relazione|relatorios?|报告|報告書?|レポート",
    r"minutes|proces verbal|compte rendu|\w*protokoll\w*|actas?|verbale|\bata|纪要|会议记录|議事録",
    r"price ?lists?|liste de prix|liste des prix|tarifs?|\w*preisliste|lista de precios|listino|tabela de precos|lista de precos|tariffs?|tarifas?|价目表|价格表|價目表|価格表|料金表",
    r"laws?|acts?|lois?|\w*gesetz\w*|ley|leyes|leggi?|leis?|statutes?|法律|法案|条例|法令",
    r"faqs?|foire aux questions|haufige fragen|常见问题|よくある質問",
    r"letters?|lettres?|\w*brief|carta|lettera|信函|手紙|書簡|e ?mails?|mails?|courriel\w*|correos?|邮件|郵件|メール",
    r"brochures?|leaflets?|flyers?|\w*broschure|\w*merkblatt|folletos?|opuscolo|folhetos?|depliant|小册子|宣传册|传单|パンフレット|冊子|ちらし",
    r"plans?|\w*plan|planes|piano|planos?|schedules?|timetables?|\w*fahrplan|horaires?|horarios?|orario|计划|計画書?|時間表|时刻表|スケジュール",
    r"invoices?|factures?|\w*rechnung|facturas?|fattura|faturas?|发票|請求書",
    r"stud(?:y|ies)|etudes?|\w*studie|estudios?|studio|estudos?|研究报告|研究",
    r"instructions?|\w*anleitung\w*|instrucciones|istruzioni|instrucoes|mode d emploi|notices?|说明书|說明書|説明書",
    r"news ?letters?|bulletins?|rundbrief|boletin|bollettino|boletim|通讯|会報|forms?|formulaires?|\w*formular|formularios?|modulo|表单|申請書",
)
"""What documents are called, one kind each; over folded text."""
POINTING = (
    r"th(?:is|at|[eo]se)|ce(?:t|tte|s)?|dies\w*|jene\w*|es[eao]s?|est[eao]s?|aquel\w*|quest\w*|quell\w*|dess[eao]s?"
    r"|nest\w+|ness\w+|dest\w+|[这那這该該此].*|[こそあ]の.*"
)
"""Words that point, as articles do not: "that document"."""
INSIDE = (
    r"(?:\b(?:in|inside|within|check|search|dans|im|in dem|en|nel|nella|nello|no|na|em) (?:\w{{1,4}} )?){0}"
    r"|{0} ?(?:里|裡|中|の中|内|で)"
)
"""A place within a document whose title a mark replaces: "look in the handbook"."""
PARTICLES = "吗嗎呢么麼"
"""End a question and are no part of its subject."""
NO = (
    r"(?:no(?:pe)?|nah|no need|not (?:now|really)|non|pas (?:maintenant|besoin)|nein|nee|nicht notig|nao|ahora no|non ora"
    r"|agora nao|нет|아니요?|لا|不(?:用|要|需要|必)?了?|没有了|没有|いいえ|いえ|要りません|いりません)"
    r" ?(?:thanks?|thank you|merci|ca ira|danke|dank je|bedankt|gracias|grazie|obrigad[oa]|спасибо|谢谢|謝謝|結構です)?"
)
"""Declines an offer, in any language; over a folded message without signs."""
