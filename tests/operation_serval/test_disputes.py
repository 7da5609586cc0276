"""Disputes at the table: what a player tried, or what two rules together should have brought about."""

import pytest

from operation_serval.actions import EnactSharia
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import refused
from tests.operation_serval.positions import FAR, TIMBUKTU, arrange

# Sharia (27)


@pytest.mark.rule("operation_serval", "6.3a")
@pytest.mark.rule("operation_serval", "27.0a")
def test_the_leaders_of_the_mnla_are_of_the_coalition_and_enact_no_sharia() -> None:
    match = arrange(f"{FAR}; {TIMBUKTU}: mn_najim", side=COALITION)
    assert refused(match, EnactSharia("mnla")) == "6.3a"
    assert refused(arrange(f"{FAR}; {TIMBUKTU}: mn_najim", side=ISLAMIST), EnactSharia("mnla")) == "7.1a"
