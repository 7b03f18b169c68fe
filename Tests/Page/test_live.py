"""Following: what the page shows is what the server has, after writers, kills, resets and journeys into the past."""

import random
import threading
import time

import pytest
from server import eventually


class Writer(threading.Thread):
    """Writes at random until it is told to stop; a write that is refused is as good as any."""

    def __init__(self, server, seed):
        super().__init__(daemon=True)
        self.server, self.random, self.is_over, self.writes = server, random.Random(seed), False, 0

    def run(self):
        while not self.is_over:
            try:
                self.server.send(*self.request())
                self.writes += 1
            except OSError:
                time.sleep(0.1)
            time.sleep(0.01)

    def request(self):
        section, row = self.random.randrange(6), self.random.randrange(12)
        kind = self.random.randrange(10)
        if kind < 3:
            return "POST", f"/lists/busy/sections/{section}/items", {"item": {"value": f"n{self.writes}"}, "index": 0}
        if kind < 5:
            return "DELETE", f"/lists/busy/items/{section}-{row}"
        if kind < 7:
            return "POST", f"/lists/busy/items/{section}-{row}/move", {"to": [self.random.randrange(6), 0]}
        if kind < 9:
            return "PUT", f"/lists/busy/items/{section}-{row}", f'"u{self.writes}"'
        if self.random.randrange(2):
            return "POST", f"/lists/busy/sections/{section}/move", {"index": self.random.randrange(6)}
        operations = [{"op": "insertSection", "section": {"header": "new", "items": [{"value": "x"}]}, "index": 0}, {"op": "deleteSection", "section": 5}]
        return "POST", "/lists/busy/batch", {"operations": operations}


def load(server):
    server.put("busy", {"sections": [{"header": f"S{n}", "items": [{"value": f"{n}.{m}"} for m in range(40)]} for n in range(6)]})


def expect_equal(page, server):
    """Waits until the page has the newest version, then compares the whole of it with an export."""
    head = server.get("/lists/busy")["version"]
    page.until("return sectional.list.session.model.version === args[0]", 40, head)
    shown = page.model()
    assert shown["version"] == head
    real = server.export("busy", head)
    assert [[name, len(items)] for name, items in shown["sections"]] == [[name, len(items)] for name, items in real]
    known = 0
    for (_, items), (_, true_items) in zip(shown["sections"], real):
        for item, true_item in zip(items, true_items):
            if item is not None:
                known += 1
                assert item == true_item
    assert known > 0
    page.until("""
        const { model } = sectional.list.session;
        return [...document.querySelectorAll('.row:not(.leaving)')].every((row) => row.item !== null && row.item === model.item(row.path))""")


SCROLLING = """
const grid = document.querySelector('.grid');
const end = performance.now() + args[0] * 1000;
let step = 7;
while (performance.now() < end) {
    if (grid.scrollTop + grid.clientHeight >= grid.scrollHeight - 10) step = -7;
    if (grid.scrollTop <= 0) step = 7;
    grid.scrollTop += step;
    await new Promise(requestAnimationFrame);
}
"""


def test_after_writers_the_model_is_the_list(page, server, capsys):
    load(server)
    page.open_list("busy")
    writers = [Writer(server, seed) for seed in (1, 2)]
    for writer in writers:
        writer.start()
    page.run(SCROLLING, 60)
    for writer in writers:
        writer.is_over = True
        writer.join()
    expect_equal(page, server)
    statistics = page.run("return sectional.list.session.statistics")
    with capsys.disabled():
        print(f"\n{sum(writer.writes for writer in writers)} writes, {statistics['events']} events, {statistics['reloads']} reloads")
    assert statistics["events"] > 20 and statistics["reloads"] == 0


def test_a_server_that_is_killed_is_followed_on(page, server):
    load(server)
    page.expect(0)
    page.open_list("busy")
    writer = Writer(server, 3)
    writer.start()
    for _ in range(3):
        page.run(SCROLLING, 1)
        server.kill()
        eventually(lambda: page.state() == "waiting")
        server.start()
        eventually(lambda: page.state() == "live", 40)
    writer.is_over = True
    writer.join()
    expect_equal(page, server)
    assert page.run("return sectional.list.session.statistics.reloads") == 0


class TestShortHistory:
    @pytest.fixture
    def settings(self):
        return "history: {versions: 16, seconds: 0}\n"

    def test_a_page_that_was_away_too_long_starts_again_where_it_was(self, page, server):
        """Hidden tabs give their stream back; what has left the history meanwhile is loaded, not followed."""
        load(server)
        page.open_list("busy")
        page.run("document.querySelector('.grid').scrollTop = 2_000")
        page.until("return sectional.list.scroller.top === 2_000 && !document.querySelector('.row.waiting')")
        page.until("return sectional.list.scroller.rowAt([0, 33]) !== null && sectional.list.scroller.topItem() !== null")
        top = page.run("return sectional.list.scroller.topItem().id")
        hide = "Object.defineProperty(document, 'hidden', { value: args[0], configurable: true }); document.dispatchEvent(new Event('visibilitychange'));"
        page.run(hide, True)
        assert page.state() == "paused"
        for number in range(60):
            server.send("POST", "/lists/busy/sections/0/items", {"item": {"value": f"n{number}"}, "index": 0})
        time.sleep(2)
        page.expect(404, 410)
        page.run(hide, False)
        expect_equal(page, server)
        assert page.run("return sectional.list.session.statistics.reloads") == 1
        eventually(lambda: page.run("return sectional.list.scroller.topItem()?.id") == top)


def test_the_past_is_shown_with_its_time_and_nothing_is_written_there(page, server):
    server.put("past", [["one", "two"]])
    for number in range(5):
        server.send("POST", "/lists/past/sections/0/items", {"item": {"value": f"added {number}"}})
    page.open_list("past")
    page.run("document.querySelector('#timeline').value = 2; document.querySelector('#timeline').dispatchEvent(new Event('input'))")
    eventually(lambda: page.rows() == ["one", "two", "added 0"])
    assert page.state() == "pinned"
    eventually(lambda: page.text(".timeline output").startswith("v2 · "))
    server.send("POST", "/lists/past/sections/0/items", {"item": {"value": "later"}})
    page.click(".row")
    eventually(lambda: page.text(".item h3") == "one")
    assert page.run("return document.querySelector('.item .solid').disabled")
    # Forwards by the changes, and back to what is new.
    page.click(".tab", "Versions")
    page.click(".choice", "v4")
    eventually(lambda: page.rows() == ["one", "two", "added 0", "added 1", "added 2"])
    page.click(".timeline button", "Live")
    eventually(lambda: page.rows()[-1] == "later")
    assert page.state() == "live"


def test_a_list_that_is_deleted_says_so(page, server):
    server.put("gone", [["a"]])
    page.open_list("gone")
    server.send("DELETE", "/lists/gone")
    eventually(lambda: page.state() == "deleted")
    page.find(".cover .placeholder")
    assert page.run("return document.querySelector('[aria-label=Add]').disabled")
    server.put("gone", [["b"]])
    eventually(lambda: page.rows() == ["b"] and page.state() == "live")


def test_taps_of_others_appear(page, server):
    server.put("taps", [["a", "b"]])
    page.open_list("taps")
    page.click(".tab", "Taps")
    server.send("POST", "/lists/taps/items/0-1/select", {})
    eventually(lambda: any("#1 selected" in text for text in page.texts(".log li")))
    server.send("POST", "/lists/taps/items/0-0/actions/archive", {})
    eventually(lambda: any("#2 archive" in text for text in page.texts(".log li")))
