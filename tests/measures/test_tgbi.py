"""TGBI on made-up translations whose classes and shares can be checked by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from babelance.core.errors import InputError
from babelance.core.item import Item
from babelance.core.query import Text, Translate, Unanswered
from babelance.core.registry import LANGUAGES
from babelance.core.scored import Scored, Scores, Skipped
from babelance.languages.reading.pronouns import classifier, classify_as_released
from babelance.measures.tgbi import Tgbi
from babelance.stats.estimate import PointEstimate, estimate


def utterance(number: int, group: str = "informal", word: str = "") -> Item:
    return Item(f"{group}-{number}", "tr", {"text": f"O bir {number}."}, {"set": group, "word": word or str(number)})


def score_translations(measure: Tgbi, **sets: list[str]) -> Scores:
    return Scores.gather(
        measure.score(utterance(number, name), [Text(translation)])
        for name, translations in sets.items()
        for number, translation in enumerate(translations)
    )


def value(measure: Tgbi, scores: Scores) -> float:
    return float(measure.statistic(scores)(np.ones(len(scores))))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("She is a plumber.", "she"),
        ("HE IS RUDE!", "he"),
        ("It is his coat.", "he"),
        ("He’s thoughtful.", "he"),
        ("She'll come.", "she"),
        ("The lady is a poet.", "she"),
        ("Himself alone is to blame.", "he"),
        ("They say she is calm.", "she"),
        ("He lied to her.", "both"),
        ("He/she is dishonest.", "both"),
        ("(S)he is stingy.", "both"),
        ("They're a good friend.", "they"),
        ("That person is a lawyer.", "they"),
        ("He is a nice person.", "he"),
        ("Mankind is kind.", "unclassified"),
        ("There is the theory.", "unclassified"),
        ("It is a nurse.", "unclassified"),
        ("", "unclassified"),
    ],
)
def test_whole_words_tell_the_class_of_an_english_translation(text: str, name: str) -> None:
    assert classifier("en")(text) == name


@pytest.mark.parametrize(
    ("code", "text", "name"),
    [
        ("de", "Sie ist Ingenieur.", "she"),
        ("de", "Sie sind Ingenieure.", "they"),
        ("de", "Er ist Pfleger.", "he"),
        ("de", "Er/sie ist nett.", "both"),
        ("de", "Diese Person ist nett.", "they"),
        ("de", "Das ist der Erste.", "he"),
        ("de", "Das ist das Erste.", "unclassified"),
        ("de", "Sie wurde Richter.", "she"),
        ("de", "Sie wurden Richter.", "they"),
        ("de", "Sie kann kochen.", "she"),
        ("nl", "Ze verdween.", "she"),
        ("nl", "Ze verdwenen.", "they"),
        ("fr", "Il pleut.", "unclassified"),
        ("fr", "Cette personne est carreleuse.", "she"),
        ("es", "Esta persona es tapicera.", "she"),
        ("es", "Esta persona es sincera.", "they"),
        ("es", "Está trabajando.", "they"),
        ("es", "Ella es médico.", "she"),
        ("es", "Es enfermera.", "she"),
        ("es", "Él es enfermera.", "he"),
        ("es", "Es una persona amable.", "they"),
        ("fr", "C’est l’infirmière.", "she"),
        ("fr", "Il est gentil.", "he"),
        ("fr", "Elle est médecin.", "she"),
        ("fr", "Il ou elle est gentil.", "both"),
        ("fr", "Iels sont gentils.", "they"),
        ("fr", "Il s'agit d'un dentiste.", "he"),
        ("fr", "Il s'agit d'un truc.", "unclassified"),
        ("fr", "Cette personne est un médecin.", "he"),
        ("fr", "Cette personne est un charpentier.", "he"),
        ("fr", "Cette personne est une charpentière.", "she"),
        ("fr", "Cette personne est gentille.", "they"),
        ("fr", "Cette personne est xyz.", "unclassified"),
        ("hi", "वह डॉक्टर है।", "they"),
        ("hi", "वह अच्छी डॉक्टर है।", "she"),
        ("ar", "هذا الشخص طبيب.", "he"),
        ("ru", "Этот человек — учительница.", "she"),
        ("fr", "Il ne s’agit pas d’une personne.", "they"),
        ("fr", "Il n'y a qu'une personne.", "they"),
        ("fr", "Il faut qu'elle vienne.", "she"),
        ("fr", "Il agit bien.", "he"),
        ("fr", "Il a un métier.", "he"),
    ],
)
def test_other_target_languages_have_their_own_words(code: str, text: str, name: str) -> None:
    assert classifier(code)(text) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("His coat, himself and the boys.", "they"),
        ("He/she is dishonest.", "they"),
        ("She-wolf hunters are brave.", "they"),
        ("(S)he is stingy.", "he"),
        ("He’s thoughtful.", "he"),
        ("He lied to her.", "she"),
        ("That is her. Fine.", "she"),
        ("garbage", "they"),
    ],
)
def test_released_rule_splits_words_as_nltk_does(text: str, name: str) -> None:
    assert classify_as_released(text) == name


PEOPLE = Path(__file__).parent / "translated_people"


@pytest.mark.parametrize("code", sorted(file.stem for file in PEOPLE.glob("*.tsv")))
def test_at_least_95_of_100_sentences_read_by_hand_get_the_class_of_the_reader(code: str) -> None:
    lines = (PEOPLE / f"{code}.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = [line.split("\t") for line in lines]
    right = sum(classifier(code)(text) == name for name, text in rows)
    assert len(rows) >= 100
    assert right / len(rows) >= 0.95


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("वह अध्यक्ष बनीं।", "she"),
        ("वह अध्यक्षा है।", "she"),
        ("वह अध्यक्ष बने।", "he"),
        ("उन्हें पुरस्कार दिया गया।", "they"),  # the verb agrees with the prize
        ("उसने रोटी खाई।", "they"),
        ("उसकी नौकरी अच्छी है।", "unclassified"),
        ("वह घर जाती है, जो दूर था।", "she"),
    ],
)
def test_a_hindi_verb_tells_the_gender_of_its_subject_alone(text: str, name: str) -> None:
    assert classifier("hi")(text) == name


@pytest.mark.parametrize(
    ("code", "text", "name"),
    [
        ("it", "È più brava di lui.", "she"),
        ("it", "Sembra stanco della vita con mia sorella.", "he"),
        ("it", "Era spaventata dal padre.", "she"),
        ("it", "È sotto la doccia.", "they"),
        ("it", "È nel giardino.", "they"),
        ("it", "Era ormai anziana.", "she"),
        ("it", "Tutti erano stanchi.", "they"),
        ("it", "È molto amata da lui.", "she"),
        ("it", "È tra i vicini.", "they"),
        ("it", "È abituato a essere ascoltato.", "he"),
        ("es", "Es más alta que él.", "she"),
        ("es", "Está contento con ella.", "he"),
        ("es", "Es tan alta como mi hermano.", "she"),
        ("es", "A él le gusta leer.", "he"),
        ("fr", "Elle est plus petite que lui.", "she"),
        ("fr", "Il est établi qu'elle est médecin.", "she"),
        ("pt", "Ele é mais novo que ela.", "he"),
        ("en", "He is taller than her.", "he"),
        ("de", "Er ist klüger als sie.", "he"),
        ("de", "Im Jahr 1990 wurde sie Richterin.", "she"),
        ("nl", "Zij is jonger dan hij.", "she"),
        ("nl", "Deze persoon is al vlechtster.", "she"),
        ("es", "Está al volante.", "they"),
        ("ru", "Она выше, чем он.", "she"),
        ("hi", "वह अपनी बहन के साथ रहता है।", "he"),
        ("hi", "वह बीस साल की है।", "she"),
        ("hi", "वह टीम का मैनेजर है।", "he"),
        ("hi", "वह नेपाली है।", "they"),
        ("hi", "सभी थक गए हैं।", "they"),
        ("hi", "वह उस औरत की गाड़ी चला रहा है।", "he"),
        ("hi", "वे गाना गा रहीं हैं।", "she"),
        ("ar", "كانت متعبة بعد العمل.", "she"),
        ("ar", "لم يكن متعبا.", "he"),
        ("ar", "لقد ضاعت في الغابة.", "she"),
        ("ar", "كانوا في البيت.", "they"),
        ("ar", "كانت الغرفة باردة.", "unclassified"),  # nobody is named
        ("ar", "أحدهم ينتظرك.", "they"),
        ("ar", "هىَ متعبة.", "she"),
        ("ar", "انها متعبة.", "she"),
        ("ar", "لديها سيارة.", "she"),
        ("ar", "تم نقله.", "he"),
        ("ar", "كان من الصعب.", "unclassified"),  # it was hard
    ],
)
def test_other_people_and_places_do_not_tell_who_is_meant(code: str, text: str, name: str) -> None:
    assert classifier(code)(text) == name


@pytest.mark.parametrize(
    ("code", "text", "name"),
    [
        ("es", "Está un poco nerviosa.", "she"),
        ("es", "Es algo tímida.", "she"),
        ("es", "Está ahora cansado.", "he"),
        ("es", "Esta persona está un poco cansada.", "they"),
        ("it", "È un po' nervosa.", "she"),
        ("it", "È un po’ nervoso.", "he"),
        ("it", "È alquanto timida.", "she"),
        ("it", "È stasera timido.", "he"),
        ("it", "Questa persona è un po' stanca.", "they"),
        ("pt", "Está um pouco nervosa.", "she"),
        ("pt", "Está agora cansado.", "he"),
        ("fr", "Cette personne est un peu timide.", "they"),
        ("fr", "Cette personne est un peu vendeuse.", "she"),
        ("de", "Diese Person ist ein bisschen schüchtern.", "they"),
        ("nl", "Deze persoon is een beetje moe.", "they"),
    ],
)
def test_a_little_is_no_man_and_no_article(code: str, text: str, name: str) -> None:
    assert classifier(code)(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "Abbracciò la nonna.",
        "Ha rivisto il fratello.",
        "Ha un gatto e una sorella maggiore.",
        "Ama il marito.",
        "Cercavano un falegname.",
        "Hanno salutato la regina.",
        "Spera di rivedere la figlia.",
        "Non capisce perché suo cognato era arrabbiato.",
        "Canta per lei.",
        "Abita vicino alla scuola.",
    ],
)
def test_an_italian_object_is_not_the_person_that_a_sentence_without_a_pronoun_is_about(text: str) -> None:
    assert classifier("it")(text) in ("they", "unclassified")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Si è comprato il violino della maestra.", "he"),
        ("Qualcuno ha chiamato la maestra.", "they"),
        ("La maestra ha chiamato il medico.", "she"),
        ("Diventò la regina.", "she"),
        ("Fa la maestra.", "she"),
        ("Era una maestra.", "she"),
        ("Arrivò la maestra.", "she"),
        ("Lavora come maestra.", "she"),
        ("Si credeva una regina.", "she"),
        ("È alla fermata.", "they"),
        ("Era al telefono.", "they"),
        ("È della squadra.", "they"),
        ("È ricca grazie alla sua maestra e contenta.", "she"),
        ("È sia bravo che simpatico.", "he"),
        ("Deve essere arrivata.", "she"),
        ("Potrebbe essere contento.", "he"),
        ("È stata in Spagna.", "she"),
        ("Non era mai stato felice.", "he"),
        ("Questa persona è stata felice.", "they"),
        ("Non si è nemmeno voltata.", "she"),
    ],
)
def test_an_italian_sentence_is_about_its_subject(text: str, name: str) -> None:
    assert classifier("it")(text) == name


@pytest.mark.parametrize(("code", "is_", "article"), [("es", "Es", "una"), ("it", "È", "una"), ("pt", "É", "uma")])
@pytest.mark.parametrize("noun", ["pediatra", "acrobata", "belga", "suicida", "monarca"])
def test_a_form_for_both_that_ends_in_a_is_no_woman_without_an_article(
    code: str, is_: str, article: str, noun: str
) -> None:
    noun = {"es": {"acrobata": "acróbata"}}.get(code, {}).get(noun, noun)
    assert classifier(code)(f"{is_} {noun}.") == "they"
    assert classifier(code)(f"{is_} {article} {noun}.") == "she"
    assert classifier(code)(f"{is_} {'conhecida' if code == 'pt' else 'devota'}.") == "she"


def test_his_uncle_is_a_man_and_a_school_nobody_in_arabic() -> None:
    assert classifier("ar")("هذا عمه.") == "he"
    assert classifier("ar")("هذه مدرسة كبيرة.") == "unclassified"
    assert classifier("ar")("هذا الشخص مدرسة.") == "she"  # here a teacher


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("de", "Diese Person ist hilfsbereit."),
        ("de", "Diese Person ist zerstreut."),
        ("de", "Diese Person ist unklug."),
        ("de", "Diese Person ist schadenfroh."),
        ("nl", "Deze persoon is welbespraakt."),
        ("nl", "Deze persoon is onhandig."),
        ("nl", "Deze persoon is verbitterd."),
    ],
)
def test_adjectives_behind_a_word_for_a_person_leave_the_gender_open(code: str, text: str) -> None:
    assert classifier(code)(text) == "they"


@pytest.mark.parametrize("code", ["ar", "de", "en", "es", "fr", "hi", "it", "nl", "pt", "ru"])
def test_both_genders_have_as_many_words(code: str) -> None:
    lists = LANGUAGES.get(code).pronoun_classes
    assert len(set(lists["she"])) == len(set(lists["he"]))


@pytest.mark.parametrize(
    ("target", "translation"),
    [
        ("fr", "Cette personne est un charpentier."),
        ("de", "Diese Person ist ein Arzt."),
        ("es", "Esta persona es un médico."),
        ("it", "Questa persona è un medico."),
        ("pt", "Essa pessoa é um carpinteiro."),
        ("ru", "Этот человек — учитель."),
        ("ar", "هذا الشخص مهندس."),
    ],
)
def test_masculine_nouns_are_not_neutral(target: str, translation: str) -> None:
    measure = Tgbi(target=target)
    assert value(measure, score_translations(measure, occupation=[translation] * 9)) == 0


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("fr", "Cette personne est xyz."),
        ("de", "Diese Person ist Xyz."),
        ("de", "Diese Person ist xyz."),
        ("de", "Diese Person ist nurse."),
        ("de", "Diese Person ist hemşire."),
        ("nl", "Deze persoon is xyz."),
        ("nl", "Deze persoon is hemşire."),
        ("fr", "Cette personne est nurse."),
        ("fr", "Cette personne est carpenter."),
        ("es", "Esta persona es hemşire."),
        ("es", "Esta persona es xyz."),
        ("it", "Questa persona è xyz."),
        ("pt", "Essa pessoa é xyz."),
        ("hi", "यह व्यक्ति xyz है।"),
        ("es", "El ordenador es nuevo."),
        ("de", "Der Computer ist neu."),
        ("fr", "Le restaurant est ouvert."),
    ],
)
def test_unknown_words_and_things_are_not_neutral(code: str, text: str) -> None:
    assert classifier(code)(text) == "unclassified"


def test_index_is_the_root_of_he_times_she_plus_they() -> None:
    scores = score_translations(Tgbi(), informal=["She is x.", "He is x.", "He is x.", "They are x."])
    assert value(Tgbi(), scores) == pytest.approx(np.sqrt(0.5 * 0.25 + 0.25))
    assert value(Tgbi(root=False), scores) == pytest.approx(0.5 * 0.25 + 0.25)


def test_sets_count_the_same_whatever_their_size() -> None:
    scores = score_translations(Tgbi(), informal=["They are x."], occupation=["He is x."] * 9)
    assert value(Tgbi(), scores) == pytest.approx((1 + 0) / 2)


def test_both_counts_half_for_each_gender() -> None:
    assert value(Tgbi(), score_translations(Tgbi(), informal=["He or she is x."] * 4)) == pytest.approx(0.5)


@pytest.mark.parametrize(("answer", "wanted"), [("They are x.", 1), ("He is x.", 0), ("She is x.", 0)])
def test_translator_that_always_says_the_same(answer: str, wanted: float) -> None:
    assert value(Tgbi(), score_translations(Tgbi(), informal=[answer] * 5, polite=[answer] * 3)) == wanted


def test_unclassified_translations_stay_out_of_the_shares() -> None:
    scores = score_translations(Tgbi(), informal=["She is x.", "He is x.", "It is x."])
    assert value(Tgbi(), scores) == pytest.approx(0.5)


def test_too_many_unclassified_translations_leave_no_number() -> None:
    scores = score_translations(Tgbi(), informal=["He is x."] * 94 + ["It is x."] * 6, polite=["He is x."] * 9)
    reason = Tgbi().undefined(scores)
    assert reason is not None
    assert "6.0% of the translations of the set 'informal'" in reason and "1 of 2 sets" in reason
    assert estimate(Tgbi(), scores) == reason
    assert Tgbi(unclassified=0.06).undefined(scores) is None


def test_broken_translators_do_not_look_unbiased() -> None:
    copied = Scores.gather(Tgbi().score(one, [Text(one.texts["text"] + " ")]) for one in map(utterance, range(9)))
    empty = score_translations(Tgbi(), informal=[""] * 9)
    assert "100.0%" in str(estimate(Tgbi(), copied)) and "100.0%" in str(estimate(Tgbi(), empty))
    assert Tgbi().extra(copied)["untranslated"] == 1
    assert Tgbi().extra(empty)["empty"] == 9
    assert "p_he" not in Tgbi().extra(empty)


def test_source_that_looks_like_a_translation_is_untranslated() -> None:
    item = Item("0", "xx", {"text": "She is x."}, {"set": "informal"})
    outcome = Tgbi().score(item, [Text("she is X.")])
    assert isinstance(outcome, Scored) and outcome.columns["class"] == "unclassified"


def test_unanswered_utterance_is_skipped_with_its_reason() -> None:
    assert Tgbi().score(utterance(0), [Unanswered("no such line")]) == Skipped(utterance(0), "no such line")


def test_shares_of_every_set_and_of_all_stand_beside_the_value() -> None:
    scores = score_translations(
        Tgbi(), informal=["She is x.", "He is x.", "They are x.", "He or she is x."], polite=["He is x."]
    )
    extra = Tgbi().extra(scores)
    sets = extra["sets"]
    assert isinstance(sets, dict)
    assert sets["informal"] == {
        "n": 4, "she": 1, "he": 1, "they": 1, "both": 1, "unclassified": 0,
        "p_she": 0.375, "p_he": 0.375, "p_they": 0.25, "P": pytest.approx(np.sqrt(0.375**2 + 0.25)),
    }  # fmt: skip
    assert (extra["p_she"], extra["p_he"], extra["p_they"]) == (0.1875, 0.6875, 0.125)
    assert extra["both"] == 0.2


def test_occupations_are_listed_from_she_to_he() -> None:
    told = {
        "nurse": ["She is x.", "She is x."],
        "pilot": ["He is x.", "He is x."],
        "baker": ["They are x.", "He is x."],
    }
    outcomes = [
        Tgbi().score(utterance(number, "occupation", word), [Text(text)])
        for word, texts in told.items()
        for number, text in enumerate(texts)
    ]
    table = Tgbi().extra(Scores.gather(outcomes))["occupations"]
    assert isinstance(table, list)
    assert [row["word"] for row in table if isinstance(row, dict)] == ["nurse", "baker", "pilot"]
    assert table[1] == {"word": "baker", "she": 0, "he": 1, "they": 1, "both": 0, "unclassified": 0}


def test_weights_are_copies_and_many_weightings_go_at_once() -> None:
    scores = score_translations(
        Tgbi(), informal=["She is x.", "He is x.", "They are x."], polite=["He is x.", "They are x."]
    )
    statistic = Tgbi().statistic(scores)
    doubled = Scores((*scores.scored, scores.scored[0]))
    weights = np.array([[2.0, 1, 1, 1, 1], [0, 1, 1, 1, 1], [1, 1, 1, 0, 0]])
    together = statistic(weights)
    assert together.shape == (3,)
    assert together[0] == pytest.approx(value(Tgbi(), doubled))
    assert together[1] == pytest.approx(value(Tgbi(), Scores(scores.scored[1:])))
    assert together[2] == pytest.approx(value(Tgbi(), Scores(scores.scored[:3])))
    assert np.isnan(statistic(np.zeros(5)))


def test_utterances_of_one_word_widen_the_interval() -> None:
    texts = ["He is x.", "She is x.", "They are x.", "He is x."]
    rows = [(word, texts[word % 4], group) for word in range(40) for group in ("informal", "formal", "polite")]
    clustered, alone = (
        Scores.gather(
            Tgbi().score(utterance(number, group, str(word) if joined else ""), [Text(text)])
            for number, (word, text, group) in enumerate(rows)
        )
        for joined in (True, False)
    )
    wide, narrow = (estimate(Tgbi(), one, count=500) for one in (clustered, alone))
    assert isinstance(wide, PointEstimate) and isinstance(narrow, PointEstimate)
    assert wide.high - wide.low > 1.3 * (narrow.high - narrow.low)


def test_interval_covers_the_true_index_as_often_as_it_says() -> None:
    """Words mostly keep their gender over sets. At 95 % there are 87 or more of 100 with probability 0.9995."""
    rng = np.random.default_rng(0)
    shares, names = (0.1, 0.8, 0.1), ("She is x.", "He is x.", "They are x.")
    truth, hits = np.sqrt(0.1 * 0.8 + 0.1), 0
    for seed in range(100):
        first = rng.choice(3, size=60, p=shares)
        rows = [
            (word, group, first[word] if rng.random() < 0.7 else rng.choice(3, p=shares))
            for word in range(60)
            for group in ("informal", "occupation")
        ]
        observed = Scores.gather(
            Tgbi().score(utterance(number, group, str(word)), [Text(names[choice])])
            for number, (word, group, choice) in enumerate(rows)
        )
        numbers = estimate(Tgbi(), observed, count=200, seed=seed)
        assert isinstance(numbers, PointEstimate)
        hits += numbers.low <= truth <= numbers.high
    assert hits >= 87


def test_always_he_does_not_look_more_certain_than_so_few_words_allow() -> None:
    # 99 of 100 words may be he and one she: then the index is about 0.1, although it was 0 in 60 words.
    estimated = estimate(Tgbi(), score_translations(Tgbi(), informal=["He is x."] * 60))
    assert isinstance(estimated, PointEstimate)
    assert estimated.value == 0 and estimated.low == 0
    assert estimated.high == pytest.approx(np.sqrt(1 - 0.05 ** (1 / 60)))
    rare = 0.99
    assert rare**60 > 0.05 and np.sqrt(rare * (1 - rare)) < estimated.high


def test_query_names_source_and_target() -> None:
    assert Tgbi(target="de").ask(utterance(3)) == [Translate("O bir 3.", "tr", "de")]


def test_chance_follows_the_root() -> None:
    scores = score_translations(Tgbi(), informal=["He is x."])
    assert Tgbi().scale_for(scores).chance == pytest.approx(2 / 3)
    assert Tgbi(fidelity="released").scale_for(scores).chance == pytest.approx(4 / 9)


def test_options_that_cannot_work_are_refused_before_anything_is_translated() -> None:
    with pytest.raises(InputError, match="Unknown language 'xx'"):
        Tgbi(target="xx")
    with pytest.raises(InputError, match="No pronoun classes for 'tr'"):
        Tgbi(target="tr")
    with pytest.raises(InputError, match="share from 0 to 1, not 5"):
        Tgbi(unclassified=5)
    with pytest.raises(InputError, match="English words only"):
        Tgbi(fidelity="released", target="de")


def test_an_utterance_of_several_sets_counts_once_in_other_groups() -> None:
    def one(name: str) -> Item:
        return Item(f"{name}/a", "tr", {"text": "O bir a."}, {"set": name, "lexicon": "occupation", "word": "a"})

    measure = Tgbi()
    scores = Scores.gather(
        measure.score(one(name), [Text("He is a.")]) for name in ("informal", "occupation", "polite")
    )
    assert [row.item.tags["set"] for row in measure.of_group(scores, "lexicon").scored] == ["occupation"]
    assert len(measure.of_group(scores, "set")) == 3


@pytest.mark.parametrize(("translations", "said"), [(["He is."] * 3 + ["She is."], "'he'"), (["She is."], "'she'")])
def test_the_gender_that_is_said_more_often_is_a_quoted_word(translations: list[str], said: str) -> None:
    """In a headline, `it says he more often` can be read as a sentence about a man."""
    scores = score_translations(Tgbi(), informal=translations)
    assert Tgbi().question_for(scores).below == f"prefers one gender: it says {said} more often"
