"""The engines that the tests run in: what each does in a way of its own. PAGE_ENGINE names one."""

import base64
import json
import os
import pathlib
import re
import subprocess

import pytest
from marionette import start_firefox
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.remote.errorhandler import ErrorHandler
from selenium.webdriver.webkitgtk.options import Options as WebKitOptions
from selenium.webdriver.webkitgtk.service import Service as WebKitService
from server import eventually

ARGUMENTS = [
    "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1280,900",
    # A window that nobody sees is drawn all the same.
    "--disable-renderer-backgrounding", "--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows",
]

DROP = """
const bytes = Uint8Array.from(atob(args[1]), (sign) => sign.charCodeAt(0));
const data = new DataTransfer();
data.items.add(new File([bytes], args[0]));
for (const kind of ['dragenter', 'dragover', 'drop']) {
    const event = new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
    if (kind !== 'dragenter' && !event.defaultPrevented) throw new Error(`the page has let ${kind} pass`);
}"""

SAVE = """
window.saved = {};
const make = URL.createObjectURL;
let last = null;
URL.createObjectURL = (blob) => {
    last = blob;
    return make.call(URL, blob);
};
HTMLAnchorElement.prototype.click = function () {
    last.text().then((text) => { saved[this.download] = text; });
};"""


class Engine:
    """What is the same in all of them."""

    # Whether sizes, schemes and the network are set by Chromium's own protocol.
    is_chromium = False
    # What a test has for itself; it has to be in front, since a page that is hidden follows nothing.
    stage = "tab"
    # The pixels by which an element may lie beside its place, some million pixels down.
    blur = 0.5
    # Seconds that a script may take.
    patience = 90
    # Whether colour schemes, forced colours and less motion can be asked for.
    has_looks = False
    # Whether the errors of the console can be read.
    has_console = True

    def kill(self, driver):
        """Ends a browser that answers no more."""
        driver.service.process.kill()

    def opened(self, page):
        """Called when an address was opened."""

    def reveal(self, page, element):
        """Called before an element is clicked on."""

    def complaints(self, page):
        return []

    def drop(self, page, path, x, y):
        data = pathlib.Path(path).read_bytes()
        page.run(DROP, pathlib.Path(path).name, base64.b64encode(data).decode())

    def save_to(self, page, folder):
        """Has files that the page saves come into a folder; returns what reads one, or nothing while it is not there."""
        page.run(SAVE)
        return lambda name: page.run("return saved[args[0]] ?? null", name)


class ChromiumErrors(ErrorHandler):
    """Chromium's driver has a second answer for an element that left the document: an unknown error, when it leaves while it is read."""

    def check_response(self, response):
        try:
            super().check_response(response)
        except WebDriverException as error:
            if "does not belong to the document" in (error.msg or ""):
                raise StaleElementReferenceException(error.msg) from error
            raise


class Chromium(Engine):
    is_chromium = True
    has_looks = True

    def start(self):
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for argument in ARGUMENTS:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        driver.error_handler = ChromiumErrors()
        return driver

    def resize(self, page, width, height, scheme, motion, is_phone, forced):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone}
        page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        features = [
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": motion}, {"name": "forced-colors", "value": forced}]
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def complaints(self, page):
        found = []
        for entry in page.driver.get_log("browser"):
            status = re.search(r"responded with a status of (\d+)", entry["message"])
            if status and int(status[1]) in page.expected:
                continue
            if "net::ERR_" in entry["message"] and 0 in page.expected:
                continue
            if entry["level"] in ("SEVERE", "WARNING"):
                found.append(json.dumps(entry))
        return found

    def drop(self, page, path, x, y):
        data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            page.driver.execute_cdp_cmd("Input.dispatchDragEvent", {"type": kind, "x": x, "y": y, "data": data})

    def save_to(self, page, folder):
        page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})

        def read(name):
            path = folder / name
            return path.read_bytes().decode() if path.exists() and not list(folder.glob("*.crdownload")) else None
        return read


class Firefox(Engine):
    has_looks = True
    # It lays out in numbers of 32 bits: beyond four million pixels these are half a pixel apart, in the row's place and in the list's.
    blur = 1

    def start(self):
        return start_firefox()

    def kill(self, driver):
        driver.marionette.process.kill()

    def resize(self, page, width, height, scheme, motion, is_phone, forced):
        page.driver.marionette.in_browser("""
            const [width, height, scheme, motion, forced] = arguments;
            const browser = gBrowser.selectedBrowser;
            for (const [name, length] of [['width', width], ['height', height]]) for (const bound of ['min', 'max']) browser.style[`${bound}-${name}`] = `${length}px`;
            browser.browsingContext.prefersColorSchemeOverride = scheme;
            browser.browsingContext.forcedColorsOverride = forced;
            Services.prefs.setIntPref('ui.prefersReducedMotion', motion === 'reduce' ? 1 : 0);""", width, height, scheme, motion, forced)
        page.looks = (width, height, scheme, motion, is_phone, forced)
        wanted = [width, height, scheme == "dark", motion == "reduce", forced == "active"]
        eventually(lambda: page.run("""
            const queries = ['prefers-color-scheme: dark', 'prefers-reduced-motion: reduce', 'forced-colors: active'];
            return [innerWidth, innerHeight, ...queries.map((query) => matchMedia(`(${query})`).matches)]""") == wanted)

    def opened(self, page):
        # The page isolates itself from what opened it, and so begins without what was asked for.
        self.resize(page, *page.looks)

    def complaints(self, page):
        """Errors of scripts, and what the content security policy has refused."""
        return page.driver.marionette.in_browser("""
            const found = Services.console.getMessageArray().filter((message) => message instanceof Ci.nsIScriptError)
                .filter(({ flags, sourceName, category }) => (flags & 1) === 0 && sourceName.startsWith(arguments[0]) && /javascript|CSP|Security/i.test(category))
                .map(({ errorMessage, sourceName, lineNumber }) => `${errorMessage} ${sourceName}:${lineNumber}`);
            Services.console.reset();
            return found;""", page.base)


class WebKit(Engine):
    """WebKitGTK's MiniBrowser, on a screen that nobody sees."""

    has_console = False
    stage = "window"
    # It draws without a graphics card, and a frame of a long list takes up to a second where other programs run.
    patience = 300

    def opened(self, page):
        # The driver does not wait for the document.
        script = "return document.readyState === 'complete' && location.href.startsWith(arguments[0])"
        eventually(lambda: page.driver.execute_script(script, page.base))

    def start(self):
        reader, writer = os.pipe()
        self.screen = subprocess.Popen(["Xvfb", "-displayfd", str(writer), "-screen", "0", "2800x1800x24", "-nolisten", "tcp"], pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with open(reader) as lines:
            display = lines.readline().strip()
        environment = {**os.environ, "DISPLAY": f":{display}", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LIBGL_ALWAYS_SOFTWARE": "1", "GDK_BACKEND": "x11"}
        service = WebKitService("/usr/bin/WebKitWebDriver", env=environment)
        driver = webdriver.WebKitGTK(options=WebKitOptions(), service=service)
        # A command that is not answered is a failure of one test, and the browser's last one.
        driver.command_executor.client_config.timeout = self.patience + 10
        end = driver.quit

        def quit():
            end()
            self.screen.terminate()
            self.screen.wait()
        driver.quit = quit
        return driver

    def reveal(self, page, element):
        # The driver scrolls the window to what is clicked on, and no dialog.
        page.driver.execute_script("if (arguments[0].closest('dialog')) arguments[0].scrollIntoView({ block: 'nearest' })", element)

    def kill(self, driver):
        super().kill(driver)
        # Its windows go with their screen.
        self.screen.kill()
        self.screen.wait()

    def resize(self, page, width, height, scheme, motion, is_phone, forced):
        # The window has bars of its own, and cannot be as narrow as a small phone.
        for _ in range(3):
            inner = page.run("return [innerWidth, innerHeight]")
            outer = page.driver.get_window_rect()
            if inner == [width, height]:
                return
            page.driver.set_window_rect(width=outer["width"] + width - inner[0], height=outer["height"] + height - inner[1])
        if page.run("return innerWidth") > width:
            pytest.skip("this engine has no window as narrow")


ENGINES = {"chromium": Chromium, "firefox": Firefox, "webkit": WebKit}


def engine():
    return ENGINES[os.environ.get("PAGE_ENGINE", "chromium")]()
