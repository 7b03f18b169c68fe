"""Looking sends nothing; acting as a phone does. Counted at a receiver of the server's webhooks."""

import http.server
import json
import threading

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from server import eventually
from test_access import token_settings

ENTER, DOWN, SPACE = "\ue007", "\ue015", " "


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.server.events.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def settings():
    return "webhooks: {allow: [127.0.0.0/8]}\n"


@pytest.fixture
def receiver(server):
    receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    receiver.events = []
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    events = ["item.selected", "item.deselected", "item.action"]
    status, text = server.send("POST", "/webhooks", {"url": f"http://127.0.0.1:{receiver.server_port}/", "events": events})
    assert status == 201, text
    yield receiver
    receiver.shutdown()


def heard(receiver):
    """Type, action and item of each event, in the order of the interactions."""
    data = sorted(((event["data"]) for event in receiver.events), key=lambda data: data["sequence"])
    return [(each["type"], each["action"], each["item"]["id"]) for each in data]


def act(page):
    page.until("return !document.querySelector('.switch').hidden")
    page.click(".switch")
    assert page.find(".switch").get_attribute("aria-checked") == "true"


def test_looking_sends_nothing_and_acting_sends_each_tap(page, server, receiver):
    server.put_letters()
    server.send("PUT", "/lists/letters/items/@a", '"A"')
    page.open_list("letters")
    page.until("return !document.querySelector('.switch').hidden")
    for row in range(1, 5):
        page.run("sectional.list.scroller.rowAt([0, args[0] - 1]).click()", row)
        eventually(lambda: page.text(".item h3") == ["A", "b", "c", "d"][row - 1])
    page.keys(DOWN, ENTER, DOWN, SPACE)
    eventually(lambda: page.text(".item h3") == "f")
    page.open_list("letters/@g")
    eventually(lambda: page.text(".item h3") == "g")
    page.open_list("letters", "?at=1")
    page.click(".row")
    eventually(lambda: page.text(".item h3") == "a")
    page.resize(390, 844, is_phone=True)
    page.open_list("letters")
    page.run("sectional.list.scroller.rowAt([0, 1]).click()")
    eventually(lambda: page.text(".item h3") == "b")
    page.click(".inspector .close")
    page.resize(1280, 800)
    assert page.text(".told") == ""
    # The first interaction of this list is the first tap of the phone.
    act(page)
    page.click(".row")
    eventually(lambda: "interaction 1," in page.text(".told"))
    eventually(lambda: heard(receiver) == [("item.selected", None, "a")])
    assert [each["sequence"] for each in server.get("/lists/letters/interactions")["interactions"]] == [1]


def test_a_long_press_deselects_and_actions_have_names(page, server, receiver):
    server.put_letters()
    page.open_list("letters")
    act(page)
    row = page.run("return sectional.list.scroller.rowAt([0, 2])")
    ActionChains(page.driver, duration=50).move_to_element(row).click_and_hold().perform()
    eventually(lambda: "Deselected “c”: interaction 1" in page.text(".told"))
    ActionChains(page.driver).release().perform()
    page.choose([0, 1], "Send an action")
    page.type("dialog input[name=action]", "mark read")
    page.click("dialog button", "Send")
    eventually(lambda: "name of letters" in page.text("dialog .form-error"))
    page.type("dialog input[name=action]", "archive")
    page.type("dialog textarea", '{"from": "page"}')
    page.click("dialog button", "Send")
    eventually(lambda: heard(receiver) == [("item.deselected", None, "c"), ("item.action", "archive", "b")])
    assert receiver.events[-1]["data"]["context"] == {"from": "page"}


def test_the_switch_is_remembered_for_the_tab_and_not_there_in_the_past(page, server):
    server.put_letters()
    server.send("PUT", "/lists/letters/items/@a", '"A"')
    page.open_list("letters")
    act(page)
    page.open_list("letters")
    page.until("return document.querySelector('.switch').getAttribute('aria-checked') === 'true'")
    page.open_list("letters", "?at=1")
    eventually(lambda: page.state() == "pinned")
    assert page.run("return document.querySelector('.switch').hidden")
    page.click(".row")
    eventually(lambda: page.text(".item h3") == "a")
    page.click(".timeline button", "Live")
    page.until("return !document.querySelector('.switch').hidden")
    assert server.get("/lists/letters/interactions")["interactions"] == []


def test_what_was_not_sent_is_not_green(page, server):
    server.put_letters()
    page.expect(0)
    page.open_list("letters")
    act(page)
    colour = "return getComputedStyle(document.querySelector('.told')).color"
    page.click(".row")
    eventually(lambda: "interaction 1" in page.text(".told"))
    green = page.run(colour)
    server.kill()
    page.keys(DOWN, ENTER)
    eventually(lambda: "Not sent" in page.text(".told"))
    assert page.run(colour) != green


class TestReader:
    @pytest.fixture
    def settings(self):
        return token_settings()

    def test_who_may_only_read_has_no_switch(self, page, server):
        server.token = "boss"
        server.put_letters()
        page.expect(401)
        page.open("#/lists/letters")
        for token, is_hidden in (("reader", True), ("writer", False)):
            page.type("dialog input[type=password]", token)
            page.click("dialog button", "Use it")
            eventually(lambda: page.rows()[:2] == ["a", "b"])
            # The page may be on its way out, with another token.
            page.run("await fetch('me').catch(() => null)")
            page.until("return document.querySelector('.switch').hidden === args[0]", 20, is_hidden)
            if is_hidden:
                page.click("#key")
                page.click("dialog button", "Use another")
