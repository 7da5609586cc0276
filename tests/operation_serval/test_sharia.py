"""27  Sharia law markers."""

import pytest

from operation_serval.actions import ClearSharia, EnactSharia, Finish, MarkTown
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import offered, refused, step
from tests.operation_serval.positions import BAMAKO, GAO, KIDAL, MENAKA, MOPTI, TIMBUKTU, arrange, points


@pytest.mark.rule("operation_serval", "27.0a")
@pytest.mark.rule("operation_serval", "27.1b")
@pytest.mark.rule("operation_serval", "CC2P.c")
@pytest.mark.rule("operation_serval", "26.1a")
def test_a_leader_in_a_town_enacts_sharia() -> None:
    match = arrange(f"{GAO}: aq_belmokhtar; {BAMAKO}: ml_pg", side=ISLAMIST, c2p=(1, 3))
    match.play(EnactSharia("aqim"))
    assert match.state.sharia == {GAO} and points(match) == (0, 4)
    assert match.to_act == COALITION


@pytest.mark.rule("operation_serval", "27.0a")
@pytest.mark.parametrize(
    "text",
    [
        "3217: aq_belmokhtar",  # no town
        "3111: aq_belmokhtar",  # a foreign town
        f"{GAO}: aq_tech_1 aq_base_1",  # no leader
        "algeria_sa: aq_belmokhtar",
    ],
)
def test_without_a_leader_in_a_malian_town_there_is_no_sharia(text: str) -> None:
    match = arrange(f"{text}; {KIDAL}: ad_iyad; {BAMAKO}: ml_pg", side=ISLAMIST)
    assert refused(match, EnactSharia("aqim")) == "27.0a"
    assert refused(match, EnactSharia("ansar_dine")) is None


@pytest.mark.rule("operation_serval", "CEX.b")
@pytest.mark.rule("operation_serval", "27.1b")
@pytest.mark.rule("operation_serval", "27.0b")
def test_one_action_covers_all_towns_with_leaders_of_the_contingent() -> None:
    text = f"{TIMBUKTU}: ad_sanda; {KIDAL}: ad_iyad; {MENAKA}: ad_alghabass*; {GAO}: mj_hamaha; {BAMAKO}: ml_pg"
    match = arrange(text, side=ISLAMIST, c2p=(1, 3))
    match.play(EnactSharia("ansar_dine"))
    assert refused(match, Finish()) == "27.0a"
    assert refused(match, MarkTown(GAO)) == "27.0a"
    match.play(MarkTown(TIMBUKTU))
    assert points(match) == (0, 4)
    assert refused(match, MarkTown(TIMBUKTU)) == "27.0b"
    match.play(MarkTown(KIDAL))
    assert points(match) == (0, 5) and {action.hex for action in offered(match, MarkTown)} == {MENAKA}
    match.play(Finish())  # one may be left out
    assert match.state.sharia == {TIMBUKTU, KIDAL} and step(match) == "ActionStep"


@pytest.mark.rule("operation_serval", "27.0b")
def test_one_marker_a_hex_but_any_number_in_the_game() -> None:
    six = [TIMBUKTU, GAO, KIDAL, "1925", "2327", "3026"]
    match = arrange(f"{KIDAL}: ad_iyad; {BAMAKO}: ml_pg", side=ISLAMIST, sharia=six)
    assert refused(match, EnactSharia("ansar_dine")) == "27.0a"
    seventh = arrange(f"{MENAKA}: ad_iyad; {BAMAKO}: ml_pg", side=ISLAMIST, sharia=six)
    seventh.play(EnactSharia("ansar_dine"))
    assert len(seventh.state.sharia) == 7


@pytest.mark.rule("operation_serval", "27.2a")
@pytest.mark.rule("operation_serval", "CEX.d")
@pytest.mark.rule("operation_serval", "27.1d")
def test_clearing_removes_all_markers_under_coalition_units_at_once() -> None:
    text = f"{GAO}: fr_sof_cm; {KIDAL}: mn_guer_1; {MOPTI}: ml_militia_1; {TIMBUKTU}: ad_sanda"
    match = arrange(text, sharia=[GAO, KIDAL, MOPTI, TIMBUKTU, MENAKA], c2p=(3, 1))
    match.play(ClearSharia())
    assert match.state.sharia == {TIMBUKTU, MENAKA} and points(match) == (3, 0)
    assert refused(arrange(text, sharia=[TIMBUKTU, MENAKA]), ClearSharia()) == "27.2a"
