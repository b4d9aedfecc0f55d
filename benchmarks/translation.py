"""Translation: telling genders apart costs next to nothing, and CTranslate2 is worth the conversion.

    python -m benchmarks.translation [--quick] [--json]

Claims, as ratios in one run: scoring 26,370 translations takes less than 5 % of the time in which Apertium, the
fastest engine here, makes them (ratio at least 20); a Marian-shaped model with random weights, converted with
`quantization="int8"`, translates through CTranslate2 at least twice as fast as in the plain Transformers loop, at equal
beam and equal lengths (the whole `ct2:` model against tokenize, generate, decode in batches of 32). What conversion
without quantization gives stands beside it. Conversion is not timed.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from typing import Any

from babelance.core.item import Item
from babelance.core.model import Options
from babelance.core.query import Translate
from babelance.core.registry import DATASETS, LANGUAGES, MODELS
from babelance.measures.tgbi import Tgbi

UTTERANCES = 26_370
BEAM = 4
BATCH = 32
WORDS = 10
VOCABULARY = 32_000
CLASSIFYING = "translating with Apertium / telling genders apart"
CT2 = "Transformers loop / CTranslate2 in {}"
CLAIMS = {CLASSIFYING: 20.0, CT2.format("int8"): 2.0}


def main() -> None:
    options = _options()
    claims = [claim for claim in (classifying(options.quick), *ctranslate2(options.quick)) if claim]
    for claim in claims:
        print(json.dumps(claim) if options.json else _line(claim))
    sys.exit(0 if all(claim.get("holds", True) for claim in claims) else 1)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    parser.add_argument("--json", action="store_true", help="one JSON object per claim")
    return parser.parse_args()


def _line(claim: dict[str, Any]) -> str:
    bar = f" (bar {claim['bar']})" if "bar" in claim else ""
    return f"{claim['claim']}: {claim['ratio']:.1f} times{bar}, {claim['what']}"


def _claim(name: str, slow: float, fast: float, what: str) -> dict[str, Any]:
    ratio, bar = slow / fast, CLAIMS.get(name)
    return {"claim": name, "ratio": ratio, **({"bar": bar, "holds": ratio >= bar} if bar else {}), "what": what}


# ── classification ───────────────────────────────────────────────────────────────────────────────────────────────────


def classifying(quick: bool) -> dict[str, Any] | None:
    if reason := MODELS.get("apertium").reason_unsupported("apertium:eu-en"):
        print(f"left out: {reason}", file=sys.stderr)
        return None
    texts = list(islice(basque(), UTTERANCES // (10 if quick else 1)))
    model = MODELS.get("apertium").open("apertium:eu-en", Options())
    start = time.perf_counter()
    answers = list(model.answer([Translate(text, "eu", "en") for text in texts]))
    translated = time.perf_counter() - start
    measure, items = Tgbi(), [Item(str(n), "eu", {"text": text}, {"set": "all"}) for n, text in enumerate(texts)]
    start = time.perf_counter()
    for item, answer in zip(items, answers, strict=True):
        measure.score(item, [answer])
    scored = time.perf_counter() - start
    what = f"{len(texts)} utterances: Apertium {translated:.1f} s, scoring {scored:.2f} s"
    return _claim(CLASSIFYING, translated, scored, what)


def basque() -> Iterator[str]:
    """Different short sentences, more than enough."""
    items = list(DATASETS.get("babel-utterances").items("eu"))
    definite = LANGUAGES.get("eu").forms["def"]
    qualities = sorted({item.tags["word"] for item in items if item.tags["lexicon"] != "occupation"})
    jobs = [item.texts["text"] for item in items if item.tags["set"] == "occupation"]
    for when, quality, text in product(("Gaur", "Beti", "Orain"), qualities, jobs):
        yield f"{when} {text[:-4].lower()} {definite(quality)} da."


# ── CTranslate2 ──────────────────────────────────────────────────────────────────────────────────────────────────────


def ctranslate2(quick: bool) -> list[dict[str, Any]]:
    texts = list(islice(sentences(), BATCH if quick else 8 * BATCH))
    with tempfile.TemporaryDirectory() as folder:
        original = write_marian(Path(folder) / "marian")
        loop = plain_loop(original, texts)
        claims = []
        for name, quantization in (("int8", "int8"), ("float32", None)):
            seconds = converted(convert(original, Path(folder) / name, quantization), texts)
            what = f"{len(texts)} texts, beam {BEAM}: Transformers {loop:.1f} s, CTranslate2 {seconds:.1f} s"
            claims.append(_claim(CT2.format(name), loop, seconds, what))
    return claims


def converted(folder: Path, texts: list[str]) -> float:
    model = MODELS.get("ct2").open(f"ct2:{folder}", Options(extra={"beam": str(BEAM)}))
    list(model.answer([Translate(texts[0], "tr", "en")]))
    start = time.perf_counter()
    list(model.answer([Translate(text, "tr", "en") for text in texts]))
    return time.perf_counter() - start


def plain_loop(folder: Path, texts: list[str]) -> float:
    """What the model cards show: tokenize, generate, decode, batch after batch."""
    import torch
    from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForSeq2SeqLM.from_pretrained(folder).eval()
    start = time.perf_counter()
    for first in range(0, len(texts), BATCH):
        batch = tokenizer(texts[first : first + BATCH], return_tensors="pt", padding=True)
        with torch.inference_mode():
            produced = model.generate(**batch, num_beams=BEAM, do_sample=False, max_new_tokens=2 * (WORDS + 1) + 20)
        tokenizer.batch_decode(produced, skip_special_tokens=True)
    return time.perf_counter() - start


def sentences() -> Iterator[str]:
    """Texts of equally many tokens, so that both ways do the same work."""
    number = 0
    while True:
        yield " ".join(f"w{(number * 7 + position * 13) % 90 + 10}" for position in range(WORDS))
        number += 1


def write_marian(folder: Path) -> Path:
    """Six and six layers of width 512, as the OPUS-MT models have them."""
    import torch
    from sentencepiece import SentencePieceTrainer
    from transformers import MarianConfig, MarianMTModel, MarianTokenizer

    folder.mkdir()
    words = [f"w{number}" for number in range(10, 100)]
    for side in ("source", "target"):
        with (folder / f"{side}.spm").open("wb") as file:
            SentencePieceTrainer.train(
                sentence_iterator=iter([" ".join(words)] * 20), model_writer=file, model_type="word",
                vocab_size=len(words) + 3, hard_vocab_limit=False, minloglevel=2,
            )  # fmt: skip
    tokens = ["</s>", "<unk>", *(f"▁{word}" for word in words)]
    tokens += [f"▁x{number}" for number in range(VOCABULARY - len(tokens) - 1)] + ["<pad>"]
    (folder / "vocab.json").write_text(json.dumps({token: number for number, token in enumerate(tokens)}))
    paths = [str(folder / name) for name in ("source.spm", "target.spm", "vocab.json")]
    MarianTokenizer(*paths).save_pretrained(folder)
    torch.manual_seed(0)
    pad = len(tokens) - 1
    config = MarianConfig(
        vocab_size=len(tokens), d_model=512, encoder_layers=6, decoder_layers=6, encoder_attention_heads=8,
        decoder_attention_heads=8, encoder_ffn_dim=2048, decoder_ffn_dim=2048, max_position_embeddings=512,
        pad_token_id=pad, decoder_start_token_id=pad, eos_token_id=0, forced_eos_token_id=0, scale_embedding=True,
        activation_function="swish",
    )  # fmt: skip
    model = MarianMTModel(config)
    model.generation_config.bad_words_ids = [[pad]]
    model.save_pretrained(folder)
    return folder


def convert(original: Path, folder: Path, quantization: str | None) -> Path:
    from ctranslate2.converters import TransformersConverter

    files = ["tokenizer_config.json", "vocab.json", "source.spm", "target.spm"]
    TransformersConverter(str(original), copy_files=files).convert(str(folder), quantization=quantization)
    return folder


if __name__ == "__main__":
    main()
