"""What Benchmarks/counts and Benchmarks/hops share: a server under valgrind's callgrind, and connections to it."""
import re
import socket
import subprocess
import time

from harness import PROGRAM, started

# callgrind counts each byte of a `rep movsb` as an instruction, so that one memset of a connection's memory would outweigh all else.
TUNABLES = "glibc.cpu.x86_rep_movsb_threshold=1000000000:glibc.cpu.x86_rep_stosb_threshold=1000000000"


class Clients:
    """Keep-alive connections that take turns."""

    def __init__(self, url, count):
        self.port = int(url.rsplit(":", 1)[1])
        self.sockets = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(count)]

    def send(self, turn, method, target, headers=(), body=b""):
        """Sends one request and reads its answer. Returns the status."""
        lines = [f"{method} {target} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *headers]
        if body:
            lines += ["Content-Type: application/merge-patch+json", f"Content-Length: {len(body)}"]
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
            raise SystemExit("bench: the server closed a connection")
        return data


class Server:
    """A server under callgrind."""

    def __init__(self, servers, folder, database, log, options=()):
        self.folder = folder
        # valgrind gives up at the debugging information that Swift's linker writes.
        program = folder / "sectional"
        subprocess.run(["strip", "--strip-debug", "-o", program, PROGRAM], check=True)
        command = ["env", f"GLIBC_TUNABLES={TUNABLES}", "valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/counts", *options, program]
        self.process, self.url = started(servers, [*command, "serve", "--host", "127.0.0.1", "--port", "0", "--database", database], log)

    def control(self, flag):
        subprocess.run(["callgrind_control", flag, str(self.process.pid)], check=True, capture_output=True)

    def dumped(self, work):
        """Texts of the files that callgrind wrote of what the server did during `work`."""
        self.control("--zero")
        work()
        before = set(self.folder.glob("counts.*"))
        self.control("--dump")
        for _ in range(200):
            texts = [path.read_text(errors="replace") for path in set(self.folder.glob("counts.*")) - before]
            texts = [text for text in texts if "totals:" in text]
            if texts:
                return texts
            time.sleep(0.05)
        raise SystemExit("bench: callgrind wrote no counts")

    def instructions(self, work):
        """Instructions that the server ran during `work`."""
        return sum(int(re.search(r"totals: (\d+)", text).group(1)) for text in self.dumped(work))
