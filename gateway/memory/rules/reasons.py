"""Why the memory did not answer, or did not keep an answer: the closed list of reason codes."""

from __future__ import annotations

from typing import Literal

Reason = Literal[
    "off",  # the memory is switched off
    "skipped",  # the request asked for a fresh answer
    "message_type",  # the message is neither a user_request nor a follow_up
    "volatile",  # the answer changes with time: today, now, the current price
    "personal",  # the question is about the asker's own case: my order, mon dossier
    "action",  # something is to be done, not to be answered: cancel, send
    "dependent",  # the question depends on what was said before and could not be resolved
    "scope",  # entries exist, but none of this tenant, workspace, phase, language, corpus, group, prompt and format
    "no_entry",  # nothing is remembered that could be compared with the question
    "below_threshold",  # the most similar question is not similar enough
    "margin",  # another remembered question with a different answer is nearly as similar
    "veto_numbers",  # the two questions have different numbers
    "veto_dates",  # the two questions have different dates, months, weekdays or years
    "veto_identifiers",  # the two questions have different codes, versions, file types, addresses or options
    "veto_polarity",  # one question is negated and the other is not
    "veto_antonyms",  # the two questions have opposite words: enable and disable, before and after
    "veto_entities",  # the two questions name different people, places, products or organisations
    "veto_order",  # the same words stand in another order: merge A into B, merge B into A
    "veto_referents",  # the two questions speak of different persons: my, your, a colleague's
    "veto_question_word",  # the two questions ask for different things: when, where, who, how, why, whether
    "veto_one_slot",  # the questions differ in single words that do not stand for each other
    "language",  # the embedder does not know the language, or too many of the question's tokens
    "status",  # the entry is not validated (or has become stale or obsolete)
    "evidence",  # something it rests on has changed or is gone, or the asker may not see it, or there is none
    "governance",  # the gate's score when the answer was kept is below today's threshold
]
