"""Every reader of files and words from outside: formats here, verbs and models in files of their own.

A function of babelance that takes bytes from outside and is called by none of them fails `test_every_reader`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.fuzz import seeds
from tests.fuzz.model_readers import MODELS_READ
from tests.fuzz.reader import Reader
from tests.fuzz.verb_readers import VERBS_READ


def _items(name: str) -> Callable[[Path], Any]:
    def read(folder: Path) -> Any:
        from babelance.datasets import find

        dataset = find(str(folder / name))
        codes = dataset.card.languages or ("en",)
        return [[dataset.fingerprint(code), list(dataset.items(code))] for code in codes[:3]]

    return read


def _blocks(*names: str) -> Callable[[Path], Any]:
    def read(folder: Path) -> Any:
        from babelance.text.parallel import blocks

        found = []
        for block in blocks([str(folder / name) for name in names], source="en", target="de"):
            sides = block.sides()
            found.append((block.first, sides.source.to_pylist(), sides.target.to_pylist()))
        return found

    return read


def _token_ids(name: str) -> Callable[[Path], Any]:
    def read(folder: Path) -> Any:
        from babelance.text.token_ids import read_token_ids

        return read_token_ids(str(folder / name))

    return read


def _vectors(name: str, mark: str = "") -> Callable[[Path], Any]:
    def read(folder: Path) -> Any:
        from babelance.core.errors import ModelError
        from babelance.core.model import Options
        from babelance.core.query import Embed
        from babelance.core.registry import MODELS

        spec = f"vec:{folder / name if name else folder}{mark}"
        kind = MODELS.get("vectors")
        if reason := kind.reason_unsupported(spec):
            raise ModelError(reason)
        model = kind.open(spec, Options())
        model.health(list(seeds.WORDS))
        words = [*seeds.WORDS, "absent"]
        return [getattr(answer, "values", answer) for answer in model.answer([Embed(word) for word in words])]

    return read


def _recorded(folder: Path) -> Any:
    from babelance.core.model import Options
    from babelance.core.query import Embed, Translate
    from babelance.core.registry import MODELS

    model = MODELS.get("recorded").open(f"json:{folder / 'answers.jsonl'}", Options())
    return model.fingerprint, list(model.answer([Translate("a", "eu", "en"), Embed("a")]))


def _translations(folder: Path) -> Any:
    from babelance.core.model import Options
    from babelance.core.query import Translate
    from babelance.core.registry import MODELS

    model = MODELS.get("translations").open(f"tsv:{folder / 'out.tsv'}", Options())
    return list(model.answer([Translate("hura da", "eu", "en")]))


def _signature(folder: Path) -> Any:
    from babelance.core.signature import Signature
    from babelance.run.signed_plan import interval_of

    text = (folder / "signature").read_bytes().decode("utf-8", "surrogateescape")
    found = Signature.parse(text)
    assert Signature.parse(str(found)) == found, f"printed otherwise: {found}"
    return found, interval_of(found.interval)


def _results(folder: Path) -> Any:
    from babelance.report.results import Results
    from babelance.report.terminal import line, summary

    results = Results.read(folder)
    return [line(estimate) for estimate in results.estimates], summary(results), results.notes


def _report(folder: Path) -> Any:
    from babelance.report import html, markdown
    from babelance.report.results import Results

    results = Results.read(folder)
    return html.render(results), markdown.render(results)


def _groups(folder: Path) -> Any:
    from babelance.build.material.groups import groups_for

    return groups_for(str(folder / "groups.toml"))


def _word_files(folder: Path) -> Any:
    from babelance.build.material.groups import groups_for

    return groups_for(own={"a": str(folder / "a.txt"), "b": str(folder / "b.txt")})


def _config(folder: Path) -> Any:
    from transformers.models.auto import modeling_auto  # noqa: F401 (takes seconds, which are not the reader's)

    from babelance.core.registry import MODELS

    found = {
        name: MODELS.get(name).reason_unsupported(str(folder))
        for name in ("masked", "nli", "causal", "seq2seq", "vectors")
    }
    if found["masked"] is None:
        from babelance.core.model import Options
        from babelance.models.masked import Masked

        model = MODELS.get("masked").open(str(folder), Options(device="cpu"))
        assert isinstance(model, Masked)
        return model.items_per_commit
    return found


def _gguf(folder: Path) -> Any:
    from babelance.core.model import Options
    from babelance.models.causal import Causal, kind

    spec = f"gguf:{folder / 'model.gguf'}"
    if reason := kind.reason_unsupported(spec):
        return reason
    model = kind.open(spec, Options(device="cpu"))
    assert isinstance(model, Causal)
    return model.items_per_commit


def _adapter(folder: Path) -> Any:
    """The folder is the base as well as the place of the adapter; a name of the hub is not looked up."""
    from babelance.backends.transformers.source import Adapter, Directory, find

    with contextlib.chdir(folder):
        dataset = find("adapter")
        assert isinstance(dataset, Adapter)
        return (dataset.id, dataset.config) if isinstance(dataset.base, Directory) else dataset.label


def _safetensors(folder: Path) -> Any:
    from babelance.backends.vectors.weight_files import _tables_in

    return [table([0, 4]) for table in _tables_in(folder / "model.safetensors") if table.name.endswith("weight")]


def _record(name: str, measure: str) -> Callable[[Path], Any]:
    def read(folder: Path) -> Any:
        from babelance.core.item import Item
        from babelance.run.configure import configure
        from babelance.run.record import record

        texts = {
            "more": "a b",
            "less": "a c",
            "context": "a BLANK",
            "stereotype": "a b",
            "anti": "a c",
            "unrelated": "a d",
            "sentence": "I am tired.",
        }
        ids = {"id_stereotype": "1", "id_anti": "2", "id_unrelated": "1"}
        items = [Item(str(number), "en", {**texts, **ids}, {}) for number in range(3)]
        return record(folder / name, items, configure([measure], {})[measure], folder / "out.jsonl")

    return read


def _ner(folder: Path) -> Any:
    from babelance.studies.ner import f1, read

    return [f1(entry, draws=100) for entry in read(folder)]


def _conll(folder: Path) -> Any:
    from babelance.backends.training.ner_sentences import labels_of, read_conll

    return labels_of(read_conll(folder / "a.conll"))


def _nli(name: str) -> Callable[[Path], Any]:
    def read(folder: Path) -> Any:
        from babelance.backends.training.nli_pairs import read_pairs

        return read_pairs(folder / name)

    return read


def _occupation_words(name: str) -> Callable[[Path], Any]:
    from babelance.build.material.occupation_words import occupation_words

    return lambda folder: occupation_words(str(folder / name), "ja")


def _occupations(folder: Path) -> Any:
    from babelance.build.material.occupations import read_occupations

    return read_occupations(folder / "words.csv")


def _plan(folder: Path) -> Any:
    from babelance.backends.training.checkpoints import PLAN, claim, claim_of

    (folder / "plan").rename(folder / PLAN)
    found = claim_of(folder)
    claim(folder, "0a1b", {"epochs": 3})
    return found


def _mitigation(folder: Path) -> Any:
    from babelance.studies.ledger import record_of
    from babelance.studies.variants import name_variants

    record, cells = record_of(f"dir:{folder}#00aa"), frozenset({("cb", "en")})
    return name_variants([(record, "other", cells), (record, "same", cells)])


def _table(name: str) -> Callable[[Path], Any]:
    def read(folder: Path) -> Any:
        from babelance.backends.vectors.file import VectorFile
        from babelance.backends.vectors.table import read_table

        table = read_table(VectorFile.of(str(folder / name if name else folder)))
        return table.words, table.vectors

    return read


def _policy(folder: Path) -> Any:
    from babelance.studies.gate.policy import read_policy

    return read_policy(folder / "gate.toml")


def _cards(folder: Path) -> Any:
    from babelance.deliver.card.files import card

    for form in ("every-eval-ever", "inspect"):
        card([folder], form=form, out=folder / form, incomplete=True)
    return [card([folder], form=form, incomplete=True) for form in ("markdown", "csv")]


PACKING = ("gz", "bz2", "xz", "zst")
VOCABULARY = {
    "vocab/vectors": seeds.npy(),
    "vocab/key2row": seeds.key_to_row(),
    "vocab/vectors.cfg": b'{"mode": "default"}',
}
RUN_FOLDER = {"results.jsonl": seeds.results(), "scored.parquet": seeds.scored(), "run.json": seeds.run()}

READERS: dict[str, Reader] = {
    "results.jsonl": Reader(RUN_FOLDER, _results, ("results.jsonl",)),
    "run.json": Reader(RUN_FOLDER, _results, ("run.json",)),
    "scored.parquet": Reader(RUN_FOLDER, _results, ("scored.parquet",)),
    "report": Reader({**RUN_FOLDER, "languages.json": seeds.languages()}, _report),
    "card": Reader({"p.csv": seeds.csv(), "p.card.json": seeds.card()}, _items("p.csv"), ("p.card.json",)),
    "csv": Reader({"p.csv": seeds.csv()}, _items("p.csv")),
    "csv-semicolon": Reader({"p.csv": seeds.csv(";")}, _items("p.csv")),
    "tsv": Reader({"p.tsv": seeds.csv("\t")}, _items("p.tsv")),
    "jsonl": Reader({"p.jsonl": seeds.jsonl()}, _items("p.jsonl")),
    "jsonl-card": Reader({"p.jsonl": seeds.jsonl(card=True)}, _items("p.jsonl")),
    "json": Reader({"p.json": b"[" + seeds.jsonl().strip().replace(b"\n", b",\n") + b"]"}, _items("p.json")),
    "parquet": Reader({"p.parquet": seeds.parquet_table()}, _items("p.parquet")),
    "queries": Reader({"q.json": seeds.queries()}, _items("q.json")),
    "tmx": Reader({"c.tmx": seeds.tmx()}, _blocks("c.tmx")),
    "moses": Reader({"c.en": seeds.moses(0), "c.de": seeds.moses(1)}, _blocks("c.en", "c.de")),
    "tsv-corpus": Reader({"c.tsv": seeds.tsv()}, _blocks("c.tsv")),
    "token-ids": Reader({"f.bin": seeds.token_ids()}, _token_ids("f.bin")),
    "zip-corpus": Reader({"c.zip": seeds.opus_zip()}, _blocks("c.zip")),
    **{
        f"tmx-{how}": Reader({f"c.{how}": seeds.packed(seeds.tmx(), how)}, _blocks(f"c.{how}"), exact=True)
        for how in PACKING
    },
    **{
        f"tsv-{how}": Reader({f"c.{how}": seeds.packed(seeds.tsv(), how)}, _blocks(f"c.{how}"), exact=True)
        for how in PACKING
    },
    "vectors-text": Reader({"v.vec": seeds.text_vectors()}, _vectors("v.vec")),
    "vectors-glove": Reader({"v.txt": seeds.text_vectors(header=False)}, _vectors("v.txt")),
    **{
        f"vectors-{how}": Reader(
            {f"v.{how}": seeds.packed(seeds.text_vectors(), how)}, _vectors(f"v.{how}"), exact=how != "zip"
        )
        for how in (*PACKING, "zip")
    },
    "word2vec": Reader({"v.bin": seeds.word2vec()}, _vectors("v.bin")),
    "fasttext": Reader({"v.bin": seeds.fasttext()}, _vectors("v.bin")),
    "fasttext-ngrams": Reader({"v.bin": seeds.fasttext()}, _vectors("v.bin", "#ngrams")),
    "opennmt": Reader({"v.pt": seeds.opennmt()}, _vectors("v.pt", "#decoder")),
    "table-text": Reader({"v.vec": seeds.text_vectors()}, _table("v.vec")),
    "table-word2vec": Reader({"v.bin": seeds.word2vec()}, _table("v.bin")),
    "cards": Reader(RUN_FOLDER, _cards),
    "policy": Reader({"gate.toml": seeds.policy()}, _policy),
    "scores-by-line": Reader({"scores.txt": b"0.5\n-1e3\n2\n"}, _record("scores.txt", "gest")),
    "npz": Reader({"v.npz": seeds.npz()}, _vectors("v.npz")),
    "npy-folder": Reader({"words.txt": "\n".join(seeds.WORDS).encode(), "vectors.npy": seeds.npy()}, _vectors("")),
    "gensim": Reader({"v.kv": seeds.keyed_vectors()}, _vectors("v.kv")),
    "spacy": Reader(VOCABULARY, _vectors("")),
    "floret": Reader({**VOCABULARY, "vocab/vectors.cfg": seeds.floret()}, _vectors("")),
    "safetensors": Reader({"model.safetensors": seeds.safetensors()}, _safetensors),
    "config": Reader({"config.json": seeds.config()}, _config),
    "gguf": Reader({"model.gguf": seeds.gguf()}, _gguf),
    "adapter": Reader(
        {"adapter/adapter_config.json": seeds.ADAPTER, "base/config.json": seeds.config()},
        _adapter,
        ("adapter/adapter_config.json",),
    ),
    "recorded": Reader({"answers.jsonl": seeds.recorded()}, _recorded),
    "translations": Reader({"out.tsv": seeds.TRANSLATIONS}, _translations),
    "translations-bare": Reader({"out.tsv": seeds.TRANSLATIONS.partition(b"\n")[2]}, _translations),
    "signature": Reader({"signature": seeds.SIGNATURE}, _signature),
    "groups": Reader({"groups.toml": seeds.GROUPS}, _groups),
    "word-files": Reader({"a.txt": b"she\nher\n", "b.txt": b"# men\nhe\n"}, _word_files),
    "scores": Reader({"scores.csv": seeds.SCORES}, _record("scores.csv", "cps")),
    "predictions": Reader({"scores.json": seeds.PREDICTIONS}, _record("scores.json", "ss")),
    "ner": Reader({"ner.jsonl": seeds.NER}, _ner),
    "conll": Reader({"a.conll": seeds.CONLL}, _conll),
    "nli-pairs": Reader({"a.jsonl": seeds.NLI}, _nli("a.jsonl")),
    "nli-pairs-lines": Reader({"a.json": seeds.NLI}, _nli("a.json")),
    "nli-pairs-bare": Reader({"a.tsv": b"entailment\tA cook sings.\tSomeone sings.\n" * 2}, _nli("a.tsv")),
    "nli-pairs-gz": Reader({"a.gz": seeds.packed(seeds.NLI, "gz")}, _nli("a.gz"), exact=True),
    "occupations": Reader({"words.csv": seeds.OCCUPATIONS}, _occupations),
    "occupations-page": Reader({"page.txt": seeds.OCCUPATION_PAGE}, _occupation_words("page.txt")),
    "occupations-category": Reader({"pages.json": seeds.OCCUPATION_CATEGORY}, _occupation_words("pages.json")),
    "occupations-version": Reader({"page.json": seeds.OCCUPATION_VERSION}, _occupation_words("page.json")),
    "plan": Reader({"plan": seeds.PLAN}, _plan),
    "mitigation": Reader({"mitigation.json": seeds.MITIGATION}, _mitigation),
    **VERBS_READ,
    **MODELS_READ,
}
