"""Row 1: the same page of 50 items, again and again."""
import time
import urllib.error

import servers
from bench import requests
from harness import Failure, fetched
from rounds import alternated, by_processor, by_throughput

PAGE = "/lists/big/sections/0/items?offset=0&limit=50"
# Headers that a server adds by itself or that differ in each answer.
OWN_HEADERS = {"date", "content-length", "connection", "request-id"}


def measure(bench):
    report = bench.report
    report.heading("1. Hot page")
    body, headers = fetched(bench.sectional.url + PAGE)
    folder = bench.folder / "static"
    folder.mkdir()
    (folder / "page.json").write_bytes(body)
    kept = kept_headers(headers)
    prepared = servers.started(bench.stack, [bench.program("bare"), 0, folder / "page.json", *kept], bench.log)
    fresh = servers.started(bench.stack, [bench.program("bare"), "--fresh", 0, folder / "page.json", *kept], bench.log)
    nginx = servers.nginx(bench.stack, bench.folder, folder / "page.json", bench.log)
    peer = bench.peer("normal")
    for server in (prepared, fresh, nginx):
        if patiently(server.url + "/page.json") != body:
            raise Failure(f"bench: {server.process.args} does not serve Sectional's page")

    contenders = {
        "bare libmicrohttpd, one prepared response": requests(prepared, PAGE),
        "bare libmicrohttpd, a response each": requests(fresh, PAGE),
        "nginx, a static file": requests(nginx, "/page.json"),
        "Hummingbird and GRDB": requests(peer, "/items?offset=0&limit=50"),
        "Sectional": requests(bench.sectional, PAGE),
    }
    bare, each, static, swift, ours = alternated(report, f"{len(body):,} bytes and {len(kept)} headers, 64 connections", contenders)
    for text, theirs, relation, limit in (("bare libmicrohttpd", bare, "≥", 0.85), ("nginx with a static file", static, ">", 1), ("Hummingbird and GRDB", swift, "≥", 15)):
        report.goal(1, f"hot page / {text}, by throughput", by_throughput(ours, theirs), relation, limit)
        report.goal(1, f"hot page / {text}, by processor time", by_processor(ours, theirs), relation, limit)
    report.note(f"Against a response for each request: {by_throughput(ours, each):.2f} by throughput, {by_processor(ours, each):.2f} by processor time.")


def kept_headers(headers):
    """The headers of a page as arguments of the program bare."""
    return [f"{name}: {text}" for name, text in headers.items() if name.lower() not in OWN_HEADERS]


def patiently(url):
    """What a URL answers, also where its server still starts."""
    for _ in range(100):
        try:
            return fetched(url)[0]
        except urllib.error.HTTPError:
            raise
        except urllib.error.URLError:
            time.sleep(0.05)
    return fetched(url)[0]
