"""ethnic-bias with the five additional attributes of the paper's table 7: does the score depend on the choice of words?

`-d ethnic-bias --set attributes=plus` is this dataset. The additional targets are the option `targets` of the measure:
--set targets=paper or plus.
"""

from __future__ import annotations

from babelance.datasets._ethnic_bias import probes

dataset = probes("ethnic-bias-plus", "Nationality probes for Categorical Bias, +5 attributes", more=True)
