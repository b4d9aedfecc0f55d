"""Models with damaged parts: every file of the smallest model of each kind, answers of servers and of programs, and
what an unfinished training left behind."""

from __future__ import annotations

import contextlib
import json
import random
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NoReturn
from unittest.mock import patch

import numpy as np

from babelance.core.answer_check import check_answers
from babelance.core.errors import ModelError
from babelance.core.model import Model, Options
from babelance.core.query import EXAMPLES, Ability, Embed, Query, Translate
from babelance.core.registry import MODELS
from tests.fuzz import seeds
from tests.fuzz.mutations import mutate
from tests.fuzz.reader import Files, Reader, written
from tests.fuzz.verb_readers import command

SENTENCE = ["The woman is a teacher. The man is a teacher."]


def answers_of(model: Model, queries: Sequence[Query]) -> list[Any]:
    """What comes of a model after the one place where answers are looked at."""
    return list(check_answers(queries, model.answer(queries)))


def opened(kind: str, spec: str, **extra: str) -> Model:
    if reason := MODELS.get(kind).reason_unsupported(spec):
        raise ModelError(reason)
    return MODELS.get(kind).open(spec, Options(device="cpu", extra=extra))


def _folder(kind: str, write: Callable[[Path], object], *asked: Ability | Query, spec: str = "{}") -> Reader:
    queries = [EXAMPLES[one] if isinstance(one, Ability) else one for one in asked]

    def read(folder: Path) -> Any:
        model = opened(kind, spec.format(folder))
        model.health(SENTENCE)
        return model.id, [str(answer) for answer in answers_of(model, queries)]

    return Reader(cache(lambda: _small(written(write))), read)


def _small(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Without cards, which nobody reads."""
    return {name: content for name, content in files.items() if not name.endswith(".md")}


def _write_masked(folder: Path) -> None:
    from babelance.backends.transformers.tiny import write_masked

    write_masked(folder, SENTENCE)


def _write_classifier(folder: Path) -> None:
    from babelance.backends.transformers.tiny import write_classifier

    write_classifier(folder, SENTENCE)


def _write_nli(folder: Path) -> None:
    from transformers import BertConfig, BertForSequenceClassification

    _write_masked(folder)
    labels = {0: "entailment", 1: "neutral", 2: "contradiction"}
    config = BertConfig.from_pretrained(folder, id2label=labels, label2id={name: key for key, name in labels.items()})
    BertForSequenceClassification(config).save_pretrained(folder)


def _write_causal(folder: Path) -> None:
    from babelance.backends.transformers.tiny import write_causal

    write_causal(folder)


def _write_marian(folder: Path) -> None:
    from babelance.backends.translation.tiny import write_marian

    write_marian(folder)


def _write_marian_below(folder: Path) -> None:
    _write_marian(folder / "translator")


def _write_ct2(folder: Path) -> None:
    from babelance.backends.translation.tiny import write_ct2, write_marian

    write_ct2(write_marian(folder / "marian"), folder / "ct2")


def _write_adapter(folder: Path) -> None:
    from peft import LoraConfig, get_peft_model
    from transformers import AutoModelForCausalLM

    _write_causal(folder / "base")
    network = AutoModelForCausalLM.from_pretrained(folder / "base")
    get_peft_model(network, LoraConfig(r=2, target_modules=["c_attn"])).save_pretrained(str(folder / "adapter"))


def _adapter() -> Reader:
    reader = _folder("causal", _write_adapter, Ability.TOKENS_NONE, spec="dir:{0}/base+{0}/adapter")
    return Reader(reader.made, reader.read, ("adapter/adapter_config.json", "adapter/adapter_model.safetensors"))


def _ct2(*without: str, kind: str = "ct2", asked: Ability | Query = Ability.TRANSLATE) -> Reader:
    reader = _folder(kind, _write_ct2, asked, spec=("emb" if kind == "vectors" else "ct2") + ":{}/ct2")

    def only_ct2() -> Files:
        files = {name: content for name, content in reader.files.items() if name.startswith("ct2/")}
        return {name: content for name, content in files.items() if name.removeprefix("ct2/") not in without}

    return Reader(only_ct2, reader.read)


def example_of(kind: str, folder: Path) -> str:
    """Writes the smallest model of the kind; gives its spec."""
    write = MODELS.get(kind).example
    assert write is not None
    return write(folder)


MITIGATED = {
    "translator.json": b'{"model": "tsv:out.tsv", "kind": "translations", "tags": {"open": "<?>"}, "rewrite": true}',
    "out.tsv": "text\ttranslation\n<?> Hän on opettaja.\tShe is a teacher.\n".encode(),
}


def _mitigated(folder: Path) -> Any:
    """Around a file of translations, which is quicker to read than weights."""
    with contextlib.chdir(folder):
        model = opened("mitigated-translator", str(folder))
        return model.fingerprint, answers_of(model, [Translate("Hän on opettaja.", "fi", "en")])


def _write_pickled(folder: Path) -> None:
    """Weights as they were kept before safetensors."""
    import torch
    from safetensors.torch import load_file

    _write_masked(folder)
    torch.save(load_file(folder / "model.safetensors"), folder / "pytorch_model.bin")
    (folder / "model.safetensors").unlink()


def _write_trained_translator(folder: Path) -> None:
    _write_marian(folder)
    (folder / "training.json").write_bytes(seeds.PLAN)


def _trained_translator(folder: Path) -> Any:
    from babelance.backends.training.translator import load

    network, tokens = load(folder)
    return network.num_parameters(), len(tokens)


def _base(folder: Path) -> Any:
    """A model that is about to be trained further."""
    from transformers import AutoModelForMaskedLM

    from babelance.backends.training.start import load_for_training
    from babelance.backends.transformers import loading, source

    dataset = source.find(str(folder))
    network = load_for_training(AutoModelForMaskedLM, dataset, Options(device="cpu"))
    return network.num_parameters(), len(loading.load_tokenizer(dataset, Options()))


def _write_tagger(folder: Path) -> None:
    from transformers import BertConfig, BertForTokenClassification

    _write_masked(folder / "tagger")
    labels = dict(enumerate(["O", "B-LOC", "B-PER"]))
    config = BertConfig.from_pretrained(folder / "tagger", id2label=labels, label2id={v: k for k, v in labels.items()})
    BertForTokenClassification(config).save_pretrained(folder / "tagger")
    (folder / "tagger" / "training.json").write_text('{"frozen": true}')
    (folder / "a.conll").write_bytes(seeds.CONLL)


def _engine_cache(folder: Path) -> Any:
    """Converted models are kept with a checksum: what is damaged is not whole, and is made anew."""
    from babelance.backends.engines.export import is_whole, new_folder

    if not (folder / "kept").is_dir():
        with new_folder(folder / "kept") as work:
            (work / "graph.onnx").write_bytes(seeds.safetensors())
    return (folder / "kept" / "graph.onnx").read_bytes() if is_whole(folder / "kept") else _refuse()


def _refuse() -> NoReturn:
    raise ModelError("it is made anew")


def _learnt_rotation(folder: Path) -> Any:
    from babelance.mitigations import align

    if not (folder / align.ROTATION_FILE).is_file():
        align.remember(folder, "k", np.eye(4), {"to": "x"})
    return align.read_learnt(folder, "k") or _refuse()


class DamagedReplies:
    """A server in this process, one of whose replies is damaged: its content, its status or its patience."""

    def __init__(self, seed: bytes, *, replies: int) -> None:
        from babelance.backends.endpoint.tiny import TinyModel

        self._model, self._rng, self.sent = TinyModel(), random.Random(seed), 0
        self._which = self._rng.randrange(replies) if seed != b"whole" else -1

    def handle(self, request: Any) -> Any:
        import httpx2

        body = json.loads(request.content) if request.content else None
        reply = self._model.respond(request.url.path, body, {})
        content = reply.value if isinstance(reply.value, bytes) else json.dumps(reply.value).encode()
        status, headers = reply.status, dict(reply.headers)
        if self.sent == self._which:
            status, headers, content = self._damaged(status, content)
        self.sent += 1
        return httpx2.Response(status, headers=headers, content=content)

    def _damaged(self, status: int, content: bytes) -> tuple[int, dict[str, str], bytes]:
        rng = self._rng
        if rng.random() < 0.7:
            return status, {}, mutate(content, rng)
        waits = ("0", "-5", "nan", "inf", "1e400", "soon", "Mon, 01 Jan 0001 00:00:00 +2359", "9" * 400, "")
        headers = {"retry-after": rng.choice(waits), "location": rng.choice(("/v1/x", "http://[", "//evil.example/"))}
        return rng.choice((200, 204, 301, 307, 400, 401, 404, 429, 500, 501, 503)), headers, mutate(content, rng)


SERVED = (
    Ability.TOKENS_NONE, Ability.FILL_SENTENCE, Ability.FILL_LEFT_TO_RIGHT, Ability.ENTAILS, Ability.TRANSLATE,
    Ability.EMBED,
)  # fmt: skip


def _served(folder: Path) -> Any:
    import httpx2

    from babelance.backends.endpoint import client

    server = DamagedReplies((folder / "which").read_bytes(), replies=REPLIES)
    with patch.object(client, "FIRST_WAIT", 0.001), patch.object(client, "PATIENCE", 0.2):
        model: Any = opened("endpoint", "openai:http://127.0.0.1:9/v1#tiny", concurrency="1")
        model._client._http = httpx2.Client(transport=httpx2.MockTransport(server.handle))
        model._client.patience = 0.2
        queries = [EXAMPLES[ability] for ability in SERVED]
        return model.id, [str(answer) for answer in answers_of(model, queries)], server.sent


REPLIES = 60
"""So many are sent for an examination and these queries, or a few less."""


def _program(folder: Path) -> Any:
    """A translator that prints a file."""
    words = [sys.executable, "-c", "import sys; sys.stdin.read(); sys.stdout.buffer.write(open('said', 'rb').read())"]
    with contextlib.chdir(folder):
        model = opened("command", f"cmd:{shlex.join(words)}")
        return answers_of(model, [Translate(text, "eu", "en") for text in ("hura da", "lasai dago")])


def _mode(folder: Path) -> Any:
    from babelance.models.apertium import Apertium

    model = Apertium("xx-yy", folder / "xx-yy.mode")
    return model.id, model.fingerprint


def _remembered_hashes(folder: Path) -> Any:
    """What was remembered of files that have changed since must not be taken for true."""
    from babelance.backends.transformers import hashes

    memory, damage = folder / "hashes.json", (folder / "which").read_bytes()
    with patch.object(hashes, "_memory", lambda: memory), patch.object(hashes, "_UNSETTLED", -1.0):
        hashes.hash_of_files(folder / "model.safetensors")
        if damage != b"whole":  # a file that was copied is another one, so what was just written is damaged
            memory.write_bytes(mutate(memory.read_bytes(), random.Random(damage)))
        return hashes.hash_of_files(folder / "model.safetensors")


def _write_checkpoint(folder: Path) -> None:
    import torch

    from babelance.backends.training import checkpoints

    state = {"step": 3, "model": {"weight": torch.arange(4.0)}, "random": checkpoints.random_state()}
    checkpoints.write(folder / "state.pt", state)


def _checkpoint(folder: Path) -> Any:
    from babelance.backends.training import checkpoints

    state = checkpoints.read(folder / "state.pt")
    return state["step"], state["model"]["weight"].tolist(), state["random"]["cpu"].tolist()


@cache
def _corpus_tokenizer() -> Any:
    from tests.models.tiny_masked import tokenizer

    return tokenizer()


CORPUS = "".join(f"the nurse said that she was late and not {word} .\n" for word in "abcdefghijklmnopqrst").encode()


def _tokenise(folder: Path, tokens: Any = None) -> Any:
    from babelance.mitigations.tuning import corpus

    (folder / "c.txt").write_bytes(CORPUS) if not (folder / "c.txt").is_file() else None
    rows = corpus.tokenise(
        [str(folder / "c.txt")], _corpus_tokenizer(), folder / "kept", key="k", length=20, seed=0
    )  # fmt: skip
    return [[row.tolist() for row in map(part.__getitem__, range(len(part)))] for part in rows.values()]


def _rotation(folder: Path) -> Any:
    from babelance.backends.training import rotation

    return rotation.read(folder)


def _forms(folder: Path) -> Any:
    from babelance.mitigations.balance.group_names import forms_in

    return forms_in(folder / "groups.json")


def _links(folder: Path) -> Any:
    from babelance.mitigations.alignment.links import Parallel, linked_sentences

    parallel = Parallel((str(folder / "c.tsv"),), "en", "de", pharaoh=str(folder / "links"))
    return [hash(str(linked)) for linked in linked_sentences(parallel, folder / "links")]


def _lines_of_corpus(folder: Path) -> Any:
    from babelance.text.translation_pairs import read_texts

    return read_texts(str(folder / "lines.txt"))


def _tagger_record(folder: Path) -> Any:
    from babelance.backends.training.model_folder import record_of

    return record_of(folder)


CONTROL = (
    b'{"loss": {"before": 3.1, "learnt": 3.2, "random": 3.3}, "control": "out-random", "limits": "Read both.", '
    b'"cb": {"before": {"value": 2}, "learnt": {"value": 1.5}, "random": {"undefined": "nothing there"}}}'
)


def _mitigation_summary(folder: Path) -> Any:
    from babelance.cli.mitigate._summary import summary

    return summary(folder, {"mitigation": "align"})


def _write_trial(folder: Path) -> None:
    """As if three repetitions of two arms had been made."""
    for seed in range(3):
        for arm, text in (("unmitigated", ""), ("random rotation", "same"), ("learnt \u2192 balanced", "same")):
            score = {name: {"value": 4.0 + seed, "one_count": 3.0} for name in ("paper", "released")}
            row = {"arm": arm, "text": text, "seed": seed, "cb": score, "loss": {"judge": 5.0, "test": 5.0},
                   "until": 5.1, "stops_at_loss": bool(text), "epoch": 4, "balanced_model": {"cb": score}}  # fmt: skip
            file = folder / f"seed-{seed}" / "arms" / f"{arm[:6]}.json"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(row))


def _trial(folder: Path) -> Any:
    from babelance.report.trial import table
    from babelance.studies.mitigation_trial.sizes import QUICK
    from babelance.studies.mitigation_trial.texts import Corpus
    from babelance.studies.mitigation_trial.trial import _claim, summarise

    corpus = Corpus("de", "en", (("a", "b"),))
    _claim(folder, corpus, QUICK)
    return table(summarise(folder))


MODELS_READ: dict[str, Reader] = {
    "model-masked": _folder("masked", _write_masked, Ability.TOKENS_EACH, Ability.FILL_TOGETHER),
    "model-nli": _folder("nli", _write_nli, Ability.ENTAILS),
    "model-classifier": _folder("classifier", _write_classifier, Ability.CLASSIFY),
    "model-causal": _folder("causal", _write_causal, Ability.TOKENS_NONE, Ability.FILL_LEFT_TO_RIGHT),
    "model-adapter": _adapter(),
    "model-seq2seq": _folder("seq2seq", _write_marian, Ability.TRANSLATE),
    "model-ct2": _ct2(),
    "model-ct2-pieces": _ct2("tokenizer_config.json", "vocab.json", "special_tokens_map.json"),
    "model-ct2-embeddings": _ct2(kind="vectors", asked=Embed("doctor")),
    "model-mitigated": _folder("mitigated-translator", partial(example_of, "mitigated-translator"), Ability.TRANSLATE),
    "mitigated": Reader(MITIGATED, _mitigated),
    "mitigate-translator": Reader(cache(lambda: _small(written(_write_marian_below))), command(
        "mitigate rerank -m translator -l tr -o out --json"
    )),
    "round-trip": _folder("round-trip", partial(example_of, "round-trip"), Ability.TRANSLATE,
                          spec="trip:fi:tsv:{0}/there.tsv;tsv:{0}/back.tsv"),
    "model-pickled": _folder("masked", _write_pickled, Ability.TOKENS_EACH),
    "model-embeddings-pickled": _folder("vectors", _write_pickled, Embed("woman"), spec="emb:{}"),
    "model-base": Reader(cache(lambda: _small(written(_write_masked))), _base),
    "translator-trained": Reader(cache(lambda: _small(written(_write_trained_translator))), _trained_translator),
    "score-ner": Reader(
        cache(lambda: _small(written(_write_tagger))), command("score ner -m tagger --test a.conll -l en --draws 100")
    ),
    "engine-cache": Reader(
        partial(written, _engine_cache), _engine_cache, ("kept/graph.onnx", "kept/content.sha256"), exact=True
    ),
    "rotation-learnt": Reader(
        partial(written, _learnt_rotation), _learnt_rotation, ("rotation.npy", "rotation.json"), exact=True
    ),
    "model-embeddings": _folder("vectors", _write_masked, Embed("woman"), spec="emb:{}"),
    "server": Reader({"which": b"whole"}, _served),
    "program": Reader({"said": b"that is it\nshe is calm\n"}, _program),
    "apertium-mode": Reader({"xx-yy.mode": b"lt-proc -e 'rules.bin'|apertium-pretransfer\n"}, _mode),
    "hashes": Reader(
        {"which": b"whole", "model.safetensors": seeds.safetensors()}, _remembered_hashes, ("which",), exact=True
    ),
    "checkpoint": Reader(partial(written, _write_checkpoint), _checkpoint, exact=True),
    "tokenised": Reader(
        partial(written, _tokenise), _tokenise, tuple(f"kept/{name}" for name in ("corpus.json", "train.ids",
        "train.ends.npy", "dev.ids", "test.ends.npy")), exact=True
    ),
    "rotation": Reader({"rotation.npy": seeds.npy(np.eye(4))}, _rotation),
    "balance-groups": Reader({"groups.json": b'{"a": ["Japan", "Japans"], "b": ["Kanada", "Kanadas"]}'}, _forms),
    "links": Reader({"c.tsv": seeds.tsv(), "links": b"0-0 1-1\n0-0\n0-0\n"}, _links),
    "text-lines": Reader({"lines.txt": b"He sings.\nShe reads a book.\n"}, _lines_of_corpus),
    "mitigation-summary": Reader({"alignment.json": CONTROL}, _mitigation_summary),
    "trial": Reader(partial(written, _write_trial), _trial),
    "training-record": Reader({"training.json": seeds.PLAN}, _tagger_record),
}  # fmt: skip
