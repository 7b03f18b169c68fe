"""Clients that PyPI's generators make of the API's description, used against a real server.

usage: clients.py FOLDER PORT

FOLDER is for the generated code, PORT that of a server on 127.0.0.1 that gives the description and may call webhooks there. It ends with 0 when
all holds.

* openapi-python-client makes a client of functions and attrs classes. A piece that it can't make fails the run, but for NDJSON and YAML, which
  it does not know. (What it makes of a PATCH with several kinds of bodies, Python refuses.)
* datamodel-code-generator makes pydantic models, which check what they read; they go over a plain HTTP client.
"""

import http.server
import importlib
import pathlib
import queue
import re
import subprocess
import sys
import threading

import httpx

folder, port = pathlib.Path(sys.argv[1]), int(sys.argv[2])
server = f"http://127.0.0.1:{port}"
description = folder / "openapi.json"
description.write_bytes(httpx.get(f"{server}/openapi.json").raise_for_status().content)


# What openapi-python-client says that it leaves out: bodies and answers in NDJSON, and in YAML.
LEFT_OUT = ["PUT /lists/{list}", "GET /lists/{list}/export", "GET /openapi.yaml"]


def run(tool, *arguments):
    """Runs a generator of this environment, and gives back what it says."""
    finished = subprocess.run(
        [pathlib.Path(sys.executable).with_name(tool), *map(str, arguments)], capture_output=True, text=True, cwd=folder
    )
    if finished.returncode != 0:
        sys.exit(f"{tool} ended with {finished.returncode}\n{finished.stdout}{finished.stderr}")
    return finished.stdout + finished.stderr


def generate():
    # Without it the code is formatted, by a tool on the path.
    settings = folder / "settings.yml"
    settings.write_text("post_hooks: []\n")
    said = run(
        "openapi-python-client", "generate", "--path", description, "--output-path", folder / "functions", "--meta", "none",
        "--config", settings,
    )
    left_out = re.findall(r"^(?:WARNING|ERROR) parsing (.+?)(?: within .+)?\.$", said, re.MULTILINE)
    assert left_out == LEFT_OUT, said
    run(
        "datamodel-codegen", "--input", description, "--input-file-type", "openapi", "--output", folder / "models.py",
        "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin", "--disable-timestamp",
    )
    sys.path.insert(0, str(folder))


def names_of(operations):
    """The functions of the first client, by name."""
    return {name: importlib.import_module(f"functions.api.{group}.{name}") for group, names in operations.items() for name in names}


def use_functions():
    """Makes a list, reads pages, writes, applies a batch and asks for changes, with typed bodies and answers alone."""
    models = importlib.import_module("functions.models")
    call = names_of({
        "lists": ["put_list", "get_list", "get_lists", "get_versions", "apply_batch", "get_geometry", "delete_list"],
        "sections": ["get_sections"],
        "items": ["get_items", "put_item", "insert_items"],
        "following": ["get_changes"],
        "interactions": ["select_item", "get_interactions"],
    })
    client = importlib.import_module("functions").Client(base_url=server, raise_on_unexpected_status=True)

    document = models.ListDocument(
        title="Airports",
        metadata=models.Metadata.from_dict({"source": "IATA"}),
        sections=[
            models.SectionDocument(id="FR", header="France", items=[models.ItemDocument(id="CDG", value={"name": "Paris"})]),
            models.SectionDocument(id="IT", items=[models.ItemDocument(id="FCO", value="Rome", type_="PlaceModel")]),
        ],
    )
    made = call["put_list"].sync(list_="typed", client=client, body=document)
    assert isinstance(made, models.ListResource) and (made.version, made.item_count) == (1, 2), made
    assert made.metadata["source"] == "IATA", made
    bare = call["put_list"].sync(list_="bare", client=client, body=[["a", 1, None], [[], {}]])
    assert isinstance(bare, models.ListResource) and (bare.section_count, bare.item_count) == (2, 5), bare
    assert [entry.id for entry in call["get_lists"].sync(client=client, limit=1).lists] == ["bare"]

    page = call["get_items"].sync(list_="typed", client=client, limit=1)
    assert isinstance(page, models.ItemPage) and page.items[0].index_path == [0, 0] and page.items[0].value == {"name": "Paris"}, page
    behind = call["get_items"].sync(list_="typed", client=client, after="@CDG")
    assert isinstance(behind, models.ItemPage) and [item.id for item in behind.items] == ["FCO"], behind
    sections = call["get_sections"].sync(list_="typed", client=client, items=1).sections
    assert [(section.item_offset, section.items[0].cell) for section in sections] == [(0, "Cell"), (1, "PlaceCell")], sections
    assert call["get_geometry"].sync(list_="typed", client=client).sections[1].runs == [[1, "PlaceCell", None]]

    item = call["put_item"].sync(list_="typed", item="@CDG", client=client, body={"name": "Paris CDG"})
    assert isinstance(item, models.WrittenItem) and (item.list_, item.revision) == ("typed", 2), item
    inserted = call["insert_items"].sync(
        list_="typed", section="@FR", client=client, body=models.ItemInsertion(item=models.ItemDocument(id="ORY", value=1), after="@CDG")
    )
    assert isinstance(inserted, models.InsertedItems) and inserted.items[0].index_path == [0, 1], inserted
    batch = models.Batch(
        at=made.version,
        operations=[
            models.UpdateItemOperation(op="updateItem", item="0-0", value="Paris"),
            models.MoveItemOperation(op="moveItem", item="@FCO", to=[0, 0]),
            models.InsertSectionOperation(op="insertSection", section=models.SectionDocument(id="DE", header="Germany"), after="@FR"),
            models.DeleteSectionOperation(op="deleteSection", section="@IT"),
        ],
    )
    results = call["apply_batch"].sync(list_="typed", client=client, body=batch)
    assert isinstance(results, models.BatchResults), results
    assert [result and result.id for result in results.results] == ["CDG", "FCO", "DE", None], results
    assert results.results[1].index_path == [0, 0] and results.results[2].header == "Germany", results
    changes = call["get_changes"].sync(list_="typed", client=client, since=1)
    assert isinstance(changes, models.Changes) and (changes.from_, changes.to, changes.reload) == (1, 4, False), changes
    moved = [move.id for stage in changes.stages for move in stage.items.moved]
    assert moved == ["FCO"] and changes.properties is None, changes
    renamed = call["put_list"].sync(list_="typed", client=client, body=models.ListDocument(title="Airfields", sections=document.sections))
    assert renamed.title == "Airfields", renamed
    changes = call["get_changes"].sync(list_="typed", client=client, since=4)
    assert (changes.properties.title, changes.properties.version) == ("Airfields", 5), changes
    versions = call["get_versions"].sync(list_="typed", client=client, limit=2)
    assert [entry.version for entry in versions.versions] == [5, 4] and versions.next_ == 4, versions
    tapped = call["select_item"].sync(list_="typed", item="@CDG", client=client, body=models.InteractionDocument(), at=1)
    assert isinstance(tapped, models.Interaction) and tapped.item.value == {"name": "Paris"}, tapped
    assert call["get_interactions"].sync(list_="typed", client=client, last=1).interactions == [tapped]

    missing = call["get_list"].sync(list_="nowhere", client=client)
    assert isinstance(missing, models.Problem) and (missing.status, missing.type_) == (404, "/problems/list-not-found"), missing
    wrong = call["get_items"].sync(list_="typed", client=client, limit=501)
    assert isinstance(wrong, models.Problem) and wrong.errors[0].parameter == "limit", wrong
    stale = call["put_item"].sync(list_="typed", item="@CDG", client=client, body=1, if_match='"r1@CDG"')
    assert isinstance(stale, models.Problem) and stale.current["value"] == {"name": "Paris"}, stale
    assert call["delete_list"].sync_detailed(list_="bare", client=client).status_code == 204
    gone = call["get_list"].sync(list_="bare", client=client, at=1)
    assert isinstance(gone, models.Problem) and gone.status == 410 and gone.oldest is None and gone.head is None, gone


class Receiver(http.server.BaseHTTPRequestHandler):
    """Keeps the bodies that come."""

    bodies = queue.Queue()

    def do_POST(self):
        self.bodies.put(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def use_models():
    """The same with models that check each answer, and with the events that a webhook is sent."""
    import models

    client = httpx.Client(base_url=server)

    def send(method, target, answer, body=None, status=200):
        content = None if body is None else body.model_dump_json(by_alias=True, exclude_unset=True)
        response = client.request(method, target, content=content, headers={"Content-Type": "application/json"} if content else {})
        assert response.status_code == status, (method, target, response.status_code, response.text)
        return answer.model_validate_json(response.content) if answer else None

    receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    subscription = models.WebhookDocument(url=f"http://127.0.0.1:{receiver.server_port}/", lists=["checked"], ordered=True)
    webhook = send("POST", "/webhooks", models.WebhookWithSecret, subscription, status=201)

    document = models.ListDocument.model_validate(
        {"metadata": {"a": [1.5]}, "sections": [{"id": "S", "items": [{"id": "a", "value": {"n": 1}}, {"id": "b", "value": None}]}]}
    )
    made = send("PUT", "/lists/checked", models.ListResource, document, status=201)
    assert made.metadata.model_extra == {"a": [1.5]}, made
    page = send("GET", "/lists/checked/sections/0/items", models.ItemPageOfSection)
    assert [item.id.root for item in page.items] == ["a", "b"] and page.section.itemOffset.root == 0, page
    batch = models.Batch.model_validate({
        "operations": [
            {"op": "patchItem", "item": "@a", "merge": {"n": 2}},
            {"op": "insertItem", "section": "@S", "items": [{"value": "c"}], "index": 0},
            {"op": "deleteItem", "item": "@b"},
        ]
    })
    assert isinstance(batch.operations[0].root, models.PatchItemOperation), batch
    results = send("POST", "/lists/checked/batch", models.BatchResults, batch).results
    assert results[0].id.root == "a" and results[1].items.root[0].value.root == "c" and results[2] is None, results
    changes = send("GET", "/lists/checked/changes?since=1", models.Changes)
    assert (changes.to.root, len(changes.stages)) == (2, 1), changes
    problem = send("GET", "/lists/nowhere", models.Problem, status=404)
    assert problem.type == "/problems/list-not-found", problem

    for action in ["select", "deselect", "actions/archive"]:
        send("POST", f"/lists/checked/items/@a/{action}", models.Interaction, status=202)
    send("DELETE", "/lists/checked", None, status=204)
    send("POST", f"/webhooks/{webhook.id.root}/test", models.Delivery, status=202)
    kinds = [
        models.ListCreatedEvent, models.ListChangedEvent, models.ItemSelectedEvent, models.ItemDeselectedEvent, models.ItemActionEvent,
        models.ListDeletedEvent, models.TestEvent,
    ]
    events = [models.WebhookEvent.model_validate_json(Receiver.bodies.get(timeout=60)).root for _ in kinds]
    assert [type(event) for event in events] == kinds, events
    log = send("GET", f"/webhooks/{webhook.id.root}/deliveries", models.DeliveryPage)
    assert len(log.deliveries) == len(kinds), log
    receiver.shutdown()


generate()
use_functions()
use_models()
print("the generated clients work")
