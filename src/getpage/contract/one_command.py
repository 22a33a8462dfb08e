"""Whether a command is one command: names of the evidence must not end it and begin another.

Names are bytes of somebody else's system. A pool that is called `BP1) -STOP DB2` would make two commands of
one. A name is never changed to fit, as it may then be another object's: the command is not given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from getpage.contract.knob import Knob
from getpage.result import Change

#: What ends an operand, a command or a line.
_ENDS: Final = re.compile(r"""[()'";\\]|[^ -~]""")
#: A prefix of a command behind the end of an operand.
_NEXT: Final = re.compile(r"\)\s*[-+/!]\s*[A-Z]")
_BECAUSE: Final = "its name cannot stand in a command"


def refusal(change: Change) -> str:
    """Why a change is not given, as a clause; empty if each of its texts is one command."""
    texts = [change.command, change.undo, change.lasting, change.lasting_undo]
    names = [finding.object.name for finding in change.because]
    names += [change.setting, *([change.knob.name] if change.knob else [])]
    return "" if all(map(_is_one, texts)) and not _carry(texts, names) else _BECAUSE


def refusal_of_knob(knob: Knob) -> str:
    """The same of all commands of a knob; only a name that could break one is looked at."""
    if not any(map(_ENDS.search, (knob.id.name, knob.object.name))):
        return ""
    return next(filter(None, map(refusal, knob.change(knob.size + 1))), "")


def _is_one(text: str) -> bool:
    """Whether the parentheses and quotes of a text are closed, and nothing begins behind them."""
    depth = 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            return False
    is_closed = depth == 0 and not text.count("'") % 2 and not text.count('"') % 2
    return is_closed and text.isprintable() and ";" not in text and not _NEXT.search(text)


def _carry(texts: Iterable[str], names: Iterable[str]) -> bool:
    """Whether a name that ends an operand stands in a text."""
    words = {word for name in names for word in name.split() if _ENDS.search(word)}
    return any(word in text for text in texts for word in words)
