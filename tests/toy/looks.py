"""What each rule of the toy looks at."""

from getpage.contract.looked import Looks

from .checks import RULES

LOOKS = (Looks("work area", lambda server: int(bool(server.intervals)), RULES),)
