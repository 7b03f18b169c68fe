"""What goes wrong on the way is said once, held for as long as the server wants, and over when it is over."""

import time

from selenium.webdriver.common.keys import Keys
from server import eventually

FAIL = """
window.mended = false;
window.refused = 0;
const real = window.fetch;
window.fetch = (address, init) => {
    if (window.mended || !new RegExp(args[0]).test(address)) return real(address, init);
    window.refused += 1;
    const body = JSON.stringify({ type: '/problems/unavailable', title: 'Unavailable', status: args[1], detail: 'Not now.' });
    return Promise.resolve(new Response(body, { status: args[1], headers: args[2] }));
};
"""


def put_long(server):
    server.put("long", {"sections": [{"id": "s", "items": [{"id": f"i{n}", "value": f"Row {n}"} for n in range(5_000)]}]})


def add(server, count):
    for number in range(count):
        server.send("POST", "/lists/past/sections/0/items", {"item": {"id": f"n{number}", "value": f"added {number}"}})


def slide(page, version):
    page.run("const slider = document.querySelector('#timeline'); slider.value = args[0]; slider.dispatchEvent(new Event('input'))", version)


def test_pages_that_fail_are_asked_for_again_when_the_server_says(page, server):
    put_long(server)
    page.open_list("long")
    page.run(FAIL, "/items\\?", 503, {"Retry-After": "3"})
    # Where a hundred frames take long, what was said has gone by then, and the server was asked again.
    rounds = page.run("""
        window.said = 0;
        const start = performance.now();
        new MutationObserver((changes) => { for (const { addedNodes } of changes) window.said += addedNodes.length; })
            .observe(document.querySelector('.notices'), { childList: true });
        const grid = document.querySelector('.grid');
        for (let step = 0; step < 100; step += 1) {
            grid.scrollTop += 900;
            await new Promise(requestAnimationFrame);
        }
        return 1 + Math.floor((performance.now() - start) / 3_000);""")
    # As many as are asked for at once, and no more, however often it is drawn.
    assert 1 <= page.run("return window.refused") <= 8 * rounds
    assert 1 <= page.run("return window.said") <= rounds
    page.run("window.mended = true")
    page.until("return document.querySelector('.row') && !document.querySelector('.row.waiting')")


def test_a_journey_that_fails_leaves_the_list_live(page, server):
    server.put("past", [["one"]])
    add(server, 3)
    page.open_list("past")
    eventually(lambda: page.state() == "live")
    page.run(FAIL, "/sections\\?", 503, {})
    slide(page, 2)
    eventually(lambda: "Not now" in page.text(".notice"))
    eventually(lambda: page.state() == "live")
    assert page.run("return document.querySelector('#timeline').value") == "4"
    assert page.run("return document.querySelector('.timeline .pill').hidden")
    server.send("POST", "/lists/past/sections/0/items", {"item": {"value": "later"}})
    eventually(lambda: page.rows()[-1:] == ["later"])
    # From a version of the past it stays there.
    page.run("window.mended = true")
    slide(page, 3)
    eventually(lambda: page.rows() == ["one", "added 0", "added 1"])
    page.run("window.mended = false")
    slide(page, 1)
    eventually(lambda: page.run("return document.querySelector('#timeline').value") == "3")
    assert page.state() == "pinned" and page.text(".timeline .pill") == "Live"
    page.click(".timeline button", "Live")
    eventually(lambda: page.rows()[-1:] == ["later"])


def test_only_the_last_of_many_journeys_goes_on(page, server):
    server.put("past", [["one"]])
    add(server, 30)
    page.open_list("past")
    page.run("""
        window.asked = [];
        window.ended = 0;
        const real = window.fetch;
        window.fetch = async (address, init) => {
            if (!/[/](sections|versions)[?]/.test(address)) return real(address, init);
            window.asked.push(address);
            await new Promise((resolve) => setTimeout(resolve, 500));
            if (init.signal?.aborted) window.ended += 1;
            return real(address, init);
        };
        const slider = document.querySelector('#timeline');
        for (let version = 30; version > 10; version -= 1) {
            slider.value = version;
            slider.dispatchEvent(new Event('input'));
            await new Promise((resolve) => setTimeout(resolve, version === 20 ? 200 : 10));
        }""")
    eventually(lambda: page.run("return sectional.list.session.model.version") == 11)
    eventually(lambda: page.text(".timeline output").startswith("v11 · "))
    asked = page.run("return window.asked")
    # Where the slider rested, and nowhere on its way.
    assert len([address for address in asked if "/sections?" in address]) == 2, asked
    assert len([address for address in asked if "/versions?" in address]) <= 3, asked
    assert page.run("return window.ended") >= 1


def test_leaving_on_the_way_says_nothing(page, server):
    server.put("past", [["one"]])
    server.put("other", [["two"]])
    add(server, 3)
    page.open_list("past")
    page.run("""
        const real = window.fetch;
        window.fetch = (address, init) => (/[/]sections[?]at=1/.test(address) || /at=2/.test(address)
            ? new Promise((resolve, reject) => init.signal.addEventListener('abort', () => reject(init.signal.reason)))
            : real(address, init));""")
    slide(page, 2)
    eventually(lambda: page.state() == "pinned")
    page.run("location.hash = '#/lists/other'")
    eventually(lambda: page.rows() == ["two"] and page.state() == "live")
    assert page.texts(".notice") == []


def test_an_item_follows_into_the_past_and_back(page, server):
    server.put("past", {"sections": [{"id": "s", "items": [{"id": "a", "value": "first"}]}]})
    server.send("PUT", "/lists/past/items/@a", '"second"')
    add(server, 1)
    page.open_list("past")
    can_edit = "return !document.querySelector('.item .solid').disabled"
    page.click(".row")
    eventually(lambda: page.text(".item h3") == "second" and page.run(can_edit))
    slide(page, 1)
    eventually(lambda: page.text(".item h3") == "first" and page.text(".item pre") == '"first"')
    assert not page.run(can_edit)
    page.click(".timeline button", "Live")
    eventually(lambda: page.text(".item h3") == "second" and page.text(".item pre") == '"second"' and page.run(can_edit))
    # What is deleted cannot be edited.
    server.send("DELETE", "/lists/past/items/@a")
    eventually(lambda: "No item selected" in page.text(".item"))
    page.rest()
    page.click(".row:not(.leaving)")
    eventually(lambda: page.text(".item h3") == "added 0")
    page.expect(404)
    server.send("DELETE", "/lists/past/sections/@s")
    eventually(lambda: "No item selected" in page.text(".item"))


def test_the_changes_are_those_of_the_list_that_is_shown(page, server):
    server.put("past", [["one"]])
    server.put("other", [["two"]])
    page.open_list("past")
    add(server, 1)
    eventually(lambda: "1 inserted" in "".join(page.texts("#panel-changes li")))
    page.run("location.hash = '#/lists/other'")
    eventually(lambda: page.rows() == ["two"])
    assert page.texts("#panel-changes li") == ["What changes while you look appears here."]


def test_a_panel_keeps_its_focus_while_its_item_changes(page, server):
    server.put("busy", {"sections": [{"id": "s", "items": [{"id": "a", "value": "first"}]}]})
    page.open_list("busy")
    page.click(".row")
    eventually(lambda: page.text(".item pre") == '"first"')
    page.click(".item button", "Edit")
    page.type("dialog textarea", '"second"')
    page.click("dialog button", "Save")
    eventually(lambda: page.text(".item pre") == '"second"')
    eventually(lambda: page.run("return document.activeElement.textContent") == "Edit")
    server.send("PUT", "/lists/busy/items/@a", '"third"')
    eventually(lambda: page.text(".item h3") == "third" and page.text(".item pre") == '"third"')
    assert page.run("return document.activeElement.textContent") == "Edit"


def test_older_versions_stay_while_newer_ones_come(page, server):
    server.put("past", [["one"]])
    add(server, 45)
    page.open_list("past")
    page.click(".tab", "Versions")
    page.click(".panel button", "Older")
    eventually(lambda: len(page.texts("#panel-versions li")) == 46)
    page.run("document.querySelector('#panel-versions li:nth-child(40) button').focus()")
    server.send("DELETE", "/lists/past/items/@n1")
    eventually(lambda: page.texts("#panel-versions li b")[0] == "v47")
    assert len(page.texts("#panel-versions li")) == 47
    assert page.run("return document.activeElement.textContent").startswith("v7")


def test_a_list_that_did_not_open_offers_nothing_to_do(page, server):
    server.put("past", [["one"]])
    page.expect(404)
    page.open_list("past")
    page.run("location.hash = '#/lists/nowhere'")
    page.find(".cover .placeholder")
    assert "There is no such list" in page.text(".cover")
    assert page.run("return document.querySelector('#timeline').disabled && document.querySelector('[aria-label=Add]').disabled")
    assert page.rows() == []
    page.keys(Keys.ARROW_DOWN, Keys.F2, Keys.DELETE)
    time.sleep(0.2)
    assert page.texts(".notice") == []


def test_following_that_was_refused_can_be_tried_again(page, server):
    server.put("past", [["one"]])
    page.open_list("past")
    eventually(lambda: page.state() == "live")
    page.run(FAIL, "/events\\?", 403, {})
    slide(page, 1)
    page.click(".timeline button", "Live")
    eventually(lambda: page.state() == "refused")
    assert "Not now" in page.text(".notice")
    page.run("window.mended = true")
    page.click(".timeline button", "Try again")
    eventually(lambda: page.state() == "live")
    assert page.run("return document.querySelector('.timeline .pill').hidden")


def test_taps_are_shown_once_and_refusals_too(page, server):
    server.put("taps", [["a", "b"]])
    tap = lambda: server.send("POST", "/lists/taps/items/0-1/select", {})  # noqa: E731
    numbers = lambda: [text.split()[0] for text in page.texts("#panel-taps li b")]  # noqa: E731
    tap()
    page.expect(0)
    page.open_list("taps")
    page.click(".tab", "Taps")
    eventually(lambda: numbers() == ["#1"])
    server.kill()
    eventually(lambda: page.state() == "waiting")
    server.start()
    tap()
    eventually(lambda: numbers() == ["#2", "#1"])
    page.run(FAIL, "/interactions\\?", 403, {})
    page.click(".tab", "Item")
    page.click(".tab", "Taps")
    eventually(lambda: "Not now" in page.text("#panel-taps"))
    page.run("window.mended = true")
    page.click("#panel-taps button", "Try again")
    eventually(lambda: numbers() == ["#2", "#1"])


def test_a_list_that_was_made_without_its_title_gets_it_later(page, server):
    page.open()
    page.click(".overview-head button")
    page.type("dialog [name=id]", "new")
    page.type("dialog [name=title]", "Something new")
    page.run("""
        const real = window.fetch;
        window.fetch = (address, init) => {
            if (init?.method !== 'PATCH') return real(address, init);
            window.fetch = real;
            return Promise.reject(new TypeError());
        };""")
    page.click("dialog button", "Create")
    eventually(lambda: "without its title" in page.text("dialog .form-error"))
    page.click("dialog button", "Create")
    eventually(lambda: server.get("/lists/new")["title"] == "Something new")
    eventually(lambda: not page.driver.find_elements("css selector", "dialog"))
