"""Takes the pictures of the page for docs/images: a few, small ones, of lists that are made for them.

usage: pictures.py FOLDER
"""

import pathlib
import sys
import tempfile

from browser import Page, start_browser
from server import ROOT, Server, eventually

INBOX = {
    "title": "Today", "defaultType": "TaskItem", "sections": [
        {"id": "now", "header": "Now", "items": [
            {"id": "t1", "value": {"title": "Call the printer", "note": "before noon", "done": False}},
            {"id": "t2", "value": {"title": "Answer Ada", "note": "about the contract", "done": True}},
            {"id": "t3", "value": {"title": "Book a table", "note": "for six", "done": False}}]},
        {"id": "later", "header": "Later", "footer": "Nothing here is urgent.", "items": [
            {"id": "t4", "value": {"title": "Water the plants", "note": "the fern as well", "done": False}}]}]}
PEOPLE = {"title": "People", "defaultType": "ContactItem", "sections": [
    {"header": letter, "items": [{"value": {"name": name, "role": role}} for name, role in names]} for letter, names in [
        ("A", [("Ada Lovelace", "Analyst"), ("Alan Turing", "Logician"), ("Annie Easley", "Rocket scientist")]),
        ("B", [("Barbara Liskov", "Professor"), ("Betty Holberton", "Programmer")]),
        ("E", [("Edsger Dijkstra", "Professor"), ("Evelyn Boyd Granville", "Mathematician")]),
        ("G", [("Grace Hopper", "Rear admiral")]), ("K", [("Katherine Johnson", "Mathematician"), ("Ken Thompson", "Engineer")])]]}
TEAM = [
    "Research,Ada Lovelace,Analyst,ada", "Research,Alan Turing,Logician,alan", "Languages,Barbara Liskov,Professor,barbara",
    "Languages,Grace Hopper,Rear admiral,grace", "Research,Katherine Johnson,Mathematician,katherine", "Systems,Ken Thompson,Engineer,ken"]
ORDERS = {"title": "Orders", "metadata": {"row": {"title": "/customer", "trailing": "/total", "columns": ["/customer", "/city", "/placed", "/total"]}}, "sections": [
    {"id": month, "header": month, "items": [
        {"id": f"{month}-{number}", "value": {"customer": name, "city": city, "placed": f"2026-{order:02}-{day:02}", "total": total}}
        for number, (name, city, day, total) in enumerate(rows)]} for order, (month, rows) in enumerate([
            ("January", [("Ada Lovelace", "London", 3, 120), ("Grace Hopper", "New York", 9, 48), ("Ken Thompson", "New Orleans", 17, 310)]),
            ("February", [("Barbara Liskov", "Boston", 2, 75), ("Alan Turing", "Wilmslow", 11, 210), ("Annie Easley", "Cleveland", 20, 64), ("Edsger Dijkstra", "Nuenen", 26, 99)]),
            ("March", [("Katherine Johnson", "Hampton", 5, 180), ("Betty Holberton", "Philadelphia", 8, 42)])], 1)]}
TRIP = {"schema": {"type": "object", "required": ["name"], "properties": {
    "name": {"type": "string", "title": "Name"}, "kind": {"enum": ["city", "hike"], "title": "Kind"},
    "stops": {"type": "array", "title": "Stops", "items": {"type": "object", "properties": {"city": {"type": "string"}, "nights": {"type": "integer"}}}}}}}
TRIPS = {"title": "Trips", "defaultType": "Trip", "sections": [{"id": "s", "header": "This year", "items": [
    {"id": "n", "value": {"name": "Fjords", "kind": "hike", "stops": [{"city": "Bergen", "nights": 2}]}}, {"id": "r", "value": {"name": "Rome", "kind": "city", "stops": []}}]}]}
LIMIT = 300_000


def check(path):
    """A picture is of a size that a repository can hold."""
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG") and len(data) < LIMIT, (path, len(data))
    print(f"{path}: {len(data):,} bytes")


def take(page, path):
    page.rest()
    page.driver.save_screenshot(str(path))
    check(path)


def choose(page, name, value):
    page.run("""
        const select = document.querySelector(`dialog [name=${args[0]}]`);
        select.value = [...select.options].find((each) => each.text === args[1]).value;
        for (const kind of ['input', 'change']) select.dispatchEvent(new Event(kind, { bubbles: true }))""", name, value)


def take_file(page, folder, picture):
    """A file of rows, and what it becomes."""
    path = folder / "Team.csv"
    path.write_text("team,name,role,id\n" + "".join(f"{row}\n" for row in TEAM))
    page.open()
    page.find(".lists a")
    page.engine.drop(page, path, 640, 400)
    page.find(".preview")
    choose(page, "group", "team")
    take(page, picture)


def take_view(page, picture):
    """The form of a view, and the count of what it has."""
    page.open_list("cities")
    page.click("[aria-label='List commands']")
    page.click(".menu button", "New view")
    page.click("dialog button", "Add a condition")
    page.type("dialog [name=field]", "/city")
    choose(page, "test", "is less than")
    page.type("dialog [name=operand]", "N")
    choose(page, "sections", "for each first letter")
    page.type("dialog [name=sectionBy]", "/city")
    page.type("dialog [name=id]", "cities-a-to-m")
    page.type("dialog [name=title]", "Cities from A to M")
    eventually(lambda: " of 70 in " in page.text(".becomes p"))
    page.run("document.activeElement.blur(); document.querySelector('dialog').scrollTop = 0")
    take(page, picture)


def take_table(page, picture):
    """A list as a table, with marked rows and what can be done with them."""
    page.open_list("orders")
    page.click(".table-switch")
    for row in ([0, 1], [1, 0], [1, 2]):
        page.run("sectional.list.scroller.rowAt(args[0]).querySelector('.check input').click()", row)
    eventually(lambda: page.text(".marked-bar output") == "3 marked")
    page.run("document.activeElement.blur()")
    take(page, picture)
    page.click(".marked-bar button", "Clear")
    page.click(".table-switch")


def take_form(page, picture):
    """The form that a schema gives a value."""
    page.open_list("trips")
    page.click(".row")
    page.click(".item button", "Edit")
    page.find("dialog .value-form .value-form")
    page.run("document.activeElement.blur()")
    take(page, picture)


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    driver = start_browser()
    with tempfile.TemporaryDirectory() as work:
        server = Server(pathlib.Path(work))
        server.load("cities", ROOT / "samples/cities.json")
        server.start()
        try:
            server.put("today", INBOX)
            server.put("people", PEOPLE)
            server.send("PUT", "/cell-types/Trip", TRIP)
            server.put("orders", ORDERS)
            server.put("trips", TRIPS)
            server.put("hello", [["java", "swift", "js"], ["java", "swift", "js"]])
            page = Page(driver, server.url)
            page.open_list("cities")
            page.click(".row")
            page.until("return document.querySelector('.item pre')?.textContent")
            take(page, folder / "page.png")
            page.resize(1280, 800, "dark")
            page.open_list("today")
            server.send("POST", "/lists/today/items/@t4/move", {"to": [0, 0]})
            server.send("PATCH", "/lists/today/items/@t1", {"done": True})
            eventually(lambda: len(page.texts(".row.done")) == 2)
            page.click(".tab", "Versions")
            page.click(".choice", "v1")
            eventually(lambda: page.state() == "pinned" and " · " in page.text(".timeline output"))
            take(page, folder / "page-past.png")
            page.resize(1280, 800)
            page.open_list("today")
            page.click(".tab", "Versions")
            page.click("[aria-label='Commands of version 1']")
            page.click(".menu button", "Compare")
            eventually(lambda: len(page.texts("dialog .choice")) == 2)
            take(page, folder / "page-compare.png")
            page.resize(1280, 800)
            take_file(page, pathlib.Path(work), folder / "page-file.png")
            take_view(page, folder / "page-view.png")
            take_table(page, folder / "page-table.png")
            take_form(page, folder / "page-form.png")
            page.resize(390, 844, "light", is_phone=True)
            page.open_list("people")
            eventually(lambda: page.state() == "live")
            take(page, folder / "page-phone.png")
            page.close()
        finally:
            server.stop()
            driver.quit()


main()
