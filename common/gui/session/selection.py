"""What the player has selected, and what a click, a drop or a key stands for; the match decides what is allowed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from PySide6.QtCore import QObject, Signal

from common.engine import Refusal
from common.engine.actions import Add, Decline, Remove
from common.engine.prompts import split_prompt
from common.gui.kit.language import tr, trn
from common.gui.session.interrupted_move import Rest
from common.gui.session.offers import Figures, Offer, Slot, make_slots, offer_drops, offer_gesture
from common.gui.session.session import Session
from common.gui.session.space_names import map_of
from common.tabletop import Piece, Target

FEW = 2  # actions on spaces that are buttons as well
LISTED = 20  # actions on spaces, or with pieces, that stand in the list of their group as well
ALL = "A"  # the key for what many do at once
KINDS = 6  # kinds of actions with pieces, each of them in a list, that the bar has room for
CARDS = 4  # actions with cards, and goals of what is in the hand, that are buttons as well


def _of_short_lists(offers: Sequence[Offer]) -> list[Offer]:
    """Those whose kinds are few enough for the bar, without the kinds that are too long for a list."""
    kinds = Counter(offer.group for offer in offers)
    short = [offer for offer in offers if kinds[offer.group] <= LISTED]
    return short if len({offer.group for offer in short}) <= KINDS else []


class Selection(QObject):
    """Selection, targets and choices; everything that happens goes through the session."""

    changed = Signal()
    held = Signal(object)  # the targets to be lit
    pointed = Signal(str, str)  # space and piece to look at
    menu_wanted = Signal(object)  # choices to be offered where the pointer is
    refused_at = Signal(str, str, str)  # space, why, rule
    go_to = Signal(str)
    warned = Signal(str)  # what is left undone if a phase is ended now

    def __init__(self, session: Session, spaces: Collection[str] = ()) -> None:
        super().__init__(session)
        self.session, self.spaces = session, spaces
        self.selected: tuple[str, ...] = ()
        self.targets: tuple[Target, ...] = ()
        self.cursor = ""
        self.rest: Rest | None = None
        self.tight = False  # whether the bar has no room for all choices one by one
        self.brief = False  # whether long ones are called by their kind
        self.most = 0  # buttons the bar has room for, where it is so tight that the last choices share one
        self.figures = Figures()
        self._lent: tuple[str, ...] = ()  # what the game itself has put into the hand
        self._warned: object = None  # the run of decisions whose end was warned of already
        session.changed.connect(self.refresh)

    # What there is to choose

    def refresh(self) -> None:
        """The position has changed: take up or let go what the game says, else keep what can still do something."""
        before, self._lent = self._lent, self._find_lent()
        able = set(self.find_usable()) if self.selected else set()
        if able.intersection(self.selected):
            able.update(piece.id for piece in self.session.pieces() if piece.joins)
        kept = tuple(piece for piece in self.selected if piece in able)
        self.selected = (self._lent if self._lent != before else kept) or self._lent or self._find_asked()
        self.targets = self.targets_for(self.selected) if self.selected and self.session.can_act else ()
        self.held.emit(self.targets)
        self.changed.emit()

    def _find_lent(self) -> tuple[str, ...]:
        """The counters of a move that has begun: they are in the hand until it is made or called off."""
        if not self.session.can_act or self.session.tutor is not None:
            return ()
        return tuple(self.session.table.in_hand(self.session.seat))

    def _find_asked(self) -> tuple[str, ...]:
        """The one counter that a question is about, if it has to go somewhere and nothing else is asked.

        It lies on the map or in a box beside it; cards and what lies on trays have hands of their own.
        """
        if not self.session.can_act or self.session.tutor is not None:
            return ()
        gestures = self.session.gestures()
        asked = {g.piece for g in gestures}
        if len(asked) != 1 or not any(g.space for g in gestures):
            return ()
        piece = self.piece(asked.pop())
        named = {*self.spaces, *map_of(self.session.match.game).boxes}
        return (piece.id,) if piece is not None and piece.movable and piece.space in named else ()

    def find_lit(self) -> tuple[set[str], set[str]]:
        """The spaces and pieces that a legal action stands on."""
        gestures = self.session.gestures()
        spaces = {g.space for g in gestures if g.space and not g.piece}
        pieces = {g.piece for g in gestures if g.piece}
        return spaces, pieces

    def find_usable(self) -> list[str]:
        """The pieces with something to do, in the order of the table; each once."""
        able = self.find_lit()[1]
        return [piece.id for piece in self.session.pieces() if piece.id in able or piece.movable]

    def find_units(self) -> list[str]:
        """Those of them, and those that can go along, that stand on the map or in an annex of it, in no other box."""
        able, places = set(self.find_usable()), {*self.spaces, *self.session.table.annexes}
        there = [piece for piece in self.session.pieces() if piece.space in places]
        return [piece.id for piece in there if piece.id in able or piece.joins]

    def targets_for(self, pieces: Sequence[str]) -> tuple[Target, ...]:
        """Where these pieces can be put down: the game's plans, and single actions that name piece and space."""
        if not pieces or not self.session.can_act:
            return ()
        found = list(self.session.table.lift(self.session.seat, tuple(pieces)))
        known = {target.plan for target in found}
        if len(pieces) == 1:
            for g in self.session.gestures():
                if g.piece == pieces[0] and g.space and (g.action,) not in known:
                    found.append(Target(g.space, g.label, (g.action,)))
        return tuple(found) or self._targets_anew(pieces)

    def _targets_anew(self, pieces: Sequence[str]) -> tuple[Target, ...]:
        """In a set-up: where pieces that lie on one space could have been placed instead; a target without a plan."""
        origin, label = self._origin(pieces), tr("Place it here instead")
        found = self.session.takeback.find_anew(pieces, origin) if origin else ()
        return tuple(Target(space, label, ()) for space in found)

    def _origin(self, pieces: Sequence[str]) -> str:
        """The one space of the map on which the acting side's pieces lie, if they do."""
        found = [piece for name in pieces if (piece := self.piece(name)) is not None]
        spaces = {piece.space for piece in found if piece.side == self.session.to_act}
        return spaces.pop() if len(spaces) == 1 else ""

    def choices(self) -> list[Offer]:
        """What can be done without pointing: what is held or under the cursor first, then lifts, what harms last."""
        near = self._of_selection() if self.selected else self._of_space(self.cursor) if self.cursor else []
        near += [choice for choice in self._few() if choice not in near]
        found = near + self.find_placeless()
        found += [choice for choice in self._listed() if choice not in found]
        once = {choice.plan or choice.lift: choice for choice in reversed(found)}  # what is done in two ways, once
        found = [choice for choice in found if once[choice.plan or choice.lift] is choice]
        return self._rest() + sorted(found, key=lambda choice: (choice.grave, bool(choice.lift)))

    def _few(self) -> list[Offer]:
        """What is done by pointing, where there is so little of it that it need not be looked for on the map."""
        gestures = self.session.gestures()
        named = [offer_gesture(g) for g in gestures if g.piece and not g.space]
        placed = any(g.space for g in gestures)
        if named and not placed:
            short = named if len(gestures) <= LISTED else _of_short_lists(named)
            if short:
                return short
        cards = self.session.cards()
        held = [offer_gesture(g) for g in gestures if g.piece in cards]
        listed = self._listed()
        found = [offer for g in gestures if g.space and not g.piece and (offer := offer_gesture(g)) not in listed]
        return (found if len(found) <= FEW else []) + (held if len(held) <= CARDS else [])

    def _listed(self) -> list[Offer]:
        """What is done by pointing at a space and is of a kind with a button: it stands in the list of that kind."""
        gestures = self.session.gestures()
        kinds = {g.group for g in gestures if g.group and not g.space and not g.piece}
        found = [offer_gesture(g) for g in gestures if g.space and not g.piece and g.group in kinds]
        return found if len(found) <= LISTED else []

    def _rest(self) -> list[Offer]:
        """The rest of a force that was stopped on its way."""
        plan = self.rest.find_plan(self.session) if self.rest is not None else ()
        if self.rest is None or not plan:
            return []
        name = self.session.space_name(self.rest.space)
        return [Offer(tr("The rest follows to {space}", space=name), plan=plan, space=self.rest.space)]

    def slots(self) -> list[Slot]:
        """The choices as they stand in the prompt bar and under the number keys; what ends something has its place."""
        end, board = self.find_end(), self.session.board
        offered = [choice for choice in self.choices() if choice != end]
        question = board.prompt_rule, board.to_act
        slots = make_slots(offered, self.tight, self.most, self.brief)
        return self.figures.number(slots, question, len(board.past), (self.tight, self.most, self.brief))

    def find_end(self) -> Offer | None:
        """What closes the phase, or else the part of it that is being decided; it has a place and a key of its own."""
        ends = [choice for choice in self.find_placeless() if choice.ends and not choice.grave]
        return min(ends, key=lambda choice: choice.ends != "phase", default=None)

    def describe_idle(self) -> str:
        """Who could still act if the phase, or a part of it, were ended now; nothing where nobody could."""
        named = {g.piece for g in self.session.gestures() if isinstance(g.action, Remove)}  # have done their part
        lit, end = self.find_lit()[1], self.find_end()
        on_map = {*self.find_units()} - named
        others = {piece.id for piece in self.session.pieces() if piece.side != self.session.to_act}
        units, aims = len(on_map - others), len(on_map & others)
        if self.session.is_set_up:
            units = 0  # who stands on the map has been placed
        below = lit & self.session.cards()
        counters = len(below & {piece.id for tray in self.session.trays() for piece in tray.pieces})
        cards = len(below)
        pointed = [g.action for g in self.session.gestures() if g.piece]
        still = not any(piece.movable or piece.joins for piece in self.session.pieces())  # they are only asked about
        if units and pointed and (still or all(isinstance(action, Add | Remove) for action in pointed)):
            return trn("{n} unit can be chosen", "{n} units can be chosen", units)
        if units:
            return trn("{n} unit can still act", "{n} units can still act", units)
        counters = counters or aims
        if counters:
            return trn("{n} counter can be chosen", "{n} counters can be chosen", counters)
        if end is None or end.ends == "phase":
            return trn("{n} card can still be played", "{n} cards can still be played", cards) if cards else ""
        return trn("{n} card can be chosen", "{n} cards can be chosen", cards) if cards else ""

    def _must_warn(self, choice: Offer) -> bool:
        """Whether a phase is about to be ended that somebody could still act in, and nobody has said so yet."""
        session = self.session
        if choice.ends != "phase" or not session.store.now.guard or session.whatif.is_on or session.tutor is not None:
            return False
        run = session.takeback.turn_start(), session.phase
        if run == self._warned or not self.describe_idle():
            return False
        self._warned = run
        return True

    def find_placeless(self) -> list[Offer]:
        """The legal actions that have no place on the map; beside a refusal to react also what is done out of turn."""
        gestures = self.session.gestures()
        found = [Offer(bundle.label, plan=bundle.plan, key=ALL) for bundle in self.session.bundles()]
        found += [offer_gesture(g) for g in gestures if not g.space and not g.piece]
        if any(isinstance(g.action, Decline) for g in gestures):
            found += [offer_gesture(g) for g in self.session.asides() if not g.space and not g.piece]
        return found

    def _of_selection(self) -> list[Offer]:
        own = [offer_gesture(g) for g in self.session.gestures() if g.piece in self.selected and not g.space]
        first = self.piece(self.selected[0])
        there = [choice for choice in self._of_space(first.space) if not choice.piece] if first else []
        return own + self._of_lent() + there

    def _of_lent(self) -> list[Offer]:
        """What else can be done about a move that has begun: others come along, and where its goals are few, each."""
        if self.selected != self._lent:
            return []
        gestures = self.session.gestures()
        near = {piece.id for piece in self.pieces_at(self._origin(self._lent))}.difference(self._lent)
        along = [offer_gesture(g) for g in gestures if g.piece in near and not g.space]
        goals = [offer_gesture(g) for g in gestures if g.piece in self._lent and g.space]
        return along + (goals if len(goals) <= CARDS else [])

    def _of_space(self, space: str) -> list[Offer]:
        found = [offer_gesture(g) for g in self.session.gestures() if g.space == space and not g.piece]
        for piece in self.pieces_at(space):
            found += [offer_gesture(g) for g in self.session.gestures() if g.piece == piece.id and not g.space]
            if piece.movable and self.session.can_act and self._can_act(piece.id):
                found.append(self._lift(piece))
        return found

    def _lift(self, piece: Piece) -> Offer:
        text = tr("Take up {piece}", piece=piece.name)
        return Offer(text, lift=(piece.id,), group=tr("Take up"), piece=piece.id, space=piece.space)

    def offers_at(self, space: str, piece: str) -> list[Offer]:
        """What can be done at a place, for the menu of the right button; the default act first."""
        drops = offer_drops([target for target in self.targets if target.space == space])
        at = self._of_space(space)
        own = [choice for choice in at if piece and choice.piece == piece]
        aside = self.session.asides()
        asides = [offer_gesture(g) for g in aside if (space and g.space == space) or (piece and g.piece == piece)]
        return drops + own + [choice for choice in at if choice not in own] + asides

    def pieces_at(self, space: str) -> list[Piece]:
        """The counters on a space."""
        return [piece for piece in self.session.pieces() if piece.space == space]

    # What the hand does

    def click(self, space: str, piece: str, picked: bool = False) -> bool:
        """A click, or Enter: put down what was taken up by key, do the one thing that can be done here, or ask which.

        Dice are thrown for a space, and things thrown away, only when that was asked for; a piece picked out of a fan
        does not mean its space.
        The map itself lifts a piece that can be moved, unless the click was used here; that reaches us as `lift`.
        """
        self.cursor = space
        drops = [target for target in self.targets if target.space == space]
        if drops and self.session.can_act:
            self._do_or_ask(offer_drops(drops))
            return True
        found = self.piece(piece)
        if found is not None and self.session.can_act and self._tick(space, piece):
            return True
        if space and self.session.can_act and not (found is not None and (found.movable or found.joins)):
            gestures = self.session.gestures()
            own = [offer_gesture(g) for g in gestures if piece and g.piece == piece and not g.space]
            there = [offer_gesture(g) for g in gestures if g.space == space and not g.piece and not picked]
            if own or there:
                dice = not own and any(self.session.seat.odds(choice.plan[0]) is not None for choice in there)
                self._do_or_ask(own or there, ask=dice)
                return True
        self.select((piece,) if found is not None and (found.movable or found.joins) else ())
        self.pointed.emit(space, piece)
        return False

    def _tick(self, space: str, piece: str) -> bool:
        """A list is ticked off: what lies in a sheet goes at once to where it can go, or is refused there."""
        sheets = [tray.id for tray in self.session.trays() if tray.plates]
        if space not in sheets:
            return False
        ways = self.targets_for((piece,))
        if len(ways) == 1:
            self._drop(ways[0])
            return True
        others = [sheet for sheet in sheets if sheet != space]
        if not ways and others:
            self._refuse((piece,), others[0])
        return not ways and bool(others)

    def piece(self, name: str) -> Piece | None:
        """The counter of that id, if it is on the table."""
        return next((piece for piece in self.session.pieces() if piece.id == name), None)

    def _do_or_ask(self, choices: list[Offer], ask: bool = False) -> None:
        if len(choices) == 1 and not ask and not choices[0].grave:
            self.do(choices[0])
        else:
            self.menu_wanted.emit(choices)

    def do(self, choice: Offer) -> None:
        """Do what a button, a menu line or a number key stands for."""
        if choice.lift:
            self.select(choice.lift)
        elif self._must_warn(choice):
            self.warned.emit(self.describe_idle())
        elif len(choice.plan) == 1:
            self.session.play(choice.plan[0])
        else:
            self._drop(Target(choice.space, choice.label, choice.plan, choice.path))

    def choose(self, number: int) -> bool:
        """The choice with that number key."""
        slot = next((slot for slot in self.slots() if slot.number == number), None)
        if slot is not None:
            self._do_or_ask(list(slot.choices), slot.is_list)
        return slot is not None

    def select(self, pieces: tuple[str, ...]) -> None:
        """Hold pieces, or nothing."""
        self.selected = pieces
        self.targets = self.targets_for(pieces)
        self.held.emit(self.targets)
        self.changed.emit()
        if pieces:
            self.pointed.emit("", pieces[0])

    def lift(self, pieces: tuple[str, ...]) -> None:
        """Pieces are in the air: light where they may go."""
        self.selected = tuple(pieces)
        self.targets = self.targets_for(self.selected)
        self.held.emit(self.targets)
        self.changed.emit()

    def drop(self, pieces: tuple[str, ...], space: str, onto: str = "") -> None:
        """Pieces were put down, perhaps onto a counter: do it, ask which is meant, or say why not."""
        if tuple(pieces) != self.selected:
            self.lift(tuple(pieces))
        drops = [target for target in self.targets if target.space == space]
        meant = [target for target in drops if target.onto and target.onto == onto]
        if len(meant) == 1:
            self._drop(meant[0])
        elif len(drops) == 1 and not drops[0].onto:
            self._drop(drops[0])
        elif drops:
            self.menu_wanted.emit(offer_drops(drops))
        else:
            self._refuse(self.selected, space)
            self.select(())

    def _drop(self, target: Target) -> None:
        if not target.plan:
            self.session.takeback.place_anew(self.selected, self._origin(self.selected), target.space)
            self.select(())
            return
        self.selected, self.targets = (), ()
        side = self.session.to_act
        rest = Rest.of(self.session, target, self.session.run(target))
        if rest is not None or self.rest is None or self.rest.side == side:  # a reaction does not forget the move
            self.rest = rest
        self.held.emit(self.targets)  # of the counter that the next question is about, if it is about one
        self.changed.emit()

    def _refuse(self, pieces: tuple[str, ...], space: str) -> None:
        refusal = self.why_not(pieces, space)
        self.refused_at.emit(space, refusal.why, refusal.rule)

    def why_not(self, pieces: tuple[str, ...], space: str) -> Refusal:
        """The rules' own answer why these pieces cannot be put there; never empty."""
        session = self.session
        result = session.board.result
        if result is not None:
            return Refusal(result.rule, tr("the game is over"))
        if not session.can_act:
            who = session.name(session.to_act)
            return Refusal(session.board.prompt_rule, tr("it is for {side} to decide", side=who))
        if any(target.space == space for target in self.targets_for(pieces)):
            return Refusal("", tr("it can go there"))
        if not space:
            return Refusal("", tr("there is no space at this place"))
        refusal = session.table.refuse(session.seat, pieces, space) if pieces else None
        asked = split_prompt(session.board.prompt)
        return refusal or Refusal(asked.rule, tr("not now: {prompt}", prompt=asked.before_rule.rstrip(" (.")))

    def cancel(self) -> bool:
        """Put down nothing and forget; whether there was anything to forget."""
        held = bool(self.selected or self.targets)
        self.select(())
        return held

    def move_cursor(self, space: str) -> None:
        """The keyboard's cursor stands on another space."""
        self.cursor = space
        self.changed.emit()

    def next_piece(self, step: int = 1) -> str:
        """Hold the next piece that can still act, each once round; without such pieces the next lit space."""
        usable = self.find_usable()
        here = usable.index(self.selected[0]) if self.selected and self.selected[0] in usable else None
        first = here + step if here is not None else (0 if step > 0 else -1)
        following = (usable[(first + step * number) % len(usable)] for number in range(len(usable)))
        piece = next(filter(self._can_act, following), "")
        if not piece:
            return self._next_space(step)
        self.cursor = next((p.space for p in self.session.pieces() if p.id == piece), "")
        self.go_to.emit(self.cursor)
        self.select((piece,))  # last, so that the figures speak of it and not of what lies uppermost there
        return piece

    def _can_act(self, piece: str) -> bool:
        """Whether a piece can do anything; cards can be taken up at any time, to read why not."""
        lies_open = piece in self.session.cards()
        return not lies_open or piece in self.find_lit()[1] or bool(self.targets_for((piece,)))

    def _next_space(self, step: int) -> str:
        spaces = sorted(self.find_lit()[0])
        if not spaces:
            return ""
        at = spaces.index(self.cursor) + step if self.cursor in spaces else 0
        self.cursor = spaces[at % len(spaces)]
        self.go_to.emit(self.cursor)
        self.changed.emit()
        return self.cursor
