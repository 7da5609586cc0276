"""`python -m bench [--quick] [B01 …]`: run the measurements and print each with its bar."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from bench.measure import Extent


def main(words: list[str]) -> int:
    """All rows of all benchmarks, or those whose codes are named."""
    strange = [word for word in words if word.startswith("-") and word != "--quick"]
    if strange:
        print(__doc__ if strange[0] in ("-h", "--help") else f"bench: there is no option {strange[0]}")
        return 0 if strange[0] in ("-h", "--help") else 2
    extent = Extent.QUICK if "--quick" in words else Extent.FULL
    wanted = {word for word in words if not word.startswith("-")}
    failed = 0
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        if wanted and not any(code in path.read_text(encoding="utf-8") for code in wanted):
            continue
        module = importlib.import_module(f"bench.{path.stem}")
        for row in module.run(extent):
            if not wanted or row.code in wanted:
                print(row, flush=True)
                failed += not row.passed
    print(f"{failed} bar(s) missed" if failed else "all bars met")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
