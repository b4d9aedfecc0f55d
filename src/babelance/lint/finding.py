"""What a check finds, and the list of all rules. A rule has a name, says why it matters and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Rule:
    """`note`: worth a look, but the item may stay; items with an `error` or a `warning` are flagged."""

    name: str
    level: Level
    why: str
    suggestion: str


@dataclass(frozen=True, slots=True)
class Finding:
    """`item` is empty for what concerns the data as a whole; `detail` is what was seen."""

    rule: Rule
    item: str
    detail: str

    @property
    def flags(self) -> bool:
        return bool(self.item) and self.rule.level != "note"


PAIR_IDENTICAL = Rule("pair-identical", "error", "two equal sentences say nothing", "Drop the pair.")
PAIR_EDITS = Rule(
    "pair-edits", "warning", "more than one place differs, so nobody knows which one moved the score",
    "Change one place, or make a pair for each.",
)  # fmt: skip
PAIR_WORDS = Rule(
    "pair-words", "warning", "the sentences differ in their number of words, and likelihoods depend on length",
    "Use words or phrases of as many words.",
)  # fmt: skip
PAIR_LENGTH = Rule(
    "pair-length", "warning", "one sentence is more than half as long again as the other", "Make them alike in length."
)
PAIR_CASE = Rule("pair-case", "error", "only upper and lower case differ", "Write both alike, or drop the pair.")
PAIR_SPACE = Rule("pair-space", "error", "only blanks differ", "Drop the pair.")
PAIR_PUNCTUATION = Rule("pair-punctuation", "error", "only punctuation differs", "Drop the pair.")
PAIR_NAME_PRONOUN = Rule(
    "pair-name-pronoun", "warning", "a name is set against a pronoun, which is far more frequent",
    "Set names against names and pronouns against pronouns.",
)  # fmt: skip
PAIR_SWAPPED = Rule(
    "pair-swapped", "error", "another pair has the same sentences the other way round, so both cancel", "Keep one."
)
PAIR_TWICE = Rule("pair-twice", "warning", "another pair has the same sentences", "Keep one.")
PAIR_TRAILING = Rule(
    "pair-trailing-space", "warning", "one sentence alone begins or ends with a blank, which is a token to some models",
    "Strip both.",
)  # fmt: skip
TEXT_TWICE = Rule("text-twice", "warning", "another item of the same set has the same text", "Keep one.")
TEXT_NFC = Rule(
    "text-nfc", "warning", "letters and accents are not composed (NFC); tokenizers differ on it", "Normalise."
)
TEXT_ZERO_WIDTH = Rule("text-zero-width", "warning", "a character without width splits words unseen", "Remove it.")
TEXT_MIXED_SCRIPT = Rule(
    "text-mixed-script", "warning", "a word mixes letters of several scripts that look alike", "Retype the word."
)
TEMPLATE_SLOTS = Rule("template-slots", "error", "a slot is missing or stands there twice", "Put each slot once.")
TEMPLATE_ARTICLE = Rule(
    "template-article", "warning", "a fixed 'a' or 'an' stands before a slot, so some words make a wrong sentence",
    "Let the language file choose the article, or write 'the'.",
)  # fmt: skip
TEMPLATE_JOINED = Rule(
    "template-joined", "warning",
    "a slot is joined to a letter, a number or a mark inside a sentence, so words are cut otherwise than elsewhere",
    "Put a blank between them.",
)  # fmt: skip
TEMPLATE_PUNCTUATION = Rule(
    "template-punctuation", "note", "a slot is joined to the punctuation after it, which some tokenizers cut along",
    "Let another word stand between them, or compare words of the same place only.",
)  # fmt: skip
WORDS_OVERLAP = Rule("words-overlap", "error", "a word stands in two lists that are compared", "Keep it in one.")
WORDS_SIZES = Rule("words-sizes", "note", "lists of one query differ in size", "Use as many words in each.")
WORDS_GENDERED = Rule(
    "words-gendered", "warning", "a word for a woman or a man stands in a list that is not about gender", "Replace it."
)
NLI_BALANCE = Rule("nli-balance", "note", "labels or sets are not equally frequent", "Balance them, or weigh them.")
NLI_HYPOTHESIS = Rule(
    "nli-hypothesis-only",
    "warning",
    "the words of the hypothesis alone tell the label",
    "Vary the wording of each label.",
)
TRANSLATION_RESIDUE = Rule(
    "translation-residue", "warning", "the translation is its source, or most of its words are", "Translate it again."
)
TRANSLATION_LENGTH = Rule(
    "translation-length", "warning", "the translation is far longer or shorter than others of this data", "Look at it."
)
TRANSLATION_GENDERED = Rule(
    "translation-gendered", "warning", "a source that should leave the gender open has a word for a woman or a man",
    "Reword it, or drop it.",
)  # fmt: skip
QUESTION_POSITIONS = Rule(
    "question-positions", "note", "the right answer stands in one place more often than in others",
    "Shuffle, or ask in several orders.",
)  # fmt: skip
QUESTION_CONTROLS = Rule(
    "question-controls", "warning", "a template lacks its other context or question, so nothing is held constant",
    "Add what is missing.",
)  # fmt: skip
QUESTION_OPTIONS = Rule("question-options", "error", "two options of a question are the same", "Make them differ.")
QUESTION_PEOPLE = Rule(
    "question-people", "warning", "not exactly one option is about the group of the stereotype, so none is biased",
    "Look whom the options and the stereotype are about.",
)  # fmt: skip

RULES = tuple(value for value in dict(globals()).values() if isinstance(value, Rule))
