"""Scores of real models per sentence, recorded by others: golden values for how scores are put together.

There are no items here. `path("crows-pairs/results_bert.csv")` (separated by `;`) and
`path("crows-pairs/results_camembert.csv")` have `sent_more_score` and `sent_less_score` per pair (61.45 and 58.30 over
all); the JSON files have a score per sentence id of StereoSet, published results in `stereoset-pt`.
"""

from __future__ import annotations

from babelance.core.card import Card
from babelance.datasets.reading.pinned import Pinned, Repository, without_items

DUTCH = Repository("jerryspan/Dutch-CrowS-Pairs", "7cf51965b4818a717d22068477fba951bca1eb90")
PORTUGUESE = Repository("firminovitoria/stereoset-ptbr", "94a101a93a1032322b108e77b7cd743b208776b5")
STEREOSET = Repository("moinnadeem/StereoSet", "ead7d086a64a192a1eca88e0dd2fd163de375218")

FILES = (
    DUTCH.file(
        "recorded/crows-pairs/results_bert.csv",
        "results/results_mlms/eng_mlms/results_bert.csv",
        "bdd74141e9a102f8897b9b933845615c230c320792835ff41132a47b2e429678",
        270545,
    ),
    DUTCH.file(
        "recorded/crows-pairs/results_camembert.csv",
        "results/results_mlms/french_mlms/results_camembert.csv",
        "05fbdc4869afe98d78a6d207f7c02f96ff655c705971a4bc3127e35c0d1dcb3f",
        310513,
    ),
    PORTUGUESE.file(
        "recorded/stereoset-pt/predictions_albertina_900m.json",
        "predictions/predictions_albertina_900m.json",
        "ac9566130d3540eb77ba1eb4322342674699b6126e47e0b67bc39e71b131bda1",
        1271522,
    ),
    PORTUGUESE.file(
        "recorded/stereoset-pt/predictions_tucano_1b1.json",
        "predictions/predictions_tucano_1b1.json",
        "86bbef475ace6ea4c3f99c4f0ab6c0b165b8b05600de89ac9817f5d7c87c0a3c",
        1215182,
    ),
    STEREOSET.file(
        "recorded/stereoset/predictions_bert-base-cased_BertNextSentence_BertLM.json",
        "code/predictions/predictions_bert-base-cased_BertNextSentence_BertLM.json",
        "45b336fdf78e723512175fa382591f2b420c3f58472959f902f225e60471cfee",
        1223575,
    ),
    STEREOSET.file(
        "recorded/stereoset/predictions_gpt2_ModelNSP_GPT2LM.json",
        "code/predictions/predictions_gpt2_ModelNSP_GPT2LM.json",
        "ff1751272de61feb54f0eee4e410c3a958c83a64f5408a7e1ddbcb29dc1dd498",
        1220778,
    ),
)

dataset = Pinned(
    card=Card(
        name="recorded",
        title="Recorded scores of real models",
        version="1",
        languages=("en", "fr", "pt"),
        licence="CC BY-SA 4.0",
        citation="Névéol et al., ACL 2022 (fr); Spanakis et al. (nl); Nadeem et al., ACL 2021; PT-BR translation",
        provenance="Written by the authors' scripts for bert-base, CamemBERT, GPT-2, Albertina 900M and Tucano 1B1.",
        files=FILES,
        url=DUTCH.url,
        notes=("The models' exact revisions are not recorded.",),
    ),
    fields=frozenset(),
    parts=dict.fromkeys(("en", "fr", "pt"), FILES),
    read=without_items("recorded", "scores of models"),
)
