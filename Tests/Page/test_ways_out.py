"""No dead ends: what cannot be shown says so and offers what can, and where the reader was is not lost."""

import pytest
from server import eventually


def add(server, count, start=0):
    for number in range(start, start + count):
        server.send("POST", "/lists/past/sections/0/items", {"item": {"id": f"n{number}", "value": f"added {number}"}})


class TestShortHistory:
    @pytest.fixture
    def settings(self):
        return "history: {versions: 16, seconds: 0}\n"

    def put_old(self, server):
        server.put("past", [["one"]])
        add(server, 60)
        return eventually(lambda: (oldest := server.get("/lists/past/versions?limit=1")["oldest"]) > 1 and oldest)

    def test_a_link_to_a_version_that_has_gone_leads_to_the_oldest_and_to_live(self, page, server):
        oldest = self.put_old(server)
        page.expect(410)
        page.open("#/lists/past?at=1")
        eventually(lambda: "Version 1 has left the history" in page.text(".cover"))
        assert f"versions from {oldest} to 61" in page.text(".cover")
        page.click(".cover button", "Oldest")
        eventually(lambda: page.state() == "pinned" and page.run("return sectional.list.session.model?.version") == oldest)
        page.open("#/lists/past?at=1")
        page.click(".cover button", "Live")
        eventually(lambda: page.state() == "live" and page.rows()[:2] == ["one", "added 0"])

    def test_a_version_that_goes_while_it_is_shown_says_so(self, page, server):
        sections = [{"id": "s", "items": [{"id": f"i{n}", "value": f"Row {n}"} for n in range(2_000)]}]
        server.put("past", {"sections": sections})
        add(server, 3)
        page.expect(410)
        page.open_list("past", "?at=2")
        assert page.rows()[0] == "Row 0"
        add(server, 40, 3)
        eventually(lambda: server.send("GET", "/lists/past?at=2")[0] == 410)
        page.run("document.querySelector('.grid').scrollTop = 60_000")
        eventually(lambda: "Version 2 has left the history" in page.text(".cover"))
        page.click(".cover button", "Live")
        eventually(lambda: page.state() == "live" and page.text(".cover") == "" and page.rows() and not page.texts(".row.waiting"))


def test_a_version_that_is_not_there_yet_leads_to_live(page, server):
    server.put("past", [["one"]])
    page.expect(404)
    page.open("#/lists/past?at=99")
    eventually(lambda: "There is no version 99" in page.text(".cover"))
    page.click(".cover button", "Live")
    eventually(lambda: page.rows() == ["one"] and page.state() == "live")


def test_a_list_that_is_made_after_its_link_was_opened_appears(page, server):
    page.expect(404)
    page.open("#/lists/soon")
    eventually(lambda: "There is no such list" in page.text(".cover"))
    server.put("soon-after", [["other"]])
    server.put("soon", [["here"]])
    eventually(lambda: page.rows() == ["here"] and page.state() == "live")


def test_the_panel_recovers_with_the_connection(page, server):
    server.put_letters()
    page.expect(0)
    page.open_list("letters")
    server.kill()
    page.click(".row")
    eventually(lambda: "cannot be reached" in page.text(".item pre"))
    server.start()
    eventually(lambda: page.text(".item pre") == '"a"')


def test_a_list_is_made_once_with_its_title_although_the_answer_was_lost(page, server):
    page.expect(0)
    page.open()
    page.click(".overview-head button")
    page.type("dialog [name=id]", "new")
    page.type("dialog [name=title]", "Something new")
    page.run("""
        const real = window.fetch;
        window.fetch = async (address, init) => {
            const answer = await real(address, init);
            if (init?.method !== 'PUT') return answer;
            window.fetch = real;
            throw new TypeError('The answer is lost.');
        };""")
    page.click("dialog button", "Create")
    eventually(lambda: "cannot be reached" in page.text("dialog .form-error"))
    page.click("dialog button", "Create")
    eventually(lambda: page.texts("h1") == ["Something new"])
    # Made, and titled: no third version.
    assert server.get("/lists/new")["version"] == 2


@pytest.mark.parametrize("address", ["#/nothing", "#/lists/past/CDG", "#/lists/past?at=none", "#/lists/past/@a/b", "#/api/getList/x"])
def test_an_unknown_address_says_so(page, server, address):
    server.put("past", [["one"]])
    page.open(address)
    eventually(lambda: "nothing at this address" in page.text("main"))
    page.click("main a", "Show the lists")
    eventually(lambda: page.texts(".lists b") == ["past"])


def test_an_unknown_webhook_and_operation_say_so(page):
    page.open("#/webhooks/none")
    eventually(lambda: "no webhook with this id" in page.text(".detail"))
    page.run("location.hash = '#/api/nothing'")
    eventually(lambda: "no operation “nothing”" in page.text(".notice"))


def settle(page):
    page.until("await new Promise((resolve) => setTimeout(resolve, 400)); return document.querySelector('.row') && !document.querySelector('.row.waiting')")


def test_back_reload_and_other_parts_keep_what_was_in_view(page, server):
    for number in range(60):
        server.put(f"list-{number:02}", [["a"]])
    server.put("long", {"sections": [{"id": "s", "header": "S", "items": [{"id": f"i{n}", "value": f"Row {n}"} for n in range(2_000)]}]})
    page.open_list("long")
    page.until("return document.querySelector('.grid').scrollHeight > 40_000 && document.querySelector('.overview').scrollHeight > 1_200")
    page.run("document.querySelector('.grid').scrollTop = 30_000; document.querySelector('.overview').scrollTop = 500")
    settle(page)
    top = page.run("return sectional.list.scroller.topItem().id")
    assert top != "i0"
    is_back = lambda: page.run("return sectional.list.scroller.topItem()?.id") == top  # noqa: E731
    page.driver.refresh()
    eventually(is_back)
    eventually(lambda: page.run("return document.querySelector('.overview').scrollTop") == 500)
    # What comes in above it meanwhile does not move it.
    for number in range(5):
        server.send("POST", "/lists/long/sections/@s/items", {"item": {"id": f"n{number}", "value": "new"}, "index": 0})
    page.driver.refresh()
    eventually(is_back)
    page.click(".bar a", "API")
    page.until("return document.querySelectorAll('.operation').length > 30")
    page.run("document.querySelector('main').scrollTop = 700")
    settled = "await new Promise((resolve) => setTimeout(resolve, 400)); return true"
    page.run(settled)
    page.driver.back()
    eventually(is_back)
    eventually(lambda: page.run("return document.querySelector('.overview').scrollTop") == 500)
    page.click(".bar a", "API")
    eventually(lambda: page.run("return document.querySelector('main').scrollTop") == 700)
    # A selected row is named in the address, and a reload does not put it in the middle.
    page.driver.back()
    eventually(is_back)
    settle(page)
    page.run("const { scroller } = sectional.list; const at = scroller.topItem(); [...document.querySelectorAll('.row')].find((row) => row.item.id === at.id).click()")
    eventually(lambda: page.run("return location.hash").endswith(f"@{top}"))
    page.driver.refresh()
    eventually(is_back)
    eventually(lambda: page.text(".item h3").startswith("Row"))
    assert is_back()


def test_the_versions_keep_three_hundred_entries(page, server):
    server.put("past", [["one"]])
    add(server, 360)
    page.open_list("past")
    page.click(".tab", "Versions")
    numbers = lambda: page.texts("#panel-versions li b")  # noqa: E731
    for shown in range(60, 301, 30):
        page.click("#panel-versions button", "Older")
        eventually(lambda: len(numbers()) == shown)
    page.click("#panel-versions button", "Older")
    eventually(lambda: numbers()[0] == "v331" and numbers()[-1] == "v32")
    assert len(numbers()) == 300
    page.click("#panel-versions button", "Newest")
    eventually(lambda: numbers()[:1] == ["v361"])
