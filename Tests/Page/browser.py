"""Chromium without a window, and the page in it."""

import json
import re

from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from server import eventually

ARGUMENTS = [
    "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1280,900",
    # A window that nobody sees is drawn all the same.
    "--disable-renderer-backgrounding", "--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows",
]


def start_browser():
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for argument in ARGUMENTS:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.set_script_timeout(90)
    return driver


class Page:
    """The page of one server, in a tab of its own."""

    def __init__(self, driver, base):
        self.driver = driver
        self.base = base.rstrip("/") + "/"
        self.expected = set()
        self.first = driver.current_window_handle
        driver.switch_to.new_window("tab")
        self.resize(1280, 800)

    def close(self):
        self.driver.close()
        self.driver.switch_to.window(self.first)

    def resize(self, width, height, scheme="light", motion="no-preference", is_phone=False, forced="none"):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        features = [
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": motion}, {"name": "forced-colors", "value": forced}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def open(self, address=""):
        self.driver.get("about:blank")
        self.driver.get(self.base + address)
        return self

    def open_list(self, list_id, query=""):
        self.open(f"#/lists/{list_id}{query}")
        self.until("return sectional.list.session?.model && !document.querySelector('.cover progress') && !document.querySelector('.row.waiting')", 40)
        return self

    def run(self, script, *arguments):
        """Runs a script, which may return a promise."""
        wrapped = (
            "const done = arguments[arguments.length - 1]; const run = async (...args) => {" + script + "};"
            "run(...[...arguments].slice(0, -1)).then(value => done({ value }), error => done({ error: String(error.stack || error) }));"
        )
        outcome = self.driver.execute_async_script(wrapped, *arguments)
        assert "error" not in outcome, outcome["error"]
        return outcome.get("value")

    def until(self, script, seconds=20, *arguments):
        return eventually(lambda: self.run(script, *arguments), seconds, f"never true in the page: {script}")

    def find(self, selector):
        return eventually(lambda: self.driver.find_elements(By.CSS_SELECTOR, selector), what=f"no {selector}")[0]

    def click(self, selector, text=None):
        """Clicks the first element that is shown, of those that have the text where one is named."""
        def clicked():
            try:
                for element in self.driver.find_elements(By.CSS_SELECTOR, selector):
                    if element.is_displayed() and (text is None or element.text.strip().startswith(text)):
                        element.click()
                        return True
            except (StaleElementReferenceException, ElementClickInterceptedException):
                pass  # It has just been drawn again, or a row still moves over it.
            return False

        eventually(clicked, what=f"no {selector} {text or ''}")

    def point_at(self, row):
        """Moves the pointer to the row at an index path."""
        def has_tools():
            try:
                # From elsewhere: a pointer that rests is not told what has moved under it.
                element = self.run("return sectional.list.scroller.rowAt(args[0])", row)
                ActionChains(self.driver, duration=50).move_to_element(self.find(".brand")).move_to_element(element).perform()
            except (AttributeError, StaleElementReferenceException):
                return False  # It is not drawn yet, or again.
            return self.run("return !!sectional.list.scroller.rowAt(args[0])?.querySelector('.tools')", row)

        eventually(has_tools, what=f"the row at {row} has no buttons")

    def choose(self, row, command):
        """Chooses a command of the menu of the row at an index path."""
        self.point_at(row)
        self.click(".tools button")
        self.click(".menu button", command)

    def stop_following(self):
        """Has the page see no more changes."""
        self.run("Object.defineProperty(document, 'hidden', { value: true, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))")

    def type(self, selector, text):
        element = self.find(selector)
        element.send_keys(Keys.CONTROL, "a")
        element.send_keys(text)

    def keys(self, *keys):
        self.find(".grid").send_keys(*keys)

    def texts(self, selector):
        return self.run("return [...document.querySelectorAll(args[0])].map(e => e.textContent)", selector)

    def text(self, selector):
        """The text of the first; nothing where there is none."""
        return "".join(self.texts(selector)[:1])

    def rows(self):
        """The titles of the rows that are drawn, from above."""
        return self.run(
            "return [...document.querySelectorAll('.row:not(.leaving)')].sort((a, b) => a.y - b.y).map(r => r.querySelector('b').textContent)")

    def state(self):
        return self.run("return document.getElementById('state').dataset.state")

    def model(self):
        """Version, and all sections with the ids and values of their items; null for an item that is not known."""
        return self.run("""
            const { model } = sectional.list.session;
            const plain = (value) => JSON.parse(JSON.stringify(value));
            return { version: model.version, sections: model.sections.map(({ info, rows }) => [
                info.id, Array.from({ length: rows.count }, (_, row) => {
                    const slot = rows.get(row);
                    return slot && slot.id !== undefined ? [slot.id, plain(slot.value)] : null;
                })]) };""")

    def expect(self, *statuses):
        """Says which statuses the server may answer, which the browser notes as errors."""
        self.expected.update(statuses)

    def complaints(self):
        """What the console has that was not expected."""
        found = []
        for entry in self.driver.get_log("browser"):
            status = re.search(r"responded with a status of (\d+)", entry["message"])
            if status and int(status[1]) in self.expected:
                continue
            if "net::ERR_" in entry["message"] and 0 in self.expected:
                continue
            if entry["level"] in ("SEVERE", "WARNING"):
                found.append(json.dumps(entry))
        return found
