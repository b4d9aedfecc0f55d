"""Italian. Nouns are marked for gender, and articles depend on the sound that follows: il medico, lo scrittore."""

from __future__ import annotations

import re

from babelance.core.language import Inference, Language, parse_words

_VOWEL = re.compile(r"[aeiouàèéìòù]", re.IGNORECASE)
_HEAVY = re.compile(r"s[^aeiouàèéìòù\W]|z|ps|pn|gn|x|y|i[aeo]", re.IGNORECASE)
_ARTICLE = re.compile(r"\b(il|i|un|dei) $", re.IGNORECASE)
_BEFORE_VOWEL = {"il": "l'", "i": "gli ", "un": "un ", "dei": "degli "}
_BEFORE_HEAVY = {"il": "lo ", "i": "gli ", "un": "uno ", "dei": "degli "}
_CALLED = frozenset(parse_words("ladro turista terrorista eroe assassino"))


def article(before: str, word: str, after: str) -> tuple[str, str, str]:
    """il scrittore → lo scrittore, un psicologo → uno psicologo, dei eroi → degli eroi, è ladro → è un ladro."""
    if word in _CALLED and before.endswith(" è "):
        before += "un "
    forms = _BEFORE_HEAVY if _HEAVY.match(word) else _BEFORE_VOWEL if _VOWEL.match(word) else {}
    if forms and (match := _ARTICLE.search(before)):
        before = before[: match.start()] + _like(match[1], forms[match[1].lower()])
    return before, word, after


def _like(written: str, form: str) -> str:
    """The form with a capital where the written article has one."""
    return form[:1].upper() + form[1:] if written[:1].isupper() else form


language = Language(
    code="it",
    name="Italian",
    endonym="italiano",
    gender_words={
        "female": parse_words("""
            donna donne ragazza ragazze bambina bambine signora signorina signorine dama dame madre madri mamma mamme
            matrigna madrina suocera nonna nonne figlia figlie figliastra sorella sorelle sorellastra cognata nuora
            zia zie cugina cugine moglie mogli vedova vedove fidanzata fidanzate amica amiche regina regine
            principessa principesse imperatrice duchessa contessa attrice attrici suora suore strega streghe casalinga
            casalinghe professoressa professoresse maestra maestre dottoressa dottoresse infermiera studentessa
            studentesse alunna vicina_di_casa cameriera direttrice scrittrice ballerina femminile femminili
        """),
        "male": parse_words("""
            uomo uomini ragazzo bambino signor gentiluomo padre padri papà babbo patrigno padrino suocero nonno figlio
            figliastro fratello fratelli fratellastro cognato genero zio cugino marito mariti vedovo fidanzato amico
            principe imperatore duca attore frate frati stregone professore maestro dottore studente alunno
            vicino_di_casa direttore scrittore ballerino maschile maschili
        """),
        "nonbinary": parse_words("non_binario non_binaria non-binario non-binaria genderfluid agender enby"),
    },
    agreement=True,
    gender_pairs=(
        ("lei", "lui"),
        ("donna", "uomo"),
        ("donne", "uomini"),
        ("ragazza", "ragazzo"),
        ("bambina", "bambino"),
        ("signora", "signore"),
        ("madre", "padre"),
        ("mamma", "papà"),
        ("figlia", "figlio"),
        ("sorella", "fratello"),
        ("zia", "zio"),
        ("cugina", "cugino"),
        ("moglie", "marito"),
        ("nonna", "nonno"),
        ("fidanzata", "fidanzato"),
        ("regina", "re"),
        ("principessa", "principe"),
        ("femminile", "maschile"),
    ),
    person=("donna", "uomo"),
    names={
        "female": parse_words("""
            Giulia Francesca Elisa Elena Sara Laura Paola Silvia Anna Giovanna Teresa Federica Martina Valentina
            Alessia Barbara
        """),
        "male": parse_words("""
            Marco Alessandro Matteo Davide Luca Stefano Roberto Claudio Carlo Giuseppe Antonio Riccardo Lorenzo
            Francesco Giorgio Maurizio
        """),
    },
    pronoun_classes={
        # The subject is mostly left out ("è infermiera"), so nouns count, too; occupations: text/gender.
        "she": parse_words("""
            lei ella essa donna ragazza bambina signora madre figlia sorella moglie fidanzata nonna zia amica
        """),
        "he": parse_words("""
            lui egli esso uomo ragazzo bambino signore padre figlio fratello marito fidanzato nonno zio amico
        """),
        "they": parse_words("loro essi esse ləi lxi"),
        "person": parse_words("persona persone qualcuno gente individuo essere_umano"),
    },
    fit=article,
    inference=Inference(
        yes="Sì",
        maybe="Forse",
        no="No",
        question="Domanda",
        answer="Risposta",
        premise="Premessa",
        hypothesis="Ipotesi",
        follows="L'ipotesi segue dalla premessa?",
        given="Supponiamo che questo sia vero",
        then="È vero anche questo?",
        choice="Sì, no o forse?",
    ),
    example=("La donna legge un libro.", "Un uomo legge un libro."),
    sources=(
        "Gender words: own choice, without pronouns ('lei' is also 'you'), without"
        " masculine plurals that mean both (figli, nonni, zii) and without words of two meanings (signore, infermiere"
        " and cameriere are also plurals of the female word; sposa, nipote, principi).",
        "Names: own choice of frequent given names, years of birth 1950-2000.",
    ),
)
