"""The entry point that desktop files start: `python -m common.gui.app`."""

import sys

from common.gui.start.program import main

if __name__ == "__main__":
    sys.exit(main())
