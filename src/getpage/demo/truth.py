"""What is wrong with the sample site, and what only looks wrong: of all its products."""

from __future__ import annotations

from . import cics, db2, java, linux, mq, sort, zos

PLANTED = (*mq.TRUTHS, *db2.TRUTHS, *java.TRUTHS, *cics.TRUTHS, *sort.TRUTHS, *linux.TRUTHS, *zos.TRUTHS)
