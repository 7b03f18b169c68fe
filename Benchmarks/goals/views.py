"""Beside the rows: views of the long list, and searches in it."""
import json
import time
import urllib.request

from bench import ITEMS, requests
from harness import fetched
from rounds import alternated, by_processor

ALL = {"of": "big", "sortBy": ["/name"]}
NONE = {"of": "big", "where": {"value": "/id", "equals": "none"}}


def measure(bench):
    report, server = bench.report, bench.sectional
    report.heading("Views and searches")
    used = size(bench)
    took, _ = ask(server, "PUT", "/lists/all", {"view": ALL})
    report.goal("–", f"a view of {ITEMS:,} items is made", took, "≤", 10, " s")
    report.goal("–", "a view on the disk, bytes an item", (size(bench) - used) / ITEMS, "≤", 9, " B")
    item = [ask(server, "GET", f"/lists/all/items/@i{number * 7_919 % ITEMS:07d}")[0] for number in range(200)]
    report.goal("–", "an item of a view by its id, not asked for before", sorted(item)[len(item) // 2] * 1e6, "≤", 1_000, " µs")
    searches(bench)
    patches(bench)
    ask(server, "DELETE", "/lists/all")


def patches(bench):
    """What a PATCH costs that moves an item of a view of the whole list, against one of a list that has none."""
    def patch():
        return requests(bench.sectional, "", "patches.lua", ["/lists/big/items/0-", ITEMS])

    report = bench.report
    moving, = alternated(report, "PATCH of random items beside a view of all that is sorted by another member, 64 connections", {"one view": patch()})
    for view in range(10):
        ask(bench.sectional, "PUT", f"/lists/none-{view}", {"view": NONE})
    ask(bench.sectional, "DELETE", "/lists/all")
    others, = alternated(report, "PATCH of random items beside ten views of others, 64 connections", {"ten views": patch()})
    for view in range(10):
        ask(bench.sectional, "DELETE", f"/lists/none-{view}")
    plain, = alternated(report, "PATCH of random items without a view, 64 connections", {"none": patch()})
    ask(bench.sectional, "PUT", "/lists/all", {"view": ALL})
    report.note(f"Processor time against none: {1 / by_processor(moving, plain):.2f} with one view of all, {1 / by_processor(others, plain):.2f} with ten of others.")


def searches(bench):
    server, report = bench.sectional, bench.report
    ask(server, "PATCH", "/lists/big", {"search": ["/name"]})
    report.note(f"The first search reads all values: {search(server, 'number 77'):.0f} ms.")
    beginnings = [search(server, f"{number}") for number in range(31, 91)]
    report.goal("–", "search of a beginning, not asked for before", sorted(beginnings)[len(beginnings) // 2], "≤", 10, " ms")
    words = [search(server, f"{number}.") for number in range(31_000, 31_060)]
    report.goal("–", "first page of a whole word, not asked for before", sorted(words)[len(words) // 2], "≤", 2, " ms")
    ask(server, "PATCH", "/lists/big", {"search": None})


def search(server, text):
    """Milliseconds of a search."""
    began = time.perf_counter()
    fetched(f"{server.url}/lists/big/search?q={text.replace(' ', '%20')}")
    return (time.perf_counter() - began) * 1e3


def size(bench):
    """Bytes of the database and its log."""
    return sum(path.stat().st_size for path in bench.database.parent.glob(bench.database.name + "*") if not path.name.endswith("-shm"))


def ask(server, method, target, document=None):
    """The seconds that a request took, and its answer."""
    body = None if document is None else json.dumps(document).encode()
    kind = "application/merge-patch+json" if method == "PATCH" else "application/json"
    began = time.perf_counter()
    with urllib.request.urlopen(urllib.request.Request(server.url + target, body, {"Content-Type": kind}, method=method), timeout=600) as answer:
        read = answer.read()
    return time.perf_counter() - began, read
