"""Portuguese, in Brazilian spelling. Nouns and adjectives are marked for gender: probes store both forms."""

from __future__ import annotations

from functools import partial

from babelance.core.language import Inference, Language, parse_words, with_article

_CALLED = frozenset(parse_words("ladrão turista terrorista herói espião assassino"))

language = Language(
    code="pt",
    name="Portuguese",
    endonym="português",
    gender_words={
        "female": parse_words("""
            mulher mulheres moça moças menina meninas garota garotas rapariga raparigas senhora senhoras senhorita
            dama damas mãe mães mamãe mamã madrasta madrinha sogra avó vovó filha filhas enteada neta netas irmã irmãs
            cunhada nora noras tia tias sobrinha sobrinhas esposa esposas viúva viúvas noiva noivas namorada namoradas
            amiga amigas rainha rainhas princesa princesas imperatriz duquesa condessa atriz atrizes freira freiras
            bruxa bruxas empregada dona_de_casa donas_de_casa professora professoras doutora médica médicas enfermeira
            enfermeiras aluna alunas vizinha vizinhas garçonete diretora chefa feminina feminino femininas femininos
        """),
        "male": parse_words("""
            homem homens moço rapaz rapazes menino garoto senhor cavalheiro cavalheiros pai papai papá padrasto
            padrinho sogro avô vovô filho enteado neto irmão cunhado genro genros tio sobrinho marido maridos viúvo
            noivo namorado amigo rei reis príncipe príncipes imperador duque conde ator frade monge monges bruxo
            dono_de_casa professor doutor médico enfermeiro aluno vizinho garçom diretor masculino masculina
            masculinos masculinas
        """),
        "nonbinary": parse_words(
            "não-binário não-binária não_binário não_binária não-binárie elu elus gênero_fluido agênero"
        ),
    },
    agreement=True,
    gender_pairs=(
        ("ela", "ele"),
        ("mulher", "homem"),
        ("mulheres", "homens"),
        ("moça", "moço"),
        ("menina", "menino"),
        ("garota", "garoto"),
        ("senhora", "senhor"),
        ("mãe", "pai"),
        ("mamãe", "papai"),
        ("filha", "filho"),
        ("irmã", "irmão"),
        ("tia", "tio"),
        ("sobrinha", "sobrinho"),
        ("esposa", "marido"),
        ("avó", "avô"),
        ("neta", "neto"),
        ("namorada", "namorado"),
        ("rainha", "rei"),
        ("princesa", "príncipe"),
        ("feminino", "masculino"),
    ),
    person=("mulher", "homem"),
    names={
        "female": parse_words("""
            Ana Mariana Juliana Beatriz Patrícia Camila Fernanda Luciana Helena Cláudia Teresa Luísa Sandra Carla
            Letícia Márcia
        """),
        "male": parse_words("""
            João Rafael Rodrigo Gabriel Marcelo Felipe Ricardo Eduardo Miguel Paulo Antônio André Sérgio Bruno
            Vinícius Carlos
        """),
    },
    pronoun_classes={
        # The subject may be left out ("é enfermeira"), so nouns count, too; occupations: text/gender.
        "she": parse_words("""
            ela dela nela mulher moça menina garota senhora dama mãe filha irmã esposa namorada avó tia amiga
        """),
        "he": parse_words("""
            ele dele nele homem moço menino garoto senhor cavalheiro pai filho irmão marido namorado avô tio amigo
        """),
        "they": parse_words("eles elas deles delas elu elus delu ile iles"),
        "person": parse_words("pessoa pessoas alguém gente indivíduo ser_humano todo_mundo"),
    },
    fit=partial(with_article, words=_CALLED, verb="é", article="um"),  # é ladrão → é um ladrão
    inference=Inference(
        yes="Sim",
        maybe="Talvez",
        no="Não",
        question="Pergunta",
        answer="Resposta",
        premise="Premissa",
        hypothesis="Hipótese",
        follows="A hipótese decorre da premissa?",
        given="Suponhamos que isto é verdade",
        then="Isto também é verdade?",
        choice="Sim, não ou talvez?",
    ),
    example=("A mulher lê um livro.", "O homem lê um livro."),
    sources=(
        "Gender words: own choice, without pronouns, which also stand for things, and"
        " without masculine plurals that mean both (pais, filhos, irmãos).",
        "Names: own choice of frequent given names in Brazil, years of birth 1950-2000.",
    ),
)
