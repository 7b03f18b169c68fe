"""Row 7: from the start of the process to the first 200 of /readyz, and memory when nobody asks for anything."""
import contextlib
import socket
import statistics
import subprocess
import time

import servers
from bench import ITEMS
from cores import pinned
from harness import PROGRAM, Failure, fetched
from rounds import ROUNDS


def measure(bench):
    report = bench.report
    report.heading(f"7. Start with {ITEMS:,} items")
    times = [start_to_ready(bench) for _ in range(ROUNDS + 1)][1:]
    with contextlib.ExitStack() as stack:
        server = servers.sectional(stack, bench.database, bench.log)
        fetched(server.url + "/readyz")
        time.sleep(2)
        idle = server.memory()
        share, private = server.unshared()
    report.note(f"To ready: {', '.join(f'{one:.0f}' for one in times)} ms. Idle: {idle:.0f} MiB resident, of which {share:.0f} MiB its share (Pss) and {private:.0f} MiB its alone.")
    report.goal(7, "start to /readyz", statistics.median(times), "<", 150, " ms", ".0f")
    report.goal(7, "memory when idle, resident", idle, "<", 64, " MiB", ".0f")


def start_to_ready(bench):
    """Milliseconds, asked again as soon as a connection is refused."""
    port = servers.free_port()
    begin = time.monotonic()
    command = pinned([PROGRAM, "serve", "--host", "127.0.0.1", "--port", port, "--database", bench.database])
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=bench.log)
    server = servers.Server(process, f"http://127.0.0.1:{port}")
    try:
        while time.monotonic() - begin < 60:
            try:
                with socket.create_connection(("127.0.0.1", port), 5) as connection:
                    connection.sendall(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    if b" 200 " in connection.recv(4096).split(b"\r\n")[0]:
                        return (time.monotonic() - begin) * 1000
            except OSError:
                pass
            time.sleep(0.001)
        raise Failure(f"bench: the server was not ready in a minute; see {bench.log.name}")
    finally:
        server.stop()
