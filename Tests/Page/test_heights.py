"""Rows are as high as their cell types are registered to be: from the geometry, through changes, at any place of a list of any length."""

import json
import random

import pytest
from browser import Page
from selenium.webdriver.common.action_chains import ActionChains
from server import Server, eventually
from test_lists import SCROLL

TYPES = {"Line": 24, "Card": 96, "Photo": 260}
STANDARD = 60


def register(server, heights=TYPES):
    for name, height in heights.items():
        status, text = server.send("PUT", f"/cell-types/{name}", f'{{"estimatedHeight": {json.dumps(height)}}}')
        assert status in (200, 201), text


def geometry(server, list_id, version):
    """The heights of all rows of a version, by section, as the page should have them."""
    sections, offset = [], 0
    while True:
        answer = server.get(f"/lists/{list_id}/geometry?at={version}&limit=10000&offset={offset}")
        sections += [[height or STANDARD for count, _, height in section["runs"] for _ in range(count)] for section in answer["sections"]]
        offset += len(answer["sections"])
        if offset >= answer["sectionCount"]:
            return sections


HEIGHTS = """
const { model } = sectional.list.session;
const heights = model.sections.map(({ rows, heights }) => Array.from({ length: rows.count }, (_, row) => heights?.get(row) ?? 60));
return [model.version, heights];
"""

# Rows that do not lie where the sums of the geometry say, or do not have its heights; `args` are the tops by section, and the heights.
WRONG = """
const wrong = [];
for (const row of document.querySelectorAll('.row:not(.leaving)')) {
    const [section, index] = row.path;
    const height = args[0][section][index];
    const top = args[1][section] + args[0][section].slice(0, index).reduce((sum, height) => sum + height, 0);
    const box = row.getBoundingClientRect();
    const y = box.top - document.querySelector('.grid').getBoundingClientRect().top + sectional.list.scroller.top;
    if (box.height !== height || Math.abs(y - top) > (window.blur ?? 0.5)) wrong.push([row.path, box.height, height, y, top]);
}
return wrong;
"""

SETTLE = "await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));"


def tops(heights, header=34, footer=0):
    """The tops of the first rows of sections."""
    found, y = [], 0
    for rows in heights:
        found.append(y + header)
        y += header + sum(rows) + footer
    return found, y


def test_heights_are_those_of_plain_arrays(page):
    page.open()
    assert page.run("""
        const { RowHeights } = await import(new URL('ui/heights.js', location.href));
        let seed = 5;
        const random = (limit) => (seed = (seed * 48271) % 2147483647) % limit;
        const sum = (plain, end) => { let total = 0; for (let at = 0; at < end; at += 1) total += plain[at]; return total; };
        for (let round = 0; round < 40; round += 1) {
            // Long runs, short ones, and none.
            const longest = [1, 4, 700, 5_000][round % 4];
            const kinds = 1 + random(4);
            const height = () => 20 + random(kinds) * 37;
            const runs = Array.from({ length: random(8) * (longest < 10 ? 400 : 3) }, () => [1 + random(longest), height()]);
            const plain = runs.flatMap(([count, height]) => new Array(count).fill(height));
            const heights = new RowHeights(runs);
            for (let step = 0; step < 400; step += 1) {
                // Changes lie near each other for a while, then elsewhere.
                const near = Math.floor(plain.length * ((step >> 6) % 5) / 5);
                const row = Math.min(near + random(step % 2 ? 50 : plain.length + 1), plain.length);
                const [kind, other] = [random(round % 3 ? 3 : 2), height()];
                if (kind === 0 || plain.length === 0) { heights.insert(row, other); plain.splice(row, 0, other); }
                else if (row < plain.length && kind === 1) { if (heights.remove(row) !== plain.splice(row, 1)[0]) return `removed ${row}`; }
                else if (row < plain.length) { if (heights.set(row, other) !== (plain[row] !== other)) return `set ${row}`; plain[row] = other; }
                if (heights.count !== plain.length) return `count after ${step}`;
                if (step % 7 > 0 || plain.length === 0) continue;
                if (heights.total !== sum(plain, plain.length)) return `total after ${step}`;
                if (heights.rowAt(-1) !== 0 || heights.rowAt(heights.total) !== plain.length - 1) return `ends after ${step}`;
                if (heights.before(plain.length) !== heights.total) return 'before the end';
                for (let look = 0; look < 8; look += 1) {
                    const at = random(plain.length);
                    const top = sum(plain, at);
                    if (heights.get(at) !== plain[at]) return `height of ${at} after ${step} of ${round}`;
                    if (heights.before(at) !== top) return `top of ${at} after ${step} of ${round}: ${heights.before(at)}, not ${top}`;
                    if (heights.rowAt(top) !== at || heights.rowAt(top + plain[at] - 0.5) !== at) return `row at ${top} after ${step} of ${round}`;
                }
            }
            for (let at = 0; at < plain.length; at += 1) if (heights.get(at) !== plain[at]) return `row ${at} after ${round}`;
            while (plain.length > 0 && round % 8 === 0) {
                const at = random(plain.length);
                if (heights.remove(at) !== plain.splice(at, 1)[0]) return `row ${at} was another one`;
            }
            if (heights.blockCount > 20 + plain.length / 100 + 2 * 400) return `${heights.blockCount} blocks for ${plain.length} rows`;
        }
        return 'right';""") == "right"


def test_heights_take_two_bytes_a_row_and_less_where_rows_are_alike(page):
    page.open()
    blocks, even, spent = page.run("""
        const { RowHeights } = await import(new URL('ui/heights.js', location.href));
        let seed = 3;
        const runs = Array.from({ length: 1_000_000 }, () => [1, 24 + (seed = (seed * 48271) % 2147483647) % 3]);
        const started = performance.now();
        const heights = new RowHeights(runs);
        const spent = performance.now() - started;
        const even = new RowHeights([[1_000_000, 44]]);
        for (let row = 0; row < 1_000_000; row += 100_000) even.insert(row, 80);
        return [heights.blockCount, even.blockCount, spent];""")
    assert blocks == 977 and even <= 21
    assert spent < 1_000


SECTIONS = [1, 30_000, 500, 7, 2_000, 40_000, 3, 900]


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """A server with a list of items of three types and of none in random order, in sections of very different lengths."""
    folder = tmp_path_factory.mktemp("mixed")
    chance = random.Random(8)
    rows = folder / "rows.csv"
    with open(rows, "w") as file:
        file.write("title,group,id,type\n")
        for section, count in enumerate(SECTIONS):
            for index in range(count):
                file.write(f"Row {section}-{index},{section},{section}-{index},{chance.choice([*TYPES, 'Other'])}\n")
    server = Server(folder)
    server.load("mixed", rows, "--section-by", "group", "--header", "group", "--id", "id", "--type", "type")
    server.start()
    register(server)
    for index in (0, 3, 3, 10):
        status, text = server.send("POST", "/lists/mixed/sections", {"section": {"header": "Empty"}, "index": index})
        assert status == 201, text
    yield server
    server.stop()


@pytest.fixture
def mixed_page(driver, mixed):
    page = Page(driver, mixed.url)
    yield page
    complaints = page.complaints()
    page.close()
    assert complaints == [], "\n".join(complaints)


def test_rows_have_the_heights_and_tops_of_the_geometry_everywhere(mixed_page, mixed):
    page = mixed_page.open_list("mixed")
    heights = geometry(mixed, "mixed", 5)
    assert [len(rows) for rows in heights] == [0, *SECTIONS[:2], 0, 0, *SECTIONS[2:7], 0, *SECTIONS[7:]]
    assert page.run(HEIGHTS) == [5, heights]
    starts, whole = tops(heights)
    assert page.run("return sectional.list.scroller.end + document.querySelector('.grid').clientHeight") == whole
    page.run("window.heights = args[0]; window.tops = args[1]; window.blur = args[2]", heights, starts, page.engine.blur)
    chance = random.Random(3)
    for _ in range(30):
        section = chance.choice([section for section, rows in enumerate(heights) if rows])
        row = chance.randrange(len(heights[section]))
        page.run("sectional.list.scroller[args[1]](args[0], 10);" + SETTLE, [section, row], chance.choice(["keep", "center", "reveal"]))
        assert page.run("return !!sectional.list.scroller.rowAt(args[0])", [section, row])
        assert page.run(WRONG.replace("args[0][", "window.heights[").replace("args[1][", "window.tops[")) == []
        # Whole, where it is lower than the window.
        assert page.run("""
            const [row, grid] = [sectional.list.scroller.rowAt(args[0]), document.querySelector('.grid')].map((e) => e.getBoundingClientRect());
            return row.top >= grid.top && row.bottom <= grid.bottom + 0.51;""", [section, row])
        # Its header sticks, and the lines of what is drawn have no gap.
        title, lines = page.run("""
            const { top } = sectional.list.scroller;
            const drawn = [...document.querySelectorAll('.canvas > [role=row]')];
            const sticking = drawn.find((row) => row.matches('.header') && row.y === top);
            return [sticking?.querySelector('b').textContent, drawn.map((row) => Number(row.getAttribute('aria-rowindex')))];""")
        assert lines[1:] == list(range(lines[1], lines[1] + len(lines) - 1)) and lines[0] <= lines[1]
        line = sum(len(rows) + 1 for rows in heights[:section]) + row + 2
        assert page.run("return sectional.list.scroller.rowAt(args[0]).getAttribute('aria-rowindex')", [section, row]) == str(line)
        above = page.run("return sectional.list.scroller.topItem().id").split("-")[0]
        assert title == above or page.run("return sectional.list.scroller.top") < starts[section]
    # Pages have come meanwhile, and have not changed a height.
    page.until("return !document.querySelector('.row.waiting')")
    assert page.run(HEIGHTS) == [5, heights]


def test_rows_of_mixed_heights_take_a_bounded_number_of_elements(mixed_page):
    page = mixed_page.open_list("mixed")
    for pixels in (30, 600):
        page.run(SCROLL, pixels, 60)
        assert page.run("return document.querySelectorAll('*').length") <= 250
    # Elements go from row to row, and have the height of the one that they are.
    assert page.run("return [...document.querySelectorAll('.row')].every((row) => row.offsetHeight === sectional.list.session.model.sections[row.path[0]].heights.get(row.path[1]))")


def test_both_ends_of_a_list_of_mixed_heights_are_reached(mixed_page, mixed):
    # A window in which two of the highest rows begin.
    mixed_page.resize(1280, 860)
    page = mixed_page.open_list("mixed")
    page.run("""
        const grid = document.querySelector('.grid');
        let seed = 3;
        for (let jump = 0; jump < 40; jump += 1) {
            seed = (seed * 48271) % 2147483647;
            grid.scrollTop = (seed % 1000) / 1000 * grid.scrollHeight;
            """ + SETTLE + """
            for (let step = 0; step < 3; step += 1) {
                grid.scrollTop += (seed % 7 - 3) * 40;
                await new Promise(requestAnimationFrame);
            }
        }""")
    titles = [f"Row {section}-{row}" for section, count in enumerate(SECTIONS) for row in range(count)]
    for position, title in (("0", titles[0]), ("grid.scrollHeight", titles[-1]), ("0", titles[0])):
        page.run(f"const grid = document.querySelector('.grid'); grid.scrollTop = {position};")
        page.until("return [...document.querySelectorAll('.row b')].some((title) => title.textContent === args[0])", 20, title)
    assert page.run("return sectional.list.scroller.top") == 0
    # By keys, a window at a time, every row is passed, and none twice.
    page.keys("\ue015")
    seen = page.run("""
        const { scroller } = sectional.list;
        const seen = [];
        for (let press = 0; press < 60; press += 1) {
            document.querySelector('.grid').dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true }));
            """ + SETTLE + """
            const [row, grid] = [scroller.rowAt(scroller.focus), scroller.root].map((element) => element.getBoundingClientRect());
            if (row.top < grid.top || row.top > grid.bottom - 20) return `out of view: ${scroller.focus}`;
            seen.push(scroller.model.offset(scroller.focus));
        }
        for (let press = 0; press < 60; press += 1) document.querySelector('.grid').dispatchEvent(new KeyboardEvent('keydown', { key: 'PageUp', bubbles: true }));
        return [seen, scroller.model.offset(scroller.focus)];""")
    assert all(2 <= later - earlier <= 40 for earlier, later in zip(seen[0], seen[0][1:])), seen
    assert seen[1] <= 12


def load(server, count=300, seed=1):
    chance = random.Random(seed)
    item = lambda section, row: {"id": f"{section}-{row}", "type": chance.choice([*TYPES, "Other"]), "value": f"Row {section}-{row}"}  # noqa: E731
    sections = [{"id": f"s{section}", "header": f"S{section}", "items": [item(section, row) for row in range(count)]} for section in range(3)]
    server.put("busy", {"sections": sections})


def test_a_row_keeps_its_place_while_rows_of_all_heights_come_and_go_above_it(page, server):
    register(server)
    load(server)
    page.open_list("busy")
    page.run("sectional.list.scroller.keep([1, 150], 17);" + SETTLE)
    page.until("return sectional.list.scroller.topItem()?.id && !document.querySelector('.row.waiting')")
    before = page.run("return sectional.list.scroller.topItem()")
    chance = random.Random(4)
    for number in range(120):
        row = f"{chance.randrange(2)}-{chance.randrange(100)}"
        kind = chance.randrange(4)
        if kind == 0:
            item = {"type": chance.choice([*TYPES, "Other"]), "value": f"new {number}"}
            answer = server.send("POST", "/lists/busy/sections/@s0/items", {"item": item, "index": chance.randrange(100)})
        elif kind == 1:
            answer = server.send("DELETE", f"/lists/busy/items/{row}")
        elif kind == 2:
            answer = server.send("POST", f"/lists/busy/items/{row}/move", {"to": [0, chance.randrange(100)]})
        else:
            changed = {"op": "updateItem", "item": row, "value": number, "type": chance.choice([*TYPES, "Other"])}
            answer = server.send("POST", "/lists/busy/batch", {"operations": [changed]})
        assert answer[0] < 300, answer
    head = server.get("/lists/busy")["version"]
    page.until("return sectional.list.session.model.version === args[0]", 20, head)
    page.run(SETTLE)
    after = page.run("return sectional.list.scroller.topItem()")
    assert after["id"] == before["id"] and abs(after["below"] - before["below"]) < 1
    assert page.run(HEIGHTS) == [head, geometry(server, "busy", head)]
    page.rest()
    heights = geometry(server, "busy", head)
    assert page.run(WRONG, heights, tops(heights)[0]) == []


def test_after_writers_the_heights_are_those_of_the_geometry(page, server):
    """Sections that come with their items, rows that come, go, move between sections and get other types, while somebody scrolls."""
    register(server)
    load(server, 60)
    page.open_list("busy")
    chance = random.Random(6)
    kinds = [*TYPES, "Other"]

    def operation(number):
        section, item, new = chance.randrange(4), f"{chance.randrange(4)}-{chance.randrange(20)}", {"type": chance.choice(kinds), "value": number}
        items = [{"type": chance.choice(kinds), "value": n} for n in range(chance.randrange(40))]
        return chance.choice([
            {"op": "insertSection", "section": {"header": "new", "items": items}, "index": chance.randrange(3)}, {"op": "deleteSection", "section": section},
            {"op": "moveSection", "section": section, "index": chance.randrange(3)},
            *[{"op": "insertItem", "section": section, "item": new, "index": chance.randrange(10)}] * 3, {"op": "deleteItem", "item": item},
            *[{"op": "moveItem", "item": item, "to": [chance.randrange(3), chance.randrange(10)]}] * 3, *[{"op": "updateItem", "item": item, **new}] * 3])

    page.run("window.scrolling = setInterval(() => { const grid = document.querySelector('.grid'); grid.scrollTop = (grid.scrollTop + 333) % grid.scrollHeight; }, 40)")
    done = 0
    for number in range(400):
        status, text = server.send("POST", "/lists/busy/batch", {"operations": [operation(number) for _ in range(chance.randrange(1, 4))]})
        done += status < 300
        if number % 50 == 49:
            head = server.get("/lists/busy")["version"]
            page.until("return sectional.list.session.model.version === args[0]", 20, head)
            assert page.run(HEIGHTS) == [head, geometry(server, "busy", head)]
    assert done > 100, text
    assert page.run("return sectional.list.session.statistics.reloads") == 0
    page.run("clearInterval(window.scrolling)")
    page.rest()
    heights = geometry(server, "busy", head)
    assert page.run(WRONG, heights, tops(heights)[0]) == []


def test_a_row_is_dropped_into_the_gap_that_is_nearest(page, server):
    register(server)
    types = ["Line", "Photo", "Card", "Line", "Other", "Card"]
    server.put("short", {"sections": [{"id": "s", "header": "S", "items": [{"id": f"i{n}", "type": kind, "value": f"{n}"} for n, kind in enumerate(types)]}]})
    # So high that the whole list is in view: it would scroll by itself under a pointer near its edge.
    page.resize(1280, 1000)
    page.open_list("short")
    order = [f"i{n}" for n in range(6)]
    for dragged, target, part, place in (("i4", "i1", 0.4, 1), ("i0", "i1", 0.6, 2), ("i5", "i3", 0.3, None), ("i3", "i0", 0.8, None)):
        page.rest()
        page.point_at([0, order.index(dragged)])
        y, middle = page.run("""
            const { scroller } = sectional.list;
            const [target, grip] = [scroller.rowAt([0, args[0]]), document.querySelector('.grip')].map((element) => element.getBoundingClientRect());
            return [target.top + args[1] * target.height, grip.top + grip.height / 2];""", order.index(target), part)
        way = int(y - middle)
        actions = ActionChains(page.driver, duration=80).click_and_hold(page.find(".grip")).move_by_offset(0, way // 2)
        actions.move_by_offset(0, way - way // 2).perform()
        page.until("""
            const { at, height } = sectional.list.scroller.rowAt([0, args[0]]);
            return document.querySelector('.drop-line').style.transform === `translateY(${at + (args[1] > 0.5 ? height : 0)}px)`""", 20, order.index(target), part)
        ActionChains(page.driver).release().perform()
        order.remove(dragged)
        order.insert(order.index(target) + (part > 0.5), dragged)
        eventually(lambda: [item["id"] for item in server.get("/lists/short/items")["items"]] == order, what=f"{dragged} is not at {order}")
        assert place is None or order.index(dragged) == place
        page.until("return [...document.querySelectorAll('.row:not(.leaving)')].sort((a, b) => a.y - b.y).map(({ item }) => item.id).join() === args[0]", 20, ",".join(order))


HOSTILE = {"1e-300": 20, "0.4": 20, "19.4": 20, "44.0": 44, "44.6": 45, "2000.4": 2000, "1e9": 2000, "1e400": 2000, "123456789012345678901234567890": 2000}


def test_whatever_height_is_registered_the_rows_can_be_shown(page, server):
    for number, text in enumerate(HOSTILE):
        status, answer = server.send("PUT", f"/cell-types/T{number}", f'{{"estimatedHeight": {text}}}')
        assert status == 201, answer
    for name in ("__proto__", "constructor", "toString"):
        server.send("PUT", f"/cell-types/{name}", {"estimatedHeight": 100})
    names = [*(f"T{n}" for n in range(len(HOSTILE))), "__proto__", "constructor", "toString", "hasOwnProperty", None]
    expected = [*HOSTILE.values(), 100, 100, 100, STANDARD, STANDARD]
    # Two-line rows with a picture, as full as they come.
    value = {"title": "A title " * 20, "note": "A note " * 20, "price": 12, "done": True}
    items = [{"id": f"i{index}", "type": name, "value": value} for index, name in enumerate(names)]
    server.put("hostile", {"sections": [{"id": "s", "items": items}]})
    page.open_list("hostile")
    assert page.run(HEIGHTS)[1] == [expected]
    for index in range(len(names)):
        page.run("sectional.list.scroller.moveFocus([0, args[0]]);" + SETTLE, index)
        page.until("return sectional.list.scroller.rowAt([0, args[0]])?.item", 20, index)
        top, height, inside, title = page.run("""
            const row = sectional.list.scroller.rowAt([0, args[0]]);
            const box = row.getBoundingClientRect();
            const cell = row.querySelector('.cell').getBoundingClientRect();
            const title = row.querySelector('b').getBoundingClientRect();
            const grid = document.querySelector('.grid').getBoundingClientRect();
            return [box.top - grid.top, box.height, cell.top >= box.top && cell.bottom <= box.bottom, [title.top - box.top, box.bottom - title.bottom, title.top - grid.top]];""", index)
        assert height == expected[index] and inside
        # Its title is in it, and seen.
        assert title[0] >= 0 and title[1] >= 0 and title[2] >= 0, (names[index], title)
    assert page.run("return sectional.list.scroller.end + document.querySelector('.grid').clientHeight") == sum(expected)


FAIL = """
const real = window.fetch;
window.asked = [];
window.fetch = (address, init) => {
    if (/geometry|cell-types/.test(address)) window.asked.push(address);
    if (!new RegExp(args[0]).test(address)) return real(address, init);
    const body = JSON.stringify({ type: '/problems/unavailable', title: 'Unavailable', status: 503 });
    return Promise.resolve(new Response(body, { status: 503 }));
};
"""


@pytest.mark.parametrize("refused", ["/geometry", "/cell-types"])
def test_without_the_geometry_a_list_is_shown_all_the_same(page, server, refused):
    register(server)
    load(server, 40)
    page.open()
    page.run(FAIL, refused)
    page.run("location.hash = '#/lists/busy'")
    page.until("return sectional.list.session?.model && document.querySelector('.row') && !document.querySelector('.row.waiting')")
    version, heights = page.run(HEIGHTS)
    real = geometry(server, "busy", version)
    shown = page.run("return Math.max(...[...document.querySelectorAll('.row')].map(({ path }) => path[1]))")
    if refused == "/geometry":
        # What has come has its height.
        assert heights[0][:shown] == real[0][:shown]
    else:
        assert heights == [[STANDARD] * 40] * 3
    assert page.texts(".notice") == []


def test_a_server_without_heights_is_not_asked_for_the_geometry(page, server):
    server.send("PUT", "/cell-types/Plain", {"schema": {"type": "string"}})
    load(server, 5)
    page.open()
    page.run(FAIL, "nothing")
    page.run("location.hash = '#/lists/busy'")
    page.until("return sectional.list.session?.model && document.querySelector('.row')")
    asked = page.run("return window.asked")
    assert len(asked) == 1 and asked[0].endswith("/cell-types")


def test_a_default_type_gives_its_height_to_items_without_a_type(page, server):
    register(server)
    items = [{"id": "none", "value": 1}, {"id": "line", "type": "Line", "value": 2}]
    server.put("list", {"defaultType": "Card", "sections": [{"id": "s", "items": items}]})
    page.open_list("list")
    assert page.run(HEIGHTS)[1] == [[96, 24]]
    server.send("POST", "/lists/list/sections/@s/items", {"item": {"id": "new", "value": 3}, "index": 0})
    page.until("return sectional.list.session.model.version === 2")
    assert page.run(HEIGHTS)[1] == [[96, 96, 24]]
    # Another default type is another list, and the version before it has the one that it had.
    server.send("PATCH", "/lists/list", {"defaultType": "Photo"})
    page.until("return sectional.list.session.model.version === 3")
    assert page.run(HEIGHTS)[1] == [[260, 260, 24]]
    page.open_list("list", "?at=2")
    assert page.run(HEIGHTS)[1] == [[96, 96, 24]]


def test_what_is_in_view_stays_there_when_pages_say_how_high_rows_are(page, server):
    register(server)
    load(server)
    page.open()
    page.run(FAIL, "/geometry")
    page.run("location.hash = '#/lists/busy'")
    page.until("return sectional.list.session?.model && document.querySelector('.row') && !document.querySelector('.row.waiting')")
    for path in ([2, 150], [1, 40], [1, 10], [2, 270]):
        page.run("sectional.list.scroller.keep(args[0], 17);" + SETTLE, path)
        page.until("return !document.querySelector('.row.waiting') && sectional.list.scroller.topItem()")
        page.run(SETTLE)
        assert page.run("return sectional.list.scroller.topItem()") == {"id": f"{path[0]}-{path[1]}", "below": 17}
        # Slowly upwards, into pages that come now, no row jumps.
        assert page.run("""
            const { scroller } = sectional.list;
            const wrong = [];
            for (let step = 0; step < 60; step += 1) {
                const before = new Map([...scroller.root.querySelectorAll('.row:not(.leaving)')].map((row) => [row.item?.id, row.y - scroller.top]));
                scroller.root.scrollTop -= 25;
                """ + SETTLE + """
                const first = scroller.topItem();
                if (first && before.has(first.id) && Math.abs(first.below - before.get(first.id) - 25) > 1) wrong.push([step, first, before.get(first.id)]);
            }
            return wrong;""") == []
