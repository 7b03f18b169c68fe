"""Row 11: servers that share a log in PostgreSQL, beside one with a database of its own. PostgreSQL runs on the load's core."""
import contextlib
import json
import pathlib
import signal
import statistics
import subprocess
import sys
import threading
import time
import urllib.error

import servers
from bench import ITEMS, requests
from harness import PROGRAM, ROOT, Failure, fetched
from rounds import SECONDS, Contender, alternated, by_throughput, wrk

sys.path.append(str(ROOT / "Tests/Cluster"))
import client
import cluster

# A read waits for the log on its thread, as without this bench's setting.
SETTINGS = {"SECTIONAL_SERVER_THREADS": "16", "SECTIONAL_WEBHOOKS_KEY": cluster.new_key()}
COMMITS = 300


class Log:
    """PostgreSQL with a log that begins with the lists of the bench, and the servers that follow it."""

    def __init__(self, bench, stack):
        self.bench, self.stack = bench, stack
        self.postgres = cluster.Postgres(bench.folder / "postgres")
        stack.callback(self.postgres.stop)
        self.url = self.postgres.url("postgres")
        cluster.run([PROGRAM, "migrate", "--cluster", self.url])
        cluster.run([PROGRAM, "restore", bench.database, "--cluster", self.url, "--database", bench.folder / "none"])

    def server(self, name, settings=None):
        """A new server that is ready: it has loaded the base, and applied all that was written since."""
        command = [PROGRAM, "serve", "--host", "127.0.0.1", "--port", "0", "--database", self.bench.folder / name, "--cluster", self.url]
        server = servers.started(self.stack, command, self.bench.log, SETTINGS | (settings or {}))
        cluster.wait_until(f"{server.url} to be ready", lambda: is_ready(server.url))
        return server

    def processor_seconds(self):
        """Seconds of processor time of PostgreSQL's processes, those included that have ended."""
        pids = [self.postgres.process.pid]
        pids += pathlib.Path(f"/proc/{pids[0]}/task/{pids[0]}/children").read_text(encoding="ascii").split()
        fields = [pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(") ", 1)[1].split() for pid in pids]
        ticks = sum(int(one[11]) + int(one[12]) for one in fields) + int(fields[0][13]) + int(fields[0][14])
        return ticks / 100

    def written(self):
        """Bytes of PostgreSQL's log of its own."""
        return int(cluster.query(self.url, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"))


def measure(bench):
    report = bench.report
    report.heading("11. Servers that share a log")
    bench.sectional
    with contextlib.ExitStack() as stack:
        log = Log(bench, stack)
        begin = time.monotonic()
        one = log.server("one")
        report.goal(11, f"a new server with {ITEMS:,} items, to /readyz", time.monotonic() - begin, "<", 15, " s", ".1f")
        writes(bench, log, one)
        reads(bench, log, one)
        several(bench, log, one)


def patches(server, connections):
    return requests(server, "", "patches.lua", ["/lists/big/items/0-", ITEMS], connections=connections)


def writes(bench, log, one):
    report = bench.report
    for connections, goal in ((64, 0.65), (256, 0.9), (1, 0.5)):
        costs = []

        def work():
            before = log.processor_seconds(), log.written()
            answers, seconds = patches(one, connections).work()
            costs.append(((log.processor_seconds() - before[0]) / answers * 1e6, (log.written() - before[1]) / answers))
            return answers, seconds

        alone, logged = alternated(report, f"PATCH of random items of {ITEMS:,}, {connections} connection{'s' if connections > 1 else ''}", {
            "a database of its own": patches(bench.sectional, connections),
            "a log": Contender(one, work),
        })
        report.goal(11, f"PATCH with a log / without, {connections} connection{'s' if connections > 1 else ''}", by_throughput(logged, alone), "≥", goal)
        processor, written = (statistics.median(column) for column in zip(*costs[1:]))
        if connections == 64:
            report.goal(11, "PostgreSQL's processor time a PATCH, 64 connections", processor, "≤", 20, " µs", ".1f")
            report.goal(11, "PostgreSQL's log a PATCH, 64 connections", written / 1000, "≤", 3, " KB", ".1f")
        else:
            report.note(f"PostgreSQL takes {processor:.1f} µs of processor time and {written / 1000:.1f} KB of its log a PATCH.")


def reads(bench, log, one):
    def pages(server):
        command = [bench.program("load"), server.port, 64, SECONDS, 0, "big", bench.count(), 100, 0, 0]

        def work():
            begin = time.monotonic()
            output = subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True).stdout
            answers = sum(int(line.split()[1]) for line in output.splitlines() if line.startswith("page"))
            return answers, time.monotonic() - begin

        return Contender(server, work)

    fresh = log.server("fresh", {"SECTIONAL_CLUSTER_FRESHNESS": "100"})
    alone, exact, near = alternated(bench.report, f"pages of {ITEMS:,} items, half of them of sixteen, 64 connections", {
        "a database of its own": pages(bench.sectional),
        "a log, cluster.freshness 0": pages(one),
        "a log, cluster.freshness 100": pages(fresh),
    })
    bench.report.goal(11, "pages with a log / without", by_throughput(exact, alone), "≥", 0.45)
    bench.report.goal(11, "pages with a log and freshness of 100 ms / without", by_throughput(near, alone), "≥", 0.95)
    fresh.stop()


def is_ready(url):
    """Whether a read is answered: one waits 2 s at most for what the log has, and a new server may have more to apply."""
    try:
        fetched(url + "/readyz")
        fetched(url + "/lists/big/items/0-0")
        return True
    except urllib.error.HTTPError:
        return False


def several(bench, log, one):
    """Three servers at once, and followers on one of them of writes on another."""
    others = [log.server("two"), log.server("three")]
    rates = []

    def load(server):
        answers, seconds = wrk(server.url, "patches.lua", ["/lists/big/items/0-", ITEMS], seconds=5 * SECONDS)
        rates.append(answers / seconds)

    with servers.alone(bench.sectional):
        for server in (one, *others):
            server.signal(signal.SIGCONT)
        threads = [threading.Thread(target=load, args=(server,)) for server in (one, *others)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        bench.report.note(f"Three servers on one core take {', '.join(f'{rate:,.0f}' for rate in sorted(rates))} PATCHes a second.")
        bench.report.goal(11, "PATCHes a second of three servers on one core, in sum", sum(rates), "≥", 5_000, form=".0f")
        bench.report.goal(11, "from a write's answer to a follower on another server, median", followed(one, others[0]), "≤", 10, " ms", ".2f")


def followed(writer, other):
    """Milliseconds from an answer on one server until a follower on another has the version."""
    came = {}

    class Noting(client.Follower):
        def _take(self, event):
            super()._take(event)
            if "big" in self.versions:
                came.setdefault(self.versions["big"], time.monotonic())

    follower = Noting(other, ["big"])
    if not follower.has_begun.wait(30):
        raise Failure("bench: a follower gets no answer")
    connection, times = client.Client(writer.port), {}
    for number in range(COMMITS):
        status, headers, body = connection.send("PATCH", "/lists/big/items/0-0", json.dumps({"name": f"followed {number}"}))
        if status != 200:
            raise Failure(f"bench: PATCH is {status}: {body.decode()}")
        times[int(headers["list-version"])] = time.monotonic()
    cluster.wait_until("the last version", lambda: max(times) in came)
    follower.stop()
    return statistics.median(max(0, came[version] - moment) * 1000 for version, moment in times.items() if version in came)
