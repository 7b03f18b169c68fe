"""Cell types as a part of their own, and the form that a schema gives a value."""

import json

from axe import findings
from server import eventually

SCHEMA = {"type": "object", "required": ["title"], "properties": {
    "title": {"type": "string"}, "count": {"type": "integer"}, "price": {"type": "number"}, "done": {"type": "boolean"},
    "level": {"enum": ["low", "high"]}, "more": {"type": "array"}}}


def test_cell_types_are_seen_made_changed_and_deleted(page, server):
    page.open("#/types")
    eventually(lambda: "No cell types yet" in page.text(".detail"))
    page.click(".detail button", "New cell type")
    page.type("dialog [name=type]", "TaskModel")
    page.type("dialog [name=description]", "A task")
    page.type("dialog [name=estimatedHeight]", "64")
    page.type("dialog [name=schema]", '{"type": "nothing"}')
    page.expect(409, 412, 422)
    page.click("dialog button", "Create")
    eventually(lambda: page.text("dialog .form-error") != "")
    page.type("dialog [name=schema]", '{"type": "object", "maxProperties": 1.0}')
    page.click("dialog button", "Create")
    eventually(lambda: page.text(".detail-head h1") == "TaskModel")
    eventually(lambda: page.text(".facts dd") == "none")
    assert '"maxProperties": 1.0' in page.text(".detail pre") and page.texts(".lists b") == ["TaskModel"]
    # The number of items that have it, and where they are.
    for name, count in (("a", 3), ("b", 1)):
        server.put(name, {"sections": [{"items": [{"type": "TaskModel", "value": {"n": n}} for n in range(count)]}]})
    page.click(".bar a", "Lists")
    page.click(".bar a", "Types")
    page.click(".lists a")
    eventually(lambda: page.text(".facts dd") == "4 items in 2 lists: a (3), b (1)")
    # A change that what is stored would violate is said, and can hold for new values.
    page.click(".detail button", "Change")
    page.type("dialog [name=schema]", '{"type": "array"}')
    page.click("dialog button", "Save")
    eventually(lambda: "4 stored items" in page.text("dialog .form-error"))
    page.click("dialog [name=validate]")
    page.click("dialog button", "Save")
    eventually(lambda: '"array"' in page.text(".detail pre"))
    stored = server.get("/cell-types/TaskModel")
    assert stored["estimatedHeight"] == 64 and stored["description"] == "A task" and stored["reuseIdentifier"] is None
    page.click(".detail button", "Delete")
    page.click("dialog button", "Delete")
    eventually(lambda: "No cell types yet" in page.text(".detail"))


def test_a_schema_gives_a_form_that_leaves_what_is_not_touched(page, server):
    server.send("PUT", "/cell-types/Task", {"schema": SCHEMA})
    server.send("PUT", "/lists/tasks", '{"sections":[{"items":[{"id":"a","type":"Task","value":'
                '{"title":"Call","price":1.0,"big":12345678901234567890,"level":"low"}}]}]}')
    page.open_list("tasks")
    page.click(".row")
    page.click(".item button", "Edit")
    page.until("return document.querySelector('dialog .value-form')?.checkVisibility()")
    assert page.find("dialog [name=member-title]").get_attribute("value") == "Call"
    assert page.find("dialog [name=member-price]").get_attribute("value") == "1.0"
    page.type("dialog [name=member-title]", "Call 2")
    page.type("dialog [name=member-count]", "x")
    eventually(lambda: "whole number" in page.text("dialog .value-form [role=alert]:not(:empty)"))
    page.click("dialog button", "Save")
    eventually(lambda: "count" in page.text("dialog .form-error"))
    page.type("dialog [name=member-count]", "7")
    page.run("const done = document.querySelector('dialog [name=member-done]'); done.value = 'true'; done.dispatchEvent(new Event('input'))")
    page.run("const level = document.querySelector('dialog [name=member-level]'); level.value = ''; level.dispatchEvent(new Event('input'))")
    text = page.run("return document.querySelector('dialog .value-editor > .field .code').value")
    assert json.loads(text) == {"title": "Call 2", "price": 1.0, "big": 12345678901234567890, "count": 7, "done": True}
    # What is typed as JSON is in the form, too.
    page.run("""const area = document.querySelector('dialog .value-editor > .field .code');
        area.value = area.value.replace('Call 2', 'Call 3'); area.dispatchEvent(new Event('input'))""")
    assert page.find("dialog [name=member-title]").get_attribute("value") == "Call 3"
    page.click("dialog button", "Save")
    eventually(lambda: page.rows() == ["Call 3"])
    stored = server.send("GET", "/lists/tasks/items/@a")[1]
    assert '"price":1.0' in stored and '"big":12345678901234567890' in stored and '"count":7' in stored and "level" not in stored


NESTED = {"type": "object", "properties": {
    "name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}, "tags": {"type": "array", "items": {"type": "string"}},
    "stops": {"type": "array", "items": {"type": "object", "properties": {"city": {"type": "string"}, "nights": {"type": "integer"}}}},
    "rest": {"type": ["object", "array"], "description": "Whatever else"}, "parent": {"$ref": "#/$defs/node"}},
    "$defs": {
        "address": {"title": "Home", "type": "object", "required": ["city"], "properties": {"city": {"type": "string"}, "zip": {"const": 7}}},
        "node": {"type": ["object", "null"], "properties": {"label": {"type": "string"}, "next": {"$ref": "#/$defs/node"}}}}}


def set_control(page, name, value):
    page.run("""const control = document.querySelector(`dialog [name="member-${args[0]}"]`);
        control.value = args[1]; control.dispatchEvent(new Event('input'))""", name, value)


def value_text(page):
    return page.run("return document.querySelector('dialog .value-editor > .field .code').value")


def test_objects_and_arrays_in_a_schema_have_forms_within_the_form(page, server):
    server.send("PUT", "/cell-types/Trip", {"schema": NESTED})
    server.send("PUT", "/lists/trips", '{"sections":[{"items":[{"id":"a","type":"Trip","value":'
                '{"name":"T","address":{"city":"Rome","big":1.0},"tags":["x","y"],"stops":[{"city":"Oslo","nights":2.0}],"more":[1.0]}}]}]}')
    page.open_list("trips")
    page.click(".row")
    page.click(".item button", "Edit")
    page.find("dialog .value-form .value-form")
    shown = lambda name: page.run('return document.querySelector(`dialog [name="member-${args[0]}"]`)?.value', name)  # noqa: E731
    assert [shown(name) for name in ("address/city", "tags/0", "tags/1", "stops/0/city", "stops/0/nights")] == ["Rome", "x", "y", "Oslo", "2.0"]
    assert page.texts("dialog .value-form legend")[:3] == ["Members", "Home", "tags"]
    set_control(page, "address/city", "Paris")
    set_control(page, "tags/1", "z")
    page.find("[aria-label='Add to tags']").click()
    assert page.run("return document.activeElement.name") == "member-tags/2"
    page.driver.switch_to.active_element.send_keys("new")
    page.find("[aria-label='Remove tags 1']").click()
    assert page.run("return document.activeElement.name") == "member-tags/0"
    page.find("[aria-label='Add to stops']").click()
    set_control(page, "stops/1/city", "Bergen")
    # What takes more than one kind is JSON, and says so; so is a part that is too deep.
    assert page.run("return document.querySelector('dialog [name=\"member-rest\"]').closest('label').querySelector('small').textContent") == "Whatever else · JSON"
    set_control(page, "rest", '{"n": 1.50}')
    set_control(page, "parent/next/label", "deep")
    assert shown("parent/next/next/next") == ""
    assert findings(page) == []
    # What is not touched keeps its text.
    assert value_text(page).replace(" ", "").replace("\n", "") == (
        '{"name":"T","address":{"city":"Paris","big":1.0},"tags":["z","new"],"stops":[{"city":"Oslo","nights":2.0},{"city":"Bergen"}],'
        '"more":[1.0],"rest":{"n":1.50},"parent":{"next":{"label":"deep"}}}')
    # A flaw deep inside keeps the dialog; what is no object any more is said.
    set_control(page, "stops/1/nights", "many")
    page.click("dialog button", "Save")
    eventually(lambda: page.text("dialog .form-error") == "stops/1/nights: Enter a whole number.")
    set_control(page, "stops/1/nights", "3")
    page.run("""const area = document.querySelector('dialog .value-editor > .field .code');
        area.value = area.value.replace(/"parent": \\{[^]*\\}/, '"parent": 7\\n}'); area.dispatchEvent(new Event('input'))""")
    assert page.run("return [...document.querySelectorAll('dialog .value-form .dim')].filter((each) => each.checkVisibility()).length") == 1
    page.run("""const area = document.querySelector('dialog .value-editor > .field .code');
        area.value = area.value.replace('"parent": 7', '"parent": null'); area.dispatchEvent(new Event('input'))""")
    set_control(page, "parent/label", "again")
    page.click("dialog button", "Save")
    eventually(lambda: server.get("/lists/trips/items/@a")["value"].get("parent") == {"label": "again"})
    assert server.get("/lists/trips/items/@a")["value"]["stops"][1] == {"city": "Bergen", "nights": 3}


def test_a_new_item_has_the_form_of_its_type(page, server):
    server.send("PUT", "/cell-types/Task", {"schema": SCHEMA})
    server.put("tasks", {"sections": [{"header": "S", "items": []}]})
    page.open_list("tasks")
    page.click("[aria-label=Add]")
    page.click(".menu button", "New item")
    page.type("dialog [name=type]", "Task\t")
    page.until("return document.querySelector('dialog .value-form')?.checkVisibility()")
    page.type("dialog [name=member-title]", "From the form")
    page.click("dialog button", "Insert")
    eventually(lambda: page.rows() == ["From the form"])
    assert server.get("/lists/tasks/items/0-0")["type"] == "Task"


def test_items_without_a_type_have_the_form_of_the_default_type(page, server):
    server.send("PUT", "/cell-types/Task", {"schema": SCHEMA})
    server.put("tasks", {"defaultType": "Task", "sections": [{"header": "S", "items": [{"id": "a", "value": {"title": "A"}}]}]})
    page.open_list("tasks")
    page.click(".row")
    page.click(".item button", "Edit")
    page.type("dialog [name=member-title]", "B")
    page.click("dialog button", "Save")
    eventually(lambda: page.rows() == ["B"])
    page.click("[aria-label=Add]")
    page.click(".menu button", "New item")
    page.type("dialog [name=member-title]", "C")
    page.click("dialog button", "Insert")
    eventually(lambda: page.rows() == ["B", "C"])
    assert server.get("/lists/tasks/items/0-1")["type"] is None
