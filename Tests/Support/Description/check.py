"""What holds within the API's description: that each example fits the schema that it stands beside, that links and discriminators lead somewhere,
that each event has a webhook, and that no schema has what generators of clients stumble over.

usage: check.py DESCRIPTION

DESCRIPTION is openapi.json. What is wrong goes to standard output, a line each; it ends with 0 when nothing is.
"""

import json
import sys

import jsonschema_rs

with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)
components = document["components"]
wrong = []
counts = {"examples": 0, "links": 0, "mappings": 0}


def resolved(thing):
    """What a reference leads to; the thing itself where it is none."""
    while isinstance(thing, dict) and "$ref" in thing:
        found = document
        for part in thing["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        thing = found
    return thing


def operations():
    for item in [*document["paths"].values(), *document["webhooks"].values()]:
        for method, operation in item.items():
            if method != "parameters":
                yield item, operation


PARAMETERS = {
    operation["operationId"]: {resolved(each)["name"] for each in item.get("parameters", []) + operation.get("parameters", [])}
    for item, operation in operations()
}


def check_examples(path, thing):
    """Holds the examples of a media type, a parameter or a header to its schema."""
    examples = [each["value"] for each in map(resolved, thing.get("examples", {}).values())]
    examples += [thing["example"]] if "example" in thing else []
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "components": components, "allOf": [thing["schema"]]}
    validator = jsonschema_rs.validator_for(schema, validate_formats=True)
    for example in examples:
        counts["examples"] += 1
        wrong.extend(f"{path}: {error.message}" for error in validator.iter_errors(example))


def check_link(path, link):
    link = resolved(link)
    counts["links"] += 1
    unknown = set(link.get("parameters", {})) - PARAMETERS.get(link["operationId"], set())
    if link["operationId"] not in PARAMETERS or unknown:
        wrong.append(f"{path}: leads to no operation with {sorted(link.get('parameters', {}))}")


def check_schema(path, schema):
    kinds = schema.get("type", [])
    kinds = [kind for kind in (kinds if isinstance(kinds, list) else [kinds]) if kind != "null"]
    if len(kinds) > 1:
        wrong.append(f"{path}: several types, of which some readers take the first")
    if not kinds and {"const", "enum"} & schema.keys():
        wrong.append(f"{path}: values without a type")
    bounds = [schema[key] for key in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] if key in schema]
    if any(abs(bound) > 1 << 53 for bound in bounds):
        wrong.append(f"{path}: a bound that is no Double")
    if any(isinstance(schema.get(key), bool) for key in ["items", "contains", "not"]):
        wrong.append(f"{path}: a schema that is a boolean")
    if schema.get("type") == "object" and {"oneOf", "anyOf", "allOf"} & schema.keys():
        wrong.append(f"{path}: properties beside oneOf, anyOf or allOf")
    for value, name in schema.get("discriminator", {}).get("mapping", {}).items():
        counts["mappings"] += 1
        property = resolved({"$ref": name})["properties"][schema["discriminator"]["propertyName"]]
        if property != {"type": "string", "const": value}:
            wrong.append(f"{path}: {name} is not told by “{value}”")


def walk(path, thing):
    if isinstance(thing, list):
        for index, each in enumerate(thing):
            walk(f"{path}/{index}", each)
    if not isinstance(thing, dict):
        return
    if "schema" in thing and "$ref" not in thing:
        check_examples(path, thing)
    for name, link in thing.get("links", {}).items() if "description" in thing else []:
        check_link(f"{path}/links/{name}", link)
    is_schema = "/schemas/" in path or path.endswith("/schema")
    if is_schema and not path.endswith("/properties"):
        check_schema(path, thing)
    for key, each in thing.items():
        if key not in ["example", "examples"]:
            walk(f"{path}/{key}", each)


walk("#", document)
events = components["schemas"]["EventType"]["enum"]
if sorted(document["webhooks"]) != sorted(events):
    wrong.append("#/webhooks: not those of EventType")
for item, operation in operations():
    for status, response in operation["responses"].items():
        problem = resolved(response).get("content", {}).get("application/problem+json")
        if problem and problem["schema"] != {"$ref": "#/components/schemas/Problem"}:
            wrong.append(f"{operation['operationId']} {status}: an error that is no Problem")
print(*wrong, sep="\n")
print(", ".join(f"{count} {name}" for name, count in counts.items()))
sys.exit(bool(wrong))
