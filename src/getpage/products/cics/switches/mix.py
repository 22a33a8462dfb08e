"""The commands that a task issues, as people write them: `receive, 149*(db2, td), db2, td!, send`.

| word | what it is | threadsafe |
|---|---|---|
| `db2`, `mq` | a call of Db2 or MQ | runs on L8 |
| `ims` | a call of DBCTL | runs on L8 from 4.2, with IMS 12; on QR before |
| `file`, `ts` | VSAM file control, temporary storage | yes |
| `td` | transient data | from 5.1 |
| `load` | a program that is loaded from its library | on RO, see `rules` |
| `send`, `receive`, `qr` | terminal control, or any command that is not threadsafe | no |
| `threadsafe` | any command that is | yes |

`3*db2` is three of them, `3*(db2, td)` three times both. A command that is not threadsafe in this case, such
as one for a file of another region over MRO, is marked with an exclamation mark: `file!`.

References: as in `rules`; of file control, temporary storage and DBCTL, IBM CICS TS documentation,
"Threadsafe command list", and of their releases general knowledge.
"""

from __future__ import annotations

import re
from typing import Final

from getpage.core.errors import GetpageError
from getpage.core.text import shorten

from .rules import NEEDS, ExecCommand

#: Commands of a task that are counted; what repeats can be written smaller.
MOST: Final = 100_000
_DEEPEST: Final = 8
WORDS: Final = (*NEEDS, "send", "receive", "qr")
_TOKEN: Final = re.compile(r"\s*(?:([0-9][0-9,_]*)\s*[*x]|([A-Za-z][A-Za-z0-9]*)(!?)|([(),+]))")


def read_mix(text: str) -> tuple[ExecCommand, ...]:
    """The commands in their order; GetpageError where a word is none, or there are too many."""
    stack: list[tuple[int, list[ExecCommand]]] = [(1, [])]
    times, place = 1, 0
    text = text.strip()
    if not text:
        raise GetpageError("there is no command in the mix", "getpage switches 'db2, 150*(db2, td), send'")
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise _wrong(text[place:].strip(), "a command, a count or a bracket")
        place = match.end()
        count, word, mark, sign = match.groups()
        if count is not None:
            times = _times(count)
        elif word is not None:
            if word.lower() not in WORDS:
                raise _wrong(word, f"one of {', '.join(WORDS)}")
            _add(stack[-1][1], [ExecCommand(word.lower(), on_qr=bool(mark))], times)
            times = 1
        elif sign == "(":
            if len(stack) > _DEEPEST:
                raise _wrong("(", f"at most {_DEEPEST} brackets within each other")
            stack.append((times, []))
            times = 1
        elif sign == ")":
            if len(stack) == 1:
                raise _wrong(")", "an opening bracket before it")
            repeat, inner = stack.pop()
            _add(stack[-1][1], inner, repeat)
    if len(stack) > 1:
        raise _wrong("the end", "a closing bracket")
    if times != 1:
        raise _wrong("the end", f"a command after {times}*")
    if not stack[0][1]:
        raise _wrong(text, "a command")
    return tuple(stack[0][1])


def _times(text: str) -> int:
    digits = text.replace(",", "").replace("_", "")
    return int(digits) if len(digits) < 10 else MOST + 1


def _add(to: list[ExecCommand], commands: list[ExecCommand], times: int) -> None:
    if len(to) + len(commands) * times > MOST:
        message = f"a mix of more than {MOST:,} commands; a shorter one of the same proportions does"
        raise GetpageError(message, "getpage switches 'db2, 150*(db2, td), send'")
    to += commands * times


def _wrong(text: str, expected: str) -> GetpageError:
    return GetpageError(
        f"the mix has {shorten(text, 40)!r} where {expected} is expected",
        "getpage switches 'db2, 150*(db2, td), send'",
    )
