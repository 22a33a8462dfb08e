"""Options that change a heap, with what takes them back: one change a setting.

They stand in the options of the virtual machine and take effect when it starts again: WebSphere's generic JVM
arguments, Liberty's jvm.options, the JVM profile of a CICS JVM server, IBM_JAVA_OPTIONS.

Reference: Eclipse OpenJ9 documentation, -Xmx, -Xms, -Xmn, -Xgcpolicy, -Xlp:objectheap, -Xdisableexplicitgc;
z/OS MVS Initialization and Tuning Reference, IEASYSxx LFAREA; MVS JCL Reference, MEMLIMIT.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from getpage.core import wording
from getpage.core.units import MIB
from getpage.result import Change, Severity

from .jvm import OWN_NURSERY, megabytes
from .pages import AFTER, is_worth_a_restart, pages, place
from .thresholds import UNSHIFTED_LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.core.names import FindingId
    from getpage.result import Finding

    from .jvm import Jvm

_HOTSPOT: Final = ("Serial", "Parallel", "G1", "Z", "Shenandoah")
#: Of J9 and of HotSpot: the option, and the one that takes it back.
_EXPLICIT: Final = (
    ("-Xdisableexplicitgc", "-Xenableexplicitgc"),
    ("-XX:+DisableExplicitGC", "-XX:-DisableExplicitGC"),
)
_NEEDED: Final = (
    "Not where the program uses direct buffers (java.nio), whose storage System.gc() frees when it runs out: "
    "it would fail with OutOfMemoryError. RMI asks every hour: sun.rmi.dgc.server.gcInterval lengthens that."
)
_FLAT: Final = ("optthruput", "optavgpause")
#: Checks whose finding asks for another size, by what they say it should be.
TARGET: Final = "heap to have"


def resize(jvm: Jvm, size: int, because: tuple[FindingId, ...] = ()) -> Change:
    """A heap of `size` MiB from the start, with a nursery of the share that it has now. A smaller one may
    still grow to where it ends now, as more may be alive on a day that the log does not have; but where it is
    to have references without a shift it ends below 2 GB, which is what that takes.
    """
    now, most = megabytes(jvm.committed or 0), megabytes(jvm.most or 0)
    nursery = ""
    if jvm.nursery_share and jvm.setting("collector") in OWN_NURSERY:
        nursery = f" -Xmn{round(size * jvm.nursery_share)}m"
    unshifted = size * MIB <= UNSHIFTED_LIMIT and jvm.is_just_above_unshifted
    new_most = UNSHIFTED_LIMIT // MIB if unshifted else max(size, most or now)
    crosses = now * MIB <= UNSHIFTED_LIMIT < size * MIB
    shift = (
        " Beyond 2 GB references have to be shifted: 3 % of CPU in one installation (SHARE 17878)."
        if crosses and jvm.setting("compressed_references")
        else ""
    )
    return Change(
        subsystem=jvm.id,
        setting="heap size",
        knob=jvm.knob,
        step=1,
        command=f"-Xms{size}m -Xmx{new_most}m{nursery}",
        undo=undo(jvm),
        verify=f"verbose GC: initialHeapSize {hex(size * MIB)}, maxHeapSize {hex(new_most * MIB)}; "
        "getpage check of a log from after: the share of the time that collections took.",
        verify_after=AFTER,
        storage_bytes=(size - now) * MIB,
        because=because,
        effect=f"The heap goes from {wording.size(now * MIB)} to {wording.size(size * MIB)}"
        + (f", its nursery to {wording.size(round(size * jvm.nursery_share) * MIB)}." if nursery else ".")
        + (
            " It may still grow: -Xmx stays for days that this log does not have."
            if size < now <= new_most
            else ""
        ),
        caution=f"{_memlimit(jvm, new_most)}{shift}".strip(),
        place=place(jvm),
    )


def _memlimit(jvm: Jvm, most: int) -> str:
    """What MEMLIMIT has to leave room for, where no evidence has it, so that no command can."""
    if jvm.space is not None and (jvm.space.limit is not None or jvm.space.is_unlimited):
        return ""
    return (
        "MEMLIMIT of its address space (the EXEC statement, SMFPRMxx or IEFUSI) must leave room "
        f"for a heap of {wording.size(most * MIB)} beside what else it holds above the bar: "
        f"MEMLIMIT={-int(-(most * 5 // 4) // 1024)}G is a quarter more. SMF 30 has what it is."
    )


def undo(jvm: Jvm) -> str:
    """The options as they are now; those that are not in the log are left out again."""
    initial, most, nursery = (jvm.setting(name) for name in ("heap_initial", "heap_max", "nursery"))
    said = [
        f"-Xms{megabytes(initial)}m" if initial else "",
        f"-Xmx{megabytes(most)}m" if most else "",
        f"-Xmn{megabytes(nursery)}m" if nursery else "",
    ]
    return " ".join(one for one in said if one) or "the options that it had"


def option(
    jvm: Jvm,
    setting: str,
    command: str,
    old: str,
    effect: str,
    verify: str,
    because: tuple[FindingId, ...],
    caution: str = "",
) -> Change:
    """Another option."""
    return Change(
        subsystem=jvm.id,
        setting=setting,
        step=1,
        command=command,
        undo=old,
        verify=f"{verify[0].upper()}{verify[1:]}.",
        verify_after=AFTER,
        storage_bytes=0,
        because=because,
        effect=effect,
        caution=caution,
        place=place(jvm),
    )


def reconcile(jvm: Jvm, findings: Sequence[Finding]) -> tuple[Change, ...]:
    """One change a setting that answers what was found; of several sizes the largest that is short. A heap
    that leaks keeps its sizes.
    """
    asking = [one for one in findings if one.severity is not Severity.INFO]
    made = [] if jvm.leak is not None else list(_sizes(jvm, asking))
    in_small_pages = _ids(findings if is_worth_a_restart(jvm) else asking, "java-heap-pages")
    made += [pages(jvm, in_small_pages)] if in_small_pages else []
    made += _options(jvm, asking, has_size=jvm.leak is not None or any(one.knob for one in made))
    return tuple(replace(one, step=step) for step, one in enumerate(made, start=1))


def _sizes(jvm: Jvm, findings: Sequence[Finding]) -> Iterable[Change]:
    wanted = {
        one.id: int(fact.value)
        for one in findings
        for fact in one.evidence
        if fact.label == TARGET and isinstance(fact.value, (int, float))
    }
    if not wanted:
        return
    now = megabytes(jvm.committed or 0)
    larger = {name: size for name, size in wanted.items() if size > now}
    chosen = larger or wanted
    yield resize(jvm, max(chosen.values()), tuple(chosen))


def _options(jvm: Jvm, findings: Sequence[Finding], *, has_size: bool) -> list[Change]:
    made = []
    if ids := _ids(findings, "java-explicit-collections"):
        new, old = _EXPLICIT[jvm.setting("collector") in _HOTSPOT]
        made.append(
            option(
                jvm, "explicit collections", new, old, "System.gc() does nothing any more.",
                "no collection in the log was asked for by the program (sys-start, System.gc())", ids,
                _NEEDED,
            )
        )  # fmt: skip
    if ids := _ids(findings, "java-long-pauses"):
        policy = "gencon" if jvm.setting("collector") in _FLAT else "balanced"
        made.append(
            option(
                jvm, "gcPolicy", f"-Xgcpolicy:{policy}", f"-Xgcpolicy:{jvm.setting('collector')}",
                "Collects the heap in parts instead of as a whole.", f"verbose GC: gcPolicy is {policy}", ids,
            )
        )  # fmt: skip
    if (ids := _ids(findings, "java-references")) and not jvm.setting("compressed_references"):
        made.append(
            option(
                jvm, "compressedRefs", "-Xcompressedrefs", "-Xnocompressedrefs",
                "References within the heap have 4 bytes instead of 8.", "verbose GC: compressedRefs is "
                "true", ids,
            )
        )  # fmt: skip
    if (ids := _ids(findings, "java-heap-resizing")) and not has_size:
        now = megabytes(jvm.committed or 0)
        made.append(
            option(
                jvm, "initialHeapSize", f"-Xms{now}m", undo(jvm),
                f"The heap has {wording.size(now * MIB)} from the start.",
                "few collections in the log resize the heap", ids,
            )
        )  # fmt: skip
    return made


def _ids(findings: Sequence[Finding], check: str) -> tuple[FindingId, ...]:
    return tuple(one.id for one in findings if one.check == check)
