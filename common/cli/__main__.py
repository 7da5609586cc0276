"""`python -m common.cli`: the command line."""

import sys

from common.cli import main

sys.exit(main())
