"""The rows of `make bench-counts`: what Sectional's own work takes."""
import contextlib
import dataclasses
import os
import re
import shutil
import urllib.request

import callgrind
import data
from callgrind import SEPARATE, Clients, Server
from follower import Followers
from harness import Failure, fetched, say

CONNECTIONS = 64
RUNS = 3
PAGE = "/lists/big/sections/0/items"
HOT = f"{PAGE}?offset=0&limit=50"
# As on two cores, wherever this runs.
SETTINGS = {"SECTIONAL_SERVER_THREADS": "2"}
# The headers that clients send with each request, beside `Host`: Chrome's fetch from the server's own page, curl's with --compressed, and those
# of an app on Apple's systems.
CLIENTS = {
    "Chrome": (
        "Connection: keep-alive", 'sec-ch-ua: "Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"', "sec-ch-ua-mobile: ?0",
        'sec-ch-ua-platform: "macOS"', "User-Agent: Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) "
        "Chrome/142.0.0.0 Safari/537.36", "Accept: application/json", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: cors", "Sec-Fetch-Dest: empty",
        "Referer: http://127.0.0.1/", "Accept-Encoding: gzip, deflate, br, zstd", "Accept-Language: en-GB,en;q=0.9",
    ),
    "curl --compressed": ("User-Agent: curl/8.14.1", "Accept: */*", "Accept-Encoding: deflate, gzip, br, zstd"),
    "URLSession": (
        "Accept: */*", "User-Agent: Cities/1 CFNetwork/1568.100.1 Darwin/24.0.0", "Accept-Language: en-GB,en;q=0.9", "Accept-Encoding: gzip, deflate",
        "Connection: keep-alive",
    ),
}
COLLECTING = "PATCH that has a version collected"
# Versions of a list of 10,000 items in which its dead records are swept about once: a multiple of the 256 that are collected together.
SWEEP = 18 * 256
FULL_HISTORY = {"SECTIONAL_HISTORY_VERSIONS": "100", "SECTIONAL_HISTORY_SECONDS": "0"}


@dataclasses.dataclass
class Size:
    """How much is counted."""

    items: int
    requests: int
    streams: int
    commits: int
    imported: int


# The rows that are counted: those whose names have this pattern in them.
ROWS = re.compile(os.environ.get("ROWS", ""))


def wanted(name):
    return ROWS.search(name)


def counted(folder, log, size):
    """The runs of each row, in instructions a request, an event or an item."""
    database = folder / "sectional.sqlite"
    data.write_ndjson(folder / "items.ndjson", size.items)
    data.imported("big", folder / "items.ndjson", database, log)
    for name in ("collected", "views", "routes"):
        shutil.copyfile(database, folder / f"{name}.sqlite")
    rows = {}
    with contextlib.ExitStack() as servers:
        server = Server.sectional(servers, folder, database, log, SEPARATE, SETTINGS)
        rows |= requests(server, size)
        if wanted("an event for one stream"):
            rows["an event for one stream"] = an_event(server, size)
    if wanted(COLLECTING):
        with contextlib.ExitStack() as servers:
            server = Server.sectional(servers, folder, folder / "collected.sqlite", log, SEPARATE, SETTINGS | FULL_HISTORY)
            rows[f"{COLLECTING}: writer's thread"] = collecting(server, size)
    if wanted("PATCH beside views"):
        with contextlib.ExitStack() as servers:
            server = Server.sectional(servers, folder, folder / "views.sqlite", log, SEPARATE, SETTINGS)
            rows |= beside_views(server, size)
    if wanted("import, an item"):
        rows["import, an item"] = [an_item(folder, log, size.imported)]
    return rows


class Requests:
    """Requests on connections that take turns, at offsets that are far apart and never the same twice."""

    def __init__(self, url, items):
        self.clients, self.items = Clients(url, CONNECTIONS), items
        self.numbers = iter(range(1 << 60))

    def offset(self):
        return next(self.numbers) * 7_919 % (self.items - 50)

    def page(self, turn, target, *headers):
        return self.clients.send(turn, "GET", target, headers)

    def patch(self, turn, item, name="big", *headers):
        return self.clients.send(turn, "PATCH", f"/lists/{name}/items/{item}", headers, body=b'{"note":"%012d"}' % next(self.numbers))


def requests(server, size):
    send = Requests(server.url, size.items)
    tag = fetched(server.url + HOT)[1]["ETag"]
    sends = {
        "hot page of 50": (200, lambda turn: send.page(turn, HOT)),
        **{f"hot page of 50, headers of {name}": (200, lambda turn, lines=lines: send.page(turn, HOT, *lines)) for name, lines in CLIENTS.items()},
        "304": (304, lambda turn: send.page(turn, HOT, f"If-None-Match: {tag}")),
        "cold page of 50": (200, lambda turn: send.page(turn, f"{PAGE}?offset={send.offset()}&limit=50")),
        "PATCH by index path": (200, lambda turn: send.patch(turn, f"0-{send.offset()}")),
        "PATCH by @id": (200, lambda turn: send.patch(turn, f"@{data.value(send.offset())['id']}")),
    }
    rows = {}
    for name, (expected, one) in sends.items():
        if not wanted(name):
            continue
        parts = runs(server, one, size.requests, expected, name)
        rows[name] = [sum(part.values()) for part in parts]
        if name.startswith("PATCH"):
            rows[f"{name}: writer's thread"] = [part["writer"] for part in parts]
            rows[f"{name}: connections' threads"] = [part["connections"] for part in parts]
    return rows


# The definitions of views that a PATCH of `note` does not concern, that go on showing the item where it is, and that move it.
OTHERS, SHOWING, MOVING = '"where":{"value":"/id","equals":"none"}', '"sectionBy":"none"', '"sortBy":["/note"]'


def beside_views(server, size):
    """What the writer does for a PATCH of a list that has views."""
    send = Requests(server.url, size.items)
    rows = {}

    def count(name, members, views):
        for view in range(views):
            ask(server, "PUT", f"/lists/view-{view}", b'{"view":{"of":"big",%s}}' % members.encode())
        # The server has closed those that were idle while the views were built.
        send.clients = Clients(server.url, CONNECTIONS)
        name = f"PATCH beside {views} view{'s' if views > 1 else ''} {name}"
        parts = runs(server, lambda turn: send.patch(turn, f"0-{send.offset()}"), size.requests, 200, name)
        rows[f"{name}: writer's thread"] = [part["writer"] for part in parts]
        for view in range(views):
            ask(server, "DELETE", f"/lists/view-{view}")

    for views in (1, 10):
        count("of others", OTHERS, views)
        count("that show it", SHOWING, views)
    count("that moves it", MOVING, 1)
    return rows


def ask(server, method, target, body=None):
    with urllib.request.urlopen(urllib.request.Request(server.url + target, body, {"Content-Type": "application/json"}, method=method), timeout=600):
        pass


def collecting(server, size):
    """What the writer does for a PATCH where each version makes another garbage, which it collects: of 256 versions at once, and of the whole
    list at once where a record lies alone. So the run is as long as it takes for that to come by every part of the list about once."""
    send = Requests(server.url, size.items)
    times(lambda turn: send.patch(turn, f"0-{send.offset()}"), 2 * int(FULL_HISTORY["SECTIONAL_HISTORY_VERSIONS"]), 200, COLLECTING)
    return [part["writer"] for part in runs(server, lambda turn: send.patch(turn, f"0-{send.offset()}"), SWEEP, 200, COLLECTING, count=1)]


def runs(server, send, requests, expected, name, count=RUNS, warm=2 * CONNECTIONS):
    """Instructions for each request, by the kind of the thread, in each run."""
    say(f"  counting: {name}")
    times(send, warm, expected, name)
    return [
        {kind: found / requests for kind, found in server.instructions(lambda: times(send, requests, expected, name)).items()} for _ in range(count)
    ]


def times(send, count, expected, name):
    for turn in range(count):
        status = send(turn)
        if status != expected:
            raise Failure(f"bench: {name} was answered with {status}")


def an_event(server, size):
    """What each further stream costs a commit, in each run: the difference between many streams and few."""
    say("  counting: an event for one stream")
    counts = []
    for streams in (2, 2 + size.streams):
        with Followers(server.url, "/lists/big/events", streams) as followers:
            send = Requests(server.url, size.items)

            def commits():
                for turn in range(size.commits):
                    if send.patch(turn, "0-500") != 200:
                        raise Failure("bench: a PATCH beside streams was refused")
                    followers.take_one_event_each()

            commits()  # warms up
            counts.append([sum(server.instructions(commits).values()) for _ in range(RUNS)])
    return [(many - few) / (size.streams * size.commits) for few, many in zip(*counts)]


def an_item(folder, log, count):
    """What each further item costs an import."""
    say("  counting: import, an item")

    def command(items):
        file = folder / f"import-{items}.ndjson"
        data.write_ndjson(file, items)
        return [callgrind.stripped(folder), "import", "big", file, "--id", "/id", "--database", folder / f"import-{items}.sqlite"]

    return callgrind.difference(folder, log, count, command)
