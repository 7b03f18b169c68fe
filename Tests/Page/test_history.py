"""History that is used: what changed, restoring, undo and redo."""

import random

from selenium.webdriver.common.keys import Keys
from server import eventually

UNDO = (Keys.CONTROL, "z", Keys.NULL)
REDO = (Keys.CONTROL, Keys.SHIFT, "z", Keys.NULL)


def write(server, method, path, body=None):
    status, text = server.send(method, path, body)
    assert status < 300, text


def put_past(server):
    """Version 2 inserts, 3 deletes and 4 changes."""
    server.put_letters()
    write(server, "POST", "/lists/letters/sections/@two/items", {"item": {"id": "new", "value": "new"}})
    write(server, "DELETE", "/lists/letters/items/@b")
    write(server, "PUT", "/lists/letters/items/@a", '{"title": "A", "n": 1.0}')


def version_menu(page, version, command):
    page.click(f"[aria-label='Commands of version {version}']")
    page.click(".menu button", command)


def head(server):
    return server.get("/lists/letters")["version"]


def content(server, version=None):
    return server.export("letters", version or head(server))


def test_each_version_says_what_it_changed(page, server):
    put_past(server)
    page.open_list("letters")
    page.click(".tab", "Versions")
    eventually(lambda: page.texts("#panel-versions .words") == ["1 updated.", "1 deleted.", "1 inserted.", "made"])
    write(server, "POST", "/lists/letters/items/@c/move", {"to": [0, 0]})
    eventually(lambda: page.texts("#panel-versions .words")[0] == "1 moved.")


def test_two_versions_are_compared_and_a_row_is_gone_to(page, server):
    put_past(server)
    page.open_list("letters")
    page.click(".tab", "Versions")
    version_menu(page, 1, "Compare")
    eventually(lambda: page.text("dialog p[role=status]") == "1 inserted, 1 deleted, 1 updated.")
    eventually(lambda: sorted(page.texts("dialog .choice b")) == ["A", "b", "new"])
    page.run("const to = document.querySelector('dialog [name=to]'); to.value = 2; to.dispatchEvent(new Event('change'))")
    eventually(lambda: page.text("dialog p[role=status]") == "1 inserted.")
    page.run("const [from, to] = document.querySelectorAll('dialog input'); from.value = 3; to.value = 1; to.dispatchEvent(new Event('change'))")
    eventually(lambda: page.text("dialog p[role=status]") == "1 inserted, 1 deleted.")
    # What was deleted is shown where it was.
    page.click("dialog .choice", "+")
    eventually(lambda: page.state() == "pinned" and page.text(".item h3") == "b")
    assert page.run("return sectional.list.session.model.version") == 1


def test_the_history_of_an_item_has_its_values(page, server):
    put_past(server)
    write(server, "PUT", "/lists/letters/items/@a", '"last"')
    page.expect(404)
    page.open_list("letters")
    page.click(".row")
    page.click(".item button", "History")
    eventually(lambda: page.texts("dialog .history li > span") == ["last", "A", "a"])
    eventually(lambda: "first version" in page.text("dialog .rest"))
    assert "1.0" in page.texts("dialog pre")[1]
    page.click("dialog .history button", "v4")
    eventually(lambda: page.state() == "pinned" and page.text(".item h3") == "A")


def test_a_version_is_restored_after_what_that_changes_was_shown(page, server):
    put_past(server)
    page.expect(412)
    page.open_list("letters")
    page.click(".tab", "Versions")
    version_menu(page, 1, "Restore")
    eventually(lambda: "From version 4: 1 inserted, 1 deleted, 1 updated." in page.texts("dialog p[role=status]"))
    write(server, "DELETE", "/lists/letters/items/@c")
    page.click("dialog button", "Restore")
    eventually(lambda: "changed meanwhile" in page.text("dialog .form-error"))
    eventually(lambda: "From version 5: 2 inserted, 1 deleted, 1 updated." in page.texts("dialog p[role=status]"))
    page.click("dialog button", "Restore")
    eventually(lambda: page.rows() == list("abcdefg"))
    assert content(server) == content(server, 1) and head(server) == 6
    # It is undone like any write, and was restored from the past as well.
    page.keys(*UNDO)
    eventually(lambda: content(server) == content(server, 5))
    page.click(".choice", "v1")
    eventually(lambda: page.state() == "pinned")
    version_menu(page, 2, "Restore")
    page.click("dialog button", "Restore")
    eventually(lambda: page.state() == "live" and content(server) == content(server, 2))


RANDOM_WRITES = """
const { deleteItem, insertItem, moveItem, putValue } = await import(new URL('ui/writes.js', location.href));
const { request, service, url } = await import(new URL('ui/api.js', location.href));
const ask = (max, seed) => Math.floor((Math.abs(Math.sin(seed * 7919)) * 1e6) % max);
for (let step = 0; step < args[0]; step += 1) {
    const { json: { items } } = await request('GET', url(['lists', 'letters', 'items'], { limit: 100 }));
    const item = items[ask(items.length, step + args[1])];
    const kind = ask(4, step * 3 + args[1]);
    if (kind === 0) await insertItem(service, 'letters', 'two', { value: `"new ${step}"` }, { index: 0 });
    else if (kind === 1 && items.length > 3) await deleteItem(service, 'letters', item);
    else if (kind === 2) await moveItem(service, 'letters', item, { to: [2, 0] });
    else await putValue(service, 'letters', item, `"value ${step}"`);
}
"""


def test_fifty_random_writes_are_undone_and_redone(page, server):
    server.put_letters()
    page.open_list("letters")
    page.run(RANDOM_WRITES, 50, random.Random(6).randrange(1_000))
    written = content(server)
    assert written != content(server, 1)
    undo = "const button = document.querySelector('[aria-label=Undo]'); if (button.disabled) return true; button.click(); return false"
    page.until(undo, 60)
    eventually(lambda: content(server) == content(server, 1))
    page.until(undo.replace("=Undo", "=Redo"), 60)
    eventually(lambda: content(server) == written)
    page.keys(*UNDO)
    eventually(lambda: content(server) != written)
    eventually(lambda: page.text(".said") == "Undone")
    page.keys(*REDO)
    eventually(lambda: content(server) == written)


def test_what_others_have_written_is_not_taken_away(page, server):
    server.put_letters()
    page.expect(412)
    page.open_list("letters")
    page.keys(Keys.HOME, Keys.DELETE)
    eventually(lambda: page.rows()[0] == "b")
    eventually(lambda: page.text(".said") == "Saved")
    write(server, "PUT", "/lists/letters/items/@g", '"theirs"')
    page.keys(*UNDO)
    eventually(lambda: any("Somebody else has written since" in text for text in page.texts(".notice.error")))
    assert head(server) == 3
    # Nor by way of a later write of this tab.
    eventually(lambda: page.text(".said") == "")
    page.keys(Keys.HOME, Keys.DELETE)
    eventually(lambda: page.text(".said") == "Saved")
    assert head(server) == 4
    page.keys(*UNDO)
    eventually(lambda: page.rows()[0] == "b")
    page.run("document.querySelectorAll('.notice').forEach((notice) => notice.remove())")
    page.keys(*UNDO)
    page.click(".notice button", "Show what would change")
    eventually(lambda: "1 inserted, 2 updated." in page.text("dialog p[role=status]"))
    page.click("dialog button", "Cancel")
    assert content(server) == content(server, 3)


def test_a_write_that_changed_nothing_undoes_nothing_of_others(page, server):
    server.put_letters()
    page.open_list("letters")
    page.stop_following()
    write(server, "PUT", "/lists/letters/items/@g", '"theirs"')
    page.choose([0, 0], "Edit")
    page.click("dialog button", "Save")
    eventually(lambda: not page.texts("dialog"))
    page.keys(*UNDO)
    page.until("return document.getElementById('live-region').textContent === 'Nothing to undo.'")
    assert head(server) == 2


def test_text_is_not_lost_by_escape_or_cancel(page, server):
    server.put_letters()
    page.open_list("letters")
    page.choose([0, 0], "Edit")
    page.find("dialog textarea").send_keys(Keys.ESCAPE)
    eventually(lambda: not page.texts("dialog"))
    page.choose([0, 0], "Edit")
    page.type("dialog textarea", '"much text"')
    for _ in range(3):
        page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        eventually(lambda: "Discard what you typed" in page.text("dialog"))
    page.click("dialog button", "Keep editing")
    assert page.find("dialog textarea").get_attribute("value") == '"much text"'
    page.click("dialog button", "Cancel")
    page.click("dialog button", "Discard")
    eventually(lambda: not page.texts("dialog"))
    assert head(server) == 1
