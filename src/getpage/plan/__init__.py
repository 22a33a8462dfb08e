"""Where the next gigabyte pays most, over all knobs of the same real storage, and with what commands.

A plan is made from top to bottom:

| module | what |
|---|---|
| `settings` | what a plan is asked for |
| `asks` | the sizes that findings ask for or rule out |
| `worth` | what a cost that is saved is worth, in one currency |
| `rooms` | what there is to give: real storage and limits |
| `inputs` | all of that, of what was observed |
| `settled` | what rules settle: waste is given back, floors are granted |
| `offers` | the sizes of each knob that is left, and what each saves |
| `problem` | offers and rooms as arrays |
| `optimum` | the best allocation, exactly where that can be |
| `items` | the knobs whose size changes |
| `waiting` | sizes that wait for room |
| `limits` | limits that a command raises, and what is page-fixed |
| `commands` | the one list of commands in its order, and what answers each finding |
| `reasons` | what is not done, and why |
| `moves` | storage that is taken, moved or bought, as it is asked for |
| `spare` | what a system can spare |
| `purchase` | which systems get what is bought |
| `storage_commands` | the commands that move storage |
| `reallocation` | what that loses and brings, against the plan without it |
| `price_list` | what each gigabyte more would bring |
| `pipeline` | these steps in their order |

How a plan is written is in `getpage.report`.
"""

from typing import TYPE_CHECKING

from getpage.core.lazy import at_first_use
from getpage.plan.settings import PlanSettings

if TYPE_CHECKING:
    from getpage.plan.pipeline import plan_of

__all__ = ["PlanSettings", "plan_of"]

__getattr__ = at_first_use(__name__, {"plan_of": "getpage.plan.pipeline"})
