"""Who may see what: tokens, their scopes, a path prefix, and what the browser is forbidden."""

import hashlib
import http.client
import http.server
import threading

import pytest
from browser import Page
from server import eventually

TOKENS = {"reader": "read", "writer": "write", "boss": "admin"}


def token_settings(tokens=TOKENS):
    lines = [
        f'    - {{name: {name}, hash: {hashlib.sha256(name.encode()).hexdigest()}, scope: {scope}}}' for name, scope in tokens.items()]
    return "auth:\n  tokens:\n" + "\n".join(lines) + "\n"


class TestTokens:
    @pytest.fixture
    def settings(self):
        return token_settings()

    def give(self, page, token):
        page.type("dialog input[type=password]", token)
        page.click("dialog button", "Use it")

    def test_the_page_loads_without_a_token_and_asks_for_one_once(self, page, server):
        server.token = "boss"
        server.put("hello", [["java", "swift"]])
        page.expect(401)
        page.open("#/lists/hello")
        page.find("dialog input[type=password]")
        assert len(page.driver.find_elements("css selector", "dialog")) == 1
        self.give(page, "nonsense")
        eventually(lambda: "does not take" in page.text("dialog .dim"))
        self.give(page, "reader")
        eventually(lambda: page.rows() == ["java", "swift"])
        eventually(lambda: page.state() == "live")
        assert page.run("return location.href").count("reader") == 0
        # It is kept for the tab, and followed with.
        page.open_list("hello")
        server.send("POST", "/lists/hello/sections/0/items", {"item": {"value": "js"}})
        eventually(lambda: page.rows() == ["java", "swift", "js"])

    def test_buttons_follow_what_a_token_may_do(self, page, server):
        server.token = "boss"
        server.put("hello", {"sections": [{"header": "S", "items": [{"id": "a", "value": "java"}]}]})
        page.expect(401)
        page.open("#/lists/hello")
        self.give(page, "reader")
        page.click(".row")
        eventually(lambda: page.text(".item h3") == "java")
        eventually(lambda: not page.find("#main .item button").is_enabled())
        assert page.texts(".item button:not([disabled])")[0] == "History"
        assert not page.find("[aria-label=Add]").is_enabled() and not page.find("[aria-label='New list']").is_displayed()
        page.click(".header button")
        usable = page.run("return [...document.querySelectorAll('.menu button:not([disabled])')].map((entry) => entry.textContent)")
        assert [text[:6] for text in usable] == ["Export"]
        page.keys("\ue00c")
        page.run("document.querySelector('.menu')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))")
        page.keys("\ue017")
        eventually(lambda: "may only read" in page.text(".notice"))
        page.click(".bar a", "Webhooks")
        eventually(lambda: "No access" in page.text(".detail .placeholder"))
        page.click(".bar a", "Types")
        eventually(lambda: "No cell types yet" in page.text(".detail"))
        assert page.texts(".detail button") == []
        # Another token in its place.
        page.click("#key")
        page.click("dialog button", "Use another")
        self.give(page, "boss")
        page.click(".bar a", "Webhooks")
        eventually(lambda: "No webhooks yet" in page.text(".detail"))

    def test_it_says_who_this_is_and_what_they_may_do(self, page, server):
        page.expect(401)
        page.open()
        self.give(page, "writer")
        eventually(lambda: "No lists yet" in page.text(".rest"))
        page.click("#key")
        assert page.texts("dialog dd") == ["writer", "read, write and act as a phone", "all", "it is taken back"]

    def test_a_token_is_for_this_tab_or_for_this_machine(self, page, server, driver):
        server.token = "boss"
        server.put("hello", [["java"]])
        page.expect(401)
        page.open("#/lists/hello")
        self.give(page, "reader")
        eventually(lambda: page.rows() == ["java"])
        other = Page(driver, server.url)
        other.expected = page.expected
        other.open("#/lists/hello")
        other.find("dialog input[type=password]")
        other.click("dialog [name=keep]")
        self.give(other, "writer")
        eventually(lambda: other.rows() == ["java"])
        other.close()
        third = Page(driver, server.url)
        third.open_list("hello")
        assert third.rows() == ["java"]
        # Whoever forgets it, forgets it for all tabs that come.
        third.click("#key")
        third.click("dialog button", "Forget it")
        third.find("dialog input[type=password]")
        assert third.run("return localStorage.length + sessionStorage.length") == 0
        third.close()

    def test_without_a_token_it_says_what_is_missing(self, page):
        page.expect(401)
        page.open()
        page.click("dialog button", "Cancel")
        eventually(lambda: "A token is needed" in page.text(".overview"))

    def test_a_question_that_was_declined_is_not_put_again(self, page, server):
        server.token = "boss"
        server.put("hello", [["java"]])
        page.expect(401)
        page.open()
        page.click("dialog button", "Cancel")
        eventually(lambda: "A token is needed" in page.text(".overview"))
        # Neither by the overview's timer nor by another view.
        page.run("await sectional.overview.refresh(); location.hash = '#/lists/hello'")
        eventually(lambda: "A token is needed" in page.text(".cover"))
        assert not page.driver.find_elements("css selector", "dialog")
        # But as soon as the user wants it, and then for all views.
        page.click(".cover button", "Enter a token")
        self.give(page, "b\u00f6\u0161\u0161")
        eventually(lambda: "ASCII" in page.text("dialog .form-error"))
        self.give(page, "reader")
        eventually(lambda: page.rows() == ["java"])
        eventually(lambda: page.texts(".lists b") == ["hello"])


class Prefix(http.server.BaseHTTPRequestHandler):
    """A reverse proxy that serves a server under /deep/below/."""

    protocol_version = "HTTP/1.1"
    prefix = "/deep/below"

    def forward(self):
        if not self.path.startswith(self.prefix + "/"):
            self.send_error(404)
            return
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        upstream = http.client.HTTPConnection("127.0.0.1", self.server.upstream)
        headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        upstream.request(self.command, self.path[len(self.prefix):], body or None, headers)
        answer = upstream.getresponse()
        self.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "connection"):
                self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        try:
            while answer.status != 304 and (piece := answer.read1(65_536)):
                self.wfile.write(piece)
                self.wfile.flush()
        except OSError:
            pass
        upstream.close()

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = forward

    def log_message(self, *_):
        pass


@pytest.fixture
def prefixed(driver, server):
    proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Prefix)
    proxy.upstream = server.port
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    page = Page(driver, f"http://127.0.0.1:{proxy.server_port}{Prefix.prefix}")
    yield page
    complaints = page.complaints()
    page.close()
    proxy.shutdown()
    assert complaints == [], "\n".join(complaints)


def test_behind_a_prefix_everything_works(prefixed, server):
    server.put("hello", [["java", "swift"]])
    page = prefixed.open_list("hello")
    eventually(lambda: page.state() == "live")
    page.click(".row")
    eventually(lambda: page.text(".item h3") == "java")
    page.click(".item button", "Edit")
    page.type("dialog textarea", '"kotlin"')
    page.click("dialog button", "Save")
    eventually(lambda: page.rows() == ["kotlin", "swift"])
    page.click(".bar a", "API")
    page.until("return document.querySelectorAll('.operation').length > 30")
    page.click(".bar a", "Lists")
    eventually(lambda: any("1 section" in text for text in page.texts(".lists span")))


def test_the_browser_runs_and_loads_nothing_else(page, server):
    server.put("hello", [["java"]])
    page.open_list("hello")
    refused = page.run("""
        const refused = [];
        document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
        const script = document.createElement('script');
        script.textContent = 'window.hacked = 1';
        document.body.append(script);
        const image = new Image();
        image.src = 'http://192.0.2.1/x.png';
        await fetch('http://192.0.2.1/').catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, 300));
        return refused;""")
    assert page.run("return window.hacked") is None
    assert {"script-src-elem", "img-src", "connect-src"} <= set(refused)
    assert page.complaints() != [] or not page.engine.has_console


def test_a_page_that_is_off_is_not_there(driver, tmp_path):
    from server import Server

    server = Server(tmp_path, "page: false\n").start()
    try:
        assert server.send("GET", "/", headers={"Accept": "text/html"})[0] == 404
        assert server.send("GET", "/ui/main.js")[0] == 404
    finally:
        server.stop()
