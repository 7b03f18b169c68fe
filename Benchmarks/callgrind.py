"""Programs under valgrind's callgrind: servers with connections to them, and commands."""
import os
import pathlib
import re
import shutil
import socket
import subprocess
import time

from harness import PROGRAM, Failure
from servers import started

ENVIRONMENT = {
    # callgrind counts each byte of a `rep movsb` as an instruction, so that one memset of a connection's memory would outweigh all else.
    "GLIBC_TUNABLES": "glibc.cpu.x86_rep_movsb_threshold=1000000000:glibc.cpu.x86_rep_stosb_threshold=1000000000",
    # Swift's sets and dictionaries have the same order in each run.
    "SWIFT_DETERMINISTIC_HASHING": "1",
}
# A dump for each thread, so that Server.instructions can tell them apart.
SEPARATE = ["--separate-threads=yes"]


def stripped(folder):
    """The program without the debugging information that Swift's linker writes, at which valgrind gives up."""
    program = folder / "sectional"
    if not program.exists():
        subprocess.run(["strip", "--strip-debug", "-o", program, PROGRAM], check=True)
    return program


def under_callgrind(command, file, options=()):
    """A command as callgrind runs it. Its addresses are the same in each run, where the system lets a program ask for that."""
    steady = ["setarch", "-R"] if shutil.which("setarch") and not subprocess.run(["setarch", "-R", "true"], capture_output=True).returncode else []
    return [*steady, "valgrind", "--tool=callgrind", f"--callgrind-out-file={file}", *options, *(str(part) for part in command)]


def instructions_of(command, folder, log):
    """Instructions that a command runs in user space, from its start to its end."""
    file = folder / "command"
    subprocess.run(under_callgrind(command, file), check=True, stdout=log, stderr=log, env=os.environ | ENVIRONMENT)
    return total(file.read_text(errors="replace"))


def difference(folder, log, count, command):
    """What each further one costs: the difference between a command for twice as many and for as many."""
    once, twice = (instructions_of(command(factor * count), folder, log) for factor in (1, 2))
    return (twice - once) / count


def total(text):
    return int(re.search(r"^totals: (\d+)", text, re.M).group(1))


class Clients:
    """Keep-alive connections that take turns."""

    def __init__(self, url, count):
        self.port = int(url.rsplit(":", 1)[1])
        self.sockets = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(count)]

    def send(self, turn, method, target, headers=(), body=b"", kind="application/merge-patch+json"):
        """Sends one request and reads its answer. Returns the status."""
        lines = [f"{method} {target} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *headers]
        if body:
            lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
        connection = self.sockets[turn % len(self.sockets)]
        connection.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        received = b""
        while b"\r\n\r\n" not in received:
            received += self.read(connection)
        head, _, rest = received.partition(b"\r\n\r\n")
        status = int(head.split()[1])
        length = re.search(rb"(?i)content-length: (\d+)", head)
        left = 0 if status == 304 else int(length.group(1)) - len(rest)
        while left > 0:
            left -= len(self.read(connection))
        return status

    @staticmethod
    def read(connection):
        data = connection.recv(1 << 16)
        if not data:
            raise Failure("bench: the server closed a connection")
        return data


class Server:
    """A server under callgrind."""

    def __init__(self, servers, folder, command, log, options=(), settings=None):
        self.folder = pathlib.Path(folder)
        server = started(servers, under_callgrind(command, self.folder / "counts", options), log, ENVIRONMENT | (settings or {}), is_pinned=False)
        self.process, self.url = server.process, server.url

    @classmethod
    def sectional(cls, servers, folder, database, log, options=(), settings=None):
        return cls(servers, folder, [stripped(folder), "serve", "--host", "127.0.0.1", "--port", "0", "--database", database], log, options, settings)

    def control(self, flag):
        subprocess.run(["callgrind_control", flag, str(self.process.pid)], check=True, capture_output=True)

    def dumped(self, work):
        """Texts of the files that callgrind wrote of what the server did during `work`: one for each thread with --separate-threads=yes."""
        self.control("--zero")
        work()
        before = set(self.folder.glob("counts.*"))
        self.control("--dump")
        texts = []
        for _ in range(200):
            made = sorted(set(self.folder.glob("counts.*")) - before)
            last, texts = texts, [path.read_text(errors="replace") for path in made]
            if texts and texts == last and all("totals:" in text for text in texts):
                for path in made:
                    path.unlink()
                return texts
            time.sleep(0.05)
        raise Failure("bench: callgrind wrote no counts")

    def instructions(self, work):
        """Instructions that the server ran during `work`, by the kind of the thread; what runs by the clock is left out."""
        found = dict.fromkeys(THREADS, 0)
        for text in self.dumped(work):
            kind = next((kind for kind, symbols in THREADS.items() if re.search(rf"\(\d+\) ({symbols})", text)), None)
            if kind:
                found[kind] += total(text)
        return found


# A thread is the first of these kinds whose functions it runs; Swift's names are mangled. The rest runs by the clock: watching the
# database's file, sweeping connections, checkpoints.
THREADS = {
    "writer": r"\$s11SQLiteStore\w*(WriterLoop|WriteBatch|DraftWriter)",
    "connections": "MHD_queue_response|MHD_get_timeout",
    "notifier": r"\$s9Following\w*ListNotifier",
}
