"""One file per measure; numpy only. `nli_coal.py` holds the class `NliCoal`, the measure `nli-coal`."""
