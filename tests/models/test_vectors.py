"""Word vectors: every format gives the same rows as the library that wrote it, and bad files say what is wrong."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import pickle
import unicodedata
import zipfile
from pathlib import Path

import numpy as np
import pytest
import zstandard

from babelance.api import evaluate
from babelance.backends.translation.tiny import write_ct2, write_marian
from babelance.backends.vectors.word_hashes import fnv1a, murmur2, murmur3
from babelance.core.errors import ModelError, UnhealthyModel
from babelance.core.estimate import Undefined
from babelance.core.model import Model, Options
from babelance.core.query import Embed, Unanswered, Vector
from babelance.core.registry import MODELS
from babelance.models.vectors import Vectors
from tests.expecting import expect
from tests.models.tiny_translator import write_two_vocabularies

WORDS = ("king", "queen", "naïve", "New_York", "दुनिया")
ROWS = np.random.default_rng(0).normal(size=(5, 4)).astype(np.float32)


def open_vectors(spec: str | Path) -> Vectors:
    model = MODELS.get("vectors").open(str(spec), Options())
    assert isinstance(model, Vectors) and isinstance(model, Model)
    return model


def vector(spec: str | Path, word: str, case: str = "exact") -> np.ndarray | str:
    [answer] = open_vectors(spec).answer([Embed(word, case)])  # type: ignore[arg-type]
    return answer.values if isinstance(answer, Vector) else answer.reason  # type: ignore[union-attr]


def lines(*, header: bool = True, separator: str = " ") -> str:
    rows = [separator.join([word, *map(repr, row.tolist())]) for word, row in zip(WORDS, ROWS, strict=True)]
    return "\n".join([*(["5 4"] if header else []), *rows]) + "\n"


def check(spec: str | Path) -> None:
    answers = list(open_vectors(spec).answer([Embed(word) for word in WORDS]))
    values = np.asarray([expect(Vector, answer).values for answer in answers])
    np.testing.assert_allclose(values, ROWS, rtol=1e-6)
    assert vector(spec, "absent") == "not in the vocabulary"


# ── text ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("header", [True, False])
@pytest.mark.parametrize("separator", [" ", "\t"])
def test_text_with_and_without_a_header(tmp_path: Path, header: bool, separator: str) -> None:
    path = tmp_path / "v.txt"
    path.write_text(lines(header=header, separator=separator), encoding="utf-8")
    check(f"vec:{path}")


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, zstandard.compress])
def test_compressed_text(tmp_path: Path, pack: object) -> None:
    path = tmp_path / "v.vec.packed"
    path.write_bytes(pack(lines().encode()))  # type: ignore[operator]
    check(f"vec:{path}")


def test_text_alone_in_a_zip(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "v.zip", "w") as archive:
        archive.writestr("v.txt", lines(header=False))
    check(f"vec:{tmp_path / 'v.zip'}")


def test_a_file_of_vectors_needs_no_prefix(tmp_path: Path) -> None:
    (tmp_path / "v.vec").write_text(lines(), encoding="utf-8")
    check(tmp_path / "v.vec")


def test_the_first_of_two_rows_counts_and_is_noted(tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_text("a 1 2\nb 3 4\na 5 6\n")
    model = open_vectors(f"vec:{tmp_path / 'v.txt'}")
    health = model.health(["a", "b", "c", "d"])
    assert health.notes == ("more than one row for 1 of the words; the first is used: a",)
    assert health.unknown == 0.5
    assert vector(f"vec:{tmp_path / 'v.txt'}", "a").tolist() == [1, 2]  # type: ignore[union-attr]


def test_a_word_that_begins_a_phrase_is_not_the_phrase(tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_text("new york 9 9\nnew 1 2\nnew york city 5 6\n")
    assert vector(f"vec:{tmp_path / 'v.txt'}", "new").tolist() == [1, 2]  # type: ignore[union-attr]
    assert vector(f"vec:{tmp_path / 'v.txt'}", "new york city").tolist() == [5, 6]  # type: ignore[union-attr]


def test_a_row_of_another_length_is_an_error_that_names_the_line(tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_text("a 1 2\nb 3 4 5\n")
    assert vector(f"vec:{tmp_path / 'v.txt'}", "a").tolist() == [1, 2]  # type: ignore[union-attr]
    with pytest.raises(ModelError, match="line 2: 'b' has 3 numbers, others have 2"):
        vector(f"vec:{tmp_path / 'v.txt'}", "b")


def test_a_header_that_does_not_fit_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_text("2 3\na 1 2\nb 3 4\n")
    with pytest.raises(ModelError, match="header says 3 numbers per word, the first word has 2"):
        vector(f"vec:{tmp_path / 'v.txt'}", "a")


def test_fewer_rows_than_the_header_says_are_noted(tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_text("20 2\na 1 2\nb 3 4\n")
    assert "header says 20 words, the file has 2" in open_vectors(f"vec:{tmp_path / 'v.txt'}").health(["a"]).notes[0]


def test_a_row_with_nan_is_unanswered(tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_text("a 1 2\nb nan 4\n")
    assert vector(f"vec:{tmp_path / 'v.txt'}", "b") == "its vector has values that are not numbers"


@pytest.mark.parametrize("content", ["", "just some prose here\nand more\n"])
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "v.txt").write_text(content)
    with pytest.raises(ModelError, match=r"v\.txt"):
        vector(f"vec:{tmp_path / 'v.txt'}", "a")


def test_a_cut_off_archive_is_refused(tmp_path: Path) -> None:
    whole = gzip.compress((lines() * 500).encode())
    (tmp_path / "v.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ModelError, match="damaged"):
        vector(f"vec:{tmp_path / 'v.gz'}", "king")


# ── spellings and identity ───────────────────────────────────────────────────────────────────────────────────────────


def test_case_falls_back_only_if_it_is_asked_to(tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_text(lines(), encoding="utf-8")
    assert vector(f"vec:{tmp_path / 'v.txt'}", "King") == "not in the vocabulary"
    np.testing.assert_allclose(vector(f"vec:{tmp_path / 'v.txt'}", "King", "lower-if-missing"), ROWS[0])  # type: ignore[arg-type]


def test_normal_forms_and_underscores_are_the_same_word(tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_text(lines(), encoding="utf-8")
    np.testing.assert_allclose(vector(f"vec:{tmp_path / 'v.txt'}", "nai\u0308ve"), ROWS[2])  # type: ignore[arg-type]
    np.testing.assert_allclose(vector(f"vec:{tmp_path / 'v.txt'}", "New York"), ROWS[3])  # type: ignore[arg-type]


def test_the_id_holds_the_content_and_leads_back(tmp_path: Path) -> None:
    path = tmp_path / "v.txt"
    path.write_text(lines(), encoding="utf-8")
    name = open_vectors(f"vec:{path}").id
    assert name.startswith(f"vec:{path}#")
    check(name)
    path.write_text("a 1 2\n")
    with pytest.raises(ModelError, match="have changed"):
        assert open_vectors(name).id


def test_a_missing_file_is_refused_before_anything_is_read() -> None:
    assert (
        MODELS.get("vectors").reason_unsupported("vec:/no/such.vec")
        == "No word vectors at '/no/such.vec'. Check the path."
    )


def test_shipped_vectors_have_a_short_name() -> None:
    assert isinstance(vector("vec:babelance/tiny-vectors/en", "he"), np.ndarray)
    reason = MODELS.get("vectors").reason_unsupported("vec:babelance/tiny-vectors/xx")
    assert reason and "There are: ar, de, en" in reason


# ── binary formats, against the libraries that write them ────────────────────────────────────────────────────────────


def test_arrays(tmp_path: Path) -> None:
    np.savez(tmp_path / "v.npz", words=np.asarray(WORDS), vectors=ROWS)
    check(f"vec:{tmp_path / 'v.npz'}")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "words.txt").write_text("\n".join(WORDS), encoding="utf-8")
    np.save(folder / "vectors.npy", ROWS)
    check(f"vec:{folder}")


def test_arrays_of_objects_are_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "v.npz", words=np.asarray(WORDS, dtype=object), vectors=ROWS)
    with pytest.raises(ModelError, match=r"np\.savez"):
        vector(f"vec:{tmp_path / 'v.npz'}", "king")


def keyed_vectors() -> object:
    models = pytest.importorskip("gensim.models", reason="gensim is not installed")
    vectors = models.KeyedVectors(4)
    vectors.add_vectors(list(WORDS), ROWS)
    return vectors


@pytest.mark.parametrize("binary", [True, False])
def test_word2vec_as_gensim_writes_it(tmp_path: Path, binary: bool) -> None:
    keyed_vectors().save_word2vec_format(str(tmp_path / "v.bin"), binary=binary)  # type: ignore[attr-defined]
    check(f"vec:{tmp_path / 'v.bin'}")


def test_word2vec_that_ends_early_is_refused(tmp_path: Path) -> None:
    keyed_vectors().save_word2vec_format(str(tmp_path / "v.bin"), binary=True)  # type: ignore[attr-defined]
    (tmp_path / "w.bin").write_bytes((tmp_path / "v.bin").read_bytes()[:-9])
    with pytest.raises(ModelError, match="ends at word 4 of the 5"):
        vector(f"vec:{tmp_path / 'w.bin'}", "king")


@pytest.mark.parametrize("apart", [True, False])
def test_keyed_vectors_are_read_without_running_their_pickle(tmp_path: Path, apart: bool) -> None:
    keyed_vectors().save(str(tmp_path / "v.kv"), sep_limit=0 if apart else 10**9)  # type: ignore[attr-defined]
    assert (tmp_path / "v.kv.vectors.npy").is_file() == apart
    check(f"vec:{tmp_path / 'v.kv'}")


class _Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        import os

        return os.system, ("touch /tmp/babelance-was-here",)


def test_a_pickle_that_wants_to_run_something_is_refused(tmp_path: Path) -> None:
    (tmp_path / "v.kv").write_bytes(pickle.dumps(_Evil(), protocol=4))
    with pytest.raises(ModelError, match=r"it asks for posix\.system"):
        vector(f"vec:{tmp_path / 'v.kv'}", "king")
    assert not Path("/tmp/babelance-was-here").exists()


def test_fasttext_as_gensim_reads_it(tmp_path: Path) -> None:
    fasttext = pytest.importorskip("gensim.models.fasttext", reason="gensim is not installed")
    sentences = [["größe", "und", "kleine", "größen"], ["das", "kleine", "haus", "naïve"]] * 5
    trained = fasttext.FastText(sentences, vector_size=6, min_count=1, bucket=50, epochs=1, seed=1, workers=1)
    path = tmp_path / "f.bin"
    fasttext.save_facebook_model(trained, str(path))
    reread = fasttext.load_facebook_vectors(str(path))
    for word in ("größe", "haus", "naïve", "und"):
        np.testing.assert_allclose(vector(f"vec:{path}", word), reread[word], atol=1e-6)  # type: ignore[arg-type]
    assert vector(f"vec:{path}", "häuser") == "not in the vocabulary"
    np.testing.assert_allclose(vector(f"vec:{path}#ngrams", "häuser"), reread["häuser"], atol=1e-6)  # type: ignore[arg-type]
    assert open_vectors(f"vec:{path}#ngrams").choices == {"unseen": "ngrams"}
    assert open_vectors(open_vectors(f"vec:{path}#ngrams").id).choices == {"unseen": "ngrams"}


# ── spaCy ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_hashes_are_those_of_the_libraries() -> None:
    # spaCy's StringStore documentation prints these two; the others are the reference implementation's.
    assert murmur2(b"coffee") == 3197928453018144401
    assert murmur2(b"spacy") == 10639093010105930009
    assert murmur3(b"hello", 0) == (0x41BD9B02, 0xCBD8A7B3, 0x48AE1D19, 0x5B1E906A)
    assert fnv1a(b"a") == 0xE40C292C


def spacy_folder(folder: Path, **settings: object) -> Path:
    msgpack = pytest.importorskip("msgpack", reason="msgpack is not installed")
    table = folder / "vocab"
    table.mkdir(parents=True)
    with (table / "vectors").open("wb") as file:
        np.save(file, ROWS)
    keys = {murmur2(word.encode()): row for row, word in enumerate(WORDS)}
    (table / "key2row").write_bytes(msgpack.packb({} if settings else keys))
    (table / "vectors.cfg").write_text(json.dumps(settings or {"mode": "default"}))
    return folder


def test_a_spacy_pipeline_is_read_without_spacy(tmp_path: Path) -> None:
    check(f"vec:{spacy_folder(tmp_path / 'xx_pipeline' / 'xx_pipeline-1.0')}")
    check(f"vec:{tmp_path / 'xx_pipeline'}")


def test_a_pruned_pipeline_says_how_many_words_share_a_row(tmp_path: Path) -> None:
    msgpack = pytest.importorskip("msgpack", reason="msgpack is not installed")
    folder = spacy_folder(tmp_path)
    keys = {"Élan": 0, "élan": 0, unicodedata.normalize("NFD", "élan"): 0, "chaise": 1, "banc": 1, "lune": 2}
    rows = {murmur2(word.encode()): row for word, row in keys.items()}
    (folder / "vocab" / "key2row").write_bytes(msgpack.packb(rows))
    notes = open_vectors(f"vec:{folder}").health(["Élan", "chaise", "banc", "lune"]).notes
    assert notes == ("a pruned table: 2 of the 4 words have the same row as another one that was asked for",)


def test_floret_vectors_say_that_they_have_no_vocabulary(tmp_path: Path) -> None:
    settings = {"mode": "floret", "minn": 3, "maxn": 4, "hash_count": 2, "hash_seed": 7, "bow": "<", "eow": ">"}
    model = open_vectors(f"vec:{spacy_folder(tmp_path, **settings)}")
    assert "no vocabulary" in model.health(["king"]).notes[0]
    assert isinstance(next(iter(model.answer([Embed("qwxyz")]))), Vector)


def test_a_pipeline_that_is_not_installed_is_refused() -> None:
    reason = MODELS.get("vectors").reason_unsupported("spacy:xx_nothing_md")
    assert reason and "No spaCy pipeline 'xx_nothing_md' is installed" in reason


def test_both_tables_of_an_opennmt_checkpoint_are_read(tmp_path: Path) -> None:
    from argparse import Namespace

    import torch

    tables = [torch.from_numpy(ROWS), torch.from_numpy(ROWS[::-1].copy())]
    name = "embeddings.make_embedding.emb_luts.0.weight"
    model = {f"{side}.{name}": table for side, table in zip(("encoder", "decoder"), tables, strict=True)}
    vocabulary = {"src": ["<unk>", "▁king", "queen", "a", "b"], "tgt": ["<unk>", "▁roi", "reine", "a", "b"]}
    torch.save({"model": model, "vocab": vocabulary, "opt": Namespace(layers=6)}, tmp_path / "model.pt")
    np.testing.assert_array_equal(vector(f"vec:{tmp_path / 'model.pt'}", "king"), ROWS[1])
    np.testing.assert_array_equal(vector(f"vec:{tmp_path / 'model.pt'}#encoder", "queen"), ROWS[2])
    np.testing.assert_array_equal(vector(f"vec:{tmp_path / 'model.pt'}#decoder", "reine"), ROWS[::-1][2])
    assert vector(f"vec:{tmp_path / 'model.pt'}#decoder", "king") == "not in the vocabulary"
    again = open_vectors(f"vec:{tmp_path / 'model.pt'}#decoder").id
    assert again.endswith("#decoder") and open_vectors(again).id == again


def test_a_checkpoint_of_something_else_or_with_objects_is_refused(tmp_path: Path) -> None:
    import torch

    torch.save({"weights": torch.zeros(2)}, tmp_path / "other.pt")
    with pytest.raises(ModelError, match="lacks `model` or `vocab`"):
        vector(f"vec:{tmp_path / 'other.pt'}", "king")
    torch.save({"model": {}, "vocab": Path("x")}, tmp_path / "old.pt")
    with pytest.raises(ModelError, match=r"np\.savez"):
        vector(f"vec:{tmp_path / 'old.pt'}", "king")


# ── input embeddings of Transformers models ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["mlm-bert", "mlm-roberta", "mlm-xlmr", "causal-gpt2"])
def test_input_embeddings_are_those_that_transformers_loads(fixtures: Path, name: str) -> None:
    from transformers import AutoModel, AutoTokenizer

    folder = fixtures / "models" / name
    table = AutoModel.from_pretrained(folder).get_input_embeddings().weight.detach().numpy()
    tokenizer = AutoTokenizer.from_pretrained(folder)
    for word in ("woman", "programmer"):
        pieces = tokenizer(f" {word}", add_special_tokens=False)["input_ids"]
        np.testing.assert_allclose(vector(f"emb:{folder}", word), table[pieces].mean(axis=0), atol=1e-6)  # type: ignore[arg-type]
    assert open_vectors(folder).id.startswith(f"dir:{folder}#")
    assert open_vectors(folder).choices == {"pieces": "mean"}


def test_a_word_of_unknown_pieces_is_unanswered(fixtures: Path) -> None:
    [answer] = open_vectors(fixtures / "models" / "mlm-bert").answer([Embed("\U00010348")])
    assert answer == Unanswered("not in the vocabulary")


@pytest.fixture(scope="module")
def translator(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """A model with two tables, in bfloat16."""
    import shutil

    import torch
    from transformers import BartConfig, BartForConditionalGeneration

    fixtures = request.getfixturevalue("fixtures")
    folder = tmp_path_factory.mktemp("bart")
    torch.manual_seed(0)
    config = BartConfig(
        vocab_size=4000, d_model=8, encoder_layers=1, decoder_layers=1, encoder_attention_heads=1,
        decoder_attention_heads=1, encoder_ffn_dim=8, decoder_ffn_dim=8, max_position_embeddings=16,
    )  # fmt: skip
    BartForConditionalGeneration(config).to(torch.bfloat16).save_pretrained(folder)
    for file in (fixtures / "models" / "mlm-bert").glob("*token*"):
        shutil.copy(file, folder)
    for file in (fixtures / "models" / "mlm-bert").glob("vocab*"):
        shutil.copy(file, folder)
    return folder


def test_encoder_and_decoder_of_a_translator(translator: Path) -> None:
    from transformers import BartForConditionalGeneration

    table = BartForConditionalGeneration.from_pretrained(translator).get_input_embeddings().weight
    tokenizer = open_vectors(translator)._source._tokenizer  # type: ignore[attr-defined]
    row = tokenizer("woman", add_special_tokens=False)["input_ids"]
    expected = table.detach().float().numpy()[row].mean(axis=0)
    for spec in (f"emb:{translator}#encoder", f"emb:{translator}#decoder", str(translator)):
        np.testing.assert_allclose(vector(spec, "woman"), expected, atol=1e-6)  # type: ignore[arg-type]
    assert open_vectors(f"emb:{translator}#decoder").id.endswith("#decoder")
    assert open_vectors(open_vectors(f"emb:{translator}#decoder").id).id.endswith("#decoder")


def test_encoder_and_decoder_may_have_vocabularies_and_tables_of_their_own(tmp_path: Path) -> None:
    model = write_two_vocabularies(tmp_path)
    for part, network in (("encoder", model.model.encoder), ("decoder", model.model.decoder)):
        tokenizer = open_vectors(f"emb:{tmp_path}#{part}")._source._tokenizer  # type: ignore[attr-defined]
        row = tokenizer(**{"text_target" if part == "decoder" else "text": "is"}, add_special_tokens=False)["input_ids"]
        expected = network.embed_tokens.weight.detach().numpy()[row].mean(axis=0)
        np.testing.assert_allclose(vector(f"emb:{tmp_path}#{part}", "is"), expected, atol=1e-6)  # type: ignore[arg-type]
    assert vector(f"emb:{tmp_path}#decoder", "doctor") == "not in the vocabulary"
    assert not isinstance(vector(f"emb:{tmp_path}#encoder", "doctor"), str)


@pytest.mark.parametrize("zipped", [True, False])
def test_checkpoints_of_old_torch_versions_are_read(fixtures: Path, tmp_path: Path, zipped: bool) -> None:
    import shutil

    import torch
    from safetensors.torch import load_file

    folder = fixtures / "models" / "mlm-bert"
    for file in folder.iterdir():
        if file.suffix != ".safetensors":
            shutil.copy(file, tmp_path)
    tensors = load_file(folder / "model.safetensors")
    torch.save(tensors, tmp_path / "pytorch_model.bin", _use_new_zipfile_serialization=zipped)
    old, new = (np.asarray(vector(f"emb:{where}", "woman")) for where in (tmp_path, folder))
    np.testing.assert_array_equal(old, new)


def test_words_that_are_spelt_out_letter_by_letter_are_refused(tmp_path: Path) -> None:
    """The smallest translator knows a handful of words; all others fall into letters."""
    folder = write_marian(tmp_path)
    words = ["sidnik", "mondre", "sakeid", "redoma", "kinado", "soamdi", "nesika", "doremi", "kasenid", "omidans"]
    model = open_vectors(f"emb:{folder}#encoder")
    with pytest.raises(UnhealthyModel, match=r"splits \d+ of \d+ words into single letters.*--allow-unknown"):
        model.health(words)
    allowed = MODELS.get("vectors").open(f"emb:{folder}#encoder", Options(allow_unknown=True))
    assert float(allowed.health(words).facts["pieces_per_word"]) > 3


def test_a_table_says_of_which_language_its_words_are(tmp_path: Path) -> None:
    folder = write_marian(tmp_path, source_lang="tr", target_lang="en")
    encoder, decoder = (open_vectors(f"emb:{folder}#{part}") for part in ("encoder", "decoder"))
    assert [encoder.reason_not_for(code) is None for code in ("tr", "en", "hi")] == [True, False, False]
    assert [decoder.reason_not_for(code) is None for code in ("tr", "en", "hi")] == [False, True, False]
    assert "are of 'tr', not of 'hi'" in str(encoder.reason_not_for("hi"))


def test_words_of_another_language_get_no_number(tmp_path: Path) -> None:
    folder = write_marian(tmp_path, source_lang="tr", target_lang="en")
    result = evaluate("weat", model=f"emb:{folder}#encoder", data="babel-words", language="en", draws=100)
    assert isinstance(result, Undefined) and "are of 'tr', not of 'en'" in result.undefined
    assert result.verdict and result.verdict.kind == "cannot-do-the-task"


@pytest.mark.parametrize("rounding", ["float32", "float16", "int8"])
def test_a_converted_translator_has_the_vectors_of_the_original(tmp_path: Path, rounding: str) -> None:
    from ctranslate2.converters import TransformersConverter

    folder = write_marian(tmp_path / "marian", source_lang="tr", target_lang="en")
    files = ["tokenizer_config.json", "vocab.json", "source.spm", "target.spm"]
    TransformersConverter(str(folder), copy_files=files).convert(str(tmp_path / "ct2"), quantization=rounding)
    near = {"float32": 1e-7, "float16": 1e-4, "int8": 1e-3}[rounding]
    for part, word in (("", "bir"), ("#encoder", "doktor"), ("#decoder", "is")):
        ours, theirs = vector(f"emb:{tmp_path / 'ct2'}{part}", word), vector(f"emb:{folder}{part or '#encoder'}", word)
        assert isinstance(ours, np.ndarray) and isinstance(theirs, np.ndarray)
        np.testing.assert_allclose(ours, theirs, atol=near)


@pytest.mark.parametrize("length", [0, 3, 20, 60])
def test_a_damaged_converted_translator_is_refused(tmp_path: Path, length: int) -> None:
    folder = write_ct2(write_marian(tmp_path / "marian"), tmp_path / "ct2")
    whole = (folder / "model.bin").read_bytes()
    (folder / "model.bin").write_bytes(whole[:length])
    with pytest.raises(ModelError, match=r"ends in the middle|version"):
        vector(f"emb:{folder}#encoder", "bir")


def test_a_converted_translator_may_be_named_with_its_own_prefix(tmp_path: Path) -> None:
    folder = write_ct2(write_marian(tmp_path / "marian"), tmp_path / "ct2")
    named, plain = (MODELS.get("vectors").open(f"emb:{spec}#decoder", Options()) for spec in (f"ct2:{folder}", folder))
    assert named.id == plain.id


def test_a_converted_translator_whose_vocabulary_repeats_itself_is_refused(tmp_path: Path) -> None:
    """As many different pieces as before, in more rows than there are."""
    folder = write_ct2(write_marian(tmp_path / "marian"), tmp_path / "ct2")
    [file] = folder.glob("*vocabulary.json")
    pieces = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps(pieces[:2] * 20 + pieces), encoding="utf-8")
    with pytest.raises(ModelError, match=f"has {len(pieces) + 40} pieces .* do not belong together"):
        vector(f"emb:{folder}#encoder", "bir")


def test_a_part_of_a_model_without_parts_is_an_error(fixtures: Path) -> None:
    with pytest.raises(ModelError, match="has no encoder and decoder"):
        vector(f"emb:{fixtures / 'models' / 'mlm-bert'}#decoder", "woman")


def test_a_zst_archive_that_ends_anywhere_before_its_end_is_refused(tmp_path: Path) -> None:
    whole = zstandard.compress((lines() * 500).encode())
    for length in (len(whole) - 1, len(whole) // 2, 12):
        (tmp_path / "v.zst").write_bytes(whole[:length])
        with pytest.raises(ModelError, match="ends in the middle or is damaged"):
            vector(f"vec:{tmp_path / 'v.zst'}", "a")
