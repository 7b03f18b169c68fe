"""One field finds an item by id, index path or text, a section, or a version."""

from selenium.webdriver.common.keys import Keys
from server import eventually

FIELD = ".find input"


def find(page, text):
    page.type(FIELD, text + Keys.ENTER)


def title(page):
    return page.text(".item h3")


def top_header(page):
    return page.run("""
        const top = document.querySelector('.grid').getBoundingClientRect().top;
        return [...document.querySelectorAll('.header')].find((header) => Math.abs(header.getBoundingClientRect().top - top) < 1)?.querySelector('b').textContent""")


def put_cities(server):
    """40 sections of 50 rows; every seventh row has the word "Café"."""
    server.put("cities", {"title": "Cities", "sections": [
        {"id": f"s{section}", "header": f"Country {section}", "items": [
            {"id": f"c{section}.{row}", "value": {"title": f"City {section}/{row}", "note": "Caf\u00e9" if row % 7 == 3 else "Bar", "size": section * 1000 + row}}
            for row in range(50)]} for section in range(40)]})


def test_an_item_is_found_by_its_id_and_by_its_index_path(page, server):
    put_cities(server)
    page.open_list("cities")
    find(page, "c30.17")
    eventually(lambda: title(page) == "City 30/17")
    page.until("return sectional.list.scroller.rowAt([30, 17])?.getAttribute('aria-selected') === 'true'")
    find(page, "12-3")
    eventually(lambda: title(page) == "City 12/3")
    page.until("return sectional.list.scroller.rowAt([12, 3])?.getAttribute('aria-selected') === 'true'")
    assert page.run("return location.hash").endswith("@c12.3")


def test_a_version_is_gone_to_and_the_newest_is_live(page, server):
    put_cities(server)
    server.send("PATCH", "/lists/cities/items/@c0.0", {"title": "New"})
    page.expect(404)
    page.open_list("cities")
    eventually(lambda: page.rows()[:1] == ["New"])
    find(page, "v1")
    eventually(lambda: page.state() == "pinned" and page.rows()[:1] == ["City 0/0"])
    find(page, "v2")
    eventually(lambda: page.state() == "live" and page.rows()[:1] == ["New"])
    find(page, "v99")
    eventually(lambda: page.texts(".notice.error"))
    eventually(lambda: page.state() == "live")


def test_sections_are_offered_and_jumped_to(page, server):
    put_cities(server)
    page.open_list("cities")
    page.click(FIELD)
    eventually(lambda: len(page.texts(".targets [role=option]")) == 40)
    page.type(FIELD, "country 3")
    eventually(lambda: page.texts(".targets b") == ["Country 3"] + [f"Country 3{digit}" for digit in range(10)])
    page.find(FIELD).send_keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER)
    eventually(lambda: top_header(page) == "Country 30")
    # The keyboard is at its first row.
    assert page.run("return document.activeElement.className") == "grid"
    page.until("return sectional.list.session.model.item([30, 0])")
    page.keys(Keys.ENTER)
    eventually(lambda: title(page) == "City 30/0")
    page.keys("/")
    assert page.run("return document.activeElement.matches('.find input')")
    page.type(FIELD, "s21")
    page.click(".targets li")
    eventually(lambda: top_header(page) == "Country 21")


def test_text_is_found_by_reading_and_stepped_through(page, server):
    put_cities(server)
    page.expect(404)
    page.open_list("cities")
    find(page, "CAFE")
    eventually(lambda: page.text(".found") == "1 of 280")
    assert title(page) == "City 0/3"
    page.find(FIELD).send_keys(Keys.ENTER)
    eventually(lambda: page.text(".found") == "2 of 280" and title(page) == "City 0/10")
    page.find(FIELD).send_keys(Keys.SHIFT, Keys.ENTER)
    page.find(FIELD).send_keys(Keys.NULL)
    eventually(lambda: page.text(".found") == "1 of 280" and title(page) == "City 0/3")
    page.click("[aria-label='Previous hit']")
    eventually(lambda: page.text(".found") == "280 of 280" and title(page) == "City 39/45")
    page.click("[aria-label='Next hit']")
    eventually(lambda: page.text(".found") == "1 of 280")
    find(page, "39045")
    eventually(lambda: page.text(".found") == "1 of 1" and title(page) == "City 39/45")
    find(page, "nowhere")
    eventually(lambda: page.text(".found") == "Nothing found")
    page.click("[aria-label='End the search']")
    page.until("return document.querySelector('.steps').hidden")


def test_a_search_reads_the_version_on_the_screen(page, server):
    put_cities(server)
    server.send("PATCH", "/lists/cities/items/@c0.0", {"title": "Atlantis"})
    server.send("DELETE", "/lists/cities/items/@c0.0")
    page.expect(404)
    page.open_list("cities", "?at=2")
    find(page, "atlantis")
    eventually(lambda: page.text(".found") == "1 of 1" and title(page) == "Atlantis")
    page.click(".timeline button", "Live")
    eventually(lambda: page.state() == "live")
    find(page, "atlanti")
    eventually(lambda: page.text(".found") == "Nothing found")


def test_a_list_of_a_million_is_read_while_it_is_stepped_through_and_can_be_given_up(million_page):
    page = million_page
    page.expect(404)
    page.open_list("million")
    find(page, "reading 99999")
    eventually(lambda: page.text(".found").startswith("1 of") and title(page) == "Reading 99999", 60)
    page.click("[aria-label='Next hit']")
    eventually(lambda: page.text(".found") == "2 of 11" and title(page) == "Reading 999990", 60)
    find(page, "taken")
    eventually(lambda: page.text(".found").startswith("1 of"), 60)
    page.click("[aria-label='End the search']")
    page.until("return document.querySelector('.steps').hidden")


def test_a_list_with_a_search_is_searched_by_the_server(page, server):
    put_cities(server)
    page.expect(404)
    page.open_list("cities")
    page.run("""
        window.asked = [];
        const real = window.fetch;
        sectional.list.session.info.search = ['/title'];
        window.fetch = async (address, init) => {
            const { pathname, searchParams } = new URL(address);
            if (pathname.endsWith('/export')) window.asked.push('export');
            if (!pathname.endsWith('/search')) return real(address, init);
            const query = Object.fromEntries(searchParams);
            window.asked.push(query);
            const offset = Number(query.offset);
            const answer = await (await real(new URL('items?limit=50&offset=' + offset, address.replace('/search', '/x')), init)).json();
            return Response.json({ ...answer, words: [query.q], itemCount: null, complete: true });
        };""")
    find(page, "city")
    eventually(lambda: page.text(".found") == "1 of more than 1,000" and title(page) == "City 0/0")
    for _ in range(50):
        page.find(FIELD).send_keys(Keys.ENTER)
    eventually(lambda: page.text(".found") == "51 of more than 1,000" and title(page) == "City 1/0")
    assert page.run("return window.asked") == [
        {"q": "city", "offset": "0", "limit": "50", "at": "1"}, {"q": "city", "offset": "50", "limit": "50", "at": "1"}]
