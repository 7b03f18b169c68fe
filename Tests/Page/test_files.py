"""Files: the first run of an empty server, files that are dropped, pasted and chosen, their errors, and large ones."""

import json
import signal

import pytest
from server import eventually

CSV = "city,country,code,note\nParis,France,CDG,\"a, b\"\nRome,Italy,FCO,\nNice,France,NCE,\"two\nlines\"\n"


def drop(page, path, x=640, y=400):
    """Drops a file of the disk on the page, as the browser does it."""
    page.engine.drop(page, path, x, y)
    page.find("dialog h2, .notice")


def paste(page, text):
    page.run("""
        const data = new DataTransfer(); data.setData('text/plain', args[0]);
        const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
        Object.defineProperty(event, 'clipboardData', { value: data });
        document.activeElement.dispatchEvent(event)""", text)


def choose(page, name, label):
    page.until("""
        const select = document.querySelector(`dialog [name=${args[0]}]`);
        const option = [...select?.options ?? []].find((each) => each.text === args[1]);
        if (!option) return false;
        select.value = option.value;
        select.dispatchEvent(new Event('change'));
        return true""", 20, name, label)


def write(folder, name, text):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def items(server, list_id):
    return [(item["id"], item["value"]) for item in server.get(f"/lists/{list_id}/items?limit=500")["items"]]


def test_an_empty_server_shows_how_its_first_list_is_made(page, server):
    page.open()
    eventually(lambda: "No lists yet" in page.text(".first-run"))
    line = page.text(".first-run pre")
    assert line.startswith("curl -X PUT --json") and line.endswith(f"{server.url}/lists/hello")
    page.run("window.copied = []; Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => copied.push(text) } })")
    page.click(".first-run button", "Copy")
    eventually(lambda: page.run("return window.copied") == [line])
    page.click(".first-run button", "Load the sample")
    eventually(lambda: "Paris" in page.rows())
    assert server.get("/lists/cities")["title"] == "Cities and their airports"
    eventually(lambda: page.texts(".lists b") == ["Cities and their airports"] and page.texts(".first-run") == [])


def test_csv_that_is_dropped_shows_what_it_becomes_and_becomes_it(page, server, tmp_path):
    page.open()
    page.find(".first-run")
    drop(page, write(tmp_path, "Cities of 2026.csv", CSV))
    address = page.run("return location.href")
    eventually(lambda: "3 items in 1 section" in page.text(".becomes"))
    assert page.find("dialog [name=id]").get_attribute("value") == "Cities-of-2026"
    assert page.find("dialog [name=title]").get_attribute("value") == "Cities of 2026"
    choose(page, "group", "country")
    choose(page, "key", "code")
    assert page.text(".becomes p") == "3 items in 2 sections."
    assert page.texts(".preview b") == ["France", "Italy"] and page.texts(".preview small") == ["2 items", "1 item"]
    assert page.texts(".preview span")[0] == "Paris, Nice"
    assert page.run("return location.href") == address
    page.click("dialog button", "Create")
    eventually(lambda: page.run("return location.hash") == "#/lists/Cities-of-2026" and page.rows() == ["Paris", "Nice", "Rome"])
    sections = server.get("/lists/Cities-of-2026/sections")["sections"]
    assert [(section["id"], section["header"]) for section in sections] == [("France", "France"), ("Italy", "Italy")]
    assert items(server, "Cities-of-2026") == [
        ("CDG", {"city": "Paris", "country": "France", "code": "CDG", "note": "a, b"}),
        ("NCE", {"city": "Nice", "country": "France", "code": "NCE", "note": "two\nlines"}),
        ("FCO", {"city": "Rome", "country": "Italy", "code": "FCO", "note": ""})]
    assert server.get("/lists/Cities-of-2026")["title"] == "Cities of 2026"


def test_a_file_is_what_the_command_line_makes_of_it(page, server, tmp_path):
    rows = write(tmp_path, "rows.csv", CSV)
    page.open()
    drop(page, rows)
    choose(page, "group", "country")
    choose(page, "header", "city")
    choose(page, "key", "code")
    page.click("dialog button", "Create")
    eventually(lambda: page.run("return location.hash") == "#/lists/rows" and len(page.rows()) == 3)
    server.stop()
    server.log = open(tmp_path / "second.log", "ab")
    server.load("other", rows, "--section-by", "country", "--header", "city", "--id", "code")
    server.start()
    assert server.export("rows", 1) == server.export("other", 1)
    header = lambda name: [section["header"] for section in server.get(f"/lists/{name}/sections")["sections"]]  # noqa: E731
    assert header("rows") == header("other") == ["Paris", "Rome"]
    page.expect(0)


@pytest.mark.parametrize("name, text, values", [
    ("rows.json", '[{"n": 1.0, "id": "a"},\n {"n": 12345678901234567890, "id": "b"}]', ['{"n": 1.0, "id": "a"}', '{"n": 12345678901234567890, "id": "b"}']),
    ("rows.ndjson", '{"id": "a", "t": "x"}\n\n{"id": "b", "t": "\\u0041"}\n', ['{"id": "a", "t": "x"}', '{"id": "b", "t": "\\u0041"}']),
    ("bare.json", '[["java", "swift"], ["js"]]', ['"java"', '"swift"', '"js"']),
    ("list.json", '{"title": "T", "sections": [{"header": "H", "items": [{"id": "a", "value": 1.50}]}]}', ["1.50"]),
    ("list.ndjson", '{"list":{"title":"T"}}\n{"section":{"id":"s","header":"H"}}\n{"item":{"id":"a","value":1.50}}\n', ["1.50"]),
    ("semicolons.csv", "a;b\r\n1;2\r\n", ['{"a":"1","b":"2"}']),
    ("bom.csv", b"\xef\xbb\xbfa,b\n1,2\n", ['{"a":"1","b":"2"}'])])
def test_every_format_keeps_the_text_of_its_values(page, server, tmp_path, name, text, values):
    page.open()
    page.find(".first-run")
    drop(page, write(tmp_path, name, text))
    page.find(".preview")
    page.click("dialog button", "Create")
    stem = name.split(".")[0]
    eventually(lambda: page.run("return location.hash") == f"#/lists/{stem}" and page.state() == "live")
    lines = server.send("GET", f"/lists/{stem}/export")[1].splitlines()
    found = [line[line.index('"value":') + 8:-2] for line in lines if line.startswith('{"item"')]
    assert [value.replace(" ", "") for value in found] == [value.replace(" ", "") for value in values]
    assert server.get(f"/lists/{stem}")["title"] == ("T" if name.startswith("list") else None if name == "bare.json" else stem)


def test_text_that_is_pasted_becomes_a_list(page, server):
    page.open()
    page.find(".first-run")
    paste(page, "name,team\nAda,A\nGrace,B\n")
    page.find(".preview")
    choose(page, "group", "team")
    page.type("dialog [name=id]", "people")
    page.click("dialog button", "Create")
    eventually(lambda: page.rows() == ["Ada", "Grace"])
    assert server.get("/lists/people")["title"] == "pasted"
    # Text that is pasted into a field stays there.
    page.find(".overview input").click()
    paste(page, "a,b\n1,2\n")
    assert page.texts("dialog") == []


@pytest.mark.parametrize("name, text, words", [
    ("a.csv", 'a,b\n1,2\n3,"4\n', "Line 3, column 3: this quotation mark is never closed."),
    ("a.csv", "a,b\n1,2,3\n", "Line 2: this row has 3 fields, and there are 2 columns."),
    ("a.csv", "a,a\n1,2\n", "Line 1: two columns have the name “a”."),
    ("a.json", '[{"a": 1},\n {"a": 2,}]', "Line 2, column 10: a key in quotation marks has to be here."),
    ("a.json", '{"sections": [}', "Line 1, column 15: a value has to be here."),
    ("a.ndjson", '{"a": 1}\n{"a" 2}\n', "Line 2, column 6: a colon has to be here."),
    ("a.csv", b"PK\x00\x01", "This is not a text: CSV, JSON and NDJSON can be read."),
    ("a.csv", "", "The file is empty.")])
def test_errors_say_line_and_column_once(page, tmp_path, name, text, words):
    page.open()
    page.find(".first-run")
    drop(page, write(tmp_path, name, text))
    eventually(lambda: page.text(".notice span") == f"{name} cannot be read. {words}")
    assert page.texts("dialog") == []


def test_an_error_of_the_server_names_the_line_of_the_file(page, server, tmp_path):
    page.expect(400, 413, 422)
    page.open()
    page.find(".first-run")
    drop(page, write(tmp_path, "rows.ndjson", '{"g": "x", "v": 1}\n{"g": "y", "v": 2}\n{"g": "x", "v": {"a": 1, "a": 2}}\n'))
    choose(page, "group", "g")
    page.click("dialog button", "Create")
    eventually(lambda: page.text("dialog .form-error") == "Line 3: a key that its object has already")
    page.click("dialog button", "Cancel")
    drop(page, write(tmp_path, "keys.csv", "id,v\na,1\nb,2\na,3\n"))
    choose(page, "key", "id")
    assert page.text(".becomes").endswith("Line 4: the id “a” is there twice.")
    page.click("dialog button", "Create")
    eventually(lambda: page.text("dialog .form-error") == "Line 4: the id “a” is there twice.")
    assert server.get("/lists")["lists"] == []


def test_a_list_that_is_there_is_replaced_only_where_that_is_wanted(page, server, tmp_path):
    server.put("rows", [["old"]])
    page.expect(412)
    page.open_list("rows")
    # A file is taken anywhere on the page, and the list stays on the screen.
    drop(page, write(tmp_path, "rows.csv", "name\nnew\n"), 900, 300)
    page.click("dialog button", "Create")
    eventually(lambda: page.text("dialog .form-error") == "There is a list with this id.")
    assert page.rows() == ["old"]
    page.click("dialog [name=replaces]")
    page.click("dialog button", "Create")
    eventually(lambda: page.rows() == ["new"])
    assert server.get("/lists/rows")["version"] == 2


def test_a_file_is_chosen_by_keys_and_one_at_a_time(page, server, tmp_path):
    page.open()
    page.find(".first-run")
    page.run("HTMLInputElement.prototype.click = function () { window.chooser = this; this.hidden = false; document.body.append(this); }")
    page.find(".first-run .drop-zone button").send_keys(" ")
    page.find("input[type=file]").send_keys(str(write(tmp_path, "one.csv", "a\n1\n")))
    page.find(".preview")
    # While a dialog is open, another file is refused in words.
    drop(page, write(tmp_path, "two.csv", "a\n2\n"))
    eventually(lambda: "Close the dialog first" in page.text(".notice"))
    assert page.find("dialog [name=id]").get_attribute("value") == "one"


def test_a_large_file_streams_with_progress_and_can_be_stopped(page, server, tmp_path):
    path = tmp_path / "large.csv"
    with open(path, "w") as file:
        file.write("name,group,id,note\n")
        for index in range(300_000):
            file.write(f"Row {index},Group {index % 40},i{index},{'x' * 60}\n")
    page.open()
    page.find(".first-run")
    page.run("""
        window.seen = [];
        new MutationObserver(() => { const bar = document.querySelector('.running progress'); if (bar) seen.push(bar.value); })
            .observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })""")
    drop(page, path)
    choose(page, "group", "group")
    choose(page, "key", "id")
    assert page.text(".becomes").startswith("The first 500 rows: ")
    page.click("dialog button", "Create")
    page.until("return document.querySelector('.running progress').value > 0")
    page.click(".running button", "Stop")
    eventually(lambda: page.text("dialog .form-error") == "Stopped. No list was made.")
    assert server.get("/lists")["lists"] == []
    page.click("dialog button", "Create")
    eventually(lambda: page.run("return location.hash") == "#/lists/large", 60)
    seen = page.run("return window.seen")
    assert len({value for value in seen if 0 < value < 0.5}) > 5 and any(value > 0.5 for value in seen)
    made = server.get("/lists/large")
    assert (made["itemCount"], made["sectionCount"], made["version"]) == (300_000, 40, 1)
    assert json.loads(server.send("GET", "/lists/large/items/@i299999")[1])["indexPath"] == [39, 7499]


def test_a_file_that_is_on_its_way_can_be_stopped(page, server, tmp_path):
    path = tmp_path / "large.csv"
    with open(path, "w") as file:
        file.write("name,id,note\n")
        for index in range(300_000):
            file.write(f"Row {index},i{index},{'x' * 90}\n")
    page.open()
    page.find(".first-run")
    page.expect(0)
    drop(page, path)
    choose(page, "key", "id")
    page.click("dialog button", "Create")
    # The server reads no more: what is sent stays on its way.
    server.process.send_signal(signal.SIGSTOP)
    try:
        eventually(lambda: page.text(".running span").startswith("Sending"), 60)
        page.until("return document.querySelector('.running progress').value > 0.5")
        page.click(".running button", "Stop")
        eventually(lambda: page.text("dialog .form-error") == "Stopped. No list was made.")
        assert page.run("return document.querySelector('.running').hidden")
    finally:
        server.process.send_signal(signal.SIGCONT)
    assert server.get("/lists")["lists"] == []
    # The same file, once more, is one list with one version.
    page.click("dialog button", "Create")
    eventually(lambda: page.run("return location.hash") == "#/lists/large", 60)
    made = server.get("/lists/large")
    assert (made["itemCount"], made["version"]) == (300_000, 1)


DOCUMENT = ('{"title": "Notes", "metadata": {"shelf": 3.0}, "defaultType": "Note", "sections": ['
            '{"id": "one", "header": "One", "footer": {"n": 1.0}, "items": ['
            '{"id": "a", "value": {"title": "A, \\"quoted\\"", "n": 1.0, "tags": ["x", 2.50]}}, {"id": "b", "type": "Other", "value": "bare"}]},'
            '{"id": "two", "header": null, "items": [{"id": "c", "value": {"title": "two\\nlines", "more": null, "id": "own"}}]}, {"id": "none", "items": []}]}')


class TestExport:
    def saving(self, page, folder):
        """What waits for a file that the page which is open saves, and gives its text."""
        read = page.engine.save_to(page, folder)
        return lambda name: eventually(lambda: read(name), what=f"{name} was not saved")

    def export(self, page, label, opener="[aria-label='List commands']", command="Export"):
        page.click(opener)
        page.click(".menu button", command)
        choose(page, "format", label)
        page.click("dialog button", "Export")
        eventually(lambda: page.texts("dialog") == [])

    def test_a_list_is_exported_in_three_formats_that_give_it_again(self, page, server, tmp_path):
        server.put("notes", DOCUMENT)
        page.open_list("notes")
        saved = self.saving(page, tmp_path)
        self.export(page, "NDJSON")
        assert saved("notes-v1.ndjson") == server.send("GET", "/lists/notes/export")[1]
        self.export(page, "JSON")
        server.put("again", saved("notes-v1.json"))
        known = ("title", "metadata", "defaultType", "identity", "itemCount", "sectionCount")
        assert [server.get("/lists/again")[key] for key in known] == [server.get("/lists/notes")[key] for key in known]
        exports = [server.send("GET", f"/lists/{name}/export")[1].splitlines()[1:] for name in ("notes", "again")]
        assert exports[0] == exports[1]
        self.export(page, "CSV")
        assert saved("notes-v1.csv") == (
            'section,_id,value,title,n,tags,more,id\r\nOne,a,,"A, ""quoted""",1.0,"[""x"",2.50]",,\r\nOne,b,bare,,,,,\r\n'
            'two,c,,"two\nlines",,,,own\r\n')

    def test_an_earlier_version_and_a_section_are_exported(self, page, server, tmp_path):
        server.put("notes", DOCUMENT)
        server.send("DELETE", "/lists/notes/items/@a")
        page.open_list("notes", "?at=1")
        saved = self.saving(page, tmp_path)
        self.export(page, "NDJSON")
        assert saved("notes-v1.ndjson") == server.send("GET", "/lists/notes/export?at=1")[1]
        self.export(page, "JSON", ".header button", "Export section")
        server.put("again", saved("notes-One-v1.json"))
        assert items(server, "again") == [("a", {"title": 'A, "quoted"', "n": 1.0, "tags": ["x", 2.5]}), ("b", "bare")]
        page.click(".tab", "Versions")
        self.export(page, "NDJSON", "[aria-label='Commands of version 2']", "Export this version")
        assert saved("notes-v2.ndjson") == server.send("GET", "/lists/notes/export?at=2")[1]

    def test_a_large_section_is_read_in_pieces(self, page, server, tmp_path):
        server.put("long", {"sections": [{"id": "s", "header": "S", "items": [{"id": f"i{n}", "value": n} for n in range(1_700)]}]})
        page.open_list("long")
        saved = self.saving(page, tmp_path)
        self.export(page, "CSV", ".header button", "Export section")
        lines = saved("long-S-v1.csv").splitlines()
        assert lines[0] == "section,id,value" and lines[1700] == "S,i1699,1699" and len(lines) == 1701
