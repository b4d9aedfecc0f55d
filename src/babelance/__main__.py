"""`python -m babelance` is the command `babelance`, also where scripts are not on the path."""

from __future__ import annotations

from babelance.cli import main

if __name__ == "__main__":
    main()
