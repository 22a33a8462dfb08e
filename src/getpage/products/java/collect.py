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
            "jvm.options, the JVM profile of a CICS JVM server, IBM_JAVA_OPTIONS of a batch job",
            fetched=("-Xverbosegclog:/your/logs/WEB1@SYSA.gc.log,5,2000",),
            interval="a line or a few KB a collection; five files of 2000 collections each are kept",
            cost="less than a per cent of processor time; a log of a busy day has some MB. Name each file as "
            "its server and system are named: the log itself names neither",
            source="Eclipse OpenJ9 documentation, -Xverbosegclog",
        ),
    ),
)
