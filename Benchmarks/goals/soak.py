"""The soak: a steady mixed load with followers and webhooks, in which nothing may grow and nothing may fail."""
import contextlib
import os
import socket
import statistics
import subprocess
import threading
import time

from goals.mixed import MIXED, read
from goals.webhooks import metric, received, select, started_receiver, subscribed
from harness import PROGRAM, fetched
from rounds import errors

SECONDS = int(os.environ.get("SOAK", 600))
RATE = int(os.environ.get("SOAK_RATE", 2_000))
# Caches fill as requests come, in number and not in time. So a load at full speed comes first, in which nothing is measured: what grows
# after it has no bound that it could still be on its way to.
WARM_UP = max(20, SECONDS // 10)
FOLLOWERS = 10
ITEMS = 20_000
# What is kept for a time is kept for so short that the first quarter of the soak sees it go.
KEPT = str(max(2, min(60, SECONDS // 10)))
SETTINGS = {
    "SECTIONAL_WEBHOOKS_ALLOW": "127.0.0.0/8", "SECTIONAL_DELIVERIES_SECONDS": KEPT, "SECTIONAL_INTERACTIONS_SECONDS": KEPT,
    "SECTIONAL_HISTORY_SECONDS": KEPT,
}


class Follower(threading.Thread):
    """Reads an event stream and holds that each version comes once, in order."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.stream = socket.create_connection(("127.0.0.1", port))
        self.stream.sendall(f"GET /lists/big/events?since=1 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        self.version, self.wrong = 1, None

    def run(self):
        left = b""
        with contextlib.suppress(OSError):
            while data := self.stream.recv(1 << 16):
                *lines, left = (left + data).split(b"\n")
                for line in lines:
                    self.take(line)

    def take(self, line):
        if line.startswith(b"id: "):
            if int(line[4:]) != self.version + 1:
                self.wrong = self.wrong or f"version {int(line[4:])} came after {self.version}"
            self.version = int(line[4:])
        elif line.startswith(b"event: ") and line != b"event: change":
            self.wrong = self.wrong or f"after version {self.version} came {line.decode()}"


class Samples:
    """What the server holds, read each second."""

    # By name: what a fourth quarter may have more than the second, as a factor and beside it.
    BOUNDS = {"memory, MiB": (1.02, 2), "descriptors": (1, 8), "files, MiB": (1.1, 4), "log, MiB": (1.5, 8), "backlog": (1.5, 500)}

    def __init__(self, server):
        self.server = server
        self.lines = []

    def take(self):
        files = {path: path.stat().st_size / 2**20 for path in self.server.database.parent.glob("sectional.sqlite*")}
        log = sum(size for path, size in files.items() if path.name.endswith("-wal"))
        self.lines.append([
            self.server.memory(), len(os.listdir(f"/proc/{self.server.pid}/fd")), sum(files.values()) - log, log, metric(self.server, "sectional_webhook_backlog"),
        ])

    def rows(self):
        """A line of the table for each: its medians by quarters, and whether it is flat."""
        size = len(self.lines) // 4
        for name, column in zip(self.BOUNDS, zip(*self.lines)):
            quarters = [statistics.median(column[n * size:(n + 1) * size]) for n in range(4)]
            factor, more = self.BOUNDS[name]
            yield [name, *(f"{number:,.1f}" for number in quarters), "flat" if quarters[3] <= quarters[1] * factor + more else "GROWS"]


def measure(bench):
    if SECONDS < 8:
        return
    report = bench.report
    report.heading(f"Soak of {SECONDS} seconds")
    with contextlib.ExitStack() as stack:
        server = bench.new_sectional(stack, SETTINGS, count=ITEMS)
        receivers = [started_receiver(bench, stack) for _ in range(3)]
        for receiver, events, ordered in zip(receivers, (["list.changed"], ["list.changed"], ["item.selected"]), (False, True, True)):
            subscribed(server, receiver.url + "/", events, ordered=ordered)
        followers = [Follower(server.port) for _ in range(FOLLOWERS)]
        for follower in followers:
            follower.start()
        samples = Samples(server)
        warmed(bench, server)
        kinds, selected = loaded(bench, server, samples)
        head, failures = settled(server, followers, receivers, selected)
        peak = server.memory("VmHWM")
        server.stop()
        if server.process.returncode:
            failures.append(f"the server ended with {server.process.returncode}")
        check = subprocess.run([PROGRAM, "check", "--database", server.database], capture_output=True, text=True)
    said = (check.stdout.strip() + check.stderr.strip()).replace(str(server.database), "the database").splitlines() or ["nothing"]
    if check.returncode:
        failures.append("sectional check: " + said[0])
    rows = list(samples.rows())
    failures += [f"{row[0]}: grows" for row in rows if row[-1] != "flat"]
    report.table(f"{RATE:,} requests a second, {FOLLOWERS} followers, 3 webhooks, after {WARM_UP} seconds at full speed; medians by quarters", ["", "first", "second", "third", "fourth", ""], rows)
    report.table("the load", ["", "a second", "median, ms", "p99, ms", "slowest, ms"], [
        [kind, f"{numbers[0]:,.0f}", *(f"{number / 1000:.2f}" for number in numbers[1:])] for kind, numbers in kinds.items()])
    report.note(f"Versions: {head:,}. Peak memory: {peak:.0f} MiB. `sectional check`: {said[-1]}.")
    report.note("; ".join(failures) if failures else "Nothing failed: every follower got every version once and in order, every receiver every delivery.")
    errors.extend(f"soak: {failure}" for failure in failures)
    report.goal("soak", "what failed or grew", len(failures), "≤", 0, form=".0f")


def warmed(bench, server):
    """Fills the caches: the same mix of requests, as fast as they are answered."""
    command = [bench.program("load"), server.port, 64, WARM_UP, 0, "big", ITEMS, *MIXED]
    read(subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True).stdout, WARM_UP)


def loaded(bench, server, samples):
    """Runs the load, and samples beside it. Returns what it measured, and how many items were selected."""
    command = [bench.program("load"), server.port, 64, SECONDS, RATE, "big", ITEMS, *MIXED]
    selected = 0
    with subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, text=True) as load:
        due = time.monotonic()
        while load.poll() is None:
            samples.take()
            select(server, 5)
            selected += 5
            due += 1
            time.sleep(max(0, due - time.monotonic()))
        return read(load.stdout.read(), SECONDS), selected


def settled(server, followers, receivers, selected):
    """Waits until followers and receivers have all. Returns the list's version, and what they lack."""
    head = int(fetched(server.url + "/lists/big")[1]["List-Version"])
    wanted = [head - 1, head - 1, selected]
    end = time.monotonic() + 60
    while time.monotonic() < end:
        counts = [received(receiver) for receiver in receivers]
        if all(follower.version == head for follower in followers) and all(count >= least for count, least in zip(counts, wanted)):
            break
        time.sleep(0.1)
    failures = [follower.wrong for follower in followers if follower.wrong]
    failures += [f"a follower has version {follower.version} of {head}" for follower in followers if follower.version != head]
    failures += [f"a receiver got {count} deliveries of {least}" for count, least in zip(counts, wanted) if count < least]
    return head, failures
