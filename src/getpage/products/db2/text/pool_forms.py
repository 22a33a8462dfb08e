"""The messages of `-DISPLAY BUFFERPOOL(...) DETAIL LSTATS`, DSNB402I to DSNB456I.

How sure: DSNB402I, 404I, 406I, 412I to 414I, 421I, 431I, 432I, 453I, 455I, 456I and 546I by their pages in
IBM's documentation of Db2 12 and 13; 432I with the labels of IBM REDP-5238, example 2-1, as well; 411I its
first two labels by IBM's sample, the rest, 415I, 420I, 440I and 441I from general knowledge of the output.
A label that is not listed is passed over: releases add some.
"""

from __future__ import annotations

from typing import Final

from .form import MessageForm, Part, Slot, ValueKind, counts, slots

_READS = {
    "avoidable_sync_random": ("SYNC READ I/O (R)", "SYNC FROM DASD (R)"),
    "avoidable_sync_sequential": ("SYNC READ I/O (S)", "SYNC FROM DASD (S)"),
    "avoidable_async": ("ASYNC READ I/O", "ASYNC FROM DASD"),
    "avoidable_group_random": ("SYNC GBP READS (R)", "SYNC FROM GBP (R)"),
    "avoidable_group_sequential": ("SYNC GBP READS (S)", "SYNC FROM GBP (S)"),
    "avoidable_group_async": ("ASYNC GBP READS", "ASYNC FROM GBP"),
    "pages_moved_in": ("PAGES MOVED INTO SIMULATED BUFFER POOL",),
    "avoidable_sync_delay_ms": ("TOTAL AVOIDABLE SYNC I/O DELAY",),
}


def _prefetch(kind: str) -> MessageForm:
    return MessageForm(
        Part.POOL,
        counts(
            **{
                f"{kind}_prefetch_requests": "REQUESTS",
                f"{kind}_prefetch_reads": "PREFETCH I/O",
                f"{kind}_prefetch_pages": "PAGES READ",
            }
        ),
    )


FORMS: Final[dict[str, MessageForm]] = {
    "DSNB402I": MessageForm(
        Part.POOL,
        counts(
            size_defined="BUFFER POOL SIZE",
            size_minimum="VPSIZE MINIMUM",
            size_maximum="VPSIZE MAXIMUM",
            buffers="ALLOCATED",
            buffers_to_delete="TO BE DELETED",
            buffers_in_use="IN-USE/UPDATED",
            overflow_buffers="OVERFLOW ALLOC",
        )
        | slots(ValueKind.YES, autosize="AUTOSIZE"),
    ),
    "DSNB404I": MessageForm(
        Part.POOL,
        slots(
            ValueKind.PERCENT,
            sequential_threshold="VP SEQUENTIAL",
            simulated_sequential_threshold="SP SEQUENTIAL",
            deferred_write_threshold="DEFERRED WRITE",
            parallel_sequential_threshold="PARALLEL SEQUENTIAL",
        )
        | {
            "VERTICAL DEFERRED WRT": Slot(
                ("vertical_write_threshold", "vertical_write_buffers"), ValueKind.PAIR
            ),
        },
    ),
    "DSNB406I": MessageForm(
        Part.POOL,
        slots(ValueKind.YES, page_fixed="PGFIX ATTRIBUTE")
        | slots(ValueKind.WORD, page_steal="PAGE STEALING METHOD", frame_size="FRAME SIZE"),
        {
            "PGFIX ATTRIBUTE": slots(ValueKind.YES, page_fixed="CURRENT", page_fixed_pending="PENDING"),
            "PAGE STEALING METHOD": slots(ValueKind.WORD, page_steal="CURRENT", page_steal_pending="PENDING"),
        },
    ),
    "DSNB546I": MessageForm(Part.POOL),
    "DSNB411I": MessageForm(
        Part.POOL,
        counts(
            getpages_random="RANDOM GETPAGE",
            sync_reads_random="SYNC READ I/O (R)",
            getpages_sequential="SEQ. GETPAGE",
            sync_reads_sequential="SYNC READ I/O (S)",
            data_manager_threshold_hits="DMTH HIT",
            page_ins_read="PAGE-INS REQUIRED",
            sequential_buffers="SEQUENTIAL",
            sequential_threshold_hits="VPSEQT HIT",
            random_hits_on_sequential="RECLASSIFY",
        )
        | counts(getpages_sequential="SEQ GETPAGE"),
    ),
    "DSNB412I": _prefetch("sequential"),
    "DSNB413I": _prefetch("list"),
    "DSNB414I": _prefetch("dynamic"),
    "DSNB415I": MessageForm(
        Part.POOL, counts(prefetch_no_buffer="NO BUFFER", prefetch_no_read_engine="NO READ ENGINE")
    ),
    "DSNB420I": MessageForm(
        Part.POOL,
        counts(
            page_updates="SYS PAGE UPDATES",
            pages_written="SYS PAGES WRITTEN",
            async_writes="ASYNC WRITE I/O",
            sync_writes="SYNC WRITE I/O",
            page_ins_write="PAGE-INS REQUIRED",
        ),
    ),
    "DSNB421I": MessageForm(
        Part.POOL,
        counts(deferred_write_threshold_hits="DWT HIT", vertical_write_threshold_hits="VERTICAL DWT HIT"),
    ),
    "DSNB440I": MessageForm(
        Part.POOL, counts(parallel_requests="PARALLEL REQUEST", parallel_degraded="DEGRADED PARALLEL")
    ),
    "DSNB441I": MessageForm(Part.POOL, counts(logical_page_list_pages="PAGES ADDED")),
    "DSNB431I": MessageForm(
        Part.SIMULATED,
        counts(
            size="SIMULATED BUFFER POOL SIZE",
            allocated="ALLOCATED",
            in_use="IN-USE",
            highest_in_use="HIGH IN-USE",
            sequential_in_use="SEQ-IN-USE",
            highest_sequential_in_use="HIGH SEQ-IN-USE",
        ),
    ),
    "DSNB432I": MessageForm(
        Part.SIMULATED,
        {label: Slot((column,), ValueKind.COUNT) for column, labels in _READS.items() for label in labels},
    ),
    "DSNB453I": MessageForm(
        Part.PAGE_SET,
        counts(pages_cached="CURRENT", pages_changed="CHANGED"),
        {
            "CURRENT": counts(highest_pages_cached="MAX"),
            "CHANGED": counts(highest_pages_changed="MAX"),
        },
    ),
    "DSNB455I": MessageForm(
        Part.PAGE_SET,
        {},
        {
            "SYNCHRONOUS I/O DELAYS": counts(
                sync_average_delay="AVERAGE DELAY",
                sync_maximum_delay="MAXIMUM DELAY",
                sync_pages="TOTAL PAGES",
            ),
        },
    ),
    "DSNB456I": MessageForm(
        Part.PAGE_SET,
        {},
        {
            "ASYNCHRONOUS I/O DELAYS": counts(
                async_average_delay="AVERAGE DELAY",
                async_maximum_delay="MAXIMUM DELAY",
                async_pages="TOTAL PAGES",
                async_reads="TOTAL I/O COUNT",
            ),
        },
    ),
}


_GROUP = Part.GROUP

GROUP_FORMS: Final[dict[str, MessageForm]] = {
    "DSNB755I": MessageForm(
        _GROUP,
        counts(ratio="CURRENT DIRECTORY TO DATA RATIO", ratio_pending="PENDING DIRECTORY TO DATA RATIO")
        | slots(ValueKind.YES, connected="CONNECTED", cached="CURRENT GBPCACHE ATTRIBUTE"),
    ),
    "DSNB756I": MessageForm(
        _GROUP,
        slots(ValueKind.PERCENT, castout_threshold="GROUP BUFFER POOL CASTOUT THRESHOLD")
        | counts(checkpoint_minutes="GROUP BUFFER POOL CHECKPOINT INTERVAL")
        | {"CLASS CASTOUT THRESHOLD": Slot(("class_threshold", "class_threshold_pages"), ValueKind.PAIR)},
    ),
    "DSNB757I": MessageForm(
        _GROUP,
        slots(ValueKind.SIZE, policy_size="MAX SIZE INDICATED IN POLICY")
        | slots(ValueKind.WORD, duplex_mode="CURRENT DUPLEXING MODE"),
    ),
    "DSNB758I": MessageForm(_GROUP, slots(ValueKind.SIZE, size="ALLOCATED SIZE")),
    "DSNB759I": MessageForm(
        _GROUP,
        counts(
            directory_entries="NUMBER OF DIRECTORY ENTRIES",
            data_pages="NUMBER OF DATA PAGES",
            connections="NUMBER OF CONNECTIONS",
        ),
    ),
    "DSNB799I": MessageForm(
        _GROUP,
        slots(ValueKind.SIZE, secondary_size="ALLOCATED SIZE")
        | counts(
            secondary_directory_entries="NUMBER OF DIRECTORY ENTRIES",
            secondary_data_pages="NUMBER OF DATA PAGES",
        ),
    ),
    "DSNB773I": MessageForm(
        _GROUP,
        {},
        {
            "DUE TO BUFFER INVALIDATION": counts(
                invalidated_returned="DATA RETURNED", invalidated_not_returned="DATA NOT RETURNED"
            )
        },
    ),
    "DSNB774I": MessageForm(
        _GROUP,
        {},
        {
            "DUE TO DATA PAGE NOT IN BUFFER POOL": counts(
                not_found_returned="DATA RETURNED", not_found_not_returned="DATA NOT RETURNED"
            )
        },
    ),
    "DSNB789I": MessageForm(
        _GROUP, counts(page_list_requests="REGISTER PAGE LIST", page_list_pages="PAGES RETRIEVED")
    ),
    "DSNB776I": MessageForm(
        _GROUP, counts(sync_changed_pages="CHANGED PAGES", sync_clean_pages="CLEAN PAGES")
    ),
    "DSNB777I": MessageForm(
        _GROUP,
        counts(
            async_changed_pages="CHANGED PAGES",
            async_clean_pages="CLEAN PAGES",
            writes_failed="FAILED WRITES DUE TO LACK OF STORAGE",
            write_around_pages="WRITE-AROUND PAGES",
        ),
    ),
    "DSNB778I": MessageForm(
        _GROUP,
        counts(
            class_threshold_hits="FOR CLASSES",
            castout_threshold_hits="FOR GROUP BUFFER POOL",
            checkpoints="GBP CHECKPOINTS TRIGGERED",
        ),
    ),
    "DSNB796I": MessageForm(_GROUP, counts(pages_cast_out="PAGES CASTOUT")),
    "DSNB797I": MessageForm(_GROUP, counts(explicit_invalidations="EXPLICIT CROSS INVALIDATIONS")),
    "DSNB784I": MessageForm(_GROUP, counts(group_reads_returned="DATA RETURNED")),
    "DSNB785I": MessageForm(
        _GROUP,
        counts(
            group_entry_existed="DIRECTORY ENTRY EXISTED",
            group_entry_created="DIRECTORY ENTRY CREATED",
        )
        | {"DIRECTORY ENTRY NOT CREATED": Slot(("group_entry_not_created", ""), ValueKind.PAIR)},
    ),
    "DSNB786I": MessageForm(
        _GROUP,
        counts(
            group_changed_pages="CHANGED PAGES",
            group_clean_pages="CLEAN PAGES",
            group_writes_failed="FAILED DUE TO LACK OF STORAGE",
            changed_pages_now="CHANGED PAGES SNAPSHOT VALUE",
        ),
    ),
    "DSNB787I": MessageForm(
        _GROUP,
        counts(
            directory_reclaims="FOR DIRECTORY ENTRIES",
            data_reclaims="FOR DATA ENTRIES",
            group_castouts="CASTOUTS",
        ),
    ),
    "DSNB788I": MessageForm(
        _GROUP,
        counts(
            invalidations_by_reclaim="DUE TO DIRECTORY RECLAIMS",
            invalidations_by_write="DUE TO WRITES",
            invalidations_explicit="EXPLICIT",
        ),
    ),
}
