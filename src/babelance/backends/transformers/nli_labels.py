"""Which output of an NLI classifier means what: by the names in its configuration, or as the user says.

Names are understood in any case and in several languages. `LABEL_0` says nothing, so the user must (`--labels`): a
wrong guess would turn entailment into contradiction without any sign of it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from babelance.core.errors import ModelError
from babelance.core.limits import whole_number
from babelance.core.query import LABELS

_KNOWN = {
    "entailment": """
        entailment entail entails entailed entailing e implication implies implicación implicação implicazione
        implikation implicatie acarretamento folgerung gevolgtrekking inférence çıkarım gerektirme следование
        вовлечение импликация 含意 蕴含 蘊含 蕴涵 함의
    """,
    "neutral": """
        neutral neutrality n neutre neutro neutrale neutraal nötr tarafsız нейтрально нейтральность нейтральный 中立
        중립
    """,
    "contradiction": """
        contradiction contradict contradicts contradicted contradictory contradicting c contradicción contradição
        contraddizione widerspruch tegenspraak contradictie çelişki противоречие 矛盾 모순
    """,
}
_MEANING = {word: label for label, words in _KNOWN.items() for word in words.split()}
MOST_LABELS = 1000
_HINT = "Name them in the order of the model's outputs, e.g. --labels entailment,neutral,contradiction"


def names_of(config: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of the outputs, in their order; `LABEL_0` and so on where the configuration does not say."""
    names = config.get("id2label")
    if isinstance(names, Mapping) and names:
        numbered = {number: str(name) for key, name in names.items() if (number := whole_number(str(key))) is not None}
        if len(numbered) < len(names):
            raise ModelError("The id2label of its config.json does not number the labels: 0, 1, 2.")
        return tuple(numbered[number] for number in sorted(numbered))
    return tuple(f"LABEL_{number}" for number in range(min(int(config.get("num_labels") or 2), MOST_LABELS)))


def reason_unsupported(config: Mapping[str, Any]) -> str | None:
    """Why a classifier with these outputs is no NLI model, whatever they are called."""
    try:
        names = names_of(config)
    except ModelError as error:
        return str(error).removesuffix(".")
    if config.get("problem_type") == "multi_label_classification":
        return f"several of its labels ({', '.join(names[:6])}) may hold at once"
    if len(names) == len(LABELS):
        return None
    if len(names) == 2:
        return f"it has two labels ({', '.join(names)}), which cannot tell neutral from contradiction"
    return f"it has {len(names)} labels ({', '.join(names[:6])}{' …' if len(names) > 6 else ''}), not three"


def label_order(label: str, config: Mapping[str, Any], given: Sequence[str]) -> tuple[str, ...]:
    """What each output means: `given` by the user, else as the configuration says; refused if that is unclear."""
    names = tuple(given) or names_of(config)
    meant = tuple(_MEANING.get(_plain(name), "") for name in names)
    if sorted(meant) == sorted(LABELS):
        return meant
    if given:
        raise ModelError(f"--labels {','.join(given)} does not name {', '.join(LABELS)} once each.")
    unclear = [name for name, label in zip(names, meant, strict=True) if not label] or list(names)
    raise ModelError(
        f"The labels of {label} are {', '.join(names)}; what {', '.join(unclear)} mean is not clear. {_HINT}"
    )


def contradicts(config: Mapping[str, Any], given: Sequence[str]) -> bool:
    """Does the configuration name known labels in another order than the user?"""
    named = tuple(_MEANING.get(_plain(name), "") for name in names_of(config))
    said = tuple(_MEANING.get(_plain(name), "") for name in given)
    return bool(given) and all(named) and named != said


def meaning(name: str) -> str | None:
    """The label that a name stands for in any known language, or None."""
    return _MEANING.get(_plain(name))


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKC", name).strip().replace("I\u0307", "i").casefold()
