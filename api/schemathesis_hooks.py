"""What schemathesis is told in words of its own; schemathesis.toml names this file."""
import schemathesis


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Leaves NDJSON out of what is made up.

    JSON Schema describes one value, not a run of lines, so nothing that is made from it is an upload. Uploads have tests of their own.
    """
    for path in raw_schema["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict):
                operation.get("requestBody", {}).get("content", {}).pop("application/x-ndjson", None)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Has no request wait for longer than a second, as a client of schemathesis gives up after ten, and sends names of cell types in UTF-8."""
    wait = (case.query or {}).get("wait")
    if str(wait).isdecimal() and 1 < int(wait) <= 60:
        case.query["wait"] = 1
    names = (case.headers or {}).get("Accept-Cell-Types")
    if isinstance(names, str):
        # What sends it takes each character for a byte.
        case.headers["Accept-Cell-Types"] = names.encode().decode("latin-1")
