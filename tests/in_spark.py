"""How tests start Java for Spark."""

from typing import Final

#: Seconds of work: what compiles and collects best takes longer than it saves, and a fifth of it would be
#: checking Spark's own classes.
JAVA_OPTIONS: Final = (
    "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData "
    "-XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote"
)
#: Settings of Spark: of a query with few rows, what plans it anew on the way and divides it takes longer.
SETTINGS: Final = {
    "spark.ui.enabled": "false",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.shuffle.partitions": "1",
}
