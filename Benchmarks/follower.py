"""Event streams that are read by one thread, as many as a count needs."""
import selectors
import socket

from harness import Failure


class Followers:
    """Streams of one target, which are open and have had their greeting."""

    def __init__(self, url, target, count):
        self.selector = selectors.DefaultSelector()
        self.sockets = []
        port = int(url.rsplit(":", 1)[1])
        for _ in range(count):
            stream = socket.create_connection(("127.0.0.1", port), 60)
            stream.sendall(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            self.sockets.append(stream)
            self.selector.register(stream, selectors.EVENT_READ)
        self.take(b"retry: ")

    def take_one_event_each(self):
        self.take(b"event: change")

    def take(self, mark):
        """Reads until each stream has had the mark once more. An event comes in one piece: it is far smaller than what a socket takes."""
        left = set(self.sockets)
        while left:
            found = self.selector.select(60)
            if not found:
                raise Failure(f"bench: {len(left)} streams had nothing in a minute")
            for key, _ in found:
                received = key.fileobj.recv(1 << 16)
                if not received:
                    raise Failure("bench: a stream ended")
                if mark in received:
                    left.discard(key.fileobj)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.selector.close()
        for stream in self.sockets:
            stream.close()
