"""Firefox without geckodriver, which Debian does not have: selenium's commands, spoken to the browser in Marionette, its own protocol."""

import json
import pathlib
import socket
import subprocess
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.firefox.options import Options
from selenium.webdriver.remote.file_detector import UselessFileDetector

PREFERENCES = {
    "marionette.port": 0, "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
    "browser.download.folderList": 2, "browser.download.useDownloadDir": True, "browser.download.always_ask_before_handling_new_types": False,
    "browser.download.alwaysOpenPanel": False, "dom.disable_beforeunload": True, "toolkit.cosmeticAnimations.enabled": False,
}

# The names of selenium's commands that Marionette calls otherwise.
COMMANDS = {
    "newSession": "NewSession", "get": "Navigate", "getCurrentUrl": "GetCurrentURL", "w3cExecuteScript": "ExecuteScript",
    "w3cExecuteScriptAsync": "ExecuteAsyncScript", "findElement": "FindElement", "findElements": "FindElements", "clickElement": "ElementClick",
    "clearElement": "ElementClear", "sendKeysToElement": "ElementSendKeys", "getElementText": "GetElementText", "getElementRect": "GetElementRect",
    "getElementAriaLabel": "GetComputedLabel", "isElementEnabled": "IsElementEnabled", "isElementSelected": "IsElementSelected", "actions": "PerformActions", "clearActionState": "ReleaseActions",
    "newWindow": "NewWindow", "switchToWindow": "SwitchToWindow", "w3cGetCurrentWindowHandle": "GetWindowHandle", "w3cGetWindowHandles": "GetWindowHandles",
    "close": "CloseWindow", "w3cGetActiveElement": "GetActiveElement", "setTimeouts": "SetTimeouts", "setWindowRect": "SetWindowRect",
    "getWindowRect": "GetWindowRect", "screenshot": "TakeScreenshot", "refresh": "Refresh", "goBack": "Back", "goForward": "Forward", "quit": "DeleteSession",
}


class Marionette:
    """What selenium takes for the connection to a driver: it executes commands."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        profile = pathlib.Path(self.folder.name)
        (profile / "user.js").write_text("".join(f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in PREFERENCES.items()))
        command = ["firefox-esr", "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile]
        self.log = open(profile / "log", "wb")
        self.process = subprocess.Popen(command, stdout=self.log, stderr=subprocess.STDOUT)
        self.socket = self.connect(profile / "MarionetteActivePort")
        self.stream = self.socket.makefile("rb")
        self.count = 0
        self.receive()

    def connect(self, port_file):
        end = time.monotonic() + 60
        while True:
            try:
                return socket.create_connection(("127.0.0.1", int(port_file.read_text())))
            except (OSError, ValueError):
                assert time.monotonic() < end and self.process.poll() is None, "Firefox does not start"
                time.sleep(0.1)

    def receive(self):
        length = b""
        while not length.endswith(b":"):
            length += self.stream.read(1)
        return json.loads(self.stream.read(int(length[:-1])))

    def ask(self, name, parameters):
        self.count += 1
        message = json.dumps([0, self.count, name, parameters]).encode()
        self.socket.sendall(str(len(message)).encode() + b":" + message)
        _, number, error, value = self.receive()
        assert number == self.count
        return error, value

    def execute(self, command, parameters):
        parameters = {key: value for key, value in (parameters or {}).items() if key != "sessionId"}
        if command == "newSession":
            parameters = {"capabilities": {"alwaysMatch": {"unhandledPromptBehavior": "dismiss"}}}
        if command == "newWindow":
            parameters["focus"] = True
        error, value = self.ask(f"WebDriver:{COMMANDS[command]}", parameters)
        if error:
            return {"status": 500, "value": json.dumps({"value": error})}
        if command == "quit":
            self.stop()
        return {"value": value["value"] if isinstance(value, dict) and list(value) == ["value"] else value}

    def close(self):
        """The connection ends with the browser."""

    def stop(self):
        self.process.terminate()
        self.process.wait(20)
        self.socket.close()
        self.log.close()
        self.folder.cleanup()

    def in_browser(self, script, *arguments):
        """Runs a script in the browser's own window, not in the page."""
        self.ask("Marionette:SetContext", {"value": "chrome"})
        error, value = self.ask("WebDriver:ExecuteScript", {"script": script, "args": list(arguments)})
        self.ask("Marionette:SetContext", {"value": "content"})
        assert error is None, error
        return value["value"]


def start_firefox():
    marionette = Marionette()
    driver = webdriver.Remote(command_executor=marionette, options=Options())
    driver.marionette = marionette
    # The browser reads files of this machine.
    driver.file_detector = UselessFileDetector()
    driver.set_window_rect(width=2700, height=1700)
    return driver
