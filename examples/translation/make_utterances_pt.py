"""Writes utterances_pt.tsv: Portuguese leaves gender open if the word has one form and the possessive is *seu*.

*Seu trabalho* is her, his or their job: English has to choose. The words are our own choice of occupations and
adjectives with one form for everyone (*o dentista, a dentista; gentil*). A bare *É dentista* will not do: translators
say *It is a dentist*, which tells nothing, and the result is undefined.
"""

from __future__ import annotations

from pathlib import Path

REGISTERS = {
    "informal": ("Alguém é {word} e gosta do seu trabalho.", "Alguém é muito {word} com os seus vizinhos."),
    "formal": ("Essa pessoa é {word} e gosta do seu trabalho.", "Essa pessoa é muito {word} com os seus vizinhos."),
}
WORDS = {
    "occupation": """dentista jornalista artista motorista gerente pianista atleta policial cientista economista taxista
        recepcionista massagista florista eletricista analista intérprete comerciante vigilante assistente comandante
        oficial estudante agente fiscal contabilista radialista maquinista esteticista manicure babá caixa modelo guia
        detetive violinista baixista surfista tenista ginasta cineasta diplomata psiquiatra pediatra geriatra
        ortodontista astronauta sindicalista""",
    "positive": """inteligente gentil feliz competente paciente responsável amável leal alegre humilde brilhante
        elegante prudente exemplar confiável capaz notável simples independente otimista forte excelente agradável
        eficiente tolerante""",
    "negative": """arrogante cruel covarde desagradável irresponsável insuportável egoísta pessimista infeliz hostil
        ignorante fútil instável negligente rude incompetente imprudente intolerante detestável vulgar inflexível
        impaciente prepotente inútil""",
}


def main() -> None:
    rows = ["text\tset\tregister\tlexicon\tword"]
    for register, (occupation, quality) in REGISTERS.items():
        for lexicon, words in WORDS.items():
            for word in words.split():
                text = (occupation if lexicon == "occupation" else quality).format(word=word)
                rows += [f"{text}\t{name}\t{register}\t{lexicon}\t{word}" for name in (register, lexicon)]
    (Path(__file__).parent / "utterances_pt.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
