"""Names of models for people: what tells them apart, without revisions and folders. Signatures have the rest."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

HASH = re.compile(r"[@#][0-9a-f]{4,}(?=$|\s|#)")
KIND = re.compile(r"^(hf|dir|vec|emb|spacy):(?=.)")


def short_names(models: Iterable[str]) -> dict[str, str]:
    """Model → its name without hash; of a file or folder the last part alone. Where that names another one, too, the
    whole folder, and where that is the same the hash."""
    known = list(dict.fromkeys(models))
    whole = {model: HASH.sub("", model) for model in known}
    last = {model: _last_part(name) for model, name in whole.items()}
    times, times_whole = Counter(last.values()), Counter(whole.values())
    return {
        model: last[model] if times[last[model]] == 1 else whole[model] if times_whole[whole[model]] == 1 else model
        for model in known
    }


def _last_part(name: str) -> str:
    """`vec:/data/en.vec` → `en.vec`; `babelance/tiny` stays: it is a name, not a place."""
    plain = KIND.sub("", name)
    return plain.rstrip("/").rpartition("/")[2] if re.match(r"^(/|\./|\.\./|~|[A-Za-z]:\\)", plain) else plain
