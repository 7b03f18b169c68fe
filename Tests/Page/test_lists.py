"""Lists of any length: a million items in a bounded number of elements, both ends, and what stays in place."""

from server import eventually

SCROLL = """
const grid = document.querySelector('.grid');
const times = [];
await new Promise((resolve) => {
    let left = args[1];
    const step = (now) => {
        times.push(now);
        grid.scrollTop += args[0];
        left -= 1;
        if (left > 0) requestAnimationFrame(step); else resolve();
    };
    requestAnimationFrame(step);
});
const gaps = times.slice(1).map((time, index) => time - times[index]).sort((a, b) => a - b);
return { middle: gaps[gaps.length >> 1], late: gaps[Math.floor(gaps.length * 0.99)] };
"""


def test_a_million_items_take_a_bounded_number_of_elements(million_page, capsys):
    page = million_page.open_list("million")
    assert page.run("return sectional.list.session.model.itemCount") == 1_000_000
    most = 0
    for pixels in (30, 120, 600):
        frames = page.run(SCROLL, pixels, 120)
        most = max(most, page.run("return document.querySelectorAll('*').length"))
        with capsys.disabled():
            print(f"\n{pixels} px a frame: {frames['middle']:.1f} ms a frame, {frames['late']:.1f} ms at the 99th percentile")
    assert most <= 250
    spent = page.run("const { frames, milliseconds } = sectional.list.scroller.statistics; return milliseconds / frames")
    with capsys.disabled():
        print(f"drawing {spent:.2f} ms a frame, at most {most} elements")
    page.until("return document.querySelectorAll('.row:not(.waiting)').length > 8 && !document.querySelector('.row.waiting')")
    assert page.run("return sectional.list.session.model.knownCount") <= 30_000


def test_both_ends_are_reached_after_any_jumps(million_page):
    page = million_page.open_list("million")
    page.run("""
        const grid = document.querySelector('.grid');
        let seed = 3;
        for (let jump = 0; jump < 50; jump += 1) {
            seed = (seed * 48271) % 2147483647;
            grid.scrollTop = (seed % 1000) / 1000 * grid.scrollHeight;
            await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
            for (let step = 0; step < 3; step += 1) {
                grid.scrollTop += (seed % 7 - 3) * 40;
                await new Promise(requestAnimationFrame);
            }
        }""")
    for position, title in (("0", "Reading 0"), ("grid.scrollHeight", "Reading 999999"), ("0", "Reading 0")):
        page.run(f"const grid = document.querySelector('.grid'); grid.scrollTop = {position};")
        page.until("return [...document.querySelectorAll('.row b')].some((title) => title.textContent === args[0])", 20, title)
    # Step by step as well, which is another way than a jump.
    page.run("const grid = document.querySelector('.grid'); for (let step = 0; step < 40; step += 1) { grid.scrollTop += 300; await new Promise(requestAnimationFrame); }")
    page.run("const grid = document.querySelector('.grid'); for (let step = 0; step < 60; step += 1) { grid.scrollTop -= 300; await new Promise(requestAnimationFrame); }")
    eventually(lambda: page.rows()[0] == "Reading 0")
    assert page.run("return sectional.list.scroller.top") == 0


def test_a_jump_shows_the_part_that_the_thumb_is_at(million_page):
    page = million_page.open_list("million")
    page.run("const grid = document.querySelector('.grid'); grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2;")
    page.until("return sectional.list.scroller.top > 1e6 && document.querySelector('.row') && !document.querySelector('.row.waiting')")
    page.until("return document.querySelectorAll('.row').length > 10 && sectional.list.scroller.topItem() !== null")
    first = int(page.rows()[0].split()[1])
    assert 499_000 < first < 501_000
    header = page.texts(".header b")
    assert f"Section {first // 500}" in header


def test_a_row_stays_where_it_is_while_others_come_in_above_it(page, server):
    server.put("long", {"sections": [{"id": "s", "header": "S", "items": [{"id": f"i{n}", "value": f"Row {n}"} for n in range(2_000)]}]})
    page.open_list("long")
    page.run("document.querySelector('.grid').scrollTop = 30_000")
    page.until("return sectional.list.scroller.topItem()?.id === 'i499' && !document.querySelector('.row.waiting')")
    before = page.run("return sectional.list.scroller.topItem()")
    for number in range(100):
        status, text = server.send("POST", "/lists/long/sections/@s/items", {"item": {"id": f"n{number}", "value": "new"}, "index": number % 7})
        assert status == 201, text
    page.until("return sectional.list.session.model.version === 101")
    after = page.run("return sectional.list.scroller.topItem()")
    assert after["id"] == before["id"] and abs(after["below"] - before["below"]) < 1


def test_at_its_top_a_list_shows_what_is_new(page, server):
    server.put("short", [["a", "b", "c"]])
    page.open_list("short")
    server.send("POST", "/lists/short/sections/0/items", {"item": {"value": "first"}, "index": 0})
    eventually(lambda: page.rows()[:1] == ["first"])


def test_a_hundred_thousand_sections_open(page, server):
    server.put("many", {"sections": [{"id": f"s{n}", "header": f"S{n}", "items": [{"value": n}] if n % 10 == 0 else []} for n in range(100_000)]})
    page.open_list("many")
    assert page.run("return sectional.list.session.model.sections.length") == 100_000
    page.run("document.querySelector('.grid').scrollTop = 1e9")
    page.until("return [...document.querySelectorAll('.header b')].some((header) => header.textContent === 'S99999')")
    server.send("POST", "/lists/many/sections/@s0/items", {"item": {"value": "more"}})
    page.until("return sectional.list.session.model.itemCount === 10_001")


SCROLLER = """
const [{ ListModel }, { Scroller }] = await Promise.all(['model', 'scroller'].map((name) => import(new URL(`ui/${name}.js`, location.href))));
const root = document.createElement('div');
root.className = 'grid';
root.style.cssText = `position: fixed; inset: 0 auto auto 0; width: 300px; height: ${args[0]}px; z-index: 99`;
document.body.append(root);
const section = (id, itemCount) => ({ id, header: null, footer: null, itemCount });
const model = new ListModel(1, [section('above', 900_000), section('below', 2_000)]);
const scroller = new Scroller(root, { needs() {}, select() {}, hover() {} });
scroller.setModel(model);
const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
"""


def test_a_row_stays_where_it_is_when_most_of_a_list_goes(page):
    page.open()
    assert page.run(SCROLLER + """
        scroller.keep([1, 700], 10);
        await frame();
        const none = { deleted: [], inserted: [], moved: [], updated: [] };
        const stage = { sections: { ...none, deleted: [{ id: 'above', index: 0 }] }, items: none };
        scroller.change([stage], () => model.apply(stage));
        await frame();
        return scroller.top""", 600) == 700 * 60 - 10


def test_in_a_high_window_a_slow_thumb_goes_through_the_whole_list(page):
    page.open()
    page.resize(1280, 1500)
    top = page.run(SCROLLER + """
        const room = root.scrollHeight - root.clientHeight;
        for (let pixel = 1; pixel <= 60; pixel += 1) {
            root.scrollTop = (pixel / root.clientHeight) * room;
            await frame();
        }
        return scroller.top / scroller.end""", 1_440)
    assert abs(top - 60 / 1_440) < 0.001


def test_headers_stick_and_footers_follow(page, server):
    server.put("feet", {"sections": [{"header": f"Head {n}", "footer": f"Foot {n}", "items": [{"value": f"{n}.{m}"} for m in range(30)]} for n in range(3)]})
    page.open_list("feet")
    page.run("document.querySelector('.grid').scrollTop = 900")
    page.until("""
        const top = document.querySelector('.grid').getBoundingClientRect().top;
        return [...document.querySelectorAll('.header')].some((header) => header.textContent.startsWith('Head 0') && Math.abs(header.getBoundingClientRect().top - top) < 1)""")
    page.run("document.querySelector('.grid').scrollTop = 1e6")
    page.until("return [...document.querySelectorAll('.footer')].some((footer) => footer.textContent === 'Foot 2')")


def test_a_screen_reader_gets_the_rows_in_their_order(page, server):
    sections = [{"id": f"s{n}", "header": f"Head {n}", "footer": f"Foot {n}", "items": [{"value": f"{n}.{m}"} for m in range(5)]} for n in range(40)]
    server.put("feet", {"sections": sections})
    page.open_list("feet")
    assert page.find(".grid").get_attribute("aria-rowcount") == str(40 * 7)
    for top in (3_000, 2_700, 9_000, 0, 1e6):
        page.run("""
            document.querySelector('.grid').scrollTop = args[0];
            await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));""", top)
        # Headers, items and footers without a gap.
        page.until("""
            const lines = [...document.querySelectorAll('.canvas > [role=row]')].map((row) => Number(row.getAttribute('aria-rowindex')));
            return lines.length > 10 && lines.every((line, index) => index === 0 || line === lines[index - 1] + 1 || index === 1 && line > lines[0])""")
    page.until("return document.querySelector('.canvas').lastChild.getAttribute('aria-rowindex') === args[0]", 20, str(40 * 7))
    server.send("POST", "/lists/feet/items/@" + server.get("/lists/feet/items?offset=195&limit=1")["items"][0]["id"] + "/move", {"to": [39, 4]})
    page.until("return document.querySelector('.canvas').lastChild.previousSibling.textContent.startsWith('39.0')")


def test_keys_move_the_focus_and_select(page, server):
    server.put("keys", [[f"Row {n}" for n in range(300)]])
    page.open_list("keys")
    keys = {"down": "\ue015", "end": "\ue010", "home": "\ue011", "page": "\ue00f", "enter": "\ue007"}
    focus = "return sectional.list.scroller.focus"
    page.keys(keys["down"], keys["down"])
    assert page.run(focus) == [0, 1]
    page.keys(keys["end"])
    page.until("return [...document.querySelectorAll('.row b')].some((title) => title.textContent === 'Row 299')")
    page.keys(keys["home"], keys["page"])
    assert page.run(focus)[1] > 4
    page.keys(keys["home"], keys["enter"])
    eventually(lambda: page.text(".item h3") == "Row 0")
    assert page.run("return document.getElementById(document.querySelector('.grid').getAttribute('aria-activedescendant')).getAttribute('aria-rowindex')") == "1"
