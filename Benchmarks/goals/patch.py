"""Row 3: merge patches of random items; Sectional's make a version each and are on the disk before they are answered."""
import subprocess

from bench import ITEMS, requests
from cores import pinned
from rounds import SECONDS, Contender, alternated, by_throughput, children_seconds


class Updates:
    """rows --update, which is a server to a round: its processor time is that of children that have ended."""

    def __init__(self, bench):
        self.command = pinned([bench.program("rows"), "--update", bench.rows_of_updates, SECONDS])

    @staticmethod
    def processor_seconds():
        return children_seconds()

    def __call__(self):
        answers, seconds = subprocess.run(self.command, check=True, capture_output=True, text=True).stdout.split()
        return int(answers), float(seconds)


def measure(bench):
    report = bench.report
    report.heading("3. Durable PATCH")
    for connections in (64, 1):
        def patches(server, path):
            return requests(server, "", "patches.lua", [path, ITEMS], connections=connections)

        updates = Updates(bench)
        full, normal, plain, ours = alternated(report, f"random items of {ITEMS:,}, {connections} connection{'s' if connections > 1 else ''}", {
            "Hummingbird and GRDB, synchronous=FULL": patches(bench.peer("full"), "/items/"),
            "Hummingbird and GRDB, as it comes (NORMAL)": patches(bench.peer("normal"), "/items/"),
            "C and SQLite: UPDATE in one process, FULL": Contender(updates, updates, has_load=False),
            "Sectional": patches(bench.sectional, "/lists/big/items/0-"),
        })
        if connections == 64:
            report.goal(3, "PATCH / Hummingbird and GRDB with FULL, 64 connections", by_throughput(ours, full), "≥", 4)
            report.goal(3, "PATCH / Hummingbird and GRDB with NORMAL, 64 connections", by_throughput(ours, normal), "≥", 1.2)
        else:
            report.goal(3, "PATCH / Hummingbird and GRDB with FULL, one connection", by_throughput(ours, full), "≥", 0.6)
        report.note(f"Against the UPDATE in C, which keeps no versions and has no HTTP: {by_throughput(ours, plain):.2f}.")
