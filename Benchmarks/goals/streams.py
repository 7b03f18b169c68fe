"""Row 5: many event streams of one list, and how long after a commit the last of them has it."""
import contextlib
import os
import re
import resource
import socket
import statistics
import subprocess
import time

import servers
from harness import Failure

STREAMS = int(os.environ.get("STREAMS", 5_000))
RATE = 20
COMMITS = int(os.environ.get("COMMITS", 400))
SETTINGS = {"SECTIONAL_SERVER_CONNECTIONS": str(STREAMS + 1000), "SECTIONAL_SERVER_CONNECTIONS_EACH": str(STREAMS + 1000)}
TARGETS = ("/lists/big/events", "/lists/big/items/0-500")


def measure(bench):
    report = bench.report
    report.heading(f"5. {STREAMS:,} event streams")
    allow_descriptors(STREAMS + 2000)
    with contextlib.ExitStack() as stack:
        server = bench.new_sectional(stack, SETTINGS)
        event = bench.folder / "event.txt"
        event.write_bytes(first_event(server))
        ours = followed(bench, server)
    with contextlib.ExitStack() as stack:
        theirs = followed(bench, servers.started(stack, [bench.program("streams"), 0, event], bench.log))
    report.table(
        f"{COMMITS} commits, {RATE} a second, an event of {event.stat().st_size} bytes; milliseconds", ["", "commits a second", "write until answer, median", "answer to first stream, median",
         "to last, median", "to last, p99", "to last, worst", "server, µs an event", "KiB an idle stream: resident", "private"],
        [[name, *(f"{number:.2f}" for number in row)] for name, row in (("libmicrohttpd in C", theirs), ("Sectional", ours))])
    report.goal(5, f"p99 from a write's answer to the last of {STREAMS:,} streams / C", ours[4] / theirs[4], "≤", 1.3)
    report.goal(5, "memory of an idle stream, resident", ours[7], "≤", 24, " KiB", ".1f")


def allow_descriptors(count):
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))  # as root
    else:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(count, resource.getrlimit(resource.RLIMIT_NOFILE)[0]), most))


def first_event(server):
    """The bytes of one event as Sectional sends it, for the server in C."""
    with socket.create_connection(("127.0.0.1", server.port), 10) as stream, socket.create_connection(("127.0.0.1", server.port), 10) as writer:
        stream.sendall(f"GET {TARGETS[0]} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        received = more(stream)
        while b"retry: 2000" not in received:
            received += more(stream)
        body = b'{"note":"1795370000000000.12"}'
        writer.sendall(f"PATCH {TARGETS[1]} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        while not (found := re.search(rb"id: .*?\n\n", received, re.S)):
            received += more(stream)
        return found.group(0)


def more(connection):
    data = connection.recv(1 << 16)
    if not data:
        raise Failure("bench: a stream ended")
    return data


def followed(bench, server):
    """Commits a second, milliseconds by their names in the table, microseconds of the server an event, and KiB of memory a stream: resident and private."""
    time.sleep(1)
    before = (server.memory(), server.unshared()[1])
    command = [bench.program("follow"), server.port, STREAMS, COMMITS, RATE, *TARGETS]
    with servers.alone(server), subprocess.Popen([str(part) for part in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as follow:
        try:
            if follow.stdout.readline() != "open\n":
                raise Failure("bench: the streams did not open")
            time.sleep(2)
            memory = [(now - then) * 1024 / STREAMS for now, then in zip((server.memory(), server.unshared()[1]), before)]
            used = server.processor_seconds()
            output, _ = follow.communicate("\n")
            used = server.processor_seconds() - used
        finally:
            follow.kill()
    if follow.returncode:
        raise Failure(f"bench: the followers of {server.process.args} did not hear of every write")
    sent, answered, first, last = zip(*(map(float, line.split()) for line in output.splitlines()))
    middle = statistics.median
    times = [middle(answered), middle(first), middle(last), quantile(last, 0.99), max(last)]
    rate = (COMMITS - 1) / (sent[-1] - sent[0]) * 1e6
    return [rate, *(number / 1000 for number in times), used * 1e6 / (STREAMS * COMMITS), *memory]


def quantile(numbers, share):
    return sorted(numbers)[min(len(numbers) - 1, int(len(numbers) * share))]
