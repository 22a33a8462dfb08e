"""How tests start Java for Spark."""

from typing import Final

#: Seconds of work: what compiles and collects best takes longer than it saves.
JAVA_OPTIONS: Final = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData"
