"""Members of libraries: how a product's commands are written as a site runs them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

#: Names of jobs and subsystems of z/OS: MVS JCL Reference, "Character sets".
SYSTEM_NAMES: Final = "[A-Z#$@][A-Z0-9#$@]{0,7}"
#: Names that no command carries: a JVM named after its log, a Linux host.
PRINTED_NAMES: Final = "[ -~]{1,255}"


class Holds(StrEnum):
    """What a member holds of each change."""

    COMMANDS = "commands"  # what is entered
    LASTING = "lasting"  # what makes it last over a restart
    SETTINGS = "settings"  # lines of a parameter member, for the next start


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberForm:
    """One kind of member. `suffix` ends its name, `undo` that of the member that takes it back: three letters
    each, behind up to five of the name of the subsystem. `title` says what it is and how it is run; `first`
    and `last` are lines around the commands, with `{name}` for the subsystem. A command that does not begin
    with `begins` is for a console, and is written as a comment; one that is longer than a line is continued
    by `continued` at the end of it. `names` is the pattern of the names that subsystems of the product can
    have: for one of another name no command is given, as no name is ever shortened to one that may be another
    subsystem's.
    """

    holds: Holds
    suffix: str
    undo: str
    title: str
    names: str
    first: str = ""
    last: str = ""
    begins: str = ""
    continued: str = ""
