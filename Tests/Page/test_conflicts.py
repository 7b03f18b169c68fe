"""What is shown where somebody else has changed what the user sees."""

from server import eventually


def test_a_conflict_is_shown_side_by_side(page, server):
    server.put_letters()
    page.expect(412)
    page.open_list("letters")
    page.choose([0, 0], "Edit")
    page.type("dialog textarea", '"mine"')
    server.send("PUT", "/lists/letters/items/@a", '{"theirs": 1.0}')
    page.click("dialog button", "Save")
    eventually(lambda: len(page.texts("dialog .sides pre")) == 2)
    assert page.texts("dialog .sides pre")[0] == '"mine"' and "1.0" in page.texts("dialog .sides pre")[1]
    assert page.find("dialog textarea[name=result]").get_attribute("value") == '"mine"'
    # It changes once more before it is overwritten.
    server.send("PUT", "/lists/letters/items/@a", '"again"')
    page.click("dialog button", "Overwrite")
    eventually(lambda: page.texts("dialog .sides pre")[1:] == ['"again"'])
    # What is saved is a third side, which can be edited.
    page.type("dialog textarea[name=result]", '"both"')
    page.click("dialog button", "Overwrite")
    eventually(lambda: page.rows()[0] == "both")
    assert server.get("/lists/letters/items/@a")["value"] == "both"


def test_theirs_can_be_taken(page, server):
    server.put_letters()
    page.expect(412)
    page.open_list("letters")
    page.choose([0, 0], "Edit")
    page.type("dialog textarea", '"mine"')
    server.send("PUT", "/lists/letters/items/@a", '"theirs"')
    page.click("dialog button", "Save")
    page.click("dialog button", "Take theirs")
    eventually(lambda: not page.driver.find_elements("css selector", "dialog"))
    assert server.get("/lists/letters/items/@a")["value"] == "theirs"


def test_what_somebody_else_has_changed_is_deleted_once_both_were_shown(page, server):
    server.put_letters()
    server.send("PUT", "/lists/letters/items/@a", '{"seen": 1.0}')
    page.expect(404, 412)
    page.open_list("letters")
    page.click(".row")
    page.stop_following()

    def are_shown(*texts):
        shown = page.texts("dialog .sides pre")
        return len(shown) == len(texts) and all(text in value for text, value in zip(texts, shown))

    server.send("PUT", "/lists/letters/items/@a", '{"now": 2.0}')
    page.click(".item button", "Delete")
    eventually(lambda: are_shown("1.0", "2.0"))
    page.click("dialog button", "Cancel")
    eventually(lambda: not page.texts("dialog"))
    assert server.get("/lists/letters/items/@a")["value"] == {"now": 2}
    page.click(".item button", "Delete")
    eventually(lambda: are_shown("1.0", "2.0"))
    # It changes once more before it is deleted.
    server.send("PUT", "/lists/letters/items/@a", '{"title": "last", "n": 3.0}')
    page.click("dialog button", "Delete it anyway")
    eventually(lambda: are_shown("1.0", "3.0"))
    page.click("dialog button", "Delete it anyway")
    page.click(".notice button", "Undo")
    eventually(lambda: server.get("/lists/letters")["itemCount"] == 7 and server.get("/lists/letters/items/@a"))
    assert server.get("/lists/letters/items/@a")["value"] == {"title": "last", "n": 3}
    # What is gone already is an error that is said.
    server.send("DELETE", "/lists/letters/items/@a")
    page.click(".item button", "Delete")
    eventually(lambda: page.texts(".notice.error"))
