"""Labels of CICS statistics, each with the column that it fills and how its figure is read.

References: IBM CICS TS 5.4 to 6.1 documentation, the pages "Transaction Manager report", "Storage manager:
Global statistics", "Storage above 2 GB report", "Temporary storage: Summary global statistics", "Dispatcher
TCB Pools report", "Loader report", "LSR pools report", "DBCTL session termination: Global statistics".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from . import values

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Read = "Callable[[str], Any]"


def _yes(text: str) -> int | None:
    return {"ACTIVE": 1, "INACTIVE": 0}.get(text.upper())


def _pool(text: str) -> str | None:
    return {
        "OPEN": "open",
        "XP": "xplink",
        "XPLINK": "xplink",
        "SSL": "ssl",
        "THRD": "thread",
        "THREAD": "thread",
    }.get(text.upper())


def _of(
    table: str, read: Callable[[str], Any], **labels: str
) -> dict[str, tuple[str, str, Callable[[str], Any]]]:
    """Columns by name, each with its labels, between bars where there are several."""
    return {label: (table, column, read) for column, every in labels.items() for label in every.split("|")}


KNOWN: Final[Mapping[str, tuple[str, str, Callable[[str], Any]]]] = {
    **_of(
        "cics_transaction_manager",
        values.count,
        mxt="maximum transactions allowed (mxt)|current maxtasks limit|maxtask limit",
        times_at_mxt="times at mxt|times the maxtasks limit reached|times the maxtask limit reached",
        active="current active user transactions|current number of active user transactions",
        peak_active="peak active user transactions|peak number of active user transactions",
        total_active="total active user transactions|total number of active user transactions",
        queued="current queued user transactions|current number of maxtask queued user transactions",
        peak_queued="peak queued user transactions|peak number of maxtask queued user transactions",
        total_delayed="total queued user transactions|total number of maxtask delayed user transactions",
        transactions_total="accumulated transactions (since reset)|total number of transactions (user + "
        "system)",
    ),
    **_of(
        "cics_storage",
        values.size,
        dsa_limit="current dsa limit",
        edsa_limit="current edsa limit",
        dsa_total="current dsa total|current allocation for dsas",
        edsa_total="current edsa total|current allocation for edsas",
        peak_dsa_total="peak dsa total|peak allocation for dsas",
        peak_edsa_total="peak edsa total|peak allocation for edsas",
    ),
    **_of(
        "cics_storage",
        values.megabytes,
        memlimit_mb="memlimit size",
        gdsa_active_mb="current gdsa active|current cics gdsa active",
        peak_gdsa_active_mb="peak gdsa active|peak cics gdsa active",
    ),
    **_of("cics_storage", values.word, memlimit_source="memlimit set by"),
    **_of(
        "cics_storage",
        _yes,
        storage_protection="storage protection",
        transaction_isolation="transaction isolation",
    ),
    **_of(
        "cics_temporary_storage",
        values.count,
        puts_main="put/putq main storage requests",
        gets_main="get/getq main storage requests",
        puts_auxiliary="put/putq auxiliary storage requests",
        gets_auxiliary="get/getq auxiliary storage requests",
        times_at_main_limit="times at tsmainlimit|times tsmainlimit reached",
        writes_beyond_ci="writes bigger than control interval size|writes more than control interval",
        cis="number of control intervals available|number of control intervals",
        peak_cis="peak control intervals in use|peak control intervals used",
        times_exhausted="times auxiliary storage exhausted|times aux storage exhausted",
        buffers="number of temp storage buffers|temporary storage buffers",
        buffer_waits="buffer waits",
        peak_buffer_waits="peak users waiting on buffer|peak buffers waited for",
        buffer_writes="buffer writes",
        buffer_reads="buffer reads",
        strings="number of strings|temporary storage strings",
        peak_strings="peak number of strings in use",
        string_waits="number of string waits|string waits",
        peak_string_waits="peak users waiting on string",
        io_errors="i/o errors on ts data set|i/o errors on ts dataset|i/o errors on the dfhtemp data set",
    ),
    **_of(
        "cics_temporary_storage",
        values.size,
        main_limit="current tsmainlimit setting|tsmainlimit setting",
        main_in_use="storage currently used for tsmainlimit|current storage used for tsmainlimit",
        peak_main_in_use="peak storage used for tsmainlimit",
    ),
    **_of("cics_tcb_pool", _pool, pool="tcb pool"),
    **_of(
        "cics_tcb_pool",
        values.count,
        limit="max tcb pool limit",
        tcbs="current tcbs attached in pool",
        peak_tcbs="peak tcbs attached in pool",
        tcbs_in_use="current tcbs in use in pool",
        peak_tcbs_in_use="peak tcbs in use in pool",
        times_at_limit="times at max tcb pool limit",
        limit_waits="total requests delayed by max tcb pool limit|requests delayed by max tcb pool limit",
        peak_waiting="peak requests delayed by max tcb pool limit",
    ),
    **_of(
        "cics_tcb_pool",
        values.duration,
        limit_wait_us="total max tcb pool limit delay time|max tcb pool limit delay time",
    ),
    **_of(
        "cics_loader",
        values.count,
        loads="library load requests|total program loads|number of library load requests",
        uses="total program uses|program uses",
        waits="library load requests that waited|number of library load requests that waited",
        peak_waiting="peak waiting library load requests|peak library load requests",
    ),
    **_of("cics_loader", values.duration, load_us="total library load time|library load time"),
    **_of("cics_dbctl_session", values.word, dbctl="dbctl identifier", rse="dbctl rse name"),
    **_of(
        "cics_dbctl_session",
        values.count,
        session="cics dbctl session number",
        least_threads="minimum number of threads",
        most_threads="maximum number of threads",
        times_at_least="times minimum threads hit",
        times_at_most="times maximum threads hit",
        peak_threads="peak number of thread tcbs",
        schedules="successful psb schedules",
    ),
    **_of("cics_dbctl_session", values.duration, at_most_us="elapsed time at maximum threads"),
    **_of(
        "cics_lsr_pool",
        values.count,
        lsr_pool="pool number",
        strings="total number of strings",
        peak_strings="peak concurrently active strings|peak number of strings in use at the same time",
        string_waits="total requests waited for strings|total requests waited for string",
        peak_string_waits="peak requests waited for strings|peak requests waited for string",
    ),
}
