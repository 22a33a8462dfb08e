"""What is wrong with the sample site, and what only looks wrong: of all its products."""

from __future__ import annotations

from . import cics, db2, dumps, ims, java, linux, mq, sort, tcpip, zos

PLANTED = (
    *(*mq.TRUTHS, *db2.TRUTHS, *java.TRUTHS, *cics.TRUTHS, *sort.TRUTHS),
    *(*ims.TRUTHS, *tcpip.TRUTHS, *linux.TRUTHS, *dumps.TRUTHS, *zos.TRUTHS),
)
