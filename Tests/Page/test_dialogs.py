"""Dialogs that take some doing to be seen, looked at by axe-core; and a whole job by keyboard alone."""

import http.server
import threading

import pytest
from axe import findings
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from server import eventually
from test_access import token_settings
from test_parts import Receiver

LOOKS = {"320 light": dict(width=320, height=640, is_phone=True), "1280 dark": dict(width=1280, height=800, scheme="dark")}
SCHEMA = {"type": "object", "properties": {"title": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}}}}


class Look:
    """What axe finds in each dialog, by name."""

    def __init__(self, page):
        self.page, self.found = page, {}

    def at(self, name, selector="dialog h2"):
        self.page.find(selector)
        if found := findings(self.page):
            self.found[name] = found
        # Nothing stands out of a narrow window.
        wide = self.page.run("""
            const parts = [document.documentElement, ...document.querySelectorAll('dialog')];
            return parts.filter((each) => each.scrollWidth > each.clientWidth).map((each) => [each.tagName, each.scrollWidth, each.clientWidth]);""")
        if wide:
            self.found[f"{name}, its width"] = wide

    def close(self):
        self.page.run("document.querySelector('dialog')?.close()")
        eventually(lambda: self.page.texts("dialog") == [])


@pytest.mark.parametrize("look", LOOKS)
class TestAxe:
    @pytest.fixture
    def settings(self):
        return token_settings() + "webhooks: {allow: [127.0.0.0/8], retries: [1]}\n"

    @pytest.fixture
    def receiver(self):
        Receiver.status = 500
        receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=receiver.serve_forever, daemon=True).start()
        yield receiver
        receiver.shutdown()

    def test_axe_finds_nothing_in_the_dialogs_of_tokens_and_webhooks(self, page, server, look, receiver):
        server.token = "boss"
        page.expect(401, 422)
        page.resize(**LOOKS[look])
        looked = Look(page)
        page.open("#/webhooks")
        looked.at("a token is asked for")
        page.click("dialog button", "Use it")
        eventually(lambda: page.text("dialog .form-error") != "")
        looked.at("a token is missing")
        page.type("dialog input[type=password]", "boss")
        page.click("dialog button", "Use it")
        page.click(".detail button", "New webhook")
        looked.at("a new webhook")
        page.type("dialog input[name=url]", "ftp://nowhere")
        page.click("dialog button", "Create")
        eventually(lambda: page.text("dialog .form-error") != "")
        looked.at("an address that is refused")
        page.type("dialog input[name=url]", f"http://127.0.0.1:{receiver.server_port}/a-long-address/{'x' * 80}")
        page.click("dialog button", "Create")
        looked.at("a secret", "dialog pre")
        page.click("dialog button", "Done")
        page.click(".detail button", "Send a test")
        eventually(lambda: page.texts(".deliveries .badge") == ["failed"], 40)
        page.click(".deliveries summary")
        page.click(".deliveries button", "Show payload")
        page.until("return document.querySelector('.deliveries pre.code')?.checkVisibility()")
        looked.at("a delivery", ".deliveries tbody")
        for command, name in (("Change", "a webhook is changed"), ("Rotate", "a secret is rotated"), ("Send failed", "failed ones again"), ("Delete", "a webhook is deleted")):
            page.click(".detail > .card button", command)
            looked.at(name)
            looked.close()
        page.click("#key")
        looked.at("who this is")
        assert looked.found == {}

    def test_axe_finds_nothing_in_the_dialogs_of_values_and_conflicts(self, page, server, look):
        server.token = "boss"
        server.send("PUT", "/cell-types/Task", {"schema": SCHEMA})
        server.put("tasks", {"sections": [{"id": "s", "header": "S", "items": [{"id": "a", "type": "Task", "value": {"title": "A", "tags": ["x"]}}, {"id": "b", "value": "b"}]}]})
        page.expect(401, 412)
        page.resize(**LOOKS[look])
        looked = Look(page)
        page.open("#/lists/tasks")
        page.type("dialog input[type=password]", "boss")
        page.click("dialog button", "Use it")
        eventually(lambda: page.rows() == ["A", "b"])
        edit = "sectional.list.scroller.moveFocus([0, 0]); document.querySelector('.grid').focus(); document.querySelector('.grid').dispatchEvent(new KeyboardEvent('keydown', { key: 'F2' }))"
        page.run(edit)
        page.find("dialog .value-form .value-form")
        looked.at("a form of a schema")
        page.type("dialog .value-editor > .field textarea", '{"title": "')
        page.click("dialog button", "Save")
        eventually(lambda: page.text("dialog .form-error") != "")
        looked.at("a value that is no JSON")
        page.type("dialog .value-editor > .field textarea", '{"title": "mine"}')
        page.find("dialog").send_keys(Keys.ESCAPE)
        page.find("dialog .question")
        looked.at("text that would be lost")
        page.click("dialog button", "Keep editing")
        server.send("PUT", "/lists/tasks/items/@a", {"title": "theirs"})
        page.click("dialog button", "Save")
        looked.at("a conflict of values", "dialog .sides")
        looked.close()
        eventually(lambda: page.rows() == ["theirs", "b"])
        page.stop_following()
        server.send("PUT", "/lists/tasks/items/@a", {"title": "theirs again"})
        page.run("sectional.list.scroller.moveFocus([0, 0]); document.querySelector('.grid').dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete' }))")
        looked.at("a conflict of a deletion", "dialog .sides")
        looked.close()
        for label in ("Title and", "What a row", "Default type", "A section", "Copy list", "Export", "Delete list"):
            page.click("[aria-label='List commands']")
            page.click(".menu button", label)
            looked.at(label)
            looked.close()
        assert looked.found == {}


def press(page, *keys):
    """Presses keys, wherever the focus is."""
    for key in keys:
        if key == Keys.ENTER and not page.run("return document.hasFocus()"):
            # A window of Firefox that nobody sees may lose its focus, and then Enter presses no button: what it would do is done.
            assert not page.engine.is_chromium
            page.run("const it = document.activeElement; if (it.matches('input')) it.form.requestSubmit(); else it.click()")
        else:
            page.driver.switch_to.active_element.send_keys(key)


def tab_to(page, name):
    """Goes on by Tab until what has the name has the focus."""
    seen = []
    for _ in range(60):
        focused = page.run("""
            const it = document.activeElement;
            return it.getAttribute('aria-label') ?? it.labels?.[0]?.firstChild.textContent ?? it.textContent.trim();""")
        if focused.startswith(name):
            return
        seen.append(focused[:20])
        press(page, Keys.TAB)
    raise AssertionError(f"{name} is not reached by Tab: {seen}")


def test_a_whole_job_is_done_by_keyboard_alone(page, server):
    page.open()
    page.find(".first-run")
    tab_to(page, "New list")
    press(page, Keys.ENTER)
    page.find("dialog")
    tab_to(page, "Id")
    press(page, "trip", Keys.TAB, "A trip", Keys.TAB)
    ActionChains(page.driver).key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL).send_keys("[]").perform()
    tab_to(page, "Create")
    press(page, Keys.ENTER)
    eventually(lambda: page.run("return location.hash") == "#/lists/trip" and page.texts("h1") == ["A trip"])
    # A section, by the menu of what can be added.
    tab_to(page, "Add")
    press(page, Keys.ENTER)
    page.find(".menu")
    press(page, Keys.ARROW_DOWN, Keys.ENTER)
    page.find("dialog")
    tab_to(page, "Header")
    press(page, "Monday", Keys.ENTER)
    eventually(lambda: page.texts(".header b") == ["Monday"])
    eventually(lambda: page.texts("dialog") == [])
    # An item, by the menu of its section.
    tab_to(page, "Section commands")
    press(page, Keys.ENTER)
    page.find(".menu")
    press(page, Keys.ENTER)
    page.find("dialog textarea")
    tab_to(page, "Value")
    ActionChains(page.driver).key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL).send_keys('"Breakfast"').perform()
    tab_to(page, "Insert")
    press(page, Keys.ENTER)
    eventually(lambda: page.rows() == ["Breakfast"] and page.texts("dialog") == [])
    # It is deleted by its menu, and comes back.
    tab_to(page, "Items")
    press(page, Keys.HOME)
    ActionChains(page.driver).key_down(Keys.SHIFT).send_keys(Keys.F10).key_up(Keys.SHIFT).perform()
    page.find(".menu")
    for _ in range(12):
        if page.run("return document.activeElement.textContent").startswith("Delete"):
            break
        press(page, Keys.ARROW_DOWN)
    press(page, Keys.ENTER)
    eventually(lambda: page.rows() == [])
    assert server.get("/lists/trip")["itemCount"] == 0
    eventually(lambda: page.run("return !document.querySelector('.undo button').disabled"))
    ActionChains(page.driver).key_down(Keys.CONTROL).send_keys("z").key_up(Keys.CONTROL).perform()
    eventually(lambda: page.rows() == ["Breakfast"])
    assert [item["value"] for item in server.get("/lists/trip/items")["items"]] == ["Breakfast"]
    # The whole list goes by its menu too, from its last entry.
    tab_to(page, "List commands")
    press(page, Keys.ENTER)
    page.find(".menu")
    press(page, Keys.END, Keys.ENTER)
    page.find("dialog")
    tab_to(page, "Type")
    press(page, "trip", Keys.ENTER)
    eventually(lambda: page.run("return location.hash") == "#/" and page.texts(".first-run strong") == ["No lists yet"])
