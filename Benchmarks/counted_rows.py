"""The rows of `make bench-counts`: what Sectional's own work takes."""
import contextlib
import dataclasses

import callgrind
import data
from callgrind import SEPARATE, Clients, Server
from follower import Followers
from harness import fetched, say

CONNECTIONS = 64
RUNS = 3
PAGE = "/lists/big/sections/0/items"
HOT = f"{PAGE}?offset=0&limit=50"
# As on two cores, wherever this runs.
SETTINGS = {"SECTIONAL_SERVER_THREADS": "2"}


@dataclasses.dataclass
class Size:
    """How much is counted."""

    items: int
    requests: int
    streams: int
    commits: int
    imported: int


def counted(folder, log, size):
    """The runs of each row, in instructions a request, an event or an item."""
    database = folder / "sectional.sqlite"
    data.write_ndjson(folder / "items.ndjson", size.items)
    data.imported("big", folder / "items.ndjson", database, log)
    rows = {}
    with contextlib.ExitStack() as servers:
        server = Server.sectional(servers, folder, database, log, SEPARATE, SETTINGS)
        rows |= requests(server, size)
        rows["an event for one stream"] = [an_event(server.instructions, server.url, size)]
    rows["import, an item"] = [an_item(folder, log, size.imported)]
    return rows


def requests(server, size):
    clients = Clients(server.url, CONNECTIONS)
    tag = fetched(server.url + HOT)[1]["ETag"]
    numbers = iter(range(1 << 60))

    def offset():
        return next(numbers) * 7_919 % (size.items - 50)

    def patch(turn, item):
        return clients.send(turn, "PATCH", f"/lists/big/items/{item}", body=b'{"note":"%012d"}' % next(numbers))

    sends = {
        "hot page of 50": (200, lambda turn: clients.send(turn, "GET", HOT)),
        "304": (304, lambda turn: clients.send(turn, "GET", HOT, [f"If-None-Match: {tag}"])),
        "cold page of 50": (200, lambda turn: clients.send(turn, "GET", f"{PAGE}?offset={offset()}&limit=50")),
        "PATCH by index path": (200, lambda turn: patch(turn, f"0-{offset()}")),
        "PATCH by @id": (200, lambda turn: patch(turn, f"@{data.value(offset())['id']}")),
    }
    rows = {}
    for name, (expected, send) in sends.items():
        say(f"  counting: {name}")
        for turn in range(2 * CONNECTIONS):
            send(turn)
        parts = [server.instructions(lambda: times(send, size.requests, expected, name)) for _ in range(RUNS)]
        rows[name] = [sum(part.values()) / size.requests for part in parts]
        if name.startswith("PATCH"):
            rows[f"{name}: writer's thread"] = [part["writer"] / size.requests for part in parts]
            rows[f"{name}: connections' threads"] = [part["connections"] / size.requests for part in parts]
    return rows


def times(send, count, expected, name):
    for turn in range(count):
        status = send(turn)
        if status != expected:
            raise SystemExit(f"bench: {name} was answered with {status}")


def an_event(instructions, url, size):
    """What each further stream costs a commit: the difference between many streams and few."""
    say("  counting: an event for one stream")
    counts = []
    numbers = iter(range(1 << 60))
    for streams in (2, 2 + size.streams):
        with Followers(url, "/lists/big/events", streams) as followers:
            clients = Clients(url, 1)

            def commits():
                for _ in range(size.commits):
                    status = clients.send(0, "PATCH", "/lists/big/items/0-500", body=b'{"note":"%012d"}' % next(numbers))
                    if status != 200:
                        raise SystemExit(f"bench: a PATCH beside streams was answered with {status}")
                    followers.take_one_event_each()

            commits()  # warms up
            counts.append(sum(instructions(commits).values()))
    few, many = counts
    return (many - few) / (size.streams * size.commits)


def an_item(folder, log, count):
    """What each further item costs an import."""
    say("  counting: import, an item")

    def command(items):
        file = folder / f"import-{items}.ndjson"
        data.write_ndjson(file, items)
        return [callgrind.stripped(folder), "import", "big", file, "--id", "/id", "--database", folder / f"import-{items}.sqlite"]

    return callgrind.difference(folder, log, count, command)
