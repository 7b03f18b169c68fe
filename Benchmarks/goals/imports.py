"""Row 6: a file of NDJSON into an empty list, against sqlite3's own import of the same rows into a table with an index."""
import os
import statistics
import subprocess
import time

import data
from bench import ITEMS
from cores import pinned
from harness import PROGRAM, Failure
from rounds import ROUNDS
from servers import Server

# The rows are in the order in which they came, and the key is an index beside them.
SCHEMA = "CREATE TABLE items(id TEXT PRIMARY KEY, name TEXT, city TEXT, note TEXT);"


def measure(bench):
    report = bench.report
    report.heading(f"6. Import of {ITEMS:,} items")
    csv, database = bench.file("items.csv", data.write_csv), bench.folder / "sectional.sqlite"
    ours, theirs = [], []
    for _ in range(min(ROUNDS, 2)):
        theirs.append(timed(bench, sqlite_import(bench, csv)))
        for path in bench.folder.glob("sectional.sqlite*"):
            path.unlink()
        ours.append(timed(bench, [PROGRAM, "import", "big", bench.items, "--id", "/id", "--database", database]))
    sizes = [sum(path.stat().st_size for path in bench.folder.glob(pattern)) / 2**20 for pattern in ("imported.sqlite*", "sectional.sqlite*")]
    rows = []
    for name, runs, size in (("sqlite3's .import of CSV, with an index", theirs, sizes[0]), ("sectional import of NDJSON", ours, sizes[1])):
        seconds, processor, memory = zip(*runs)
        rows.append([name, " ".join(f"{one:.1f}" for one in seconds), " ".join(f"{one:.1f}" for one in processor), f"{max(memory):.0f}", f"{size:.0f}"])
    report.table("alone on one core", ["", "seconds", "processor seconds", "peak memory, MiB", "file, MiB"], rows)
    report.goal(6, "import / sqlite3's .import, by time", statistics.median(mine[0] / yours[0] for mine, yours in zip(ours, theirs)), "≤", 3)
    report.goal(6, "import / sqlite3's .import, by processor time", statistics.median(mine[1] / yours[1] for mine, yours in zip(ours, theirs)), "≤", 3)
    report.goal(6, "peak memory of an import", max(run[2] for run in ours), "≤", 256, " MiB", ".0f")


def sqlite_import(bench, csv):
    target = bench.folder / "imported.sqlite"
    target.unlink(missing_ok=True)
    return ["sqlite3", target, SCHEMA, ".mode csv", f".import --skip 1 {csv} items"]


def timed(bench, command):
    """Seconds, seconds of processor time, and the peak of resident memory in MiB of a command (at least that of this program, which forks)."""
    for server in Server.running:
        raise Failure(f"bench: {server.process.args} runs beside an import")
    begin = time.monotonic()
    process = subprocess.Popen(pinned(command), stdout=bench.log, stderr=bench.log)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, process.args)
    return time.monotonic() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
