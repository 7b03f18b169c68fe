"""Compares JSON values by RFC 9535 for Tests/ListsTests/Views: reads lines `["OP", left, right]`, and prints 1 where it holds, else 0."""
import decimal
import json
import sys

import jsonpath

QUERIES = {operator: jsonpath.compile(f"$[?@.l {operator} @.r]") for operator in ["==", "<", "<=", ">", ">="]}

for line in sys.stdin:
    operator, left, right = json.loads(line, parse_float=decimal.Decimal)
    print(len(QUERIES[operator].findall([{"l": left, "r": right}])))
