"""Where the next gigabyte pays most, over all knobs of the same real storage, and with what commands.

| module | what |
|---|---|
| `run` | a plan of a store: what is asked for, checked |
| `planner` | one plan, from knobs to items, commands and reasons |
| `budget` | what real storage there is to give |
| `rooms` | that and every limit, as rooms that choices take from |
| `waste` | what a rule says is wasted, given back first |
| `offers` | the sizes of each knob, and what each saves: reads, CPU, waits |
| `worth` | what that is worth, in one currency |
| `problem` | offers and rooms as arrays |
| `choices` | these arrays |
| `hull`, `multipliers` | the price of storage at which all just fits |
| `allocate`, `core` | the best allocation, exactly where that can be |
| `items`, `accounts` | what changes, and what that takes of budgets and limits |
| `gigabytes` | the price list |
| `reasons` | what is not done, and why |
| `steps` | the commands in their order |

How it is written is in `getpage.report.plan`.
"""

from getpage.plan.run import Asked, plan_of

__all__ = ["Asked", "plan_of"]
