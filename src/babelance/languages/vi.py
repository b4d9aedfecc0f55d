"""Vietnamese. No grammatical gender, but most words for persons are kin terms that tell it: cô ấy, anh ấy.

Người đó, nó and vị ấy leave it open. Spaces stand between syllables, so many words have one inside.
"""

from __future__ import annotations

from babelance.core.language import Inference, Language, Register, parse_words

language = Language(
    code="vi",
    name="Vietnamese",
    endonym="Tiếng Việt",
    gender_words={
        "female": parse_words("""
            phụ_nữ đàn_bà nữ_giới nữ cô_ấy cô_ta chị_ấy chị_ta bà_ấy bà_ta nàng cô_gái bé_gái con_gái thiếu_nữ mẹ
            mẹ_kế mẹ_vợ mẹ_chồng bà bà_nội bà_ngoại bà_cụ bà_lão quý_bà chị chị_gái em_gái cháu_gái vợ bà_xã cô_dâu
            con_dâu bạn_gái góa_phụ nữ_hoàng hoàng_hậu công_chúa nữ_thần nữ_sinh nữ_tu ni_cô cô_giáo nữ_diễn_viên
            nữ_bác_sĩ nữ_y_tá bà_chủ thím mợ
        """),
        "male": parse_words("""
            đàn_ông nam_giới anh_ấy anh_ta ông_ấy ông_ta chàng hắn cậu_ấy cậu_ta chàng_trai bé_trai con_trai
            nam_thanh_niên cha bố_tôi bố_của người_bố ông_bố cha_dượng bố_vợ bố_chồng ông ông_nội ông_ngoại ông_cụ
            ông_lão quý_ông anh_trai em_trai cháu_trai chồng ông_xã chú_rể con_rể bạn_trai góa_vợ nhà_vua quốc_vương
            hoàng_đế hoàng_tử nam_thần nam_sinh thầy_giáo nam_diễn_viên nam_bác_sĩ nam_y_tá ông_chủ chú_tôi cậu_bé
            chú_bé
        """),
        "nonbinary": parse_words("phi_nhị_nguyên phi_nhị_giới nonbinary non-binary"),
    },
    gender_pairs=(
        ("phụ nữ", "đàn ông"),
        ("nữ giới", "nam giới"),
        ("cô ấy", "anh ấy"),
        ("cô ta", "anh ta"),
        ("bà ấy", "ông ấy"),
        ("bà ta", "ông ta"),
        ("cô gái", "chàng trai"),
        ("bé gái", "bé trai"),
        ("con gái", "con trai"),
        ("mẹ tôi", "bố tôi"),
        ("bà nội", "ông nội"),
        ("bà ngoại", "ông ngoại"),
        ("chị gái", "anh trai"),
        ("em gái", "em trai"),
        ("cháu gái", "cháu trai"),
        ("vợ", "chồng"),
        ("cô dâu", "chú rể"),
        ("bạn gái", "bạn trai"),
        ("công chúa", "hoàng tử"),
        ("cô giáo", "thầy giáo"),
        ("nữ sinh", "nam sinh"),
    ),
    person=("phụ nữ", "đàn ông"),
    names={
        "female": parse_words("Lan Hương Thảo Hằng Trang Thúy Huệ Loan Yến Nhung Oanh Phượng Diễm Quỳnh"),
        "male": parse_words("Hùng Dũng Tuấn Cường Khôi Quân Tùng Hiếu Kiên Hưng Tiến Vinh Huy Phong"),
    },
    registers=(
        Register(
            "informal-plain", "Nó là {word}.", "Nó {word} lắm.", ("informal", "impolite"), "nó: the young, or rough"
        ),
        Register("informal", "Người đó là {word}.", "Người đó {word} lắm.", ("informal",), "người đó: that person"),
        Register(
            "formal-plain",
            "Người này là một {word}.",
            "Người này rất {word}.",
            ("formal", "impolite"),
            "người này: distant, as in a report",
        ),
        Register(
            "formal-polite", "Vị ấy là một {word}.", "Vị ấy rất {word}.", ("formal", "polite"), "vị ấy: with respect"
        ),
    ),
    inference=Inference(
        yes="Đúng",
        maybe="Có lẽ",
        no="Sai",
        question="Câu hỏi",
        answer="Trả lời",
        premise="Tiền đề",
        hypothesis="Giả thuyết",
        follows="Giả thuyết có suy ra từ tiền đề không?",
        given="Giả sử điều này là đúng",
        then="Điều này cũng đúng chứ?",
        choice="Đúng, sai hay có lẽ?",
    ),
    example=("Cô ấy đang đọc sách.", "Anh ấy đang đọc sách."),
    sources=(
        "Gender words: own list; syllables of two meanings stand only in compounds"
        " (nam: Việt Nam; anh: nước Anh; cô: cô đơn; bố: công bố; chú: chú ý).",
        "Names: own choice of frequent given names that are given to one gender.",
        "Registers: own choice of kin terms and other words for persons.",
    ),
)
