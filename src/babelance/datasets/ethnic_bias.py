"""Probes for Categorical Bias: templates × 70 occupations and roles × 30 nationalities, in eight languages.

An item is a template (`[TTT]` is the place of the target, `[AAA]` of the attribute, `[AAAs]` of its plural) with one
attribute and its `plural` (the attribute itself where no template asks for one); `targets` is a JSON object, key →
name, of all that are compared. The tags `template` and `attribute` are keys that are equal over languages: the Korean
file has another order of templates and the Chinese fewer. The tag `case` says that the authors compare the targets in
lower case, by Python's rule; the tag `plus_targets` names the five additional targets of the paper's table 7.
Reference: Ahn, Oh, EMNLP 2021.
"""

from __future__ import annotations

from babelance.datasets._ethnic_bias import probes

dataset = probes("ethnic-bias", "Nationality probes for Categorical Bias", more=False)
