"""What other sizes bring: sums at once, then the forecast with its intervals and the plan around them."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from getpage.app.scenario import scenario_json
from getpage.contract.curve import known
from getpage.core import numbers
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.core.names import Image
from getpage.forecast.change import SizeRequest, size_requests
from getpage.ledger.room import Room
from getpage.ledger.takes import on_image
from getpage.report.charts import svg
from getpage.report.check.sizes import picture_of
from getpage.report.common.ways import where
from getpage.report.forecast.page import shown as shown_forecast
from getpage.report.members import members
from getpage.report.plan.page import shown as shown_plan
from getpage.result import REAL_STORAGE
from getpage.result.plan import Plan
from getpage.serve.address import STORAGE, TRIED, Address
from getpage.serve.pages import piece
from getpage.serve.results import forecast, plan, sources, window

if TYPE_CHECKING:
    from getpage.contract.knob import Knob
    from getpage.report.charts.size import CostPicture
    from getpage.serve.session import Observed, Session

_MOST_ROWS: Final = 60
#: Steps of a slider over the sizes that a knob can have.
_STEPS: Final = 200
#: A slider goes to this many times the size that there is; the number beside it goes farther.
_TIMES: Final = 4

#: Where the elements of a page are named.
_IDS: Final = re.compile(r' (id|aria-labelledby|aria-describedby)="([^"]+)"')


@dataclass(frozen=True, slots=True)
class SizeSum:
    """A line of the sums: of what, in which state (fits, short, unknown, takes), in words, with a bar."""

    of: str
    state: str
    words: str
    bar: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slider:
    """A knob with the size that is tried, and the sizes that it can have; `others` are the other sizes that
    are tried, each as KNOB=SIZE.
    """

    id: str
    object: str
    unit: str
    size: str
    present: int
    tried: int
    least: int
    most: int
    slider_most: int
    step: int
    because: str
    others: tuple[str, ...]


def slider(knob: Knob, address: Address, tried: int | None = None) -> Slider:
    """The slider of a knob."""
    most = max(knob.largest, knob.size)
    slider_most = min(most, max(knob.size * _TIMES, tried or 0, 1))
    return Slider(
        id=str(knob.id),
        object=str(knob.object),
        unit=knob.unit,
        size=f"{numbers.present(knob.size, knob.setting)} {knob.unit}",
        present=knob.size,
        tried=knob.size if tried is None else tried,
        least=min(knob.smallest, knob.size),
        most=most,
        slider_most=slider_most,
        step=max(1, slider_most // _STEPS),
        because=knob.largest_because,
        others=tuple(text for text in address.every("hold") if not _is_of(text, knob)),
    )


def by_curve(knobs: Sequence[Knob]) -> list[Knob]:
    """All knobs, those first of which it is known what other sizes bring."""
    return sorted(knobs, key=lambda knob: (not known(knob.curve), str(knob.id)))


def curve(seen: Observed, knob: Knob, tried: int | None) -> CostPicture | None:
    """The curve of a knob with its present size, its knee, the size that is tried and that of the plan; None
    where nothing tells what another size brings.
    """
    cost = next((cost for cost in seen.result.cost_by_size if cost.knob == knob.id), None)
    planned = {item.knob: item.size_after for item in seen.decided.plan.items}
    uid = f"by-size-{''.join(filter(str.isalnum, str(knob.id)))}"
    return picture_of(cost, planned, uid, tried) if cost else None


def moved_curve(session: Session, address: Address, name: str) -> CostPicture | None:
    """The curve of the knob of this name at the size that is tried."""
    seen = window(session, address)
    tried = {str(request.knob.id): request.size for request in requests(seen, address.every("hold"))}
    sized = next((knob for knob in seen.observation.knobs if str(knob.id) == name), None)
    return curve(seen, sized, tried.get(name)) if sized else None


def _is_of(text: str, knob: Knob) -> bool:
    return text.rpartition("=")[0].strip().casefold() == str(knob.id).casefold()


def requests(seen: Observed, texts: Sequence[str]) -> tuple[SizeRequest, ...]:
    """The sizes that are tried. GetpageError for one that is none."""
    return size_requests(texts, seen.observation.knobs, "--hold") if texts else ()


def storage_tried(address: Address) -> list[tuple[str, str]]:
    """The storage that is taken, moved or bought, in words, each with the address without it."""
    return [
        (
            f"{name} {value}",
            address.link("/what-if", **{name: [v for v in address.every(name) if v != value]}),
        )
        for name in STORAGE
        for value in address.every(name)
    ]


def sums(session: Session, address: Address) -> list[SizeSum]:
    """What the sizes take, and what each image has left at its minimum after what stays free: on the page of
    an object its own image and those of the sizes, else every one. An image that is short before anything
    moves is short. Where storage is taken, moved or bought the plan says what is left.
    """
    seen, name = window(session, address), address.text("name")
    room = Room(seen.observation.real_storage, seen.observation.limits)
    taken: dict[Image, int] = {}
    lines = []
    for request in requests(seen, address.every("hold")):
        knob = on_image(request.knob, room.images)
        lines.append(SizeSum(str(knob.id), "takes", _takes(request)))
        if knob.storage == REAL_STORAGE:
            taken[knob.image] = taken.get(knob.image, 0) + request.storage_bytes
    if storage_tried(address):
        return lines  # what each image has left then is in the plan
    handles = (knob for knob in seen.observation.knobs if name in (str(knob.object), str(knob.id)))
    own = {on_image(knob, room.images).image for knob in handles}
    return [*lines, *_left(room, taken, own)]


def _takes(request: SizeRequest) -> str:
    size = request.storage_bytes
    if request.size == request.knob.size:
        return f"{request.size:,} {request.knob.unit} as now: takes nothing"
    moved = (
        f"{numbers.present(request.knob.size, request.knob.setting)} to {request.size:,} {request.knob.unit}"
    )
    if not size:
        return f"{moved}: takes nothing"
    of = where(request.knob.storage)
    return f"{moved}: {'takes' if size > 0 else 'gives back'} {numbers.storage(abs(size))}{of}"


def _left(room: Room, taken: Mapping[Image, int], own: Collection[Image]) -> Iterator[SizeSum]:
    shown = {*taken, *own} if own else {*taken, *room.images}
    for image, storage in room.images.items():
        if image not in shown:
            continue
        there, installed = storage.to_give(), storage.entry.installed if storage.entry else None
        takes = taken.get(image, 0)
        if there is None or not storage.is_minimum:
            yield SizeSum(str(image), "unknown", "What is free at its minimum is not known.")
            continue
        left = there - takes
        was = f"{numbers.storage(abs(there))} {'short' if there < 0 else 'left'}"
        before = f"; before, {was}" if takes else ""
        if left < 0:
            words = f"{numbers.storage(-left)} short of what has to stay free at the minimum{before}."
            yield SizeSum(str(image), "short", words, _bar(str(image), left, installed))
        else:
            words = f"{numbers.storage(left)} left at the minimum, beyond what has to stay free{before}."
            yield SizeSum(str(image), "fits", words, _bar(str(image), left, installed))
    for image in sorted(shown - room.images.keys(), key=str):
        yield SizeSum(str(image), "unknown", "What is free at its minimum is not known.")


def _bar(image: str, left: int, installed: int | None) -> str:
    """What is left of what is installed, or lacks, as a bar."""
    if not installed:
        return ""
    width = 420 * min(1.0, abs(left) / installed)
    track = svg.element("rect", x=0, y=0, width=420, height=8, class_="gone")
    part = svg.element("rect", x=0, y=0, width=width, height=8, class_="lacks" if left < 0 else "left")
    what = "missing" if left < 0 else "left"
    words = f"{numbers.storage(abs(left))} {what} of {numbers.storage(installed)} installed"
    return svg.picture(
        track + part,
        uid=f"left-{''.join(filter(str.isalnum, image)) or 'image'}",
        title=f"Real storage of {image}",
        desc=words,
        width=420,
        height=8,
        css="left-bar",
    )


def answer(session: Session, address: Address) -> dict[str, Any]:
    """What the sizes bring and the plan around them, as values of `_answer.html`."""
    values: dict[str, Any] = {
        "refused": None,
        "not_enough": None,
        "cautions": (),
        "shown_forecast": None,
        "shown_plan": None,
        "most_rows": _MOST_ROWS,
        "answered_by": (),
    }
    try:
        tried = requests(window(session, address), address.every("hold"))
        if any(request.size != request.knob.size for request in tried):
            values["answered_by"] = sources(session, address, ("forecast", "plan"))
            brought = forecast(session, address)
            values |= {"cautions": brought.cautions, "shown_forecast": shown_forecast(brought)}
        planned = plan(session, address)
        values["answered_by"] = values["answered_by"] or sources(session, address, ("plan",))
        values["cautions"] = (*_refused(planned), *values["cautions"])
        values["shown_plan"] = shown_plan(planned)
    except NotEnoughEvidenceError as error:
        values["not_enough"] = error
    except GetpageError as error:
        values["refused"] = error
    return values


def _refused(plan: Plan) -> Iterator[str]:
    """The sizes that the plan leaves out because there is no room for them."""
    for held in plan.held:
        if held.lacks:
            size = f"{held.size:,} {held.unit}"
            yield f"{held.knob}: {size} do not fit: {held.lacks}. The plan is without them."


def other(session: Session, address: Address) -> dict[str, str] | None:
    """The sums and the answer of another scenario, to stand beside; None where none is asked for."""
    texts = tuple(text.strip() for text in address.text("with").split(",") if text.strip())
    if not texts:
        return None
    query = tuple(pair for pair in address.query if pair[0] not in TRIED)
    there = Address(address.path, (*query, *map(_tried, texts)))
    return {
        "name": address.text("called") or ", ".join(texts),
        "sums": _beside(piece("_sums.html", sums=sums(session, there))),
        "answer": _beside(piece("_answer.html", **answer(session, there))),
    }


def _tried(text: str) -> tuple[str, str]:
    """A name and a value of an address, of what is tried in words: a size, or storage behind its verb."""
    verb, _, storage = text.partition(" ")
    return (verb, storage.strip()) if verb in STORAGE else ("hold", text)


def _beside(part: str) -> str:
    """A part of a page that has the same beside it, with identifiers of its own."""

    def own(match: re.Match[str]) -> str:
        return f' {match[1]}="{" ".join(f"other-{name}" for name in match[2].split())}"'

    return _IDS.sub(own, part)


def saved(session: Session, address: Address) -> str:
    """What is tried as a file that `getpage plan --scenario` takes."""
    tried = requests(window(session, address), address.every("hold"))
    sizes = {request.knob.id: request.size for request in tried}
    storage = {name: address.every(name) for name in ("take", "move")}
    return scenario_json(address.text("scenario"), sizes, **storage, buy=address.text("buy") or None)


def packed_members(session: Session, address: Address) -> bytes:
    """The commands of the plan as members of libraries, with their undo, in a ZIP; the same plan gives the
    same bytes.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members(plan(session, address)).items():
            archive.writestr(zipfile.ZipInfo(f"{name}.txt"), text)
    return packed.getvalue()
