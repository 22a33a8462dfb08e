"""How a site comes by logs of garbage collection.

References: Eclipse OpenJ9 documentation, -Xverbosegclog; IBM SDK for z/OS, Java Technology Edition, User
Guide; WebSphere Application Server for z/OS documentation, Java virtual machine settings; CICS TS
documentation, JVM server options.
"""

from __future__ import annotations

from getpage.contract.collect import Collect, Step

COLLECT = Collect(
    steps=(
        Step(
            name="java.gc",
            gives="heaps of Java: what is alive in them, how fast they fill, how long collections stop the "
            "work and what processor time they take",
            entered="the JVM's options, then a restart: WebSphere's generic JVM arguments, Liberty's "
            "jvm.options, the JVM profile of a CICS JVM server; of a batch job OPENJ9_JAVA_OPTIONS from Java "
            "11 on, IBM_JAVA_OPTIONS up to Java 8",
            fetched=("-Xverbosegclog:/your/logs/WEB1@SYSA.gc.log,5,2000",),
            interval="all the time",
            cost="less than 1 % of processor time; a line to a few KB per garbage collection, some MB on a "
            "busy day. Five files of 2000 collections each are kept. Name each file SERVER@SYSTEM, such as "
            "WEB1@SYSA.gc.log: the log itself names neither",
            source="Eclipse OpenJ9 documentation: -Xverbosegclog, OPENJ9_JAVA_OPTIONS",
        ),
    ),
    also=("zos.rmf", "zos.spaces"),
)
