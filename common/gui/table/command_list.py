"""Every command of the table, with its menu and its keys."""

from __future__ import annotations

from typing import NamedTuple

from common.gui.kit.language import tr
from common.gui.kit.settings import Store


class WindowCommand(NamedTuple):
    """Something the player can ask for by menu, button, key or name."""

    id: str
    title: str  # with its mnemonic
    keys: tuple[str, ...] = ()
    menu: str = ""
    icon: str = ""
    checkable: bool = False

    @property
    def name(self) -> str:
        """The title without its mnemonic."""
        return tr(self.title).replace("&", "")

    @property
    def group(self) -> str:
        """The title of its menu without the mnemonic."""
        return tr(self.menu).replace("&", "")


COMMANDS = (
    WindowCommand("new", "&New game …", ("Ctrl+N",), "&Game", "plus"),
    WindowCommand("open", "&Open …", ("Ctrl+O",), "&Game", "open"),
    WindowCommand("save_as", "&Save a copy …", ("Ctrl+S", "Ctrl+Shift+S"), "&Game", "save"),
    WindowCommand("seal", "Sea&l with passphrases …", (), "&Game"),
    WindowCommand("note", "No&te on this game …", (), "&Game"),
    WindowCommand("export_image", "Export &picture …", ("Ctrl+E",), "&Game", "export"),
    WindowCommand("export_journal", "Export &journal …", ("Ctrl+J",), "&Game", "journal"),
    WindowCommand("export_report", "Export r&eport …", ("Ctrl+Shift+E",), "&Game", "journal"),
    WindowCommand("export_counters", "Counter s&heets …", (), "&Game"),
    WindowCommand("copy_text", "&Copy position as text", ("Ctrl+Shift+C",), "&Game"),
    WindowCommand("copy_image", "Copy position as pict&ure", ("Ctrl+Alt+C",), "&Game"),
    WindowCommand("print", "P&rint …", ("Ctrl+P",), "&Game", "print"),
    WindowCommand("home", "Start &window", ("Ctrl+Home",), "&Game", "home"),
    WindowCommand("close", "Close the t&able", ("Ctrl+W",), "&Game", "close"),
    WindowCommand("quit", "&Quit", ("Ctrl+Q",), "&Game"),
    WindowCommand("undo", "&Undo", ("Ctrl+Z",), "&Edit", "undo"),
    WindowCommand("redo", "&Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "&Edit", "redo"),
    WindowCommand("restart_turn", "Restart my &turn", ("Ctrl+Shift+Backspace",), "&Edit", "restart"),
    WindowCommand("find", "&Find in the rules", ("Ctrl+F",), "&Edit", "search"),
    WindowCommand("palette", "&Go to anything …", ("Ctrl+K",), "&Edit", "search"),
    WindowCommand("settings", "&Settings …", ("Ctrl+,",), "&Edit", "settings"),
    WindowCommand("fit", "&Whole map", ("Ctrl+0",), "&View", "fit"),
    WindowCommand("zoom_in", "Zoom &in", ("Ctrl++", "Ctrl+="), "&View", "plus"),
    WindowCommand("zoom_out", "Zoom &out", ("Ctrl+-",), "&View", "minus"),
    WindowCommand("zoom_selection", "Zoom to &selection", ("Z",), "&View"),
    WindowCommand("bare", "&Hide counters", ("B",), "&View", "", True),
    WindowCommand("layers", "L&ayers …", ("Shift+L",), "&View", "layers"),
    WindowCommand("costs", "Show &costs", ("Ctrl+Shift+M",), "&View", "", True),
    WindowCommand("minimap", "O&verview map", ("Ctrl+M",), "&View", "", True),
    WindowCommand("arrows", "What moved &last", ("L",), "&View", "", True),
    WindowCommand("threat", "Where the enemy can stri&ke", ("V",), "&View", "", True),
    WindowCommand("reach", "Where this stack ca&n go", ("R",), "&View", "", True),
    WindowCommand("measure", "Meas&ure a way", ("M",), "&View"),
    WindowCommand("turn_board", "Turn the &board round", ("Ctrl+R",), "&View", "", True),
    WindowCommand("bigger_counters", "Bi&gger counters", ("Ctrl+]",), "&View"),
    WindowCommand("smaller_counters", "S&maller counters", ("Ctrl+[",), "&View"),
    WindowCommand("big_text", "Big &text", ("Ctrl+Shift+B",), "&View", "", True),
    WindowCommand("stage", "Combat &panel", ("F8",), "&View", "", True),
    WindowCommand("map_only", "Map onl&y", ("F9",), "&View", "", True),
    WindowCommand("reset_layout", "&Reset layout", ("Shift+F9",), "&View"),
    WindowCommand("full_screen", "&Full screen", ("F11",), "&View", "", True),
    WindowCommand("next_unit", "&Next unit that can act", ("N",), "&Play", "next"),
    WindowCommand("previous_unit", "&Previous unit that can act", ("Shift+N",), "&Play"),
    WindowCommand("hint", "&Hint", ("Ctrl+H",), "&Play", "hint"),
    WindowCommand("finish_phase", "&Finish this phase for me", ("Ctrl+Shift+Return",), "&Play"),
    WindowCommand("try_it", "&Try it out", ("Ctrl+T",), "&Play", "try", True),
    WindowCommand("pass_seat", "Pass the &seat", ("Ctrl+L",), "&Play", "curtain"),
    WindowCommand("recap", "What happene&d since", ("Ctrl+G",), "&Play"),
    WindowCommand("own_dice", "&I roll my own dice", ("Ctrl+D",), "&Play", "dice", True),
    WindowCommand("clock", "Game &clock", (), "&Play", "clock", True),
    WindowCommand("concede", "C&oncede …", (), "&Play"),
    WindowCommand("pause", "Hold the &bots", ("Ctrl+Space",), "&Play", "pause", True),
    WindowCommand("step", "One bot &action", ("Ctrl+Right",), "&Play", "step"),
    WindowCommand("stop_bot", "S&kip to my decision", ("Ctrl+Return",), "&Play"),
    WindowCommand("replay_back", "One action &back", (",",), "&Replay", "back"),
    WindowCommand("replay_on", "One action &on", (".",), "&Replay", "step"),
    WindowCommand("replay_phase_back", "One p&hase back", ("<",), "&Replay"),
    WindowCommand("replay_phase_on", "One ph&ase on", (">",), "&Replay"),
    WindowCommand("replay_turn_back", "One &turn back", ("Ctrl+PgUp",), "&Replay", "turn_back"),
    WindowCommand("replay_turn_on", "One t&urn on", ("Ctrl+PgDown",), "&Replay", "turn_on"),
    WindowCommand("replay_play", "&Play or hold the replay", ("Ctrl+Shift+P",), "&Replay", "play"),
    WindowCommand("replay_first", "To the &set-up", ("Home",), "&Replay", "first"),
    WindowCommand("replay_last", "To the pr&esent", ("End",), "&Replay", "last"),
    WindowCommand("bookmark", "Boo&kmark", ("Ctrl+B",), "&Replay", "bookmark"),
    WindowCommand("next_bookmark", "&Next bookmark", ("F2",), "&Replay"),
    WindowCommand("note_here", "Note on this mo&ment …", ("Ctrl+Shift+N",), "&Replay", "note"),
    WindowCommand("back_to_here", "Take ba&ck to here", ("Ctrl+Backspace",), "&Replay"),
    WindowCommand("play_from_here", "Play on &from here", ("Ctrl+Shift+F",), "&Replay"),
    WindowCommand("page_here", "&Here", ("Ctrl+1",), "&Inspector", "here"),
    WindowCommand("page_odds", "&Odds", ("Ctrl+2",), "&Inspector", "odds"),
    WindowCommand("page_charts", "&Charts", ("Ctrl+3",), "&Inspector", "chart"),
    WindowCommand("page_rules", "&Rules", ("Ctrl+4",), "&Inspector", "rules"),
    WindowCommand("page_forces", "Order of &battle", ("Ctrl+5",), "&Inspector", "forces"),
    WindowCommand("page_victory", "&Victory", ("Ctrl+6",), "&Inspector", "victory"),
    WindowCommand("page_statistics", "&Statistics", ("Ctrl+7",), "&Inspector", "stats"),
    WindowCommand("window_charts", "Charts in a &window", ("Ctrl+Shift+3",), "&Inspector"),
    WindowCommand("window_rules", "R&ules in a window", ("Ctrl+Shift+4",), "&Inspector"),
    WindowCommand("dock_inspector", "Show the &inspector", ("Ctrl+8",), "&Inspector", "", True),
    WindowCommand("dock_journal", "Show the &journal", ("Ctrl+9",), "&Inspector", "", True),
    WindowCommand("help", "The rule of &this", ("F1",), "&Help", "rules"),
    WindowCommand("guide", "The game in five &minutes", ("Ctrl+F1",), "&Help"),
    WindowCommand("keys", "&Keys", ("?", "Shift+F1"), "&Help", "key"),
    WindowCommand("edit_keys", "&Change keys …", (), "&Help"),
    WindowCommand("about", "&About Five Fronts", (), "&Help"),
)  # fmt: skip
BY_ID = {command.id: command for command in COMMANDS}


def keys_of(store: Store, command: WindowCommand) -> tuple[str, ...]:
    """The keys in force for a command."""
    return tuple(store.now.keys.get(command.id, command.keys))
