"""Options that change a heap, and MEMLIMIT of its address space, each with what takes it back.

Options take effect when the virtual machine starts again: WebSphere's generic JVM arguments, Liberty's
jvm.options, the JVM profile of a CICS JVM server, IBM_JAVA_OPTIONS. MEMLIMIT is set where the address space
starts.

References: Eclipse OpenJ9 documentation, -Xmx, -Xms, -Xmn, -Xgcpolicy, -Xdisableexplicitgc, jcmd; z/OS MVS
JCL Reference, MEMLIMIT; z/OS MVS Initialization and Tuning Reference, SMFLIMxx.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from getpage.core import wording
from getpage.core.names import FindingId
from getpage.core.units import GIB, MIB
from getpage.result import Advise, Change

from .constants import PAUSE_GOAL, UNSHIFTED_LIMIT
from .jvm import OWN_NURSERY, Jvm, megabytes
from .pages import AFTER, place

#: Policies that collect the whole heap at once.
WHOLE_HEAP_POLICIES: Final = ("optthruput", "optavgpause")
_NEEDED: Final = (
    "Not if the program uses direct buffers (java.nio): System.gc() frees their storage when it runs out, "
    "and without it the program fails with OutOfMemoryError. RMI asks every hour: "
    "sun.rmi.dgc.server.gcInterval lengthens that."
)


def resize(jvm: Jvm, size: int) -> Change:
    """A heap of `size` MiB from the start, with a nursery of the share that it has now.

    A smaller one may still grow to where it ends now, as more may be alive on a day that the log does not
    have; but where it is to have references without a shift it ends below 2 GB.
    """
    now, most = megabytes(jvm.committed or 0), megabytes(jvm.most or 0)
    nursery = ""
    if jvm.nursery_share and jvm.setting("collector") in OWN_NURSERY:
        nursery = f" -Xmn{round(size * jvm.nursery_share)}m"
    unshifted = size * MIB <= UNSHIFTED_LIMIT and jvm.is_just_above_unshifted
    new_most = UNSHIFTED_LIMIT // MIB if unshifted else max(size, most or now)
    of_nursery = f", its nursery to {wording.size(round(size * jvm.nursery_share) * MIB)}" if nursery else ""
    may_grow = " -Xmx stays, so the heap can still grow on days that this log does not cover."
    return Change(
        subsystem=jvm.id,
        setting="heap size",
        knob=jvm.knob,
        step=1,
        command=f"-Xms{size}m -Xmx{new_most}m{nursery}",
        undo=undo(jvm),
        verify=f"verbose GC: initialHeapSize {hex(size * MIB)}, maxHeapSize {hex(new_most * MIB)}; "
        "getpage check of a later log: the share of time spent in GC.",
        verify_after=AFTER,
        storage_bytes=(size - now) * MIB,
        because=(),
        effect=f"The heap goes from {wording.size(now * MIB)} to {wording.size(size * MIB)}{of_nursery}."
        + (may_grow if size < now <= new_most else ""),
        caution=" ".join(filter(None, (_memlimit_unknown(jvm, new_most), _shifted(jvm, now, size)))),
        place=place(jvm),
    )


def _memlimit_unknown(jvm: Jvm, most: int) -> str:
    """What MEMLIMIT has to leave room for, where no evidence has it, so that no command can raise it."""
    if jvm.space is not None and (jvm.space.limit is not None or jvm.space.is_unlimited):
        return ""
    return (
        "MEMLIMIT of its address space (EXEC statement, SMFPRMxx or IEFUSI) must leave room for a heap of "
        f"{wording.size(most * MIB)} beside what else is above the bar: "
        f"MEMLIMIT={-int(-(most * 5 // 4) // 1024)}G is a quarter more. SMF 30 shows what it is now."
    )


def _shifted(jvm: Jvm, now: int, size: int) -> str:
    """What it costs to go beyond the size up to which references need no shift, in MiB; empty where it does
    not.
    """
    crosses = now * MIB <= UNSHIFTED_LIMIT < size * MIB
    if not crosses or not jvm.setting("compressed_references"):
        return ""
    return "Beyond 2 GB references are shifted: 3 % of CPU in one installation (SHARE 17878)."


def undo(jvm: Jvm) -> str:
    """The options as they are now; those that are not in the log are left out again."""
    initial, most, nursery = (jvm.setting(name) for name in ("heap_initial", "heap_max", "nursery"))
    options = [
        f"-Xms{megabytes(initial)}m" if initial else "",
        f"-Xmx{megabytes(most)}m" if most else "",
        f"-Xmn{megabytes(nursery)}m" if nursery else "",
    ]
    return " ".join(filter(None, options)) or "the options that it had"


def without_explicit_collections(jvm: Jvm) -> Advise:
    """System.gc() ignored."""
    return _option(
        jvm,
        "explicit collections",
        command="-XX:+DisableExplicitGC" if jvm.is_hotspot else "-Xdisableexplicitgc",
        old="-XX:-DisableExplicitGC" if jvm.is_hotspot else "-Xenableexplicitgc",
        effect="System.gc() then does nothing.",
        verify="No collection in the log was requested by the program (sys-start, System.gc()).",
        caution=_NEEDED,
    )


def collected_in_parts(jvm: Jvm) -> Advise:
    """Another policy of collection: gencon instead of one for the whole heap, balanced instead of gencon."""
    collector = jvm.setting("collector")
    policy = "gencon" if collector in WHOLE_HEAP_POLICIES else "balanced"
    return _option(
        jvm,
        "gcPolicy",
        command=f"-Xgcpolicy:{policy}",
        old=f"-Xgcpolicy:{collector}",
        effect="Collects parts of the heap instead of all of it at once.",
        verify=f"Verbose GC: gcPolicy is {policy}.",
    )


def larger_young_part(jvm: Jvm, size: int) -> Advise:
    """At least `size` MiB of young objects in the heap of G1."""
    return _option(
        jvm,
        "young size",
        command=f"-XX:NewSize={size}m",
        old="the options without -XX:NewSize",
        effect=f"Young objects get {wording.size(size * MIB)} of the heap, which keeps its size.",
        verify="Eden regions in the log (-Xlog:gc*): more of them, and fewer young collections.",
        caution="Pauses may be longer, as more is collected at once.",
    )


def longer_pause_goal(jvm: Jvm) -> Advise:
    """A pause goal of G1 twice as long."""
    return _option(
        jvm,
        "pause goal",
        command=f"-XX:MaxGCPauseMillis={round(2000 * PAUSE_GOAL)}",
        old=f"-XX:MaxGCPauseMillis={round(1000 * PAUSE_GOAL)}, or what it was",
        effect="G1 may collect more at once, and collects less often.",
        verify="Fewer young collections in the log.",
        caution="Single pauses become longer.",
    )


def heap_dump(jvm: Jvm) -> str:
    """The command that takes a heap dump; PID is that of the virtual machine (jcmd -l)."""
    name = jvm.name or "heap"
    if jvm.is_hotspot:
        return f"jcmd PID GC.heap_dump /tmp/{name}.hprof"
    return f"jcmd PID Dump.heap /tmp/{name}.phd"


def compressed_references(jvm: Jvm) -> Advise:
    """References of 4 bytes."""
    return _option(
        jvm,
        "compressedRefs",
        command="-Xcompressedrefs",
        old="-Xnocompressedrefs",
        effect="References within the heap have 4 bytes instead of 8.",
        verify="Verbose GC: compressedRefs is true.",
    )


def starts_at_its_size(jvm: Jvm) -> Advise:
    """A heap that starts with what it holds now; part of the command where it gets another size."""
    now = megabytes(jvm.committed or 0)
    return Advise(
        subsystem=jvm.id,
        setting="initialHeapSize",
        spell=lambda because: _change(
            jvm,
            "initialHeapSize",
            f"-Xms{now}m",
            undo(jvm),
            f"The heap has {wording.size(now * MIB)} from the start.",
            "Few collections in the log resize the heap.",
            "",
            because,
            sets_size=True,
        ),
    )


def _option(
    jvm: Jvm, setting: str, *, command: str, old: str, effect: str, verify: str, caution: str = ""
) -> Advise:
    spell = partial(_change, jvm, setting, command, old, effect, verify, caution)
    return Advise(subsystem=jvm.id, setting=setting, spell=spell)


def _change(
    jvm: Jvm,
    setting: str,
    command: str,
    old: str,
    effect: str,
    verify: str,
    caution: str,
    because: tuple[FindingId, ...],
    *,
    sets_size: bool = False,
) -> Change:
    return Change(
        subsystem=jvm.id,
        setting=setting,
        knob=jvm.knob if sets_size else None,
        step=1,
        command=command,
        undo=old,
        verify=verify,
        verify_after=AFTER,
        storage_bytes=0,
        because=because,
        effect=effect,
        caution=caution,
        place=place(jvm),
    )


def raise_memlimit(jvm: Jvm, count: int) -> tuple[int, Change]:
    """So many bytes more above the bar, as what MEMLIMIT then leaves more, and the command. Whole GiB."""
    space = jvm.space
    assert space is not None
    assert space.limit is not None
    old, new = space.limit, -(-(space.limit + count) // GIB) * GIB
    where = f"region {space.job} of CICS" if space.is_cics else f"the started task or job {space.job}"
    change = Change(
        subsystem=jvm.id,
        setting="MEMLIMIT",
        step=1,
        command=f"MEMLIMIT={new // GIB}G",
        undo=f"MEMLIMIT={old // MIB}M",
        place=f"the EXEC statement of {where}, or SMFLIMxx, for its next start",
        verify=f"SMF30MEM of SMF 30 is {new // MIB:,} (MB).",
        verify_after="the restart",
        storage_bytes=0,
        because=(),
        effect=f"{space.job} may have {wording.size(new)} above the bar instead of {wording.size(old)}.",
        caution="MEMLIMIT is virtual storage: it takes no real storage by itself. An IEFUSI exit or a "
        "SMFLIMxx rule can set less than the JCL asks for.",
        evidence=space.facts,
    )
    return new - old, change
