"""Arabic sentences of our own: verbs, and what somebody has, tell who is meant where nobody is named."""

from __future__ import annotations

import pytest

from babelance.languages.reading.pronouns import classifier


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("باعت بيتها في الصيف.", "she"),
        ("باع بيته في الصيف.", "he"),
        ("باعوا بيتهم في الصيف.", "they"),
        ("أصلحت الدراجة بمفردها.", "she"),  # neither *the bicycle was mended* nor *I*
        ("أصلح الدراجة بمفرده.", "he"),
        ("مشت إلى السوق.", "she"),
        ("نسيت أن تتصل بي.", "she"),
        ("أُصيب في الملعب.", "he"),
        ("سوف تطبخ لنا العدس.", "she"),
        ("ستطبخ العدس لنا.", "she"),
        ("تطبخ العدس كل جمعة.", "she"),
        ("لم يطبخ العدس.", "he"),
        ("يطبخون العدس معا.", "they"),
        ("خدعوه في السوق.", "they"),
        ("سألتها عن الطريق ثم شكرتها.", "she"),
        ("لقد خانته.", "she"),
        ("تدربت على الخطابة أمام المرآة.", "she"),
        ("تزوج في الربيع.", "he"),
    ],
)
def test_a_verb_at_the_beginning_has_the_gender_of_whom_it_does_not_name(text: str, name: str) -> None:
    assert classifier("ar")(text) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("وصل القطار.", "unclassified"),
        ("ارتفعت الأسعار كثيرا.", "unclassified"),
        ("نشبت حرب في الجنوب.", "unclassified"),
        ("تعليم الرياضيات صعب.", "unclassified"),
        ("بيت جميل.", "unclassified"),
        ("ماري تحب الموسيقى.", "unclassified"),  # Mary, no passer-by
        ("مشيتُ إلى السوق.", "unclassified"),  # I
        ("مشيت إلى السوق.", "unclassified"),
        ("طبختُ العدس.", "unclassified"),
    ],
)
def test_things_deeds_and_the_first_person_are_nobody(text: str, name: str) -> None:
    assert classifier("ar")(text) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("عمرها خمسون سنة.", "she"),
        ("كان عمره خمسين سنة.", "he"),
        ("ليس لديها وقت.", "she"),
        ("كان عليهم الرحيل.", "they"),
        ("يمكنها السباحة.", "she"),
        ("يجب أن تسافر غدا.", "she"),
        ("بإمكانه الرقص.", "he"),
        ("فاتها القطار.", "she"),
        ("حكم عليها بالسجن.", "she"),
        ("عيناها واسعتان.", "she"),
    ],
)
def test_what_somebody_has_or_must_tells_who_it_is(text: str, name: str) -> None:
    assert classifier("ar")(text) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("قابل جارته في السوق.", "he"),
        ("عانقته وهو حزين.", "she"),
        ("زعموا أنه سافر.", "they"),
        ("هو يشكرها وهي تشكره.", "he"),
        ("هو أو هي في البيت.", "both"),
        ("سيفتح أحدهم النافذة.", "they"),
        ("هذا الشخص يحب الموسيقى.", "they"),  # music, no musician
        ("هذا الشخص درس الطب.", "they"),
    ],
)
def test_others_in_the_sentence_do_not_tell_who_is_meant(text: str, name: str) -> None:
    assert classifier("ar")(text) == name


@pytest.mark.parametrize(("text", "name"), [("تعرف السر.", "she"), ("تعرف على زملاء جدد.", "he")])
def test_a_form_that_is_past_and_present_is_told_by_its_object(text: str, name: str) -> None:
    assert classifier("ar")(text) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("هذا الشخص خليفة.", "he"),  # a caliph: masculine, though it ends in -a
        ("هذا الشخص علامة.", "they"),
        ("هذا الشخص داعية.", "they"),
        ("هذه شخصية مشهورة.", "they"),
        ("هؤلاء الأشخاص أساتذة.", "they"),  # broken plurals
        ("هؤلاء الأشخاص قادة.", "they"),
        ("هذا الشخص قائدة.", "she"),
        ("هي علامة.", "she"),
        ("يسرا طبيبة.", "she"),  # a name that begins like *he does*
        ("يارا ممرضة.", "she"),
    ],
)
def test_masculine_words_and_plurals_that_end_like_a_woman_are_none(text: str, name: str) -> None:
    assert classifier("ar")(text) == name
