"""Many rows at once: the table of a wide screen, check boxes, Shift, Ctrl and keys, and one batch for what is done with them."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.command import Command
from server import eventually
from test_looks import check


def marked(page):
    return page.run("return document.querySelector('.marked-bar').hidden ? 0 : Number(document.querySelector('.marked-bar output').value.replace(/\\D/g, ''))")


def cells(page):
    return page.run("""return [...document.querySelectorAll('.row')].sort((a, b) => a.y - b.y)
        .map((row) => [...row.querySelectorAll('.column')].map((cell) => cell.textContent))""")


def click_row(page, row, *keys):
    """Clicks a row of the first section with keys held; again where it has been drawn anew meanwhile."""
    page.until("""sectional.list.scroller.reveal([0, args[0]]);
        return sectional.list.scroller.rowAt([0, args[0]])?.item && document.getAnimations().every(({ playState }) => playState !== 'running')""", 20, row)

    def is_clicked():
        actions = ActionChains(page.driver, duration=20)
        for key in keys:
            actions.key_down(key)
        try:
            actions.click(page.run("return sectional.list.scroller.rowAt(args[0])", [0, row])).perform()
        finally:
            # Keys that are held go up, whatever came of it.
            page.driver.execute(Command.W3C_CLEAR_ACTIONS)
        return True

    eventually(is_clicked)


def put(server, count):
    server.put("many", {"sections": [
        {"id": "s", "header": "S", "items": [{"id": f"i{n}", "value": {"name": f"Row {n}", "n": n}} for n in range(count)]},
        {"id": "t", "header": "T", "items": [{"id": "last", "value": {"name": "Last"}}]}]})


def ids(server, section, limit=500):
    return [item["id"] for item in server.get(f"/lists/many/sections/{section}/items?limit={limit}")["items"]]


def test_a_wide_screen_has_a_table_with_columns_by_pointer(page, server):
    server.put("many", {"metadata": {"row": {"columns": ["/name", "/place/city", "/n"]}}, "sections": [{"header": "S", "items": [
        {"value": {"name": "A", "place": {"city": "Paris"}, "n": 1.50}}, {"value": {"name": "B"}}, {"value": 7}]}]})
    page.open_list("many")
    page.click(".table-switch")
    eventually(lambda: cells(page) == [["A", "Paris", "1.5"], ["B", "", ""], ["", "", ""]])
    assert page.texts(".names b") == ["name", "city", "n"]
    assert page.run("return document.querySelector('.column').getAttribute('aria-label')") == "name: A"
    assert page.run("return document.documentElement.scrollWidth <= innerWidth")
    # It is there again after a reload, and gives way on a screen that is not wide.
    page.open_list("many")
    eventually(lambda: len(cells(page)[0]) == 3)
    page.resize(900, 800)
    eventually(lambda: page.texts(".row b") == ["A", "B", "7"])
    page.resize(1280, 800)
    eventually(lambda: len(cells(page)[0]) == 3)
    page.click(".table-head button")
    page.type("dialog [name=columns]", f"/n{Keys.ENTER}/name")
    page.click("dialog button", "Save")
    eventually(lambda: cells(page)[0] == ["1.5", "A"])
    page.click(".table-switch")
    eventually(lambda: page.texts(".row b")[:1] == ["A"])


def test_rows_are_marked_by_check_boxes_shift_ctrl_and_keys(page, server):
    put(server, 12)
    page.open_list("many")
    page.click(".table-switch")
    page.find(".row .check input")
    page.run("sectional.list.scroller.rowAt([0, 1]).querySelector('input').click()")
    eventually(lambda: marked(page) == 1)
    click_row(page, 4, Keys.SHIFT)
    eventually(lambda: marked(page) == 4)
    click_row(page, 2, Keys.CONTROL)
    eventually(lambda: marked(page) == 3)
    assert page.run("return [...document.querySelectorAll('.row.marked')].every((row) => row.querySelector('input').checked && row.ariaSelected === 'true')")
    # A click without a key shows the row, and leaves what is marked.
    click_row(page, 7)
    eventually(lambda: page.text(".item h3") == "Row 7")
    assert marked(page) == 3
    page.click(".marked-bar button", "Clear")
    eventually(lambda: marked(page) == 0)
    page.keys(Keys.HOME)
    page.keys(Keys.SHIFT, Keys.ARROW_DOWN)
    page.keys(Keys.SHIFT, Keys.ARROW_DOWN)
    eventually(lambda: marked(page) >= 3)
    page.keys(Keys.ESCAPE)
    eventually(lambda: marked(page) == 0)
    page.keys(Keys.CONTROL, "a")
    eventually(lambda: marked(page) == 13)
    assert page.run("return document.querySelector('.table-head input').checked")


def test_a_thousand_rows_are_deleted_as_one_version_and_come_back_by_one_undo(page, server):
    put(server, 1_200)
    page.open_list("many")
    before = server.export("many", 1)
    click_row(page, 0, Keys.CONTROL)
    # Most of the rows between were never looked at.
    click_row(page, 999, Keys.SHIFT)
    eventually(lambda: marked(page) == 1_000)
    page.keys(Keys.DELETE)
    page.click("dialog button", "Delete")
    eventually(lambda: server.get("/lists/many")["itemCount"] == 201)
    assert server.get("/lists/many")["version"] == 2
    assert ids(server, "@s") == [f"i{n}" for n in range(1_000, 1_200)]
    eventually(lambda: marked(page) == 0)
    eventually(lambda: page.run("return sectional.list.session.model.itemCount") == 201)
    page.click(".notice button", "Undo")
    eventually(lambda: server.get("/lists/many")["version"] == 3)
    assert server.export("many", 3) == before


def test_rows_are_moved_and_changed_as_one_version_each(page, server):
    put(server, 6)
    page.open_list("many")
    for row in (1, 3, 4):
        click_row(page, row, Keys.CONTROL)
    eventually(lambda: marked(page) == 3)
    page.click(".marked-bar button", "Move")
    page.run("document.querySelector('dialog [name=section]').value = '1'")
    page.click("dialog button", "Move")
    eventually(lambda: ids(server, "@t") == ["last", "i1", "i3", "i4"])
    assert server.get("/lists/many")["version"] == 2
    eventually(lambda: page.run("return sectional.list.session.model.version") == 2 and marked(page) == 0)
    for row in (0, 1):
        click_row(page, row, Keys.CONTROL)
    page.click(".marked-bar button", "Move")
    page.click("dialog button", "Move")
    eventually(lambda: ids(server, "@s") == ["i5", "i0", "i2"])
    eventually(lambda: page.run("return sectional.list.session.model.version") == 3 and marked(page) == 0)
    for row in (0, 2):
        click_row(page, row, Keys.CONTROL)
    eventually(lambda: marked(page) == 2, what=f"{marked(page)} are marked")
    page.click(".marked-bar button", "Change")
    page.type("dialog .code", "[1]")
    page.click("dialog button", "Change")
    eventually(lambda: "JSON object" in page.text("dialog .form-error"))
    page.type("dialog .code", '{"done": true, "n": null, "price": 1.0}')
    page.click("dialog button", "Change")
    eventually(lambda: server.get("/lists/many")["version"] == 4)
    for name in ("i5", "i2"):
        text = server.send("GET", f"/lists/many/items/@{name}")[1]
        assert '"done":true' in text and '"price":1.0' in text and '"n"' not in text
    assert server.get("/lists/many/items/@i0")["value"]["n"] == 0


def test_what_somebody_has_changed_meanwhile_is_not_deleted_unseen(page, server):
    put(server, 4)
    page.open_list("many")
    page.expect(412, 422)
    page.stop_following()
    for row in (0, 1, 2):
        click_row(page, row, Keys.CONTROL)
    server.send("PUT", "/lists/many/items/@i1", {"name": "Other"})
    server.send("DELETE", "/lists/many/items/@i2")
    page.keys(Keys.DELETE)
    page.click("dialog button", "Delete")
    eventually(lambda: "meanwhile" in page.text("dialog .form-error"))
    assert server.get("/lists/many")["version"] == 3
    for _ in range(2):
        page.click("dialog button", "Delete")
        eventually(lambda: not page.texts("dialog") or page.text("dialog .form-error") != "")
    eventually(lambda: ids(server, "@s") == ["i3"])
    assert server.get("/lists/many")["version"] == 4


def test_a_marked_row_that_goes_is_no_longer_marked(page, server):
    put(server, 4)
    page.open_list("many")
    for row in (0, 1):
        click_row(page, row, Keys.CONTROL)
    eventually(lambda: marked(page) == 2)
    server.send("DELETE", "/lists/many/items/@i0")
    eventually(lambda: marked(page) == 1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_and_the_parts_beside_lists_have_names_and_contrast(page, server, scheme):
    put(server, 30)
    server.send("PUT", "/cell-types/Task", {"schema": {"type": "object", "properties": {"name": {"type": "string"}}}, "description": "A task"})
    server.put("typed", {"sections": [{"items": [{"type": "Task", "value": {"name": "x"}}]}]})
    page.resize(1280, 800, scheme)
    page.open_list("many")
    page.click(".table-switch")
    page.find(".row .check input")
    click_row(page, 1, Keys.CONTROL)
    eventually(lambda: marked(page) == 1)
    check(page)
    page.click(".marked-bar button", "Change")
    check(page)
    page.click("dialog button", "Cancel")
    page.click("[aria-label='List commands']")
    page.click(".menu button", "What a row shows")
    page.find("dialog [name=columns]")
    check(page)
    page.click("dialog button", "Cancel")
    page.open_list("typed")
    page.click(".row")
    page.click(".item button", "Edit")
    page.until("return document.querySelector('dialog .value-form')?.checkVisibility()")
    check(page)
    page.click("dialog button", "Cancel")
    page.open("#/types/Task")
    eventually(lambda: "1 item" in page.text(".facts dd"))
    check(page)
    page.click(".detail button", "Change")
    check(page)
