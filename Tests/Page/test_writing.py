"""Writing by the page: each way to do it."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.interaction import POINTER_TOUCH
from selenium.webdriver.common.actions.pointer_input import PointerInput
from server import eventually


def test_what_is_wrong_with_a_value_is_said_and_nothing_is_lost(page, server):
    server.put_letters()
    server.send("PUT", "/cell-types/Word", {"schema": {"type": "object", "required": ["text"]}})
    server.send("POST", "/lists/letters/sections/@one/items", {"item": {"id": "w", "type": "Word", "value": {"text": "x"}}})
    page.expect(422)
    page.open_list("letters")
    page.choose([0, 4], "Edit")
    page.type("dialog textarea", '{"text": ')
    page.click("dialog button", "Save")
    eventually(lambda: "Invalid JSON" in page.text("dialog .form-error"))
    page.type("dialog textarea", '{"other": 1}')
    page.click("dialog button", "Save")
    eventually(lambda: "text" in page.text("dialog .form-error"))
    page.type("dialog textarea", '{"text": "right"}')
    page.click("dialog button", "Save")
    eventually(lambda: page.rows()[4] == "right")


def test_items_are_inserted_moved_and_deleted(page, server):
    server.put_letters()
    page.open_list("letters")
    page.choose([0, 1], "Insert above")
    page.type("dialog textarea", '"new"')
    page.click("dialog button", "Insert")
    eventually(lambda: page.rows() == ["a", "new", "b", "c", "d", "e", "f", "g"])
    page.choose([0, 0], "Move down")
    eventually(lambda: page.rows() == ["new", "a", "b", "c", "d", "e", "f", "g"])
    page.choose([1, 0], "Move up")
    eventually(lambda: server.get("/lists/letters/items/@e")["indexPath"] == [0, 5])
    page.choose([0, 0], "Move to")
    page.run("const [section, row] = document.querySelectorAll('dialog input'); section.value = 2; row.value = 0")
    page.click("dialog button", "Move")
    eventually(lambda: server.get("/lists/letters/items?offset=8")["items"] == [] and server.get("/lists/letters/sections/2")["itemCount"] == 1)
    eventually(lambda: page.rows()[0] == "a")
    page.choose([0, 0], "Delete")
    eventually(lambda: page.rows()[0] == "b")
    page.click(".notice button", "Undo")
    eventually(lambda: page.rows()[0] == "a")
    page.keys("\ue011", "\ue017")
    eventually(lambda: page.rows()[0] == "b")
    page.keys("\ue011", "\ue00a\ue015")
    eventually(lambda: page.rows()[:2] == ["c", "b"])


def drag(page, row, target):
    """Drags a row by its handle to the top of another, or below the last of a section."""
    page.rest()
    page.point_at(row)
    grip = page.find(".grip")
    # The row's middle to a few pixels below the other's top.
    y = page.run("const box = sectional.list.scroller.rowAt(args[0]).getBoundingClientRect(); return box.top", target) + 6
    middle = page.run("const box = document.querySelector('.grip').getBoundingClientRect(); return box.top + box.height / 2")
    actions = ActionChains(page.driver, duration=80).click_and_hold(grip)
    actions.move_by_offset(0, int((y - middle) / 2)).move_by_offset(0, int(y - middle) - int((y - middle) / 2)).pause(0.2).release().perform()


def test_a_row_is_dragged_to_where_it_is_dropped(page, server):
    server.put_letters()
    page.open_list("letters")
    page.until("return !document.querySelector('.row.waiting')")
    drag(page, [0, 0], [0, 3])
    eventually(lambda: page.rows()[:4] == ["b", "c", "a", "d"])
    drag(page, [1, 2], [0, 0])
    eventually(lambda: page.rows()[:5] == ["g", "b", "c", "a", "d"])
    drag(page, [0, 4], [1, 1])
    eventually(lambda: page.rows() == ["g", "b", "c", "a", "e", "d", "f"])
    assert server.get("/lists/letters")["version"] == 4


def test_a_row_is_dragged_further_than_a_screen(page, server):
    server.put("long", [[f"Row {number}" for number in range(300)]])
    page.open_list("long")
    page.rest()
    page.point_at([0, 2])
    grip = page.find(".grip")
    edge = page.run("""
        const [grid, grip] = ['.grid', '.grip'].map((name) => document.querySelector(name).getBoundingClientRect());
        return Math.round(grid.bottom - grip.top - 30);""")
    ActionChains(page.driver, duration=80).click_and_hold(grip).move_by_offset(0, edge).perform()
    # Its row is out of view by now, and what was pressed is no part of the page any more.
    page.until("return sectional.list.scroller.top > 3 * document.querySelector('.grid').clientHeight", 90)
    ActionChains(page.driver, duration=80).move_by_offset(0, -edge // 2).perform()
    place = page.until("""
        const line = document.querySelector('.drop-line');
        const before = line.style.transform;
        await new Promise((resolve) => setTimeout(resolve, 200));
        const { scroller } = sectional.list;
        return line.style.transform === before && scroller.gapAt(line.getBoundingClientRect().top).path[1]""")
    top = page.run("return sectional.list.scroller.top")
    ActionChains(page.driver).release().perform()
    eventually(lambda: server.get("/lists/long")["version"] == 2)
    assert server.get(f"/lists/long/items/0-{place - 1}")["value"] == "Row 2"
    # The list stands still, and the next row can be taken.
    assert abs(page.run("return sectional.list.scroller.top") - top) <= 120
    assert page.run("return document.querySelectorAll('.dragged, .drop-line').length") == 0
    page.point_at([0, place + 1])


def test_a_drag_ends_without_its_row(page, server):
    server.put_letters()
    page.open_list("letters")
    page.point_at([0, 1])
    ActionChains(page.driver, duration=80).click_and_hold(page.find(".grip")).move_by_offset(0, 150).perform()
    server.send("DELETE", "/lists/letters/items/@b")
    eventually(lambda: page.rows()[:2] == ["a", "c"])
    page.expect(404)
    ActionChains(page.driver).release().perform()
    eventually(lambda: page.texts(".notice.error"))
    assert page.run("return document.querySelectorAll('.dragged, .drop-line').length") == 0


def tap(page, x, y):
    finger = ActionBuilder(page.driver, mouse=PointerInput(POINTER_TOUCH, "finger"), duration=20)
    finger.pointer_action.move_to_location(int(x), int(y)).pointer_down().pointer_up()
    finger.perform()


def lose_the_next_answer(page, method):
    """Has the page not see what the server answers to the next write, which is done."""
    page.run("""
        const real = window.fetch;
        window.fetch = async (address, init) => {
            const answer = await real(address, init);
            if (init?.method !== args[0]) return answer;
            window.fetch = real;
            throw new TypeError('The answer is lost.');
        };""", method)


def test_an_item_is_inserted_once_although_the_answer_was_lost(page, server):
    server.put_letters()
    page.open_list("letters")
    page.choose([0, 1], "Insert above")
    page.type("dialog textarea", '"new"')
    lose_the_next_answer(page, "POST")
    page.click("dialog button", "Insert")
    eventually(lambda: "cannot be reached" in page.text("dialog .form-error"))
    eventually(lambda: page.rows()[1] == "new")
    page.click("dialog button", "Insert")
    eventually(lambda: not page.driver.find_elements("css selector", "dialog"))
    assert server.get("/lists/letters")["version"] == 2
    assert page.rows() == ["a", "new", "b", "c", "d", "e", "f", "g"]


def test_a_value_is_saved_again_without_a_conflict_with_itself(page, server):
    server.put_letters()
    page.open_list("letters")
    page.choose([0, 1], "Edit")
    page.type("dialog textarea", '"new"')
    lose_the_next_answer(page, "PUT")
    page.click("dialog button", "Save")
    eventually(lambda: "cannot be reached" in page.text("dialog .form-error"))
    page.click("dialog button", "Save")
    eventually(lambda: not page.driver.find_elements("css selector", "dialog"))
    assert server.get("/lists/letters")["version"] == 2


def test_a_move_needs_a_place(page, server):
    server.put_letters()
    page.open_list("letters")
    page.choose([0, 0], "Move to")
    page.run("const [section, row] = document.querySelectorAll('dialog input'); section.value = ''; row.value = 2")
    page.click("dialog button", "Move")
    eventually(lambda: "whole numbers" in page.text("dialog .form-error"))
    page.run("document.querySelector('dialog input').value = 0")
    page.click("dialog button", "Move")
    eventually(lambda: page.rows()[:3] == ["b", "c", "a"])


def test_what_cannot_be_put_back_is_offered_again(page, server):
    server.put_letters()
    page.expect(0)
    page.open_list("letters")
    page.choose([0, 2], "Delete")
    eventually(lambda: page.rows()[2] == "d")
    lose_the_next_answer(page, "POST")
    page.click(".notice button", "Undo")
    page.click(".notice button", "Try again")
    eventually(lambda: not page.texts(".notice.error"))
    eventually(lambda: server.get("/lists/letters")["version"] == 3)
    assert page.rows() == list("abcdefg")


@pytest.mark.parametrize("inset", [66, 24])
def test_a_tap_selects_wherever_it_is_in_a_row(page, server, inset):
    server.put_letters()
    page.resize(390, 844, is_phone=True)
    page.open_list("letters")
    box = page.run("const { right, top } = sectional.list.scroller.rowAt([0, 1]).getBoundingClientRect(); return [right, top]")
    tap(page, box[0] - inset, box[1] + 30)
    eventually(lambda: page.text(".item h3") == "b")
    assert page.run("return document.querySelector('.menu')") is None
    assert page.run("return sectional.list.scroller.selected") == "b"
    # What can be done with the row is there now, for a second tap.
    page.until("return !!sectional.list.scroller.rowAt([0, 1]).querySelector('.tools')")
    # The keyboard is in the sheet that came up, and in the list again when that has gone.
    page.until("return document.activeElement.id === 'tab-item'")
    page.find("#tab-item").send_keys("\ue00c")
    page.until("return document.activeElement.className === 'grid'")


def test_lists_and_sections_are_made(page, server):
    page.open()
    page.click(".first-run .buttons button", "New list")
    page.type("dialog input[name=id]", "mine")
    page.type("dialog input[name=title]", "My list")
    page.type("dialog textarea", "[]")
    page.click("dialog button", "Create")
    eventually(lambda: page.texts("h1") == ["My list"])
    page.click(".cover button", "Add something")
    page.type("dialog input[name=header]", "First")
    page.click("dialog button", "Create")
    eventually(lambda: page.texts(".header b") == ["First"])
    page.click(".phone-head button[aria-label=Add]")
    page.click(".menu button", "New item")
    page.type("dialog textarea", "42")
    page.click("dialog button", "Insert")
    eventually(lambda: page.rows() == ["42"])
    eventually(lambda: any("1 item" in text for text in page.texts(".lists span")))
