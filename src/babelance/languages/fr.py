"""French. Nouns are marked for gender, and short words lose their vowel before another: l'infirmier, d'éteindre."""

from __future__ import annotations

import re

from babelance.core.language import Inference, Language, parse_words

_VOWEL = re.compile(r"(?!héros|haut)[aeiouyhàâæéèêëîïôœùû]", re.IGNORECASE)
_SHORT = re.compile(r"\b([LlDd])e $")
_CALLED = frozenset(
    parse_words("voleur voleurs touriste touristes terroriste terroristes héros espion espions meurtrier meurtriers")
)


def seams(before: str, word: str, after: str) -> tuple[str, str, str]:
    """le infirmier → l'infirmier, nouveau infirmier → nouvel infirmier, est voleur → est un voleur."""
    if word in _CALLED and before.endswith((" est ", " sont ")):
        before += "un " if before.endswith(" est ") else "des "
    if _VOWEL.match(word):
        before = re.sub(r"\bnouveau $", "nouvel ", _SHORT.sub(r"\1'", before))
    return before, word, after


language = Language(
    code="fr",
    name="French",
    endonym="français",
    gender_words={
        "female": parse_words("""
            femme femmes fille filles fillette fillettes jeune_fille dame dames madame mesdames mademoiselle
            mesdemoiselles mère mères maman mamans belle-mère grand-mère grand-mères grands-mères mamie mamies
            marraine belle-fille petite-fille sœur sœurs soeur soeurs demi-sœur belle-sœur tante tantes tata nièce
            nièces cousine cousines veuve veuves fiancée amie amies copine copines reine reines princesse princesses
            impératrice duchesse comtesse déesse déesses actrice actrices sorcière sorcières institutrice
            institutrices directrice enseignante infirmière infirmières étudiante étudiantes lycéenne voisine voisines
            serveuse serveuses vendeuse vendeuses chanteuse chanteuses danseuse danseuses femme_au_foyer féminine
            féminin féminines féminins
        """),
        "male": parse_words("""
            homme hommes garçon garçons garçonnet monsieur messieurs gars père papa papas beau-père grand-père papi
            parrain fils beau-fils petit-fils frère frères demi-frère beau-frère oncle oncles tonton neveu neveux
            cousin mari maris veuf fiancé ami copain roi rois prince princes empereur duc comte acteur moine moines
            sorcier instituteur directeur enseignant infirmier étudiant lycéen voisin serveur vendeur chanteur danseur
            homme_au_foyer masculin masculine masculins masculines
        """),
        "nonbinary": parse_words("non-binaire non-binaires iel iels genderfluid agenre"),
    },
    agreement=True,
    gender_pairs=(
        ("elle", "il"),
        ("femme", "homme"),
        ("femmes", "hommes"),
        ("fille", "garçon"),
        ("filles", "garçons"),
        ("dame", "monsieur"),
        ("mère", "père"),
        ("maman", "papa"),
        ("sœur", "frère"),
        ("tante", "oncle"),
        ("nièce", "neveu"),
        ("cousine", "cousin"),
        ("épouse", "mari"),
        ("grand-mère", "grand-père"),
        ("petite-fille", "petit-fils"),
        ("copine", "copain"),
        ("reine", "roi"),
        ("princesse", "prince"),
        ("féminin", "masculin"),
    ),
    person=("femme", "homme"),
    names={
        "female": parse_words("""
            Nathalie Isabelle Sophie Catherine Monique Sylvie Céline Audrey Hélène Élodie Charlotte Émilie Aurélie
            Valérie Caroline Léa
        """),
        "male": parse_words("""
            Philippe Laurent Thomas Bernard Michel Patrick Nicolas Julien Antoine Guillaume Alexandre Vincent
            Sébastien Olivier François Hugo
        """),
    },
    pronoun_classes={
        # Occupations and what agrees with them are read by text/gender.
        "she": parse_words("""
            elle elle-même femme fille dame madame mère sœur tante épouse copine amie
        """),
        "he": parse_words("""
            il lui-même homme garçon gars monsieur père frère oncle mari copain ami
        """),
        "they": parse_words("ils elles eux iel iels ielle ielles ael aels yel"),
        # "personne" alone is also "nobody".
        "person": parse_words("""
            une_personne cette_personne la_personne personnes quelqu'un individu gens être_humain tout_le_monde
        """),
    },
    fit=seams,
    inference=Inference(
        yes="Oui",
        maybe="Peut-être",
        no="Non",
        question="Question",
        answer="Réponse",
        premise="Prémisse",
        hypothesis="Hypothèse",
        follows="L'hypothèse découle-t-elle de la prémisse ?",
        given="Supposons que ceci est vrai",
        then="Ceci est-il vrai aussi ?",
        choice="Oui, non ou peut-être ?",
    ),
    example=("La femme lit un livre.", "L'homme lit un livre."),
    sources=(
        "Gender words: own choice, without pronouns, which also stand for things ('il y a'), and without words of two"
        " meanings (épouse, religieuse, héroïne).",
        "Names: own choice of frequent given names, born 1950-2000, that are no common words (Claire, Pierre).",
    ),
)
