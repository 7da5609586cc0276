"""No test touches the home of whoever runs it: settings, games and caches have a home of their own."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Everything the program keeps goes to a folder that is gone afterwards."""
    before = os.environ.get("FIVE_FRONTS_HOME")
    os.environ["FIVE_FRONTS_HOME"] = str(tmp_path_factory.mktemp("home"))
    yield
    os.environ.pop("FIVE_FRONTS_HOME")
    if before is not None:
        os.environ["FIVE_FRONTS_HOME"] = before
