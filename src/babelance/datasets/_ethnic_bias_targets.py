"""Names of countries that stand for nationalities in the ethnic-bias probes, in the spelling of the released code.

Korean has Cambodia where the others have Somalia: names are joined over languages by their key (ISO 3166), never by
position. The last five are the paper's additional targets (`PLUS`); the released code has no Arabic and Greek names for
them, so those are ours.
"""

from __future__ import annotations

_CODES = "US CA JP CN KR GB FR DE MX IQ IE IR SA RU VN TH AU ES TR IL IT EG SO IN BR CO GR AF CU SY KP PK RO CH MA"
KEYS = tuple(_CODES.split())
PLUS = KEYS[30:]
WITHOUT_PLUS = ("ar", "el")
"""Languages for which the released code has the paper's thirty only."""
_KEYS_KO = tuple("KH" if key == "SO" else key for key in KEYS)

_NAMES = {
    "en": (
        "america, canada, japan, china, korea, england, france, germany, mexico, iraq, ireland, iran, saudi, "
        "russia, vietnam, thailand, australia, spain, turkey, israel, italy, egypt, somalia, india, brazil, "
        "colombia, greece, afghanistan, cuba, syria, north korea, pakistan, romania, switzerland, morocco"
    ),
    "de": (
        "amerika, kanada, japan, china, korea, england, frankreich, deutschland, mexiko, irak, irland, iran, "
        "saudi, russland, vietnam, thailand, australien, spanien, türkei, israel, italien, ägypten, somalia, "
        "indien, brasilien, kolumbien, griechenland, afghanistan, kuba, syrien, nord korea, Pakistan, "
        "Rumänien, Schweiz, Marokko"
    ),
    "es": (
        "américa, canadá, japón, china, corea, inglaterra, francia, alemania, méxico, irak, irlanda, irán, "
        "arabia, rusia, vietnam, tailandia, australia, españa, turquía, israel, italia, egipto, somalia, "
        "india, brasil, colombia, grecia, afganistán, cuba, siria, corea del norte, Pakistán, Rumania, Suiza, "
        "Marruecos"
    ),
    "ko": (
        "미국, 캐나다, 일본, 중국, 한국, 영국, 프랑스, 독일, 멕시코, 이라크, 아일랜드, 이란, 사우디, 러시아, "
        "베트남, 태국, 호주, 스페인, 터키, 이스라엘, 이탈리아, 이집트, 캄보디아, 인도, 브라질, 콜롬비아, "
        "그리스, 아프간, 쿠바, 시리아, 북한, 파키스탄, 루마니아, 스위스, 모로코"
    ),
    "tr": (
        "Amerika, Kanada, Japonya, Çin, Kore, İngiltere, Fransa, Almanya, Meksika, Irak, İrlanda, İran, Suudi, "
        "Rusya, Vietnam, Tayland, Avustralya, İspanya, türkiye, İsrail, İtalya, Mısır, Somali, Hindistan, "
        "Brezilya, Kolombiya, Yunanistan, Afganistan, Küba, Suriye, Kuzey Kore, Pakistan, Romanya, İsviçre, "
        "Fas"
    ),
    "zh": (
        "美国, 加拿大, 日本, 中国, 韩国, 英格兰, 法国, 德国, 墨西哥, 伊拉克, 爱尔兰, 伊朗, 沙特, 俄国, 越南, "
        "泰国, 澳大利亚, 西班牙, 土耳其, 以色列, 意大利, 埃及, 索马里, 印度, 巴西, 哥伦比亚, 希腊, 阿富汗, "
        "古巴, 叙利亚, 北朝鲜, 巴基斯坦, 罗马尼亚, 瑞士, 摩洛哥"
    ),
    "ar": (
        "أمريكا, كندا, اليابان, الصين, كوريا, إنجلترا, فرنسا, ألمانيا, المكسيك, العراق, أيرلندا, إيران, "
        "السعودية, روسيا, فيتنام, تايلاند, أستراليا, أسبانيا, تركيا, إسرائيل, إيطاليا, مصر, الصومال, الهند, "
        "البرازيل, كولومبيا, اليونان, أفغانستان, كوبا, سوريا, كوريا الشمالية, باكستان, رومانيا, سويسرا, "
        "المغرب"
    ),
    "el": (
        "ΗΠΑ, Καναδάς, Ιαπωνία, Κίνα, Κορέα, Αγγλία, Γαλλία, Γερμανία, Μεξικό, Ιράκ, Ιρλανδία, Ιράν, "
        "Σαουδική Αραβία, Ρωσία, Βιετνάμ, Ταϊλάνδη, Αυστραλία, Ισπανία, Τουρκία, Ισραήλ, Ιταλία, Αίγυπτος, "
        "Σομαλία, Ινδία, Βραζιλία, Κολομβία, Ελλάδα, Αφγανιστάν, Κούβα, Συρία, Βόρεια Κορέα, Πακιστάν, "
        "Ρουμανία, Ελβετία, Μαρόκο"
    ),
}

TARGETS: dict[str, dict[str, str]] = {
    language: dict(zip(_KEYS_KO if language == "ko" else KEYS, names.split(", "), strict=True))
    for language, names in _NAMES.items()
}
"""language → key → name."""
