"""The invariants find what is wrong, and nothing else."""

import pytest

from common.engine import BrokenState
from fallujah.state import Unit
from tests.fallujah.positions import arrange


def spoil_stack(state):
    for number in range(1, 10):
        state.put(Unit(f"M{number}", "5"))


BROKEN = {
    "counter mix": lambda state: state.units.pop("C1"),
    "not the unit": lambda state: state.units.update(C1=Unit("C2", "9")),
    "control marker": lambda state: state.control.pop("5"),
    "more than 8": spoil_stack,
    "Coalition-controlled": lambda state: state.control.update({"9": "coalition"}),
    "only Coalition units": lambda state: state.control.update({"16": "insurgent"}),
    "fallen without reason": lambda state: state.fallen.append("5"),
    "turn 8": lambda state: setattr(state, "turn", 8),
    "impulse 15": lambda state: setattr(state, "impulse", 15),
    "backlash is -1": lambda state: setattr(state, "backlash", -1),
    "Resistance marker": lambda state: setattr(state, "resistance", "99"),
    "the enemy acts in it": lambda state: setattr(state, "active", "insurgent"),
    "impulse of the enemy": lambda state: state.mp.update(inf1=3),
    "Advantage belongs": lambda state: setattr(state, "advantage", "nobody"),
    "C1 is Dug In": lambda state: state.units.update(C1=Unit("C1", "9", dug=True)),
    "F1 is Dug In": lambda state: state.units.update(F1=Unit("F1", "9", spent=True, dug=True)),
    "M1 is off the map and Spent": lambda state: state.units.update(M1=Unit("M1", "force_pool", spent=True)),
    "m_scc is in": lambda state: state.units.update(m_scc=Unit("m_scc", "43")),
    "m_1_8_a is in 'NW'": lambda state: state.units.update(m_1_8_a=Unit("m_1_8_a", "NW")),
    "M2 is in 'eliminated'": lambda state: state.units.update(M2=Unit("M2", "eliminated")),
    "more than 5 Fresh": lambda state: [state.put(Unit(f"F{n}", "9")) for n in range(1, 7)],
}


@pytest.mark.parametrize("words", BROKEN)
def test_a_broken_position_is_found(words):
    match = arrange("9: C1; 16: inf1")
    match.check()
    BROKEN[words](match.state)
    with pytest.raises(BrokenState, match=words):
        match.check()
