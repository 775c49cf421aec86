#!/usr/bin/env python3
"""An engine for Edgewise, one page of Python: depth-first, row by row. Written from docs/reference/protocol.md."""
import json
import random
import sys
import threading
import time

stop, hold, ask = threading.Event(), threading.Event(), threading.Event()


def say(**message):
    print(json.dumps(message), flush=True)


def listen(job):
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "job":
            job.append(message)
        elif message["type"] == "pause":
            hold.set()
        elif message["type"] == "resume":
            hold.clear()
        elif message["type"] == "checkpoint":
            ask.set()
        elif message["type"] == "stop":
            stop.set()
    stop.set()  # Edgewise is gone


def solve(job):
    puzzle = job["puzzle"]
    width, height = puzzle["board"]["width"], puzzle["board"]["height"]
    tiles = [tile["edges"] for tile in puzzle["tiles"]]
    rim = puzzle["rim"]
    mate = (lambda a: a) if puzzle["mating"] == "same" else (lambda a: a ^ 1)
    turns = range(1 if puzzle["turns"] == "fixed" else 4)
    ways = [(t, r, tuple(e[(s - r) % 4] for s in range(4))) for t, e in enumerate(tiles) for r in turns]
    if job["options"]["order"] == "shuffled":
        random.Random(job["seed"]).shuffle(ways)
    hints = {hint["cell"]: hint for hint in puzzle["hints"]}
    board, used, nodes, best, told = [], set(), 0, 0, time.time()
    cursors = [0]
    if "checkpoint" in job:
        cursors, nodes = json.loads(job["checkpoint"])

    def fits(cell, tile, rotation, edges):
        row, column = divmod(cell, width)
        hint = hints.get(cell, {})
        if tile in used or hint.get("tile", tile) != tile or hint.get("rotation", rotation) != rotation:
            return False
        for side, on_rim in enumerate([row == 0, column == width - 1, row == height - 1, column == 0]):
            if rim["kind"] == "colour":
                if on_rim and edges[side] != rim["colour"]:
                    return False
                if not on_rim and not rim["inside"] and edges[side] == rim["colour"]:
                    return False
        if row and mate(edges[0]) != board[cell - width][2][2]:
            return False
        return not column or mate(edges[3]) == board[cell - 1][2][1]

    def placements():
        return [{"cell": c, "tile": t, "rotation": r} for c, (t, r, _) in enumerate(board)]

    for cursor in cursors[:-1]:
        board.append(ways[cursor - 1])
        used.add(ways[cursor - 1][0])
    while not stop.is_set():
        if ask.is_set():
            ask.clear()
            say(type="checkpoint", state=json.dumps([cursors, nodes]))
        if hold.is_set():
            time.sleep(0.05)
            continue
        if time.time() - told > 0.5:
            told = time.time()
            say(type="progress", nodes=nodes, depth=len(board), placements=placements())
        cell, cursor = len(board), cursors[-1]
        while cursor < len(ways) and not fits(cell, *ways[cursor]):
            cursor += 1
        if cursor == len(ways):
            cursors.pop()
            if not board:
                return "exhausted", nodes
            used.discard(board.pop()[0])
            continue
        cursors[-1] = cursor + 1
        board.append(ways[cursor])
        used.add(ways[cursor][0])
        nodes += 1
        if len(board) > best:
            best = len(board)
            say(type="board", placements=placements(), solution=best == width * height)
        if len(board) == width * height:
            if job["wanted"] != "all":
                return "solved", nodes
            say(type="board", placements=placements(), solution=True)
            used.discard(board.pop()[0])
        else:
            cursors.append(0)
    if ask.is_set():
        say(type="checkpoint", state=json.dumps([cursors, nodes]))
    return "stopped", nodes


jobs = []
threading.Thread(target=listen, args=(jobs,), daemon=True).start()
say(type="hello", protocol=1, name="A page of Python", version="1", summary="Depth-first, row by row",
    solves=["edge-matching"], pauses=True, checkpoints=True, proves=True,
    options=[{"name": "order", "title": "Order of tiles", "help": "In which they are tried", "type": "choice",
              "choices": ["shuffled", "as listed"], "default": "shuffled"}])
while not jobs and not stop.is_set():
    time.sleep(0.01)
if jobs:
    status, nodes = solve(jobs[0])
    say(type="done", status=status, nodes=nodes)
