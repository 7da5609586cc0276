"""Every measurement of bench/ runs, in its smallest form: what it finds is not looked at."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

BENCH = Path(__file__).resolve().parents[1] / "bench"
PEERS = {"bench_engine": "chess", "bench_table": "chess", "bench_maps": "scipy"}


@pytest.mark.parametrize("name", sorted(path.stem for path in BENCH.glob("bench_*.py")))
def test_a_measurement_runs(name: str, qapp) -> None:
    if name in PEERS:
        pytest.importorskip(PEERS[name], reason="comes with the bench extra")
    from bench.measure import Extent

    rows = list(import_module(f"bench.{name}").run(Extent.LEAST))
    assert rows
    assert all(row.code and str(row).startswith(row.code) for row in rows)
