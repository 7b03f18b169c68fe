"""Row 10: deliveries a second, ordered ones beside a writer, and what dead receivers cost a writer.

A backlog is made while its receivers hang (SIGSTOP) and each holds the one delivery that is tried at it; the others are due
and wait. Then the receivers go on, and what is measured is sending and recording alone.
"""
import contextlib
import json
import os
import signal
import socket
import subprocess
import time
import urllib.request
from statistics import median

import servers
from bench import FEW
from harness import Failure, fetched
from rounds import ROUNDS, SECONDS, errors, wrk

DELIVERIES = int(os.environ.get("DELIVERIES", 40_000))
MANY = 20
CROWD = 100
# Receivers are on this machine, and none that hangs is given up.
SETTINGS = {"SECTIONAL_WEBHOOKS_ALLOW": "127.0.0.0/8", "SECTIONAL_WEBHOOKS_TIMEOUT": "3600"}


def measure(bench):
    report = bench.report
    report.heading("10. Webhooks")
    rounds = range(min(ROUNDS, 3))
    deliveries, posts, ordered = [], [], []
    beside = {0: [], 1: [], CROWD: []}
    for _ in rounds:
        deliveries.append(drained(bench))
        ordered.append(in_order(bench))
        for count, rates in beside.items():
            rates.append(patched(bench, count))
    with contextlib.ExitStack() as stack:
        receiver = started_receiver(bench, stack)
        for _ in rounds:
            answers, seconds = wrk(receiver.url, "posts.lua", [json.dumps({"type": "item.selected", "data": "x" * 400})])
            posts.append(answers / seconds)

    def line(name, numbers):
        return [name, f"{median(numbers):,.0f}", f"{min(numbers):,.0f} to {max(numbers):,.0f}"]

    report.table("a second", ["", "", "rounds"], [
        line(f"deliveries to {MANY} receivers, {DELIVERIES:,} that wait", deliveries),
        line("wrk to one receiver, 64 connections: what a receiver takes, on one core with wrk", posts),
        line("deliveries in order to one receiver beside a writer", [one[0] for one in ordered]),
        line("versions that the writer made meanwhile", [one[1] for one in ordered]),
        *(line(f"PATCH, 64 connections, {count} webhooks on list.changed that nobody receives", rates) for count, rates in beside.items()),
    ])
    report.goal(10, f"deliveries a second to {MANY} receivers", median(deliveries), "≥", 20_000, form=".0f")
    report.goal(10, "deliveries in order a second, beside a writer at full speed", median(one[0] for one in ordered), "≥", 1_000, form=".0f")
    for count in (1, CROWD):
        share = median(with_dead / without for with_dead, without in zip(beside[count], beside[0]))
        report.goal(10, f"PATCH beside {count} dead receiver{'s' if count > 1 else ''} of list.changed / without", share, "≥", 0.8)


def started_receiver(bench, stack):
    return servers.started(stack, [bench.program("receiver"), 0], bench.log, is_pinned=False)


def subscribed(server, url, events, **more):
    body = json.dumps({"url": url, "events": events} | more).encode()
    request = urllib.request.Request(server.url + "/webhooks", body, {"Content-Type": "application/json"}, method="POST")
    with urllib.request.urlopen(request, timeout=30):
        pass


def until(condition, what):
    end = time.monotonic() + 300
    while not condition():
        if time.monotonic() > end:
            raise Failure(f"bench: five minutes have not been enough until {what}")
        time.sleep(0.01)


def select(server, count):
    """Makes interactions, as many as asked for, on 64 connections."""
    # curl counts along in the URL's fragment, which is not sent.
    command = ["curl", "-sSZ", "--parallel-max", "64", "-X", "POST", "-o", "/dev/null", "-w", "%{http_code}\n", f"{server.url}/lists/big/items/0-0/select#[1-{count}]"]
    answers = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.split()
    if answers != ["202"] * count:
        raise Failure(f"bench: of {count} interactions {answers.count('202')} were accepted")


def metric(server, name):
    lines = fetched(server.url + "/metrics")[0].decode().splitlines()
    return float(next(line for line in lines if line.startswith(name + " ")).split()[1])


def received(receiver):
    return int(fetched(receiver.url)[0])


def drained(bench):
    """Deliveries a second of a backlog, from the receivers' going on to the last delivery."""
    events = DELIVERIES // MANY
    with contextlib.ExitStack() as stack:
        server = bench.new_sectional(stack, SETTINGS)
        receivers = [started_receiver(bench, stack) for _ in range(MANY)]
        for receiver in receivers:
            subscribed(server, receiver.url + "/", ["item.selected"])
        for receiver in receivers:
            receiver.signal(signal.SIGSTOP)
        select(server, events)
        until(lambda: metric(server, "sectional_webhook_backlog") == events * MANY, "the backlog was made")
        begin = time.monotonic()
        for receiver in receivers:
            receiver.signal(signal.SIGCONT)
        for receiver in receivers:
            until(lambda: received(receiver) >= events, "all was delivered")
        seconds = time.monotonic() - begin
        until(lambda: metric(server, "sectional_webhook_backlog") == 0, "all was recorded")
        twice = sum(map(received, receivers)) - events * MANY
        if twice:
            errors.append(f"{twice} deliveries came more than once")
        return events * MANY / seconds


def patches(server, seconds):
    return wrk(server.url, "patches.lua", ["/lists/big/items/0-", FEW], seconds=seconds)


def in_order(bench):
    """Deliveries a second to one receiver that takes them in order, and the versions a second that a writer makes meanwhile."""
    with contextlib.ExitStack() as stack:
        server = bench.new_sectional(stack, SETTINGS)
        receiver = started_receiver(bench, stack)
        subscribed(server, receiver.url + "/", ["list.changed"], ordered=True)
        patches(server, 1)  # warms up
        before, begin = received(receiver), time.monotonic()
        answers, seconds = patches(server, 3 * SECONDS)
        return (received(receiver) - before) / (time.monotonic() - begin), answers / seconds


def patched(bench, count):
    """Durable PATCHes a second while webhooks on their list call a port where nobody listens."""
    with contextlib.ExitStack() as stack:
        refused = stack.enter_context(socket.socket())
        refused.bind(("127.0.0.1", 0))  # bound and not listening: nobody can be there
        server = bench.new_sectional(stack, SETTINGS)
        for _ in range(count):
            subscribed(server, f"http://127.0.0.1:{refused.getsockname()[1]}/", ["list.changed"], lists=["big"])
        patches(server, 1)  # warms up
        answers, seconds = patches(server, 2 * SECONDS)
        return answers / seconds
