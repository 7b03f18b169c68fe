"""A browser without a window, and the page in it."""

import pytest
from engines import engine
from selenium.common.exceptions import ElementClickInterceptedException, ElementNotInteractableException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from server import eventually

def start_browser():
    chosen = engine()
    driver = chosen.start()
    driver.engine = chosen
    driver.set_script_timeout(chosen.patience)
    return driver


class Page:
    """The page of one server, in a tab of its own."""

    def __init__(self, driver, base):
        self.driver = driver
        self.base = base.rstrip("/") + "/"
        self.expected = set()
        self.first = driver.current_window_handle
        driver.switch_to.new_window(self.engine.stage)
        self.resize(1280, 800)

    def close(self):
        self.driver.close()
        self.driver.switch_to.window(self.first)

    def resize(self, width, height, scheme="light", motion="no-preference", is_phone=False, forced="none"):
        if not self.engine.has_looks and (scheme, motion, forced) != ("light", "no-preference", "none"):
            pytest.skip("this engine cannot be asked for schemes")
        self.engine.resize(self, width, height, scheme, motion, is_phone, forced)

    @property
    def engine(self):
        return self.driver.engine

    def needs_chromium(self):
        """Skips a test that speaks Chromium's own protocol."""
        if not self.engine.is_chromium:
            pytest.skip("this takes Chromium's own protocol")

    def open(self, address=""):
        self.driver.get("about:blank")
        self.driver.get(self.base + address)
        self.engine.opened(self)
        return self

    def open_list(self, list_id, query=""):
        self.open(f"#/lists/{list_id}{query}")
        self.until("return sectional.list.session?.model && !document.querySelector('.cover progress') && !document.querySelector('.row.waiting')", 40)
        return self

    def run(self, script, *arguments):
        """Runs a script, which may return a promise."""
        wrapped = (
            "const done = arguments[arguments.length - 1]; const run = async (...args) => {" + script + "};"
            "run(...[...arguments].slice(0, -1)).then(value => done({ value }), error => done({ error: `${error}\\n${error.stack}` }));"
        )
        outcome = self.driver.execute_async_script(wrapped, *arguments)
        assert "error" not in outcome, outcome["error"]
        return outcome.get("value")

    def until(self, script, seconds=20, *arguments):
        return eventually(lambda: self.run(script, *arguments), seconds, f"never true in the page: {script}")

    def rest(self):
        """Waits until nothing moves."""
        self.until("return document.getAnimations().every((animation) => animation.playState !== 'running')")

    def find(self, selector):
        return eventually(lambda: self.driver.find_elements(By.CSS_SELECTOR, selector), what=f"no {selector}")[0]

    def click(self, selector, text=None):
        """Clicks the first element that is shown, of those that have the text where one is named."""
        def clicked():
            try:
                for element in self.driver.find_elements(By.CSS_SELECTOR, selector):
                    if element.is_displayed() and (text is None or element.text.strip().startswith(text)):
                        self.engine.reveal(self, element)
                        element.click()
                        return True
            except (ElementClickInterceptedException, ElementNotInteractableException):
                pass  # A row still moves over it.
            return False

        eventually(clicked, what=f"no {selector} {text or ''}")

    def point_at(self, row):
        """Moves the pointer to the row at an index path."""
        def has_tools():
            try:
                # From elsewhere: a pointer that rests is not told what has moved under it.
                element = self.run("return sectional.list.scroller.rowAt(args[0])", row)
                ActionChains(self.driver, duration=50).move_to_element(self.find(".brand")).move_to_element(element).perform()
            except AttributeError:
                return False  # It is not drawn yet.
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
        return self.engine.complaints(self)
