"""A server of the program that is tested, on a database of its own, and what tests ask of it without a browser."""

import json
import os
import pathlib
import signal
import subprocess
import time
import urllib.error
import urllib.request

from selenium.common.exceptions import StaleElementReferenceException

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SECTIONAL_PROGRAM", str(ROOT / ".build/release/sectional"))


class Server:
    """Serves a database; after a kill it comes back on the same port."""

    def __init__(self, folder, settings=""):
        self.database = folder / "lists.sqlite"
        self.settings = folder / "settings.yaml"
        self.settings.write_text(settings or "{}\n")
        self.log = open(folder / "server.log", "ab")
        self.port = 0
        self.process = None
        self.token = None

    def start(self):
        command = [PROGRAM, "serve", "--config", self.settings, "--database", self.database, "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        assert line.startswith("listening on "), line
        self.port = int(line.rsplit(":", 1)[1])
        return self

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)
        self.log.close()

    def load(self, list_id, path, *flags):
        """Imports a file into the database, before the server has it."""
        command = [PROGRAM, "import", list_id, path, "--database", self.database, *flags]
        subprocess.run([PROGRAM, "migrate", "--database", self.database], check=True, stdout=subprocess.DEVNULL, stderr=self.log)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=self.log)

    def send(self, method, path, body=None, headers=None):
        """The status and the text of an answer. A body that is a text is sent as it is."""
        data = body if body is None or isinstance(body, str) else json.dumps(body)
        request = urllib.request.Request(self.url + path, method=method, data=None if data is None else data.encode())
        request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def get(self, path):
        status, text = self.send("GET", path)
        assert status == 200, (path, text)
        return json.loads(text)

    def put(self, list_id, document):
        status, text = self.send("PUT", f"/lists/{list_id}", document)
        assert status in (200, 201), text
        return json.loads(text)

    def put_letters(self):
        """Makes the list "letters": a to d, e to g, and a section without items."""
        self.put("letters", {"sections": [
            {"id": "one", "header": "One", "items": [{"id": letter, "value": letter} for letter in "abcd"]},
            {"id": "two", "header": "Two", "items": [{"id": letter, "value": letter} for letter in "efg"]}, {"id": "none", "header": "None", "items": []}]})

    def export(self, list_id, version):
        """A version as the ids of its sections, each with the ids and revisions of its items."""
        status, text = self.send("GET", f"/lists/{list_id}/export?at={version}")
        assert status == 200, text
        sections = []
        for line in map(json.loads, text.splitlines()):
            if "section" in line:
                sections.append([line["section"]["id"], []])
            elif "item" in line:
                sections[-1][1].append([line["item"]["id"], line["item"]["value"]])
        return sections


def eventually(check, seconds=20, what="the page did not come to it"):
    """Waits until a check gives something that is true, and gives that; an element that was drawn again meanwhile is looked for again."""
    end = time.monotonic() + seconds
    while True:
        try:
            found = check()
        except StaleElementReferenceException:
            found = None
        if found:
            return found
        assert time.monotonic() < end, what
        time.sleep(0.05)
