"""The floors of `make bench-counts`: the like in C, counted by the same harness."""
import contextlib

import callgrind
import data
from callgrind import SEPARATE, Server
from counted_rows import HOT, PAGE, Requests, an_event, runs
from goals.hot_page import kept_headers
from goals.imports import SCHEMA
from goals.streams import first_event
from harness import compiled, fetched
from servers import sectional


def counted(folder, log, size):
    """The runs of each floor, in instructions a request, an event or an item."""
    bare, rows, streams = compiled("bare"), compiled("rows"), compiled("streams")
    data.write_rows(folder / "rows.sqlite", size.items)
    with contextlib.ExitStack() as servers:
        server = sectional(servers, folder / "sectional.sqlite", log)
        body, headers = fetched(server.url + HOT)
        (folder / "page.json").write_bytes(body)
        (folder / "event.txt").write_bytes(first_event(server))

    def requests(command, target):
        with contextlib.ExitStack() as servers:
            server = Server(servers, folder, command, log, SEPARATE)
            send = Requests(server.url, size.items)
            return [part["connections"] for part in runs(server, lambda turn: send.page(turn, target(send)), size.requests, 200, command[0].name)]

    def events():
        with contextlib.ExitStack() as servers:
            server = Server(servers, folder, [streams, 0, folder / "event.txt"], log, SEPARATE)
            return an_event(server, size)

    page, kept = folder / "page.json", kept_headers(headers)
    return {
        "bare, one prepared response": requests([bare, 0, page, *kept], lambda _: HOT),
        "bare, a response each": requests([bare, "--fresh", 0, page, *kept], lambda _: HOT),
        "C and SQLite, cold page": requests([rows, 0, folder / "rows.sqlite"], lambda send: f"{PAGE}?offset={send.offset()}&limit=50"),
        "C and SQLite, UPDATE": [callgrind.difference(folder, log, size.requests, lambda count: [rows, "--update", folder / "rows.sqlite", 3600, count])],
        "C, an event for one stream": events(),
        "sqlite3's .import, an item": [callgrind.difference(folder, log, size.imported, lambda count: sqlite_import(folder, count))],
    }


def sqlite_import(folder, count):
    csv = folder / f"import-{count}.csv"
    data.write_csv(csv, count)
    return ["sqlite3", folder / f"import-{count}-rows.sqlite", SCHEMA, ".mode csv", f".import --skip 1 {csv} items"]
