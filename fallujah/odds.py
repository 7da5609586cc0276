from common.engine import Action
from common.tables import Odds
from fallujah.state import FallujahState


def of(state: FallujahState, action: Action) -> Odds | None:
    return None
