"""Sections QEST and QESD of 115 subtype 2: structures of shared queues and a shared message data set.

A message of 200 KB takes one block of 256 KB. Each put writes it, each get reads it unless the buffer still
has it. While many arrive at once all buffers are taken, and the others wait for some I/Os of those before.

Documents are longer than a block of 64 KB: by day some hundred KB, by night, when contracts are scanned, up
to a MB. An I/O of one takes a time of its own and one for each page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import INTERVAL
from ..workload import ONLINE, at_time

if TYPE_CHECKING:
    from ..spec import Row
    from .definitions import BurstSpec, DocumentSpec, SharedSpec
    from .queue_manager import Interval

BLOCK = 262_144
_PAGES = 50
"""Of a message."""
_BLOCKS, _MAP_BLOCKS = 4_096, 8
_IO_US = 2_400.0
_WAIT_US = 26_000.0
_SAVED = 0.6
"""Share of the reads that find their data in a buffer."""
_WAITED = 0.55
"""Share of the requests that wait while many arrive at once."""
_CALL_US = 9.0
_DOCUMENT_BLOCK = 65_536
_REQUEST_US, _PAGE_US = 1_400.0, 12.0
"""Of an I/O, and of each page of it."""
_EVENT = 1_000
"""Bytes of a message of the structure that fills."""


def _messages(spec: SharedSpec | DocumentSpec, done: Interval) -> int:
    middle = (done.start + done.end) / 2
    return int(spec.rate * at_time(ONLINE, middle) * (done.end - done.start))


def structures(done: Interval) -> list[Row]:
    """Give the rows of QEST."""
    spec = done.spec
    rows = [_offloaded(spec.shared, done, 2)] if spec.shared else []
    rows += [_filled(spec.burst, done)] if spec.burst else []
    return rows + ([_offloaded(spec.documents, done, 4)] if spec.documents else [])


def _filled(spec: BurstSpec, done: Interval) -> Row:
    in_burst = done.start in spec.burst
    messages = round(spec.rate * (done.end - done.start))
    return {
        "structure": spec.structure,
        "structure_number": 3,
        "single_entry_calls": 2 * messages,
        "single_entry_elapsed": 2 * messages * _CALL_US,
        "entries_high_water": spec.depth if in_burst else 60,
        "elements_high_water": 4 * spec.depth if in_burst else 240,
    }


def filled_queue(done: Interval) -> Row:
    """Give the row of QQST of the queue that fills a structure: in a burst half of what comes is got."""
    spec = done.spec.burst
    assert spec is not None
    in_burst = done.start in spec.burst
    got = round(spec.rate * (done.end - done.start))
    put = got + (spec.depth if in_burst else 0)
    just_after = done.start == spec.burst.end
    depth = spec.depth if in_burst else 0
    return {
        "queue": spec.queue,
        "shared": True,
        "structure": spec.structure,
        "shared_queue_group": done.spec.queue_sharing_group,
        "page_set": -1,
        "buffer_pool": -1,
        "depth": depth,
        "depth_high_water": spec.depth if in_burst or just_after else 40,
        "output_handles": 1,
        "input_handles": 2,
        "oldest_message_age": 300 if in_burst else 0,
        "put_count": put,
        "put_bytes": put * _EVENT,
        "get_count": got + (spec.depth if just_after else 0),
        "get_bytes": got * _EVENT,
        "message_length_average": _EVENT,
    }


def _offloaded(spec: SharedSpec | DocumentSpec, done: Interval, number: int) -> Row:
    messages = _messages(spec, done)
    return {
        "structure": spec.structure,
        "structure_number": number,
        "single_entry_calls": 2 * messages,
        "single_entry_elapsed": 2 * messages * _CALL_US,
        "entries_high_water": 40 if messages else 0,
        "elements_high_water": 160 if messages else 0,
    }


def data_sets(done: Interval) -> list[Row]:
    """Give the rows of QESD."""
    spec = done.spec
    rows = [_images(spec.shared, done)] if spec.shared else []
    return rows + ([_documents(spec.documents, done)] if spec.documents else [])


def _documents(spec: DocumentSpec, done: Interval) -> Row:
    messages, quarter = _messages(spec, done), int(done.start // INTERVAL)
    by_night = 1 - at_time(ONLINE, (done.start + done.end) / 2)
    pages = round(40 + 160 * by_night) + 7 * quarter % 11
    requests = messages * (pages * 4_096 // _DOCUMENT_BLOCK + 1)
    elapsed = (requests * _REQUEST_US + messages * pages * _PAGE_US) * (1 + (5 * quarter % 7 - 3) / 100)
    return {
        "structure": spec.structure,
        "structure_number": 4,
        "total_blocks": 4 * _BLOCKS,
        "space_map_blocks": 4 * _MAP_BLOCKS,
        "message_blocks": 4 * (_BLOCKS - _MAP_BLOCKS),
        "blocks_in_use": 120,
        "blocks_free": 4 * (_BLOCKS - _MAP_BLOCKS) - 120,
        "messages": 20,
        "allocation_requests": messages,
        "release_requests": messages,
        "pages_allocated": pages * messages,
        "pages_freed": pages * messages,
        "messages_high_water": 30,
        "blocks_in_use_high_water": 160,
        "blocks_free_low_water": 4 * (_BLOCKS - _MAP_BLOCKS) - 160,
        "buffer_size": _DOCUMENT_BLOCK,
        "buffers": spec.buffers,
        "buffers_free_saved": spec.buffers - 1,
        "buffers_free_empty": 1,
        "buffer_get_count": 2 * requests,
        "buffer_steals": 2 * requests,
        "buffer_read_requests": requests,
        "buffer_write_requests": requests,
        "buffers_in_use_high_water": 6,
        "buffers_free_low_water": spec.buffers - 6,
        "control_interval_size": 4_096,
        "write_count": requests,
        "write_pages": pages * messages,
        "write_elapsed": elapsed,
        "read_count": requests,
        "read_pages": pages * messages,
        "read_elapsed": elapsed,
    }


def _images(spec: SharedSpec, done: Interval) -> Row:
    messages = _messages(spec, done)
    crowded = done.start in spec.crowd and done.end - done.start == INTERVAL
    used = spec.buffers if crowded else 4
    saved = int(_SAVED * messages)
    waits = int(_WAITED * 2 * messages) if crowded else 0
    return {
        "structure": spec.structure,
        "structure_number": 2,
        "total_blocks": _BLOCKS,
        "space_map_blocks": _MAP_BLOCKS,
        "message_blocks": _BLOCKS - _MAP_BLOCKS,
        "blocks_in_use": 30,
        "blocks_free": _BLOCKS - _MAP_BLOCKS - 30,
        "messages": 30,
        "allocation_requests": messages,
        "release_requests": messages,
        "pages_allocated": _PAGES * messages,
        "pages_freed": _PAGES * messages,
        "messages_high_water": 40,
        "blocks_in_use_high_water": 40,
        "blocks_free_low_water": _BLOCKS - _MAP_BLOCKS - 40,
        "buffer_size": BLOCK,
        "buffers": spec.buffers,
        "buffers_free_saved": spec.buffers - 1,
        "buffers_free_empty": 1,
        "buffer_get_count": 2 * messages,
        "buffer_get_valid": saved,
        "buffer_steals": 2 * messages - saved,
        "buffer_read_requests": messages,
        "buffer_reads_saved": saved,
        "buffer_write_requests": messages,
        "pool_waits": waits,
        "pool_wait_elapsed": waits * _WAIT_US,
        "buffers_in_use_high_water": used,
        "buffers_free_low_water": spec.buffers - used,
        "pool_waiters_high_water": spec.waiting if waits else 0,
        "control_interval_size": 4_096,
        "write_count": messages,
        "write_pages": _PAGES * messages,
        "write_elapsed": messages * _IO_US,
        "read_count": messages - saved,
        "read_pages": _PAGES * (messages - saved),
        "read_elapsed": (messages - saved) * _IO_US,
    }
