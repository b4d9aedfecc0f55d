"""The models inside the package: they load offline, are small, know their languages and use what they read."""

import gzip
import json
import math
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from babelance import embedded

MOST_BYTES = 35_000_000
SENTENCES = {
    "ar": (
        "أين يسكن أخوك؟",
        "أريد أن أشرب كوبا من الماء.",
        "هذا الكتاب جديد جدا.",
        "ذهبت إلى المدرسة في الصباح.",
    ),
    "de": (
        "Ich weiß nicht, wo er wohnt.",
        "Sie hat mir ein Buch gegeben.",
        "Das Wetter ist heute schön.",
        "Wir gehen am Abend ins Kino.",
    ),
    "en": (
        "I do not know where he lives.",
        "She gave me a book to read.",
        "The weather is nice today.",
        "We are going to the cinema tonight.",
    ),
    "es": (
        "No sé dónde vive mi hermano.",
        "Ella me ha dado un libro.",
        "Hoy hace muy buen tiempo.",
        "Esta noche vamos al cine.",
    ),
    "eu": (
        "Ez dakit non bizi den.",
        "Liburu berri bat erosi dut.",
        "Gaur eguraldi ona egiten du.",
        "Bihar mendira joango gara.",
    ),
    "fa": (
        "من نمی‌دانم او کجا زندگی می‌کند.",
        "او به من یک کتاب داد.",
        "امروز هوا خیلی خوب است.",
        "ما فردا به مدرسه می‌رویم.",
    ),
    "fi": (
        "En tiedä, missä hän asuu.",
        "Hän antoi minulle kirjan.",
        "Tänään on kaunis ilma.",
        "Me menemme illalla elokuviin.",
    ),
    "fr": (
        "Je ne sais pas où il habite.",
        "Elle m'a donné un livre.",
        "Il fait très beau aujourd'hui.",
        "Nous allons au cinéma ce soir.",
    ),
    "hi": (
        "मुझे नहीं पता कि वह कहाँ रहता है।",
        "उसने मुझे एक किताब दी।",
        "आज मौसम बहुत अच्छा है।",
        "हम कल बाज़ार जा रहे हैं।",
    ),
    "hu": (
        "Nem tudom, hogy hol lakik.",
        "Adott nekem egy könyvet.",
        "Ma nagyon szép idő van.",
        "Ma este moziba megyünk.",
    ),
    "id": (
        "Saya tidak tahu di mana dia tinggal.",
        "Dia memberi saya sebuah buku.",
        "Hari ini cuaca sangat bagus.",
        "Kami akan pergi ke pasar besok.",
    ),
    "it": (
        "Non so dove abita mio fratello.",
        "Lei mi ha dato un libro.",
        "Oggi il tempo è molto bello.",
        "Questa sera andiamo al cinema.",
    ),
    "ja": (
        "彼がどこに住んでいるか知りません。",
        "彼女は私に本をくれた。",
        "今日はとても天気がいいです。",
        "私たちは明日学校に行きます。",
    ),
    "ko": (
        "나는 그가 어디에 사는지 모른다.",
        "그녀는 나에게 책을 주었다.",
        "오늘은 날씨가 아주 좋아요.",
        "우리는 내일 학교에 갑니다.",
    ),
    "nl": (
        "Ik weet niet waar hij woont.",
        "Ze heeft me een boek gegeven.",
        "Het is vandaag mooi weer.",
        "We gaan vanavond naar de film.",
    ),
    "pt": (
        "Eu não sei onde ele mora.",
        "Ela me deu um livro.",
        "Hoje o tempo está muito bom.",
        "Nós vamos ao cinema esta noite.",
    ),
    "ru": (
        "Я не знаю, где он живёт.",
        "Она дала мне книгу.",
        "Сегодня очень хорошая погода.",
        "Мы идём вечером в кино.",
    ),
    "sw": (
        "Sijui anaishi wapi.",
        "Watoto wanakwenda shule kila siku.",
        "Yeye ni mwalimu mzuri sana.",
        "Tunataka kununua chakula sokoni.",
    ),
    "tr": (
        "Onun nerede yaşadığını bilmiyorum.",
        "Bana bir kitap verdi.",
        "Bugün hava çok güzel.",
        "Bu akşam sinemaya gidiyoruz.",
    ),
    "vi": (
        "Tôi không biết anh ấy sống ở đâu.",
        "Cô ấy đã cho tôi một cuốn sách.",
        "Hôm nay thời tiết rất đẹp.",
        "Ngày mai chúng tôi sẽ đi chợ.",
    ),
    "zh": (
        "我不知道他住在哪里。",
        "她给了我一本书。",
        "今天的天气很好。",
        "我们明天要去学校。",
    ),
}
CORPORA = Path(__file__).resolve().parents[2] / "shared" / "corpora"


@pytest.fixture(autouse=True)
def _offline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")


@cache
def tokenizer() -> Any:
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(embedded.path("tiny-multilingual"))


@cache
def masked_model() -> Any:
    from transformers import AutoModelForMaskedLM

    return AutoModelForMaskedLM.from_pretrained(embedded.path("tiny-multilingual"), dtype=torch.float32).eval()


def claimed_languages() -> list[str]:
    front_matter = (embedded.path("tiny-multilingual") / "README.md").read_text("utf-8").split("---")[1]
    [line] = [line for line in front_matter.splitlines() if line.startswith("language:")]
    return json.loads(line.removeprefix("language:"))


def log_probabilities(text: str, *, with_context: bool = True) -> dict[int, float]:
    """Log-probability of the token at each place; without context every other token is hidden too."""
    ids = torch.tensor(tokenizer()(text).input_ids)
    places = torch.arange(1, len(ids) - 1)
    copies = ids.repeat(len(places), 1)
    if not with_context:
        copies[:, 1:-1] = tokenizer().mask_token_id
    copies[torch.arange(len(places)), places] = tokenizer().mask_token_id
    with torch.no_grad():
        scores = masked_model()(copies).logits[torch.arange(len(places)), places].log_softmax(-1)
    return dict(zip(places.tolist(), scores[torch.arange(len(places)), ids[places]].tolist(), strict=True))


def mean_surprise(language: str, *, with_context: bool = True) -> float:
    values = [v for text in SENTENCES[language] for v in log_probabilities(text, with_context=with_context).values()]
    return -sum(values) / len(values)


def unigram_surprise(language: str) -> float:
    """Mean surprise of a unigram model with the same tokens, fitted on the language's sentences."""
    with gzip.open(CORPORA / "common-voice" / f"{language}.txt.gz", "rt", encoding="utf-8") as stream:
        lines = [line for line, _ in zip(stream, range(8000), strict=False)]
    pairs = CORPORA / "tatoeba" / f"en-{language}.tsv.gz"
    if pairs.exists():
        with gzip.open(pairs, "rt", encoding="utf-8") as stream:
            lines += [line.split("\t")[1] for line, _ in zip(stream, range(8000), strict=False)]
    counts = Counter(token for ids in tokenizer()(lines, add_special_tokens=False).input_ids for token in ids)
    total = counts.total() + len(tokenizer())
    tokens = [token for text in SENTENCES[language] for token in tokenizer()(text).input_ids[1:-1]]
    return -sum(math.log((counts[token] + 1) / total) for token in tokens) / len(tokens)


def test_an_unknown_name_is_told_what_exists() -> None:
    with pytest.raises(KeyError, match="tiny-multilingual, tiny-multilingual-nli, tiny-translator, tiny-vectors"):
        embedded.path("huge-multilingual")


def test_a_name_may_carry_the_prefix_of_the_project() -> None:
    assert embedded.path("babelance/tiny-multilingual") == embedded.path("tiny-multilingual")


def test_everything_shipped_fits_in_35_megabytes() -> None:
    folder = Path(embedded.__file__).parent
    assert sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) <= MOST_BYTES


def test_no_weight_is_missing_or_left_over() -> None:
    from transformers import AutoModelForMaskedLM, AutoModelForSequenceClassification

    for name, kind in [
        ("tiny-multilingual", AutoModelForMaskedLM),
        ("tiny-multilingual-nli", AutoModelForSequenceClassification),
    ]:
        _, info = kind.from_pretrained(embedded.path(name), output_loading_info=True)
        assert not info["missing_keys"] and not info["unexpected_keys"] and not info["mismatched_keys"]


def test_at_least_twelve_languages_are_claimed_and_each_is_tested_here() -> None:
    assert len(claimed_languages()) >= 12
    assert set(claimed_languages()) <= set(SENTENCES)


def test_the_twelve_required_languages_are_claimed() -> None:
    assert {"en", "de", "es", "fr", "pt", "ru", "ar", "hi", "tr", "ko", "ja", "zh"} <= set(claimed_languages())


def test_tokenizer_and_embeddings_have_the_same_size() -> None:
    assert len(tokenizer()) == masked_model().config.vocab_size


def test_nothing_is_unknown_even_in_scripts_never_trained_on() -> None:
    strange = ["☃ 𠮷 ϗ", "Բարեւ", "გამარჯობა", "ภาษาไทย"]
    for text in [*strange, *(text for texts in SENTENCES.values() for text in texts)]:
        assert tokenizer().unk_token_id not in tokenizer()(text).input_ids


def test_every_sentence_survives_encoding_and_decoding() -> None:
    for text in (text for texts in SENTENCES.values() for text in texts):
        assert tokenizer().decode(tokenizer()(text).input_ids, skip_special_tokens=True) == text


def test_a_mask_inside_a_sentence_is_one_token_and_leaves_its_neighbours_alone() -> None:
    pieces = tokenizer().convert_ids_to_tokens(tokenizer()("She has a [MASK] now.").input_ids)
    assert pieces == ["[CLS]", "▁She", "▁has", "▁a", "[MASK]", "▁now", ".", "[SEP]"]
    assert tokenizer().convert_ids_to_tokens(tokenizer()("她[MASK]好。").input_ids).count("[MASK]") == 1


@pytest.mark.parametrize("language", sorted(SENTENCES))
def test_context_makes_tokens_clearly_less_surprising(language: str) -> None:
    assert mean_surprise(language) < mean_surprise(language, with_context=False) - 0.5


@pytest.mark.parametrize("language", sorted(SENTENCES))
def test_own_sentences_are_predicted_better_than_by_a_unigram_model(language: str) -> None:
    if not CORPORA.is_dir():
        pytest.skip("needs the training corpora at ../shared/corpora")
    assert mean_surprise(language) < unigram_surprise(language) - 0.5


def nli_labels(pairs: list[tuple[str, str]]) -> list[str]:
    from transformers import AutoModelForSequenceClassification

    model = AutoModelForSequenceClassification.from_pretrained(
        embedded.path("tiny-multilingual-nli"), dtype=torch.float32
    ).eval()
    encoded = tokenizer()(
        [premise for premise, _ in pairs], [other for _, other in pairs], padding=True, return_tensors="pt"
    )
    with torch.no_grad():
        return [model.config.id2label[int(number)] for number in model(**encoded).logits.argmax(-1)]


def test_dropping_a_place_is_entailed_and_adding_one_is_neutral() -> None:
    full, short = "A woman is dancing in the garden.", "A woman is dancing."
    assert nli_labels([(full, short), (short, full)]) == ["entailment", "neutral"]


def test_a_denial_is_a_contradiction() -> None:
    assert nli_labels([("A woman is dancing in the garden.", "A woman is not dancing.")]) == ["contradiction"]


def vectors(language: str) -> dict[str, np.ndarray]:
    with gzip.open(embedded.path("tiny-vectors") / f"{language}.vec.gz", "rt", encoding="utf-8") as stream:
        rows, width = map(int, stream.readline().split())
        table = {word: np.array(values, float) for word, *values in (line.split(" ") for line in stream)}
    assert len(table) == rows and {len(vector) for vector in table.values()} == {width}
    return table


@pytest.mark.parametrize(
    ("language", "family", "colours"),
    [
        ("en", "mother father brother sister", "red blue green yellow"),
        ("de", "Mutter Vater Bruder Schwester", "rot blau grün gelb"),
        ("es", "madre padre hermano hermana", "rojo azul verde amarillo"),
        ("fr", "mère père frère sœur", "rouge bleu vert jaune"),
        ("ru", "мать отец брат сестра", "красный синий зелёный белый"),
        ("tr", "anne baba kardeşim oğlum", "kırmızı mavi yeşil beyaz"),
        ("zh", "母亲 父亲 哥哥 儿子", "红色 蓝色 绿色 白色"),
        ("ja", "母 父 兄 弟", "赤い 青い 白い 黒い"),
    ],
)
def test_words_of_one_kind_lie_closer_together_than_words_of_two(language: str, family: str, colours: str) -> None:
    table = vectors(language)
    first, second = (
        np.array([table[word] / np.linalg.norm(table[word]) for word in kind.split() if word in table])
        for kind in (family, colours)
    )
    assert len(first) >= 3 and len(second) >= 3
    within = [np.mean((kind @ kind.T)[np.triu_indices(len(kind), 1)]) for kind in (first, second)]
    assert min(within) > np.mean(first @ second.T)
