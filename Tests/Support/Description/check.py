"""What holds within the API's description: that each example fits the schema that it stands beside, that links and discriminators lead somewhere,
that each event has a webhook, and that no schema has what generators of clients stumble over: Apple's leaves out a member that is one of several
schemas of which one is null, and its clients can decode no answer with a member that a closed schema does not have.

usage: check.py DESCRIPTION

DESCRIPTION is openapi.yaml. What is wrong goes to standard output, a line each; it ends with 0 when nothing is.
"""

import sys

import jsonschema_rs
import yaml

with open(sys.argv[1], encoding="utf-8") as file:
    document = yaml.safe_load(file)
components = document["components"]
wrong = []
counts = {"examples": 0, "links": 0, "mappings": 0, "answers": 0}
# Names that the languages of clients, or what generated code imports, have themselves.
TAKEN = set("Any Array Boolean Data Date Dict Double Error Int Iterable List Literal Long Map Object Optional Record Result Set String Tuple Type Union".split())


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


def types(schema):
    kinds = schema.get("type", [])
    return kinds if isinstance(kinds, list) else [kinds]


def check_open(path, thing, seen):
    """Holds that what a schema of an answer leads to may have members that are not known yet."""
    if isinstance(thing, list):
        for index, each in enumerate(thing):
            check_open(f"{path}/{index}", each, seen)
    if not isinstance(thing, dict) or thing.get("$ref") in seen:
        return
    if "$ref" in thing:
        seen.add(thing["$ref"])
        check_open(thing["$ref"], resolved(thing), seen)
    if False in [thing.get("additionalProperties"), thing.get("unevaluatedProperties")]:
        wrong.append(f"{path}: an answer that is closed")
    for key, each in thing.items():
        if key not in ["example", "examples", "headers", "links"]:
            check_open(f"{path}/{key}", each, seen)


def check_schema(path, schema):
    kinds = [kind for kind in types(schema) if kind != "null"]
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
    parts = schema.get("oneOf", []) + schema.get("anyOf", []) + schema.get("allOf", [])
    if any("null" in types(part) for part in parts):
        wrong.append(f"{path}: null among several schemas")
    if kinds == ["array"] and "$ref" in schema.get("items", {}) and "null" in types(resolved(schema["items"])):
        wrong.append(f"{path}: elements that are null by a reference")
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
wrong.extend(f"#/components/schemas/{name}: a name that is taken" for name in components["schemas"].keys() & TAKEN)
seen = set()
for item in document["webhooks"].values():
    check_open("#/webhooks", item, seen)
for item, operation in operations():
    for status, response in operation["responses"].items():
        counts["answers"] += 1
        check_open(f"{operation['operationId']} {status}", response, seen)
        problem = resolved(response).get("content", {}).get("application/problem+json")
        if problem and problem["schema"] != {"$ref": "#/components/schemas/Problem"}:
            wrong.append(f"{operation['operationId']} {status}: an error that is no Problem")
print(*wrong, sep="\n")
print(", ".join(f"{count} {name}" for name, count in counts.items()))
sys.exit(bool(wrong))
