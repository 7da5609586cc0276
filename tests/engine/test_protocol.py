"""The engine protocol: a stranger's client plays a whole game; bad lines are answered and never fatal."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from common.engine import playable_games
from common.engine.protocol import Engine

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "common.cli", "engine"]


def ask(engine: Engine, **command: object) -> dict[str, object]:
    reply: dict[str, object] = json.loads(engine.answer(json.dumps(command).encode()))
    return reply


def test_a_conversation() -> None:
    engine = Engine()
    assert ask(engine, do="isready") == {"ok": True, "ready": True}
    assert ask(engine, do="legal")["ok"] is False
    begun = ask(engine, do="new", game="nmc", seed=3, id=17)
    assert begun["ok"] is True
    assert begun["id"] == 17
    assert begun["to_act"] == "confederate"
    assert {"type": "Ready"} in ask(engine, do="legal")["actions"]  # type: ignore[operator]
    why = ask(engine, do="why", action={"type": "StepTo", "hex": "1803"})
    assert (why["legal"], why["rule"]) == (False, "5.1a")
    refused = ask(engine, do="play", action={"type": "StepTo", "hex": "1803"})
    assert (refused["ok"], refused["rule"]) == (False, "5.1a")
    assert ask(engine, do="play", action={"type": "Ready"})["actions"] == 1
    for action in ({"type": "Activate", "hex": "1704"}, {"type": "AssignAll"}, {"type": "Lock"}):
        assert ask(engine, do="play", action=action)["ok"]
    odds = ask(engine, do="odds", action={"type": "March", "force": 0})["odds"]
    assert odds["total"] == 10  # type: ignore[index]
    rolled = ask(engine, do="play", action={"type": "March", "force": 0}, dice=[6])
    assert "with 7 MP" in rolled["told"][0]  # type: ignore[index]
    assert ask(engine, do="undo", side="confederate")["rule"] == "5.1b"
    assert ask(engine, do="undo")["actions"] == 4
    assert ask(engine, do="redo")["actions"] == 5
    assert ask(engine, do="view", side="union")["view"]["vp"] == {"union": 44, "confederate": 22}  # type: ignore[index]
    assert ask(engine, do="view", side="mexico")["ok"] is False
    assert ask(engine, do="dance") == {"ok": True, "ignored": "dance"}
    assert ask(engine, do="quit")["bye"] is True
    assert not engine.running


def test_a_client_speaks_from_the_seat_of_its_side() -> None:
    engine = Engine()
    ask(engine, do="new", game="nmc", seed=3)
    ready = {"type": "Ready"}
    assert ask(engine, do="legal", side="union")["actions"] == []
    assert ask(engine, do="play", action=ready, side="union")["error"] == "it is for Confederates to decide"
    assert ask(engine, do="legal", side="texas")["ok"] is False
    assert ask(engine, do="label", action=ready, side="confederate")["label"]
    assert ask(engine, do="play", action=ready, side="confederate")["ok"] is True
    assert ask(engine, do="play", action={"type": "Concede", "side": "union"}, side="confederate")["ok"] is False
    assert ask(engine, do="play", action={"type": "Concede", "side": "union"}, side="union")["result"]


def test_save_and_load(tmp_path: Path) -> None:
    engine = Engine()
    ask(engine, do="new", game="nmc", seed=3)
    ask(engine, do="play", action={"type": "Ready"})
    path = str(tmp_path / "game.jsonl")
    assert ask(engine, do="save", path=path)["ok"]
    assert ask(Engine(), do="load", path=path)["actions"] == 1
    assert ask(Engine(), do="load", path=str(tmp_path))["ok"] is False
    assert ask(Engine(), do="save", path=path)["ok"] is False


def test_bad_lines_are_answered() -> None:
    engine, chooser = Engine(), random.Random(1)
    ask(engine, do="new", game="nmc")
    sound = json.dumps(
        {"do": "play", "action": {"type": "Deploy", "unit": "cavalry", "count": 2, "hex": "1803"}}
    ).encode()
    monsters = [b"[" * 50_000, b"{" * 50_000, b"\xff\xfe", b"nul", b'{"do":1}', b'{"do":"play"}',
                b'{"do":"new","game":"nmc","seed":1e99}', b'{"do":"play","action":{"type":"Nope"}}',
                b'{"do":"new","game":"nmc","dice":["x"]}',
                b'{"do":"save","path":"\\u0000"}', b'{"do":"load","path":"/dev/zero"}', b"x" * (2**20 + 1)]  # fmt: skip
    for _ in range(2_000):
        line = bytearray(sound)
        for _ in range(chooser.randint(1, 6)):
            line[chooser.randrange(len(line))] = chooser.randrange(256)
        monsters.append(bytes(line))
    for line in monsters:
        reply = json.loads(engine.answer(line.replace(b"\n", b" ")))
        assert set(reply) & {"ok"}
        assert "Traceback" not in str(reply)
    assert ask(engine, do="isready")["ready"] is True


CLIENT = r"""
const { spawn } = require('child_process');
const [game, seed, ...command] = process.argv.slice(2);
const engine = spawn(command[0], command.slice(1));
let buffer = '', state = 12345 + Number(seed), actions = 0;
const say = (message) => engine.stdin.write(JSON.stringify(message) + '\n');
const random = (n) => { state = (state * 1103515245 + 12345) % 2147483648; return Math.floor(state / 65536) % n; };
engine.stdout.on('data', (data) => {
  buffer += data;
  for (let end; (end = buffer.indexOf('\n')) >= 0; buffer = buffer.slice(end + 1))
    hear(JSON.parse(buffer.slice(0, end)));
});
function hear(answer) {
  if (!answer.ok) { console.error(JSON.stringify(answer)); process.exit(1); }
  if (answer.bye) { console.log(actions + ' actions'); return; }
  if (Array.isArray(answer.actions)) {
    actions += 1;
    say({ do: 'play', action: answer.actions[random(answer.actions.length)] });
  } else if (answer.result) say({ do: 'quit' });
  else say({ do: 'legal' });
}
say({ do: 'unknown-greeting', x: 1 });
say({ do: 'new', game, seed: Number(seed) });
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
@pytest.mark.parametrize("game", playable_games())
def test_a_client_in_another_language_plays_a_whole_game(game: str, tmp_path: Path) -> None:
    script = tmp_path / "client.js"
    script.write_text(CLIENT.replace("say({ do: 'unknown-greeting', x: 1 });\n", ""), encoding="utf-8")
    command = ["node", str(script), game, "5", *COMMAND]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) > 50


def test_the_command_reads_until_the_input_ends() -> None:
    text = b'{"do":"isready"}\n\nrubbish\n{"do":"isready"}'
    done = subprocess.run(COMMAND, cwd=ROOT, input=text, capture_output=True, check=False, timeout=60)
    assert done.returncode == 0
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True, False, True]


# A conversation that is bound to one side


def bound(side: str, game: str = "nmc", **more: object) -> tuple[Engine, dict[str, object]]:
    from common.cli.commands import _choose_for_bot

    engine = Engine(opponent=_choose_for_bot)
    return engine, ask(engine, do="new", game=game, side=side, **more)


def test_a_game_bound_to_a_side_is_played_by_that_side_against_the_program() -> None:
    engine, begun = bound("union", against="random")
    assert begun["ok"] and begun["side"] == "union" and begun["to_act"] == "union"
    assert begun["actions"] and begun["told"]
    chooser, played = random.Random(1), 0
    while played < 60:
        actions = ask(engine, do="legal")["actions"]
        done = ask(engine, do="play", action=chooser.choice(actions))  # type: ignore[arg-type]
        assert done["ok"] and done["to_act"] in ("union", None)
        played += 1
        if done["result"]:
            break
    assert played > 20


def test_a_bound_game_tells_one_side_only_and_takes_nothing_back_for_free(tmp_path: Path) -> None:
    engine, _ = bound("confederate", against="random")
    assert ask(engine, do="view", side="union")["error"] == "this game is bound to confederate"
    assert ask(engine, do="legal", side="union")["ok"] is False
    assert ask(engine, do="play", side="union", action={"type": "Ready"})["ok"] is False
    assert "seed" not in json.dumps(ask(engine, do="view"))
    assert ask(engine, do="save", path=str(tmp_path / "x.jsonl"))["ok"] is False
    assert not list(tmp_path.iterdir())
    for action in ({"type": "Ready"}, {"type": "Activate", "hex": "1704"}, {"type": "AssignAll"}, {"type": "Lock"}):
        assert ask(engine, do="play", action=action)["ok"]
    assert ask(engine, do="play", action={"type": "March", "force": 0}, dice=[9])["ok"] is False
    assert ask(engine, do="undo")["ok"] and ask(engine, do="redo")["ok"]
    assert ask(engine, do="play", action={"type": "March", "force": 0})["ok"]
    refused = ask(engine, do="undo")
    assert (refused["ok"], refused["rule"]) == (False, "5.1b")


@pytest.mark.parametrize("more", [{"seed": 3}, {"dice": [4]}, {"side": "texas"}, {"against": "nobody"}])
def test_a_bound_game_takes_no_chance_from_its_client_and_no_nonsense(more: dict[str, object]) -> None:
    from common.cli.commands import _choose_for_bot

    engine = Engine(opponent=_choose_for_bot)
    answer = ask(engine, do="new", game="nmc", **{"side": "union", **more})
    assert answer["ok"] is False
    assert ask(Engine(), do="new", game="nmc", side="union")["ok"] is False  # nobody plays the other side there


def test_a_bound_game_can_be_loaded(tmp_path: Path) -> None:
    from common.cli.commands import _choose_for_bot

    engine = Engine()
    ask(engine, do="new", game="nmc", seed=3)
    ask(engine, do="save", path=str(tmp_path / "x.jsonl"))
    other = Engine(opponent=_choose_for_bot)
    loaded = ask(other, do="load", path=str(tmp_path / "x.jsonl"), side="union", against="random")
    assert loaded["side"] == "union" and loaded["to_act"] == "union"
    assert ask(other, do="journal", side="confederate")["ok"] is False
