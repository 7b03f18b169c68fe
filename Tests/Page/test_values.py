"""Values are hostile: nothing of one is markup, and nothing of one is lost when another part of it is edited."""

import json

import pytest
from server import eventually

MARKUP = "<img src=x onerror=\"window.hacked=1\"><script>window.hacked=1</script>"
DIGITS = '{"title":"Precise","price":1.0,"id":12345678901234567890,"huge":1e400,"tiny":-0.0,"10":1,"2":2,"__proto__":{"hacked":true},"constructor":null}'


def test_nothing_of_a_value_is_markup(page, server):
    names = ["@x", "a b", "%41", "é\u200b", "..", "<b>", '"', "-gz", "x-gz", "x.0123abcd", "a/b", "_proto_", "__proto__", "?a=1#b"]
    document = {
        "title": MARKUP, "defaultType": MARKUP[:100], "sections": [
            {"id": "<s>", "header": MARKUP, "footer": {"x": MARKUP}, "items": [{"id": name, "value": {"title": MARKUP, "x": MARKUP}} for name in names]},
            {"id": "__proto__", "header": "\u202ertl", "items": [
                {"id": "deep", "value": json.loads("[" * 400 + "]" * 400)}, {"id": "long", "value": "x" * 250_000}, {"id": "rtl", "value": "\u202eabc مرحبا"},
                {"id": "null", "value": None}, {"id": "proto", "value": {"__proto__": {"title": "p"}, "toString": 1}}]}]}
    server.put("hostile", document)
    page.open_list("hostile")
    page.until("return !document.querySelector('.row.waiting')")
    assert MARKUP in page.rows()
    for index in range(len(names) + 5):
        page.run("const { scroller } = sectional.list; const path = scroller.model.path(args[0]); scroller.reveal(path); scroller.rowAt(path).click()", index)
        page.until("return sectional.list.session.model.item(sectional.list.session.model.path(args[0])).id === document.querySelector('.item dd').textContent", 20, index)
        page.until("return document.querySelector('.item pre').textContent !== ''")
    page.run("document.querySelector('.row').click()")
    assert page.run("return window.hacked") is None
    assert page.run("return document.querySelectorAll('main img, main script, main [onerror]').length") == 0
    assert page.run("return ({}).hacked") is None


def test_pages_that_are_cut_short_are_read_to_their_end(page, server):
    """A page of the server ends where it passes 8 MiB, however many items were asked for."""
    items = [{"id": f"i{number}", "value": {"title": f"Row {number}", "text": "x" * 250_000}} for number in range(60)]
    for start in range(0, 60, 30):
        if start == 0:
            server.put("heavy", {"sections": [{"id": "s", "items": items[:30]}]})
        else:
            server.send("POST", "/lists/heavy/sections/@s/items", {"items": items[30:]})
    page.open_list("heavy")
    page.keys("\ue010")
    page.until("return [...document.querySelectorAll('.row b')].some((title) => title.textContent === 'Row 59')", 40)
    eventually(lambda: not page.run("return document.querySelector('.row.waiting')"), 40)


class TestSmallPages:
    @pytest.fixture
    def settings(self):
        return "limits: {page: 20, defaultPage: 10}\n"

    def test_a_server_with_small_pages_is_read_in_small_pages(self, page, server):
        server.put("small", {"sections": [{"header": f"S{n}", "items": [{"value": f"{n}.{m}"} for m in range(3)]} for n in range(70)]})
        page.expect(400)
        page.open_list("small")
        assert page.run("return sectional.list.session.model.sections.length") == 70
        page.keys("\ue010")
        page.until("return [...document.querySelectorAll('.row b')].some((title) => title.textContent === '69.2')")
        page.until("return !document.querySelector('.row.waiting')")


@pytest.mark.parametrize("name", ["plain", "x-gz", "x.0123abcd", "%41é/?", "@@"])
def test_an_item_with_any_id_is_edited_and_deleted(page, server, name):
    server.put("ids", {"sections": [{"id": "s/1", "items": [{"id": name, "value": "old"}, {"id": "other", "value": "other"}]}]})
    page.open_list("ids")
    page.click(".row")
    page.click(".item button", "Edit")
    page.type("dialog textarea", '"new"')
    page.click("dialog button", "Save")
    eventually(lambda: page.rows()[0] == "new")
    page.click(".item button", "Delete")
    eventually(lambda: page.rows() == ["other"])
    page.click(".notice button", "Undo")
    eventually(lambda: page.rows() == ["new", "other"])
    assert server.get("/lists/ids/items/0-0")["id"] == name


def test_numbers_keep_their_digits_and_keys_their_order(page, server):
    server.send("PUT", "/lists/exact", f'{{"sections":[{{"id":"s","items":[{{"id":"a","value":{DIGITS}}},{{"id":"b","value":1.0}}]}}]}}')
    page.open_list("exact")
    page.click(".row")
    page.until("return document.querySelector('.item pre').textContent.includes('12345678901234567890')")
    page.click(".item button", "Edit")
    text = page.find("dialog textarea").get_attribute("value")
    assert "1.0," in text and "12345678901234567890" in text and "1e400" in text and "-0.0" in text
    page.run("const area = document.querySelector('dialog textarea'); area.value = area.value.replace('Precise', 'Changed')")
    page.click("dialog button", "Save")
    eventually(lambda: page.rows()[0] == "Changed")
    _, stored = server.send("GET", "/lists/exact/items/@a")
    assert DIGITS.replace("Precise", "Changed") in stored
    # Deleted, and put back.
    page.click(".item button", "Delete")
    eventually(lambda: len(page.rows()) == 1)
    page.click(".notice button", "Undo")
    eventually(lambda: len(page.rows()) == 2)
    _, stored = server.send("GET", "/lists/exact/items/@a")
    assert DIGITS.replace("Precise", "Changed") in stored and '"indexPath":[0,0]' in stored


def test_figures_are_shown_as_they_were_sent(page, server):
    server.send("PUT", "/lists/figures", "[[1.0, 12345678901234567890, 1e400]]")
    page.open_list("figures")
    assert page.rows() == ["1.0", "12345678901234567890", "1e400"]
