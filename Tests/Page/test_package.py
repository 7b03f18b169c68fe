"""The package for the web, as docs/web.md has it: its commands run, its code has the types that it says, and its pages show a list of a server."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import urllib.request

import pytest
from browser import Page
from server import PROGRAM, ROOT, eventually

GUIDE = (ROOT / "docs/web.md").read_text()
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", GUIDE, re.S)
REACT = pathlib.Path("/usr/share/nodejs")


class Project:
    """The folder of who follows the guide; its ports are free ones in place of those of the guide."""

    def __init__(self, folder):
        self.folder = folder
        self.ports = {"8080": free_port(), "8000": free_port()}
        self.running = []
        (folder / "bin").mkdir()
        (folder / "bin/sectional").symlink_to(PROGRAM)
        self.environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}"}
        for language, text in BLOCKS:
            if language != "sh":
                name = re.match(r"// (\S+)\n", text)
                (folder / (name[1] if name else "index.html")).write_text(self.here(text))

    def here(self, text):
        """A text of the guide with the ports of this run."""
        for port, other in self.ports.items():
            text = text.replace(f"localhost:{port}", f"localhost:{other}").replace(f" {port} &", f" {other} &")
        return text

    def run(self, *commands):
        for command in commands:
            if command.endswith("&"):
                self.start(command)
            else:
                subprocess.run(self.here(command), shell=True, cwd=self.folder, env=self.environment, check=True, stdout=subprocess.DEVNULL)

    def start(self, command):
        """Runs a command beside the test, until its port answers."""
        background = self.here(command).removesuffix("&")
        output = open(self.folder / "output", "ab")
        process = subprocess.Popen(["sh", "-c", f"exec env {background}"], cwd=self.folder, env=self.environment, stdout=output, stderr=output)
        self.running.append(process)
        port = next(other for port, other in self.ports.items() if port in command.rsplit(" ", 2)[-2])
        eventually(lambda: is_open(port), what=f"nothing listens after {command}")
        return process

    def end(self, process):
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.running.remove(process)

    def ask(self, method, path, body=None):
        request = urllib.request.Request(f"http://localhost:{self.ports['8080']}/lists/cities{path}", method=method)
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, None if body is None else json.dumps(body).encode(), timeout=30) as answer:
            return json.loads(answer.read() or "null")

    @property
    def page(self):
        return f"http://localhost:{self.ports['8000']}/"


def free_port():
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as listener:
        return listener.getsockname()[1]


def is_open(port):
    try:
        http.client.HTTPConnection("localhost", port, timeout=5).connect()
        return True
    except OSError:
        return False


COMMANDS = [text.splitlines() for language, text in BLOCKS if language == "sh"]


@pytest.fixture(scope="session")
def packed(tmp_path_factory):
    """The folder of a project after the guide's first commands, which pack the package."""
    folder = tmp_path_factory.mktemp("packed")
    (folder / "sectional").symlink_to(ROOT)
    for command in COMMANDS[0]:
        subprocess.run(command, shell=True, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return folder


@pytest.fixture
def project(tmp_path, packed):
    shutil.copytree(packed / "node_modules", tmp_path / "node_modules")
    project = Project(tmp_path)
    for commands in COMMANDS[1:]:
        project.run(*commands)
    yield project
    for process in list(project.running):
        project.end(process)


@pytest.fixture
def tab(driver, project):
    tab = Page(driver, project.page)
    yield tab
    # A server that was stopped, or lets no page of elsewhere in, is an error of the console; none is one of a script.
    complaints = [complaint for complaint in tab.complaints() if "Uncaught" in complaint]
    tab.close()
    assert complaints == [], "\n".join(complaints)


def rows(tab, selector="#rows button"):
    return tab.texts(selector)


def compile_guide(project):
    """Compiles the guide's code with the package's own types, for a browser."""
    sources = sorted(path.name for path in project.folder.glob("*.ts*"))
    assert len(sources) == 6, sources
    (project.folder / "package.json").write_text('{"type":"module"}')
    shims = [str(ROOT / "Tests/TypeScript" / name) for name in ("modules.d.ts", "react.d.ts")]
    options = "--strict --target es2022 --module node16 --moduleResolution node16 --lib es2022,dom,dom.iterable --jsx react-jsx".split(" ")
    return subprocess.run(["tsc", *options, *sources, *shims], cwd=project.folder, capture_output=True, text=True, check=False)


def test_the_page_of_the_guide_is_the_example():
    pages = [text for language, text in BLOCKS if language == "html"]
    assert pages == [(ROOT / "Examples/Web/index.html").read_text()]


def test_a_page_follows_edits_and_works_offline(project, tab):
    tab.open()
    eventually(lambda: rows(tab) == ["Paris: 2102650", "Rome: 2748109"])
    tab.click("#rows button", "Paris")
    eventually(lambda: project.ask("GET", "/items/0-0")["value"]["population"] == 2102651)
    eventually(lambda: rows(tab)[0] == "Paris: 2102651" and not tab.run("return document.querySelector('.pending')"))
    project.ask("POST", "/sections/0/items", {"item": {"value": {"city": "Porto", "population": 231800}}, "index": 0})
    eventually(lambda: rows(tab) == ["Porto: 231800", "Paris: 2102651", "Rome: 2748109"])

    project.end(project.running[0])
    eventually(lambda: "waiting" in tab.text("#state"))
    tab.click("#rows button", "Rome")
    tab.click("#rows button", "Rome")
    eventually(lambda: "2 edits wait" in tab.text("#state") and rows(tab)[2] == "Rome: 2748111")
    # What is shown is kept some seconds after it has changed.
    eventually(lambda: "Porto" in tab.run("return localStorage.getItem('sectional.cities.list') ?? ''"))
    tab.open()
    eventually(lambda: rows(tab) == ["Porto: 231800", "Paris: 2102651", "Rome: 2748111"] and "2 edits wait" in tab.text("#state"))

    project.start("SECTIONAL_CORS_ORIGINS=http://localhost:8000 sectional serve --port 8080 &")
    eventually(lambda: "live" in tab.text("#state") and "0 edits wait" in tab.text("#state"), 60)
    assert project.ask("GET", "/items/0-2")["value"]["population"] == 2748111


def test_two_tabs_keep_edits_apart_and_one_sends_what_the_other_has_left(project, tab):
    tab.open()
    eventually(lambda: rows(tab) == ["Paris: 2102650", "Rome: 2748109"])
    other = Page(tab.driver, project.page)
    other.open()
    eventually(lambda: rows(other) == ["Paris: 2102650", "Rome: 2748109"])
    project.end(project.running[0])
    other.click("#rows button", "Rome")
    eventually(lambda: "1 edits wait" in other.text("#state"))
    tab.driver.switch_to.window(other.first)
    tab.click("#rows button", "Paris")
    eventually(lambda: "1 edits wait" in tab.text("#state"))
    kept = "return Object.keys(localStorage).filter((name) => name.includes('outbox')).sort()"
    eventually(lambda: tab.run(kept) == ["sectional.cities.outbox", "sectional.cities.outbox.2"])
    tab.driver.switch_to.window(next(name for name in tab.driver.window_handles if name not in (other.first, tab.first)))
    other.close()

    project.start("SECTIONAL_CORS_ORIGINS=http://localhost:8000 sectional serve --port 8080 &")
    eventually(lambda: "live" in tab.text("#state") and "0 edits wait" in tab.text("#state"), 60)
    eventually(lambda: rows(tab) == ["Paris: 2102651", "Rome: 2748110"])
    assert [item["value"]["population"] for item in project.ask("GET", "/items")["items"]] == [2102651, 2748110]


def test_an_edit_that_somebody_was_first_with_is_taken_back(project, tab):
    tab.open()
    eventually(lambda: rows(tab) == ["Paris: 2102650", "Rome: 2748109"])
    project.end(project.running[0])
    tab.click("#rows button", "Rome")
    eventually(lambda: rows(tab)[1] == "Rome: 2748110")
    # Another page than this one, which the server does not answer meanwhile.
    project.run("sectional serve --port 8080 &")
    project.ask("PUT", "/items/0-1", {"city": "Roma", "population": 1})
    project.end(project.running[-1])
    project.start("SECTIONAL_CORS_ORIGINS=http://localhost:8000 sectional serve --port 8080 &")
    eventually(lambda: rows(tab) == ["Paris: 2102650", "Roma: 1"], 60)
    eventually(lambda: "current" in tab.text("#problem"))


def test_the_code_of_the_guide_has_the_types_of_the_package(project):
    compiled = compile_guide(project)
    assert compiled.returncode == 0, compiled.stdout
    edits = project.folder / "edits.ts"
    edits.write_text(edits.read_text().replace("{ ...row.value, city }", "{ ...row.value, city: 7 }"))
    assert "edits.ts" in compile_guide(project).stdout


def test_a_component_shows_a_list_and_follows_it_while_it_is_shown(project, tab):
    assert compile_guide(project).returncode == 0
    for name in ("react", "react-dom"):
        (project.folder / f"{name}.js").write_bytes((REACT / name / f"umd/{name}.development.js").read_bytes())
    (project.folder / "hooks.js").write_text("export const { useEffect, useMemo, useState, useSyncExternalStore } = window.React;\n")
    (project.folder / "jsx.js").write_text(
        "export const jsx = (type, { children, ...rest }, key) => React.createElement(type, { ...rest, key }, children);\n"
        "export const jsxs = (type, { children, ...rest }, key) => React.createElement(type, { ...rest, key }, ...children);\n")
    names = {"react": "./hooks.js", "react/jsx-runtime": "./jsx.js"}
    names |= {name: f"./node_modules/sectional/src/{file}.js" for name, file in (("sectional", "index"), ("sectional/react", "react"))}
    (project.folder / "react.html").write_text(f"""<!doctype html>
<script type="importmap">{json.dumps({"imports": names})}</script>
<div id="root"></div><script src="react.js"></script><script src="react-dom.js"></script>
<script type="module">
import {{ CityList }} from './CityList.js';
import {{ cities }} from './cities.js';
window.cities = cities;
window.root = ReactDOM.createRoot(document.querySelector('#root'));
window.root.render(React.createElement(React.StrictMode, null, React.createElement(CityList)));
</script>
""")
    tab.open("react.html")
    eventually(lambda: rows(tab, "li") == ["Paris", "Rome"])
    project.ask("DELETE", "/items/0-0")
    eventually(lambda: rows(tab, "li") == ["Rome"])
    many = [{"value": {"city": f"City {index}", "population": index}} for index in range(400)]
    project.ask("POST", "/sections/0/items", {"items": many, "index": 0})
    eventually(lambda: rows(tab, "li")[:2] == ["City 0", "City 1"] and len(rows(tab, "li")) == 11)
    tab.run("document.querySelector('#root > div').scrollTop = 44 * 380")
    eventually(lambda: "City 380" in rows(tab, "li"))
    assert tab.run("return cities.state") == "live"
    tab.run("root.unmount()")
    eventually(lambda: tab.run("return cities.state") == "stopped")


def test_a_program_follows_a_list_and_keeps_it(project):
    server = f"http://localhost:{project.ports['8080']}"
    program = subprocess.Popen(["node", "follow.mjs", server], cwd=project.folder, stdout=subprocess.PIPE, text=True)
    eventually(lambda: (project.folder / "kept").exists())
    project.ask("DELETE", "/items/0-0")
    assert program.stdout.readline() == "version 2: 1 cities\n"
    program.terminate()
    assert program.wait(20) in (0, 13)
    assert "Rome" in (project.folder / "kept/cities.list").read_text()
