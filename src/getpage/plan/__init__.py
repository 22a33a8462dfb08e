"""Where the next gigabyte pays most, over all knobs of the same real storage, and with what commands.

| module | what |
|---|---|
| `settings` | what a plan is asked for |
| `run` | a plan of what was observed |
| `planner` | one plan, from knobs to items, commands and reasons |
| `budget` | what real storage there is to give |
| `rooms` | that and every limit, as rooms that choices take from |
| `waste` | what a rule says is wasted, given back first |
| `demands` | sizes that rules ask for and no curve tells of: floors |
| `offers` | the sizes of each knob, and what each saves: reads, CPU, waits |
| `worth` | what that is worth, in one currency |
| `problem` | offers and rooms as arrays |
| `choices` | these arrays |
| `hull`, `multipliers` | the price of storage at which all just fits |
| `allocate`, `core` | the best allocation, exactly where that can be |
| `items`, `accounts` | what changes, and what that takes of budgets and limits |
| `gigabytes` | the price list |
| `reasons` | what is not done, and why |
| `later` | sizes that wait for room |
| `raising` | limits that a command raises, and who waits for it |
| `steps`, `commands` | the one list of commands in its order |
| `answered` | what answers each finding, or why no command does |

How it is written is in `getpage.report.plan`.
"""

from typing import TYPE_CHECKING

from getpage.core.lazy import at_first_use
from getpage.plan.settings import PlanSettings

if TYPE_CHECKING:
    from getpage.plan.run import plan_of

__all__ = ["PlanSettings", "plan_of"]

__getattr__ = at_first_use(__name__, {"plan_of": "getpage.plan.run"})
