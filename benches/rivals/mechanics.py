#!/usr/bin/env python3
"""Times the derivation of driving torques in rival tools.

    python mechanics.py [OUT.json] [--slow] [--case NAME ...] [--tool PACKAGE ...]

Each record is a line of JSON on the standard output: case, tool, seconds (the best run;
null if none finished), runs, note (how it was done), terms of the result (of forms not
multiplied out: its operations), and the sum of the torques at a fixed point.  OUT.json, if
given, receives all of them as a list.  Every torque must agree with a recursion in floats.
"""

import argparse
import json
import sys

from algebra import chosen
from measuring import measure
from mechanics_cases import CASES


def main():
    args = arguments()
    limit = 900 if args.slow else 120
    records = []
    for case, tool in chosen(args, CASES):
        records.append(measure(case, *tool, None, limit))
        print(json.dumps(records[-1]), flush=True)
        if args.out:  # written each time, so that an interruption loses nothing
            with open(args.out, "w", encoding="utf-8") as file:
                json.dump(records, file, indent=1)
    return 1 if any(r["note"].startswith("failed") for r in records) else 0


def arguments():
    parser = argparse.ArgumentParser(description="Times the mechanics of robots in rival tools.")
    parser.add_argument("out", nargs="?", help="JSON file to write")
    parser.add_argument("--slow", action="store_true", help="limit of 900 s instead of 120 s")
    parser.add_argument("--case", nargs="+", metavar="NAME", help="only these cases")
    parser.add_argument("--tool", nargs="+", metavar="PACKAGE", help="only these packages")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
