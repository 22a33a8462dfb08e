"""Storage that is taken from z/OS systems, moved between them or bought, as a user asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from getpage.contract.observation import Observation
from getpage.contract.storage import RealStorage
from getpage.core.errors import GetpageError, Instead, UnknownNameError
from getpage.core.names import Image
from getpage.core.units import MIB
from getpage.plan.rooms import guest_images
from getpage.plan.settings import PlanSettings, size_of
from getpage.result.plan import StorageMove

_TAKE, _MOVE, _BUY = "--take SYSB=16G", "--move SYSB:SYSA=16G", "--buy 64G"


def moves_of(settings: PlanSettings, observed: Observation) -> tuple[StorageMove, ...]:
    """What is asked for. GetpageError for a system that is not in the evidence, for what is no size, and for
    systems of which the evidence shows that they are in different machines.
    """
    if not (settings.takes or settings.shifts or settings.buy is not None):
        return ()
    images = {str(image): image for image in systems(observed)}
    moves = [
        *(_taken(part, images) for part in _parts(settings.takes)),
        *(_moved(part, images) for part in _parts(settings.shifts)),
    ]
    for move in moves:
        if move.source and move.target and one_machine((move.source, move.target), observed) is False:
            message = (
                f"--move {move.source}:{move.target}: they are in different machines by SMF 70, and storage "
                "cannot leave its machine"
            )
            raise GetpageError(message, f"--take {move.source}={written(move.bytes)}")
    if settings.buy is not None:
        moves.append(StorageMove(source=None, target=None, bytes=_size(str(settings.buy), "--buy", _BUY)))
    return tuple(moves)


def refuse_odd(moves: Sequence[StorageMove], observed: Observation) -> None:
    """GetpageError for storage that is no multiple of what a system of it is configured in."""
    steps = increments(observed)
    for move in moves:
        images = [image for image in (move.source, move.target) if image in steps]
        step = max((steps[image] for image in images), default=1)
        if move.bytes % step:
            source, target = move.source, move.target
            option = "--take" if target is None else "--move"
            name = str(source) if target is None else f"{source}:{target}"
            less = max(step, move.bytes // step * step)
            message = f"{option} {name}: storage of {images[0]} is configured in multiples of {written(step)}"
            raise GetpageError(message, f"{option} {name}={written(less)}")


def increments(observed: Observation) -> dict[Image, int]:
    """Bytes that the storage of each system is configured in multiples of, as far as it is known."""
    return {entry.image: entry.increment for entry in observed.real_storage if entry.increment}


def systems(observed: Observation) -> list[Image]:
    """The z/OS systems of the evidence that have a name, in its order."""
    on_knobs = {knob.image for knob in observed.knobs} - guest_images(observed.knobs)
    every = {entry.image for entry in observed.real_storage} | on_knobs
    return sorted((image for image in every if image), key=str)


def one_machine(images: Sequence[Image], observed: Observation) -> bool | None:
    """Whether all are partitions of one machine; None where the evidence does not tell."""
    listed_by = machines(observed.real_storage)
    known = [listed_by[image] for image in images if image in listed_by]
    if any(str(image) not in partitions for partitions in known for image in images):
        return False
    return True if known else None


def machines(real: Iterable[RealStorage]) -> dict[Image, frozenset[str]]:
    """By system those of the partitions of its machine, of each that records them."""
    lists = ((entry.image, entry.partitions()) for entry in real)
    return {image: partitions for image, partitions in lists if partitions}


def written(size: int) -> str:
    """Whole MiB as options take them: 16G, 512M."""
    return f"{size // MIB // 1024}G" if size % (MIB * 1024) == 0 else f"{size // MIB}M"


def _parts(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from filter(None, map(str.strip, text.split(",")))


def _taken(text: str, images: Mapping[str, Image]) -> StorageMove:
    name, equals, size = text.partition("=")
    if not equals:
        message = f"--take {text}: expected SYSTEM=SIZE"
        raise GetpageError(message, _TAKE)
    source = _system(name, "--take", images)
    return StorageMove(source=source, target=None, bytes=_size(size, "--take", _TAKE))


def _moved(text: str, images: Mapping[str, Image]) -> StorageMove:
    names, equals, size = text.partition("=")
    source, colon, target = names.partition(":")
    if not equals or not colon:
        message = f"--move {text}: expected FROM:TO=SIZE"
        raise GetpageError(message, _MOVE)
    leaves, enters = _system(source, "--move", images), _system(target, "--move", images)
    if leaves == enters:
        other = next((name for name in images if name != str(leaves)), "SYSA")
        message = f"--move {text}: it stays where it is"
        raise GetpageError(message, Instead(names, f"{leaves}:{other}"))
    return StorageMove(source=leaves, target=enters, bytes=_size(size, "--move", _MOVE))


def _system(name: str, option: str, images: Mapping[str, Image]) -> Image:
    there = {text.casefold(): image for text, image in images.items()}
    image = there.get(name.strip().casefold())
    if image is None:
        message = f"{option} {name.strip()}: no z/OS system of this evidence is called so"
        raise UnknownNameError(message, name.strip(), images)
    return image


def _size(text: str, option: str, example: str) -> int:
    size = size_of(text)
    if size % MIB:
        message = f"{option}: storage is configured in whole MiB"
        raise GetpageError(message, example)
    return size
