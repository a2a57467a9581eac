"""``python -m ivy`` is the command ``ivy``."""

import sys

from ivy.cli import main

if __name__ == "__main__":
    sys.exit(main())
