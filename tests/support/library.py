"""A small library in three languages and a model that reads its prompt, for journeys through whole conversations."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass

from tests.conftest import _migrate
from tests.fakes.upstream import Behaviour, FakeUpstream, Request, text
from tests.support import postgres
from tests.support.server import Server, running

LOANS = "A borrowed book may stay at home for three weeks. A loan of a book can be renewed twice."


@contextlib.asynccontextmanager
async def loans(model: Behaviour) -> AsyncIterator[Server]:
    """A server of its own with one document about loans and this model, for pages; nothing is remembered."""
    async with (
        FakeUpstream(model) as upstream,
        postgres.fresh_database(_migrate) as url,
        running(
            url,
            provider="openai",
            openai_base_url=upstream.url,
            openai_model="scripted",
            gate_threshold=0.1,
            memory="off",
        ) as server,
    ):
        saved = await server.client.post("/v1/documents", json={"title": "Loans", "text": LOANS, "external_id": "l"})
        assert saved.status_code == 201, saved.text
        yield server


@dataclass(frozen=True)
class Talk:
    """One language: documents by their title, titles of the sections that a summary gets, and what is said."""

    documents: dict[str, str]
    titles: list[str]
    summarise: str
    second: list[str]
    """Ways to ask for the second section."""
    vague: str
    ninth: str
    several: str
    """Asks for the first and the fourth."""
    which: str
    """What the gateway asks back."""
    leaning: tuple[str, str, str]
    """A question, one that leans on it, and that one made whole."""

    @property
    def first_sentences(self) -> list[str]:
        return [re.match(r".*?[.。]", text)[0] for text in self.documents.values()]


TALKS = {
    "en": Talk(
        {
            "Loans": "A borrowed book may stay at home for three weeks. A loan of a book can be renewed twice.",
            "Films": "A borrowed film comes back to the counter after one week. Films cannot be renewed.",
            "Fees": "An overdue book costs 20 cents per day. The fee never exceeds ten euros.",
            "Cards": "A reader card for adults costs five euros per year. Children under twelve get a free card.",
        },
        ["Borrowed book", "Borrowed film", "Overdue book", "Reader card"],
        "Summarise the rules for borrowed books, borrowed films, overdue fees and reader cards",
        ["Detail S2", "Expand on point B", "Tell me more about the 2nd point"],
        "Tell me more",
        "Detail S9",
        "Detail S1 and S4",
        "Which section do you mean?",
        ("What does an overdue book cost?", "And how is it sterilised?", "Can a reader card be sterilised?"),
    ),
    "fr": Talk(
        {
            "Prêt": "Un livre emprunté peut rester trois semaines à la maison. Le prêt d'un livre se renouvelle deux fois.",
            "Films": "Un film emprunté revient au comptoir après une semaine. Les films ne se renouvellent pas.",
            "Amendes": "Un livre en retard coûte 20 centimes par jour. L'amende ne dépasse jamais dix euros.",
            "Cartes": "La carte de lecteur coûte cinq euros par an aux adultes. Elle est gratuite avant douze ans.",
        },
        ["Livre emprunté", "Film emprunté", "Livre en retard", "Carte de lecteur"],
        "Résume les règles des livres empruntés, des films empruntés, des amendes de retard et des cartes de lecteur",
        ["Détaille S2", "Détaille le point B", "Détaille le 2e point"],
        "détaille ça",
        "Détaille S9",
        "Détaille S1 et S4",
        "De quelle section parlez-vous ?",
        (
            "Combien coûte un livre en retard ?",
            "Et comment le stériliser ?",
            "Peut-on stériliser une carte de lecteur ?",
        ),
    ),
    "zh": Talk(
        {
            "借书": "借出的图书可以在家保留三周。每本图书可以续借两次。",
            "影碟": "借出的影碟一周后归还到服务台。影碟不能续借。",
            "罚款": "逾期图书每天罚款两角。罚款最多不超过十元。",
            "读者证": "成人读者证每年收费五元。十二岁以下儿童免费办证。",
        },
        ["借出的图书", "借出的影碟", "逾期罚款", "成人读者证"],
        "总结一下借出的图书、借出的影碟、逾期罚款和成人读者证的规定",
        ["详细说说S2", "展开B点", "第二点详细说说"],
        "展开说说",
        "详细说说S9",
        "详细说说S1和S4",
        "您指的是哪一节？",
        ("逾期图书每天罚款多少？", "那怎么消毒呢？", "成人读者证可以消毒吗？"),
    ),
}


class Reader:
    """A model that says the first sentence of the first passage, of every passage where an outline is wanted, and,
    asked to rewrite a question, the whole one of its talk; any other it repeats."""

    def __init__(self) -> None:
        self.condensed: list[Request] = []
        self.answered: list[Request] = []
        self.says: str | None = None
        """The whole text of the next answers, instead of its own."""

    def __call__(self, request: Request) -> Behaviour:
        system, user = (
            message["content"] for message in request.body["messages"][:: len(request.body["messages"]) - 1]
        )
        if system.startswith("You rewrite"):
            self.condensed.append(request)
            repeated = user.rpartition("<question>\n")[2].partition("\n</question>")[0]
            whole = (talk.leaning[2] for talk in TALKS.values() if talk.leaning[1] in user)
            return text(next(whole, repeated))
        self.answered.append(request)
        return text(self.says or said_of(system, user), 40)

    def forget(self) -> None:
        self.condensed.clear()
        self.answered.clear()
        self.says = None

    @property
    def prompt(self) -> str:
        """What the last answer was asked for with."""
        return self.answered[-1].body["messages"][-1]["content"]


def passages(user: str) -> dict[str, str]:
    """Citation id to text, in the order of the prompt."""
    return {
        found[0]: found[1] for found in re.findall(r'<passage id="(\w+)">\n.*?\n(.*?)\n</passage>', user, re.DOTALL)
    }


def said_of(system: str, user: str) -> str:
    sources = passages(user)
    outlined = "SUIVI" in system or '"outline"' in system
    talk = next(talk for talk in TALKS.values() if next(iter(sources.values())) in talk.documents.values())
    wanted = talk.first_sentences if outlined else [re.match(r".*?[.。]", next(iter(sources.values())))[0]]
    ids = {sentence: next(name for name, text in sources.items() if sentence in text) for sentence in wanted}
    answer = {"paragraphs": [{"citationIds": [ids[sentence]], "text": sentence} for sentence in wanted]}
    if outlined:
        answer["outline"] = [{"id": f"S{number}", "title": title} for number, title in enumerate(talk.titles, 1)]
    return json.dumps(answer, ensure_ascii=False)


@contextlib.asynccontextmanager
async def reading(**settings: object) -> AsyncIterator[tuple[Server, dict[str, list[str]], Reader]]:
    """A server with the library and a model that reads: server, the ids of the documents by language, model."""
    reader = Reader()
    async with (
        postgres.fresh_database(_migrate) as url,
        FakeUpstream(reader) as upstream,
        running(url, provider="openai", openai_base_url=upstream.url, openai_model="scripted", **settings) as server,
    ):
        yield server, await fill(server.client), reader


async def fill(client) -> dict[str, list[str]]:
    """Put the library into an empty knowledge base, a workspace for each language; the ids of the documents."""
    ids = {}
    for language, talk in TALKS.items():
        ids[language] = []
        for title, content in talk.documents.items():
            document = {"title": title, "text": content, "external_id": title, "workspace": language}
            answer = await client.post("/v1/documents", json=document)
            assert answer.status_code == 201, answer.text
            ids[language].append(answer.json()["documents"][0]["document_id"])
    return ids
