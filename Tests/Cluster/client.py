"""A client of one server over one connection, and a follower of several lists; both blocking."""

import json
import socket
import threading


class Lost(Exception):
    """The connection ended before the response did: whether a write was made is not known."""


class Client:
    """Connects when it has to. After ``Lost`` the next request connects again."""

    def __init__(self, port, timeout=90):
        self.port = port
        self.timeout = timeout
        self.socket = None
        self.received = b""

    def close(self):
        if self.socket:
            self.socket.close()
        self.socket, self.received = None, b""

    def send(self, method, target, body=None, headers=()):
        """Sends a request, and returns the status, the headers by their small names, and the body."""
        try:
            if not self.socket:
                self.socket = socket.create_connection(("127.0.0.1", self.port), self.timeout)
                self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            lines = [f"{method} {target} HTTP/1.1", "Host: localhost", *headers]
            content = b"" if body is None else body.encode()
            if body is not None:
                lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
            self.socket.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + content)
            return self._read()
        except (OSError, ValueError, IndexError) as failure:
            self.close()
            raise Lost(str(failure)) from failure

    def _read(self):
        status, headers = self._head()
        if headers.get("transfer-encoding") == "chunked":
            body = b"".join(iter(self._chunk, b""))
        else:
            body = self._take(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self.close()
        return status, headers, body

    def _head(self):
        lines = self._line_block().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        return int(lines[0].split(" ")[1]), headers

    def _line_block(self):
        while b"\r\n\r\n" not in self.received:
            self._more()
        head, self.received = self.received.split(b"\r\n\r\n", 1)
        return head.decode()

    def _chunk(self):
        while b"\r\n" not in self.received:
            self._more()
        size, self.received = self.received.split(b"\r\n", 1)
        chunk = self._take(int(size, 16))
        self._take(2)
        return chunk

    def _take(self, count):
        while len(self.received) < count:
            self._more()
        taken, self.received = self.received[:count], self.received[count:]
        return taken

    def _more(self):
        more = self.socket.recv(1 << 16)
        if not more:
            raise OSError("the connection ended")
        self.received += more


class Follower:
    """Follows lists on one server, on a thread of its own, and resumes where it was cut: each version must come once, in order."""

    def __init__(self, server, lists):
        self.server = server
        self.lists = lists
        self.versions = {}
        self.faults = []
        self.cuts = 0
        self.position = None
        self.is_stopped = False
        self.client = None
        self.has_begun = threading.Event()
        self.thread = threading.Thread(target=self._follow, daemon=True)
        self.thread.start()

    def stop(self):
        self.is_stopped = True
        if self.client and self.client.socket:
            try:
                self.client.socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.thread.join()

    def _follow(self):
        while not self.is_stopped:
            try:
                self._read_events()
            except (OSError, ValueError, IndexError):
                self.cuts += 1
                threading.Event().wait(0.1)

    def _read_events(self):
        client = self.client = Client(self.server.port, timeout=40)
        client.socket = socket.create_connection(("127.0.0.1", self.server.port), 40)
        resume = f"Last-Event-ID: {self.position}\r\n" if self.position else ""
        client.socket.sendall(
            f"GET /events?lists={','.join(self.lists)}&max=10000 HTTP/1.1\r\nHost: localhost\r\n{resume}\r\n".encode())
        status, _ = client._head()
        if status != 200:
            raise OSError(f"{status}")
        self.has_begun.set()
        text = b""
        while chunk := client._chunk():
            text += chunk
            while b"\n\n" in text:
                event, text = text.split(b"\n\n", 1)
                self._take(event.decode())

    def _take(self, event):
        fields = dict(line.split(": ", 1) for line in event.split("\n") if ": " in line and not line.startswith(":"))
        if "id" in fields:
            self.position = fields["id"]
        if fields.get("event") != "change":
            if fields.get("event"):
                self.faults.append(f"{fields['event']} {fields.get('data')}")
            return
        change = json.loads(fields["data"])
        before = self.versions.get(change["list"])
        if before is not None and change["from"] != before or change["to"] != change["from"] + 1:
            self.faults.append(f"{change['list']}: {before} is followed by {change['from']} to {change['to']}")
        self.versions[change["list"]] = change["to"]
