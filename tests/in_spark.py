"""How tests start Java for Spark, and the classes that it then loads: `python tests/in_spark.py` writes them.

A JVM of Spark takes nine seconds of a processor until it has done its first work, four of which read and
check its classes. Tests start a dozen; what writes the archive takes as long as eight of them.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, Final

ARCHIVE: Final = Path(sys.prefix) / "spark.jsa"
_COLLECTOR: Final = "-XX:+UseSerialGC"
#: Seconds of work: what compiles and collects best takes longer than it saves, and a fifth of it would be
#: checking Spark's own classes. Where the archive is of another Java, it is not used, and nothing is printed.
JAVA_OPTIONS: Final = (
    f"-XX:TieredStopAtLevel=1 {_COLLECTOR} -XX:-UsePerfData "
    "-XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote"
    + (f" -XX:SharedArchiveFile={ARCHIVE} -Xlog:disable" if ARCHIVE.exists() else "")
)
#: Settings of Spark: of a query with few rows, what plans it anew on the way and divides it takes longer.
SETTINGS: Final = {
    "spark.ui.enabled": "false",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.shuffle.partitions": "1",
}


def write_archive() -> None:
    """Write the classes that a small query by Python loads."""
    from pyspark.sql import SparkSession

    options = f"-XX:ArchiveClassesAtExit={ARCHIVE} {_COLLECTOR} -Xlog:disable"
    os.environ["PYSPARK_SUBMIT_ARGS"] = f'--driver-java-options "{options}" pyspark-shell'
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder: Any = SparkSession.builder
    builder = builder.master("local[2]").config(map=SETTINGS).config("spark.log.level", "FATAL")
    session = builder.getOrCreate()
    session.range(0, 2, 1, 2).mapInArrow(lambda batches: batches, "id long").collect()
    gateway = session.sparkContext._gateway
    session.stop()
    gateway.shutdown()
    gateway.proc.stdin.close()  # at its end Java writes what it has loaded
    gateway.proc.wait()


if __name__ == "__main__":
    write_archive()
