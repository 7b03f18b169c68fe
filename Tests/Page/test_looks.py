"""What everybody needs to be able to use it: names, contrast, sizes from a phone to a wide screen, no motion where none is wanted."""

import pytest
from server import eventually

NAMES = """
const unnamed = [];
for (const control of document.querySelectorAll('button, a, input, textarea, select, summary, [role=grid], [role=tab], dialog, nav, aside, [role=menu]')) {
    if (!control.checkVisibility()) continue;
    const label = control.getAttribute('aria-labelledby');
    const name = control.getAttribute('aria-label') || (label && document.getElementById(label)?.textContent) || control.labels?.[0]?.textContent
        || (control.matches('input, textarea, select, nav, aside, [role=grid], dialog') ? '' : control.textContent) || control.title;
    if (!name.trim()) unnamed.push(control.outerHTML.slice(0, 120));
}
const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
return { unnamed, twice: ids.filter((id, index) => ids.indexOf(id) !== index) };
"""

CONTRAST = """
const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const rgba = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
const over = (top, below) => top.map((part, index) => (index === 3 ? 255 : part * top[3] / 255 + below[index] * (1 - top[3] / 255)));
const light = ([r, g, b]) => [r, g, b].map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
const ground = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.backgroundImage.includes('gradient') && !at.matches('.tools')) return null;
        layers.unshift(rgba(style.backgroundColor));
    }
    return layers.reduce((below, layer) => over(layer, below), [255, 255, 255, 255]);
};
const weak = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.closest('noscript, :disabled, option')) continue;
    const below = ground(element);
    if (!below) continue;
    const [first, second] = [light(over(rgba(getComputedStyle(element).color), below)), light(below)];
    const ratio = (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
    if (ratio < 4.5) weak.push(`${ratio.toFixed(2)} ${node.textContent.trim().slice(0, 40)} in ${element.tagName}.${element.className}`);
}
return weak;
"""

DOCUMENT = {
    "title": "Today", "defaultType": "TaskItem", "sections": [
        {"header": "Now", "footer": "Soon", "items": [
            {"value": {"title": "Call", "note": "before noon", "done": False}}, {"value": {"title": "Done", "done": True, "price": 7}},
            {"type": "ContactItem", "value": {"name": "Ada", "role": "Analyst", "calls": 12}}]},
        {"header": "Later", "items": [{"value": n} for n in range(40)]}]}


def check(page):
    names = page.run(NAMES)
    assert names == {"unnamed": [], "twice": []}
    assert page.run(CONTRAST) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_control_has_a_name_and_every_text_a_contrast(page, server, scheme):
    server.put("today", DOCUMENT)
    server.send("POST", "/webhooks", {"url": "https://93.184.215.14/", "description": "Push"})
    page.resize(1280, 800, scheme)
    page.open_list("today")
    page.click(".row")
    page.until("return document.querySelector('.item pre')?.textContent")
    check(page)
    for tab in ("Taps", "Changes", "Versions"):
        page.click(".tab", tab)
        eventually(lambda: page.texts(".panel.shown li"))
        check(page)
    page.point_at([0, 1])
    page.click(".tools button")
    check(page)
    page.click(".menu button", "Edit")
    page.find("dialog textarea")
    check(page)
    page.click("dialog button", "Cancel")
    page.point_at([0, 1])
    page.click(".tools button")
    page.click(".menu button", "Delete")
    page.find(".notice")
    check(page)
    page.run("document.querySelector('#timeline').value = 1; document.querySelector('#timeline').dispatchEvent(new Event('input'))")
    eventually(lambda: page.state() == "pinned")
    check(page)
    page.click(".bar a", "Webhooks")
    page.click(".lists a")
    page.find(".deliveries")
    check(page)
    page.click(".bar a", "API")
    page.find(".operation")
    page.run("for (const operation of [...document.querySelectorAll('.operation')].slice(0, 4)) operation.open = true")
    page.until("return document.querySelectorAll('.line pre').length === 4")
    check(page)


@pytest.mark.parametrize("width, height", [(320, 640), (390, 844), (860, 900), (1000, 700), (1280, 800), (1700, 1000), (2560, 1440)])
def test_it_fits_from_a_phone_to_a_wide_screen(page, server, width, height):
    server.put("today", DOCUMENT)
    page.resize(width, height, is_phone=width < 500)
    page.open_list("today")
    eventually(lambda: page.state() == "live")
    page.run("sectional.list.scroller.rowAt([0, 1]).click()")
    page.until("return document.querySelector('.item pre')?.textContent")
    page.until("return document.querySelector('.item').checkVisibility({ visibilityProperty: true }) && document.getAnimations().every((animation) => animation.playState !== 'running')")
    assert page.run("return document.documentElement.scrollWidth") <= width
    outside = page.run("""
        return [...document.querySelectorAll('.bar *, .phone-head *, .item *, .timeline *')].filter((element) => element.checkVisibility()).filter((element) => {
            const { left, right } = element.getBoundingClientRect();
            return left < -1 || right > innerWidth + 1;
        }).map((element) => element.outerHTML.slice(0, 80))""")
    assert outside == []
    counts = page.run("const counts = document.querySelector('.counts'); return counts.scrollWidth <= counts.clientWidth")
    assert counts
    if width < 860:
        page.click(".inspector .close")
        page.until("return !document.querySelector('.item').checkVisibility({ visibilityProperty: true })")
        page.click(".phone .back")
        page.find(".lists a")


def test_what_changes_is_animated_unless_no_motion_is_wanted(page, server):
    server.put("today", DOCUMENT)
    moving = "window.moved = 0; const animate = Element.prototype.animate; Element.prototype.animate = function (...rest) { window.moved += 1; return animate.apply(this, rest); };"
    for motion in ("no-preference", "reduce"):
        page.resize(1280, 800, motion=motion)
        page.open_list("today")
        page.run(moving)
        server.send("POST", "/lists/today/items/0-0/move", {"to": [0, 2]})
        version = server.get("/lists/today")["version"]
        page.until("return sectional.list.session.model.version === args[0]", 20, version)
        assert (page.run("return window.moved") > 0) == (motion == "no-preference")


def test_what_changes_is_read_out_now_and_then(page, server):
    server.put("today", [["a"]])
    page.open_list("today")
    page.run("window.said = []; new MutationObserver(() => said.push([performance.now(), document.getElementById('live-region').textContent])).observe("
             "document.getElementById('live-region'), { childList: true, characterData: true, subtree: true })")
    for number in range(40):
        server.send("POST", "/lists/today/sections/0/items", {"item": {"value": number}})
    page.until("return said.length >= 2", 20)
    times = [time for time, _ in page.run("return said")]
    assert all(later - earlier >= 4_900 for earlier, later in zip(times, times[1:]))
    assert "Version 41" in page.run("return said.at(-1)[1]")
