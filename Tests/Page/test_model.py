"""The model of a list, without a server: the vectors that it shares with the package for apps, and random pages and stages."""

import json

from server import ROOT

VECTORS = sorted((ROOT / "Tests/Vectors").glob("*.json"))

APPLY = """
const { ListModel } = await import(new URL('ui/model.js', location.href));
const [vector, isKnown] = args;
const before = vector.before.map((section) => ({ header: null, footer: null, ...section, itemCount: section.items.length }));
const model = new ListModel(1, before);
const items = before.flatMap((section) => section.items.map((item) => (typeof item === 'string' ? { id: item } : item)));
if (isKnown) {
    model.ask(0, items.length, 1);
    model.fill(1, items);
}
for (const stage of vector.stages) model.apply(stage);
return model.sections.map(({ info, rows }) => ({
    id: info.id, count: rows.count, items: Array.from({ length: rows.count }, (_, row) => rows.get(row)?.id ?? null) }));
"""


def test_the_shared_vectors_lead_to_what_they_say(page):
    page.open()
    assert VECTORS, "there is nothing in Tests/Vectors"
    for path in VECTORS:
        vector = json.loads(path.read_text())
        ids = [(section["id"], [item if isinstance(item, str) else item["id"] for item in section["items"]]) for section in vector["after"]]
        for is_known in (True, False):
            shown = page.run(APPLY, vector, is_known)
            assert [(section["id"], section["count"]) for section in shown] == [(name, len(items)) for name, items in ids], path.stem
            for section, (_, items) in zip(shown, ids):
                # A row that came with its section, or among rows that nobody has looked at, is not known.
                assert all(known is None or known == item for known, item in zip(section["items"], items)), (path.stem, section, items)


def test_sums_are_those_of_plain_arrays(page):
    page.open()
    assert page.run("""
        const { PrefixSums } = await import(new URL('ui/sums.js', location.href));
        let seed = 7;
        const random = (limit) => (seed = (seed * 48271) % 2147483647) % limit;
        for (let round = 0; round < 200; round += 1) {
            const values = Array.from({ length: 1 + random(40) }, () => random(3) * random(5));
            const sums = new PrefixSums(values);
            for (let step = 0; step < 10; step += 1) {
                const [index, more] = [random(values.length), random(4)];
                values[index] += more;
                sums.add(index, more);
                const total = values.reduce((sum, value) => sum + value, 0);
                if (sums.total !== total || sums.before(values.length) !== total) return `total of ${values}`;
                for (let offset = 0, at = 0; at < values.length; offset += values[at], at += 1) {
                    if (sums.before(at) !== offset) return `before ${at} of ${values}`;
                    for (let inside = offset; inside < offset + values[at]; inside += 1) if (sums.find(inside) !== at) return `find ${inside} in ${values}`;
                }
            }
        }
        return 'right';""") == "right"


def test_rows_are_those_of_plain_arrays(page):
    page.open()
    assert page.run("""
        const { Rows } = await import(new URL('ui/rows.js', location.href));
        let seed = 11;
        const random = (limit) => (seed = (seed * 48271) % 2147483647) % limit;
        for (let round = 0; round < 60; round += 1) {
            const rows = new Rows(random(30));
            const plain = new Array(rows.count).fill(null);
            for (let step = 0; step < 200; step += 1) {
                const slot = random(3) === 0 ? null : { id: `${round}.${step}` };
                const row = random(plain.length + 1);
                if (random(3) === 0) { rows.insert(row, slot); plain.splice(row, 0, slot); }
                else if (row < plain.length && random(2) === 0) { if (rows.remove(row) !== plain.splice(row, 1)[0]) return `removed ${row}`; }
                else if (row < plain.length) { rows.set(row, slot); plain[row] = slot; }
                if (random(40) === 0) {
                    const [start, end] = [random(plain.length + 1), random(plain.length + 10)];
                    rows.forgetOutside(start, end);
                    plain.forEach((_, at) => { if (at < start || at >= end) plain[at] = null; });
                }
                if (rows.count !== plain.length) return 'count';
                for (let at = 0; at < plain.length; at += 1) if (rows.get(at) !== plain[at]) return `row ${at} after ${step}`;
                for (let at = 1; at < rows.runs.length; at += 1) if (!rows.runs[at].slots === !rows.runs[at - 1].slots) return 'runs are not joined';
            }
        }
        return 'right';""") == "right"


def test_positions_follow_what_the_model_does(page):
    """An index path is followed through a stage by arithmetic; the model says where the item has really gone."""
    page.open()
    assert page.run("""
        const { ListModel } = await import(new URL('ui/model.js', location.href));
        const { positionAfter } = await import(new URL('ui/positions.js', location.href));
        for (const vector of args[0]) {
            const before = vector.before.map((section) => ({ header: null, footer: null, ...section, itemCount: section.items.length }));
            const items = before.flatMap(({ items }) => items.map((item) => (typeof item === 'string' ? { id: item } : item)));
            const model = new ListModel(1, before);
            model.ask(0, items.length, 1);
            model.fill(1, items);
            for (const stage of vector.stages) {
                const places = [];
                model.sections.forEach(({ rows }, section) => { for (let row = 0; row < rows.count; row += 1) {
                    const id = rows.get(row)?.id;
                    if (id !== undefined) places.push([id, positionAfter(stage, [section, row])]);
                } });
                model.apply(stage);
                for (const [id, place] of places) {
                    const real = model.find(id);
                    const isForgotten = real === null && place !== null && model.item(place) === null;
                    if (!isForgotten && String(real) !== String(place)) return `${id}: ${place}, and is at ${real}`;
                }
            }
        }
        return 'right';""", [json.loads(path.read_text()) for path in VECTORS]) == "right"


def test_an_event_stream_may_be_cut_anywhere(page):
    page.open()
    text = "retry: 2000\r\n\r\n: hello\nid: 7\nevent: change\ndata: {\"a\":\ndata: 1}\n\nid: 8\rdata: é\r\rdata\n\n"
    assert page.run("""
        const { EventStreamParser } = await import(new URL('ui/events.js', location.href));
        const outcomes = new Set();
        for (let size = 1; size <= args[0].length; size += 1) {
            const parser = new EventStreamParser();
            const events = [];
            for (let at = 0; at < args[0].length; at += size) events.push(...parser.take(args[0].slice(at, at + size)));
            outcomes.add(JSON.stringify(events));
        }
        return [...outcomes];""", text) == [
            '[{"name":"change","data":"{\\"a\\":\\n1}","id":"7"},{"name":"message","data":"é","id":"8"},{"name":"message","data":"","id":"8"}]']
