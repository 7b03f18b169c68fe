"""Lists and sections as things: what their menus do, and where a new item goes."""

import json

from selenium.webdriver.common.keys import Keys
from server import eventually


def section_menu(page, header, command):
    page.until("return [...document.querySelectorAll('.header')].some((each) => each.querySelector('b').textContent === args[0])", 20, header)
    page.run("[...document.querySelectorAll('.header')].find((each) => each.querySelector('b').textContent === args[0]).querySelector('button').click()", header)
    page.click(".menu button", command)


def list_menu(page, command):
    page.click("[aria-label='List commands']")
    page.click(".menu button", command)


def sections(server):
    return [section["header"] for section in server.get("/lists/letters/sections")["sections"]]


def is_closed(page):
    eventually(lambda: not page.texts("dialog"))


def test_a_section_is_renamed_and_what_was_not_touched_keeps_its_text(page, server):
    server.put("letters", '{"sections": [{"id": "one", "header": "One", "footer": {"n": 1.0}, "metadata": {"kept": 1.0, "old": {"a": 1, "b": 2}}, "items": []}]}')
    page.open_list("letters")
    section_menu(page, "One", "Header")
    eventually(lambda: page.find("dialog [name=header]").get_attribute("value") == "One")
    page.type("dialog [name=header]", "First")
    page.type("dialog [name=metadata]", '{"kept": 1.0, "old": {"b": 3}, "new": 2.50}')
    page.click("dialog button", "Save")
    eventually(lambda: page.texts(".header b") == ["First"])
    text = server.send("GET", "/lists/letters/sections/0")[1]
    assert '"footer":{"n":1.0}' in text and '"kept":1.0' in text and '"new":2.50' in text
    assert json.loads(text)["metadata"]["old"] == {"b": 3}
    section_menu(page, "First", "Header")
    page.type("dialog [name=metadata]", "[1]")
    page.click("dialog button", "Save")
    eventually(lambda: "JSON object" in page.text("dialog .form-error"))
    page.type("dialog [name=metadata]", "{}")
    page.find("dialog [name=header]").send_keys(Keys.CONTROL, "a", Keys.BACKSPACE)
    page.click("dialog button", "Save")
    eventually(lambda: server.get("/lists/letters/sections/0")["header"] is None)
    assert server.get("/lists/letters/sections/0")["metadata"] == {}


def test_sections_are_inserted_moved_copied_and_deleted(page, server):
    server.put_letters()
    page.open_list("letters")
    section_menu(page, "Two", "Insert section above")
    page.type("dialog [name=header]", "Between")
    page.click("dialog button", "Create")
    eventually(lambda: sections(server) == ["One", "Between", "Two", "None"])
    section_menu(page, "Between", "Move section down")
    eventually(lambda: sections(server) == ["One", "Two", "Between", "None"])
    section_menu(page, "Between", "Move section to")
    page.type("dialog [name=index]", "0")
    page.click("dialog button", "Move")
    eventually(lambda: sections(server) == ["Between", "One", "Two", "None"])
    eventually(lambda: page.texts(".header b")[:2] == ["Between", "One"])
    section_menu(page, "One", "Copy section")
    eventually(lambda: sections(server) == ["Between", "One", "One", "Two", "None"])
    assert [item["value"] for item in server.get("/lists/letters/sections/2/items")["items"]] == list("abcd")
    section_menu(page, "Two", "Delete section")
    eventually(lambda: "3 items will be deleted" in page.text("dialog .dim"))
    page.click("dialog button", "Delete")
    eventually(lambda: sections(server) == ["Between", "One", "One", "None"])


def test_a_section_without_a_header_is_reached_by_its_rows_and_by_the_list(page, server):
    server.put("letters", {"sections": [{"id": "bare", "items": [{"id": "a", "value": "a"}]}, {"id": "empty", "items": []}]})
    page.open_list("letters")
    page.choose([0, 0], "Section")
    page.click(".menu button", "Header")
    page.type("dialog [name=header]", "Dressed")
    page.click("dialog button", "Save")
    eventually(lambda: page.texts(".header b") == ["Dressed"])
    list_menu(page, "A section")
    page.run("document.querySelector('dialog select').value = 1")
    page.click("dialog button", "Choose")
    page.click(".menu button", "New item")
    page.type("dialog textarea", '"inside"')
    page.click("dialog button", "Insert")
    eventually(lambda: server.get("/lists/letters/items/1-0")["value"] == "inside" if server.get("/lists/letters")["itemCount"] == 2 else False)
    eventually(lambda: page.text(".item h3") == "inside")


def test_section_menus_work_by_keys_alone(page, server):
    server.put_letters()
    page.open_list("letters")
    page.keys(Keys.TAB)
    assert page.run("return document.activeElement.getAttribute('aria-label')") == "Section commands"
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    eventually(lambda: page.texts(".menu"))
    page.driver.switch_to.active_element.send_keys(Keys.END, Keys.ENTER)
    eventually(lambda: page.texts("dialog"))
    page.driver.switch_to.active_element.send_keys(Keys.TAB)
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    eventually(lambda: sections(server) == ["Two", "None"])


def test_a_list_is_renamed_typed_copied_and_deleted(page, server):
    server.put_letters()
    server.send("PUT", "/cell-types/Word", {"description": "A word"})
    page.expect(412)
    page.open_list("letters")
    list_menu(page, "Title")
    page.type("dialog [name=title]", "The letters")
    page.type("dialog [name=metadata]", '{"shelf": 3}')
    page.click("dialog button", "Save")
    eventually(lambda: page.texts("h1") == ["The letters"])
    assert server.get("/lists/letters")["metadata"] == {"shelf": 3}
    list_menu(page, "Default type")
    page.until("return document.querySelector('dialog datalist')?.options[0]?.value === 'Word'")
    page.type("dialog [name=defaultType]", "Word")
    page.type("dialog [name=identity]", "/id")
    page.click("dialog button", "Save")
    eventually(lambda: [server.get("/lists/letters")[key] for key in ("defaultType", "identity")] == ["Word", "/id"])
    is_closed(page)
    list_menu(page, "Copy list")
    page.type("dialog [name=id]", "letters")
    page.click("dialog button", "Create")
    eventually(lambda: "There is a list with this id" in page.text("dialog .form-error"))
    page.type("dialog [name=id]", "second")
    page.click("dialog button", "Create")
    eventually(lambda: page.run("return location.hash") == "#/lists/second" and page.rows() == list("abcdefg"))
    assert server.export("second", 1) == server.export("letters", server.get("/lists/letters")["version"])
    list_menu(page, "Delete list")
    page.type("dialog [name=id]", "letters")
    page.click("dialog button", "Delete")
    eventually(lambda: "not the id" in page.text("dialog .form-error"))
    page.type("dialog [name=id]", "second")
    page.click("dialog button", "Delete")
    eventually(lambda: page.run("return location.hash") == "#/")
    eventually(lambda: [each["id"] for each in server.get("/lists")["lists"]] == ["letters"])


def test_a_new_item_goes_where_it_was_said_and_is_shown(page, server):
    server.put("long", {"sections": [{"id": "s", "header": "S", "items": [{"id": f"i{n}", "value": f"Row {n}"} for n in range(500)]}, {"id": "t", "header": "T", "items": []}]})
    page.open_list("long")
    page.click(".row")
    eventually(lambda: page.text(".item h3") == "Row 0")

    def insert(position, value):
        page.click("[aria-label=Add]")
        page.click(".menu button", "New item")
        page.find("dialog select")
        page.run("const select = document.querySelector('dialog select'); select.value = [...select.options].find((each) => each.text.startsWith(args[0])).value", position)
        page.type("dialog textarea", json.dumps(value))
        page.click("dialog button", "Insert")
        eventually(lambda: page.text(".item h3") == value)
        page.until("return [...document.querySelectorAll('.row[aria-selected=true] b')].some((each) => each.textContent === args[0])", 20, value)

    insert("Below", "below")
    insert("Above", "above")
    assert [item["value"] for item in server.get("/lists/long/items?limit=3")["items"]] == ["Row 0", "above", "below"]
    insert("At the end of “T”", "last")
    assert server.get("/lists/long/items/1-0")["value"] == "last"
    page.until("return document.getElementById('live-region').textContent.includes('Inserted “last”')")


def test_an_item_is_duplicated_with_the_text_of_its_value(page, server):
    server.put("letters", '[[{"title": "One", "n": 1.0}, "two"]]')
    page.open_list("letters")
    page.choose([0, 0], "Duplicate")
    eventually(lambda: "1.0" in page.find("dialog textarea").get_attribute("value"))
    page.click("dialog button", "Insert")
    eventually(lambda: page.rows() == ["One", "One", "two"])
    assert server.send("GET", "/lists/letters/items/0-1")[1].count('"n":1.0') == 1


def test_the_panel_keeps_the_index_path_true(page, server):
    server.put_letters()
    page.open_list("letters")
    page.click(".row")
    path = lambda: page.run("return document.querySelectorAll('.item dd')[1].textContent")  # noqa: E731
    eventually(lambda: path() == "0-0")
    server.send("POST", "/lists/letters/sections/@one/items", {"items": [{"value": 1}, {"value": 2}], "index": 0})
    eventually(lambda: path() == "0-2")
    server.send("POST", "/lists/letters/sections/@two/move", {"index": 0})
    eventually(lambda: path() == "1-2")
    server.send("POST", "/lists/letters/items/@a/move", {"to": [0, 1]})
    eventually(lambda: path() == "0-1")
    server.send("PUT", "/lists/letters/items/@a", '"A"')
    eventually(lambda: page.text(".item h3") == "A" and path() == "0-1")
