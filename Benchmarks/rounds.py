"""Rates and processor time by rounds: the contenders take turns, round after round, and each is alone while it is measured."""
import dataclasses
import os
import resource
import statistics
import subprocess
import time

from harness import HERE
from servers import alone

ROUNDS = int(os.environ.get("ROUNDS", 7))
SECONDS = float(os.environ.get("ROUND_SECONDS", 1))

# What went wrong while something was measured: its numbers mean nothing.
errors = []


@dataclasses.dataclass
class Sample:
    """What one contender did in one round."""

    rate: float  # answers a second
    cost: float  # microseconds of the server's processor time for each
    busy: float  # share of the time that the server's core worked for it
    load: float  # share of the time that the load's core worked for the load


@dataclasses.dataclass
class Contender:
    """Whom a round measures: a server, and the work that returns how many answers there were in how many seconds."""

    server: object
    work: object
    has_load: bool = True  # False where the server makes its own work

    def sample(self):
        with alone(self.server):
            time.sleep(0.05)
            load_before = children_seconds()
            before, begin = self.server.processor_seconds(), time.monotonic()
            answers, seconds = self.work()
            passed, used = time.monotonic() - begin, self.server.processor_seconds() - before
            load = children_seconds() - load_before if self.has_load else 0
        return Sample(answers / seconds, used / max(answers, 1) * 1e6, used / passed, load / passed)


def children_seconds():
    """Processor time of all children that have ended: the load's programs."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def wrk(url, script="result.lua", arguments=(), seconds=None, connections=64):
    """Runs wrk on one thread. Returns its answers and the seconds that they took."""
    seconds = SECONDS if seconds is None else seconds
    # wrk takes whole seconds.
    command = ["wrk", "-t1", f"-c{connections}", f"-d{max(1, round(seconds))}s", "-s", HERE / "wrk" / script, url, "--", *arguments]
    output = subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout
    answers, microseconds, bad = next(line.split()[1:] for line in output.splitlines() if line.startswith("result "))
    if int(bad):
        errors.append(f"{bad} of {answers} answers of {url} {' '.join(map(str, arguments))} were errors or did not come")
    return int(answers), float(microseconds) / 1e6


def alternated(report, title, contenders):
    """Measures the contenders in turn, and puts a table of them into the report. Returns the samples of each, in their order."""
    samples = {name: [] for name in contenders}
    for round_ in range(ROUNDS + 1):
        for name, contender in contenders.items():
            sample = contender.sample()
            if round_:  # the first round only warms up
                samples[name].append(sample)
    report.table(
        title, ["", "a second", "rounds", "server, µs each", "rounds", "server's core", "load's core"],
        [[name, f"{middle(found, 'rate'):,.0f}", spread(found, "rate", ",.0f"), f"{middle(found, 'cost'):,.1f}", spread(found, "cost", ",.1f"),
          f"{middle(found, 'busy'):.0%}", f"{middle(found, 'load'):.0%}"] for name, found in samples.items()])
    return list(samples.values())


def middle(samples, name):
    return statistics.median(getattr(sample, name) for sample in samples)


def spread(samples, name, form):
    numbers = [getattr(sample, name) for sample in samples]
    return f"{min(numbers):{form}} to {max(numbers):{form}}"


def by_throughput(ours, theirs):
    """How many times as many answers a second as theirs: the median of the ratios round by round."""
    return statistics.median(mine.rate / yours.rate for mine, yours in zip(ours, theirs))


def by_processor(ours, theirs):
    """How many times as many answers for the same processor time."""
    return statistics.median(yours.cost / mine.cost for mine, yours in zip(ours, theirs))
