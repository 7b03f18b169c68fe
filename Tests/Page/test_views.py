"""Views: made with a preview that counts, shown with where they come from, and written through."""

import json
import subprocess
import unicodedata

import pytest
from selenium.webdriver.common.keys import Keys
from server import ROOT, eventually

MAIL = {"title": "Mail", "sections": [
    {"id": "inbox", "header": "Inbox", "items": [
        {"id": "m1", "value": {"from": "Åsa", "about": "Rates hold", "day": "2026-03-01T09:30", "unread": True, "stars": 3}},
        {"id": "m2", "value": {"from": "Émile", "about": "Tea or coffee?", "day": "2026-03-02T11:00", "unread": False, "stars": 1}},
        {"id": "m3", "value": {"from": "Eve", "about": "Parking", "day": "2026-03-02T08:15", "unread": True, "stars": 9}}]},
    {"id": "sent", "header": "Sent", "items": [{"id": "m4", "value": {"from": "me", "about": "Re: Tea", "day": "2026-03-02T12:00"}}]}]}


def menu(page, command):
    page.click("[aria-label='List commands']")
    page.click(".menu button", command)


def choose(page, name, label, index=0):
    page.until("""
        const select = document.querySelectorAll(`dialog [name=${args[0]}]`)[args[2]];
        const option = [...select?.options ?? []].find((each) => each.text === args[1]);
        if (!option) return false;
        select.value = option.value;
        for (const kind of ['input', 'change']) select.dispatchEvent(new Event(kind, { bubbles: true }));
        return true""", 20, name, label, index)


def put_view(server, list_id, view, **more):
    server.put(list_id, {**more, "view": view})


def test_a_view_is_made_by_filter_sections_order_and_limit_with_a_count(page, server):
    server.put("mail", MAIL)
    page.open_list("mail")
    menu(page, "New view")
    eventually(lambda: page.text(".becomes p") == "4 items of 4 in 2 sections.")
    assert page.texts(".preview b") == ["Inbox", "Sent"]
    page.click("dialog button", "Add a condition")
    page.type("dialog [name=field]", "/unread")
    page.type("dialog [name=operand]", "true")
    eventually(lambda: page.text(".becomes p") == "2 items of 4 in 1 section.")
    page.click("dialog button", "Add a condition")
    page.driver.switch_to.active_element.send_keys("/stars")
    choose(page, "test", "is at least", 1)
    page.run("document.querySelectorAll('dialog [name=operand]')[1].focus()")
    page.driver.switch_to.active_element.send_keys("2")
    choose(page, "match", "any of these holds")
    choose(page, "sections", "for each day")
    page.type("dialog [name=sectionBy]", "/day")
    choose(page, "groupOrder", "descending")
    page.click("dialog button", "Sort by")
    page.type("dialog [name=sortBy]", "/stars")
    choose(page, "order", "descending")
    page.type("dialog [name=limit]", "100")
    eventually(lambda: page.text(".becomes p") == "2 items of 4 in 2 sections." and page.texts(".preview b") == ["2026-03-02", "2026-03-01"])
    page.type("dialog [name=id]", "busy")
    page.type("dialog [name=title]", "Busy")
    page.click("dialog button", "Create")
    eventually(lambda: page.run("return location.hash") == "#/lists/busy" and page.rows() == ["Eve", "Åsa"])
    assert server.get("/lists/busy/view")["view"] == {
        "of": "mail", "where": {"any": [{"value": "/unread", "equals": True}, {"value": "/stars", "atLeast": 2}]},
        "sectionBy": {"value": "/day", "as": "day", "order": "descending"}, "sortBy": [{"value": "/stars", "order": "descending"}], "limit": 100}
    # Where it comes from, in its head and among the lists.
    assert page.text(".origin") == "View of mail"
    eventually(lambda: "View of mail · 2 sections · 2 items" in page.texts(".lists span"))
    page.click(".origin a")
    eventually(lambda: page.texts("h1") == ["Mail"] and page.run("return document.querySelector('.origin').hidden"))


def test_what_a_view_shows_is_changed_and_keeps_its_title_and_metadata(page, server):
    server.put("mail", MAIL)
    put_view(server, "some", {"of": "mail", "where": {"not": {"value": "/from", "equals": "Eve"}}}, title="Some", metadata={"shelf": 1.0})
    page.open_list("some")
    assert page.rows() == ["Åsa", "Émile", "me"]
    menu(page, "What it shows")
    eventually(lambda: page.text(".becomes p") == "3 items of 4 in 2 sections.")
    assert page.find("dialog [name=operand]").get_attribute("value") == "Eve"
    page.type("dialog [name=operand]", "me")
    choose(page, "sections", "for each first letter")
    page.type("dialog [name=sectionBy]", "/from")
    eventually(lambda: page.texts(".preview b") == ["A", "E"])
    page.click("dialog button", "Save")
    eventually(lambda: page.texts(".header b") == ["A", "E"])
    text = server.send("GET", "/lists/some")[1]
    assert json.loads(text)["title"] == "Some" and '"shelf":1.0' in text
    # A definition without room in the form is edited as JSON, with the same count.
    put_view(server, "some", {"of": "mail", "where": {"all": [{"any": [{"value": "/stars", "less": 2}, {"value": "/stars", "greater": 5}]}]}})
    menu(page, "What it shows")
    eventually(lambda: page.text(".becomes p") == "2 items of 4 in 1 section.")
    page.type("dialog [name=definition]", '{"of": "mail", "limit": ')
    eventually(lambda: page.text(".becomes p").startswith("Invalid JSON. Line 1, column 25"))
    page.type("dialog [name=definition]", '{"of": "mail", "sectionBy": "none", "limit": 1}')
    eventually(lambda: page.text(".becomes p") == "4 items of 4 in 1 section, of which the first 1 are shown.")
    page.click("dialog button", "Save")
    eventually(lambda: page.rows() == ["Åsa"])


def test_a_write_in_a_view_is_one_of_its_source_and_is_undone_there(page, server):
    server.put("mail", MAIL)
    put_view(server, "unread", {"of": "mail", "where": {"value": "/unread", "equals": True}})
    page.open_list("unread")
    page.click(".row")
    page.click(".item button", "Edit")
    page.find("dialog textarea")
    page.type("dialog textarea", '{"from": "Åsa", "unread": false}')
    page.click("dialog button", "Save")
    eventually(lambda: page.rows() == ["Eve"])
    assert server.get("/lists/mail/items/@m1")["value"] == {"from": "Åsa", "unread": False}
    eventually(lambda: "The item is not in this view any more" in page.text(".notice"))
    page.until("return !document.querySelector('.undo').hidden && !document.querySelector('.undo button').disabled")
    page.keys(Keys.CONTROL, "z")
    eventually(lambda: page.rows() == ["Åsa", "Eve"])
    assert server.get("/lists/mail/items/@m1")["value"] == MAIL["sections"][0]["items"][0]["value"]
    # A deletion takes the item from the source, and comes back with Undo.
    page.choose([0, 1], "Delete")
    eventually(lambda: page.rows() == ["Åsa"])
    assert server.send("GET", "/lists/mail/items/@m3")[0] == 404
    # The version of the source that a write in a view has made is asked for.
    page.until("return !document.querySelector('.undo button').disabled")
    page.keys(Keys.CONTROL, "z")
    eventually(lambda: page.rows() == ["Åsa", "Eve"])
    assert server.get("/lists/mail/items/@m3")["indexPath"] == [0, 2]


def test_what_a_view_cannot_do_is_not_offered(page, server):
    server.put("mail", MAIL)
    put_view(server, "unread", {"of": "mail", "where": {"value": "/unread", "equals": True}})
    page.open_list("unread")
    page.point_at([0, 0])
    page.click(".tools button")
    enabled = page.run("return [...document.querySelectorAll('.menu button:not(:disabled) span')].map((each) => each.textContent)")
    assert "Edit…" in enabled and "Delete" in enabled and not any(word.startswith(("Insert", "Move", "Duplicate")) for word in enabled)
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    page.run("document.querySelector('.header button').click()")
    assert page.run("return [...document.querySelectorAll('.menu button:not(:disabled) span')].map((each) => each.textContent)") == ["Export section…"]
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    # By keys it is said instead.
    page.keys(Keys.ALT, Keys.ARROW_DOWN)
    eventually(lambda: "insert and move them in “mail”" in page.text(".notice"))


@pytest.mark.parametrize("where", [
    {"value": "/n", "less": 10}, {"value": "/n", "atLeast": 10}, {"value": "/n", "equals": 1}, {"value": "/n", "equals": 12345678901234567891},
    {"value": "/n", "greater": 12345678901234567890}, {"value": "/n", "exists": False}, {"not": {"value": "/n", "less": 5}}, {"value": "/n", "equals": None},
    {"value": "/t", "less": "b"}, {"value": "/t", "in": ["a", "\U0001f600"]}, {"value": "/t", "greater": "\uff5e"}, {"value": "/list", "contains": {"b": 1, "a": [1.0]}},
    {"value": "/list/1", "equals": 2}, {"item": "id", "greater": "i3"}, {"item": "section", "equals": "s"}, {"all": []}, {"any": []},
    {"value": "", "exists": True}, {"value": "/a~1b", "equals": True}])
def test_the_count_is_what_the_server_makes(page, server, where):
    values = ('{"n": 1}', '{"n": 1.0}', '{"n": 10}', '{"n": 12345678901234567890}', '{"n": 12345678901234567891}', '{"n": 1e400}', '{"n": "10"}', '{"n": null}',
              '{"t": "a"}', '{"t": "\U0001f600"}', '{"t": "\uff5e"}', '{"list": [{"a": [1], "b": 1.0}, 2]}', '{"a/b": true}', '"bare"')
    items = ",".join(f'{{"id": "i{index}", "value": {value}}}' for index, value in enumerate(values))
    server.put("all", f'{{"sections": [{{"id": "s", "items": [{items}]}}]}}')
    put_view(server, "some", {"of": "all", "where": where})
    page.open_list("some")
    menu(page, "What it shows")
    expected = server.get("/lists/some")["itemCount"]
    eventually(lambda: page.text(".becomes p").startswith(f"{expected} item"), what=(expected, page.text(".becomes p")))


def folded_text():
    """What the server's tables say of each character: what it folds to, and the capital of that."""
    text = subprocess.run([ROOT / "Scripts/folded-text", "--list"], check=True, stdout=subprocess.PIPE, text=True).stdout
    table = {}
    for line in text.splitlines():
        code, kind, folded, capital = line.split(";")
        table[chr(int(code, 16))] = (int(kind), "".join(chr(int(part, 16)) for part in folded.split()), chr(int(capital, 16)))
    return table


def test_text_is_folded_as_the_server_does_it(page):
    page.open()
    table = folded_text()
    # A character that came later than the tables stands for itself there, and its capital too.
    known = {sign: entry for sign, entry in table.items() if entry[0] or entry[1] != sign or unicodedata.category(sign) != "Cn"}
    changed = {sign: folded for sign, (_, folded, _) in known.items() if folded != sign}
    same = "".join(sign for sign in known if sign not in changed)
    firsts = {sign: table[sign][2] if table[sign][0] == 1 else "#" for folded in changed.values() for sign in folded[:1]}
    later = [sign for sign, capital in firsts.items() if capital == sign and unicodedata.category(sign) == "Ll"]
    wrong = page.run("""
        const { fold, initial } = await import(new URL('ui/folding.js', location.href));
        const [changed, same, firsts] = args;
        return [Object.entries(changed).filter(([sign, folded]) => fold(sign) !== folded), [...same].filter((sign) => fold(sign) !== sign),
            Object.entries(firsts).filter(([sign, capital]) => initial(sign) !== capital)];""", changed, same, firsts)
    assert len(changed) > 10_000 and len(firsts) > 1_000
    assert wrong[:2] == [[], []]
    assert [sign for sign, _ in wrong[2] if sign not in later] == []
    assert fold_in(page, "Straße ØRSTED Łódź ﬁn") == "strasse orsted lodz fin"


def fold_in(page, text):
    return page.run("return (await import(new URL('ui/folding.js', location.href))).fold(args[0])", text)


def test_first_letters_are_counted_as_the_server_has_them(page, server):
    names = ["Ørsted", "oslo", "Łódź", "Lund", "ßa", "Seoul", "Ængelholm", "Åre", "þing", "Tokyo", "Ελλάδα", "Ἑλλάς", "서울", "東京", "Ⅷ", "1st", "", "éa", "İzmir", "ızgara"]
    server.put("names", {"sections": [{"items": [{"value": {"name": name}} for name in names]}]})
    for order in ("ascending", "descending"):
        put_view(server, "letters", {"of": "names", "sectionBy": {"value": "/name", "as": "initial", "order": order}})
        sections = server.get("/lists/letters/sections")["sections"]
        page.open_list("letters")
        menu(page, "What it shows")
        eventually(lambda: page.text(".becomes p") == f"{len(names)} items of {len(names)} in {len(sections)} sections.")
        shown = list(zip(page.texts(".preview b"), page.texts(".preview li:has(b) small")))
        assert shown == [(section["id"], f"{section['itemCount']} item{'s' if section['itemCount'] != 1 else ''}") for section in sections[:8]]
