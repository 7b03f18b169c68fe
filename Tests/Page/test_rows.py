"""What a row shows: what is guessed of a value, what pointers say that are kept with the list, pictures, times, escapes and copies."""

import http.server
import json
import threading

import pytest
from server import eventually

LATER = "2031-05-01T10:20:30Z"
UUID = "0190a0b0-1111-7222-8333-444455556666"
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082")


def details(page):
    return page.run("""return [...document.querySelectorAll('.row:not(.leaving)')].sort((a, b) => a.y - b.y)
        .map((row) => row.querySelector('.cell > span:not(.check)')?.textContent ?? '')""")


def test_a_row_skips_its_header_ids_and_times_and_prefers_a_title(page, server):
    server.put("rows", {"sections": [{"header": "France", "items": [
        {"value": {"country": "France", "id": "CDG", "uuid": UUID, "at": LATER, "city": "Paris", "name": "Charles de Gaulle"}},
        {"value": {"body": "Long text", "subject": "Hello", "customerId": "c-17", "read": True}},
        {"value": {"id": "only-an-id"}},
        {"value": {"what": "France", "done": True}},
    ]}]})
    page.open_list("rows")
    assert page.rows() == ["Charles de Gaulle", "Hello", "only-an-id", "France"]
    assert details(page) == ["Paris", "Long text", "", ""]
    # What was read is not done.
    assert page.run("return [...document.querySelectorAll('.row')].map((row) => row.classList.contains('done'))") == [False, False, False, True]


def test_what_a_row_shows_is_kept_with_the_list(page, server):
    server.put("rows", {"metadata": {"kept": 1}, "sections": [{"items": [
        {"value": {"name": "Paris", "code": {"iata": "CDG"}, "tags": ["a", "b"], "price": 12, "opened": LATER}}]}]})
    page.open_list("rows")
    page.click("[aria-label='List commands']")
    page.click(".menu button", "What a row shows")
    options = "return [...document.querySelectorAll('dialog datalist option')].map((option) => option.value)"
    eventually(lambda: "/code/iata" in page.run(options))
    page.type("dialog [name=title]", "code/iata")
    page.click("dialog button", "Save")
    eventually(lambda: "begins with a slash" in page.text("dialog .form-error"))
    page.type("dialog [name=title]", "/code/iata")
    page.type("dialog [name=detail]", "/opened")
    page.type("dialog [name=trailing]", "/tags/1")
    page.click("dialog button", "Save")
    eventually(lambda: page.rows() == ["CDG"])
    # Times are in the reader's own format.
    shown = page.run("return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(args[0]))", LATER)
    eventually(lambda: details(page) == [shown])
    assert page.text(".row em") == "b"
    assert server.get("/lists/rows")["metadata"] == {"kept": 1, "row": {"title": "/code/iata", "detail": "/opened", "trailing": "/tags/1"}}
    # Whoever looks sees the same, at once.
    server.send("PATCH", "/lists/rows", {"metadata": {"row": {"title": "/name"}}})
    eventually(lambda: page.rows() == ["Paris"])
    server.send("PATCH", "/lists/rows", {"metadata": {"row": None}})
    eventually(lambda: page.text(".row em") == "12")


class Pictures(http.server.BaseHTTPRequestHandler):
    asked = []

    def do_GET(self):
        Pictures.asked.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "image/png")
        self.send_header("Content-Length", str(len(PIXEL)))
        self.end_headers()
        self.wfile.write(PIXEL)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def pictures():
    Pictures.asked = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pictures)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()


class TestPictures:
    @pytest.fixture
    def settings(self, pictures):
        return f"page.images: [\"http://127.0.0.1:{pictures}\"]\n"

    def test_pictures_come_from_hosts_that_the_setting_names_alone(self, page, server, pictures):
        addresses = [f"http://127.0.0.1:{pictures}/allowed", f"http://localhost:{pictures}/other", "javascript:alert(1)", "https://images.example/x"]
        server.put("rows", {"metadata": {"row": {"picture": "/p"}}, "sections": [{"items": [
            {"value": {"title": address[-7:], "p": address}} for address in addresses]}]})
        page.open_list("rows")
        page.until("return document.querySelector('.row img')?.naturalWidth === 1")
        assert page.run("return document.querySelectorAll('.row img').length") == 1
        assert page.run("return document.querySelectorAll('.row u.thumb').length") == 3
        assert Pictures.asked == ["/allowed"]


def test_without_the_setting_no_picture_is_asked_for(page, server, pictures):
    Pictures.asked.clear()
    server.put("rows", {"metadata": {"row": {"picture": "/p"}}, "sections": [{"items": [
        {"value": {"title": "a", "p": f"http://127.0.0.1:{pictures}/no"}}]}]})
    page.open_list("rows")
    assert page.run("return document.querySelectorAll('.row u.thumb').length") == 1
    assert Pictures.asked == []


ESCAPED = r'{"title":"\u00e9t\u00e9 \ud83d\ude00","same":"\u00e9","note":"tab\there \/ \u0041\\u0041","zero":"\u200b"}'


def test_escapes_are_characters_and_written_back_where_nobody_touched_them(page, server):
    status, text = server.send("PUT", "/lists/escapes", f'{{"sections":[{{"items":[{{"id":"a","value":{ESCAPED}}}]}}]}}')
    assert status == 201, text
    page.open_list("escapes")
    page.click(".row")
    eventually(lambda: "été 😀" in page.text(".item pre"))
    # What nobody would see, and what is no escape, stay as they are.
    shown = page.text(".item pre")
    assert r"\u200b" in shown and r"A\\u0041" in shown and r"tab\there" in shown
    page.click(".item button", "Edit")
    area = page.find("dialog textarea")
    eventually(lambda: "été 😀" in area.get_attribute("value"))
    page.run("""const area = document.querySelector('dialog .code');
        area.value = area.value.replace('"same": "é"', '"same": "à"'); area.dispatchEvent(new Event('input'))""")
    page.click("dialog button", "Save")
    eventually(lambda: '"same": "à"' in page.text(".item pre"))
    _, stored = server.send("GET", "/lists/escapes/items/@a")
    assert ESCAPED.replace(r'"same":"\u00e9"', '"same":"à"') in stored


def test_id_link_and_value_are_copied_as_they_are(page, server):
    server.send("PUT", "/lists/copies", '{"sections":[{"items":[{"id":"a b/c","value":{"n":1.0,"t":"\\u00e9"}}]}]}')
    page.open_list("copies")
    page.run("window.copied = []; Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { copied.push(text); } } })")
    page.click(".row")
    page.until("return document.querySelector('.item pre')?.textContent")
    for name in ("Copy id", "Copy link", "Copy value"):
        page.click(".copies button", name)
    eventually(lambda: len(page.run("return copied")) == 3)
    name, link, value = page.run("return copied")
    assert (name, value) == ("a b/c", '{"n":1.0,"t":"\\u00e9"}')
    page.open(link.removeprefix(page.base))
    eventually(lambda: page.text(".item dd") == "a b/c")


def test_a_turned_text_turns_nothing_else(page, server):
    turned = "\u202eabc\u2066def"
    items = [{"id": "a", "value": {"title": turned, "note": "x\u202dy", "n": 5}}]
    # As characters, not as escapes.
    server.send("PUT", "/lists/turned", json.dumps({"sections": [{"header": f"H{turned}", "items": items}]}, ensure_ascii=False))
    page.open_list("turned")
    page.click(".row")
    eventually(lambda: page.text(".item pre") != "")
    turns = "return [...document.body.textContent].filter((sign) => /[\\u202a-\\u202e\\u2066-\\u2069]/.test(sign)).length"
    assert page.run(turns) == 0
    assert page.rows() == ["abcdef"] and r"\u202eabc\u2066def" in page.text(".item pre")
    page.click(".item button", "Edit")
    eventually(lambda: r"\u202e" in page.find("dialog .code").get_attribute("value"))
    page.run("""const area = document.querySelector('dialog .code');
        area.value = area.value.replace('"n": 5', '"n": 6'); area.dispatchEvent(new Event('input'))""")
    page.click("dialog button", "Save")
    eventually(lambda: server.get("/lists/turned/items/@a")["value"]["n"] == 6)
    # It was written as it came: as a character.
    assert turned in server.send("GET", "/lists/turned/items/@a")[1]
    page.click(".item button", "Delete")
    page.find(".notice")
    assert page.run(turns) == 0
