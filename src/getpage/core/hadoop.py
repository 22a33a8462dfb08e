"""Settings of a site's Hadoop, as its own tools find them: core-site.xml and hdfs-site.xml."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from getpage.core.errors import GetpageError, Instead

_FILES: Final = ("core-site.xml", "hdfs-site.xml")
#: Paths on HDFS without a namenode, which `Path` takes the third slash of.
_DEFAULT: Final = re.compile(r"(?:^|(?<==))hdfs:///(?=[^/])")


def folder() -> Path | None:
    """Where the files are; None where the environment names no place."""
    if named := os.environ.get("HADOOP_CONF_DIR"):
        return Path(named)
    home = os.environ.get("HADOOP_HOME")
    return Path(home) / "etc" / "hadoop" if home else None


def setting(name: str) -> str | None:
    """The value of a property; None where the site does not set it."""
    if (place := folder()) is None:
        return None
    from xml.etree import ElementTree

    value = None
    for file in _FILES:
        try:
            tree = ElementTree.parse(place / file)
        except (OSError, ElementTree.ParseError):
            continue
        for each in tree.iter("property"):
            if (each.findtext("name") or "").strip() == name:
                value = (each.findtext("value") or "").strip()
    return value


def namenode() -> str:
    """The name or address of the namenode that paths without one mean; empty where the site names none."""
    scheme, _, rest = (setting("fs.defaultFS") or "").partition("://")
    return rest.partition("/")[0] if scheme == "hdfs" else ""


def with_namenode(word: str) -> str:
    """A word of a command; a path on HDFS without a namenode has that of the site. GetpageError without."""
    if (match := _DEFAULT.search(word)) is None:
        return word
    if default := namenode():
        return f"{word[: match.start()]}hdfs://{default}/{word[match.end() :]}"
    url = word[match.start() :]
    problem = f"{url}: no namenode is named, and fs.defaultFS of core-site.xml in HADOOP_CONF_DIR names none"
    raise GetpageError(problem, Instead(url, f"hdfs://NAMENODE/{word[match.end() :]}"))
