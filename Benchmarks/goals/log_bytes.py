"""Row 8: bytes that a PATCH writes to SQLite's write-ahead log, when the history is full and each version makes another garbage."""
import mmap
import struct
import threading
import time

import servers
from bench import ITEMS
from goals.webhooks import metric, until
from harness import fetched
from rounds import SECONDS, wrk

HISTORY = 1_000
# Dead records that lie alone go all at once, when they take a quarter of the list: after about a version for every fifteen items. So many more
# versions are made, for at most so many seconds, where there are connections enough.
LONGEST = 60
# As it comes a list keeps everything of the last hour too, and nothing would be collected yet.
SETTINGS = {"SECTIONAL_HISTORY_VERSIONS": str(HISTORY), "SECTIONAL_HISTORY_SECONDS": "1"}


class LogCount:
    """Counts the frames that come to a write-ahead log, through all its restarts.

    It reads the log's index in shared memory each millisecond: the number of the last frame, and two salts that change when the log begins
    again. The frames that had come between the last look and a restart still lie in the file behind the new ones, with the old salts.
    (File format: sqlite.org/walformat.html.)
    """

    def __init__(self, database):
        self.log = open(f"{database}-wal", "rb")
        index = open(f"{database}-shm", "rb")
        self.index = mmap.mmap(index.fileno(), 136, prot=mmap.PROT_READ)
        index.close()
        self.frames, self.restarts = 0, 0
        self.last, self.salts, self.size = self.look()
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.watch)

    def look(self):
        """The last frame, the salts, and the bytes of a frame. Both copies of the header agree when nobody writes it."""
        while self.index[0:48] != self.index[48:96]:
            pass
        header = self.index[0:48]
        size, last = struct.unpack_from("=HI", header, 14)
        return last, header[32:40], (65536 if size == 1 else size) + 24

    def watch(self):
        while not self.ends.wait(0.001):
            self.count()

    def count(self):
        last, salts, _ = self.look()
        if salts != self.salts:
            self.frames += self.left_over(last)
            self.restarts += 1
            self.last, self.salts = 0, salts
        self.frames += last - self.last
        self.last = last

    def left_over(self, overwritten):
        """How many frames had come after the last look and before the restart."""
        found = max(self.last, overwritten)
        while True:
            self.log.seek(32 + found * self.size + 8)
            if self.log.read(8) != self.salts:
                return found - self.last
            found += 1

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        self.thread.join()
        self.count()
        self.log.close()
        self.index.close()

    @property
    def bytes(self):
        return self.frames * self.size


def measure(bench):
    report = bench.report
    report.heading("8. Bytes to the write-ahead log")
    lines = []
    with bench.sectional_with(SETTINGS) as server, servers.alone(server):
        path = ["/lists/big/items/0-", bench.count()]
        while head(server) < 2 * HISTORY:
            wrk(server.url, "patches.lua", path, seconds=1)
        until(lambda: garbage(server) < HISTORY, "the collector had caught up")
        for connections, limit, enough in ((64, 8, ITEMS // 4), (1, 64, 0)):
            wrk(server.url, "patches.lua", path, seconds=1, connections=connections)
            with LogCount(bench.database) as count:
                before, left, end = head(server), garbage(server), time.monotonic() + LONGEST
                wrk(server.url, "patches.lua", path, seconds=3 * SECONDS, connections=connections)
                while head(server) - before < enough and time.monotonic() < end:
                    wrk(server.url, "patches.lua", path, seconds=3 * SECONDS, connections=connections)
                # What these versions have made garbage of is theirs to collect.
                until(lambda: garbage(server) <= left, "the collector had caught up")
                time.sleep(0.5)
                versions = head(server) - before
            name = f"{connections} connection{'s' if connections > 1 else ''}"
            lines.append([name, f"{versions:,}", f"{count.frames / versions:.2f}", f"{count.bytes / versions:,.0f}", count.restarts])
            report.goal(8, f"bytes to the log a PATCH, {name}", count.bytes / versions / 1024, "≤", limit, " KiB", ".1f")
    report.table(f"PATCH of values of about 100 bytes in {ITEMS:,} items, {HISTORY:,} versions kept", ["", "versions", "pages each", "bytes each", "restarts of the log"], lines)


def garbage(server):
    """Versions that are past the history, deleted or not."""
    return metric(server, "sectional_garbage_versions") + max(0, metric(server, "sectional_history_versions") - HISTORY)


def head(server):
    return int(fetched(server.url + "/lists/big")[1]["List-Version"])
