"""Own sentences about people of six religions, in three languages: `mbe` with several groups.

The frames are the same for all groups, so lengths and topics are balanced. Lists to find such sentences in real text:
`babelance build mbe --groups religion`.
"""

from __future__ import annotations

from babelance.datasets.reading.people import people

dataset = people("religion", "Own sentences about people of six religions")
