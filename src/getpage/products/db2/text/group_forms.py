"""The messages of `-DISPLAY GROUPBUFFERPOOL(...) MDETAIL GDETAIL`, DSNB755I to DSNB799I.

How sure: DSNB755I, 756I, 777I, 778I, 784I to 786I, 789I, 796I and 797I by their pages or samples in IBM's
documentation; the lines of 785I, 786I and 788I as a public monitor reads them; 757I to 759I, 773I, 774I,
776I, 787I and 799I from general knowledge of the output. A label that is not listed is passed over.
"""

from __future__ import annotations

from typing import Final

from .form import Form, Kind, Part, Slot, counts, slots

_GROUP = Part.GROUP

FORMS: Final[dict[str, Form]] = {
    "DSNB755I": Form(
        _GROUP,
        counts(ratio="CURRENT DIRECTORY TO DATA RATIO", ratio_pending="PENDING DIRECTORY TO DATA RATIO")
        | slots(Kind.YES, connected="CONNECTED", cached="CURRENT GBPCACHE ATTRIBUTE"),
    ),
    "DSNB756I": Form(
        _GROUP,
        slots(Kind.PERCENT, castout_threshold="GROUP BUFFER POOL CASTOUT THRESHOLD")
        | counts(checkpoint_minutes="GROUP BUFFER POOL CHECKPOINT INTERVAL")
        | {"CLASS CASTOUT THRESHOLD": Slot(("class_threshold", "class_threshold_pages"), Kind.PAIR)},
    ),
    "DSNB757I": Form(
        _GROUP,
        slots(Kind.SIZE, policy_size="MAX SIZE INDICATED IN POLICY")
        | slots(Kind.WORD, duplex_mode="CURRENT DUPLEXING MODE"),
    ),
    "DSNB758I": Form(_GROUP, slots(Kind.SIZE, size="ALLOCATED SIZE")),
    "DSNB759I": Form(
        _GROUP,
        counts(
            directory_entries="NUMBER OF DIRECTORY ENTRIES",
            data_pages="NUMBER OF DATA PAGES",
            connections="NUMBER OF CONNECTIONS",
        ),
    ),
    "DSNB799I": Form(
        _GROUP,
        slots(Kind.SIZE, secondary_size="ALLOCATED SIZE")
        | counts(
            secondary_directory_entries="NUMBER OF DIRECTORY ENTRIES",
            secondary_data_pages="NUMBER OF DATA PAGES",
        ),
    ),
    "DSNB773I": Form(
        _GROUP,
        {},
        {
            "DUE TO BUFFER INVALIDATION": counts(
                invalidated_returned="DATA RETURNED", invalidated_not_returned="DATA NOT RETURNED"
            )
        },
    ),
    "DSNB774I": Form(
        _GROUP,
        {},
        {
            "DUE TO DATA PAGE NOT IN BUFFER POOL": counts(
                not_found_returned="DATA RETURNED", not_found_not_returned="DATA NOT RETURNED"
            )
        },
    ),
    "DSNB789I": Form(
        _GROUP, counts(page_list_requests="REGISTER PAGE LIST", page_list_pages="PAGES RETRIEVED")
    ),
    "DSNB776I": Form(_GROUP, counts(sync_changed_pages="CHANGED PAGES", sync_clean_pages="CLEAN PAGES")),
    "DSNB777I": Form(
        _GROUP,
        counts(
            async_changed_pages="CHANGED PAGES",
            async_clean_pages="CLEAN PAGES",
            writes_failed="FAILED WRITES DUE TO LACK OF STORAGE",
            write_around_pages="WRITE-AROUND PAGES",
        ),
    ),
    "DSNB778I": Form(
        _GROUP,
        counts(
            class_threshold_hits="FOR CLASSES",
            castout_threshold_hits="FOR GROUP BUFFER POOL",
            checkpoints="GBP CHECKPOINTS TRIGGERED",
        ),
    ),
    "DSNB796I": Form(_GROUP, counts(pages_cast_out="PAGES CASTOUT")),
    "DSNB797I": Form(_GROUP, counts(explicit_invalidations="EXPLICIT CROSS INVALIDATIONS")),
    "DSNB784I": Form(_GROUP, counts(group_reads_returned="DATA RETURNED")),
    "DSNB785I": Form(
        _GROUP,
        counts(
            group_entry_existed="DIRECTORY ENTRY EXISTED",
            group_entry_created="DIRECTORY ENTRY CREATED",
        )
        | {"DIRECTORY ENTRY NOT CREATED": Slot(("group_entry_not_created", ""), Kind.PAIR)},
    ),
    "DSNB786I": Form(
        _GROUP,
        counts(
            group_changed_pages="CHANGED PAGES",
            group_clean_pages="CLEAN PAGES",
            group_writes_failed="FAILED DUE TO LACK OF STORAGE",
            changed_pages_now="CHANGED PAGES SNAPSHOT VALUE",
        ),
    ),
    "DSNB787I": Form(
        _GROUP,
        counts(
            directory_reclaims="FOR DIRECTORY ENTRIES",
            data_reclaims="FOR DATA ENTRIES",
            group_castouts="CASTOUTS",
        ),
    ),
    "DSNB788I": Form(
        _GROUP,
        counts(
            invalidations_by_reclaim="DUE TO DIRECTORY RECLAIMS",
            invalidations_by_write="DUE TO WRITES",
            invalidations_explicit="EXPLICIT",
        ),
    ),
}
