"""Which page a search must find first: measures, datasets and commands by name, ideas where they are explained.

The search of the site puts a page's tags before its title, and that before its text.
"""

from __future__ import annotations

from pathlib import PurePosixPath

from babelance.core.registry import DATASETS, MEASURES

WORDS = {
    "index.md": ["babelance", "install", "start"],
    "first-number.md": ["first number", "demo"],
    "verdicts.md": [
        "verdict",
        "null",
        "interval",
        "family",
        "families",
        "correction",
        "Holm",
        "p-value",
        "competence",
        "coverage",
    ],
    "limits.md": ["what a number does not tell"],
    "reading-a-report.md": ["report", "page", "picture"],
    "results.md": ["results", "signature", "skipped"],
    "glossary.md": ["glossary", "detectable", "mde", "fidelity", "control"],
    "faq.md": ["questions", "faq"],
    "cite.md": ["cite", "citation", "licence", "license"],
    "gallery.md": ["sample", "gallery"],
    "mitigation.md": ["mitigate", "mitigation", "ledger", "debias"],
    "inject.md": ["inject", "trust", "study"],
    "embeddings.md": ["rank", "word vectors", "embeddings"],
    "gate.md": ["gate", "compare"],
    "causal.md": ["causal", "gguf", "instruct"],
    "served.md": ["server", "openai"],
    "translation.md": ["translator", "translation"],
    "python.md": ["api", "python"],
    "extend.md": ["extend", "plug-in"],
    "reference/commands.md": ["commands", "audit", "run", "list", "limit", "replay", "meta agree"],
}


def search_words(path: str) -> list[str]:
    """Of the page with this path in the documentation."""
    page = PurePosixPath(path)
    if page.parent.name == "measures" and page.stem in MEASURES:
        # Twice, so that a measure goes before a dataset of the same name.
        return [page.stem, page.stem]
    if page.parent.name == "datasets" and page.stem in DATASETS:
        return [page.stem]
    return WORDS.get(path, [])


def search_boost(path: str) -> float:
    """More for a name that is part of longer names: who looks for `crows-pairs` means that, not `crows-pairs-fr-nl`."""
    page = PurePosixPath(path)
    names = {"measures": MEASURES.names(), "datasets": DATASETS.names()}
    if page.stem not in names.get(page.parent.name, ()):
        return 1.0
    longer = [name for known in names.values() for name in known if page.stem in name and name != page.stem]
    return 1.6 if longer else 1.0
