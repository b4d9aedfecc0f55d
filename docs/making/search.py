"""Which page a search must find first: measures, datasets and commands by name, ideas where they are explained.

The search of the site puts a page's tags before its title, and that before its text.
"""

from __future__ import annotations

from pathlib import PurePosixPath

from babelance.core.registry import DATASETS, MEASURES

WORDS = {
    "index.md": ["babelance", "install", "start"],
    "first-number.md": ["first number", "demo", "getting started"],
    "tutorial.md": ["tutorial", "screenshots"],
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
        "bootstrap",
        "power",
        "false alarms",
        "not told apart",
        "cannot do the task",
        "task",
        "not enough evidence",
    ],
    "limits.md": ["what a number does not tell", "limits of a number", "fairness"],
    "reading-a-report.md": ["how to read a report", "read a report", "report", "page", "picture"],
    "results.md": ["results", "signature", "skipped"],
    "glossary.md": ["glossary", "detectable", "mde", "fidelity", "control"],
    "faq.md": ["questions", "faq"],
    "cite.md": ["cite", "citation", "bibtex", "licence", "license"],
    "gallery.md": ["sample", "gallery"],
    "mbe.md": ["masked language model", "parallel corpus"],
    "nli.md": ["natural language inference", "occupations"],
    "asked-for.md": ["toxicity classifier", "question answering"],
    "mitigation.md": ["mitigate", "mitigation", "ledger", "debias", "counterfactual data augmentation", "rotation"],
    "inject.md": ["inject", "trust", "study"],
    "embeddings.md": ["rank", "word vectors", "embeddings"],
    "engines.md": ["engines", "onnx", "openvino", "int8"],
    "gate.md": ["gate", "compare", "continuous integration", "exit code"],
    "site.md": ["site", "leaderboard"],
    "card.md": ["model card", "hub"],
    "causal.md": ["causal", "gguf", "gpt", "instruct"],
    "served.md": ["server", "openai", "vllm", "llama.cpp"],
    "translation.md": ["translator", "translation", "machine translation", "hindi translation"],
    "python.md": ["api", "python"],
    "extend.md": ["extend", "plug-in", "add a measure", "add a language"],
    "probes.md": ["own probes", "native speaker"],
    "security.md": ["security", "trust_remote_code"],
    "design/scale.md": ["scale", "ray", "gpus"],
    "design/releasing.md": ["release"],
    "models/tiny-multilingual.md": ["tiny-multilingual"],
    "models/tiny-translator.md": ["tiny-translator"],
    "reference/commands.md": [
        "commands",
        "audit",
        "run",
        "list",
        "limit",
        "limit items",
        "replay",
        "replay a signature",
        "meta agree",
    ],
}


BOOSTS = {"reading-a-report.md": 1.4}
"""Where a page's words are in many others."""


def search_words(path: str) -> list[str]:
    """Of the page with this path in the documentation."""
    page = PurePosixPath(path)
    if page.parent.name == "measures" and page.stem in MEASURES:
        # Twice, so that a measure goes before a dataset of the same name.
        return [page.stem] * (2 + _shorter(page.stem))
    if page.parent.name == "datasets" and page.stem in DATASETS:
        return [page.stem] * (1 + _shorter(page.stem))
    return WORDS.get(path, [])


def _shorter(name: str) -> int:
    """One time more for a name that begins or ends with another name: whoever types `weat-queries` does not mean
    `weat`."""
    known = {*MEASURES.names(), *DATASETS.names()}
    return 1 if any(name.startswith(f"{other}-") or name.endswith(f"-{other}") for other in known) else 0


def search_boost(path: str) -> float:
    """More for a name that is part of longer names: who looks for `crows-pairs` means that, not `crows-pairs-fr-nl`."""
    page = PurePosixPath(path)
    names = {"measures": MEASURES.names(), "datasets": DATASETS.names()}
    if page.stem not in names.get(page.parent.name, ()):
        return BOOSTS.get(path, 1.0)
    longer = [name for known in names.values() for name in known if page.stem in name and name != page.stem]
    return 1.6 if longer else 1.0
