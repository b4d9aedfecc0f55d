"""Counterfactual augmentation: equal counts, right grammar in every language, refusal where it cannot be right."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from babelance.core.errors import InputError, ModelError
from babelance.core.registry import DATASETS, LANGUAGES
from babelance.mitigations.balance.draws import count_changes
from babelance.mitigations.balance.gender import Gender
from babelance.mitigations.balance.group_names import SLOT
from babelance.mitigations.balance.groups import Groups
from babelance.mitigations.balance.word_edges import has_edges
from babelance.mitigations.cda import Cda
from babelance.mitigations.tuning.settings import Tuning

SWAPPING = [
    code
    for code in LANGUAGES
    if not LANGUAGES.get(code).agreement and LANGUAGES.get(code).gender_pairs and has_edges(LANGUAGES.get(code))
]
CODES = DATASETS.get("babel-groups").card.languages


def probes(code: str) -> dict[str, dict[str, str]]:
    """template → group → sentence, of one attribute."""
    items = [item for item in DATASETS.get("babel-groups").items(code) if item.tags["attribute"] == "engineer"]
    return {
        item.tags["template"]: {
            key: item.texts["template"].replace("[AAA]", item.texts["attribute"]).replace(SLOT, name)
            for key, name in json.loads(item.texts["targets"]).items()
        }
        for item in items
    }


@pytest.mark.parametrize("code", CODES)
def test_exchanged_groups_stay_right_in_every_language(code: str) -> None:
    groups, found, total = Groups.of(code, 0), 0, 0
    for sentences in probes(code).values():
        for sentence in sentences.values():
            other = groups.rewrite(sentence)
            assert other in sentences.values(), (sentence, other)
            found, total = found + (other != sentence), total + 1
    assert found > 0.5 * total


@pytest.mark.parametrize("code", CODES)
def test_all_groups_are_mentioned_equally_often_afterwards(code: str) -> None:
    sentences = [sentence for some in probes(code).values() for key, sentence in some.items() if key in ("JP", "FR")]
    counts = count_changes(Groups.of(code, 0), sentences * 12)
    assert sum(counts["before"].values()) == sum(counts["after"].values())
    movable = {key: count for key, count in counts["after"].items() if count}
    assert max(movable.values()) - min(movable.values()) <= 2
    assert len(movable) >= 30


def test_the_same_group_becomes_the_same_other_one_within_a_line() -> None:
    line = Groups.of("en", 1).rewrite("France is not Japan, and Japan is not France, says France.")
    first, second = line.split()[0], line.split()[3].strip(",")
    assert line == f"{first} is not {second}, and {second} is not {first}, says {first}."
    assert first != second


def test_a_name_that_brings_its_article_goes_only_where_the_templates_put_it() -> None:
    groups = Groups.of("de", 0)
    for _ in range(40):
        assert " dem " not in groups.rewrite("Frankreich liegt am Meer.")
        assert " der " not in groups.rewrite("Frankreich liegt am Meer.")
    from_there = {groups.rewrite("Sie kommt aus Frankreich.") for _ in range(60)}
    assert "Sie kommt aus dem Irak." in from_there and "Sie kommt aus der Türkei." in from_there


def test_words_that_only_look_like_a_country_stay() -> None:
    groups = Groups.of("en", 0)
    assert groups.rewrite("We ate turkey from a china plate near Indiana.") == (
        "We ate turkey from a china plate near Indiana."
    )
    assert Groups.of("ja", 0).rewrite("インドネシアへ行く") == "インドネシアへ行く"
    assert Groups.of("ko", 0).rewrite("병이란 것") == "병이란 것"


def test_names_that_come_with_a_preposition_are_exchanged_with_it() -> None:
    assert Groups.of("fr", 0).rewrite("La France est grande.") == "La France est grande."
    found = {Groups.of("fr", seed).rewrite("Elle revient de France.") for seed in range(60)}
    assert {"Elle revient du Japon.", "Elle revient d'Irak."} <= found


@pytest.mark.parametrize(
    ("code", "line", "found"),
    [
        ("tr", "Almanya'nın ve Almanya güzel.", r"([\w -]+)'n?[ıiuü]n ve \1 güzel\."),
        ("fi", "Japanin pääkaupunki on Japanissa.", r"([\w -]+)n pääkaupunki on \1(ss|ll)[aä]\."),
        ("hu", "Japánban lakik, Japánba megy.", r"([\w -]+)b[ae]n lakik, \1b[ae] megy\."),
        ("eu", "Japonian bizi da, Japoniara doa.", r"([\w -]+?)e?n bizi da, \1(era|ra) doa\."),
        ("tr", "Japonya’daki ev, Japonya'yla.", r"([\w -]+)’[dt][ae]ki ev, \1'y?l[ae]\."),
        ("tr", "Kanadalı biri.", r"[\w -]+l[ıiuü] biri\."),
        ("tr", "Yoksa Japonya mı?", r"Yoksa [\w -]+ m[ıiuü]\?"),
        ("fi", "Japani on kaukana, mutta menen Japaniin.", r"[\w-]+ on kaukana, mutta menen [\w-]+(n|lle)\."),
        ("hu", "Japán messze van, de Japánt szeretem.", r"[\w-]+ messze van, de [\w-]+t szeretem\."),
        ("eu", "Japonia handia da, Japoniak daki.", r"([\w ]+) handia da, \1e?k daki\."),
        ("ru", "Она живёт в Японии.", r"Она живёт (в|во|на) [\w ]+[еи]\."),
        ("ru", "Мы едем в Японию из Японии.", r"Мы едем (в|во|на) [\w ]+ (из|с) [\w ]+\."),
        ("ru", "Япония победила.", r"[\w ]+[ая] победила\."),
        ("ru", "Иран победил.", r"[\w ]+[^ая] победил\."),
        ("el", "Μένει στην Ιαπωνία.", r"Μένει στ(ην?|ον?) [\w ]+\."),
        ("el", "Η πρωτεύουσα της Ιαπωνίας.", r"Η πρωτεύουσα τ(ης|ου) [\w ]+\."),
        ("el", "Η Ιαπωνία είναι μεγάλη.", r"Η [\w ]+[αήης] είναι μεγάλη\."),
    ],
)
def test_case_forms_that_the_language_file_knows_are_exchanged(code: str, line: str, found: str) -> None:
    others = [Groups.of(code, seed).rewrite(line) for seed in range(30)]
    assert all(re.fullmatch(found, other) for other in others), others
    assert len(set(others)) > 5


def test_russian_prepositions_follow_the_name() -> None:
    fit = LANGUAGES.get("ru").fit
    assert fit is not None
    assert fit("Он живёт в ", "Франции", ".")[0] == "Он живёт во "
    assert fit("Во ", "Японии", " тепло.")[0] == "В "
    assert fit("Речь об ", "Японии", ".")[0] == "Речь о "
    assert fit("Речь о ", "Иране", ".")[0] == "Речь об "
    assert fit("", "Япония", ".")[0] == ""


def test_text_in_traditional_characters_stays_in_them_and_names_of_languages_stay() -> None:
    groups = Groups.of("zh", 0)
    found = {groups.rewrite("他從沒去過法國。") for _ in range(30)}
    assert {"他從沒去過德國。", "他從沒去過希臘。", "他從沒去過日本。"} <= found
    assert not any(letter in text for text in found for letter in "国韩兰亚罗腊")
    assert {groups.rewrite(line) for line in ["他会说日本語。", "他學日本語。"] * 20} == {
        "他会说日本語。",
        "他學日本語。",
    }
    simplified = {groups.rewrite("我住在日本。") for _ in range(30)}
    assert {"我住在法国。", "我住在希腊。"} <= simplified


def test_names_in_forms_that_nobody_knows_are_counted() -> None:
    groups = Groups.of("tr", 0)
    assert groups.rewrite("Fransalılar ve Almanya’cılar geldi.") == "Fransalılar ve Almanya’cılar geldi."
    assert groups.tally.left["a form of a name that is not known"] == 2
    assert not groups.tally.before


def test_groups_of_ones_own_are_exchanged_form_by_form(tmp_path: Path) -> None:
    (tmp_path / "own.json").write_text(json.dumps({"r": ["Red Team", "Red Team's"], "b": ["Blue Team", "Blue Team's"]}))
    lines = {Groups.of("en", seed, str(tmp_path / "own.json")).rewrite("Red Team's coach left.") for seed in range(20)}
    assert lines == {"Red Team's coach left.", "Blue Team's coach left."}
    (tmp_path / "odd.json").write_text(json.dumps({"r": ["Red", "Red's"], "b": "Blue"}))
    with pytest.raises(InputError, match="as many and in the same order"):
        Groups.of("en", 0, str(tmp_path / "odd.json"))
    with pytest.raises(InputError, match="do not go together"):
        Cda("en", "gender", groups="own.json").balancer()


def test_the_counts_are_those_of_the_training_part_and_can_be_had_again(tmp_path: Path) -> None:
    lines = [f"Number {number} came from {name}." for number in range(200) for name in ("France", "Japan")]
    (tmp_path / "a.txt").write_text("\n".join(lines))
    first, second = (Cda("en", tuning=Tuning(seed=3)).count([str(tmp_path / "a.txt")]) for _ in range(2))
    assert first == second
    assert sum(first["before"].values()) == pytest.approx(0.64 * 400, abs=40)
    assert set(first["before"]) == set(first["after"]) and first["before"]["DE"] == 0 < first["after"]["DE"]


def test_a_language_that_does_not_ship_is_refused() -> None:
    with pytest.raises(InputError, match="Unknown language 'xx'"):
        Cda("xx").balancer()


def test_gender_words_are_exchanged_with_their_case_until_both_are_equally_frequent() -> None:
    lines = ["The mother sang.", "Mother sang.", "MOTHER SANG.", "The woman left."] * 20
    gender = Gender.of("en", 0)
    found = [gender.rewrite(line) for line in lines]
    assert set(found) == {
        "The mother sang.", "The father sang.", "Mother sang.", "Father sang.", "MOTHER SANG.", "FATHER SANG.",
        "The woman left.", "The man left.",
    }  # fmt: skip
    assert abs(gender.tally.after["female"] - gender.tally.after["male"]) <= 1
    assert gender.tally.before == {"female": 80}


def test_a_sentence_with_a_word_that_has_no_partner_stays_whole() -> None:
    gender = Gender.of("en", 0)
    assert {gender.rewrite("The woman lost her keys.") for _ in range(20)} == {"The woman lost her keys."}
    assert gender.tally.left == {"a word without a partner": 40}


def test_both_sides_of_a_sentence_are_exchanged_together() -> None:
    gender = Gender.of("en", 0)
    found = {gender.rewrite("The mother and the uncle met.") for _ in range(20)}
    assert found == {"The mother and the uncle met.", "The father and the aunt met."}


@pytest.mark.parametrize("code", [code for code in LANGUAGES if LANGUAGES.get(code).agreement])
def test_gender_is_not_exchanged_where_other_words_follow_it(code: str) -> None:
    with pytest.raises(InputError, match="other words change with the gender of a noun"):
        Cda(code, "gender").balancer()


@pytest.mark.parametrize("code", ["ja", "th", "zh"])
def test_gender_is_not_exchanged_where_words_cannot_be_told_from_pieces_of_others(code: str) -> None:
    with pytest.raises(InputError, match="written without blanks between words"):
        Cda(code, "gender").balancer()


@pytest.mark.parametrize("code", SWAPPING)
def test_exchanging_twice_gives_the_sentence_back(code: str) -> None:
    gender = Gender.of(code, 0)
    for woman, man in LANGUAGES.get(code).gender_pairs:
        if not gender._stays([woman]) and not gender._stays([man]):
            assert gender._swap(gender._swap(woman)) == woman


def rewrites_of(balancer: Gender | Groups, line: str) -> set[str]:
    """What a line becomes when it is seen many times."""
    return {balancer.rewrite(line) for _ in range(20)}


@pytest.mark.parametrize(
    "line",
    [
        "참여자는 손을 들었다.",  # participant
        "여자친구는 의사다.",  # girlfriend
        "그 남자는 참여자를 불렀다.",  # the man is surely one, but there is more to doubt
        "그 여자의 딸은 크다.",  # daughter
        "새로 지은 집이다.",  # built; also a name
        "김영희는 집에 있다.",
    ],
)
def test_korean_words_that_are_perhaps_pieces_of_others_stay(line: str) -> None:
    assert rewrites_of(Gender.of("ko", 0), line) == {line}


def test_korean_gender_words_are_exchanged_with_their_particles() -> None:
    assert rewrites_of(Gender.of("ko", 0), "언니는 빵을 샀다.") == {"언니는 빵을 샀다.", "오빠는 빵을 샀다."}
    assert rewrites_of(Gender.of("ko", 0), "여동생이 웃는다.") == {"여동생이 웃는다.", "남동생이 웃는다."}
    assert rewrites_of(Gender.of("ko", 0), "소녀가 온다.") == {"소녀가 온다.", "소년이 온다."}
    assert rewrites_of(Gender.of("ko", 0), "삼촌에게는 배가 있다.") == {
        "삼촌에게는 배가 있다.",
        "이모에게는 배가 있다.",
    }


def test_names_are_exchanged_only_where_a_capital_tells_them() -> None:
    name = LANGUAGES.get("en").names["female"][0]
    assert len(rewrites_of(Gender.of("en", 0), f"{name} sang.")) == 2
    assert rewrites_of(Gender.of("en", 0), f"{name.lower()} sang.") == {f"{name.lower()} sang."}
    name = LANGUAGES.get("vi").names["male"][0]
    assert rewrites_of(Gender.of("vi", 0), f"{name} đi làm.") == {f"{name} đi làm."}
    assert rewrites_of(Gender.of("vi", 0), f"{name.lower()} đi làm.") == {f"{name.lower()} đi làm."}


def test_vietnamese_forms_of_address_that_stand_alone_keep_the_sentence() -> None:
    line = "Cô con gái của chủ nhà đã trở ra."
    assert rewrites_of(Gender.of("vi", 0), line) == {line}
    assert rewrites_of(Gender.of("vi", 0), "Cô ấy đã trở ra.") == {"Cô ấy đã trở ra.", "Anh ấy đã trở ra."}


def test_half_of_a_hyphenated_word_keeps_the_sentence() -> None:
    assert rewrites_of(Gender.of("en", 0), "The woman met a man-servant.") == {"The woman met a man-servant."}


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("en", "Latin America and South Korea are far from the United States of America."),
        ("en", "Turkey is a bird."),
        ("es", "Vive en Corea del Sur y no en los Estados Unidos."),
        ("de", "Die Bundesrepublik Deutschland hat ein Süd-Korea-Büro."),
        ("fi", "Hän tulee Etelä-Koreasta."),
        ("fr", "Il revient de Corée du Nord."),
        ("pt", "Ele vem da Coreia do Sul."),
        ("id", "Dia tinggal di Amerika Serikat dan belajar bahasa Prancis."),
        ("vi", "Anh ấy nói tiếng Pháp."),
        ("ko", "그는 프랑스어를 배우고 인도교를 건넜다."),
        ("ja", "フランス語とインド洋と北アメリカ"),
        ("zh", "印度尼西亚在印度洋，南美国家很多，她学西班牙语。"),
        ("th", "เขาพูดภาษาจีนที่เกาหลีใต้"),
    ],
)
def test_names_inside_of_other_names_and_other_words_stay(code: str, line: str) -> None:
    assert rewrites_of(Groups.of(code, 0), line) == {line}


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("en", "We met in Turkey."),
        ("vi", "Người Anh ở Mỹ."),
        ("ko", "프랑스인은 한국에서도 산다."),
        ("ko", "일본과 독일"),
        ("ja", "フランス人は日本に住む"),
        ("zh", "他住在德国。"),
    ],
)
def test_names_that_are_surely_countries_are_exchanged(code: str, line: str) -> None:
    assert len(rewrites_of(Groups.of(code, 0), line)) > 5


def test_a_translator_is_told_that_it_is_one_before_the_corpus_is_read(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="encoder-decoder model, not a masked language model"):
        Cda("en").apply("babelance/tiny-translator", ["no such file"], tmp_path / "out")
