"""Our expansion of public xacro files against that of the package `xacro`, element by element.

    pip install xacro pyyaml
    pip download --no-deps -d wheels hello-robot-stretch-urdf example-robot-data rtb-data scikit-robot ...
    (unzip the wheels below FOLDER)
    cargo build --release -p appell-xacro --example expand
    python benches/rivals/xacro_files.py FOLDER [path of the example expand]

Every file that ends in .xacro is expanded by both. A package is a folder below FOLDER of its name, the one that
is nearest to the file. Elements, attributes and texts must be equal to the letter; declarations of prefixes and
comments do not count. Fails where one expands what the other refuses, or where they differ.
"""

import pathlib
import subprocess
import sys
import types
import xml.dom.minidom

FOLDER = pathlib.Path(sys.argv[1]).resolve()
HERE = pathlib.Path(__file__).resolve().parent
COMMAND = sys.argv[2] if len(sys.argv) > 2 else str(HERE.parents[1] / "target/release/examples/expand")

# the package index of ROS, of which `xacro` needs one function
packages = types.ModuleType("ament_index_python.packages")
index = types.ModuleType("ament_index_python")
index.packages = packages
sys.modules.update({"ament_index_python": index, "ament_index_python.packages": packages})
import xacro  # noqa: E402

FOLDERS = {}
for path in FOLDER.rglob("*"):
    if path.is_dir():
        FOLDERS.setdefault(path.name, []).append(path)

NAMES = set()
for path in FOLDER.rglob("*.xacro"):
    NAMES |= {word.split(")")[0].strip() for word in path.read_text().split("$(find ")[1:]}


def package(name, file):
    """The folder of a package that shares the longest path with a file."""
    def shared(folder):
        pairs = zip(folder.parts, file.parts)
        return next((i for i, (a, b) in enumerate(pairs) if a != b), len(folder.parts))
    # some wheels have packages under other names than their files say
    names = [name, name.replace("_support", ""), f"{name}_description", name.replace("-", "_")]
    found = next((FOLDERS[it] for it in names if it in FOLDERS), None)
    return max(found, key=lambda folder: (shared(folder), -len(folder.parts))) if found else None


def theirs(file):
    def share(name):
        folder = package(name, file)
        if folder is None:
            raise LookupError(name)
        return str(folder)
    packages.get_package_share_directory = share
    return xacro.process_file(str(file)).toxml()


def ours(file):
    found = {name: package(name, file) for name in NAMES}
    options = [f"{name}:={folder}" for name, folder in found.items() if folder]
    run = subprocess.run([COMMAND, str(file), *options], capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(run.stderr.splitlines()[0] if run.stderr else "no message")
    return run.stdout


def canonical(node):
    attributes = sorted((k, v) for k, v in node.attributes.items() if not k.startswith("xmlns"))
    children = []
    for child in node.childNodes:
        if child.nodeType == child.ELEMENT_NODE:
            children.append(canonical(child))
        elif child.nodeType in (child.TEXT_NODE, child.CDATA_SECTION_NODE) and child.data.strip():
            children.append(child.data.strip())
    return node.tagName, attributes, children


def difference(a, b, path=""):
    if isinstance(a, str) or isinstance(b, str):
        return None if a == b else f"{path}: {a!r} and {b!r}"
    if a[:2] != b[:2]:
        return f"{path}/{a[0]}: {[x for x in a[1] if x not in b[1]]} and {[x for x in b[1] if x not in a[1]]}"
    if len(a[2]) != len(b[2]):
        return f"{path}/{a[0]}: {len(a[2])} and {len(b[2])} children"
    found = (difference(x, y, f"{path}/{a[0]}") for x, y in zip(a[2], b[2]))
    return next((it for it in found if it), None)


def attempt(work, file):
    try:
        return canonical(xml.dom.minidom.parseString(work(file)).documentElement), None
    except Exception as error:  # whatever stops it is a refusal
        return None, f"{type(error).__name__}: {error}"


def main():
    equal, refused, wrong = 0, 0, []
    for file in sorted(FOLDER.rglob("*.xacro")):
        (a, a_error), (b, b_error) = attempt(ours, file), attempt(theirs, file)
        name = file.relative_to(FOLDER)
        if a is None and b is None:
            refused += 1
            print(f"refused by both: {name}: {a_error} | {b_error}"[:240])
        elif a is None or b is None:
            wrong.append(f"{name}: ours {a_error or 'expands'}, theirs {b_error or 'expands'}")
        elif found := difference(a, b):
            wrong.append(f"{name}: {found}")
        else:
            equal += 1
    print(f"{equal} equal, {refused} refused by both, {len(wrong)} different")
    for line in wrong:
        print("DIFFERENT", line[:400])
    sys.exit(bool(wrong))


main()
