"""Q13 in short: small maps damaged a few thousand times are read or refused with one clear line."""

from __future__ import annotations

import pytest
import yaml

from common.lab import fuzz
from tests.maps import samples


@pytest.mark.lengthy
def test_damaged_maps_are_read_or_refused() -> None:
    small = (samples.hex_map(), samples.area_map(), samples.point_map())
    texts = {sample["kind"]: yaml.safe_dump(sample, sort_keys=False) for sample in small}
    refused = fuzz.maps(2_400, texts=texts)
    assert 800 < refused < 2_400
