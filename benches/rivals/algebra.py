#!/usr/bin/env python3
"""Times the algebra of robot dynamics in SymPy, SymEngine and python-flint.

    python algebra.py CASES_DIR OUT.json [--slow] [--case NAME ...] [--tool PACKAGE ...]

CASES_DIR holds the inputs, one formula a file.  OUT.json receives one record per
case and tool: case, tool, seconds (the best run; null if none finished), runs,
note (how it was done), terms of the result, and its value at a fixed point.  The
same goes to the standard output as a table.
"""

import argparse
import json

from cases import CASES
from measuring import measure


def main():
    args = arguments()
    limit = 900 if args.slow else 120
    print(f"{'case':<10} {'tool':<27} {'seconds':>9} {'runs':>4} {'terms':>8} {'value':>14}  note")
    records = []
    for case, tool in chosen(args, CASES):
        records.append(measure(case, *tool, args.cases, limit))
        print(row(records[-1]), flush=True)
        # Written each time, so that an interruption loses nothing.
        with open(args.out, "w", encoding="utf-8") as file:
            json.dump(records, file, indent=1)
    for line in disagreements(records):
        print("DISAGREEMENT", line)


def arguments():
    parser = argparse.ArgumentParser(description="Times symbolic algebra in rival tools.")
    parser.add_argument("cases", help="folder of the inputs")
    parser.add_argument("out", help="JSON file to write")
    parser.add_argument("--slow", action="store_true", help="limit of 900 s instead of 120 s")
    parser.add_argument("--case", nargs="+", metavar="NAME", help="only these cases")
    parser.add_argument("--tool", nargs="+", metavar="PACKAGE", help="only these packages")
    return parser.parse_args()


def chosen(args, cases):
    """The pairs of case and tool that the options leave."""
    for case, tools in cases.items():
        for tool in tools:
            if (not args.case or case.__name__ in args.case) and \
                    (not args.tool or tool[0] in args.tool):
                yield case, tool


def row(record):
    seconds = "-" if record["seconds"] is None else f"{record['seconds']:.4f}"
    terms = "-" if record["terms"] is None else str(record["terms"])
    value = "-" if record["value"] is None else f"{record['value']:.9g}"
    return (f"{record['case']:<10} {record['tool']:<27} {seconds:>9} {record['runs']:>4} "
            f"{terms:>8} {value:>14}  {record['note']}")


def disagreements(records):
    """The tools must have found the same."""
    for case in dict.fromkeys(r["case"] for r in records):
        same = [r for r in records if r["case"] == case]
        terms = {r["terms"] for r in same if r["terms"] is not None}
        values = [r["value"] for r in same if r["value"] is not None]
        if len(terms) > 1:
            yield f"{case}: numbers of terms {sorted(terms)}"
        if values and max(values) - min(values) > 1e-7 * max(1.0, abs(values[0])):
            yield f"{case}: values {sorted(values)}"


if __name__ == "__main__":
    main()
