"""What a language can bring: one `Language`, whose parts are tables of words and of patterns, and nothing else.

Words are written as `words.fold` spells them (lower case, no accents) unless a field says otherwise, several of them
between blanks. Patterns are regular expressions over folded text, kept as text: the rules that use them compile them.
Every field of `Language` but `code` may be left out; its docstring, or that of its type, says what works only with it.
Search, the confidence gate, evidence and quoting need `stemmer` and `stop_words`, and work without them too, if less
well.

The parts are named tuples, because a dataclass with as many fields takes ten times as long to make. `Grammar` is a
dataclass, because its fields are read for every word of a question, and those of a dataclass are read faster.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

Words = frozenset[str]
NOTHING: Mapping[str, str] = MappingProxyType({})


def listed(text: str) -> Words:
    """Returns the words of a list that is written between blanks."""
    return frozenset(text.split())


def counted(names: Iterable[str]) -> dict[str, int]:
    """Returns word to number: the first text names 1, the second 2, and so on; each may hold several words."""
    return {word: number for number, text in enumerate(names, start=1) for word in text.split()}


def named(text: str) -> dict[str, str]:
    """Returns word to meaning, of groups such as "self = my, mine; you = your"."""
    groups = (group.partition(" = ") for group in text.split("; "))
    return {word: meaning for meaning, _, words in groups for word in words.split(", ")}


class UnspacedWords(NamedTuple):
    """What only a language without blanks between its words has: signs, not words, tell where a word ends."""

    function_words: str = ""
    """A pattern of function words: a run of text is cut there."""
    kept_words: str = ""
    """A pattern of content words that hold a function word and are not cut."""
    function_characters: str = ""
    """Characters that mean nothing alone or in pairs of each other."""
    numerals: str = ""
    """The numerals 1 to 10, of which items of a list are numbered."""
    ordinal_sign: str = ""
    """Makes the numeral behind it an ordinal."""
    item_units: str = ""
    """Measure words of items of a list."""
    year_sign: str = ""
    month_sign: str = ""
    day_signs: str = ""
    """What stands behind the figures of a date."""


class QuotingWords(NamedTuple):
    """What kind of answer a question asks for, and which sentences have that form. The patterns of all languages count
    for every text, so a pattern must not match in another language by accident. Without them a quoted answer is chosen
    by the words it shares with the question alone."""

    definition: str = ""
    """A question what something is, or who."""
    quantity: str = ""
    """A question for a figure or a date."""
    method: str = ""
    """A question how something is done."""
    listing: str = ""
    """A question for several things."""
    table: str = ""
    """What a question calls a table."""
    reason: str = ""
    """A question why."""
    copula: str = ""
    """What stands between a thing and its definition."""
    figure: str = ""
    """A number or frequency in words; figures count anyway."""
    cause: str = ""
    """What introduces a reason."""
    anaphor: str = ""
    """Words at the beginning of a sentence that point back to the one before."""
    negation: str = ""
    """Words that negate a sentence."""
    negated: str = ""
    """In a language without blanks: a negation with the character behind it, which is what is negated."""
    straddling: str = ""
    """A pair of characters that is no word, for the second negates what follows."""
    articles: str = ""
    """Alternatives of a pattern: what may stand before the subject of a definition."""
    announcement: str = ""
    """A sentence that introduces the list after it, though it ends with a full stop. Matched without regard to case,
    with accents."""


class ClaimWords(NamedTuple):
    """Sentences that claim nothing, so that they need no source. Patterns over text as it is written, matched without
    regard to case; blanks and line ends in them mean nothing, and `\\s` is a blank. Those of all languages count.
    Without them a transition or a refusal counts as a claim."""

    transition: str = ""
    """Beginnings that only lead on."""
    refusal: str = ""
    """That nothing was found, or that one cannot answer."""
    apology: str = ""
    """Beginnings of a refusal that are none yet."""
    contrast: str = ""
    """Behind it something is claimed after all."""


class DeliverableWords(NamedTuple):
    """Requests for a document: a summary, a report, an overview. Without them no question asks for one, unless the
    request says so itself."""

    traps: str
    """Phrases that hold a listed word and mean something else."""
    enough: str
    """Words that ask for a document by themselves."""
    about: str
    """What before such a word asks about an existing document."""
    asked: str
    """Words that ask for a document only in such a frame."""
    names: str
    """Words that name the document; in a language without blanks they are searched, with accents and case as they
    are."""
    frame: str
    """Words that ask for it; in a language without blanks the beginning of such a clause."""
    sections: str = ""
    """Alternatives of a pattern: words after which an id such as "S2" is a section that is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Grammar:
    """How a language with blanks between its words points back at an answer: tables that
    `conversation/followups/pointing.py` reads word by word, apostrophes and hyphens taken as blanks. Without one a
    follow-up is understood by the titles and ids that it names alone."""

    markers: Words
    """Words that show that the language is spoken, though it was taken for another one."""
    articles: Words
    """What makes a noun a known one: "the", "your", "this"."""
    yours: Words
    """Those of `articles` that mean whoever answers: "your second reason"."""
    strangers: Words
    """What makes it another one, however it goes on: "a", "my", "each"."""
    nouns: Words
    """What sections and items are called."""
    ones: Words
    """Those of `nouns` that stand for a noun: "the second one"."""
    common: Words
    """Those of `nouns` that other things are called too: "the first item sold"."""
    sections: Words
    """Those of `nouns` behind which a number is an id: "section 2"."""
    things: Words
    """What they are called only where the question is about nothing else: "reason", "step"."""
    ordinals: Mapping[str, int]
    """Counted from 1; from the end -1, -2."""
    suffixes: Words
    """Behind a figure they make it an ordinal: "2nd"."""
    cardinals: Mapping[str, int]
    """Written-out numbers from 1 on; articles are not among them."""
    both: Words
    """What means two things that are known already."""
    numbered: Words
    """What may stand before a number: "number", "no"."""
    verbs: Words
    """What one asks for something about a section with: they frame a reference."""
    deep: Words
    """Those of `verbs` that ask for more: with nothing else in the question, of what was just said."""
    glue: Words
    """Words that may stand beside a reference without being what it belongs to."""
    joins: Words
    spans: Words
    """Between two references: all from the one to the other."""
    of: Words
    """What makes a reference a part of something else, unless that is the answer itself (`own`)."""
    within: Words
    """The same, where an article follows: "in the contract"."""
    speakers: Words
    """Who begins a clause that tells which one is meant: "the last item I borrowed"."""
    own: Words
    """What an answer or its outline is called."""
    about: Words
    """Behind what a section is called, they make the rest its title: "the section on fees"."""
    traps: str
    """Phrases that hold words of this grammar and point at nothing."""
    opener: str
    """Beginnings that make the rest point back: "what about", "and"."""
    more: str
    """Phrases that ask for more, as the words of `deep` do."""
    back: str
    """Phrases that lean on what was said before."""
    pronouns: Words
    """They lean on it where no content word stands before them."""
    impersonal: str
    """Phrases whose pronoun stands for nothing."""
    merged: Mapping[str, str]
    """Several words that are read as one: "second to last"."""
    clitics: Words = frozenset()
    """What is dropped behind an apostrophe: the "s" of "what's"."""
    names: Words = frozenset()
    """Beside such a word "S3" or "S8" is a product or a term."""
    open_articles: Words = frozenset()
    """Those of `articles` that also begin what is not known yet."""
    ordinal_behind: bool = False
    """The ordinal may follow its noun: "punto segundo"."""
    dotted: bool = False
    """A point behind a figure makes it an ordinal: "2. Punkt"."""


class UnspacedGrammar(NamedTuple):
    """The same of a language without blanks: patterns over the text, for `conversation/followups/pointing_unspaced.py`.
    Named groups hold the numbers."""

    simplified: Mapping[int, int]
    """Variants of characters in the form of the patterns, one for one, as `str.translate` takes it."""
    digits: Mapping[str, int]
    number: str
    """A number in characters or figures."""
    spans: str
    """Characters between two references that mean all from the one to the other."""
    possessive: str
    """What makes a reference behind it a part of something else, unless that is the answer (`own`)."""
    own: str
    section_id: str
    named_section_id: str
    """Where this occurs, an id such as "S2" is a product, a train or a term."""
    before_letter: Words
    """Characters that may stand before a letter."""
    nth: str
    bare_nth: str
    nth_list: str
    named: str
    numbered: str
    letter: str
    lone_letter: str
    relative: str
    first: str
    ends: str
    first_one: str
    traps: str
    """Phrases that point at nothing."""
    wants: str
    """What asks for something."""
    polite: str
    frame: str
    """What asks, and what sections are called."""
    that: str
    """What points back without saying at which."""
    deep: str
    """What asks for more."""
    back: str
    """What leans on what was said before."""
    not_back: str
    """What only looks like it."""


class RoutingWords(NamedTuple):
    """Questions that the answer memory neither serves nor keeps. A question in a language without them is judged by the
    tables of all languages."""

    volatile: str
    """The answer changes with time."""
    lasting: str
    """Phrases that hold a volatile word and mean nothing of the kind; taken out first."""
    how: str
    """Frames that ask how something is done."""
    own: str
    """The asker's own case."""
    own_state: str
    """The asker's own figures and history: personal in any frame."""
    action: str
    """Something is to be done."""
    numbered_case: str
    """A case by its number, which is somebody's own in any language."""


class ReadingWords(NamedTuple):
    """How a question is brought into the form that the rules of the answer memory compare."""

    before_folding: Mapping[str, str] = NOTHING
    """Patterns over the text as it was written, with accents, to what is read instead."""
    phrases: str = ""
    """One replacement a line: a pattern, `=>`, and what is read instead."""
    silent: str = ""
    """What the kind of question says already: "long" in "how long"."""
    stems_apart: Words = frozenset()
    """Words that share a stem with what they must be told from ("employee")."""
    telling: Words = frozenset()
    """What is asked of whoever answers: "tell", "explain"."""


class KindWords(NamedTuple):
    """What kind of answer a question asks for. Without them its kind is never a reason against a remembered answer."""

    rules: str = ""
    """One kind of question a line: a pattern, `=>`, and the kinds of answer it asks for. In a language with blanks it
    stands at the beginning of what is asked, in one without anywhere."""
    nouns: str = ""
    """The same for nouns that make a "thing" more precise, anywhere in the question."""
    names: str = ""
    """One kind of answer a line, `=>`, and the words that only name it: "price". Where both questions ask for that
    kind, such a word makes no difference."""
    clause: str = ""
    """A clause before the question, which is taken off."""
    head: str = ""
    """What may stand before a question word at the beginning."""
    wrapped: str = ""
    """Polite beginnings behind which the question stands: "can you tell me"."""
    polar: str = ""
    """Beginnings of questions that want yes or no."""
    whether: str = ""
    """Beginnings that mark such a question in any language."""
    question_word: str = ""
    """Question words further inside."""


class SwapWords(NamedTuple):
    """Words that two questions may differ in without asking different things, and words that turn one round. Groups end
    at a line end or ";". Without them only equal words, and those close to each other as vectors, may change places."""

    interchangeable: str = ""
    """Groups of words that may change places."""
    complements: str = ""
    """Opposites with nothing between them; "|" stands between the sides."""
    opposites: str = ""
    """Other opposites."""
    infinitives: tuple[str, ...] = ()
    """Endings that the stemmer leaves on infinitives."""
    finites: tuple[str, ...] = ()
    """And those that it leaves on other forms of the same verb."""
    negating: tuple[str, ...] = ()
    """Prefixes of the word that leaves nothing between itself and the one without."""
    turning: tuple[str, ...] = ()
    """Prefixes of a deed undone."""
    empty: str = ""
    """Words that come and go without changing a question, or that a rule of their own compares (who, when, can, must,
    my). Any other word that only one question has makes it another one. Without this list function words take its
    place, on one side only."""
    light: str = ""
    """Words that come and go, but do not stand for each other: "tell", "find"."""


class NegationWords(NamedTuple):
    """Negations, and what must and what may be. A question in a language without negations is read with those of
    all."""

    negations: str = ""
    """Words that negate; in a language without blanks a pattern."""
    beside: Words = frozenset()
    """Those of `negations` that negate only beside one of `partners`."""
    partners: Words = frozenset()
    prefixes: tuple[str, ...] = ()
    """Beginnings of a negated word."""
    fixed: str = ""
    """Alternatives of a pattern: phrases that hold a negation and negate nothing."""
    must: str = ""
    should: str = ""
    advice: str = ""
    """What should be done, asked by whoever is to do it: "how long should I"."""
    may: str = ""


class FigureWords(NamedTuple):
    """Numbers and dates in words, beside those of `Language.counts` and `Language.months`. Those of all languages count
    for every question, but for `past` and what only a language without blanks has. Without them figures count alone."""

    numbers: Mapping[str, str] = NOTHING
    unsure: Words = frozenset()
    """Those of them that are a number in some sentences only."""
    ones: Words = frozenset()
    """Words that may be a 1."""
    days: str = ""
    """Monday to Sunday."""
    calendar: Mapping[str, str] = NOTHING
    """Seasons, holidays and days beside today, to their English names."""
    unsure_months: Words = frozenset()
    """Names of months that are words as well; `dated` says where they are a month."""
    dated: Mapping[str, str] = NOTHING
    """Patterns over the text as it was written, to the date that they tell ("month-5")."""
    relative: str = ""
    """"Last year": a pattern with the groups `tense` and `unit`."""
    tenses: Mapping[str, str] = NOTHING
    """To `last`, `this` or `next`."""
    units: Mapping[str, str] = NOTHING
    """To their English names."""
    quarter: str = ""
    """A quarter of a year; the group is its number."""
    past: str = ""
    """How it was is another question than how it is."""
    future: str = ""
    """And how it will be."""
    hour: str = ""
    """Alternatives of a pattern: what stands between hours and minutes ("17h30")."""
    full_hour: str = ""
    """The same behind full hours: "o'clock"."""
    ordinal_suffixes: str = ""
    digits: Mapping[str, int] = MappingProxyType({})
    """In a language without blanks: its numerals."""
    powers: Mapping[str, int] = MappingProxyType({})
    """Its signs for ten, a hundred and so on."""
    number: str = ""
    """A number in numerals with what is counted behind it; the group is the number."""
    relative_dates: Mapping[str, str] = NOTHING
    """Words such as "last year", "spring", to their English names."""
    month: str = ""
    """A month; the group is its number."""
    date: str = ""
    """A date in figures, whose numbers are no numbers of the question."""
    weekday: str = ""
    """A weekday; the group is one of `weekdays`, or a figure."""
    weekdays: Mapping[str, int] = MappingProxyType({})


class PersonWords(NamedTuple):
    """Who acts in a question, and whose things it is about: `self`, `you`, `he`, `she`, `they`, `it`. Without them no
    person is a reason against a remembered answer."""

    owners: Mapping[str, str] = NOTHING
    acting: Mapping[str, str] = NOTHING
    asker: Words = frozenset()
    """Whoever asks, as an object: "me"."""
    inverted: str = ""
    """Where it is set: "they" acts only in a question of this form, else it repeats a noun."""
    related: str = ""
    """Third persons by what they are to somebody, in groups that "|" ends; each is called by its first word."""
    related_owner: str = ""
    """A pattern in which `{}` stands for the words of `related`: something of theirs."""
    someone_else: str = ""
    owned_by: str = ""
    """Something of some user."""
    owner: str = ""
    """In a language without blanks: a pattern of owners, the pronoun in one of two groups."""
    actor: str = ""
    """The same of who acts; the pronoun is the group."""
    pronouns: Mapping[str, str] = NOTHING
    """First characters of pronouns."""


class OrderWords(NamedTuple):
    """Words that tell which part a word plays. Without them only stretches of words that have changed places are
    seen."""

    even: Words = frozenset()
    """Around these words the order does not matter; those of all languages count."""
    compared: Words = frozenset()
    """Where one of these stands, it does not matter either; those of all languages count."""
    passive: str = ""
    undergone: Words = frozenset()
    """Words of a passive without anybody who acts: "be"."""
    directed: Words = frozenset()
    """Words with a direction: "from", "than", "into"."""
    reversed: Mapping[str, str] = NOTHING
    """Those of them that mean another one the other way round: the owner stands before "'s", but behind "of"."""
    asked_object: str = ""
    """Something is done to whoever is asked for: "whom", "who did it hit"."""
    subjects: Words = frozenset()
    objects: Words = frozenset()
    """Whoever asks, acting and being acted upon."""


class Language(NamedTuple):
    """Everything that is known of one language."""

    code: str
    """Its primary subtag: `en`."""
    name: str = ""
    """Its English name, as a prompt asks for it."""
    has_spaces: bool = True
    """False: no blanks between words, so that characters and their pairs are the terms."""

    stemmer: str = ""
    """The Snowball algorithm of the language; of one without blanks, for words in other letters. Without one,
    inflections do not meet."""
    stems_accents: bool = False
    """The stemmer needs accents and letters that folding changes, so that words are folded behind it. Otherwise before
    it, which serves those who type without them."""
    silent_e: bool = False
    """Whether "-ée" and "-ees" are stemmed as "-e"."""
    stop_words: str = ""
    """Words that carry no subject matter, question words among them; they also tell the language of a text. Without
    them those of all other languages count."""
    stop_words_of: str = ""
    """Another language, whose stop words count instead: of Latin words inside Chinese text, English."""
    ambiguous: str = ""
    """Those of `stop_words` that are subject matter in another language: they stop only where this one is known."""
    general: str = ""
    """Words found in a text about anything: that a passage holds them says little, that it lacks them as much as
    ever."""
    elisions: str = ""
    """What stands before an apostrophe and is no word of its own: the "l" of "l'eau"."""
    clitics: str = ""
    """What stands behind one: the "s" of "it's"."""

    markers: str = ""
    """Further words that tell the language, beside its stop words."""
    letters: str = ""
    """Letters that do the same, half a word each, as a class of a pattern holds them; not folded."""

    months: str = ""
    """January to December, ";" between them, each with its abbreviations behind it."""
    month_first: bool = False
    """The month may stand before the day."""
    day_suffixes: str = ""
    """Behind the day of a date: "st", "nd"."""
    day_point: bool = False
    """A point stands behind the day, which ends no sentence: "3. März"."""
    day_joins: str = ""
    """Between day and month: "of"."""
    counts: Mapping[str, str] = NOTHING
    """Small numbers written out, to their figures."""
    abbreviations_before_names: str = ""
    """Never the end of a sentence: something always follows. These and the next two with accents."""
    abbreviations_before_numbers: str = ""
    """Not an end when a number follows."""
    abbreviations_anywhere: str = ""
    """May end a sentence: they do when a capital follows."""

    unspaced: UnspacedWords = UnspacedWords()
    quoting: QuotingWords = QuotingWords()
    claims: ClaimWords = ClaimWords()
    deliverable: DeliverableWords | None = None
    grammar: Grammar | None = None
    unspaced_grammar: UnspacedGrammar | None = None
    routing: RoutingWords | None = None
    reading: ReadingWords = ReadingWords()
    kinds: KindWords = KindWords()
    swaps: SwapWords = SwapWords()
    negation: NegationWords = NegationWords()
    figures: FigureWords = FigureWords()
    persons: PersonWords = PersonWords()
    order: OrderWords = OrderWords()
    nouns_in_capitals: bool = False
    """A capital tells nothing of a name."""
    no_names: Words = frozenset()
    """Words and abbreviations with a capital that name nobody."""
    person_name: str = ""
    """A pattern over the text as it was written: a person's name with a title."""
    negation_words: Words = frozenset()
    """Words, or single characters, that make a repeated paragraph another statement."""
