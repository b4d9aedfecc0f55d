"""Greek. Nouns, articles and adjectives are marked for gender and case; names of people and countries take an article.

Probes use the present tense, which agrees with nobody, and store the male and the female form of occupations. Where
usage has one form for both (γιατρός, δικηγόρος), both are equal. The article loses its ν before some sounds (τη Γαλλία,
την Ιταλία), so countries are stored with it.
"""

from __future__ import annotations

from babelance.core.language import Form, Inference, Language, parse_words

_GENDER = {"την": "f", "τη": "f", "τον": "m", "το": "n"}
_NOMINATIVE = {"f": "η", "m": "ο", "n": "το"}
_GENITIVE = {"f": "της", "m": "του", "n": "του"}
_ENDS_IN_OS = {"Αίγυπτο": ("Αίγυπτος", "Αιγύπτου")}
_DECLINED_NEUTERS = {"Μεξικό": "Μεξικού", "Μαρόκο": "Μαρόκου"}


def _parts(country: str) -> tuple[str, str, str]:
    """Of a country in the accusative with its article: article, name, gender."""
    article, _, name = country.partition(" ")
    return article, name, _GENDER.get(article, "")


def nominative(country: str) -> str:
    """Without an article: τον Καναδά, Καναδάς."""
    _, name, gender = _parts(country)
    return _ENDS_IN_OS[name][0] if name in _ENDS_IN_OS else f"{name}ς" if gender == "m" else name


def bare(country: str) -> str:
    """Without an article, for names that are the same in the nominative and the accusative: Ιαπωνία."""
    name = _parts(country)[1]
    return name if name == nominative(country) else ""


def genitive(country: str) -> str:
    """Without an article: την Ιαπωνία, Ιαπωνίας; το Μεξικό, Μεξικού."""
    _, name, gender = _parts(country)
    if name in _ENDS_IN_OS:
        return _ENDS_IN_OS[name][1]
    return " ".join(f"{word}ς" for word in name.split()) if gender == "f" else _DECLINED_NEUTERS.get(name, name)


def of_place(country: str) -> str:
    return f"{_GENITIVE[_parts(country)[2]]} {genitive(country)}"


def in_place(country: str) -> str:
    """στην Ιαπωνία, στον Καναδά, στο Ιράκ."""
    return f"σ{country}"


def _of_gender(gender: str, form: Form, *, article: bool = False) -> Form:
    """Only of names of this gender: adjectives agree with a country (η Ιαπωνία είναι μεγάλη)."""

    def rule(country: str) -> str:
        if _parts(country)[2] != gender:
            return ""
        return f"{_NOMINATIVE[gender]} {form(country)}" if article else form(country)

    return rule


language = Language(
    code="el",
    name="Greek",
    endonym="ελληνικά",
    gender_words={
        "female": parse_words("""
            γυναίκα γυναίκες γυναικών γυναίκας κοπέλα κοπέλες κοπέλας κορίτσι κορίτσια κοριτσιού
            κοριτσιών κυρία κυρίες κυρίας δεσποινίδα μητέρα μητέρες μητέρας μάνα μάνες μάνας μαμά μαμάδες μαμάς
            μητριά πεθερά γιαγιά γιαγιάδες γιαγιάς κόρη κόρες κόρης εγγονή εγγονές αδελφή αδελφές αδελφής αδερφή
            αδερφές αδερφής θεία θείες θείας ανιψιά ξαδέλφη ξαδέρφη νύφη χήρα φίλη φίλες φίλης φιλενάδα βασίλισσα
            βασίλισσες πριγκίπισσα πριγκίπισσες αυτοκράτειρα δούκισσα καλόγρια καλόγριες μάγισσα
            νοικοκυρά δασκάλα δασκάλες καθηγήτρια καθηγήτριες φοιτήτρια μαθήτρια νοσοκόμα σερβιτόρα τραγουδίστρια
            χορεύτρια γυναικείος γυναικεία γυναικείο θηλυκός θηλυκή
        """),
        "male": parse_words("""
            άντρας άντρες αντρών άντρα άνδρας άνδρες ανδρών άνδρα αγόρι αγόρια αγοριού αγοριών
            παλικάρι παλικάρια κύριος κύριοι κύριο πατέρας πατέρα μπαμπάς μπαμπάδες μπαμπά πατριός πεθερός
            παππούς παππούδες παππού γιος γιοι γιου γιο εγγονός εγγονοί αδελφός αδελφοί αδελφού αδελφό αδερφός αδερφοί
            αδερφού αδερφό θείος θείοι θείου θείο ανιψιός ξάδελφος ξάδερφος γαμπρός χήρος φίλος φίλου φίλο βασιλιάς
            βασιλιάδες βασιλιά πρίγκιπας πρίγκιπες αυτοκράτορας δούκας καλόγερος καλόγεροι μάγος δάσκαλος δασκάλου
            καθηγητής καθηγητή φοιτητής μαθητής νοσοκόμος σερβιτόρος τραγουδιστής χορευτής ανδρικός ανδρική ανδρικό
            αρσενικός αρσενική
        """),
        "nonbinary": parse_words("μη_δυαδικό μη_δυαδικός μη_δυαδική μη-δυαδικό τζεντερφλούιντ ατζέντερ"),
    },
    agreement=True,
    gender_pairs=(
        ("αυτή", "αυτός"),
        ("εκείνη", "εκείνος"),
        ("γυναίκα", "άντρας"),
        ("γυναίκες", "άντρες"),
        ("κορίτσι", "αγόρι"),
        ("κορίτσια", "αγόρια"),
        ("μητέρα", "πατέρας"),
        ("μαμά", "μπαμπάς"),
        ("γιαγιά", "παππούς"),
        ("κόρη", "γιος"),
        ("εγγονή", "εγγονός"),
        ("αδελφή", "αδελφός"),
        ("θεία", "θείος"),
        ("ανιψιά", "ανιψιός"),
        ("βασίλισσα", "βασιλιάς"),
        ("πριγκίπισσα", "πρίγκιπας"),
        ("κυρία", "κύριος"),
    ),
    person=("γυναίκα", "άντρας"),
    names={
        "female": parse_words("""
            Μαρία Ελένη Κατερίνα Βασιλική Σοφία Αγγελική Γεωργία Δήμητρα Ευαγγελία Ειρήνη Αναστασία Παναγιώτα
            Αλεξάνδρα Χριστίνα Αθηνά Ιωάννα
        """),
        "male": parse_words("""
            Γιώργος Γιάννης Κώστας Δημήτρης Νίκος Παναγιώτης Βασίλης Χρήστος Μιχάλης Σπύρος Στέλιος Θανάσης
            Αντώνης Μανώλης Πέτρος Απόστολος
        """),
    },
    name_forms={
        "of": of_place,
        "in": in_place,
        **{f"the {gender}": _of_gender(gender, nominative, article=True) for gender in ("f", "n")},
        **{f"bare {gender}": _of_gender(gender, bare) for gender in ("f", "n")},
        **{f"gen {gender}": _of_gender(gender, genitive) for gender in ("f", "n")},
    },
    inference=Inference(
        yes="Ναι",
        maybe="Ίσως",
        no="Όχι",
        question="Ερώτηση",
        answer="Απάντηση",
        premise="Πρόταση",
        hypothesis="Υπόθεση",
        follows="Προκύπτει η υπόθεση από την πρόταση;",
        given="Ας υποθέσουμε ότι αυτό είναι αλήθεια",
        then="Είναι αλήθεια και αυτό;",
        choice="Ναι, όχι ή ίσως;",
    ),
    example=("Η γυναίκα διαβάζει ένα βιβλίο.", "Ο άντρας διαβάζει ένα βιβλίο."),
    sources=(
        "Gender words: own list with case forms, without αυτή and αυτός (also: this), without words for both (σύζυγος,"
        " ηθοποιός, γιατρός) and without masculine plurals that mean both (φίλοι, δάσκαλοι).",
        "Names: own choice of frequent given names, with the form of everyday use (Γιώργος, Κατερίνα).",
        "No pronoun classes: the subject is mostly left out, and nouns and adjectives tell gender, for which there are"
        " no rules here yet. So translations into Greek are not scored.",
        "Feminine forms of occupations: own choice of those in common use, else the common form.",
    ),
)
