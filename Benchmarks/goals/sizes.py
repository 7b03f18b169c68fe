"""Row 4: what each operation costs on a list of 1,000 items, and on the long one."""
from bench import FEW, ITEMS, requests
from harness import fetched
from rounds import alternated, by_processor, by_throughput

LISTS = {"big": ITEMS, "small": FEW}


def measure(bench):
    report = bench.report
    report.heading(f"4. {FEW:,} items against {ITEMS:,}")
    server = bench.sectional

    def head(name):
        return int(fetched(f"{server.url}/lists/{name}")[1]["List-Version"])

    def compare(title, contender):
        big, small = alternated(report, f"{title}, 64 connections", {f"{count:,} items": contender(name, count) for name, count in LISTS.items()})
        # The worse of the two, so that waiting for the disk hides nothing.
        report.goal(4, f"{title}, {FEW:,} / {ITEMS:,} items", max(by_throughput(small, big), by_processor(small, big)), "≤", 2)

    compare("PATCH of random items", lambda name, count: requests(server, "", "patches.lua", [f"/lists/{name}/items/0-", count]))
    compare("move of random items", lambda name, count: requests(server, "", "moves.lua", [f"/lists/{name}", count]))
    # After those that name an item at the end: it may leave a list a few items shorter.
    compare("insert in the middle and delete there", lambda name, count: requests(server, "", "inserts.lua", [f"/lists/{name}", count]))
    # At random versions as well: the short list has too few pages to stay cold.
    heads = {name: head(name) for name in LISTS}
    compare("cold page at random offsets and versions", lambda name, count: requests(
        server, "", "pages.lua", [f"/lists/{name}/sections/0/items", count, max(1, heads[name] - 500), heads[name]]))
    compare("changes of one operation", lambda name, count: requests(server, f"/lists/{name}/changes?since={heads[name] - 1}"))
    report.note("A ratio is the worse of that by throughput and that by processor time.")
