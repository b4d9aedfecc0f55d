"""Templates × attributes × countries, for both sizes of babel-groups."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from babelance.core.item import Item
from babelance.datasets.reading.probes import Probe, keys
from babelance.text.fill import Word, fill_with_spans, form_of, slots

NOTES = (
    "Countries stand for nationalities and ethnicities, which they are not.",
    "Where nouns have gender the attribute is in the generic form that is usual, mostly the masculine.",
)

TARGET, ATTRIBUTE = "[TTT]", "[AAA]"


def item_maker(*, extra: bool) -> Callable[[Probe], Iterator[Item]]:
    def make(probe: Probe) -> Iterator[Item]:
        attributes = probe.words("occupations", "occupation") | _descriptors(probe, extra=extra)
        for name, template in probe.section("groups").items():
            targets = _targets(probe, template, extra=extra)
            for key, word in attributes.items():
                texts = _texts(probe, template, word) | {"targets": targets}
                yield Item(f"{name}/{key}", probe.language.code, texts, {"template": name, "attribute": key})

    return make


def _descriptors(probe: Probe, *, extra: bool) -> dict[str, Word]:
    words = probe.words("descriptors", "occupation")
    return {key: words[key] for key in keys("descriptors", extra=extra)}


def _targets(probe: Probe, template: str, *, extra: bool) -> str:
    """JSON, key → name in the form that this template asks for."""
    [slot] = [slot for slot in slots(template) if slot.partition(":")[0] == "target"]
    form = slot.partition(":")[2]
    words = probe.words("targets", "target")
    named = {key: form_of(words[key], form, probe.language) for key in keys("targets", extra=extra)}
    return json.dumps(named, ensure_ascii=False)


def _texts(probe: Probe, template: str, attribute: Word) -> dict[str, str]:
    """The sentence with the grammar of this attribute, then both places marked again."""
    [slot] = [slot for slot in slots(template) if slot.partition(":")[0] == "target"]
    marked = template.replace(f"{{{slot}}}", TARGET)
    done = fill_with_spans(marked, {"attribute": attribute}, probe.language)
    start, end = done.spans["attribute"]
    return {"template": done.text[:start] + ATTRIBUTE + done.text[end:], "attribute": done.text[start:end]}
