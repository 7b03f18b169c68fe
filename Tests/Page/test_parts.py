"""The parts beside lists: the overview, webhooks, and the description of the API."""

import http.server
import json
import threading

import pytest
from server import eventually


def test_the_overview_finds_lists_and_follows_them(page, server):
    for number in range(60):
        server.put(f"list-{number:02}", [["a"]])
    server.put("other", {"title": "Something else", "sections": []})
    page.open()
    eventually(lambda: len(page.texts(".lists li")) == 50)
    page.click(".rest button", "Show more")
    eventually(lambda: len(page.texts(".lists li")) == 61)
    for part in ("oth", "HER", "thing ELSE", "sómething"):
        page.type(".overview input", part)
        eventually(lambda: page.texts(".lists b") == ["Something else"])
        page.type(".overview input", "list-5")
        eventually(lambda: page.texts(".lists b") == [f"list-5{digit}" for digit in range(10)])
    page.type(".overview input", "nothing")
    eventually(lambda: "Nothing found" in page.text(".rest"))
    page.type(".overview input", "oth")
    eventually(lambda: page.texts(".lists b") == ["Something else"])
    server.send("PATCH", "/lists/other", {"title": "Renamed"})
    eventually(lambda: page.texts(".lists b") == ["Renamed"])


def test_without_lists_it_says_how_to_make_one(page):
    page.open()
    eventually(lambda: "No lists yet" in page.text(".rest"))
    assert "curl -X PUT" in page.text(".rest pre")


def test_a_server_that_is_away_is_said(page, server):
    server.put("hello", [["a"]])
    page.expect(0)
    page.open()
    page.run("return fetch('lists')")
    server.kill()
    page.run("location.hash = '#/lists/hello'")
    eventually(lambda: "No connection" in page.text(".cover"))
    assert page.text("#state") == "Offline"
    server.start()
    page.click(".cover button", "Try again")
    eventually(lambda: page.rows() == ["a"])


class Receiver(http.server.BaseHTTPRequestHandler):
    status = 500
    got = 0

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        Receiver.got += 1
        self.send_response(Receiver.status)
        body = b"no room <b>" if Receiver.status == 500 else b""
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class TestWebhooks:
    @pytest.fixture
    def settings(self):
        return "webhooks: {allow: [127.0.0.0/8], retries: [1]}\n"

    def test_a_webhook_is_made_tested_retried_and_replayed(self, page, server):
        Receiver.status, Receiver.got = 500, 0
        receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=receiver.serve_forever, daemon=True).start()
        page.open("#/webhooks")
        page.click(".detail button", "New webhook")
        page.type("dialog input[name=url]", f"http://127.0.0.1:{receiver.server_port}/hook")
        page.type("dialog input[name=description]", "Push")
        page.click("dialog input[value='item.selected']")
        page.click("dialog button", "Create")
        eventually(lambda: page.text("dialog pre").startswith("whsec_"))
        # Escape does not lose what is shown this once.
        for _ in range(3):
            page.find("dialog").send_keys("\ue00c")
        assert "not shown again" in page.text("dialog .form-error") and page.text("dialog pre").startswith("whsec_")
        page.run("window.copied = []; Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { copied.push(text); } } })")
        page.click("dialog button", "Copy")
        eventually(lambda: page.run("return copied") == page.texts("dialog pre"))
        page.click("dialog button", "Done")
        eventually(lambda: page.text(".detail-head h1") == "Push")
        page.click(".detail button", "Send a test")
        eventually(lambda: page.texts(".deliveries b") == ["webhook.test"])
        eventually(lambda: page.texts(".deliveries .badge") == ["failed"], 40)
        page.click(".deliveries summary")
        eventually(lambda: len(page.texts(".deliveries tbody tr")) == 2)
        assert all("500" in text for text in page.texts(".deliveries tbody tr"))
        Receiver.status = 200
        page.click(".deliveries button", "Send again")
        eventually(lambda: page.texts(".deliveries .badge") == ["delivered"])
        Receiver.status = 500
        page.click(".detail button", "Send a test")
        eventually(lambda: page.texts(".deliveries .badge") == ["failed", "delivered"], 40)
        Receiver.status = 200
        page.click(".detail button", "Send failed ones again")
        page.click("dialog button", "Send")
        eventually(lambda: page.texts(".deliveries .badge") == ["delivered", "delivered"], 40)
        page.run("const filter = document.querySelector('.card select'); filter.value = 'failed'; filter.dispatchEvent(new Event('change'))")
        eventually(lambda: "No deliveries" in page.text(".detail"))
        page.click(".detail button", "Delete")
        page.click("dialog button", "Delete")
        eventually(lambda: "No webhooks yet" in page.text(".detail"))
        receiver.shutdown()

    def test_a_webhook_is_changed_rotated_and_paused(self, page, server):
        server.put("hello", [["a"]])
        made = json.loads(server.send("POST", "/webhooks", {"url": "http://127.0.0.1:1/", "description": "Old", "events": ["list.changed"]})[1])
        page.open(f"#/webhooks/{made['id']}")
        page.click(".detail button", "Change")
        assert page.find("dialog [value='list.changed']").is_selected() and not page.find("dialog [value='list.created']").is_selected()
        page.type("dialog [name=description]", "New")
        page.type("dialog [name=lists]", "hello, inbox-*")
        page.click("dialog [value='list.deleted']")
        page.click("dialog button", "Save")
        eventually(lambda: page.text(".detail-head h1") == "New")
        webhook = server.get(f"/webhooks/{made['id']}")
        assert webhook["lists"] == ["hello", "inbox-*"] and webhook["events"] == ["list.changed", "list.deleted"]
        page.click(".detail button", "Rotate")
        page.click("dialog button", "Rotate")
        eventually(lambda: page.text("dialog pre").startswith("whsec_"))
        assert page.text("dialog pre") != made["secret"]
        page.click("dialog button", "Done")
        page.click(".detail button", "Pause")
        eventually(lambda: page.text(".detail-head .badge") == "disabled")
        server.send("POST", "/lists/hello/sections/0/items", {"item": {"value": "b"}})
        eventually(lambda: page.texts(".deliveries .badge") == ["failed"])
        page.click(".detail button", "Enable")
        eventually(lambda: page.text(".detail-head .badge") == "active")

    def test_a_delivery_shows_its_list_its_payload_and_the_answer(self, page, server):
        Receiver.status, Receiver.got = 500, 0
        receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=receiver.serve_forever, daemon=True).start()
        server.put("hello", [["a"]])
        made = json.loads(server.send("POST", "/webhooks", {"url": f"http://127.0.0.1:{receiver.server_port}/"})[1])
        server.send("POST", "/lists/hello/sections/0/items", {"item": {"id": "b", "value": 1.0}})
        server.send("POST", "/lists/hello/items/@b/select", {})
        page.open(f"#/webhooks/{made['id']}")
        eventually(lambda: page.texts(".deliveries .badge") == ["failed", "failed"], 40)
        assert page.texts(".deliveries b") == ["item.selected", "list.changed"]
        page.run("for (const each of document.querySelectorAll('.deliveries details')) each.open = true")
        assert page.texts(".deliveries .answer")[0] == "no room <b>"
        for index, word in ((0, '"action": null'), (1, '"inserted": [')):
            page.run("document.querySelectorAll('.deliveries .buttons button:first-child')[args[0]].click()", index)
            eventually(lambda: word in page.texts(".deliveries pre[aria-label=Payload]")[index])
        assert page.texts(".deliveries a") == ["hello", "hello"]
        receiver.shutdown()

    def test_an_address_that_is_not_allowed_is_said(self, page):
        page.expect(422)
        page.open("#/webhooks")
        page.click(".detail button", "New webhook")
        page.type("dialog input[name=url]", "http://10.0.0.1/")
        page.click("dialog button", "Create")
        eventually(lambda: page.text("dialog .form-error") != "")


def test_the_description_has_every_operation_with_a_line_for_curl(page, server):
    server.put("hello", [["java"]])
    document = server.get("/openapi.json")
    operations = [operation for item in document["paths"].values() for method, operation in item.items() if method != "parameters"]
    page.open("#/api")
    page.until("return document.querySelectorAll('.operation').length > 0")
    assert len(page.texts(".operation")) == len(operations)
    page.run("document.querySelectorAll('.operation').forEach((operation) => { operation.open = true; })")
    page.until("return document.querySelectorAll('.line pre').length === args[0]", 20, len(operations))
    assert "[object" not in page.run("return document.querySelector('.reference').textContent")
    page.open("#/api/getList")
    page.type("#operation-getList .fields input", "hel lo'")
    line = eventually(lambda: page.text("#operation-getList .line pre"))
    assert line == f"curl {server.url}/lists/hel%20lo%27"
