"""Cell types as a part of their own, and the form that a schema gives a value."""

import json

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
