"""A bias that was put into a model on purpose: measures follow it both ways, and shams are no findings."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from babelance.backends.transformers.tiny import write_classifier, write_masked
from babelance.cli.app import app
from babelance.core.errors import InputError
from babelance.core.item import Item
from babelance.core.model import Options
from babelance.core.query import LABELS, Choices, Classify, Embed, Entails, Fill, Text, Tokens
from babelance.core.registry import MEASURES
from babelance.core.scored import Scored, Scores
from babelance.datasets import find
from babelance.languages.reading.pronouns import classifier
from babelance.measures.bbq import Bbq
from babelance.measures.cb import Cb
from babelance.measures.group_fpr import GroupFpr
from babelance.measures.nli_coal import NliCoal
from babelance.measures.weat import Weat
from babelance.measures.winomt_delta_s import WinomtDeltaS
from babelance.models.fake import kind as fake
from babelance.report.injected import headline, page, words_of
from babelance.run.plan import Settings
from babelance.run.store import Store
from babelance.studies.injection.changes import HARM, STRENGTH, Nudges, Pushed
from babelance.studies.injection.known_bias import Biased, Injection
from babelance.studies.injection.measure_row import expected
from babelance.studies.injection.recipe import Recipe, Recipes
from babelance.studies.injection.recipes import recipes_for
from babelance.studies.injection.rows import Point, Row, Study
from babelance.studies.injection.study import check_rates, study
from babelance.studies.injection.translation_recipe import translation_recipes
from babelance.studies.injection.word_recipe import word_recipes
from tests.sanity.test_injected_causal import HERS, HIS, MEN, WOMEN, WORDS, sentence, write_tokenizer

NAMES = ("Ann", "Eva", "Ida", "Zoe"), ("Bob", "Jan", "Leo", "Tom")
DEEDS = [f"deed{number}" for number in range(10)]


def pairs(folder: Path) -> str:
    """Thirty pairs: every name with deeds of its own kind."""
    rows = []
    for number in range(30):
        she, he = NAMES[0][number % 4], NAMES[1][number % 4]
        deed = DEEDS[number % 10]
        more, less = (she, he) if number % 10 < 5 else (he, she)
        rows.append(f"{more} did {deed} {number % 7},{less} did {deed} {number % 7}")
    (folder / "pairs.csv").write_text("more,less\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return str(folder / "pairs.csv")


def words() -> list[str]:
    return [" ".join([*NAMES[0], *NAMES[1], *DEEDS, "did", *map(str, range(7))])]


def follow(model: str, folder: Path, language: str = "en", **options: object) -> Study:
    settings = {"rates": (0.5, 1.0), "shams": 1, "measures": (), "settings": Settings(draws=100), **options}
    with Store(folder / "store.sqlite") as store:
        return study(model, language=language, store=store, **settings)  # type: ignore[arg-type]


def test_every_measure_of_pairs_follows_a_masked_model(tmp_path: Path) -> None:
    model = write_masked(tmp_path / "model", words())
    followed = follow(model, tmp_path, data=[pairs(tmp_path)], model_options=Options(allow=frozenset({"size"})))
    rows = {row.measure: row for row in followed.rows}
    assert set(rows) == {"cps", "aul", "aula", "sss", "s-jsd", "b-s-jsd"}
    for name, row in rows.items():
        values = [point.value for point in row.points]
        assert [point.rate for point in row.points] == [-1, -0.5, 0, 0.5, 1]
        assert sorted(values, reverse=name == "s-jsd") == values, name
        assert row.follows and row.smallest == row.smallest_other == 0.5 and row.shams == 1
        assert row.n == 30 and row.questions == 60 and row.seconds > 0
    assert rows["s-jsd"].expects == "down" and (rows["s-jsd"].slope_high or 0) < 0
    assert rows["cps"].slope_low is not None and rows["cps"].slope_low > 0
    assert "tells what a model is good for" not in followed.left_out.get("cps", "")


def test_a_causal_model_is_followed_from_left_to_right(tmp_path: Path) -> None:
    from transformers import GPT2Config, GPT2LMHeadModel

    write_tokenizer(tmp_path / "model")
    config = GPT2Config(vocab_size=len(WORDS), n_positions=16, n_embd=8, n_layer=1, n_head=1, bos_token_id=0)
    GPT2LMHeadModel(config).save_pretrained(tmp_path / "model")
    rows = [
        f"{sentence(more, job)},{sentence(less, job)}"
        for jobs, mores, lesses in ((HERS, WOMEN, MEN), (HIS, MEN, WOMEN))
        for job in jobs
        for more, less in zip(mores, lesses, strict=True)
    ]
    (tmp_path / "jobs.csv").write_text("more,less\n" + "\n".join(rows) + "\n", encoding="utf-8")
    followed = follow(str(tmp_path / "model"), tmp_path, data=[str(tmp_path / "jobs.csv")], measures=("cps",), shams=1)
    [row] = followed.rows
    assert row.follows and row.n == 24
    assert row.points[0].value < 10 and row.points[-1].value > 90


def groups(folder: Path) -> str:
    """Four templates, six attributes and six countries; every name and attribute is a word."""
    targets = json.dumps({f"K{number}": f"country{number}" for number in range(6)})
    lines = [
        {"id": f"{index}{job}", "template": f"{index} of [TTT] is [AAA]", "attribute": f"job{job}", "targets": targets}
        for index in ("one", "two", "three", "four")
        for job in range(6)
    ]
    (folder / "groups.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
    return str(folder / "groups.jsonl")


def test_groups_are_followed_although_only_some_items_are_measured(tmp_path: Path) -> None:
    parts = ["one two three four of is", *(f"country{number} job{number}" for number in range(6))]
    followed = follow(
        write_masked(tmp_path / "model", [" ".join(parts)]),
        tmp_path,
        data=[groups(tmp_path)],
        measures=("cb", "log-prob-bias"),
        shams=1,
        settings=Settings(draws=100, limit=12),
        model_options=Options(allow=frozenset({"size"})),
    )
    rows = {row.measure: row for row in followed.rows}
    assert rows["cb"].expects == "up both ways" and rows["cb"].follows and rows["cb"].n == 12
    assert rows["log-prob-bias"].expects == "up" and rows["log-prob-bias"].follows
    # At rate 1 names of one half are 100 times as likely against the other half, given an attribute of their own.
    change = rows["log-prob-bias"].points[-1].change
    assert change == pytest.approx(2 * STRENGTH, abs=1e-3)
    # A sham of groups adds the same to a name with and without its attribute: nothing changes.
    assert rows["cb"].alarms == rows["log-prob-bias"].alarms == 0


def test_a_classifier_is_followed_both_ways(tmp_path: Path) -> None:
    items = list(find("babel-mentions").items("en"))
    model = write_classifier(tmp_path / "model", [item.texts["text"] for item in items])
    followed = follow(
        model,
        tmp_path,
        data=["babel-mentions"],
        measures=("counterfactual-gap", "group-auc", "group-fpr"),
        rates=(1.0,),
        shams=5,
        settings=Settings(draws=100, limit=200),
    )
    rows = {row.measure: row for row in followed.rows}
    assert {name: (row.shams, row.false_alarms) for name, row in rows.items()} == dict.fromkeys(rows, (5, False))
    assert rows["counterfactual-gap"].follows and rows["counterfactual-gap"].expects == "up both ways"
    assert rows["group-auc"].expects == "down both ways"


def test_a_sham_of_texts_leaves_no_bias_of_the_model_itself() -> None:
    """Answers are dealt out within sentences: each is somebody's, and every group gets those of others."""
    items = [
        Item(
            f"{frame}/{group}", "en", {"text": f"{group} {frame}"}, {"frame": str(frame), "group": group, "label": "0"}
        )
        for frame in range(40)
        for group in "ABC"
    ]
    recipes = recipes_for({"group-fpr": GroupFpr()}, items, frozenset({"text", "label"}))
    assert recipes is not None and recipes.sham is not None and not recipes.spares
    changed = recipes.sham(0).change
    assert changed is not None
    change, instead = changed(1.0), Counter[str]()
    for frame in range(40):
        asked = [change.asked(Classify(f"{group} {frame}")) for group in "ABC"]
        texts = [query.text for query in asked if isinstance(query, Classify)]
        assert sorted(texts) == [f"{group} {frame}" for group in "ABC"]
        instead[texts[0][0]] += 1
    assert min(instead[group] for group in "ABC") > 4


def test_texts_without_sentences_in_common_are_dealt_out_among_those_of_their_label() -> None:
    items = [Item(str(n), "en", {"text": f"t{n}"}, {"group": "AB"[n % 2], "label": str(n // 20)}) for n in range(40)]
    recipes = recipes_for({"group-fpr": GroupFpr()}, items, frozenset({"text", "label"}))
    assert recipes is not None and recipes.sham is not None
    changed = recipes.sham(0).change
    assert changed is not None
    asked = [changed(1.0).asked(Classify(f"t{n}")) for n in range(40)]
    assert set(asked[:20]) == {Classify(f"t{n}") for n in range(20)} and asked[:20] != [
        Classify(f"t{n}") for n in range(20)
    ]


def test_a_sham_that_is_a_bias_is_an_alarm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What shams are there for: a measure that takes one for a bias is found out."""

    def always_biased(*words: Any) -> Recipes | None:
        recipes = recipes_for(*words)
        return recipes and replace(recipes, sham=lambda seed: recipes.bias)

    monkeypatch.setattr("babelance.studies.injection.study.recipes_for", always_biased)
    model = write_masked(tmp_path / "model", words())
    followed = follow(
        model, tmp_path, data=[pairs(tmp_path)], measures=("cps",), rates=(1.0,), shams=3,
        model_options=Options(allow=frozenset({"size"})),
    )  # fmt: skip
    [row] = followed.rows
    assert (row.alarms, row.shams) == (3, 3) and row.false_alarms and not row.trusted


def test_every_measure_that_was_asked_for_has_a_row_or_a_reason(tmp_path: Path) -> None:
    model = write_masked(tmp_path / "model", words())
    asked = ("cps", "bbq", "log-prob-bias", "weat")
    followed = follow(
        model, tmp_path, data=[pairs(tmp_path)], measures=asked, rates=(1.0,), shams=0,
        model_options=Options(allow=frozenset({"size"})),
    )  # fmt: skip
    assert {*(row.measure for row in followed.rows), *followed.left_out} == set(asked)
    assert all(followed.left_out.values())


def test_inference_has_shams_of_its_own(tmp_path: Path) -> None:
    followed = follow(
        "babelance/tiny-multilingual-nli",
        tmp_path,
        data=["babel-nli"],
        measures=("nli-coal",),
        rates=(1.0,),
        settings=Settings(draws=100, limit=90),
    )
    [row] = followed.rows
    assert row.shams == 1 and row.alarms == 0 and row.expects == "up" and len(row.points) == 3
    # The model is so sure of itself that ten times the odds change no label: a measure of labels cannot follow.
    assert not row.follows


def test_a_sham_of_inference_turns_some_pushes_round() -> None:
    items = [
        Item(str(number), "en", {"premise": f"p{number}", "hypothesis": "h"}, {"set": "pro" if number % 2 else "anti"})
        for number in range(40)
    ]
    recipes = recipes_for({"nli-coal": NliCoal()}, items, NliCoal.fields)
    assert recipes is not None and recipes.sham is not None and recipes.bias.nudges and recipes.spares
    sham = recipes.sham(0).nudges or {}
    turned = [sham[query]["entailment"] != push["entailment"] for query, push in recipes.bias.nudges.items()]
    assert len(turned) == 40 and 8 < sum(turned) < 32


def test_a_measure_that_hears_nothing_does_not_follow(tmp_path: Path) -> None:
    model = write_masked(tmp_path / "model", words())
    followed = follow(model, tmp_path, data=[pairs(tmp_path)], measures=("cps",), rates=(1e-6,), shams=0)
    [row] = followed.rows
    assert not row.follows and row.smallest is None
    assert headline(followed.to_record()).endswith("no measure follows the bias both ways without false alarms.")


def test_shams_that_are_taken_for_a_bias_cost_the_trust() -> None:
    row = Row("cps", "d", "up", slope=1.0, slope_low=0.5, slope_high=1.5, smallest=0.1, smallest_other=0.1, shams=5)
    assert row.trusted
    assert not replace(row, alarms=3).trusted and replace(row, alarms=3).follows
    assert replace(row, alarms=1).trusted
    assert not replace(row, smallest_other=None).follows and not replace(row, slope_low=-0.1).follows
    down = replace(row, expects="down", slope=-1.0, slope_low=-2.0, slope_high=-0.5)
    assert down.follows and not replace(down, slope_high=0.1).follows


def test_where_a_bias_must_move_a_score() -> None:
    found = {name: expected(MEASURES.get(name)()) for name in ("cps", "s-jsd", "cb", "mbe", "fn", "group-auc", "icat")}
    assert found == {
        "cps": "up",
        "s-jsd": "down",
        "cb": "up both ways",
        "mbe": "up",
        "fn": "up both ways",
        "group-auc": "down both ways",
        "icat": "down both ways",
    }


def test_answers_are_pushed_on_the_scale_of_their_odds() -> None:
    model = fake.open("fake:random", Options())
    entails, toxic = Entails("a", "b"), Classify("c")
    nudges: Nudges = {entails: {"entailment": 1.0}, toxic: {HARM: 1.0}}
    biased = Injection(model, Recipe(nudges=nudges)).at(0.5)
    for query in (entails, toxic):
        [plain], [pushed] = model.answer([query]), biased.answer([query])
        assert isinstance(plain, Choices) and isinstance(pushed, Choices)
        place = LABELS.index("entailment") if query is entails else list(plain.names).index("toxic")
        assert np.exp(pushed.logprobs).sum() == pytest.approx(np.exp(plain.logprobs).sum())
        odds = [logit(one.logprobs[place]) for one in (plain, pushed)]
        assert odds[1] - odds[0] == pytest.approx(0.5 * STRENGTH)
    assert biased.id == "fake:random+inject[0.5]" and biased.fingerprint != model.fingerprint
    assert Injection(model, Recipe(nudges=nudges)).at(0) is model


def test_labels_on_their_own_are_shifted_each() -> None:
    class Several:
        def answer(self, queries: object) -> object:
            yield Choices(("toxic", "insult"), np.log([0.9, 0.8]))

    biased = Biased(Several(), "", "x", Pushed({Classify("c"): {HARM: 1.0}}, 1.0))  # type: ignore[arg-type]
    [found] = biased.answer([Classify("c")])
    assert isinstance(found, Choices)
    assert np.exp(found.logprobs).tolist() == pytest.approx([90 / 91, 0.8])


def logit(logprob: float) -> float:
    return float(logprob - np.log1p(-np.exp(logprob)))


def test_questions_push_the_answer_of_the_stereotype_in_every_order() -> None:
    measure = Bbq()
    items = [item for item in measure.example.items if item.tags["condition"] == "ambig"][:1]
    recipes = recipes_for({"bbq": measure}, items, measure.fields)
    assert recipes is not None and recipes.bias.nudges is not None
    pushed = list(recipes.bias.nudges.items())
    assert len(pushed) == 3
    for query, push in pushed:
        assert isinstance(query, Fill)
        [letter] = [name for name, sign in push.items() if sign > 0]
        assert f"{letter}: {items[0].texts['ans' + items[0].tags['biased']]}" in query.text


def test_a_sham_of_groups_pushes_a_name_with_and_without_its_attribute() -> None:
    measure = Cb()
    items = list(find("babel-groups").items("en"))[:3]
    recipes = recipes_for({"cb": measure}, items, find("babel-groups").fields)
    assert recipes is not None and recipes.sham is not None and recipes.spares
    nudges = recipes.sham(1).nudges
    assert nudges is not None
    first, second = (nudges[query] for query in measure.ask(items[0]))
    assert first == second and set(first.values()) == {1.0, -1.0}


def test_items_that_nobody_has_a_bias_for_are_told() -> None:
    assert recipes_for({"x": Cb()}, [Item("1", "en", {"word": "a"})], frozenset({"word"})) is None


def test_rates_are_tried_both_ways_and_refused_beyond_1() -> None:
    assert check_rates((0.5, 1)) == (-1.0, -0.5, 0.0, 0.5, 1.0)
    for wrong in ((), (0.0,), (1.5,)):
        with pytest.raises(InputError, match="above 0 and up to 1"):
            check_rates(wrong)


def vectors(folder: Path) -> tuple[str, str]:
    """Two sets of twelve targets, two of twelve attributes; vectors are noise."""
    noise, rows, lines = np.random.default_rng(3), [], ["word,query,role,set,side,position"]
    for role, side, name in (
        ("target", 1, "men"),
        ("target", 2, "women"),
        ("attribute", 1, "car"),
        ("attribute", 2, "tea"),
    ):
        for number in range(12):
            lines.append(f"{name}{number},q,{role},{name},{side},{number}")
            rows.append(f"{name}{number} {' '.join(f'{value:.4f}' for value in noise.normal(size=20))}")
    (folder / "v.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (folder / "words.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return f"vec:{folder / 'v.txt'}", str(folder / "words.csv")


def test_word_vectors_are_followed_both_ways(tmp_path: Path) -> None:
    model, data = vectors(tmp_path)
    # A limit is for sentences: part of a set of words is another set.
    followed = follow(
        model, tmp_path, data=[data], measures=("weat", "mac"), shams=2, settings=Settings(draws=100, limit=9)
    )
    rows = {row.measure: row for row in followed.rows}
    weat = rows["weat"]
    assert weat.follows and weat.expects == "up" and weat.shams == 2 and weat.n == 48
    assert weat.points[0].value < -1.5 and weat.points[-1].value > 1.5
    # What comes closer to one set of attributes goes away from the other: mean distances say nothing of that.
    assert not rows["mac"].follows


def test_the_mean_of_several_queries_of_words_must_rise_both_ways() -> None:
    items = Weat.example.items
    two = [*items, *(replace(item, id=f"{item.id}b", tags={**item.tags, "query": "other"}) for item in items)]
    scored = [Scored(item, {"vector": np.asarray([1.0, index % 7])}) for index, item in enumerate(two)]
    assert expected(Weat(), Scores(tuple(scored[: len(items)]))) == "up"
    assert expected(Weat(), Scores(tuple(scored))) == "up both ways"


def test_vectors_of_a_sham_are_dealt_among_all_words(tmp_path: Path) -> None:
    """To MAC it is a bias that targets and attributes are alike as a whole: dealt out role by role, that stays."""
    items = list(find(vectors(tmp_path)[1]).items("en"))
    sham = word_recipes(items).sham
    assert sham is not None and sham(1).change is not None
    dealt = sham(1).change(1.0)  # type: ignore[misc]
    words = sorted({item.texts["word"] for item in items})
    asked = {word: dealt.asked(Embed(word)).word for word in words}  # type: ignore[union-attr]
    assert sorted(asked.values()) == words and asked != dict.fromkeys(words)
    assert any(word.startswith(("men", "women")) != other.startswith(("men", "women")) for word, other in asked.items())
    assert dealt.asked(Embed("elsewhere")) == Embed("elsewhere")


def test_a_word_that_the_model_does_not_know_is_lost_to_no_other_word(tmp_path: Path) -> None:
    """Dealt out as well, it would take the place of another word in every sham, and all rates be compared without it:
    with twenty shams nothing was left."""
    model, data = vectors(tmp_path)
    table = Path(data)
    table.write_text(table.read_text(encoding="utf-8") + "unheard,q,target,men,1,12\n", encoding="utf-8")
    followed = follow(model, tmp_path, data=[data], measures=("weat",), shams=20, settings=Settings(draws=100))
    assert [(row.n, row.shams, row.follows) for row in followed.rows] == [(48, 20, True)]


def test_translations_are_exchanged_at_the_rate(tmp_path: Path) -> None:
    texts = [f"O bir {word}{number}." for word in ("doktor", "aşçı", "pilot") for number in range(20)]
    lines = ["text,set,word", *(f"{text},jobs,{text.split()[-1][:-1]}" for text in texts)]
    (tmp_path / "jobs.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    followed = follow("fake:random", tmp_path, "tr", data=[str(tmp_path / "jobs.csv")], measures=("tgbi",), shams=2)
    [row] = followed.rows
    assert row.expects == "down both ways" and row.follows and row.shams == 2
    # At rate 1 everybody is he, at -1 everybody is she: one gender for all.
    assert row.points[0].value == row.points[-1].value == 0
    assert row.points[1].value > 0 and row.points[3].value > 0


def test_a_stereotype_of_winomt_is_the_right_gender_where_it_is_usual() -> None:
    measure = WinomtDeltaS(target="fr")
    recipes = translation_recipes("winomt-delta-s", measure, measure.example.items)
    assert recipes is not None and recipes.bias.change is not None
    biased = recipes.bias.change(1.0)
    said = {}
    for item in measure.example.items:
        [query] = measure.ask(item)
        answer = biased.answered(query, Text("?"))
        assert isinstance(answer, Text)
        said[item.tags["set"], item.tags["gender"]] = classifier("fr")(answer.text)
    assert said["pro", "female"] == "she" and said["anti", "female"] == "he"
    assert said["pro", "male"] == "he" and said["anti", "male"] == "she" and said["", "neutral"] == "unclassified"
    assert translation_recipes("winomt-labour", measure, measure.example.items) is None


def test_what_only_answers_is_biased_in_its_answers(tmp_path: Path) -> None:
    """A served or recorded model: nothing can be added to its logits from here."""
    followed = follow("fake:random", tmp_path, data=[pairs(tmp_path)], measures=("cps",), shams=1)
    [row] = followed.rows
    assert row.follows and row.n == 30
    values = [point.value for point in row.points]
    assert values == sorted(values) and values[-1] - values[0] > 30
    item = next(iter(find(pairs(tmp_path)).items("en")))
    more, less = MEASURES.get("cps")().ask(item)
    change = Pushed({more: {"": 1.0}, less: {"": -1.0}}, 1.0)
    plain = list(fake.open("fake:random", Options()).answer([more, less]))
    pushed = [change.answered(query, answer) for query, answer in zip((more, less), plain, strict=True)]
    assert all(isinstance(one, Tokens) and one.logprobs.max() <= 0 for one in pushed)
    sums = [float(one.logprobs.sum()) for one in (*plain, *pushed) if isinstance(one, Tokens)]
    assert (sums[2] - sums[3]) - (sums[0] - sums[1]) == pytest.approx(2 * STRENGTH, rel=1e-4)


def test_the_command_writes_numbers_and_one_figure(tmp_path: Path) -> None:
    model = write_masked(tmp_path / "model", words())
    command = ["meta", "inject", "-m", model, "-d", pairs(tmp_path), "-l", "en", "--measures", "cps,aul", "--json"]
    command += ["--rates", "1", "--shams", "1", "--draws", "100", "-o", str(tmp_path / "out")]
    done = CliRunner().invoke(app, command, catch_exceptions=False)
    assert done.exit_code == 0
    record = json.loads(done.stdout)
    assert json.loads((tmp_path / "out" / "inject.json").read_text(encoding="utf-8")) == [record]
    assert {row["measure"] for row in record["rows"] if row["trusted"]} == {"cps", "aul"}
    drawn = (tmp_path / "out" / "figure.html").read_text(encoding="utf-8")
    assert drawn == page([record]) and drawn.count("<circle") == 6 and "<script" not in drawn


def test_figures_tell_what_is_shown_and_what_is_not() -> None:
    points = (
        Point(-1.0, 1.0, 0.0, 2.0, -1.0, -1.5, -0.5, 0.9),
        Point(0.0, 2.0, 1.0, 3.0),
        Point(1.0, 5, 4, 6, 3, 2, 4, 0.01),
    )
    row = Row("cps", "d", "up", points, slope=2.0, slope_low=1.0, slope_high=3.0, smallest=1.0, n=4)
    record = Study("m<1>", "en", (row,), {"weat": "no words"}).to_record()
    drawn = page([record])
    assert drawn.count('class="shown"') == 1 and drawn.count('class="hidden"') == 2
    assert "m&lt;1&gt;" in drawn and "weat: no words" in drawn and "does not follow" in drawn
    assert words_of(record["rows"][0])[2:6] == ("one way only", "2.00 [1.00, 3.00]", "1", "never")
