"""The files of MT-GenEval (test parts): name → (sha256, bytes)."""

from __future__ import annotations

PINS = {
    "sentences/test/geneval-sentences-feminine-test.en_ar.en": (
        "ed189d8ff263038b87e078e0aa26a6502a7c76b63ed61c6ca771b31cde6445d3",
        41421,
    ),
    "sentences/test/geneval-sentences-feminine-test.en_ar.ar": (
        "fc3bdb1937eb58f946176495fb7b41aa520c3cdf9d5f3c378f4255c7f19e571f",
        62196,
    ),
    "sentences/test/geneval-sentences-masculine-test.en_ar.en": (
        "ab0d23675a0a79c9cc67821ad892e887f28ab05dff88eb7e5d4bfe679c6d98cb",
        40956,
    ),
    "sentences/test/geneval-sentences-masculine-test.en_ar.ar": (
        "ad6772e0aac7fcf98d6eb404822986ed274eaa7f6c016dfe335f283d473f124b",
        60424,
    ),
    "sentences/test/geneval-sentences-feminine-test.en_de.en": (
        "fa056fd0d9aa155a088cd0d70dca4afc698b531c4b0469469248b5c1b814037e",
        42867,
    ),
    "sentences/test/geneval-sentences-feminine-test.en_de.de": (
        "09e2c6b557dba109411002fe2434f6b66ed0e52b51e41d357ff7066eb3ed7c1f",
        48321,
    ),
    "sentences/test/geneval-sentences-masculine-test.en_de.en": (
        "980e764bed25ef5ba60a64faed0fa1d348247a31c3e815fa7c354e54806b43f5",
        42359,
    ),
    "sentences/test/geneval-sentences-masculine-test.en_de.de": (
        "87b9229859f8871da63234fd9b3b7534d56aeae99de4c1b7d7094df2ea26a520",
        47778,
    ),
    "sentences/test/geneval-sentences-feminine-test.en_es.en": (
        "f829586bb862d4cbb94f905a5be3c7d4ffd50c48d4aa0ea1c4917461f68fa335",
        44846,
    ),
    "sentences/test/geneval-sentences-feminine-test.en_es.es": (
        "2e2507bdcaecde7525070ebc034171f1e99620583661b69a8aee7094647f8e36",
        49653,
    ),
    "sentences/test/geneval-sentences-masculine-test.en_es.en": (
        "4d6a1bb85d6ef04d9a1c2277f923e419399f7a3da7934fef28a1437dca7e9b36",
        44298,
    ),
    "sentences/test/geneval-sentences-masculine-test.en_es.es": (
        "7e7dd68cd922e950b2e6bdc4ba9b0634bde748328b6e316dd76753283190e066",
        49284,
    ),
    "sentences/test/geneval-sentences-feminine-test.en_fr.en": (
        "b63f46536b935bb460303f780f52c36e92a70fa3c4dde6948734e4904498b3ea",
        43813,
    ),
    "sentences/test/geneval-sentences-feminine-test.en_fr.fr": (
        "ff81756d358513ecf911a9a845e117be7fe96e69f3f68ec07b955c03ce2e92fe",
        51887,
    ),
    "sentences/test/geneval-sentences-masculine-test.en_fr.en": (
        "02efdb879aefc163e68c9dda9e1e180f4c45c68367f2356bba3ff2e1dad4fc49",
        43253,
    ),
    "sentences/test/geneval-sentences-masculine-test.en_fr.fr": (
        "c68e25cb199a37e6b84b6c203a53373afe7ec3682e37f9b7cb9d210a16ce5795",
        50569,
    ),
    "sentences/test/geneval-sentences-feminine-test.en_hi.en": (
        "43de38069c8ea6b12776453379c5db890738a92a1a25f823002b8796d48a69c2",
        42006,
    ),
    "sentences/test/geneval-sentences-feminine-test.en_hi.hi": (
        "29d8ebbfb7c56dc71360f2da07c636a09f28a2c2c3a63167c54b6c3b3686af97",
        107419,
    ),
    "sentences/test/geneval-sentences-masculine-test.en_hi.en": (
        "8b9c126c7cf58b2f401b04ca333e89e2dec88462e1027085fc53b730e21361aa",
        41487,
    ),
    "sentences/test/geneval-sentences-masculine-test.en_hi.hi": (
        "2c8085d1e49c573e46f14d19a22bcdc13df7592cfa0ca5695386350072545097",
        106128,
    ),
    "sentences/test/geneval-sentences-feminine-test.en_it.en": (
        "7567845af8fe1ff8a6dc243f7e5405eba6c7ce0a545e90ad709f524f929df26a",
        45352,
    ),
    "sentences/test/geneval-sentences-feminine-test.en_it.it": (
        "06547a93c10b0b7bdcbe49f552b021a0a338be1a79dd31110e5f343c7b5fabb3",
        48917,
    ),
    "sentences/test/geneval-sentences-masculine-test.en_it.en": (
        "5852b67d221eeb4b71117d1b6c825329cda303bb1cb86a6cb1743980d6b4a846",
        44774,
    ),
    "sentences/test/geneval-sentences-masculine-test.en_it.it": (
        "5e8e7df1b2650e6b598f2b0006b57016114bebe8004152bc2acf4091826191c2",
        48347,
    ),
    "sentences/test/geneval-sentences-feminine-test.en_pt.en": (
        "a199cd4088eb811ca2241c34f70f4b48f7fb04741999d3ed31d2af5506c55b1f",
        42143,
    ),
    "sentences/test/geneval-sentences-feminine-test.en_pt.pt": (
        "5658f482736aaa1394cc3f9e968ee3e7d8512b42ff06800bae5048bc477e5631",
        45261,
    ),
    "sentences/test/geneval-sentences-masculine-test.en_pt.en": (
        "9ccb67fb2d614f206823ba501bef9faf340b7c0e875a242027334740123cb3a5",
        41654,
    ),
    "sentences/test/geneval-sentences-masculine-test.en_pt.pt": (
        "7d84703b4fc62befff9b5a770a78faefba443a3f9dc4482eb8ad2d7c03611a28",
        44978,
    ),
    "sentences/test/geneval-sentences-feminine-test.en_ru.en": (
        "c65c76d05b09ec7bc61b588c27dede106eb1828cc537afbda113054881a11e5f",
        42073,
    ),
    "sentences/test/geneval-sentences-feminine-test.en_ru.ru": (
        "acd4362f1def58ec171c1dc309b82134277515a6ba68c4249757f914988e01bc",
        76591,
    ),
    "sentences/test/geneval-sentences-masculine-test.en_ru.en": (
        "792f35256090f5c5ebead7b54ca08e47b76239d9fcea21c2f52dd79a3002a6cd",
        41610,
    ),
    "sentences/test/geneval-sentences-masculine-test.en_ru.ru": (
        "7074326e2617c2ed7011a899d9b5dd5e79b647e4b9856f0f9049fb67f267f326",
        75482,
    ),
    "context/geneval-context-wikiprofessions-2to1-test.en_ar.en": (
        "8c5e84ce2027f8e13d4f5dffdc04b3685c0882de1dad41c5497b5b91bab4148d",
        286650,
    ),
    "context/geneval-context-wikiprofessions-original-test.en_ar.ar": (
        "e7ac408e1702cfacf0edda57d187704ef04286162063965bc0e80981a52ea04d",
        177689,
    ),
    "context/geneval-context-wikiprofessions-flipped-test.en_ar.ar": (
        "ab557a5c1b41b74ace7b99f542f00ca85a443e64cfc56bc2a1babf91346e5bb3",
        177758,
    ),
    "context/geneval-context-wikiprofessions-2to1-test.en_de.en": (
        "e13b237e9e09912cfe33ac492c07591ac464bc9ad856c325575a716ef92dd947",
        286032,
    ),
    "context/geneval-context-wikiprofessions-original-test.en_de.de": (
        "312c6a482dc7d61596db3d316bdbe48b58ee04a9f7a10868afc167e6f83adb8e",
        135528,
    ),
    "context/geneval-context-wikiprofessions-flipped-test.en_de.de": (
        "efc0543431a0e05c838cf8a409be02de97d6193f078fe6dd220197f231f5d824",
        135673,
    ),
    "context/geneval-context-wikiprofessions-2to1-test.en_es.en": (
        "03d1ce4f5e3cdaf975728cbb1adab142d110e0974c5a4621d91d45ed50902250",
        285546,
    ),
    "context/geneval-context-wikiprofessions-original-test.en_es.es": (
        "e944595e3a548a56cddf1c98759313e9a26ce2c42262b7b550fcd43511dde66b",
        131793,
    ),
    "context/geneval-context-wikiprofessions-flipped-test.en_es.es": (
        "4d130903f29053f92c7ecfec9908306dd80fb069aeac71cdcd6087348b925d07",
        131863,
    ),
    "context/geneval-context-wikiprofessions-2to1-test.en_fr.en": (
        "d35990bb8f195a5c68fc4bbc6abc057f1a2eb8f44f5817ecf0dabafcd078d6db",
        286435,
    ),
    "context/geneval-context-wikiprofessions-original-test.en_fr.fr": (
        "b496fcace20fad9c078bce5cdd33c0ffb1c8bb186f76e799a3258f65c83f58bf",
        142660,
    ),
    "context/geneval-context-wikiprofessions-flipped-test.en_fr.fr": (
        "cf4b7032c5e742c92c3d2c5438f75a664085bd13df9aec81ea60682438e2d309",
        142675,
    ),
    "context/geneval-context-wikiprofessions-2to1-test.en_hi.en": (
        "39bc7d78e36b7399c78b456b1086706c28bd9faf3344e9356507ccd7173c1c0d",
        281636,
    ),
    "context/geneval-context-wikiprofessions-original-test.en_hi.hi": (
        "9084f95a73136796694f7c78e8450907627bae50635df609aa42d0e8fe2ee2f6",
        304956,
    ),
    "context/geneval-context-wikiprofessions-flipped-test.en_hi.hi": (
        "6c0ae3019e5390be29a5ad2c94cc0a7bcc5d17deeb7c045d1b830ae0b2254c4d",
        304800,
    ),
    "context/geneval-context-wikiprofessions-2to1-test.en_it.en": (
        "374e92238d01adfa4245213374552cc84d0e7d1e52fdb11afe73e429e39da7ff",
        284529,
    ),
    "context/geneval-context-wikiprofessions-original-test.en_it.it": (
        "0948ad0c1840082412d37e95802a2993ce1d70fe901894380ddfbee33a5dc504",
        130257,
    ),
    "context/geneval-context-wikiprofessions-flipped-test.en_it.it": (
        "36e275804c3f17bbe81ae12b84e7a4847237444065e8e50325f68841565c6d06",
        130564,
    ),
    "context/geneval-context-wikiprofessions-2to1-test.en_nl.en": (
        "91a1ba2038ceaffa6bd78c194e06c12dcf65999f41099038cce7d709292d66dc",
        279147,
    ),
    "context/geneval-context-wikiprofessions-original-test.en_nl.nl": (
        "71b6930c21e127a6e43163e29a1d3da618d901a9ed798a7fb48b7b0f5e09b997",
        129893,
    ),
    "context/geneval-context-wikiprofessions-flipped-test.en_nl.nl": (
        "bc02fc19b8ac9850a5575ec07ce1663d82529c0e83c260d5c6c1f20c3efd5760",
        129980,
    ),
    "context/geneval-context-wikiprofessions-2to1-test.en_pt.en": (
        "30fb1d44fc0c969875bd50cfa7a842e989acd9eee6cc398296adf752e7f156cf",
        285319,
    ),
    "context/geneval-context-wikiprofessions-original-test.en_pt.pt": (
        "f9e7287e525d95a9a3c34709f7fbcc033f38fe2611cbe062b32e9290207e55cc",
        127851,
    ),
    "context/geneval-context-wikiprofessions-flipped-test.en_pt.pt": (
        "62641eab40db0e3ffe7bb4379d07a8bf70bc8d734e5991129a3c2db2c0366714",
        127998,
    ),
    "context/geneval-context-wikiprofessions-2to1-test.en_ru.en": (
        "d6533bcaa8730253fb2d9d835a65032db5c31782def9eb593850d462839921a0",
        288968,
    ),
    "context/geneval-context-wikiprofessions-original-test.en_ru.ru": (
        "9dcd9eada7cffd30bbde2b77910fd748e7f31e923b2fe69460f7250f7f5590bf",
        230437,
    ),
    "context/geneval-context-wikiprofessions-flipped-test.en_ru.ru": (
        "de1fd992c05f0609cff4c000eb0e958367a1c67c3eb86baf673628aea95eb8e8",
        230495,
    ),
}
