"""What a page in a real browser can do to a server: one attempt for each line of standard input, its outcome on standard output.

usage: browser.py PORT

Each line is JSON: {"page": URL of the page, "script": JavaScript that calls done(text)}. Pages are served on PORT under
every name that ends in .example, all of which the browser takes for this machine.
"""

import http.server
import json
import sys
import threading

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service


class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = b"<!doctype html><meta charset=utf-8><title>page</title>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for argument in [
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--host-resolver-rules=MAP *.example 127.0.0.1",
        # Whether a public page may ask for this machine at all is another rule of the browser's, which must not hide what is tested.
        "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests,PrivateNetworkAccessRespectPreflightResults",
    ]:
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    try:
        driver.set_script_timeout(30)
        for line in sys.stdin:
            attempt = json.loads(line)
            driver.get(attempt["page"])
            script = "const done = arguments[arguments.length - 1];" + attempt["script"]
            print(json.dumps(driver.execute_async_script(script)), flush=True)
    finally:
        driver.quit()


main()
