"""How soon a page that is far away shows its first row: in requests, which decide, and in milliseconds, which are printed."""

import re
import socket
import threading
import time

import pytest
from browser import Page
from server import eventually

LATENCY = 0.150
WATCH = """
new MutationObserver((_, observer) => {
    if (!document.querySelector('.row:not(.waiting)')) return;
    window.firstRow = performance.now();
    observer.disconnect();
}).observe(document, { childList: true, subtree: true });
"""


class Distance:
    """A proxy as far away as LATENCY says, for each connection and each round trip on it."""

    def __init__(self, port):
        self.upstream, self.requests = port, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.connect, args=(client,), daemon=True).start()

    def connect(self, client):
        time.sleep(LATENCY)
        try:
            server = socket.create_connection(("127.0.0.1", self.upstream))
        except OSError:
            client.close()
            return
        for source, target, is_up in ((client, server, True), (server, client, False)):
            threading.Thread(target=self.carry, args=(source, target, is_up), daemon=True).start()

    def carry(self, source, target, is_up):
        pieces, came = [], threading.Condition()

        def send():
            while True:
                with came:
                    came.wait_for(lambda: pieces)
                    due, data = pieces.pop(0)
                time.sleep(max(0, due - time.monotonic()))
                try:
                    target.sendall(data) if data else target.shutdown(socket.SHUT_WR)
                except OSError:
                    return
                if not data:
                    return

        threading.Thread(target=send, daemon=True).start()
        data = b"more"
        while data:
            try:
                data = source.recv(65_536)
            except OSError:
                data = b""
            if is_up:
                self.requests += len(re.findall(rb"^[A-Z]+ \S+ HTTP/1\.1\r$", data, re.MULTILINE))
            with came:
                pieces.append((time.monotonic() + LATENCY / 2, data))
                came.notify()


@pytest.fixture
def far(driver, server):
    distance = Distance(server.port)
    page = Page(driver, f"http://127.0.0.1:{distance.port}")
    page.distance = distance
    yield page
    complaints = page.complaints()
    page.close()
    distance.listener.close()
    assert complaints == [], "\n".join(complaints)


def test_the_first_row_takes_six_requests(far, server, capsys):
    server.put("cities", {"sections": [
        {"header": f"Country {section}", "items": [{"value": {"title": f"City {section}/{row}"}} for row in range(200)]} for section in range(40)]})
    far.needs_chromium()
    far.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    for kind in ("cold", "again"):
        far.distance.requests = 0
        far.open("#/lists/cities")
        spent = far.until("return window.firstRow", 30)
        # What the first row has itself asked for, is asked for after it.
        asked = far.run("return performance.getEntriesByType('resource').filter((each) => each.transferSize > 0 && each.responseEnd < window.firstRow).map(({ name }) => name)")
        far.until("return sectional.list.session.model && !document.querySelector('.row.waiting')")
        with capsys.disabled():
            print(f"\n{kind}: first row after {spent:.0f} ms at {LATENCY * 1000:.0f} ms of latency, {len(asked) + 1} requests, {far.distance.requests} in all")
        # The document is the sixth.
        assert len(asked) <= 5, asked
    # All of it came in the end, from two files.
    scripts = [name for name in far.run("return performance.getEntriesByType('resource').map(({ name }) => name)") if name.endswith(".js")]
    assert len(scripts) == 1 and re.search(r"/ui/page-[0-9a-f]{16}\.js$", scripts[0])


def test_a_script_that_does_not_come_is_said_and_can_be_loaded_again(page, server):
    server.put("hello", [["a"]])
    page.expect(0)
    page.needs_chromium()
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/ui/*.js"]})
    page.open("#/lists/hello")
    eventually(lambda: page.run("return document.querySelector('.late')?.checkVisibility({ visibilityProperty: true })"))
    assert "script did not come" in page.text("main")
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    page.click("main a", "Reload")
    eventually(lambda: page.texts(".lists b") == ["hello"])
