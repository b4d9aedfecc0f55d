"""Spanish. Nouns and adjectives are marked for gender: probes store the male and the female form."""

from __future__ import annotations

from functools import partial

from babelance.core.language import Inference, Language, parse_words, with_article

_CALLED = frozenset(parse_words("ladrón terrorista héroe espía asesino"))

language = Language(
    code="es",
    name="Spanish",
    endonym="español",
    gender_words={
        "female": parse_words("""
            ella ellas mujer mujeres chica chicas muchacha muchachas niña niñas señora señoras señorita señoritas dama
            damas madre madres mamá mamás madrastra madrina suegra abuela abuelas abuelita hija hijas hijastra nieta
            nietas hermana hermanas hermanastra cuñada nuera tía tías sobrina sobrinas esposa viuda viudas novia
            novias exmujer exnovia amiga amigas reina reinas princesa princesas emperatriz duquesa condesa actriz
            actrices monja monjas bruja brujas ama_de_casa amas_de_casa profesora profesoras maestra maestras doctora
            doctoras enfermera enfermeras alumna alumnas vecina vecinas camarera directora jefa azafata femenina
            femenino femeninas femeninos
        """),
        "male": parse_words("""
            él hombre hombres chico muchacho niño señor señorito caballero caballeros padre papá padrastro padrino
            suegro abuelo abuelito hijo hijastro nieto hermano hermanastro cuñado yerno yernos tío sobrino esposo
            marido maridos viudo novio exmarido exnovio amigo rey príncipe príncipes emperador duque conde actor monje
            monjes fraile brujo amo_de_casa varón varones profesor maestro doctor enfermero alumno vecino camarero
            director jefe masculino masculina masculinos masculinas
        """),
        "nonbinary": parse_words("no_binario no_binaria no_binarie elle elles género_fluido agénero"),
    },
    agreement=True,
    gender_pairs=(
        ("ella", "él"),
        ("mujer", "hombre"),
        ("mujeres", "hombres"),
        ("chica", "chico"),
        ("niña", "niño"),
        ("señora", "señor"),
        ("madre", "padre"),
        ("mamá", "papá"),
        ("hija", "hijo"),
        ("hermana", "hermano"),
        ("tía", "tío"),
        ("sobrina", "sobrino"),
        ("esposa", "marido"),
        ("abuela", "abuelo"),
        ("nieta", "nieto"),
        ("novia", "novio"),
        ("reina", "rey"),
        ("princesa", "príncipe"),
        ("femenino", "masculino"),
    ),
    person=("mujer", "hombre"),
    names={
        "female": parse_words("""
            Carmen Ana Laura Isabel Alicia Marta Cristina Lucía Elena Teresa Beatriz Sara Patricia Silvia Raquel Paula
        """),
        "male": parse_words("""
            Antonio Juan Javier Manuel Rafael Sergio Fernando Pablo Carlos Francisco Alberto Pedro Roberto Jorge
            Miguel Diego
        """),
    },
    pronoun_classes={
        # The subject is often left out ("es enfermera"), so nouns count, too; occupations: text/gender.
        "she": parse_words("""
            ella mujer chica muchacha niña señora dama madre hija hermana esposa novia abuela tía amiga
        """),
        "he": parse_words("""
            él hombre chico muchacho niño señor caballero padre hijo hermano esposo novio abuelo tío amigo
        """),
        "they": parse_words("ellos ellas elle elles ellx ell@s"),
        "person": parse_words("persona personas alguien gente individuo ser_humano todo_el_mundo"),
    },
    fit=partial(with_article, words=_CALLED, verb="es", article="un"),  # es ladrón → es un ladrón
    inference=Inference(
        yes="Sí",
        maybe="Quizás",
        no="No",
        question="Pregunta",
        answer="Respuesta",
        premise="Premisa",
        hypothesis="Hipótesis",
        follows="¿Se deduce la hipótesis de la premisa?",
        given="Supongamos que esto es verdad",
        then="¿Es verdad también esto?",
        choice="¿Sí, no o quizás?",
    ),
    example=("La mujer lee un libro.", "El hombre lee un libro."),
    sources=(
        "Gender words: own choice, without masculine plurals that mean both (padres, hijos, hermanos) and without words"
        " of two meanings (esposas, prima, prometido, criado, heroína, don).",
        "Names: own choice of frequent given names, years of birth 1950-2000, that are no common nouns (Rosa, Pilar).",
    ),
)
