"""More rows of `make bench-counts`: requests of other routes, each with what it needs in a database of its own."""
import contextlib
import hashlib
import itertools
import json

import counted_rows
from callgrind import SEPARATE, Server
from counted_rows import HOT, PAGE, Requests, runs, times, wanted
from harness import Failure, say

LISTS = 100
SECTIONS = 1_000
OPERATIONS = 100
TOKENS = 1_000
VERSIONS = 11
JSON = "application/json"
# A run may take longer than a connection may be silent.
SETTINGS = counted_rows.SETTINGS | {"SECTIONAL_SERVER_TIMEOUT": "0"}


def counted(folder, database, log, size):
    """The runs of each row, in instructions a request, or what its name says."""
    rows = {}
    with contextlib.ExitStack() as servers:
        server = Server.sectional(servers, folder, database, log, SEPARATE, SETTINGS)
        send = Requests(server.url, size.items)
        rows |= reads(server, send, size)
        rows |= lists(server, send, size)
        rows |= writes(server, send, size)
    settings = folder / "tokens.yaml"
    settings.write_text("auth:\n  tokens:\n" + "".join(token_line(number) for number in range(TOKENS)), encoding="utf-8")
    with contextlib.ExitStack() as servers:
        server = Server.sectional(servers, folder, database, log, SEPARATE, SETTINGS | {"SECTIONAL_CONFIG": str(settings)})
        rows |= tokens(server, Requests(server.url, size.items), size)
    return rows


def token(number):
    return f"token-{number:06d}-of-the-benchmark"


def token_line(number):
    return f"  - {{name: t{number}, hash: {hashlib.sha256(token(number).encode()).hexdigest()}, scope: read}}\n"


def tokens(server, send, size):
    known = f"hot page of 50, one of {TOKENS:,} tokens"
    unknown = f"401 beside {TOKENS:,} tokens"
    rows = {}
    if wanted(known):
        rows[known] = sums(server, size, 200, known, lambda turn: send.page(turn, HOT, f"Authorization: Bearer {token(turn % TOKENS)}"))
    if wanted(unknown):
        rows[unknown] = sums(server, size, 401, unknown, lambda turn: send.page(turn, HOT, f"Authorization: Bearer {token(TOKENS + turn)}"))
    return rows


def reads(server, send, size):
    put(send, "sections", [[{"n": row} for row in range(20)] for _ in range(SECTIONS)])
    kept = versions_of(send)
    # Another version or offset each time, so that no answer comes out of a cache.
    numbers = itertools.count()
    rows = {
        "/healthz": lambda turn: send.page(turn, "/healthz"),
        "cold page of 50 in gzip": lambda turn: send.page(turn, f"{PAGE}?offset={send.offset()}&limit=50", "Accept-Encoding: gzip"),
        "50 sections with 10 items each": lambda turn: send.page(turn, f"/lists/sections/sections?limit=50&items=10&offset={next(numbers) % 950}"),
        f"changes of {VERSIONS} versions": lambda turn: send.page(turn, changes(kept, next(numbers))),
    }
    found = {name: sums(server, size, 200, name, one) for name, one in rows.items() if wanted(name)}
    name = "geometry, a section"
    if wanted(name):
        many, few = (
            few_sums(server, size, name, lambda turn, count=count: send.page(turn, geometry(count, next(numbers))))
            for count in (800, 100)
        )
        found[name] = [(high - low) / 700 for high, low in zip(many, few)]
    return found


def versions_of(send):
    """A list's versions that changes are asked between: each has another item patched."""
    versions = 60
    put(send, "versions", [[{"n": row} for row in range(10_000)]])
    for number in range(versions):
        times(lambda turn: send.patch(turn, f"0-{number * 160}", "versions"), 1, 200, "versions")
    return versions


def geometry(count, number):
    return f"/lists/sections/geometry?offset={number % 90}&limit={count + number // 90 % 100}"


def changes(versions, number):
    since = 1 + number % (versions - VERSIONS)
    return f"/lists/versions/changes?since={since}&to={since + VERSIONS}&max={500 - number // (versions - VERSIONS) % 400}"


def lists(server, send, size):
    """What each further list costs a page of lists; and the writes that make them."""
    name, made = "GET /lists, a list", "PUT of a new list of ten items"
    numbers = itertools.count()
    body = json.dumps([[{"n": row} for row in range(10)]]).encode()

    def make(turn):
        return send.clients.send(turn, "PUT", f"/lists/made-{next(numbers):06d}", body=body, kind=JSON)

    rows = {}
    if wanted(made):
        rows[made] = sums(server, size, 201, made, make)
    elif wanted(name):
        times(make, LISTS + 7, 201, made)
    if wanted(name):
        many, few = (
            few_sums(server, size, name, lambda turn, count=count: send.page(turn, f"/lists?prefix=made-&limit={count + turn % 7}"))
            for count in (LISTS, 1)
        )
        rows[name] = [(high - low) / (LISTS - 1) for high, low in zip(many, few)]
    return rows


def writes(server, send, size):
    def batch(turn, operation):
        operations = [operation(send.offset()) for _ in range(OPERATIONS)]
        return send.clients.send(turn, "POST", "/lists/big/batch", body=json.dumps({"operations": operations}).encode(), kind=JSON)

    patch = f"batch of {OPERATIONS} patches, an operation"
    move = f"batch of {OPERATIONS} moves, an operation"
    operations = {
        patch: lambda row: {"op": "patchItem", "item": f"0-{row}", "merge": {"note": "%012d" % next(send.numbers)}},
        move: lambda row: {"op": "moveItem", "item": f"0-{row}", "to": [0, size.items - 1 - row]},
    }
    rows = {}
    for name, one in operations.items():
        if wanted(name):
            rows[name] = [count / OPERATIONS for count in few_sums(server, size, name, lambda turn, one=one: batch(turn, one))]
    name = "PATCH with an Idempotency-Key"
    if wanted(name):
        parts = runs(server, lambda turn: send.patch(turn, f"0-{send.offset()}", "big", f"Idempotency-Key: key-{next(send.numbers)}"), size.requests, 200, name)
        rows[f"{name}: writer's thread"] = [part["writer"] for part in parts]
        rows[f"{name}: connections' threads"] = [part["connections"] for part in parts]
    return rows


def put(send, name, body):
    say(f"  making the list {name}")
    status = send.clients.send(0, "PUT", f"/lists/{name}", body=json.dumps(body).encode(), kind=JSON)
    if status not in (200, 201):
        raise Failure(f"bench: the list {name} was answered with {status}")


def sums(server, size, expected, name, one):
    return [sum(part.values()) for part in runs(server, one, size.requests, expected, name)]


def few_sums(server, size, name, one):
    """As above, of requests that take millions of instructions."""
    return [sum(part.values()) for part in runs(server, one, max(1, size.requests // 20), 200, name, warm=8)]
