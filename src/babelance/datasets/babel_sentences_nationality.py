"""Own sentences about people from six countries, in three languages: `mbe` with several groups.

The frames are the same for all groups, so lengths and topics are balanced. Lists to find such sentences in real text:
`babelance build mbe --groups nationality`.
"""

from __future__ import annotations

from babelance.datasets.reading.people import people

dataset = people("nationality", "Own sentences about people from six countries")
