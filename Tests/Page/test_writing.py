"""Writing by the page: each way to do it, and what is shown where somebody else was faster."""

from selenium.webdriver.common.action_chains import ActionChains
from server import eventually


def put_letters(server):
    server.put("letters", {"sections": [
        {"id": "one", "header": "One", "items": [{"id": letter, "value": letter} for letter in "abcd"]},
        {"id": "two", "header": "Two", "items": [{"id": letter, "value": letter} for letter in "efg"]}, {"id": "none", "header": "None", "items": []}]})


def choose(page, row, command):
    """Chooses a command of a row's menu."""
    page.point_at(row)
    page.click(".tools button")
    page.click(".menu button", command)


def test_a_conflict_is_shown_side_by_side(page, server):
    put_letters(server)
    page.expect(412)
    page.open_list("letters")
    choose(page, [0, 0], "Edit")
    page.type("dialog textarea", '"mine"')
    server.send("PUT", "/lists/letters/items/@a", '{"theirs": 1.0}')
    page.click("dialog button", "Save")
    eventually(lambda: "1.0" in page.text("dialog .sides pre"))
    assert page.find("dialog .sides textarea").get_attribute("value") == '"mine"'
    # It changes once more before it is overwritten.
    server.send("PUT", "/lists/letters/items/@a", '"again"')
    page.click("dialog button", "Overwrite")
    eventually(lambda: page.text("dialog .sides pre") == '"again"')
    page.click("dialog button", "Overwrite")
    eventually(lambda: page.rows()[0] == "mine")
    assert server.get("/lists/letters/items/@a")["value"] == "mine"


def test_theirs_can_be_taken(page, server):
    put_letters(server)
    page.expect(412)
    page.open_list("letters")
    choose(page, [0, 0], "Edit")
    page.type("dialog textarea", '"mine"')
    server.send("PUT", "/lists/letters/items/@a", '"theirs"')
    page.click("dialog button", "Save")
    page.click("dialog button", "Take theirs")
    eventually(lambda: not page.driver.find_elements("css selector", "dialog"))
    assert server.get("/lists/letters/items/@a")["value"] == "theirs"


def test_what_is_wrong_with_a_value_is_said_and_nothing_is_lost(page, server):
    put_letters(server)
    server.send("PUT", "/cell-types/Word", {"schema": {"type": "object", "required": ["text"]}})
    server.send("POST", "/lists/letters/sections/@one/items", {"item": {"id": "w", "type": "Word", "value": {"text": "x"}}})
    page.expect(422)
    page.open_list("letters")
    choose(page, [0, 4], "Edit")
    page.type("dialog textarea", '{"text": ')
    page.click("dialog button", "Save")
    eventually(lambda: "no JSON" in page.text("dialog .form-error"))
    page.type("dialog textarea", '{"other": 1}')
    page.click("dialog button", "Save")
    eventually(lambda: "text" in page.text("dialog .form-error"))
    page.type("dialog textarea", '{"text": "right"}')
    page.click("dialog button", "Save")
    eventually(lambda: page.rows()[4] == "right")


def test_items_are_inserted_moved_and_deleted(page, server):
    put_letters(server)
    page.open_list("letters")
    choose(page, [0, 1], "Insert above")
    page.type("dialog textarea", '"new"')
    page.click("dialog button", "Insert")
    eventually(lambda: page.rows() == ["a", "new", "b", "c", "d", "e", "f", "g"])
    choose(page, [0, 0], "Move down")
    eventually(lambda: page.rows() == ["new", "a", "b", "c", "d", "e", "f", "g"])
    choose(page, [1, 0], "Move up")
    eventually(lambda: server.get("/lists/letters/items/@e")["indexPath"] == [0, 5])
    choose(page, [0, 0], "Move to")
    page.run("const [section, row] = document.querySelectorAll('dialog input'); section.value = 2; row.value = 0")
    page.click("dialog button", "Move")
    eventually(lambda: server.get("/lists/letters/items?offset=8")["items"] == [] and server.get("/lists/letters/sections/2")["itemCount"] == 1)
    choose(page, [0, 0], "Delete")
    eventually(lambda: page.rows()[0] == "b")
    page.click(".notice button", "Undo")
    eventually(lambda: page.rows()[0] == "a")
    page.keys("\ue011", "\ue017")
    eventually(lambda: page.rows()[0] == "b")
    page.keys("\ue011", "\ue00a\ue015")
    eventually(lambda: page.rows()[:2] == ["c", "b"])


def drag(page, row, target):
    """Drags a row by its handle to the top of another, or below the last of a section."""
    page.until("return document.getAnimations().every((animation) => animation.playState !== 'running')")
    page.point_at(row)
    grip = page.find(".grip")
    # The row's middle to a few pixels below the other's top.
    y = page.run("const box = sectional.list.scroller.rowAt(args[0]).getBoundingClientRect(); return box.top", target) + 6
    middle = page.run("const box = document.querySelector('.grip').getBoundingClientRect(); return box.top + box.height / 2")
    actions = ActionChains(page.driver, duration=80).click_and_hold(grip)
    actions.move_by_offset(0, int((y - middle) / 2)).move_by_offset(0, int(y - middle) - int((y - middle) / 2)).pause(0.2).release().perform()


def test_a_row_is_dragged_to_where_it_is_dropped(page, server):
    put_letters(server)
    page.open_list("letters")
    page.until("return !document.querySelector('.row.waiting')")
    drag(page, [0, 0], [0, 3])
    eventually(lambda: page.rows()[:4] == ["b", "c", "a", "d"])
    drag(page, [1, 2], [0, 0])
    eventually(lambda: page.rows()[:5] == ["g", "b", "c", "a", "d"])
    drag(page, [0, 4], [1, 1])
    eventually(lambda: page.rows() == ["g", "b", "c", "a", "e", "d", "f"])
    assert server.get("/lists/letters")["version"] == 4


def test_lists_and_sections_are_made(page, server):
    page.open()
    page.click(".overview button.solid")
    page.type("dialog input[name=id]", "mine")
    page.type("dialog input[name=title]", "My list")
    page.type("dialog textarea", "[]")
    page.click("dialog button", "Make it")
    eventually(lambda: page.texts("h1") == ["My list"])
    page.click(".cover button", "Add something")
    page.type("dialog input[name=header]", "First")
    page.click("dialog button", "Add it")
    eventually(lambda: page.texts(".header b") == ["First"])
    page.click(".phone-head button[aria-label=Add]")
    page.click(".menu button", "New item")
    page.type("dialog textarea", "42")
    page.click("dialog button", "Insert")
    eventually(lambda: page.rows() == ["42"])
    eventually(lambda: any("1 item" in text for text in page.texts(".lists span")))


def test_a_deletion_that_somebody_else_forestalled_is_said(page, server):
    put_letters(server)
    page.expect(404)
    page.open_list("letters")
    page.click(".row")
    page.run("Object.defineProperty(document, 'hidden', { value: true, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))")
    server.send("PUT", "/lists/letters/items/@a", '"changed"')
    page.click(".item button", "Delete")
    eventually(lambda: any("has just been changed" in text for text in page.texts(".notice")))
    server.send("DELETE", "/lists/letters/items/@a")
    page.click(".item button", "Delete")
    eventually(lambda: page.texts(".notice.error"))
