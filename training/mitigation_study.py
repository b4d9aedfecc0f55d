"""The study of docs/mitigation.md: small monolingual models, mitigated in every way, measured before and after.

    python training/mitigation_study.py --corpora CORPORA --out STUDY

does all of it, or what is still missing: everything can be stopped and goes on. `CORPORA` is laid out as
training/README.md says. A base model reads one part of a language's sentences, mitigations train on another part that
it has not read; which part a sentence is in follows from its own hash.
"""

import argparse
import hashlib
import sys
from collections.abc import Mapping
from pathlib import Path

import corpora

LANGUAGES = ("de", "pt")
ALIGNED_TO = "en"
MULTILINGUAL = "babelance/tiny-multilingual"
MOST = {"base": 60_000, "tune": 8_000}
BASE_SHARE = 0.75
SHAPE = {"hidden_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 512}
WORDS = 6000
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
PASSES = ("--rate", 3e-4, "--epochs", 2, "--batch", 16)
LONGER = ("--rate", 1e-3, "--epochs", 20, "--batch", 16, "--patience", 20)
# So small models learn little at the rate of 1e-4 that the paper uses for BERT.
ENTITIES = {"frozen": ("--freeze", "--epochs", 8, "--rate", 1e-2), "trained": ("--epochs", 4, "--rate", 1e-3)}
SENTENCES = 1000
UNDEFINED = 3
"""Exit code of a run some of whose results are undefined: single templates have no interval."""


def write_texts(folder: Path, out: Path, language: str) -> None:
    """`LANGUAGE.base.txt` and `LANGUAGE.tune.txt`."""
    if (out / f"{language}.tune.txt").is_file():
        return
    parts: dict[str, list[str]] = {"base": [], "tune": []}
    for sentence in corpora.read(folder, language).training:
        share = hashlib.sha256(f"study {sentence}".encode()).digest()[0] / 256
        parts["base" if share < BASE_SHARE else "tune"].append(sentence)
    for part, sentences in parts.items():
        (out / f"{language}.{part}.txt").write_text("\n".join(sentences[: MOST[part]]) + "\n", encoding="utf-8")


def make_untrained(out: Path, text: Path) -> None:
    """BERT's shape with weights from a seed, and word pieces of the text."""
    import torch
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
    from transformers import BertConfig, BertForMaskedLM, PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(vocab_size=WORDS, special_tokens=list(SPECIAL), show_progress=False)
    tokenizer.train([str(text)], trainer)
    ends = [("[CLS]", 2), ("[SEP]", 3)]
    tokenizer.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", special_tokens=ends)
    names = dict(zip(("pad_token", "unk_token", "cls_token", "sep_token", "mask_token"), SPECIAL, strict=True))
    config = BertConfig(vocab_size=tokenizer.get_vocab_size(), max_position_embeddings=130, pad_token_id=0, **SHAPE)
    config.hidden_dropout_prob = config.attention_probs_dropout_prob = 0.0
    torch.manual_seed(0)
    BertForMaskedLM(config).save_pretrained(out)
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=130, **names).save_pretrained(out)


def babelance(*words: object) -> None:
    """One command, in this process: to start Python anew takes longer than many of them. A training that was stopped
    goes on."""
    from babelance.cli.app import app

    code = app([str(word) for word in words], standalone_mode=False)
    if code not in (None, 0, UNDEFINED):
        sys.exit(f"babelance {' '.join(map(str, words))}: exit code {code}")


def make_base(out: Path, language: str) -> None:
    text, raw, base = out / f"{language}.base.txt", out / f"untrained-{language}", out / f"base-{language}"
    if not raw.is_dir():
        make_untrained(raw, text)
    passes = ("--epochs", 8, "--batch", 64, "--rate", 1.5e-3, "--warm-up", 0.05)
    babelance("mitigate", "further", "-m", raw, "-c", text, "-l", language, "-o", base, *passes)


def mitigate(folder: Path, out: Path, language: str) -> dict[str, Path]:
    """All variants of a language: name → model."""
    shared = (*_original_arguments(out, language), *PASSES)
    aligned = _aligned_arguments(folder, out, language)
    ways: dict[str, tuple[object, ...]] = {
        "further": ("further", *shared),
        "further-frozen": ("further", *shared, "--freeze", "encoder"),
        "cda": ("cda", *shared),
        "align": ("align", *shared, *aligned),
        "align-random": ("align", *shared, *aligned, "--rotation", "random"),
        "multilingual": ("multilingual", *shared, "--by", MULTILINGUAL),
    }
    return {"base": out / f"base-{language}", **_make_models(out, language, ways)}


def train_longer(folder: Path, out: Path, language: str) -> dict[str, Path]:
    """Heads that had the time to converge: without a rotation, with the learnt one, with a random one."""
    shared = (*_original_arguments(out, language), *LONGER)
    aligned = _aligned_arguments(folder, out, language)
    ways: dict[str, tuple[object, ...]] = {
        "longer-frozen": ("further", *shared, "--freeze", "encoder"),
        "longer-align": ("align", *shared, *aligned),
        "longer-random": ("align", *shared, *aligned, "--rotation", "random"),
    }
    return {"base": out / f"base-{language}", **_make_models(out, language, ways)}


def _original_arguments(out: Path, language: str) -> tuple[object, ...]:
    return "-m", out / f"base-{language}", "-c", out / f"{language}.tune.txt", "-l", language


def _aligned_arguments(folder: Path, out: Path, language: str) -> tuple[object, ...]:
    table = folder / "tatoeba" / f"en-{language}.tsv.gz"
    target = ("--to", out / f"base-{ALIGNED_TO}", "--to-language", ALIGNED_TO)
    return *target, "-p", table, "--columns", "2,1", "--pairs", 10_000


def _make_models(out: Path, language: str, ways: Mapping[str, tuple[object, ...]]) -> dict[str, Path]:
    folders = {name: out / f"{name}-{language}" for name in ways}
    for name, way in ways.items():
        babelance("mitigate", *way, "-o", folders[name])
    return folders


def measure(out: Path, language: str, variants: dict[str, Path]) -> list[Path]:
    """Bias and surprise of every variant on the same items; folders of the runs."""
    runs = []
    for name, model in variants.items():
        run = out / f"run-{name}-{language}"
        babelance("run", "-m", model, "-d", "babel-groups", "--measures", "cb", "-l", language, "-o", run / "cb")
        held_out = out / f"further-{language}" / "held-out.jsonl"
        babelance("run", "-m", model, "-d", held_out, "--measures", "pseudo-perplexity", "-l", language,
                  "--set", "per=character", "-o", run / "text")  # fmt: skip
        lines = [(run / part / "results.jsonl").read_text(encoding="utf-8") for part in ("cb", "text")]
        (run / "results.jsonl").write_text("".join(lines), encoding="utf-8")
        runs.append(run)
    return runs


def find_entities(out: Path, language: str, variants: dict[str, Path]) -> None:
    """Taggers made from the base, from the model that was trained further, and from the aligned one."""
    for name in ("base", "further", "align"):
        for kind, words in ENTITIES.items():
            tagger = out / f"ner-{kind}-{name}-{language}"
            babelance("train", "ner", "-b", variants[name], "-l", language, "--limit", SENTENCES, *words, "-o", tagger)
            babelance("score", "ner", "-m", tagger, "-l", language, "--limit", SENTENCES,
                      "-o", out / f"run-{name}-{language}")  # fmt: skip


def spill_over(out: Path) -> None:
    """The multilingual model before and after it was trained further in one language, measured in all three."""
    runs = []
    for name, model in (("before", MULTILINGUAL), ("after", out / f"multilingual-{LANGUAGES[0]}")):
        runs.append(out / f"spill-{name}")
        languages = ",".join((*LANGUAGES, ALIGNED_TO))
        babelance("run", "-m", model, "-d", "babel-groups", "--measures", "cb", "-l", languages, "-o", runs[-1])
    babelance("ledger", *runs, "--out", out / "ledger-spill-over")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    for language in (ALIGNED_TO, *LANGUAGES):
        write_texts(chosen.corpora, chosen.out, language)
        make_base(chosen.out, language)
    babelance("run", "-m", chosen.out / f"base-{ALIGNED_TO}", "-d", "babel-groups", "--measures", "cb",
              "-l", ALIGNED_TO, "-o", chosen.out / f"run-base-{ALIGNED_TO}")  # fmt: skip
    runs: dict[str, list[Path]] = {"ledger": [], "ledger-longer": []}
    for language in LANGUAGES:
        variants = mitigate(chosen.corpora, chosen.out, language)
        runs["ledger"] += measure(chosen.out, language, variants)
        find_entities(chosen.out, language, variants)
        runs["ledger-longer"] += measure(chosen.out, language, train_longer(chosen.corpora, chosen.out, language))
    for name, some in runs.items():
        babelance("ledger", *some, "--out", chosen.out / name)
    spill_over(chosen.out)


if __name__ == "__main__":
    main()
