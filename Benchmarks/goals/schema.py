"""Beside the rows: what it costs to hold a value of ten properties to its type's schema."""
import json
import urllib.error
import urllib.request

from bench import FEW, requests
from harness import Failure
from rounds import alternated, by_throughput

# What values.lua sends: ten properties, each with its type, and some with more.
TEN = {
    "type": "object",
    "required": ["title", "city", "rating"],
    "additionalProperties": False,
    "properties": {
        "title": {"type": "string", "minLength": 1, "maxLength": 200}, "subtitle": {"type": "string"}, "city": {"type": "string"},
        "country": {"type": "string", "pattern": "^[A-Z]{2}$"}, "rating": {"type": "number", "minimum": 0, "maximum": 5},
        "reviews": {"type": "integer", "minimum": 0}, "isOpen": {"type": "boolean"}, "tags": {"type": "array", "items": {"type": "string"}},
        "image": {"type": "string"}, "note": {"type": ["string", "null"]},
    },
}


def measure(bench):
    """Runs last: answers depend on the cell types from then on."""
    report = bench.report
    report.heading("Schema of ten properties")
    typed_lists(bench.sectional.url)
    free, typed = alternated(report, "durable PUT of a value of ten properties, 64 connections", {
        "without a registered type": requests(bench.sectional, "", "values.lua", ["/lists/free/items/0-", FEW]),
        "held to its type's schema": requests(bench.sectional, "", "values.lua", ["/lists/typed/items/0-", FEW]),
    })
    report.goal("–", "PUT with a schema / without", by_throughput(typed, free), "≥", 0.7)


def put(url, document):
    request = urllib.request.Request(url, json.dumps(document).encode(), {"Content-Type": "application/json"}, method="PUT")
    with urllib.request.urlopen(request, timeout=30):
        pass


def typed_lists(url):
    """Two lists alike, whose items are of a type: that of the one is registered with a schema."""
    for name in ("free", "typed"):
        put(f"{url}/lists/{name}", {"sections": [{"items": [{"type": name, "value": None} for _ in range(FEW)]}]})
    put(f"{url}/cell-types/typed?validate=new", {"schema": TEN})
    try:
        put(f"{url}/lists/typed/items/0-0", {"title": "no city"})
    except urllib.error.HTTPError as error:
        if error.code == 422:
            return
    raise Failure("bench: a value that does not match its type was not refused")
