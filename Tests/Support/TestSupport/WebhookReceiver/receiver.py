#!/usr/bin/env python3
"""A receiver of webhooks for the tests: it verifies each delivery as a customer would, and treats it as its path says.

    receiver.py --secrets FILE --log FILE --release FILE [--certificate FILE --key FILE]

It listens on a free port of 127.0.0.1 and says "listening on PORT". FILE of --secrets holds a JSON object from names to secrets and is
read again when it has changed; the name is the query's `name`. Each delivery becomes a line of JSON in the log before it is answered:

    path, target, name, id, timestamp, type, body, headers, connection (a number for each), active (deliveries to this target that are
    being answered, this one too), verified (by the package `standardwebhooks`; null without a secret), error

What a path does, with what stands in its query:

    /ok            200, or status=
    /fail          status= (500) to the first times= (1) attempts with one id, then 200
    /gone          410
    /redirect      302 to /landed
    /later         status= (503) with Retry-After: value=, then 200
    /slow          200 after seconds=
    /held          200 once the file of --release is there
    /silent        nothing, ever, or to the first times= attempts with one id, then 200
    /drip          200, then a byte of body every 20 ms, forever
    /flood         200, then as much body as is taken, forever
    /big           status= (200), a body of bytes=
    /close         the connection is closed instead of an answer
    /cut           200, and less body than was announced
    /headers       200, and header lines without an end
    /leave         200, and the connection is closed behind it without a word
"""
import argparse
import asyncio
import json
import os
import ssl
from urllib.parse import parse_qs, urlsplit

from standardwebhooks import Webhook, WebhookVerificationError


class Secrets:
    """The secrets by name, as the file has them now."""

    def __init__(self, path):
        self.path = path
        self.stamp = None
        self.webhooks = {}

    def webhook(self, name):
        status = os.stat(self.path)
        stamp = (status.st_mtime_ns, status.st_ino, status.st_size)
        if stamp != self.stamp:
            with open(self.path, encoding="utf-8") as file:
                self.webhooks = {key: Webhook(secret) for key, secret in json.load(file).items()}
            self.stamp = stamp
        return self.webhooks.get(name)


class Receiver:
    def __init__(self, secrets, log, release):
        self.secrets = secrets
        self.log = log
        self.release = release
        self.connections = 0
        self.active = {}
        self.attempts = {}

    async def serve(self, reader, writer):
        self.connections += 1
        number = self.connections
        try:
            while await self.exchange(reader, writer, number):
                pass
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def exchange(self, reader, writer, number):
        """One request; whether the connection stays."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        target = head[0].split(" ")[1]
        headers = dict(line.split(": ", 1) for line in head[1:] if line)
        lowered = {key.lower(): value for key, value in headers.items()}
        body = await reader.readexactly(int(lowered.get("content-length", "0")))
        self.active[target] = self.active.get(target, 0) + 1
        try:
            parts = urlsplit(target)
            query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
            self.note(number, parts.path, target, query, headers, lowered, body)
            return await self.answer(parts.path, query, target, lowered, writer)
        finally:
            self.active[target] -= 1

    def note(self, number, path, target, query, headers, lowered, body):
        name = query.get("name")
        webhook = self.secrets.webhook(name)
        verified, error = None, None
        if webhook is not None:
            try:
                webhook.verify(body, lowered)
                verified = True
            except WebhookVerificationError as problem:
                verified, error = False, str(problem)
        try:
            kind = json.loads(body)["type"]
        except (ValueError, KeyError, TypeError):
            kind = None
        line = {
            "path": path, "target": target, "name": name, "id": lowered.get("webhook-id", ""),
            "timestamp": lowered.get("webhook-timestamp"), "type": kind, "body": body.decode("utf-8", "replace"), "headers": headers,
            "connection": number, "active": self.active[target], "verified": verified, "error": error,
        }
        self.log.write(json.dumps(line) + "\n")
        self.log.flush()

    async def answer(self, path, query, target, headers, writer):
        key = (target, headers.get("webhook-id"))
        attempt = self.attempts.get(key, 0) + 1
        if path in ("/fail", "/later", "/silent"):
            self.attempts[key] = attempt
        status = int(query.get("status", "200"))
        if path == "/fail":
            status = int(query.get("status", "500")) if attempt <= int(query.get("times", "1")) else 200
        elif path == "/gone":
            status = 410
        elif path == "/redirect":
            return await reply(writer, 302, b"", "Location: /landed\r\n")
        elif path == "/later":
            status = int(query.get("status", "503")) if attempt == 1 else 200
            return await reply(writer, status, b"later", f"Retry-After: {query['value']}\r\n" if attempt == 1 else "")
        elif path == "/slow":
            await asyncio.sleep(float(query["seconds"]))
        elif path == "/held":
            while not os.path.exists(self.release):
                await asyncio.sleep(0.005)
        elif path == "/silent":
            if "times" not in query or attempt <= int(query["times"]):
                await asyncio.Event().wait()
        elif path == "/drip":
            await pour(writer, b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n", b".", 0.02)
        elif path == "/flood":
            await pour(writer, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"400\r\n" + b"x" * 1024 + b"\r\n", 0)
        elif path == "/headers":
            await pour(writer, b"HTTP/1.1 200 OK\r\n", b"X-Filler: " + b"y" * 1000 + b"\r\n", 0)
        elif path == "/big":
            return await reply(writer, status, b"b" * int(query["bytes"]))
        elif path == "/close":
            return False
        elif path == "/cut":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")
            await writer.drain()
            return False
        elif path == "/leave":
            await reply(writer, 200, b"bye")
            return False
        return await reply(writer, status, b"thanks")


async def reply(writer, status, body, more=""):
    writer.write(f"HTTP/1.1 {status} -\r\nContent-Length: {len(body)}\r\n{more}\r\n".encode() + body)
    await writer.drain()
    return True


async def pour(writer, head, piece, pause):
    writer.write(head)
    while True:
        writer.write(piece)
        await writer.drain()
        await asyncio.sleep(pause)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--secrets", required=True)
    parser.add_argument("--log", required=True)
    parser.add_argument("--release", required=True)
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    options = parser.parse_args()
    context = None
    if options.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate, options.key)
    with open(options.log, "a", encoding="utf-8") as log:
        receiver = Receiver(Secrets(options.secrets), log, options.release)
        server = await asyncio.start_server(receiver.serve, "127.0.0.1", 0, limit=1 << 24, backlog=1024, ssl=context)
        print(f"listening on {server.sockets[0].getsockname()[1]}", flush=True)
        await server.serve_forever()


asyncio.run(main())
