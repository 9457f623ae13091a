"""Prints our figures and the rivals' side by side, as a table in Markdown."""

import json
import sys


def shown(seconds):
    if seconds is None:
        return "not finished"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def main(ours_path, rivals_path):
    with open(ours_path) as file:
        ours = {row["case"]: row for row in json.load(file)}
    with open(rivals_path) as file:
        rivals = json.load(file)
    print("| case | tool | time | against Appell | terms |")
    print("|---|---|---|---|---|")
    for case, own in ours.items():
        print(f"| {case} | **Appell** | {shown(own['seconds'])} | 1 | {own['terms']} |")
        for row in (row for row in rivals if row["case"] == case):
            seconds = row["seconds"]
            ratio = "" if seconds is None else f"{seconds / own['seconds']:.3g}"
            terms = row["terms"] if row.get("terms") is not None else ""
            print(f"| | {row['tool']} | {shown(seconds)} | {ratio} | {terms} |")


main(*sys.argv[1:])
