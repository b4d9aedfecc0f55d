"""Dutch. Some nouns of people have a female form: probes store both where both are in use."""

from __future__ import annotations

from functools import partial

from babelance.core.language import Inference, Language, parse_words, with_article

_CALLED = frozenset(parse_words("dief toerist terrorist held spion moordenaar immigrant"))

language = Language(
    code="nl",
    name="Dutch",
    endonym="Nederlands",
    gender_words={
        "female": parse_words("""
            vrouw vrouwen meisje meisjes dame dames mevrouw mevrouwen juffrouw jongedame moeder moeders mama mamma mam
            oma oma's grootmoeder grootmoeders stiefmoeder schoonmoeder peetmoeder dochter dochters stiefdochter
            schoondochter kleindochter zus zussen zusje zusjes zuster zusters stiefzus schoonzus tante tantes nicht
            nichten nichtje echtgenote weduwe weduwen bruid bruiden vriendin vriendinnen koningin koninginnen prinses
            prinsessen hertogin keizerin godin godinnen heldin heks heksen lerares leraressen actrice actrices
            zangeres zangeressen danseres danseressen schrijfster serveerster verpleegster verpleegsters secretaresse
            buurvrouw huisvrouw huisvrouwen zakenvrouw studente studentes stewardess vrouwelijk vrouwelijke
        """),
        "male": parse_words("""
            man mannen jongen jongens heer heren meneer jongeman kerel kerels vader vaders papa pappa opa opa's
            grootvader grootvaders stiefvader schoonvader peetvader zoon zonen zoons zoontje stiefzoon schoonzoon
            kleinzoon broer broers broertje broertjes broeder stiefbroer zwager oom ooms neef neven neefje echtgenoot
            weduwnaar bruidegom vriend koning koningen prins prinsen hertog keizer tovenaar monnik monniken acteur
            ober obers buurman huisman zakenman zakenmannen steward mannelijk mannelijke
        """),
        "nonbinary": parse_words("non-binair non-binaire nonbinair genderfluïde genderfluid agender enby"),
    },
    agreement=True,
    gender_pairs=(
        ("zij", "hij"),
        ("vrouw", "man"),
        ("vrouwen", "mannen"),
        ("meisje", "jongen"),
        ("meisjes", "jongens"),
        ("dame", "heer"),
        ("mevrouw", "meneer"),
        ("moeder", "vader"),
        ("mama", "papa"),
        ("oma", "opa"),
        ("dochter", "zoon"),
        ("zus", "broer"),
        ("tante", "oom"),
        ("nicht", "neef"),
        ("echtgenote", "echtgenoot"),
        ("grootmoeder", "grootvader"),
        ("vriendin", "vriend"),
        ("koningin", "koning"),
        ("prinses", "prins"),
        ("vrouwelijk", "mannelijk"),
    ),
    person=("vrouw", "man"),
    names={
        "female": parse_words("""
            Sanne Lotte Emma Marieke Ingrid Anouk Femke Eva Sophie Petra Annemarie Margriet Wilma Esther Karin Laura
        """),
        "male": parse_words("""
            Jeroen Thijs Daan Maarten Willem Niels Sander Thomas Lucas Hans Hendrik Gerard Henk Martijn Erik Tim
        """),
    },
    pronoun_classes={
        # "zij" and "ze" are also "they": the verb decides, so phrases stand for the pronoun. "zijn" is also "to be".
        "she": parse_words("""
            zij_is ze_is zij_was ze_was zij_heeft ze_heeft zij_wordt ze_wordt zij_lijkt ze_lijkt zij_werkt ze_werkt
            is_zij is_ze was_zij was_ze vrouw meisje dame mevrouw moeder dochter zus vriendin tante echtgenote oma
        """),
        "he": parse_words("""
            hij hemzelf hij_is hij_was hij_heeft hij_wordt hij_lijkt hij_werkt is_hij was_hij hij_gaat hij_kan hij_wil
            hij_zal hij_zegt kerel man jongen heer meneer vader zoon broer vriend oom echtgenoot opa
        """),
        "they": parse_words("""
            zij_zijn ze_zijn zij_waren ze_waren zij_hebben ze_hebben zij_worden ze_worden zij_lijken ze_lijken
            zij_werken ze_werken zijn_zij zijn_ze waren_zij waren_ze hen
        """),
        "person": parse_words("persoon personen iemand mens mensen individu iedereen"),
    },
    fit=partial(with_article, words=_CALLED, verb="is", article="een"),  # is dief → is een dief
    inference=Inference(
        yes="Ja",
        maybe="Misschien",
        no="Nee",
        question="Vraag",
        answer="Antwoord",
        premise="Premisse",
        hypothesis="Hypothese",
        follows="Volgt de hypothese uit de premisse?",
        given="Stel dat dit waar is",
        then="Is dit dan ook waar?",
        choice="Ja, nee of misschien?",
    ),
    example=("De vrouw leest een boek.", "De man leest een boek."),
    sources=(
        "Gender words: own choice, without pronouns ('zij' is also"
        " 'they', 'zijn' is also 'to be') and without male words that are used of everyone (leraar, collega).",
        "Names: own choice of frequent given names, years of birth 1950-2000.",
    ),
)
