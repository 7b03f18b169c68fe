"""Row 2: pages of 50 at random offsets of the long list, far more than any cache holds."""
import json

from bench import ITEMS, requests
from harness import Failure, fetched
from rounds import alternated, by_processor, by_throughput

PATH = "/lists/big/sections/0/items"


def measure(bench):
    report = bench.report
    report.heading("2. Cold page")
    middle = f"?offset={ITEMS // 2}&limit=50"
    ours, theirs = (json.loads(fetched(server.url + PATH + middle)[0])["items"] for server in (bench.sectional, bench.rows))
    if [item["id"] for item in ours] != [item["id"] for item in theirs]:
        raise Failure("bench: the two databases do not hold the same items")
    reference, ours = alternated(report, f"random offsets in {ITEMS:,} items as they were imported, 64 connections", {
        "C, SQLite and libmicrohttpd": requests(bench.rows, "", "pages.lua", [PATH, ITEMS]),
        "Sectional": requests(bench.sectional, "", "pages.lua", [PATH, ITEMS]),
    })
    report.goal(2, "cold page / C and SQLite, by throughput", by_throughput(ours, reference), "≥", 0.8)
    report.goal(2, "cold page / C and SQLite, by processor time", by_processor(ours, reference), "≥", 0.8)
