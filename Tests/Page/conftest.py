"""What the tests of the page share: a browser for all, a server and a tab for each."""

import pathlib
import sys

import pytest
from selenium.common.exceptions import WebDriverException
from urllib3.exceptions import HTTPError

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from browser import Page, start_browser  # noqa: E402
from server import Server  # noqa: E402


@pytest.fixture(scope="session")
def browsers():
    """The browser that all tests share, in a list; another one takes its place where it answers no more."""
    started = []
    yield started
    for driver in started:
        driver.quit()


@pytest.fixture
def driver(browsers):
    if not (browsers and is_there(browsers[0])):
        browsers[:] = [start_browser()]
    return browsers[0]


def is_there(driver):
    try:
        return len(driver.window_handles) > 0
    except (WebDriverException, HTTPError, OSError):
        driver.engine.kill(driver)
        return False


@pytest.fixture
def settings():
    """The YAML of the server's settings; a test module may say otherwise."""
    return ""


@pytest.fixture
def server(tmp_path, settings):
    server = Server(tmp_path, settings).start()
    yield server
    server.stop()


@pytest.fixture
def page(driver, server):
    page = Page(driver, server.url)
    yield page
    complaints = page.complaints()
    page.close()
    assert complaints == [], "\n".join(complaints)


MILLION = 1_000_000
SECTIONS = 2_000


@pytest.fixture(scope="session")
def million(tmp_path_factory):
    """A server with a list of a million items in 2,000 sections."""
    folder = tmp_path_factory.mktemp("million")
    rows = folder / "rows.csv"
    each = MILLION // SECTIONS
    with open(rows, "w") as file:
        file.write("title,group,id,note\n")
        for index in range(MILLION):
            file.write(f"Reading {index},Section {index // each},i{index},taken at noon\n")
    server = Server(folder)
    server.load("million", rows, "--section-by", "group", "--header", "group", "--id", "id")
    rows.unlink()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def million_page(driver, million):
    page = Page(driver, million.url)
    yield page
    complaints = page.complaints()
    page.close()
    assert complaints == [], "\n".join(complaints)
