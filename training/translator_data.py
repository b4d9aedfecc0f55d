"""Sentence pairs for the embedded translator: read, split without leaks, cut into pieces, aligned.

Tatoeba pairs (`tatoeba/en-XX.tsv.gz`: English, tab, XX; CC BY 2.0 FR). The same English sentence stands in the files of
several languages, so the split is by English sentence: held out in one language, it is trained on in none. Our
own text beside them is in translator_lessons.py.
"""

import json
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import eflomal
import numpy as np
import sentencepiece
from batches import Encoded
from corpora import fingerprint, tidy, unzipped_lines
from multilingual_tokenizer import shares
from translator_lessons import about_work, lessons

from babelance.backends.training.translator_pieces import END, NUMBERS, PAD, UNKNOWN

# Languages whose third person can leave gender open, and which have more than a thousand pairs.
LANGUAGES = ("eu", "fi", "hi", "hu", "id", "ja", "ko", "tr", "zh")
GLOSSARY = "glossary"
LESSONS = "lessons"
PROBES = Path(__file__).parents[1] / "src" / "babelance" / "datasets" / "data" / "probes"
HELD_OUT = 400
LONGEST = 60
SMOOTHING = 0.5

Pair = tuple[str, str]  # (sentence, English)


@dataclass(frozen=True)
class Split:
    """The pairs of one language; no English sentence is in two of the parts, in any language."""

    training: list[Pair]
    choosing: list[Pair]
    testing: list[Pair]


def read(folder: Path, languages: Sequence[str] = LANGUAGES) -> dict[str, Split]:
    """Every language's pairs, split by English sentence."""
    pairs = {language: sorted(set(pairs_of(folder, language))) for language in languages}
    held_out = {language: hidden_keys(sentences) for language, sentences in pairs.items()}
    hidden = set().union(*(set(keys) for keys in held_out.values()))
    return {language: split(pairs[language], held_out[language], hidden) for language in languages}


def pairs_of(folder: Path, language: str) -> Iterator[Pair]:
    """(sentence, English) of one language; lines without both are left out."""
    for line in unzipped_lines(folder / "tatoeba" / f"en-{language}.tsv.gz"):
        english, _, sentence = line.partition("\t")
        if tidy(english) and tidy(sentence):
            yield tidy(sentence), tidy(english)


def key(english: str) -> str:
    """What makes two English sentences the same: letters and digits, in any case."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", english).casefold() if sign.isalnum())


def hidden_keys(pairs: Iterable[Pair]) -> list[str]:
    """The English sentences held out, in hash order: at most a tenth of the language."""
    keys = sorted({key(english) for _, english in pairs}, key=fingerprint)
    return keys[: min(HELD_OUT, len(keys) // 10)]


def split(pairs: Iterable[Pair], own: Sequence[str], hidden: set[str]) -> Split:
    """A quarter of the held-out sentences chooses the checkpoint, the rest tests; one translation each."""
    first: dict[str, Pair] = {}
    training = []
    for pair in pairs:
        if key(pair[1]) in hidden:
            first.setdefault(key(pair[1]), pair)
        else:
            training.append(pair)
    quarter = len(own) // 4
    return Split(training, [first[name] for name in own[:quarter]], [first[name] for name in own[quarter:]])


def glossary(languages: Sequence[str] = LANGUAGES) -> Iterator[Pair]:
    """Names of occupations, one and many, with their English, and sentences about one in which there is no gender."""
    english = occupations("en")
    for language in languages:
        for (name, form), word in occupations(language).items():
            yield word, english[name, form]
            if form == "one":
                yield from about_work(language, word, english[name, form])


def occupations(language: str) -> dict[tuple[str, str], str]:
    """(key, form) → word, for the forms `one` (in Basque the stem) and `many`."""
    material = tomllib.loads((PROBES / f"{language}.toml").read_text("utf-8"))
    forms = [form.replace("stem", "one") for form in cut(material["forms"]["occupation"])]
    return {
        (name, form): word
        for name, words in material["occupations"].items()
        for form, word in zip(forms, cut(words), strict=False)
        if form in ("one", "many")
    }


def cut(text: str) -> list[str]:
    return [part.strip() for part in text.split("|")]


def train_pieces(sentences: Iterable[str], prefix: Path, *, size: int, coverage: float) -> None:
    """A SentencePiece unigram model at PREFIX.spm."""
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(sentences),
        model_prefix=str(prefix),
        vocab_size=size,
        character_coverage=coverage,
        num_threads=1,
        minloglevel=1,
        **NUMBERS,
    )
    prefix.with_suffix(".model").replace(prefix.with_suffix(".spm"))


def sample(splits: dict[str, Split], *, size: int, seed: int) -> Iterator[str]:
    """Source sentences of all languages, small ones seen more often than their share."""
    portion = shares({language: len(split.training) for language, split in splits.items()}, SMOOTHING)
    generator = np.random.default_rng(seed)
    for language, split in splits.items():
        for index in generator.integers(len(split.training), size=round(size * portion[language])):
            yield split.training[index][0]


def write_vocabulary(folder: Path) -> None:
    """One numbering for both sides, as Marian has it. English comes first: the decoder scores that slice alone."""
    names = [[model.id_to_piece(i) for i in range(len(model))] for model in models(folder)[::-1]]
    unique = dict.fromkeys(piece for side in names for piece in side if piece not in (END, UNKNOWN, PAD))
    numbered = [END, UNKNOWN, *unique, PAD]
    (folder / "vocab.json").write_text(json.dumps({piece: i for i, piece in enumerate(numbered)}, ensure_ascii=False))


def models(folder: Path) -> list[sentencepiece.SentencePieceProcessor]:
    """Source and target pieces."""
    return [
        sentencepiece.SentencePieceProcessor(model_file=str(folder / f"{side}.spm")) for side in ("source", "target")
    ]


def target_size(folder: Path) -> int:
    """How many of the first numbers are English."""
    return len(models(folder)[1])


def encoded(sentences: Sequence[Sequence[int]]) -> Encoded:
    """Ids with a sign: -1 is nowhere."""
    return Encoded.of(sentences, np.int16)


@dataclass(frozen=True)
class Parallel:
    """One language: source and target ids (both with the end), and where each target piece comes from (-1: nowhere)."""

    source: Encoded
    target: Encoded
    origin: Encoded

    def __len__(self) -> int:
        return len(self.source)


def encode(pairs: Sequence[Pair], folder: Path) -> tuple[list[list[str]], list[list[str]]]:
    """Pieces of both sides."""
    source, target = models(folder)
    return (
        source.encode([sentence for sentence, _ in pairs], out_type=str),
        target.encode([english for _, english in pairs], out_type=str),
    )


def parallel(pairs: Sequence[Pair], folder: Path) -> Parallel:
    """Ids and alignment of a language's training pairs; overlong ones are left out."""
    sources, targets = encode(pairs, folder)
    kept = [i for i in range(len(pairs)) if max(len(sources[i]), len(targets[i])) < LONGEST]
    sources, targets = [sources[i] for i in kept], [targets[i] for i in kept]
    numbers = json.loads((folder / "vocab.json").read_text())
    origins = align(sources, targets)
    return Parallel(
        encoded([[numbers.get(piece, 1) for piece in sentence] + [0] for sentence in sources]),
        encoded([[numbers.get(piece, 1) for piece in sentence] + [0] for sentence in targets]),
        encoded([[*origin, len(source)] for origin, source in zip(origins, sources, strict=True)]),
    )


def align(sources: Sequence[Sequence[str]], targets: Sequence[Sequence[str]]) -> list[list[int]]:
    """For every target piece the position of its source piece, or -1."""
    with TemporaryDirectory() as name:
        links = Path(name) / "links"
        eflomal.Aligner().align(
            [" ".join(sentence) for sentence in sources],
            [" ".join(sentence) for sentence in targets],
            links_filename_fwd=str(links),
        )
        origins = [[-1] * len(sentence) for sentence in targets]
        for origin, line in zip(origins, links.read_text().splitlines(), strict=True):
            for link in line.split():
                source, target = link.split("-")
                origin[int(target)] = int(source)
    return origins


def short(corpus: Parallel, longest: int) -> Parallel:
    """Only pairs with at most so many pieces on either side."""
    kept = [i for i in range(len(corpus)) if max(len(corpus.source[i]), len(corpus.target[i])) <= longest + 1]
    return Parallel(
        *(encoded([side[i].tolist() for i in kept]) for side in (corpus.source, corpus.target, corpus.origin))
    )


def save(path: Path, corpus: dict[str, Parallel]) -> None:
    """All languages in one file, replaced in one move."""
    arrays = {
        f"{language}.{side}.{part}": getattr(getattr(parallel, side), part)
        for language, parallel in corpus.items()
        for side in ("source", "target", "origin")
        for part in ("ids", "starts")
    }
    partial = path.with_suffix(".partial.npz")
    np.savez(partial, **arrays)
    partial.replace(path)


def load(path: Path, languages: Sequence[str]) -> dict[str, Parallel]:
    """What `save` wrote."""
    with np.load(path) as arrays:
        return {
            language: Parallel(
                *(
                    Encoded(arrays[f"{language}.{side}.ids"], arrays[f"{language}.{side}.starts"])
                    for side in ("source", "target", "origin")
                )
            )
            for language in languages
        }


def prepare(
    corpora: Path, folder: Path, languages: Sequence[str], *, source_size: int, target_size: int, seed: int
) -> dict[str, Parallel]:
    """Aligned ids of some languages and of our own text; pieces and ids of all languages are made once, in FOLDER."""
    cache = folder / "parallel.npz"
    if not cache.exists():
        splits = read(corpora)
        if not (folder / "source.spm").exists():
            english = sorted({english for split in splits.values() for _, english in split.training})
            train_pieces(english, folder / "target", size=target_size, coverage=1.0)
            train_pieces(sample(splits, size=250_000, seed=seed), folder / "source", size=source_size, coverage=0.9995)
        write_vocabulary(folder)
        save(cache, {name: parallel(split.training, folder) for name, split in splits.items()})
    return load(cache, languages) | own(folder, languages)


def own(folder: Path, languages: Sequence[str]) -> dict[str, Parallel]:
    """Our own text for some languages."""
    return {
        GLOSSARY: parallel(list(glossary(languages)), folder),
        LESSONS: parallel(list(lessons(languages)), folder),
    }
