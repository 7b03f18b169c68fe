"""Row 9: how much longer readers wait when there are writers beside them."""
import statistics
import subprocess

import servers
from bench import ITEMS
from rounds import ROUNDS, SECONDS, errors

READS, MIXED = (100, 0, 0), (90, 9, 1)


def measure(bench):
    report = bench.report
    report.heading("9. Mixed load")
    found = {READS: [], MIXED: []}
    for round_ in range(ROUNDS + 1):
        for shares, results in found.items():
            result = loaded(bench, shares)
            if round_:  # the first round only warms up
                results.append(result)
    rows = []
    for shares, text in ((READS, "reads alone"), (MIXED, "mixed")):
        for kind in ("page", "patch", "move"):
            results = [result[kind] for result in found[shares] if result[kind][0]]
            if results:
                rate, middle, high = (statistics.median(column) for column in list(zip(*results))[:3])
                highs = [result[2] for result in results]
                rows.append([f"{text}: {kind}", f"{rate:,.0f}", f"{middle / 1000:.2f}", f"{high / 1000:.2f}", f"{min(highs) / 1000:.2f} to {max(highs) / 1000:.2f}"])
    report.table(f"64 connections on {ITEMS:,} items: 90 % pages, half of them of sixteen, 9 % PATCH, 1 % moves",
                 ["", "a second", "median, ms", "p99, ms", "rounds"], rows)
    ratio = statistics.median(mixed["page"][2] / reads["page"][2] for mixed, reads in zip(found[MIXED], found[READS]))
    report.goal(9, "readers' p99 beside writers / alone", ratio, "≤", 3)


def loaded(bench, shares):
    """Answers a second, median and p99 in microseconds of each kind of request."""
    seconds = 3 * SECONDS
    command = [bench.program("load"), bench.sectional.port, 64, seconds, 0, "big", bench.count(), *shares]
    with servers.alone(bench.sectional):
        output = subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True).stdout
    return read(output, seconds)


def read(output, seconds):
    """What the program load printed: for each kind answers a second, median, p99 and the slowest in microseconds."""
    kinds = {}
    for line in output.splitlines():
        kind, answers, bad, middle, high, slowest = line.split()
        if int(bad):
            errors.append(f"{bad} of {answers} requests of the kind {kind} were answered with errors or not at all")
        kinds[kind] = int(answers) / seconds, float(middle), float(high), float(slowest)
    return kinds
