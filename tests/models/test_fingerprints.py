"""Everything that decides an answer is in the fingerprint: each file of each kind of model is changed in turn."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest

from babelance.backends.endpoint.tiny import TinyModel, serve
from babelance.backends.transformers import hashes
from babelance.backends.transformers.loading import load_tokenizer
from babelance.backends.transformers.source import find
from babelance.backends.transformers.tiny import write_causal, write_classifier
from babelance.backends.translation.steps import INSIDE, STEPS, Steps, write_steps
from babelance.core.errors import ModelError
from babelance.core.model import ONE_RUN, Model, Options
from babelance.core.query import Text, TokenLogprobs, Tokens, Translate
from babelance.core.registry import MODELS
from tests.fuzz import seeds
from tests.fuzz.model_readers import example_of
from tests.models import tiny_masked, tiny_translator

IRRELEVANT = {
    "README.md",
    "optimizer.pt",
    "trainer_state.json",
    "training_args.bin",
    "mitigation.json",
    "held-out.jsonl",
}


def masked(folder: Path) -> Model:
    tiny_masked.write(folder)
    (folder / "generation_config.json").write_text("{}")
    (folder / "vocab.txt").write_text("a\nb\n")
    (folder / "chat_template.jinja").write_text("{{ messages }}")
    (folder / "modeling_own.py").write_text("x = 1\n")
    (folder / "parts").mkdir()
    (folder / "parts" / "layers.py").write_text("y = 1\n")
    return MODELS.get("masked").open(str(folder), Options())


def adapter(folder: Path) -> Model:
    tiny_masked.write(folder / "base")
    (folder / "lora").mkdir()
    (folder / "lora" / "adapter_config.json").write_text('{"peft_type": "LORA", "r": 2}')
    (folder / "lora" / "adapter_model.safetensors").write_text("content")
    return MODELS.get("masked").open(f"dir:{folder / 'base'}+{folder / 'lora'}", Options())


def seq2seq(folder: Path) -> Model:
    tiny_translator.write_marian(folder)
    (folder / "generation_config.json").touch()
    return MODELS.get("seq2seq").open(str(folder), Options())


def ct2(folder: Path) -> Model:
    folder.mkdir(parents=True)
    for name in ("model.bin", "config.json", "shared_vocabulary.json", "source.spm", "target.spm"):
        (folder / name).write_text("content")
    return MODELS.get("ct2").open(f"ct2:{folder}", Options())


def arrays(folder: Path) -> Model:
    folder.mkdir(parents=True)
    (folder / "words.txt").write_text("a\nb\n")
    np.save(folder / "vectors.npy", np.ones((2, 3), dtype=np.float32))
    return MODELS.get("vectors").open(f"vec:{folder}", Options())


def model_of_one_file(kind: str, prefix: str, name: str, content: str) -> Callable[[Path], Model]:
    def write(folder: Path) -> Model:
        folder.mkdir(parents=True)
        (folder / name).write_text(content)
        return MODELS.get(kind).open(f"{prefix}:{folder / name}", Options())

    return write


text_vectors = model_of_one_file("vectors", "vec", "v.vec", "2 2\na 1 2\nb 3 4\n")
translations = model_of_one_file("translations", "tsv", "done.tsv", "a\tb\n")
recorded = model_of_one_file("recorded", "json", "answers.jsonl", "{}\n")


def command(folder: Path) -> Model:
    folder.mkdir(parents=True)
    for name in ("decode.sh", "decoder.yml", "inner.txt"):
        (folder / name).write_text("#!/bin/sh\ncat\n")
        (folder / name).chmod(0o755)
    (folder / "model").mkdir()
    (folder / "model" / "weights.npz").write_text("content")
    inner = f"sh -c 'cat {folder / 'inner.txt'}'"
    words = f"{folder / 'decode.sh'} --config={folder / 'decoder.yml'} -m {folder / 'model'} {inner}"
    return MODELS.get("command").open(f"cmd:{words}#v=1", Options())


def classifier(folder: Path) -> Model:
    write_classifier(folder, ["The woman is a teacher."])
    return MODELS.get("classifier").open(str(folder), Options())


def nli(folder: Path) -> Model:
    from transformers import BertConfig, BertForSequenceClassification

    tiny_masked.write(folder)
    labels = {0: "entailment", 1: "neutral", 2: "contradiction"}
    config = BertConfig.from_pretrained(folder, id2label=labels, label2id={name: key for key, name in labels.items()})
    BertForSequenceClassification(config).save_pretrained(folder)
    return MODELS.get("nli").open(str(folder), Options())


def causal(folder: Path) -> Model:
    name = write_causal(folder)
    (folder / "additional_chat_templates").mkdir()
    (folder / "additional_chat_templates" / "default.jinja").write_text("{{ messages }}")
    return MODELS.get("causal").open(name, Options())


def causal_adapter(folder: Path) -> Model:
    write_causal(folder / "base")
    (folder / "lora").mkdir()
    (folder / "lora" / "adapter_config.json").write_text('{"peft_type": "LORA", "r": 2}')
    (folder / "lora" / "adapter_model.safetensors").write_text("content")
    return MODELS.get("causal").open(f"dir:{folder / 'base'}+{folder / 'lora'}", Options())


def gguf(folder: Path) -> Model:
    folder.mkdir(parents=True)
    (folder / "model.gguf").write_bytes(seeds.gguf())
    return MODELS.get("causal").open(f"gguf:{folder / 'model.gguf'}", Options())


def embeddings(folder: Path) -> Model:
    """The input embeddings of a model, as word vectors."""
    tiny_masked.write(folder)
    return MODELS.get("vectors").open(f"emb:{folder}", Options())


def spacy_vectors(folder: Path) -> Model:
    (folder / "vocab").mkdir(parents=True)
    (folder / "vocab" / "vectors").write_bytes(seeds.npy())
    (folder / "vocab" / "key2row").write_bytes(seeds.key_to_row())
    (folder / "vocab" / "vectors.cfg").write_bytes(b'{"mode": "default"}')
    return MODELS.get("vectors").open(f"vec:{folder}", Options())


def apertium(folder: Path) -> Model:
    """Its rules are named by its mode; programs that apply them are tried further below."""
    folder.mkdir(parents=True)
    (folder / "rules.bin").write_text("rules")
    (folder / "modes").mkdir()
    (folder / "modes" / "xx-yy.mode").write_text(f"lt-proc -e '{folder / 'rules.bin'}'\n")
    os.environ["APERTIUM_DATADIR"] = str(folder)
    return MODELS.get("apertium").open("apertium:xx-yy", Options())


def mitigated(folder: Path) -> Model:
    example_of("mitigated-translator", folder)
    return MODELS.get("mitigated-translator").open(str(folder), Options())


def mitigated_twice(folder: Path) -> Model:
    example_of("mitigated-translator", folder / INSIDE)
    write_steps(folder, Steps(model=INSIDE, kind="mitigated-translator", rewrite=True))
    return MODELS.get("mitigated-translator").open(str(folder), Options())


def mitigated_ct2(folder: Path) -> Model:
    ct2(folder / INSIDE)
    write_steps(folder, Steps(model=INSIDE, kind="ct2", prefix="ct2:", rewrite=True))
    return MODELS.get("mitigated-translator").open(str(folder), Options())


def mitigated_by_name(folder: Path) -> Model:
    translations(folder)
    write_steps(folder, Steps(model=f"tsv:{folder / 'done.tsv'}", kind="translations", rewrite=True))
    return MODELS.get("mitigated-translator").open(str(folder), Options())


def round_trip(folder: Path) -> Model:
    folder.mkdir(parents=True)
    return MODELS.get("round-trip").open(example_of("round-trip", folder), Options())


def round_trip_of_folders(folder: Path) -> Model:
    ct2(folder)
    mitigated_by_name(folder / "back")
    return MODELS.get("round-trip").open(f"trip:fi:ct2:{folder};dir:{folder / 'back'}", Options())


FILES: Mapping[str, tuple[str, Callable[[Path], Model]]] = {
    "masked": ("masked", masked),
    "adapter of a masked model": ("masked", adapter),
    "nli": ("nli", nli),
    "classifier": ("classifier", classifier),
    "causal": ("causal", causal),
    "adapter of a causal model": ("causal", causal_adapter),
    "gguf:": ("causal", gguf),
    "seq2seq": ("seq2seq", seq2seq),
    "ct2:": ("ct2", ct2),
    "vec: arrays": ("vectors", arrays),
    "vec: text": ("vectors", text_vectors),
    "vec: spaCy": ("vectors", spacy_vectors),
    "emb:": ("vectors", embeddings),
    "apertium:": ("apertium", apertium),
    "tsv:": ("translations", translations),
    "json:": ("recorded", recorded),
    "cmd:": ("command", command),
    "mitigated translator": ("mitigated-translator", mitigated),
    "mitigated translator in another": ("mitigated-translator", mitigated_twice),
    "mitigated translator of CTranslate2": ("mitigated-translator", mitigated_ct2),
    "mitigated translator that is named": ("mitigated-translator", mitigated_by_name),
    "trip: of files": ("round-trip", round_trip),
    "trip: of folders": ("round-trip", round_trip_of_folders),
}
"""What a user names → (kind, what writes one and opens it)."""
NO_FILES = {"endpoint": "a server: test_another_model_behind_a_server_is_another_model", "fake": "has no files"}


def test_every_kind_of_model_is_here() -> None:
    assert {kind for kind, _ in FILES.values()} | set(NO_FILES) == set(MODELS.names())


_WITHOUT_HASHES = re.compile(r"#[0-9a-f]{8}(?=;|$)")


def reopened(name: str, kind: str) -> Model:
    """As a later run would open it: by its name without the hash."""
    return MODELS.get(kind).open(name, Options())


@pytest.mark.parametrize("named", FILES)
def test_a_change_of_any_file_changes_the_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    """Also one of the same size and the same time of modification, as `cp -p`, rsync and tar leave it."""
    kind, make = FILES[named]
    monkeypatch.setenv("APERTIUM_DATADIR", "")
    monkeypatch.setattr(hashes, "_memory", lambda: tmp_path / "hashes.json")
    monkeypatch.setattr(hashes, "_UNSETTLED", -1.0)  # everything is remembered, as if it had been there for long
    opened = make(tmp_path / "model")
    name = _WITHOUT_HASHES.sub("", opened.id) if not named.startswith("emb:") else f"emb:{tmp_path / 'model'}"
    before = reopened(name, kind).fingerprint
    assert reopened(name, kind).fingerprint == before == opened.fingerprint
    files = [file for file in (tmp_path / "model").rglob("*") if file.is_file()]
    assert files
    for file in files:
        original = shutil.copy2(file, tmp_path / "original")
        _swap(file)
        assert reopened(name, kind).fingerprint != before, f"{file.name} decides answers"
        shutil.copy2(original, file)
        assert reopened(name, kind).fingerprint == before


def _swap(file: Path) -> None:
    status = file.stat()
    content = bytearray(file.read_bytes() or b"\n")
    # A byte of text that stays text: the last character of a word; or a digit, where only a number stays JSON.
    is_good = str.isdigit if file.name == STEPS else str.isalnum
    place = max((index for index, byte in enumerate(content) if is_good(chr(byte))), default=0)
    content[place] = ord("7") if content[place] != ord("7") else ord("8")
    file.write_bytes(bytes(content))
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))


@pytest.mark.parametrize("make", [mitigated, mitigated_twice, mitigated_ct2, mitigated_by_name])
def test_a_mitigated_translator_under_its_hash_has_the_same_weights(
    tmp_path: Path, make: Callable[[Path], Model]
) -> None:
    """However deep inside they are."""
    folder = tmp_path / "model"
    name = make(folder).id
    [weights] = [file for file in folder.rglob("*") if file.name in ("model.safetensors", "model.bin", "done.tsv")]
    assert MODELS.get("mitigated-translator").open(name, Options()).id == name
    _swap(weights)
    with pytest.raises(ModelError, match="its files have changed"):
        assert MODELS.get("mitigated-translator").open(name, Options()).id


def test_a_mitigated_translator_that_names_itself_is_refused(tmp_path: Path) -> None:
    write_steps(tmp_path, Steps(model=f"dir:{tmp_path}", kind="mitigated-translator"))
    with pytest.raises(ModelError, match="cannot be used inside"):
        assert MODELS.get("mitigated-translator").open(str(tmp_path), Options()).id


def test_another_model_behind_a_server_is_another_model() -> None:
    """Under the same address and name: other weights, or another prompt; and the same model is the same again."""
    found = {}
    for said, model in {"one": TinyModel(0), "again": TinyModel(0), "other": TinyModel(1)}.items():
        server = serve(model.respond)
        try:
            opened = MODELS.get("endpoint").open(f"openai:{server.url}#tiny", Options())
            asked = MODELS.get("endpoint").open(f"openai:{server.url}#tiny", Options(extra={"prompt": "plain"}))
            found[said] = opened.fingerprint, asked.fingerprint
        finally:
            server.stop()
    assert found["one"] == found["again"]
    assert len({*found["one"], *found["other"]}) == 4


def test_notes_and_states_of_training_beside_a_model_do_not_change_its_fingerprint(tmp_path: Path) -> None:
    before = masked(tmp_path / "model").fingerprint
    for name in IRRELEVANT:
        (tmp_path / "model" / name).write_text("anything")
    (tmp_path / "model" / "checkpoint-5").mkdir()
    (tmp_path / "model" / "checkpoint-5" / "model.safetensors").write_text("anything")
    assert MODELS.get("masked").open(str(tmp_path / "model"), Options()).fingerprint == before


def test_weights_in_the_older_format_count_where_no_others_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    masked(folder)
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    (folder / "stray.safetensors").write_text("never read")
    before = hashes.hash_of_folder(folder)
    (folder / "pytorch_model.bin").write_text("other weights")
    assert hashes.hash_of_folder(folder) != before


@pytest.mark.parametrize("place", ["parts/0.safetensors", "../0.safetensors", "model.safetensors"])
@pytest.mark.parametrize("named", ["index", "configuration"])
def test_weights_in_another_folder_are_refused_since_no_hash_covers_them(
    tmp_path: Path, named: str, place: str
) -> None:
    folder = tmp_path / "model"
    tiny_masked.write(folder)
    (folder / place).parent.mkdir(exist_ok=True)
    (folder / place).write_bytes((folder / "model.safetensors").read_bytes())
    if named == "index":
        parts = {"bert.embeddings.word_embeddings.weight": place}
        (folder / "model.safetensors.index.json").write_text(json.dumps({"metadata": {}, "weight_map": parts}))
    else:
        config = json.loads((folder / "config.json").read_text())
        (folder / "config.json").write_text(json.dumps({**config, "transformers_weights": place}))

    def answers() -> list[object]:
        return list(MODELS.get("masked").open(str(folder), Options(device="cpu")).answer([TokenLogprobs("a b")]))

    if place == "model.safetensors":
        assert isinstance(answers()[0], Tokens)
    else:
        with pytest.raises(ModelError, match="names weights in another folder or format, '"):
            answers()


def _configure(folder: Path, file: str = "config.json", /, **settings: object) -> None:
    config = json.loads((folder / file).read_text())
    (folder / file).write_text(json.dumps({**config, **settings}))


def test_weights_of_the_older_format_that_the_configuration_names_are_in_the_fingerprint(tmp_path: Path) -> None:
    """Transformers reads `adapter_model.bin` if it is named, whatever else is there."""
    tiny_masked.write(tmp_path)
    _configure(tmp_path, transformers_weights="adapter_model.bin")
    (tmp_path / "adapter_model.bin").write_bytes(b"weights")
    before = hashes.hash_of_folder(tmp_path)
    (tmp_path / "adapter_model.bin").write_bytes(b"others")
    assert hashes.hash_of_folder(tmp_path) != before


def test_weights_in_parts_of_a_format_that_no_hash_covers_are_refused(tmp_path: Path) -> None:
    tiny_masked.write(tmp_path)
    (tmp_path / "model.safetensors").rename(tmp_path / "part.pt")
    parts = {"bert.embeddings.word_embeddings.weight": "part.pt"}
    (tmp_path / "pytorch_model.bin.index.json").write_text(json.dumps({"metadata": {}, "weight_map": parts}))
    with pytest.raises(ModelError, match=r"another folder or format, 'part\.pt'"):
        list(MODELS.get("masked").open(str(tmp_path), Options(device="cpu")).answer([TokenLogprobs("a b")]))


def test_a_model_and_an_adapter_in_one_folder_are_refused(tmp_path: Path) -> None:
    """With peft the adapter would be added, without it left out; and nobody would look for weights that are missing."""
    tiny_masked.write(tmp_path)
    (tmp_path / "adapter_config.json").write_text('{"peft_type": "LORA", "r": 2}')
    with pytest.raises(ModelError, match="a model and an adapter in one folder"):
        list(MODELS.get("masked").open(str(tmp_path), Options(device="cpu")).answer([TokenLogprobs("a b")]))


@pytest.mark.parametrize("named", [{"adapters": {"one": "/else/where"}}, {"shadow_model": "owner/name"}])
def test_an_adapter_that_takes_weights_from_elsewhere_is_refused(tmp_path: Path, named: dict[str, object]) -> None:
    model = adapter(tmp_path)
    _configure(tmp_path / "lora", "adapter_config.json", **named)
    with pytest.raises(ModelError, match="takes weights from elsewhere"):
        list(model.answer([TokenLogprobs("a b")]))


def test_every_file_counts_if_the_model_brings_code_which_may_read_any(tmp_path: Path) -> None:
    tiny_masked.write(tmp_path)
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "rules.dat").write_text("one")
    before = hashes.hash_of_folder(tmp_path)
    (tmp_path / "tables" / "rules.dat").write_text("two")
    assert hashes.hash_of_folder(tmp_path) == before
    _configure(tmp_path, auto_map={"AutoModelForMaskedLM": "own.Own"})
    before = hashes.hash_of_folder(tmp_path)
    (tmp_path / "tables" / "rules.dat").write_text("one")
    assert hashes.hash_of_folder(tmp_path) != before


def test_code_that_is_named_with_an_escape_is_code_all_the_same(tmp_path: Path) -> None:
    tiny_masked.write(tmp_path)
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "rules.dat").write_text("one")
    text = (tmp_path / "config.json").read_text()
    (tmp_path / "config.json").write_text(
        text.replace("{", '{"auto\\u005fmap": {"AutoModelForMaskedLM": "own.Own"},', 1)
    )
    assert "auto_map" in json.loads((tmp_path / "config.json").read_text())
    before = hashes.hash_of_folder(tmp_path)
    (tmp_path / "tables" / "rules.dat").write_text("two")
    assert hashes.hash_of_folder(tmp_path) != before


@pytest.mark.parametrize("brings_code", [False, True])
def test_code_in_a_folder_that_is_a_link_counts(tmp_path: Path, brings_code: bool) -> None:
    folder, elsewhere = tmp_path / "model", tmp_path / "elsewhere"
    tiny_masked.write(folder)
    if brings_code:
        _configure(folder, auto_map={"AutoModelForMaskedLM": "parts.own.Own"})
    elsewhere.mkdir()
    (elsewhere / "own.py").write_text("x = 1")
    (folder / "parts").symlink_to(elsewhere)
    (elsewhere / "again").symlink_to(folder)  # round and round
    before = hashes.hash_of_folder(folder)
    (elsewhere / "own.py").write_text("x = 2")
    assert hashes.hash_of_folder(folder) != before


def test_another_configuration_for_this_version_of_transformers_is_refused(tmp_path: Path) -> None:
    """It would be read in place of config.json: sizes, names of weights and code in it were seen by no check."""
    tiny_masked.write(tmp_path)
    shutil.copy(tmp_path / "config.json", tmp_path / "config.4.0.0.json")
    (tmp_path / "config.json").write_text(json.dumps({"configuration_files": ["config.4.0.0.json"]}))
    with pytest.raises(ModelError, match="names other configurations"):
        list(MODELS.get("masked").open(str(tmp_path), Options(device="cpu")).answer([TokenLogprobs("a b")]))


@pytest.mark.parametrize(
    ("file", "named"),
    [
        ("config.json", {"AutoModelForMaskedLM": "someone/else--own.Own"}),
        ("tokenizer_config.json", {"AutoTokenizer": ["someone/else--own.Own", None]}),
    ],
)
def test_code_of_another_repository_is_refused_since_no_hash_covers_it(
    tmp_path: Path, file: str, named: dict[str, object]
) -> None:
    tiny_masked.write(tmp_path)
    _configure(tmp_path, file, auto_map=named)
    with pytest.raises(ModelError, match="takes its code from elsewhere, 'someone/else--own"):
        model = MODELS.get("masked").open(str(tmp_path), Options(device="cpu", remote_code=True))
        list(model.answer([TokenLogprobs("a b")]))


def test_a_tokenizer_beside_a_gguf_file_is_not_taken_for_the_one_inside(tmp_path: Path) -> None:
    """Its hash is that of the file alone."""
    writer = pytest.importorskip("gguf").GGUFWriter(tmp_path / "model.gguf", "llama")
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list(["a", "b", "ab", "<s>"])
    writer.add_token_merges(["a b"])
    writer.add_bos_token_id(3)
    writer.add_eos_token_id(3)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()

    def pieces() -> list[str]:
        found: list[str] = load_tokenizer(find(f"gguf:{tmp_path / 'model.gguf'}"), Options()).tokenize("abba")
        return found

    before = pieces()
    write_causal(tmp_path / "other")
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(tmp_path / "other" / name, tmp_path)
    assert pieces() == before == ["ab", "b", "a"]


def test_a_hash_of_a_file_that_just_changed_is_not_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It could change again before the clock ticks."""
    monkeypatch.setattr(hashes, "_memory", lambda: tmp_path / "hashes.json")
    file = tmp_path / "file"
    file.write_text("a")
    hashes.hash_of_files(file)
    assert not (tmp_path / "hashes.json").exists()
    monkeypatch.setattr("babelance.backends.transformers.hashes.time.time", lambda: time.time_ns() / 1e9 + 60)
    hashes.hash_of_files(file)
    assert (tmp_path / "hashes.json").is_file()


def test_the_programs_of_apertium_are_in_its_fingerprint_not_in_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from babelance.models.apertium import Apertium

    program = tmp_path / "lt-proc"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    rules = tmp_path / "rules.bin"
    rules.write_text("rules")
    mode = tmp_path / "xx-yy.mode"
    mode.write_text(f"lt-proc -e '{rules}'|apertium-pretransfer\n")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    one = Apertium("xx-yy", mode)
    before = one.fingerprint
    program.write_text("#!/bin/sh\n# newer\n")
    other = Apertium("xx-yy", mode)
    assert one.id == other.id
    assert other.fingerprint != before
    rules.write_text("other rules")
    assert Apertium("xx-yy", mode).id != one.id


ASK = """
import sys
from babelance.core.model import Options
from babelance.core.registry import MODELS
print(MODELS.get("command").open(sys.argv[1], Options()).fingerprint)
"""


def test_answers_of_a_command_without_a_version_are_for_one_run_alone(tmp_path: Path) -> None:
    """What its program loads cannot be seen; a version of the user's says that answers may be kept."""

    def fingerprint(spec: str) -> str:
        return subprocess.run([sys.executable, "-c", ASK, spec], check=True, capture_output=True, text=True).stdout

    assert fingerprint("cmd:cat").startswith(ONE_RUN)
    assert fingerprint("cmd:cat") != fingerprint("cmd:cat")
    assert fingerprint("cmd:cat#v=1") == fingerprint("cmd:cat#v=1") != fingerprint("cmd:cat#v=2")


def test_a_version_of_a_command_is_part_of_its_name(tmp_path: Path) -> None:
    model = MODELS.get("command").open("cmd:cat#v=2024-05", Options())
    assert model.id.startswith("cmd:cat#v=2024-05#")
    again = MODELS.get("command").open(model.id, Options())
    assert (again.id, again.fingerprint) == (model.id, model.fingerprint)
    assert list(again.answer([Translate("x", "de", "en")])) == [Text("x")]
