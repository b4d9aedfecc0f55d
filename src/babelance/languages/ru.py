"""Russian. Nouns, adjectives and the past tense are marked for gender: probes use the present tense and store the male
and the female form of occupations. Where usage has one form for both (врач, инженер), both are equal."""

from __future__ import annotations

import re
from collections.abc import Callable

from babelance.core.language import Form, Inference, Language, parse_words

_CASES = ("nom", "gen", "dat", "acc", "ins", "prep")
_ENDINGS = {
    "f": {"ии": "ия ии ии ию ией ии", "еи": "ея еи ее ею еей ее", "ки": "ка ки ке ку кой ке", "ы": "а ы е у ой е"},
    "m": {"ая": "ай ая аю ай аем ае", "ля": "ль ля лю ль лем ле", "а": "- а у - ом е"},
}
"""Gender → ending of the genitive → endings of all cases (- for none), of names of countries."""
_IRREGULAR = {
    "Саудовской Аравии": "Саудовская_Аравия Саудовской_Аравии Саудовской_Аравии Саудовскую_Аравию "
    "Саудовской_Аравией Саудовской_Аравии",
    "Египта": "Египет Египта Египту Египет Египтом Египте",
}
_PREPOSITION = re.compile(r"(?<!\w)(в|с|о)[об]?(?= $)", re.IGNORECASE)
_LONGER = {
    "в": ("о", ("Франц", "Вьетнам")),
    "с": ("о", ("Швейцар",)),
    "о": ("б", tuple("АЭИОУ")),
}
"""Preposition → the letter that it has more, and before which names."""


def preposition(before: str, word: str, after: str) -> tuple[str, str, str]:
    """Of names: в Франции → во Франции, с Швейцарией → со Швейцарией, о Иране → об Иране, во Японии → в Японии."""
    if word[:1].isupper() and (match := _PREPOSITION.search(before)):
        letter, names = _LONGER[match[1].lower()]
        before = f"{before[: match.start()]}{match[1]}{letter if word.startswith(names) else ''} "
    return before, word, after


def cases(name: str) -> tuple[str, dict[str, str]]:
    """Gender and case forms of a country in the form *from there* (из Японии); none of names that are not declined."""
    genitive = name.partition(" ")[2]
    if genitive in _IRREGULAR:
        return "m" if genitive == "Египта" else "f", dict(zip(_CASES, parse_words(_IRREGULAR[genitive]), strict=True))
    for gender, endings in _ENDINGS.items():
        for ending, others in endings.items():
            if genitive.endswith(ending):
                stem = genitive.removesuffix(ending)
                forms = (f"{stem}{other.removeprefix('-')}" for other in others.split())
                return gender, dict(zip(_CASES, forms, strict=True))
    return "", {}


def _case_rule(case: str, gender: str) -> Form:
    """Of one gender alone: other words of the sentence agree with a country (Япония стала, Иран стал)."""

    def rule(name: str) -> str:
        own_gender, forms = cases(name)
        return forms[case] if own_gender == gender else ""

    return rule


def _place_rule(case: str) -> Callable[[str], str]:
    """With its preposition, whatever the gender: в Японии, на Кубе, во Франции; в Сомали."""

    def rule(name: str) -> str:
        first, _, genitive = name.partition(" ")
        country = cases(name)[1].get(case, genitive)
        return "".join(preposition("на " if first == "с" else "в ", country, "")[:2])

    return rule


language = Language(
    code="ru",
    fit=preposition,
    name_forms={
        "in": _place_rule("prep"),
        "into": _place_rule("acc"),
        **{f"{case} {gender}": _case_rule(case, gender) for gender in _ENDINGS for case in _CASES},
    },
    name="Russian",
    endonym="русский",
    gender_words={
        "female": parse_words("""
            она её ее ей ею ней нею неё нее женщина женщины женщин женщину женщине женщиной женщинам женщинами
            женщинах женский женская женское девушка девушки девушку девушке девушкой девушек девушкам девочка девочки
            девочку девочке девочкой девочек дама дамы даму даме дамой мать матери матерью мама мамы маму маме мамой
            мамочка мачеха бабушка бабушки бабушку бабушке бабушкой дочь дочери дочерью дочка дочки дочку внучка
            внучки внучку сестра сёстры сестры сестру сестре сестрой сестёр тётя тетя тёти тети тётю тетю племянница
            племянницы племянницу жена жены жену жене женой жёны невеста невесты невесту вдова вдовы подруга подруги
            подругу подруге подругой королева королевы королеву принцесса принцессы принцессу императрица княгиня
            актриса актрисы актрису певица учительница учительницы медсестра медсёстры домохозяйка монахиня ведьма
            тёща теща свекровь невестка
        """),
        "male": parse_words("""
            он его ему него нему мужчина мужчины мужчину мужчине мужчиной мужчин мужчинам мужчинами мужчинах мужской
            мужская мужское парень парня парню парнем парни парней юноша юноши юношу юноше юношей мальчик мальчика
            мальчику мальчиком мальчики мальчиков господин господина отец отца отцу отцом отцы папа папы папу папе
            папой папочка отчим отчима дедушка дедушки дедушку дедушке дедушкой дед деда сын сына сыну сыном сыновья
            сыновей внук внука внуку внуком брат брата брату братом братья братьев дядя дяди дядю дяде дядей племянник
            племянника муж мужа мужу мужем мужья мужей жених жениха женихом вдовец король короля королю королём принц
            принца принцу принцем император князь князя актёр актер актёра актера монах монаха колдун тесть тестя зять
            зятя
        """),
        "nonbinary": parse_words("небинарный небинарная небинарные небинарность агендер гендерфлюид"),
    },
    agreement=True,
    gender_pairs=(
        ("она", "он"),
        ("женщина", "мужчина"),
        ("женщины", "мужчины"),
        ("девушка", "юноша"),
        ("девочка", "мальчик"),
        ("девочки", "мальчики"),
        ("мать", "отец"),
        ("мама", "папа"),
        ("бабушка", "дедушка"),
        ("дочь", "сын"),
        ("внучка", "внук"),
        ("сестра", "брат"),
        ("тётя", "дядя"),
        ("племянница", "племянник"),
        ("жена", "муж"),
        ("невеста", "жених"),
        ("королева", "король"),
        ("принцесса", "принц"),
        ("женский", "мужской"),
    ),
    person=("женщина", "мужчина"),
    names={
        "female": parse_words("""
            Анна Мария Елена Ольга Наталья Татьяна Ирина Екатерина Светлана Юлия Людмила Галина Марина Дарья Ксения
            Лариса
        """),
        "male": parse_words("""
            Иван Михаил Сергей Андрей Алексей Владимир Игорь Дмитрий Павел Максим Николай Борис Виктор Кирилл Артём
            Олег
        """),
    },
    pronoun_classes={
        # "его" and "её" are also possessives of a third person; in a translated sentence they still tell a gender.
        "she": parse_words("""
            она её ее ей ею женщина девушка девочка дама мать мама дочь сестра жена подруга тётя бабушка
        """),
        "he": parse_words("""
            он его ему него нему мужчина парень мальчик господин отец папа сын брат муж юноша дядя дедушка
        """),
        "they": parse_words("они их ими них"),
        "person": parse_words("человек люди личность кто-то некто персона"),
    },
    inference=Inference(
        yes="Да",
        maybe="Возможно",
        no="Нет",
        question="Вопрос",
        answer="Ответ",
        premise="Посылка",
        hypothesis="Гипотеза",
        follows="Следует ли гипотеза из посылки?",
        given="Предположим, что это правда",
        then="Правда ли тогда и это?",
        choice="Да, нет или возможно?",
    ),
    example=("Она читает книгу.", "Он читает книгу."),
    sources=(
        "Gender words: own list with case forms, without words of two meanings (няня, друг, господа).",
        "Names: own choice of frequent given names of the cohorts 1950-2000 that are given to one gender.",
        "Feminine forms of occupations: own choice of those that are not colloquial, else the common form.",
    ),
)
