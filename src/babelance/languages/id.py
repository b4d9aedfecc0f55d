"""Indonesian. No grammatical gender: dia, ia and beliau are she and he alike."""

from __future__ import annotations

from babelance.core.language import Inference, Language, Register, parse_words

language = Language(
    code="id",
    name="Indonesian",
    endonym="Bahasa Indonesia",
    gender_words={
        "female": parse_words("""
            wanita wanitanya perempuan perempuannya gadis gadisnya cewek ceweknya ibu ibuku ibumu ibunya ibunda bunda
            mama mamaku emak nenek nenekku neneknya istri istriku istrimu istrinya bibi bibiku bibinya tante tanteku
            tantenya putri putriku putrinya saudari saudariku saudarinya ratu permaisuri nyonya nona janda pramugari
            aktris biarawati mahasiswi siswi karyawati wartawati guru_wanita polwan keponakan_perempuan
            pengantin_wanita anak_perempuan kakak_perempuan adik_perempuan bu
        """),
        "male": parse_words("""
            pria prianya laki-laki lelaki lelakinya cowok cowoknya ayah ayahku ayahmu ayahnya ayahanda bapak bapakku
            bapaknya papa papaku kakek kakekku kakeknya suami suamiku suamimu suaminya paman pamanku pamannya putra
            putraku putranya raja rajanya pangeran tuan duda jejaka pramugara biarawan pemuda guru_pria
            keponakan_laki-laki pengantin_pria anak_laki-laki kakak_laki-laki adik_laki-laki pak
        """),
        "nonbinary": parse_words("nonbiner non-biner nonbinary genderqueer"),
    },
    gender_pairs=(
        ("wanita", "pria"),
        ("perempuan", "laki-laki"),
        ("cewek", "cowok"),
        ("ibu", "ayah"),
        ("ibuku", "ayahku"),
        ("ibunya", "ayahnya"),
        ("mama", "papa"),
        ("nenek", "kakek"),
        ("istri", "suami"),
        ("istrinya", "suaminya"),
        ("bibi", "paman"),
        ("putri", "putra"),
        ("putrinya", "putranya"),
        ("ratu", "raja"),
        ("nyonya", "tuan"),
        ("janda", "duda"),
        ("bu", "pak"),
    ),
    person=("wanita", "pria"),
    names={
        "female": parse_words("Siti Dewi Rina Yuni Susi Ratna Ani Wati Nurul Lina Wulan Sumiati Kartini Rini Yanti"),
        "male": parse_words("Agus Budi Eko Hendra Arif Bambang Dedi Rudi Ahmad Iwan Anton Slamet Sutrisno Joko Bayu"),
    },
    registers=(
        Register("informal", "Dia {word}.", "Dia {word} banget.", ("informal",), "dia, as people speak"),
        Register(
            "formal-plain", "Ia seorang {word}.", "Ia sangat {word}.", ("formal", "impolite"), "ia, as people write"
        ),
        Register(
            "formal-polite", "Beliau seorang {word}.", "Beliau sangat {word}.", ("formal", "polite"), "with respect"
        ),
    ),
    inference=Inference(
        yes="Ya",
        maybe="Mungkin",
        no="Tidak",
        question="Pertanyaan",
        answer="Jawaban",
        premise="Premis",
        hypothesis="Hipotesis",
        follows="Apakah hipotesis mengikuti dari premis?",
        given="Misalkan ini benar",
        then="Apakah ini juga benar?",
        choice="Ya, tidak atau mungkin?",
    ),
    example=("Wanita itu membaca buku.", "Pria itu membaca buku."),
    sources=(
        "Gender words: own list, with the endings -ku, -mu, -nya that are written"
        " often; without om (also a prefix) and words for both (saudara, siswa, mahasiswa).",
        "Names: own choice of frequent given names that are given to one gender.",
        "Registers: own choice of pronouns and terms of address.",
    ),
)
