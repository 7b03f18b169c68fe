"""For everybody: axe-core in every state, forced colours, headings, landmarks, a focus that never gets lost, and the list of keys."""

import pytest
from axe import findings
from selenium.webdriver.common.keys import Keys
from server import eventually

DOCUMENT = {
    "title": "Today", "defaultType": "TaskItem", "sections": [
        {"id": "now", "header": "Now", "footer": "Soon", "items": [
            {"id": "a", "value": {"title": "Call", "note": "before noon", "done": False}}, {"id": "b", "value": {"title": "Done", "done": True, "price": 7}},
            {"id": "c", "type": "ContactItem", "value": {"name": "Ada", "role": "Analyst", "calls": 12}}]},
        {"id": "later", "header": "Later", "items": [{"id": f"n{n}", "value": n} for n in range(40)]}]}

# Width, height, and what the reader's system asks for: five sizes and schemes.
LOOKS = {
    "320 light": dict(width=320, height=640, is_phone=True), "390 dark": dict(width=390, height=844, scheme="dark", is_phone=True),
    "1000 forced": dict(width=1000, height=700, forced="active"), "1280 dark still": dict(width=1280, height=800, scheme="dark", motion="reduce"),
    "1700 light": dict(width=1700, height=1000)}

HEADINGS = """
return [...document.querySelectorAll('h1, h2, h3, h4, h5, h6, [role=heading]')].filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => Number(each.ariaLevel ?? each.tagName[1]))"""

# Each is a script that brings the page into a state, and one that is true when it is there.
STATES = {
    "a list": ("location.hash = '#/lists/today'", "document.querySelector('.row b')?.textContent === 'Call'"),
    "a selected row": ("sectional.list.scroller.rowAt([0, 0]).click()", "document.querySelector('.item pre')?.textContent"),
    "the versions": ("document.getElementById('tab-versions').click()", "document.querySelector('#panel-versions .choice')"),
    "the taps": ("document.getElementById('tab-taps').click()", "document.querySelector('#panel-taps .log')"),
    "the changes": ("document.getElementById('tab-changes').click()", "document.querySelector('#panel-changes .log')"),
    "a menu": ("document.querySelector('[aria-label=\"List commands\"]').click()", "document.querySelector('.menu')"),
    "a form": ("document.querySelectorAll('.menu button')[0].click()", "document.querySelector('dialog [name=title]')"),
    "a list from a file": ("CLOSE; const data = new DataTransfer(); data.items.add(new File(['a,b\\n1,2\\n'], 'x.csv'));"
                           "document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))", "document.querySelector('.preview li')"),
    "a view": ("CLOSE; document.querySelector('[aria-label=\"List commands\"]').click(); [...document.querySelectorAll('.menu button')].find((each) => each.textContent === 'New view…').click()",
               "document.querySelector('.view-form') && ([...document.querySelectorAll('dialog button')].find((each) => each.textContent === 'Add a condition').click(), true)"),
    "an export": ("CLOSE; document.querySelector('.header button').click(); [...document.querySelectorAll('.menu button')].find((each) => each.textContent === 'Export section…').click()",
                  "document.querySelector('dialog [name=format]')"),
    "the keys": ("CLOSE; document.getElementById('keys').click()", "document.querySelector('dialog .keys')"),
    "what is offered to find": ("CLOSE; document.querySelector('.find input').focus(); document.querySelector('.find input').click()", "document.querySelector('.targets li')"),
    "a notice": ("const data = new DataTransfer(); data.items.add(new File(['a,a'], 'x.csv')); data.items.add(new File(['a'], 'y.csv'));"
                 "document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))",
                 "document.querySelector('.notice')"),
    "the past": ("location.hash = '#/lists/today?at=1'", "document.querySelector('.phone.pinned .row b')"),
    "a list that is not there": ("location.hash = '#/lists/nothing'", "document.querySelector('.cover .placeholder')"),
    "all lists": ("location.hash = '#/'", "document.querySelector('.lists a') && document.body.dataset.part === 'lists'"),
    "webhooks": ("location.hash = '#/webhooks'", "document.querySelector('.columns .lists a')"),
    "a webhook": ("document.querySelector('.columns .lists a').click()", "document.querySelector('.detail h1') && document.querySelector('.deliveries')"),
    "the API": ("location.hash = '#/api'", "document.querySelector('.operation')"),
    "an operation": ("document.querySelector('.operation').open = true", "document.querySelector('.operation .try')"),
    "an unknown address": ("location.hash = '#/nowhere'", "document.body.dataset.part === 'unknown'")}
CLOSE = "for (const dialog of document.querySelectorAll('dialog')) dialog.close()"


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_in_any_state_and_there_is_one_first_heading(page, server, look):
    page.expect(404)
    page.resize(**LOOKS[look])
    # The colours that a system forces are its own; Chromium's are those of a good theme.
    skipped = ["color-contrast"] if "forced" in LOOKS[look] and not page.engine.is_chromium else []
    page.open()
    page.find(".first-run")
    found = {"an empty server": findings(page, *skipped)}
    headings = {"an empty server": page.run(HEADINGS)}
    server.put("today", DOCUMENT)
    server.send("DELETE", "/lists/today/items/@n39")
    server.send("POST", "/webhooks", {"url": "https://93.184.215.14/", "description": "Push"})
    page.open("#/lists/today")
    for state, (act, condition) in STATES.items():
        page.until("return !!window.sectional")
        page.run(act.replace("CLOSE", CLOSE))
        page.until(f"return !!({condition})")
        page.until("return document.getAnimations().every((animation) => animation.playState !== 'running' || animation.effect.getTiming().iterations === Infinity)")
        found[state] = findings(page, *skipped)
        if not page.texts("dialog"):
            headings[state] = page.run(HEADINGS)
    assert {state: broken for state, broken in found.items() if broken} == {}
    for state, levels in headings.items():
        assert levels.count(1) == 1, (state, levels)
        assert all(level <= before + 1 for before, level in zip([2, *levels], levels)), (state, levels)


def test_forced_colours_show_focus_selection_the_current_tab_and_main_buttons(page, server):
    server.put("today", DOCUMENT)
    page.resize(1280, 800, forced="active")
    page.open_list("today")
    page.click(".row")
    style = "return getComputedStyle(document.querySelector(args[0]))[args[1]]"
    plain = page.run(style, ".row[aria-selected=false]", "backgroundColor")
    assert page.run(style, ".row[aria-selected=true]", "backgroundColor") != plain
    assert page.run(style, ".row[aria-selected=true] b", "color") != page.run(style, ".row[aria-selected=false] b", "color")
    page.keys(Keys.ARROW_DOWN)
    for part in (".bar nav [aria-current]", ".lists [aria-current]", ".tab[aria-selected=true]"):
        assert page.run(style, part, "outlineStyle") == "solid", part
    assert page.run("return getComputedStyle(document.querySelector('.row.focused'), '::before').outlineStyle") == "solid"
    assert page.run(style, ".item button.solid", "backgroundColor") != plain
    assert page.run(style, ".item button.solid", "borderTopStyle") == "solid"
    page.run("document.getElementById('keys').focus()")
    page.find("#keys").send_keys(Keys.TAB)
    assert page.run("return [document.activeElement.id, getComputedStyle(document.activeElement).outlineStyle]") == ["key", "solid"]


def test_the_home_link_has_a_name_at_every_width(page):
    page.open()
    for width in (320, 1280):
        page.resize(width, 700)
        assert "Sectional" in page.find(".brand").accessible_name


def test_a_change_is_seen_without_motion(page, server):
    server.put("today", DOCUMENT)
    page.resize(1280, 800, motion="reduce")
    page.open_list("today")
    page.run("window.marked = new Set(); new MutationObserver(() => { for (const row of document.querySelectorAll('.row.changed')) marked.add(row.item.id) })"
             ".observe(document.querySelector('.canvas'), { subtree: true, attributes: true, attributeFilter: ['class'] })")
    server.send("PUT", "/lists/today/items/@a", '{"title": "Called"}')
    server.send("POST", "/lists/today/items/@c/move", {"to": [0, 0]})
    server.send("POST", "/lists/today/sections/@now/items", {"item": {"id": "new", "value": "new"}, "index": 0})
    eventually(lambda: sorted(page.run("return [...marked]")) == ["a", "c", "new"])
    ground = page.run("return getComputedStyle(document.querySelector('.row:not(.changed)')).backgroundColor")
    page.run("sectional.list.scroller.rowAt([0, 0]).classList.add('changed')")
    assert page.run("return getComputedStyle(sectional.list.scroller.rowAt([0, 0])).backgroundColor") != ground
    # It goes by itself.
    page.run("sectional.list.scroller.rowAt([0, 0]).classList.remove('changed')")
    eventually(lambda: page.texts(".row.changed") == [])


def focus(page):
    return page.run("return document.activeElement.matches('body') ? 'body' : document.activeElement.className || document.activeElement.textContent")


def test_the_focus_never_falls_to_the_body(page, server):
    server.put("today", DOCUMENT)
    page.open_list("today")
    # The item of the panel goes, and its buttons with it.
    page.click(".row")
    page.find(".item button.dangerous").send_keys(Keys.ENTER)
    page.until("return !document.querySelector('.item button')")
    eventually(lambda: focus(page) not in ("body", ""))
    # The notice goes, with its button that has the focus.
    page.find(".notice .link").send_keys(Keys.ENTER)
    page.until("return !document.querySelector('.notice')")
    eventually(lambda: focus(page) == "grid")
    # A menu whose button goes meanwhile.
    page.run("document.querySelector('.header button').focus()")
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.find(".menu")
    server.send("DELETE", "/lists/today/sections/@now")
    page.until("return document.querySelectorAll('.header').length === 1")
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    eventually(lambda: focus(page) == "grid")
    # A list that is deleted by its dialog.
    page.find("[aria-label='List commands']").send_keys(Keys.ENTER)
    page.driver.switch_to.active_element.send_keys(Keys.END, Keys.ENTER)
    page.type("dialog [name=id]", "today")
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    eventually(lambda: page.run("return location.hash") == "#/" and page.texts("dialog") == [])
    eventually(lambda: focus(page) != "body")
    # A button that is disabled while it acts.
    page.run("document.querySelector('.first-run .buttons button').focus()")
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.until("return document.body.dataset.part === 'list' && !!document.querySelector('.row b')?.textContent")
    eventually(lambda: focus(page) != "body")


def test_a_click_beside_everything_leaves_the_focus_where_it_is(page, server):
    server.put("today", DOCUMENT)
    page.open_list("today")
    page.find(".find input").click()
    page.run("document.activeElement.blur()")
    server.send("DELETE", "/lists/today/items/@b")
    eventually(lambda: page.rows()[:2] == ["Call", "Ada"])
    assert focus(page) == "body"


def test_the_keys_are_listed_by_a_key_and_a_button_and_each_does_what_it_says(page, server):
    server.put("today", DOCUMENT)
    page.open_list("today")
    page.keys("?")
    eventually(lambda: "Edit it" in page.text("dialog"))
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    eventually(lambda: page.texts("dialog") == [])
    assert focus(page) == "grid"
    page.find("#keys").send_keys(Keys.ENTER)
    eventually(lambda: page.text("dialog h2") == "Keys")
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    eventually(lambda: page.texts("dialog") == [])
    # In a field it is a character.
    page.find(".find input").send_keys("?")
    assert page.find(".find input").get_attribute("value") == "?" and page.texts("dialog") == []
    page.keys(Keys.ARROW_DOWN, Keys.ENTER)
    eventually(lambda: page.text(".item h3") == "Call")
    page.keys(Keys.F2)
    page.find("dialog textarea")
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    eventually(lambda: page.texts("dialog") == [])
    page.keys(Keys.DELETE)
    eventually(lambda: page.rows()[0] == "Done")
    page.keys(Keys.CONTROL, "z")
    eventually(lambda: page.rows()[0] == "Call")
    page.keys(Keys.HOME, Keys.SHIFT, Keys.F10)
    page.find(".menu")


def test_menus_are_inside_a_landmark(page, server):
    server.put("today", DOCUMENT)
    page.open_list("today")
    page.click("[aria-label='List commands']")
    assert page.run("return document.querySelector('.menu').closest('main, nav, header, aside') !== null")
    # Another part is shown with the menu gone, and then the list again.
    page.run("location.hash = '#/webhooks'")
    page.until("return document.body.dataset.part === 'webhooks'")
    page.run("location.hash = '#/lists/today'")
    eventually(lambda: page.rows()[:1] == ["Call"])


def test_axe_finds_what_is_broken(page):
    page.open()
    page.find(".first-run")
    assert findings(page) == []
    page.run("document.querySelector('.first-run').append(Object.assign(document.createElement('input'), { value: 'nameless' }))")
    assert any("label" in found for found in findings(page))
    page.run("document.querySelector('.first-run strong').style.color = '#aaa'")
    assert any("color-contrast" in found for found in findings(page))
